r"""Exact arithmetic on floats as they are, and what it proves about a `Problem`.

A float is an integer times a power of two. Arrays of Python's integers, of any length, hold them.
A direction w proves that hulls are apart, weights prove that they come near:

.. math:: \frac{1}{\|w\|} \sum_h \min_{i \in h} s_i\, w\cdot(x_i - c)
          \;\le\; \mathrm{dist} \;\le\; \bigl\|\sum_i \lambda_i s_i (x_i - c)\bigr\|

where :math:`s_i` are the signs, c is the center, h runs through the hulls, and the weights
:math:`\lambda` sum to 1 in each.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import hypot, isqrt, lcm, ldexp, prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._validate import Array
from .points import RationalPoints, fractions
from .problem import Problem, exact_center, exact_point

BLOCK = 200_000  # products of integers at once
UNIT = 2.0**-53  # the largest relative error of one operation
TOLERANCE = 1e-9  # relative gap between what is reached and its bound at which a search ends

# Numbers


def integers(*arrays: ArrayLike) -> tuple[list[NDArray], int]:
    """Return arrays of Python's integers, and the e for which the floats are these times 2^e."""
    parts = [np.frexp(np.asarray(a, dtype=float)) for a in arrays]
    e = min((int(e[m != 0].min()) for m, e in parts if m.any()), default=53) - 53
    found = []
    for m, exponent in parts:
        shift = np.maximum(exponent - 53 - e, 0).astype(object)
        found.append(np.asarray((m * 2.0**53).astype(np.int64).astype(object) << shift))
    return found, e


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


def at_most(square: Fraction, bound: float) -> bool:
    """Whether a length with this square is at most a bound."""
    return bool(0 <= bound < np.inf) and square <= Fraction(bound) ** 2


def dot(a: NDArray, b: NDArray) -> Fraction:
    """Return the inner product of a vector of floats with one of floats or of fractions."""
    if b.dtype == object:
        return Fraction(fractions(a) @ fractions(b))
    (left,), e = integers(a)
    (right,), f = integers(b)
    return int(left @ right) * Fraction(2) ** (e + f)


def squared(w: Array) -> Fraction:
    """Return the squared length of a vector."""
    return dot(w, w)


def combination(points: ArrayLike, weights: ArrayLike) -> NDArray:
    """Return the sum of some points with these weights, (d,), as fractions."""
    (X,), e = integers(points)
    return fractions(np.asarray(weights)) @ X * Fraction(2) ** e


def mean(points: ArrayLike, weights: ArrayLike) -> NDArray[np.float64]:
    """Return the mean of some points with these weights, each coordinate rounded once."""
    whole = proportional(weights)
    return (combination(points, whole) / Fraction(int(whole.sum()))).astype(float)


# Problems


def whole_rows(X: Array | RationalPoints, rows: NDArray) -> tuple[NDArray, Fraction]:
    """Return some points as integers, and their unit."""
    if isinstance(X, RationalPoints):
        return X.whole(rows)
    (whole,), e = integers(X[rows])
    return whole, Fraction(2) ** e


def vectors(problem: Problem, rows: NDArray[np.intp]) -> tuple[NDArray, Fraction]:
    """Return integers and a unit: their products are the vectors of some rows."""
    signs = problem.signs[rows].astype(int)[:, None]
    if isinstance(problem.X, RationalPoints):
        if problem.center_row is None:
            whole, unit = problem.X.whole(rows)
            return signs * whole, unit
        whole, unit = problem.X.whole(np.append(rows, problem.center_row))
        return signs * (whole[:-1] - whole[-1]), unit
    (X, center), e = integers(problem.X[rows], problem.center)
    return signs * (X - center), Fraction(2) ** e


def center_score(problem: Problem, w: Array) -> Fraction:
    """Return the inner product of w with the center."""
    rational = isinstance(problem.X, RationalPoints)
    return dot(w, exact_center(problem) if rational else problem.center)


def rough_scores(problem: Problem, w: Array) -> tuple[Array, Array]:
    """Return scores in proportion to s_i w . (x_i - c), in floats, and bounds for their errors.

    The factor is a power of two: x_i - c in units of the scale, and the entries of w at most 1.
    """
    w = np.ldexp(w, -np.frexp(np.abs(w).max())[1])  # so that its length does not underflow
    slack = 2 * (w.size + 4) * UNIT * float(np.linalg.norm(w))
    length = float(np.linalg.norm(w)) * (1 + slack)
    return problem.Z @ w, slack * problem.lengths + length * problem.errors


def lowest_scores(problem: Problem, w: Array, *, rough: bool = False) -> list[Fraction]:
    """Return the lowest score s_i w . (x_i - c) of each hull.

    Floats with their error bounds say which rows can be the lowest; usually it is one or two, and
    only theirs are computed exactly. With `rough`, where there are very many such rows, the answer
    is a little lower than it should be, which makes what follows from it weaker, but not wrong.
    """
    score, error = rough_scores(problem, w)
    (whole,), e = integers(w)
    found, many = [], max(1, BLOCK // w.size)
    for rows in problem.rows_of_side:
        race = rows[score[rows] - error[rows] <= (score[rows] + error[rows]).min()]
        if rough and race.size > many:
            low = Fraction(float((score[rows] - 3 * error[rows]).min())) * Fraction(problem.scale)
            found.append(low * Fraction(2) ** int(np.frexp(np.abs(w).max())[1]))
            continue
        lows = []
        for start in range(0, len(race), many):
            Z, unit = vectors(problem, race[start : start + many])
            lows.append(int((Z @ whole).min()) * unit)
        found.append(min(lows) * Fraction(2) ** e)
    return found


def lowest_row(problem: Problem, w: Array) -> int:
    """Return a row of the first hull with its lowest score."""
    score, error = rough_scores(problem, w)
    rows = problem.rows_of_side[0]
    race = rows[score[rows] - error[rows] <= (score[rows] + error[rows]).min()]
    (whole,), _ = integers(w)
    return int(min(race, key=lambda row: (vectors(problem, np.array([row]))[0] @ whole)[0]))


def distance_below(problem: Problem, w: Array) -> float:
    """Return a distance, rounded down, that w proves the hulls to have; 0 if it proves none."""
    total = sum(lowest_scores(problem, w, rough=True))
    return root_below(total**2 / squared(w)) if total > 0 else 0.0


def proves_distance(problem: Problem, w: Array, lower: float) -> bool:
    """Whether w proves this distance; w = 0 proves a distance of 0."""
    if w.shape != problem.center.shape or not np.isfinite(w).all():
        return False
    if not w.any():
        return lower == 0
    total = sum(lowest_scores(problem, w))
    proved = total**2 >= Fraction(lower) ** 2 * squared(w) if 0 <= lower < np.inf else False
    return total >= 0 and proved


def squared_length(
    problem: Problem, rows: NDArray[np.intp], coef: NDArray, *, rough: bool = False
) -> Fraction:
    """Return the squared length of a combination, whose weights are made to sum to 1 in each hull.

    With `rough`, where the combination has very many entries, the answer is a little larger.
    """
    side = problem.side[rows]
    if rough and rows.size * problem.center.size > BLOCK:
        coef = coef.astype(float)
        coef = coef / np.bincount(side, coef)[side]
        slack = 4 * (rows.size + problem.center.size + 4) * UNIT
        length = hypot(*(coef @ problem.Z[rows])) * (1 + slack)
        most = length + float(coef @ (slack * problem.lengths[rows] + 2 * problem.errors[rows]))
        return (Fraction(most) * Fraction(problem.scale)) ** 2
    Z, unit = vectors(problem, rows)
    whole = proportional(coef)
    # A common denominator of both hulls' weights is the product of their sums.
    sums = [whole[side == h].sum() for h in range(len(problem.rows_of_side))]
    factors = np.array([prod(sums) // total for total in sums], dtype=object)
    p = (whole * factors[side]) @ Z
    return Fraction(int(p @ p), prod(sums) ** 2) * unit**2


def best_offset(problem: Problem, w: Array) -> tuple[float, float, Array]:
    """Return b, margin and origin of the hyperplane of w half-way between the hulls.

    The margin is rounded down. The origin is 0 if a float b is as good as any. A sample far away
    needs a b with more digits than a float has; then the origin is an example, and b is small. The
    center will do unless examples lie far from it, too, or it is no double and is rounded. What is
    left is an example next to the hyperplane, as exact as it was given: there b is the margin.
    """
    lows, square = lowest_scores(problem, w, rough=True), squared(w)
    zero = np.zeros(w.size)
    if not problem.intercept:
        return 0.0, root_below(max(lows[0], Fraction(0)) ** 2 / square), zero
    best = 0.0, 0.0, zero
    for origin in _origins(problem, w):
        shift = center_score(problem, w) - dot(w, origin)
        b = float((lows[1] - lows[0]) / 2 - shift)
        low = min(lows[0] + Fraction(b) + shift, lows[1] - Fraction(b) - shift)
        margin = root_below(max(low, Fraction(0)) ** 2 / square)
        if margin > best[1]:
            best = b, margin, origin
        if Fraction(best[1]) ** 2 * square >= Fraction(1 - TOLERANCE) * (sum(lows) / 2) ** 2:
            break
    return best


def _origins(problem: Problem, w: Array) -> Iterator[NDArray]:
    """Yield where b may be measured from, from the plainest to the most exact."""
    yield np.zeros(w.size)
    yield problem.center
    yield exact_point(problem, lowest_row(problem, w))


def keeps_margin(problem: Problem, w: Array, b: float, origin: Array, margin: float) -> bool:
    """Whether all points are at least margin, and more than 0, from w . (x - origin) + b = 0."""
    finite = all(abs(value) < np.inf for value in [*w, b, *origin, margin])  # fractions, too
    if w.shape != problem.center.shape or not w.any() or not finite:
        return False
    shift = Fraction(b) + center_score(problem, w) - dot(w, origin)
    lows = zip(lowest_scores(problem, w), (shift, -shift), strict=False)
    low = min(lowest + moved for lowest, moved in lows)
    return low > 0 and margin >= 0 and low**2 >= Fraction(margin) ** 2 * squared(w)
