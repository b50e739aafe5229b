r"""The proofs that a random map keeps the margins of all labelings at once.

.. math:: \|Av - Av'\| \le \sqrt{3/(2m)}, \qquad \|v - v'\| \le 1/\sqrt m
"""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import nnls

from .._arithmetic import ROUNDING
from .._validate import Array, check_real, domain
from ..counting.labelings import labelings, margins_of_labelings
from ..geometry import radius
from ..projection import project, sparse_average
from .inequality import Inequality, line

LABELINGS = "labelings"


@domain
def simultaneous(X: ArrayLike, A: ArrayLike, eps: float) -> tuple[Inequality, ...]:
    r"""Evaluate the proof that a map keeps every robust concept, at all labelings of a sample.

    With values for points, hulls or labelings instead of updates. The squared norms of the images,
    for R = 1 at most 3/2. For the point of each hull that is nearest to 0 after the map, and for
    that nearest before it: how far its average v' of m signed points of this hull is, there, and
    what the map does to the squared norms of these v'. The margins after the map of the labelings
    that have eps before it, and before the map of those that have eps / 2 after it.

    The fourth line holds for all averages at once with probability at least 1 - delta, if A is
    Gaussian with `simultaneous_dimension(n, eps, delta)` rows; the others follow from it. Source:
    statement A-Thm1.4; chapter 8.

    Parameters
    ----------
    X : (n, d) array.  At most 16 points.
    A : (k, d) array.  The map.
    eps : float, in (0, R].  Margin of the labelings that the theorem is about.

    Examples
    --------
    >>> [line.name for line in simultaneous(np.eye(3), np.eye(3), 0.5) if not line.holds]
    []
    """
    AX, X = project(X, A), np.asarray(X, dtype=float)
    R = radius(X)
    eps = check_real(eps, "eps", 0.0, R * (1 + ROUNDING), ends="(]")
    X, AX, eps = X / R, AX / R, eps / R
    of_X, of_AX, m = _nearest(X), _nearest(AX), ceil(40 / eps**2)
    near_X, near_AX = sparse_average(X, of_X, m) / m, sparse_average(AX, of_AX, m) / m
    before, after = np.linalg.norm(of_X @ X, axis=1), np.linalg.norm(of_AX @ AX, axis=1)
    gap = np.linalg.norm((near_X - of_X) @ X, axis=1)
    gap_A = np.linalg.norm((near_AX - of_AX) @ AX, axis=1)
    averages = np.concatenate([near_X, near_AX])
    short, short_A = (((averages @ P) ** 2).sum(axis=1) for P in (X, AX))
    stretch = np.abs(short_A - short)
    there = after[before >= eps * (1 - ROUNDING)]
    back = before[after >= eps / 2 * (1 + ROUNDING)]
    near, near_A = r"\|v-v'\| \leq 1/\sqrt{m}", r"\|Av-Av'\| \leq \sqrt{3/(2m)}"
    kept = r"|\|Av'\|^2 - \|v'\|^2| \leq \|v'\|^2/2"
    return (
        line("eq-p8-points", r"\|Ax_i\|^2 \leq 3/2", (AX**2).sum(axis=1), 1.5, "examples"),
        line("eq-p8-after", near_A, gap_A, np.sqrt(1.5 / m), "hulls"),
        line("eq-p8-before", near, gap, 1 / np.sqrt(m), "hulls"),
        line("eq-p8-kept", kept, stretch, short / 2, "hulls"),
        line("eq-p8-there", r"\varepsilon/2 \leq \varepsilon_A", eps / 2, there, LABELINGS),
        line("eq-p8-back", r"\varepsilon/4 \leq \varepsilon_X", eps / 4, back, LABELINGS),
    )


@domain
def gram(X: ArrayLike, A: ArrayLike) -> tuple[Inequality, ...]:
    r"""Compare what a map does to squared margins and to inner products, at every labeling.

    One line, with a value for each labeling instead of updates: how far the squared margin moves,
    and the largest error of an inner product. It holds for every matrix.

    A squared margin is the least of sum_ij lambda_i lambda_j y_i y_j x_i.x_j, and the weights
    lambda_i lambda_j add up to 1. Source: chapter 8.

    Parameters
    ----------
    X : (n, d) array.  At most 16 points.
    A : (k, d) array.  The map.

    Examples
    --------
    >>> gram(np.eye(3), 2 * np.eye(3))
    (Inequality(eq-p8-gram: holds for all 4 labelings),)
    """
    AX, X = project(X, A), np.asarray(X, dtype=float)
    before, after = margins_of_labelings(X), margins_of_labelings(AX)
    error, change = np.abs(AX @ AX.T - X @ X.T).max(), np.abs(after**2 - before**2)
    moved = r"|\varepsilon_A^2 - \varepsilon_X^2| \leq \Delta"
    return (line("eq-p8-gram", moved, change, error, LABELINGS),)


def _nearest(X: Array) -> Array:
    """Return for each labeling the signed weights of the point of its hull nearest to 0."""
    if X.shape[1] > len(X):  # the same inner products in n dimensions
        X = np.asarray(np.linalg.qr(X.T, mode="r")).T
    Z = labelings(len(X))[:, :, None] * X
    target = np.r_[np.zeros(X.shape[1]), 1.0]
    found = np.array([nnls(np.vstack([z.T, np.ones(len(z))]), target)[0] for z in Z])
    return labelings(len(X)) * found / found.sum(axis=1, keepdims=True)
