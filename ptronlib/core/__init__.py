"""The one loop, the beta rules that move its threshold, the algorithms, and what a run returns."""

from .additive import perceptron
from .betas import BetaRule, constant, growing, power, r_independent
from .cosine import cosine_perceptron, cosine_perceptron_restarts
from .rescaling import Rescaled, rescaled_perceptron
from .run import Run, UpdateBudgetExceeded

__all__ = [
    "BetaRule", "Rescaled", "Run", "UpdateBudgetExceeded", "constant", "cosine_perceptron",
    "cosine_perceptron_restarts", "growing", "perceptron", "power", "r_independent",
    "rescaled_perceptron",
]  # fmt: skip
