r"""Farkas's lemma with a short proof in each case: a solution of A x > 0, or rows that cancel.

.. math:: Ax > 0 \text{ for some } x \quad\text{or}\quad
          \lambda^\top A = 0 \text{ for some } \lambda \ge 0,\ \textstyle\sum_i\lambda_i = 1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _exact
from .._arithmetic import ROUNDING
from .._validate import Array, check_points
from ..certificates import Certificate
from .convex_sets import Wall, separate_hulls
from .hull import convex_lines
from .separability import keeps, placed
from .signed import Signed


@dataclass(frozen=True, eq=False)
class Solution(Certificate):
    """A vector with a positive score on every row: all A @ x >= margin * norm(x) > 0.

    x = counts @ A is a sum of at most 3 (R / eps)**2 rows, and margin is at least eps / 3.
    """

    x: Array
    margin: float
    counts: NDArray[np.intp]
    eps: float

    def _lines(self, A: ArrayLike) -> Iterator[tuple[str, bool]]:
        sample = Signed(check_points(A, "A"))
        yield from convex_lines(self.counts, len(sample.s))
        same = self.x == _exact.combination(sample.X, self.counts).astype(float)
        yield "x is the sum of the counted rows, rounded", bool(same.all())
        kept = keeps(sample, self.x, 0.0, np.zeros(self.x.size), self.margin)
        yield "all scores are positive, and at least margin * norm(x)", kept
        yield "margin is at least eps / 3, up to 1e-9", 3 * self.margin >= self.eps * (1 - ROUNDING)


@dataclass(frozen=True, eq=False)
class Combination(Certificate):
    """A combination of the rows that is shorter than eps, their mean if each counts so often.

    No x has a margin above norm, which is at least its length. The counts, (n,), sum to T, at most
    3 (R / eps)**2 + 1.
    """

    counts: NDArray[np.intp]
    norm: float
    eps: float

    @property
    def coef(self) -> Array:
        """The convex weights counts / T."""
        return self.counts / self.counts.sum()

    def _lines(self, A: ArrayLike) -> Iterator[tuple[str, bool]]:
        sample = Signed(check_points(A, "A"))
        yield from convex_lines(self.counts, len(sample.s))
        used = np.flatnonzero(self.counts)
        length = sample.combined(used, self.counts[used])
        yield "the mean is no longer than norm", _exact.at_most(length, self.norm)
        yield "norm is below eps", self.norm < self.eps


def farkas(A: ArrayLike, eps: float, *, max_updates: int = 1_000_000) -> Solution | Combination:
    """Solve A x > 0 with a margin, or combine few rows to a vector shorter than eps.

    Few rows are enough for either. Where the best margin lies between eps / 3 and eps both exist.

    It is `separate_hulls` with the origin for the second set. Source: statement A-Farkas;
    chapter 9.

    Parameters
    ----------
    A : (n, d) array.  One inequality a row.
    eps : float, > 0.  In the unit of the rows.
    max_updates : int, >= 1.  Give up beyond this many updates.

    Raises
    ------
    UpdateBudgetExceeded.  After max_updates.

    Examples
    --------
    >>> farkas([[1, 1], [1, -1]], 0.5).x
    array([4., 0.])
    >>> farkas([[1, 0], [-1, 0]], 0.5).coef
    array([0.5, 0.5])
    """
    A = check_points(A, "A")
    found = separate_hulls(A, np.zeros((1, A.shape[1])), eps, max_updates=max_updates)
    counts = np.zeros(len(A), dtype=np.intp)
    for point, count in zip(found.P.points, found.P.counts, strict=True):
        counts[np.argmax((point == A).all(axis=1))] = count
    if isinstance(found, Wall):
        x = found.w
        return Solution(x, placed(Signed(A), x)[1], counts, eps)
    return Combination(counts, found.distance, eps)
