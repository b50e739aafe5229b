"""Proofs as inequalities: each function returns the lines of one proof, evaluated along a run."""

from .affine import affine, affine_lines
from .cosine import cosine
from .distance import distance
from .exponential import exponential
from .gram import gram
from .hull import convex_hull, used_examples
from .inequality import Inequality
from .infinity import growing
from .novikoff import angle, novikoff, novikoff_lines
from .regret import regret
from .separation import separation
from .sgd import sgd
from .start import any_start
from .thresholds import aggressive, r_independent

__all__ = [
    "Inequality",
    "affine",
    "affine_lines",
    "aggressive",
    "angle",
    "any_start",
    "convex_hull",
    "cosine",
    "distance",
    "exponential",
    "gram",
    "growing",
    "novikoff",
    "novikoff_lines",
    "r_independent",
    "regret",
    "separation",
    "sgd",
    "used_examples",
]
