r"""General position: every min(P, N) of the P points of N-space are linearly independent.

.. math:: \operatorname{rank}\{x_i : i \in I\} = |I| \quad\text{for all } |I| \le \min(P, N)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from . import _cells
from ._validate import Array, check_points

__all__ = ["Degenerate", "GeneralPosition", "in_general_position"]

LONGEST = 2_000_000  # projected points that a search for a dependence may have to look at


@dataclass(frozen=True)
class GeneralPosition:
    """Every min(P, N) of the points are linearly independent."""

    P: int
    N: int


@dataclass(frozen=True, eq=False)
class Degenerate:
    """A smallest dependence: min(P, N) points or fewer, and coef @ X[indices] = 0.

    Attributes
    ----------
    indices : tuple of int
        The points. Any proper subset of them is independent.
    coef : (len(indices),) floats
        None of them zero, the largest in size 1 or -1.
    """

    indices: tuple[int, ...]
    coef: Array


def in_general_position(X: ArrayLike) -> GeneralPosition | Degenerate:
    """Decide whether every min(P, N) of the points are independent, and show a dependence if not.

    Parameters
    ----------
    X : (P, N) array
        Points as rows. The doubles are taken at their word: nothing is rounded.

    Returns
    -------
    GeneralPosition or Degenerate
        Degenerate carries the points and their vanishing combination.

    Raises
    ------
    ValueError, TypeError
        X not a finite, non-empty matrix, or with too many subsets to look at.

    Notes
    -----
    Points are projected along one of them, then along another, until two coordinates are left;
    there a dependence is a pair on one line. Source: statement E-GP, corrected (ERR-E3).

    Examples
    --------
    >>> in_general_position([[1, 0], [2, 0], [0, 1]])
    Degenerate(indices=(0, 1), coef=array([ 1. , -0.5]))
    """
    X = check_points(X)
    P, N = X.shape
    rows = _cells.integer_rows(X)
    if P <= N:
        found = None if len(_cells.pivots(rows)[0]) == P else list(range(P))
    else:
        pairs = comb(P, max(0, N - 2)) * P
        if pairs > LONGEST:
            raise ValueError(
                f"At most {LONGEST:,} projected points can be compared; {P} points in "
                f"{N} dimensions would need {pairs:,}. Take fewer points, or check a part of them."
            )
        found = _dependent(rows, list(range(P)))
    return GeneralPosition(P, N) if found is None else _circuit(X, rows, found)


def _dependent(rows: _cells.Integers, names: list[int]) -> list[int] | None:
    """Return at most N of the points, in N-space, that are dependent, or None."""
    N = rows.shape[1]
    zero = np.flatnonzero(~rows.astype(bool).any(axis=1))
    if zero.size:
        return [names[zero[0]]]
    if N == 2:
        _, line, _ = _cells.directions(rows)
        first: dict[int, int] = {}
        for name, which in zip(names, line.tolist(), strict=True):
            if which in first:
                return [first[which], name]
            first[which] = name
    for i in range(len(rows) - 1 if N > 2 else 0):
        rest = _cells.project_along(rows[i], rows[i + 1 :])
        found = _dependent(rest, names[i + 1 :])
        if found is not None:
            return [names[i], *found]
    return None


def _circuit(X: Array, rows: _cells.Integers, found: list[int]) -> Degenerate:
    """Narrow a dependent set down to a smallest dependence, and solve for its coefficients."""
    for i in list(found):
        rest = [j for j in found if j != i]
        if rest and len(_cells.pivots(rows[rest])[0]) < len(rest):
            found = rest
    coef = [Fraction(1)]
    if len(found) > 1:
        _, columns = _cells.pivots(rows[found[1:]])
        B = rows[found[1:]][:, columns]
        duals = _cells.dual_basis(B).T
        coef += [
            -Fraction(rows[found[0], columns] @ d, b @ d) for b, d in zip(B, duals, strict=True)
        ]
        coef = [c * _stretch(rows[i], X[i]) for c, i in zip(coef, found, strict=True)]
    largest = max(coef, key=abs)
    return Degenerate(tuple(found), np.array([float(c / abs(largest)) for c in coef]))


def _stretch(row: _cells.Integers, x: Array) -> Fraction:
    """Return by how much integer_rows has stretched the point."""
    j = int(np.flatnonzero(x)[0])
    return Fraction(row[j]) / Fraction(x[j])
