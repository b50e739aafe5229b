r"""Samples with a known answer, and the lifts that change what is separable.

.. math:: z_i\cdot w_* \ge \mathrm{margin}, \qquad \|w_*\| = 1
"""

from .adversaries import affine_adversary, cosine_adversary, threshold_adversary
from .drawn import affine, flip_labels, gaussian_teacher, linear
from .exact import exponential, orthonormal, small_margin, two_points, xor
from .sample import Sample, lift, quadratic_lift

__all__ = [
    "Sample", "linear", "affine", "gaussian_teacher", "flip_labels", "orthonormal", "exponential",
    "xor", "two_points", "small_margin", "affine_adversary", "cosine_adversary",
    "threshold_adversary", "lift", "quadratic_lift",
]  # fmt: skip
