"""Descent, votes, stretched space, compression, and what a run says of examples not yet seen."""

from .compression import Compression, KernelRun, compress, kernel_perceptron
from .leave_one_out import Averages, leave_one_out_mistakes, leave_one_out_sums, online_sums
from .rescaling import Rescaled, rescaled_perceptron
from .sgd import Descent, descend, loss, risk, subgradient
from .voting import averaged, rounds, vote

__all__ = [
    "Averages", "Compression", "Descent", "KernelRun", "Rescaled", "averaged", "compress",
    "descend", "kernel_perceptron", "leave_one_out_mistakes", "leave_one_out_sums", "loss",
    "online_sums", "rescaled_perceptron", "risk", "rounds", "subgradient", "vote",
]  # fmt: skip
