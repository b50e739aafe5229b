r"""Theorems as functions: floats or arrays in, the same out, broadcast against each other.

Those on updates hold for every order of examination, ties counted as mistakes, and depend on the
data only through R, the largest norm, and eps, the best margin; with a fixed threshold,

.. math:: T\varepsilon \le w_T\cdot w_* \le \|w_T\| \le \sqrt{(2\beta + R^2)\,T}
"""

from .compression import (
    compression_error,
    consistent_error,
    leave_one_out_error,
    perceptron_error,
    stable_error,
    svm_error,
    unavoidable_error,
)
from .cosine_perceptron import good_start, restart_rounds, updates_cosine
from .descent import sgd_gap, sgd_gap_constant, sgd_gap_decreasing, updates_deviation
from .perceptron import updates_affine, updates_from, updates_multiclass
from .projection import (
    count_descriptions,
    count_eps_partitions,
    count_separators,
    jl_dimension,
    simultaneous_dimension,
    simultaneous_dimension_width,
)
from .rescaling import margin_stretched, rescaling_starts
from .sparse_separation import length_bound, loss_bound
from .thresholds import (
    margin_constant,
    margin_growing,
    margin_growing_guarantee,
    margin_worst_first,
    share_growing,
    updates_constant,
    updates_growing,
    updates_r_independent,
    updates_worst_first,
)

__all__ = [
    "updates_constant", "margin_constant", "updates_from", "updates_affine", "updates_multiclass",
    "updates_worst_first",
    "margin_worst_first", "updates_r_independent", "updates_growing", "margin_growing",
    "margin_growing_guarantee", "share_growing", "sgd_gap", "sgd_gap_constant",
    "sgd_gap_decreasing", "updates_deviation", "count_eps_partitions", "count_descriptions",
    "count_separators", "jl_dimension", "simultaneous_dimension", "simultaneous_dimension_width",
    "leave_one_out_error", "unavoidable_error", "compression_error", "consistent_error",
    "stable_error", "perceptron_error", "svm_error", "updates_cosine", "good_start",
    "restart_rounds", "margin_stretched", "rescaling_starts", "loss_bound", "length_bound",
]  # fmt: skip
