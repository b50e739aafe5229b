"""Proofs as inequalities: each function returns the lines of one proof, evaluated along a run."""

from .cosine import cosine
from .exponential import exponential
from .inequality import Inequality
from .novikoff import novikoff

__all__ = ["Inequality", "cosine", "exponential", "novikoff"]
