"""Systems of equations in integers, and what is solved with them: hulls and games, exactly.

These are the last resort: where floats cannot tell, integers decide, at the price of their length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .exact import integers


def reduced(matrix: Iterable[Sequence]) -> tuple[NDArray, list[int]]:
    """Return the reduced row echelon form of a matrix of Python's numbers, and its pivot columns.

    There are as many pivots as the rank; they are the first independent columns.
    """
    rows = [[Fraction(value) for value in row] for row in matrix]
    common = lcm(*(value.denominator for row in rows for value in row))
    whole = [[int(value * common) for value in row] for row in rows]
    form, unit, pivots = _echelon(np.array(whole, dtype=object))
    return form * Fraction(1, unit), pivots


def kernel(A: NDArray) -> NDArray | None:
    """Return integers v, not all 0, with A v = 0; None if the columns of A are independent.

    A has m rows and k columns of Python's integers.
    """
    form, unit, pivots = _echelon(A)
    free = next((j for j in range(A.shape[1]) if j not in pivots), None)
    if free is None:
        return None
    v = np.full(A.shape[1], 0, dtype=object)
    v[pivots] = form[: len(pivots), free]
    v[free] = -unit
    return v


def _echelon(A: NDArray) -> tuple[NDArray, int, list[int]]:
    """Return the reduced row echelon form of integers times a number, this number, and the pivots.

    Where python-flint is not installed, elimination does it whose divisions leave no remainder
    (Bareiss 1968): the same answer, later.
    """
    try:
        from flint import fmpz_mat
    except ImportError:
        return _bareiss(A)
    found, common, rank = fmpz_mat(len(A), A.shape[1], A.ravel().tolist()).rref()
    form = np.array([int(value) for value in found.entries()], dtype=object).reshape(A.shape)
    return form, int(common), [int(np.flatnonzero(row)[0]) for row in form[:rank]]


def _bareiss(A: NDArray) -> tuple[NDArray, int, list[int]]:
    form, unit = A.copy(), 1
    pivots: list[int] = []
    for j in range(A.shape[1]):
        k = len(pivots)
        below = np.flatnonzero(form[k:, j])
        if not below.size:
            continue
        form[[k, k + below[0]]] = form[[k + below[0], k]]
        others, pivot = np.arange(len(A)) != k, form[k, j]
        # Every entry is a minor of A, and the previous pivot divides what is left of two products:
        # so the numbers stay as short as determinants are.
        less = np.multiply.outer(form[others, j], form[k])
        form[others] = (form[others] * pivot - less) // unit
        pivots, unit = [*pivots, j], pivot
    return form, unit, pivots


def cancelling(system: NDArray, coef: NDArray) -> tuple[NDArray[np.intp], tuple[int, ...]]:
    """Return columns of a system, and positive integers with which they cancel, none to spare.

    The weights known so far, (k,) floats, all positive, are moved along what cancels until one of
    them is 0; its column leaves (Caratheodory). Where nothing cancels there are no columns.
    """
    held = np.array([Fraction(c) for c in coef.tolist()], dtype=object)
    keep = np.arange(held.size)
    while (v := kernel(system[:, keep])) is not None:
        if not (v > 0).any():
            v = -v
        if (v >= 0).all():
            keep, v = keep[v > 0], v[v > 0]
            return keep, tuple(int(c) for c in v // gcd(*v))
        held = held - min(held[v > 0] / v[v > 0]) * v
        keep, held = keep[held > 0], held[held > 0]
    return keep[:0], ()


def nearest_point(
    Z: NDArray, side: NDArray[np.intp], weights: NDArray
) -> tuple[NDArray, NDArray[np.float64]]:
    """Return the point of the hull of the rows of Z, or of the sum of two hulls, nearest to 0.

    Wolfe's algorithm (1976), on integers: it holds a combination of some points and goes towards
    the nearest point of their planes until a weight would turn negative, whose point is dropped;
    where none does, the lowest point joins. The length decreases, so that it ends.

    Parameters
    ----------
    Z : (n, d) array of Python's integers.  Points as rows.
    side : (n,) ints.  Which hull each belongs to: 0, or 0 and 1.
    weights : (n,) fractions.  To begin with; not negative, with sum 1 for each hull.

    Returns
    -------
    weights : (n,) fractions.  Those of the nearest point, with sum 1 for each hull.
    direction : (d,) floats.  That point, up to its length and rounded.
    """
    sides = np.eye(int(side.max()) + 1, dtype=int).astype(object)[side]
    used = np.flatnonzero(weights)
    held = weights[used]
    while True:
        own, total = _nearest_of_planes(Z[used], sides[used])
        falling = own < 0
        if falling.any():
            away = own * Fraction(1, total) - held if total else own
            held = held + min(-held[falling] / away[falling]) * away
            used, held = used[held > 0], held[held > 0]
            continue
        held, p = own * Fraction(1, total), own @ Z[used]
        scores = Z @ p
        short = {}  # how far the lowest point of each hull lies below those that are used
        for h in range(sides.shape[1]):
            low = int(min(np.flatnonzero(side == h), key=scores.__getitem__))
            short[low] = max(scores[used[side[used] == h]]) - scores[low]
        new = max(short, key=short.__getitem__)
        if not short[new]:
            found = np.full(len(Z), Fraction(0))
            found[used] = held
            return found, (p / (max(abs(p)) or 1)).astype(float)
        used, held = np.append(used, new), np.append(held, [Fraction(0)])


def best_margin_squared(Z: NDArray) -> Fraction:
    """Return the square of the best margin of signed points; 0 if no w has all on its side.

    Parameters
    ----------
    Z : (n, d) array of whole numbers.  y x as rows.
    """
    rows = np.unique(Z, axis=0).astype(int).astype(object)
    first = np.array([Fraction(1), *[Fraction(0)] * (len(rows) - 1)])
    weights, _ = nearest_point(rows, np.zeros(len(rows), dtype=np.intp), first)
    nearest = weights @ rows
    return Fraction(nearest @ nearest)


def _nearest_of_planes(Z: NDArray, sides: NDArray) -> tuple[NDArray, int]:
    """Return weights of the nearest point of the points' planes, and their sum for each.

    They solve the equations of Lagrange: all points of a hull have the same score, and the weights
    of each hull the same sum. Where the points depend on one another the sum is 0, and the weights
    cancel the points.
    """
    k, count = sides.shape
    system = np.full((k + count, k + count + 1), 0, dtype=object)
    system[:k, :k], system[:k, k:-1] = Z @ Z.T, sides
    system[k:, :k], system[k:, -1] = sides.T, -1
    solution = kernel(system)
    assert solution is not None  # there are more columns than rows
    sign = -1 if solution[-1] < 0 else 1
    return solution[:k] * sign, int(solution[-1]) * sign


def optimal_mixtures(A: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return optimal mixtures of the rows and of the columns of a matrix game, rounded.

    The simplex method with Bland's rule, which cannot go round in circles, on integers (Edmonds
    1967): with all entries positive it maximises sum(v) over v >= 0 with A v <= 1. The mixtures are
    v and the dual solution, over their sums.
    """
    (T,), _ = integers(A)
    n, m = T.shape
    T = np.block([[T - (T.min() - 1), np.ones((n, 1), int)], [-np.ones((1, m), int), 0]])
    T = T.astype(object)
    inside, outside, before = np.arange(m, m + n), np.arange(m), 1  # numbers of variables
    while (T[-1, :-1] < 0).any():
        j = min(np.flatnonzero(T[-1, :-1] < 0), key=outside.__getitem__)
        rows = np.flatnonzero(T[:-1, j] > 0)
        i = min(rows, key=lambda row: (Fraction(T[row, -1], T[row, j]), inside[row]))
        row, column, pivot = T[i].copy(), T[:, j].copy(), T[i, j]
        T = (T * pivot - column[:, None] * row) // before
        T[i], T[:, j], T[i, j] = row, -column, before
        inside[i], outside[j], before = outside[j], inside[i], pivot
    v, dual = np.full(n + m, 0, dtype=object), np.full(n + m, 0, dtype=object)
    v[inside], dual[outside] = T[:-1, -1], T[-1, :-1]
    x, y = dual[m:], v[:m]
    return (x / x.sum()).astype(float), (y / y.sum()).astype(float)
