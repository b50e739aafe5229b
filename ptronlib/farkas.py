r"""Farkas's lemma with a short proof in each case: a solution of A x > 0, or rows that cancel.

.. math:: Ax > 0 \text{ for some } x \quad\text{or}\quad
          \lambda^\top A = 0 \text{ for some } \lambda \ge 0,\ \textstyle\sum_i\lambda_i = 1
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arithmetic import norms
from ._validate import LARGEST, Array, check_points, check_real
from .separation import Wall, separate_hulls

__all__ = ["Combination", "Solution", "farkas"]


@dataclass(frozen=True, eq=False)
class Solution:
    """A vector with a positive score on every row: all A @ x >= margin * norm(x) > 0.

    Attributes
    ----------
    x : (d,) floats
        counts @ A, a sum of at most 3 (R / eps)**2 rows.
    margin : float
        At least eps / 3.
    counts : (n,) ints
        How often each row was added.
    """

    x: Array
    margin: float
    counts: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Combination:
    """A convex combination of the rows that is shorter than eps.

    Attributes
    ----------
    coef : (n,) floats
        Convex weights; multiples of 1 / T with T at most 3 (R / eps)**2 + 1.
    norm : float
        Of coef @ A: no x has a margin above it.
    """

    coef: Array
    norm: float


def farkas(A: ArrayLike, eps: float, *, max_updates: int = 1_000_000) -> Solution | Combination:
    """Solve A x > 0 with a margin, or combine few rows to a vector shorter than eps.

    Parameters
    ----------
    A : (n, d) array
        One inequality a row.
    eps : float, > 0
        In the unit of the rows; at most the length of the longest.
    max_updates : int, >= 1
        Give up beyond this many updates.

    Returns
    -------
    Solution
        x is a sum of few rows, with a margin of at least eps / 3; or
    Combination
        Of few rows, shorter than eps.

    Raises
    ------
    SeparationBudgetExceeded
        After max_updates.
    ValueError, TypeError
        Unusable A or eps.

    Notes
    -----
    It is `separate_hulls` with the origin for the second set. Where the best margin lies between
    eps / 3 and eps both answers exist. Source: statement A-Farkas; chapter 9.

    Examples
    --------
    >>> farkas([[1, 1], [1, -1]], 0.5).x
    array([4., 0.])
    >>> farkas([[1, 0], [-1, 0]], 0.5).coef
    array([0.5, 0.5])
    """
    A = check_points(A, "A")
    eps = check_real(eps, "eps", 0.0, ends="()", largest=LARGEST)
    longest = norms(A).max()
    if eps > longest * (1 + 1e-9):
        raise ValueError(
            f"eps must be at most the length of the longest row of A, {longest:g}; got {eps:g}."
        )
    found = separate_hulls(A, np.zeros((1, A.shape[1])), eps, max_updates=max_updates)
    rows = {row.tobytes(): i for i, row in reversed(list(enumerate(A + 0.0)))}
    counts = np.zeros(len(A), dtype=np.intp)
    counts[[rows[point.tobytes()] for point in found.P.points + 0.0]] = found.P.counts
    if isinstance(found, Wall):
        x = counts @ A
        return Solution(x, float((A @ x).min() / np.linalg.norm(x)), counts)
    coef = counts / found.n_updates
    return Combination(coef, float(np.linalg.norm(coef @ A)))
