"""Exact arithmetic on floats as they are: sums, roots, linear systems, the nearest point of a hull.

Floats are integers times a power of two. Arrays of Python's integers, of any length, hold them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt, lcm, ldexp

import numpy as np
from numpy.typing import ArrayLike, NDArray


def integers(*arrays: ArrayLike) -> tuple[list[NDArray], int]:
    """Return arrays of Python's integers, and the e for which the floats are these times 2^e."""
    parts = [np.frexp(np.asarray(a, dtype=float)) for a in arrays]
    e = min((int(e[m != 0].min()) for m, e in parts if m.any()), default=53) - 53
    found = []
    for m, exponent in parts:
        shift = np.maximum(exponent - 53 - e, 0).astype(object)
        found.append(np.asarray((m * 2.0**53).astype(np.int64).astype(object) << shift))
    return found, e


def at_most(square: Fraction, bound: float) -> bool:
    """Whether a length with this square is at most a bound."""
    return bool(0 <= bound < np.inf) and square <= Fraction(bound) ** 2


def proportional(weights: ArrayLike) -> NDArray:
    """Return integers in the proportion of some weights, floats or fractions."""
    parts = [Fraction(weight) for weight in np.asarray(weights).tolist()]
    common = lcm(*(part.denominator for part in parts))
    return np.array([int(part * common) for part in parts], dtype=object)


def below(value: Fraction) -> float:
    """Return the largest float that is at most this value."""
    x = float(value)
    return x if x <= value else float(np.nextafter(x, -np.inf))


def half_above(x: float) -> float:
    """Return the smallest float that is at least half of this one, which is not negative."""
    half = x / 2
    return half if 2 * half >= x else float(np.nextafter(half, np.inf))


def root_below(square: Fraction) -> float:
    """Return the largest float whose square is at most this one, which is not negative."""
    bits = square.denominator.bit_length() - square.numerator.bit_length()
    shift = max(0, 64 + bits // 2)  # so that the root has 64 bits at least
    x = ldexp(isqrt((square.numerator << 2 * shift) // square.denominator), -shift)
    return x if Fraction(x) ** 2 <= square else float(np.nextafter(x, 0.0))


def root_above(square: Fraction) -> float:
    """Return the smallest float whose square is at least this one, which is not negative."""
    x = root_below(square)
    return x if Fraction(x) ** 2 == square else float(np.nextafter(x, np.inf))


def dot(a: ArrayLike, b: ArrayLike) -> Fraction:
    """Return the inner product of two vectors."""
    (left,), e = integers(a)
    (right,), f = integers(b)
    return int(left @ right) * Fraction(2) ** (e + f)


def squared(w: ArrayLike) -> Fraction:
    """Return the squared length of a vector."""
    return dot(w, w)


def reduced(matrix: Iterable[Sequence]) -> tuple[NDArray, list[int]]:
    """Return the reduced row echelon form of a matrix of Python's numbers, and its pivot columns.

    There are as many pivots as the rank; they are the first independent columns.
    """
    rows = [[Fraction(value) for value in row] for row in matrix]
    common = lcm(*(value.denominator for row in rows for value in row))
    whole = [[int(value * common) for value in row] for row in rows]
    form, unit, pivots = _reduced(np.array(whole, dtype=object))
    return form * Fraction(1, unit), pivots


def kernel(A: NDArray) -> NDArray | None:
    """Return integers v, not all 0, with A v = 0; None if the columns of A are independent.

    A has m rows and k columns of Python's integers.
    """
    form, unit, pivots = _reduced(A)
    free = next((j for j in range(A.shape[1]) if j not in pivots), None)
    if free is None:
        return None
    v = np.full(A.shape[1], 0, dtype=object)
    v[pivots], v[free] = form[: len(pivots), free], -unit
    return v


def _reduced(A: NDArray) -> tuple[NDArray, int, list[int]]:
    """Return the reduced row echelon form of integers times a number, this number, and the pivots.

    In the browser, which has no flint, elimination does it whose divisions leave no remainder
    (Bareiss 1968): the same answer, later.
    """
    try:
        from flint import fmpz_mat
    except ImportError:
        form, unit = A.copy(), 1
        pivots: list[int] = []
        for j in range(A.shape[1]):
            k = len(pivots)
            below = np.flatnonzero(form[k:, j])
            if below.size:
                form[[k, k + below[0]]] = form[[k + below[0], k]]
                others, pivot = np.arange(len(A)) != k, form[k, j]
                less = np.multiply.outer(form[others, j], form[k])
                form[others] = (form[others] * pivot - less) // unit
                pivots, unit = [*pivots, j], pivot
        return form, unit, pivots
    found, common, rank = fmpz_mat(len(A), A.shape[1], A.ravel().tolist()).rref()
    form = np.array([int(value) for value in found.entries()], dtype=object).reshape(A.shape)
    return form, int(common), [int(np.flatnonzero(row)[0]) for row in form[:rank]]


def combination(points: ArrayLike, coef: ArrayLike) -> NDArray:
    """Return the sum of some points with these weights, (d,), as fractions."""
    (X,), e = integers(points)
    weights = np.array([Fraction(weight) for weight in np.asarray(coef).tolist()], dtype=object)
    return weights @ X * Fraction(2) ** e


def mean(points: ArrayLike, coef: ArrayLike) -> NDArray[np.float64]:
    """Return the mean of some points with these weights, each coordinate rounded once."""
    weights = proportional(coef)
    return (combination(points, weights) / Fraction(int(weights.sum()))).astype(float)


def game(A: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return optimal mixtures of the rows and of the columns of a matrix game, rounded.

    The simplex method with Bland's rule on integers (Edmonds 1967): with all entries positive it
    maximises sum(v) over v >= 0 with A v <= 1. The mixtures are v and the dual solution, over
    their sums.
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


def nearest(
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


def _nearest_of_planes(Z: NDArray, sides: NDArray) -> tuple[NDArray, int]:
    """Return weights of the nearest point of the points' planes, and their sum for each.

    Where the points depend on one another the sum is 0, and the weights cancel the points.
    """
    k, count = sides.shape
    system = np.full((k + count, k + count + 1), 0, dtype=object)
    system[:k, :k], system[:k, k:-1] = Z @ Z.T, sides
    system[k:, :k], system[k:, -1] = sides.T, -1
    solution = kernel(system)
    assert solution is not None  # there are more columns than rows
    sign = -1 if solution[-1] < 0 else 1
    return solution[:k] * sign, int(solution[-1]) * sign
