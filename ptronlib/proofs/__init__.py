"""Proofs as inequalities: each function returns the lines of one proof, evaluated along a run."""

from .bias import affine, affine_lines
from .cosine_perceptron import cosine
from .descent import regret, sgd
from .exponential_sample import exponential
from .inequality import Inequality
from .mean_update import convex_hull, used_examples
from .perceptron import angle, any_start, distance, novikoff, novikoff_lines
from .projection import gram
from .sparse_separation import separation
from .thresholds import aggressive, growing, r_independent

__all__ = [
    "Inequality",
    "novikoff",
    "novikoff_lines",
    "angle",
    "distance",
    "convex_hull",
    "used_examples",
    "any_start",
    "affine",
    "affine_lines",
    "aggressive",
    "r_independent",
    "growing",
    "sgd",
    "regret",
    "exponential",
    "cosine",
    "gram",
    "separation",
]
