"""The perceptrons of the book as a scikit-learn classifier; the package needs scikit-learn."""

from .._extras import needs

with needs("sklearn"):
    from .classifier import PerceptronClassifier

__all__ = ["PerceptronClassifier"]
