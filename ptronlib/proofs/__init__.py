"""Proofs as inequalities: each function returns a tuple, the lines of one proof along a run."""

from .bias import affine, affine_lines
from .compression import selection
from .cosine_perceptron import cosine
from .descent import regret, sgd
from .exponential_sample import exponential
from .inequality import Inequality
from .mean_update import convex_hull, used_examples
from .perceptron import angle, any_start, distance, novikoff, novikoff_lines
from .projection import gram, simultaneous
from .rescaling import rescaling
from .sparse_separation import separation
from .thresholds import aggressive, growing, r_independent, worst_first

__all__ = [
    "Inequality", "novikoff", "novikoff_lines", "angle", "distance", "convex_hull", "used_examples",
    "any_start", "affine", "affine_lines", "selection", "aggressive", "worst_first",
    "r_independent", "growing", "sgd", "regret", "exponential", "cosine", "rescaling",
    "simultaneous", "gram", "separation",
]  # fmt: skip
