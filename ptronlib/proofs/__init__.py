"""Proofs as inequalities: each function returns the lines of one proof, evaluated along a run."""

from .affine import affine, affine_lines
from .distance import distance
from .hull import convex_hull, used_examples
from .inequality import Inequality
from .novikoff import angle, novikoff, novikoff_lines
from .start import any_start

__all__ = [
    "Inequality",
    "affine",
    "affine_lines",
    "angle",
    "any_start",
    "convex_hull",
    "distance",
    "novikoff",
    "novikoff_lines",
    "used_examples",
]
