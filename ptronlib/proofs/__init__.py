"""Proofs as inequalities: each function returns the lines of one proof, evaluated along a run."""

from .gram import gram
from .inequality import Inequality
from .novikoff import novikoff
from .regret import regret
from .sgd import sgd

__all__ = ["Inequality", "gram", "novikoff", "regret", "sgd"]
