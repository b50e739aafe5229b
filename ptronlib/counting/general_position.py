r"""General position: every min(P, N) of the P points of N-space are linearly independent.

.. math:: \operatorname{rank}\{x_i : i \in I\} = |I| \quad\text{for all } |I| \le \min(P, N)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._validate import Array, check_points
from ..geometry.certificates import Certificate, Refutation
from ..geometry.elimination import kernel, reduced
from ..geometry.exact import integers

MAX_SUBSETS = 200_000  # to look at: less than a minute


@dataclass(frozen=True)
class GeneralPosition(Certificate):
    """Every min(P, N) of the points are linearly independent; true as a condition."""

    P: int
    N: int

    def _lines(self, X: ArrayLike) -> Iterator[tuple[str, bool]]:
        X = check_points(X)
        yield "there are P points in N dimensions", X.shape == (self.P, self.N)
        yield "every min(P, N) of them are independent", _dependence(X) is None


@dataclass(frozen=True, eq=False)
class Degenerate(Refutation):
    """A smallest dependence: min(P, N) points or fewer, and coef @ X[indices] = 0.

    Any proper subset of the points is independent. None of the coef is zero, the first is positive,
    the largest in size 1 or -1. False as a condition.
    """

    indices: tuple[int, ...]
    coef: Array

    def _lines(self, X: ArrayLike) -> Iterator[tuple[str, bool]]:
        X = check_points(X)
        size = len(self.indices)
        rows = len({*self.indices} & {*range(len(X))}) == size and 0 < size <= min(X.shape)
        yield "the indices are those of min(P, N) rows of X, or of fewer", rows
        (points,), _ = integers(X[list(self.indices)])
        dependence = kernel(points.T)
        yield "these points are dependent", dependence is not None
        assert dependence is not None
        yield "any proper subset of them is independent", (dependence != 0).all()
        rounded = np.array_equal(self.coef, _normalized(dependence))
        yield "coef combines them to 0, up to the rounding of its entries", rounded


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
    found = _dependence(X)
    return GeneralPosition(P, N) if found is None else Degenerate(*found)


def _dependence(X: Array) -> tuple[tuple[int, ...], Array] | None:
    """Return the first smallest dependent subset of the rows, and its coefficients."""
    P, N = X.shape
    points = X.tolist()
    for size in range(1, min(P, N) + 1):
        for indices in combinations(range(P), size):
            rows, pivots = reduced(zip(*(points[i] for i in indices), strict=True))
            if len(pivots) < size:  # the last of these columns is a combination of the others
                return indices, _normalized([*(-row[-1] for row in rows[: size - 1]), Fraction(1)])
    return None


def _normalized(coef: NDArray | list) -> Array:
    """Return coefficients as floats, the first positive, the largest in size 1 or -1."""
    exact = [Fraction(value) for value in coef]
    largest = max(map(abs, exact))
    sign = -1 if exact[0] < 0 else 1
    return np.array([float(value / largest) * sign for value in exact])
