"""Which labelings of a sample a perceptron can produce: their number, and their list."""

from .capacity import capacity, uniform_error
from .cover import (
    cover_count,
    enumerate_dichotomies,
    enumerate_eps_partitions,
    separable_fraction,
    separate_dichotomies,
)
from .general_position import Degenerate, GeneralPosition, in_general_position
from .labelings import labelings, margins_of_labelings

__all__ = [
    "Degenerate", "GeneralPosition", "capacity", "cover_count", "enumerate_dichotomies",
    "enumerate_eps_partitions", "in_general_position", "labelings", "margins_of_labelings",
    "separable_fraction", "separate_dichotomies", "uniform_error",
]  # fmt: skip
