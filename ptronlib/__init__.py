"""Perceptron learning theory, executable: each theorem a function, each answer with a certificate.

`ptronlib.plots`, `ptronlib.widgets` and `ptronlib.mnist` are loaded when first asked for, so that
importing this package stays quick and needs numpy alone.
"""

from importlib import import_module

from . import bounds, samples
from .core import Run, UpdateBudgetExceeded, betas, cosine_perceptron, perceptron
from .geometry import (
    Contradiction,
    Separator,
    Undecided,
    margin,
    max_margin,
    radius,
    scores,
    separable,
)
from .samples import Sample, lift, quadratic_lift

__version__ = "0.3.0"

__all__ = [
    "Contradiction", "Run", "Sample", "Separator", "Undecided", "UpdateBudgetExceeded", "betas",
    "bounds", "cosine_perceptron", "lift", "load_mnist", "margin", "max_margin",
    "perceptron", "quadratic_lift", "radius", "samples", "scores", "separable",
]  # fmt: skip

_LAZY = {"mnist": "mnist", "plots": "plots", "widgets": "widgets", "load_mnist": "mnist"}


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})


def __getattr__(name: str):
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f".{_LAZY[name]}", __name__)
    return module if name == _LAZY[name] else getattr(module, name)
