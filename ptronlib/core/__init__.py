"""The one loop, the beta rules that move its threshold, the algorithms, and what a run returns."""

from .betas import BetaRule, constant, growing, power, r_independent
from .cosine_perceptron import cosine_perceptron
from .perceptron import perceptron
from .run import Run, UpdateBudgetExceeded

__all__ = [
    "BetaRule", "Run", "UpdateBudgetExceeded", "constant", "cosine_perceptron", "growing",
    "perceptron", "power", "r_independent",
]  # fmt: skip
