r"""General position: every min(P, N) of the P points of N-space are linearly independent.

.. math:: \operatorname{rank}\{x_i : i \in I\} = |I| \quad\text{for all } |I| \le \min(P, N)
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from .._exact import reduced
from .._validate import Array, check_points

MAX_SUBSETS = 200_000  # to look at: less than a minute


@dataclass(frozen=True)
class GeneralPosition:
    """Every min(P, N) of the points are linearly independent."""

    P: int
    N: int


@dataclass(frozen=True, eq=False)
class Degenerate:
    """A smallest dependence: min(P, N) points or fewer, and coef @ X[indices] = 0.

    Any proper subset of the points is independent. None of the coef is zero, the first is positive,
    the largest in size 1 or -1.
    """

    indices: tuple[int, ...]
    coef: Array


def in_general_position(X: ArrayLike) -> GeneralPosition | Degenerate:
    """Decide whether every min(P, N) of the points are independent, and show a dependence if not.

    Subsets are reduced in exact fractions, the small ones first, so that the first dependent one
    contains no other. Source: statement E-GP, corrected (ERR-E3).

    Parameters
    ----------
    X : (P, N) array
        Points as rows, with at most 200,000 subsets to look at. The doubles are taken at their
        word: nothing is rounded.

    Examples
    --------
    >>> in_general_position([[1, 0], [2, 0], [0, 1]])
    Degenerate(indices=(0, 1), coef=array([ 1. , -0.5]))
    """
    X = check_points(X)
    P, N = X.shape
    sizes = range(1, min(P, N) + 1)
    if sum(comb(P, size) for size in sizes) > MAX_SUBSETS:
        raise ValueError(
            f"X must have at most {MAX_SUBSETS:,} subsets of {min(P, N)} points or fewer; got {P} "
            f"points in {N} dimensions. Take fewer points, or check a part of them."
        )
    points = X.tolist()
    for size in sizes:
        for indices in combinations(range(P), size):
            rows, pivots = reduced(zip(*(points[i] for i in indices), strict=True))
            if len(pivots) < size:  # the last of these columns is a combination of the others
                coef = np.array([*(float(-row[-1]) for row in rows[: size - 1]), 1.0])
                return Degenerate(indices, coef / np.abs(coef).max() * np.sign(coef[0]))
    return GeneralPosition(P, N)
