"""Proofs as inequalities: each function returns the lines of one proof, evaluated along a run."""

from .inequality import Inequality
from .infinity import growing
from .novikoff import novikoff
from .regret import regret
from .sgd import sgd
from .thresholds import aggressive, r_independent

__all__ = ["Inequality", "aggressive", "growing", "novikoff", "r_independent", "regret", "sgd"]
