"""Exact arithmetic on floats as they are: sums, roots, linear systems, the nearest point of a hull.

Floats are integers times a power of two. Arrays of Python's integers, of any length, hold them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
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


def power(e: int) -> Fraction:
    """Return 2^e."""
    return Fraction(1 << e) if e >= 0 else Fraction(1, 1 << -e)


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
    return int(left @ right) * power(e + f)


def squared(w: ArrayLike) -> Fraction:
    """Return the squared length of a vector."""
    return dot(w, w)


def reduced(matrix: Iterable[Sequence]) -> tuple[list[list[Fraction]], list[int]]:
    """Return the reduced row echelon form of a matrix of Python's numbers, and its pivot columns.

    There are as many pivots as the rank; they are the first independent columns.
    """
    rows = [[Fraction(value) for value in row] for row in matrix]
    pivots: list[int] = []
    for j in range(len(rows[0])):
        k = len(pivots)
        found = next((i for i in range(k, len(rows)) if rows[i][j]), None)
        if found is None:
            continue
        rows[k], rows[found] = rows[found], rows[k]
        rows[k] = [value / rows[k][j] for value in rows[k]]
        for i, row in enumerate(rows):
            if i != k and row[j]:
                rows[i] = [a - row[j] * b for a, b in zip(row, rows[k], strict=True)]
        pivots.append(j)
    return rows, pivots


def kernel(A: NDArray) -> NDArray | None:
    """Return integers v, not all 0, with A v = 0; None if the columns of A are independent.

    A has m rows and k columns of Python's integers. Elimination modulo a prime names independent
    rows and columns; Dixon's lifting (1982) solves their system digit by digit, in the base of the
    prime, as if in exact fractions but without their long intermediate values.
    """
    p = 2**25  # residues below it: 8,000 of their products add up below 2^63
    while True:
        p = _prime_below(p)
        small = (A % p).astype(np.int64)
        rows, columns, _ = _eliminate(small, p)
        if len(columns) == A.shape[1]:
            return None
        square = small[np.ix_(rows, columns)]
        inverse = _eliminate(np.hstack([square, np.eye(len(rows), dtype=np.int64)]), p)[2]
        free = next(j for j in range(A.shape[1]) if j not in columns)
        v = np.full(A.shape[1], 0, dtype=object)
        if columns:
            v[[*columns, free]] = _lift(A[np.ix_(rows, columns)], -A[rows, free], inverse, p)
        else:
            v[free] = 1
        if not (A @ v).any():  # else the prime divides a determinant
            return v


@cache
def _prime_below(n: int) -> int:
    return next(p for p in range(n - 1, 2, -1) if all(p % q for q in range(2, isqrt(p) + 1)))


def _eliminate(work: NDArray, p: int) -> tuple[list[int], list[int], NDArray]:
    """Return the first independent rows and columns modulo p; beside [A, 1], the inverse of A."""
    work, order = work.copy(), np.arange(len(work))
    columns: list[int] = []
    for j in range(work.shape[1]):
        r = len(columns)
        if r == len(work):
            break
        below = np.flatnonzero(work[r:, j])
        if not below.size:
            continue
        swap = [r, r + below[0]]
        work[swap], order[swap] = work[swap[::-1]], order[swap[::-1]]
        row = work[r] * pow(int(work[r, j]), -1, p) % p
        work = (work - work[:, j, None] * row) % p
        work[r] = row
        columns.append(j)
    return order[: len(columns)].tolist(), columns, work[:, len(work) :]


def _lift(A: NDArray, b: NDArray, inverse: NDArray, p: int) -> list[int]:
    """Solve A x = b; return the numerators of x and, last, their common denominator.

    The digits of x in the base p come one by one, the lowest first. A and what is left of b are
    held as digits too, so that to divide by p is to drop one.
    """
    n, bits = len(A), p.bit_length() - 1
    size = max(int(np.abs(A).max()), int(np.abs(b).max())).bit_length()
    enough = 2 * n * (size + n.bit_length()) // bits + 3
    matrix, rest = (_digits(a, max(2, size // bits + 1), p) for a in (A, b))
    x, modulus, count = np.full(n, 0, dtype=object), 1, 0
    while True:
        digits = []
        steps = min(max(8, 3 * count), enough - count)
        for _ in range(steps):
            digit = inverse @ (rest[0] % p) % p
            rest -= matrix @ digit
            carried = rest[:-1] // p
            rest[:-1] -= carried * p  # now the lowest digit is 0
            rest[:-1], rest[-1] = rest[1:] + carried, 0
            digits.append(digit)
        x = x + modulus * _joined(digits, p)
        modulus, count = modulus * p**steps, count + steps
        found = _rational(x.tolist(), modulus)
        if found or count == enough:
            return found


def _digits(A: NDArray, count: int, p: int) -> NDArray[np.int64]:
    """Return the digits of integers in the base p, the lowest first; the last has the sign."""
    digits = []
    for _ in range(count - 1):
        digits.append(A % p)
        A = A // p
    return np.array([*digits, A], dtype=np.int64)


def _joined(digits: Sequence[NDArray], base: int) -> NDArray:
    """Return the numbers with these digits, the lowest first, by joining neighbours."""
    numbers = list(np.array(digits, dtype=object))
    while len(numbers) > 1:
        pairs = zip(numbers[::2], [*numbers[1::2], 0], strict=False)
        numbers, base = [low + base * high for low, high in pairs], base * base
    return numbers[0]


def _rational(values: list[int], modulus: int) -> list[int]:
    """Return numerators and, last, a common denominator that are these values modulo a number.

    Empty where there are none that are shorter than chance would have it.
    """
    bound = isqrt(modulus >> 33)
    numerators: list[int] = []
    common = 1
    for value in values:
        r, s, a, b = modulus, value * common % modulus, 0, 1
        if modulus - s <= bound:
            s -= modulus
        while abs(s) > bound:  # Euclid's algorithm, with s = b value common throughout
            q = r // s
            r, s, a, b = s, r - q * s, b, a - q * b
        if abs(b) > bound:
            return []
        numerators, common = [n * abs(b) for n in numerators], common * abs(b)
        numerators.append(s if b > 0 else -s)
    return [*numerators, common]


def combination(points: ArrayLike, coef: ArrayLike) -> NDArray:
    """Return the sum of some points with these weights, (d,), as fractions."""
    (X,), e = integers(points)
    weights = np.array([Fraction(weight) for weight in np.asarray(coef).tolist()], dtype=object)
    return weights @ X * power(e)


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
    inside, outside, before = np.arange(m, m + n), np.arange(m), 1  # the variables' numbers
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
    Z: NDArray, side: NDArray[np.intp], weights: Sequence[Fraction]
) -> tuple[list[Fraction], NDArray[np.float64]]:
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
    used = [i for i, weight in enumerate(weights) if weight]
    held = [weights[i] for i in used]
    while True:
        own, total = _nearest_of_planes(Z[used], sides[used])
        falling = [i for i, o in enumerate(own) if o < 0]
        if falling:
            away = [
                Fraction(o, total or 1) - (h if total else 0)
                for o, h in zip(own, held, strict=True)
            ]
            share = min(-held[i] / away[i] for i in falling)
            held = [h + share * a for h, a in zip(held, away, strict=True)]
            stays = [i for i, h in enumerate(held) if h > 0]
            used, held = [used[i] for i in stays], [held[i] for i in stays]
            continue
        held = [Fraction(o, total) for o in own]
        p = own @ Z[used]
        scores = Z @ p
        short = {}  # how far the lowest point of each hull lies below those that are used
        for h in range(sides.shape[1]):
            low = int(min(np.flatnonzero(side == h), key=scores.__getitem__))
            short[low] = max(scores[i] for i in used if side[i] == h) - scores[low]
        new = max(short, key=short.__getitem__)
        if not short[new]:
            found = [Fraction(0)] * len(Z)
            for i, weight in zip(used, held, strict=True):
                found[i] = weight
            size = max(map(abs, p)) or 1
            return found, np.array([value / size for value in p.tolist()])
        used, held = [*used, new], [*held, Fraction(0)]


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
