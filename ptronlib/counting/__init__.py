"""Which labelings of a sample a perceptron can produce: their number, and their list."""

from .cover import (
    cover_count,
    enumerate_dichotomies,
    enumerate_eps_partitions,
    separable_fraction,
    separate_dichotomies,
)
from .general_position import Degenerate, GeneralPosition, in_general_position

__all__ = [
    "Degenerate", "GeneralPosition", "cover_count", "enumerate_dichotomies",
    "enumerate_eps_partitions", "in_general_position", "separable_fraction", "separate_dichotomies",
]  # fmt: skip
