"""Proofs as inequalities: each function returns the lines of one proof, evaluated along a run."""

from .inequality import Inequality
from .novikoff import novikoff
from .regret import regret
from .separation import separation
from .sgd import sgd

__all__ = ["Inequality", "novikoff", "regret", "separation", "sgd"]
