"""Gradient descent, votes, compression, and what a run says about examples that it has not seen."""

from .compression import KernelRun, compress, kernel_perceptron, locate, reconstruct
from .leave_one_out import (
    LeaveOneOut,
    Online,
    leave_one_out_mistakes,
    leave_one_out_sums,
    margin_squared,
    online_sums,
)
from .sgd import Descent, descend, loss, risk, subgradient
from .voting import averaged, rounds, survival, vote

__all__ = [
    "Descent",
    "KernelRun",
    "LeaveOneOut",
    "Online",
    "averaged",
    "compress",
    "descend",
    "kernel_perceptron",
    "leave_one_out_mistakes",
    "leave_one_out_sums",
    "locate",
    "loss",
    "margin_squared",
    "online_sums",
    "reconstruct",
    "risk",
    "rounds",
    "subgradient",
    "survival",
    "vote",
]
