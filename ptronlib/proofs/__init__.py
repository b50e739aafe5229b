"""Proofs as inequalities: each function returns a tuple, the lines of one proof along a run."""

from .bias import learned_bias
from .compression import selection
from .cosine_perceptron import cosine
from .descent import regret, sgd
from .exponential_sample import exponential_count
from .inequality import Inequality
from .mean_update import convex_hull
from .perceptron import angle, any_start, distance, novikoff
from .projection import gram, simultaneous
from .rescaling import rescaled
from .sparse_separation import separation
from .thresholds import aggressive, growing_threshold, r_independent_threshold, worst_first

__all__ = [
    "Inequality", "novikoff", "angle", "distance", "convex_hull", "any_start", "learned_bias",
    "selection", "aggressive", "worst_first", "r_independent_threshold", "growing_threshold",
    "sgd", "regret", "exponential_count", "cosine", "rescaled", "simultaneous", "gram",
    "separation",
]  # fmt: skip
