"""Search for the point of the hulls nearest to the origin: floats propose, exact numbers decide.

The search is one loop. It holds some rows of the problem, the *working set*; finds the nearest
point of their hulls; asks what it proves about all rows; and lets those join that lie lower. Where
floats do not get on it goes on in integers; and where the columns are of very different sizes, or
depend on each other up to rounding, it looks at other columns that say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from .._arithmetic import norm, unit
from .._validate import Array
from .elimination import cancelling, nearest_point
from .exact import TOLERANCE, distance_below, root_above, rough_scores, squared_length, vectors
from .points import RationalPoints
from .problem import Problem

CANCELLATION = 1e-9  # a combination this short, against the lengths that it combines, may be zero
QR_ROWS = 50  # rows for which an orthogonal decomposition takes no longer
PIVOT_RATIO = 0.01  # ratio of entries of a triangular factor up to which it is accurate
WORKING_SET = 500  # rows up to which all are looked at together
BATCH = 32  # rows of each hull that join at a time
PENALTY = 2.0**20  # weight of the equation that makes the weights of both hulls sum to the same
EXACT_ROWS = 80  # rows that may be combined exactly
DEPENDENT = 1e-9  # what a column has of its own, against the largest, to count as dependent
COEF_BITS = 60  # binary digits of the coefficients by which dependent columns are reduced
UNTANGLED_ENTRIES = 1_000_000  # of a problem whose columns may be reduced


@dataclass(frozen=True, eq=False)
class Nearest:
    """What is proved so far about the distance of a problem's hulls, or of its one hull from 0.

    The unit vector w, (d,), proves that it is at least `lower`, the weights coef of some rows,
    (k,) each, summing to 1 in each hull, that it is at most `upper`. Where it is 0, `weights` are
    positive integers with which the rows cancel exactly. Both are distances, not margins; of two
    hulls the best margin is half of it.
    """

    w: Array
    lower: float
    upper: float
    rows: NDArray[np.intp]
    coef: Array
    weights: tuple[int, ...] = ()

    def all_weights(self, n: int) -> Array:
        """Return the weights of all n rows, most of them 0."""
        coef = np.zeros(n, dtype=self.coef.dtype)
        coef[self.rows] = self.coef
        return coef


def nearest(problem: Problem, tolerance: float = TOLERANCE) -> Nearest:
    """Find the nearest point to a relative tolerance, or as near as it can be found."""
    *_, found = search(problem, tolerance)
    return found


def search(problem: Problem, tolerance: float = TOLERANCE) -> Iterator[Nearest]:
    """Yield what is proved about the distance, better and better; the last is the answer."""
    for found in search_columns(problem, tolerance):
        yield found
    if not found.lower and not found.weights:
        yield _in_equal_columns(problem, found)


def search_columns(
    problem: Problem, tolerance: float, *, untangle: bool = True
) -> Iterator[Nearest]:
    """Yield what is proved about the distance by looking at the columns as they are."""
    zero = np.zeros(problem.center.size)
    best = Nearest(zero, 0.0, np.inf, np.empty(0, np.intp), np.empty(0))
    rows, coef, exactly = _first_rows(problem), np.empty(0), False
    while True:
        side = problem.side[rows]
        if exactly:
            coef, p = nearest_point(vectors(problem, rows)[0], side, coef)
        else:
            coef, p = _polished(_weights(problem.Z[rows], side), problem.Z[rows], side)
        used, rounded = coef > 0, coef.astype(float)

        # A combination so short is either 0 or lost in its own rounding: integers know.
        short = norm(p) <= CANCELLATION * (rounded @ problem.lengths[rows])
        if short and (no_distance := _cancelling_rows(problem, rows[used], rounded[used])):
            yield no_distance
            return

        w = unit(p)
        best = _better(best, problem, rows[used], rounded[used], w)
        if exactly and best.lower < (1 - tolerance) * best.upper:  # rounding the weights costs
            best = _better(best, problem, rows[used], coef[used], w)
        yield best
        if best.lower and best.lower >= (1 - tolerance) * best.upper:
            return

        new = _lower_rows(problem, rows, used, p, exactly)
        if new.size and (exactly or not short):
            rows, coef = np.append(rows, new), np.append(coef, [Fraction(0)] * new.size)
        elif untangle and not exactly and short and (found := _untangled(problem)):
            yield found
            return
        elif not exactly and used.sum() <= EXACT_ROWS:
            rows, coef, exactly = rows[used], _sum_to_one(coef[used], side[used]), True
        elif exactly and not best.lower and rows.size < len(problem.Z) <= EXACT_ROWS:
            # What floats tell of the rows left out may be nothing but rounding: ask integers.
            known = dict(zip(rows.tolist(), coef, strict=True))
            rows = np.arange(len(problem.Z))
            coef = np.array([known.get(row, Fraction(0)) for row in rows.tolist()])
        else:
            return


def _in_equal_columns(problem: Problem, known: Nearest) -> Nearest:
    """Decide on columns of equal size where the search on the columns as they are could not.

    They are divided by powers of two, which moves no example to another side of any hyperplane.
    """
    sizes = 2.0 ** np.frexp(np.abs(problem.Z).max(axis=0))[1]
    if isinstance(problem.X, RationalPoints):
        scaled = problem.X.divided(sizes)
    else:
        scaled = problem.X / sizes
        if (scaled * sizes != problem.X).any():  # an entry so small that it cannot be divided
            return known
    *_, found = search_columns(Problem(scaled, problem.signs, problem.intercept), 1.0)
    if found.weights:
        return found
    w = unit(found.w * (sizes.min() / sizes))
    lower = distance_below(problem, w)
    return replace(known, w=w, lower=lower) if lower else known


def _untangled(problem: Problem) -> Nearest | None:
    """Return the rows that cancel where columns are, up to rounding, dependent; None if none do.

    What such a column has of its own, 1e-16 of it perhaps, decides whether rows cancel exactly, and
    floats do not see it. So the combination of other columns that it nearly is is taken away, in
    integers, and the rest enlarged by a power of two. Rows that cancel then have cancelled before:
    what was taken away is a combination of columns that are 0.
    """
    from scipy.linalg import qr  # slow to import

    n, d = problem.Z.shape
    if n < 2 or n * d > UNTANGLED_ENTRIES:
        return None
    exponents = np.frexp(np.abs(problem.Z).max(axis=0))[1]
    columns = np.ldexp(problem.signs[:, None] * problem.Z, -exponents)
    R, order = qr(columns, mode="r", pivoting=True)
    own = np.abs(np.diag(R))
    rank = int((own > DEPENDENT * own[0]).sum())
    if rank in (0, d):
        return None
    base, rest = order[:rank], order[rank:]
    coef = np.linalg.lstsq(columns[:, base], columns[:, rest], rcond=None)[0]

    # Each column in units of its own size, so that the coefficients are those of `columns`.
    whole, _ = vectors(problem, np.arange(n))
    whole = problem.signs.astype(int)[:, None] * whole << (max(exponents) - exponents).astype(
        object
    )
    factors = np.array([int(c) for c in np.rint(np.ldexp(coef, COEF_BITS)).flat], dtype=object)
    left = (whole[:, rest] << COEF_BITS) - whole[:, base] @ factors.reshape(coef.shape)
    whole = np.hstack([whole[:, base], left])
    bits = [max(abs(value) for value in column).bit_length() for column in whole.T]
    whole = whole << np.array([max(bits) - length for length in bits], dtype=object)
    unit = Fraction(1, 1 << max(bits))
    points = RationalPoints(
        (whole / unit.denominator).astype(float), lambda rows: (whole[rows], unit)
    )
    enlarged = Problem(points, problem.signs, problem.intercept)
    *_, found = search_columns(enlarged, 1.0, untangle=False)
    return found if found.weights else None


def _first_rows(problem: Problem) -> NDArray[np.intp]:
    """Return all rows, or of very many those that lie lowest in the direction of the means."""
    n, d = problem.Z.shape
    if n <= max(WORKING_SET, 4 * d):
        return np.arange(n)
    scores = problem.Z @ sum(problem.Z[rows].mean(axis=0) for rows in problem.rows_of_side)
    return np.concatenate([_lowest(scores, rows, 2 * d + 2) for rows in problem.rows_of_side])


def _lowest(scores: Array, rows: NDArray[np.intp], k: int) -> NDArray[np.intp]:
    """Return the k of these rows that have the smallest scores, all if there are fewer."""
    return rows[np.argpartition(scores[rows], k)[:k]] if rows.size > k else rows


def _weights(Z: Array, side: NDArray[np.intp]) -> Array:
    """Return nearly the right weights, from one non-negative least-squares problem.

    Minimizing norm(Z^T mu)^2 + (1 - sum(mu))^2 over mu >= 0 has the right ones, up to their sum, as
    its answer: for a fixed sum only the first term is left. Of two hulls the sums are held equal by
    a heavy equation.
    """
    from scipy.optimize import lsq_linear, nnls  # slow to import

    n, d = Z.shape
    if d > n:  # only the inner products count
        L = _factor(Z)
        Z = np.asarray(np.linalg.qr(Z.T, mode="r")).T if L is None else L
    equal = [PENALTY * (1.0 - 2.0 * side)] if side.any() else []
    equations = np.vstack([*equal, np.ones(n), Z.T])
    target = np.zeros(len(equations))
    target[len(equal)] = 1.0
    try:
        mu, _ = nnls(equations, target, maxiter=30 * n)
    except RuntimeError:  # before scipy 1.15, as in the browser, it may go round in circles
        bounds = 0.0, np.inf
        mu = lsq_linear(equations, target, bounds, "bvls", tol=1e-14, max_iter=30 * n).x
    mu = mu + (np.bincount(side, mu) == 0.0)[side]  # a hull without weights has equal ones
    return mu / np.bincount(side, mu)[side]


def _factor(Z: Array) -> Array | None:
    """Return the triangular L with L L^T = Z Z^T, None for few rows or nearly dependent ones."""
    if len(Z) <= QR_ROWS:
        return None
    try:
        L = np.asarray(np.linalg.cholesky(Z @ Z.T))
    except np.linalg.LinAlgError:
        return None
    sizes = np.diag(L)
    return L if (sizes >= PIVOT_RATIO * sizes.max(initial=0.0)).all() else None


def _polished(coef: Array, Z: Array, side: NDArray[np.intp]) -> tuple[Array, Array]:
    """Return the nearest point of the planes of the rows in use, and its weights if convex.

    A combination loses the digits that cancel in it, a projection does not; the second projection
    removes what rounding left of the first.
    """
    used = np.flatnonzero(coef)
    first = np.unique(side[used], return_index=True)[1]
    others = np.delete(np.arange(used.size), first)
    edges = Z[used[others]] - Z[used[first]][side[used[others]]]
    p, own, L = Z[used[first]].sum(axis=0), np.zeros(used.size), _factor(edges)
    for _ in range(2):
        if L is None:
            step = np.linalg.lstsq(edges.T, -p, rcond=None)[0]
        else:
            step = np.linalg.solve(L.T, np.linalg.solve(L, edges @ -p))
        p, own[others] = p + step @ edges, own[others] + step
    own[first] = 1.0 - np.bincount(side[used], own)
    if (own > 0).all():
        coef = np.zeros(len(Z))
        coef[used] = own
    return coef, p


def _sum_to_one(weights, side: NDArray[np.intp]) -> NDArray:
    """Return the weights as fractions whose sum is 1 in each hull."""
    whole = np.array([Fraction(weight) for weight in weights])
    return whole / np.array([whole[side == h].sum() for h in range(side.max() + 1)])[side]


def _cancelling_rows(problem: Problem, rows: NDArray[np.intp], coef: Array) -> Nearest | None:
    """Return the proof that the distance is 0, if some of the rows cancel exactly."""
    system = vectors(problem, rows)[0].T
    system = system[(system != 0).any(axis=1)]
    if problem.intercept:
        system = np.vstack([system, problem.signs[rows].astype(int).astype(object)])
    kept, weights = cancelling(system, coef)
    if not weights:
        return None
    shares = _sum_to_one(weights, problem.side[rows[kept]])
    if (shares.astype(float) == shares).all():  # floats can say it exactly
        shares = shares.astype(float)
    return Nearest(np.zeros(problem.center.size), 0.0, 0.0, rows[kept], shares, weights)


def _better(best: Nearest, problem: Problem, rows: NDArray, coef: Array, w: Array) -> Nearest:
    """Return what is proved so far, together with what w and the combination prove."""
    upper = root_above(squared_length(problem, rows, coef, rough=True))
    if upper < best.upper:
        best = replace(best, upper=upper, rows=rows, coef=coef)
    if w.any():
        lower = distance_below(problem, w)
        if lower > best.lower:
            best = replace(best, w=w, lower=lower)
    return best


def _lower_rows(problem: Problem, rows: NDArray, used: NDArray, p: Array, exactly: bool) -> NDArray:
    """Return rows of each hull that lie lower than all that are used, or may do so.

    In integers only those count that certainly do, so that the search cannot repeat itself.
    """
    scores, error = rough_scores(problem, p)
    new = []
    for of_hull in problem.rows_of_side:
        base = scores[np.intersect1d(rows[used], of_hull)].min()
        slack = -error[of_hull] if exactly else error[of_hull]
        low = of_hull[scores[of_hull] + slack < base]
        new.append(_lowest(scores, np.setdiff1d(low, rows), BATCH))
    return np.concatenate(new)
