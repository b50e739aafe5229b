r"""The point of a convex hull nearest to the origin, and the distance of two hulls.

.. math:: \mathrm{dist}(K, L) = \min_{p\in K,\, q\in L}\|p-q\|
          = \max_{\|u\|=1}\bigl(\min_{p\in K} u\cdot p - \max_{q\in L} u\cdot q\bigr)^+
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _exact
from .._arithmetic import norm
from .._domain import domain
from .._validate import Array, check_choice, check_points
from ..bounds.sparse_separation import STEPS
from ..certificates import Certificate
from .signed import Signed

TOLERANCE = 1e-9  # relative gap between what is reached and its bound at which a search ends
CANCELLATION = 1e-9  # a combination this short, against the lengths that it combines, may be zero
QR_ROWS = 50  # rows for which an orthogonal decomposition takes no longer
PIVOT_RATIO = 0.01  # ratio of entries of a triangular factor up to which it is accurate
WORKING_SET = 500  # examples up to which all are looked at together
BATCH = 32  # examples of each class that join at a time
PENALTY = 2.0**20  # weight of the equation that makes the weights of both classes sum to the same
EXACT_ROWS = 80  # examples that may be combined exactly


@dataclass(frozen=True, eq=False)
class HullDistance(Certificate):
    """The nearest points of two hulls, with the certificate that none are nearer.

    The points, (d,), are p = P_coef @ P and q = Q_coef @ Q with convex weights; they lie no farther
    apart than `distance`. No two points are nearer than `lower`, for the unit vector w, (d,), has
    all w . P_i - w . Q_j at least there. Where the hulls meet, distance, w and lower are 0.
    """

    distance: float
    p: Array
    q: Array
    P_coef: Array
    Q_coef: Array
    w: Array
    lower: float

    def _lines(self, P: ArrayLike, Q: ArrayLike) -> Iterator[tuple[str, bool]]:
        P, Q = _sets(P, Q)
        sample = of_sets(P, Q)
        yield from convex_lines(self.P_coef, len(P))
        yield from convex_lines(self.Q_coef, len(Q))
        coef = np.concatenate([self.P_coef, self.Q_coef])
        rows = np.flatnonzero(coef)
        yield "p = P_coef @ P, rounded", (self.p == _exact.mean(P, self.P_coef)).all()
        yield "q = Q_coef @ Q, rounded", (self.q == _exact.mean(Q, self.Q_coef)).all()
        square = sample.combined(rows, coef[rows])
        yield "the combination is no longer than distance", _exact.at_most(square, self.distance)
        yield "w proves that no points are nearer than lower", sample.proves(self.w, self.lower)


@dataclass(frozen=True, eq=False)
class Approach:
    """Iterates in the hull of all differences p - q, nearer and nearer to 0; x is the last one.

    No distance is larger than their `norms`, (T,), and none smaller than `lower`, (T,): the min
    over the pairs of x_t . (p - q) / norm(x_t).
    """

    norms: Array
    lower: Array
    x: Array


def hull_distance(P: ArrayLike, Q: ArrayLike) -> HullDistance:
    r"""Find the nearest points of the hulls of two finite sets.

    The difference p - q is the nearest point of the hull of P plus the hull of -Q: Wolfe's
    algorithm, with one set of weights for each. Source: statement A-Thm1.5; Wolfe 1976; chapter 9.

    Parameters
    ----------
    P, Q : (n, d) and (m, d) arrays.  Points as rows.

    Examples
    --------
    >>> found = hull_distance([[0, 0], [0, 2]], [[1, 1], [2, 0]])
    >>> found.distance, found.p, found.P_coef
    (1.0, array([0., 1.]), array([0.5, 0.5]))
    """
    P, Q = _sets(P, Q)
    found = nearest(of_sets(P, Q))
    on_P, on_Q = np.split(found.weigh(len(P) + len(Q)), [len(P)])
    p, q = _exact.mean(P, on_P), _exact.mean(Q, on_Q)
    return HullDistance(found.upper, p, q, on_P, on_Q, found.w, found.lower)


@domain(rounds="[1, inf)")
def approach(P: ArrayLike, Q: ArrayLike, step: str, rounds: int) -> Approach:
    r"""Walk towards the nearest points, each time in the direction of the worst pair.

    All three are Frank and Wolfe's method for norm(x)**2 / 2. x_1 is the difference of the first
    two rows. Source: chapter 9.

    Parameters
    ----------
    P, Q : (n, d) and (m, d) arrays
        Points as rows. With Q = [[0, ..., 0]]: the hull of P against the origin.
    step : str
        x goes to x + s (z - x), z the worst difference. "average": s = 1/t, so that x_t is the
        perceptron's w_t / t. "open": s = 2 / (t + 1), Frank and Wolfe's. "line": the s that makes
        the length smallest, von Neumann's and Gilbert's.
    rounds : int, >= 1.  T.

    Examples
    --------
    >>> approach([[1, 1], [1, -1]], [[0, 0]], "line", 2).norms
    array([1.414..., 1.        ])
    """
    P, Q = _sets(P, Q)
    check_choice(step, "step", STEPS)
    x = P[0] - Q[0]
    norms, lower = np.empty(rounds), np.empty(rounds)
    for t in range(rounds):
        z = P[np.argmin(P @ x)] - Q[np.argmax(Q @ x)]
        norms[t] = np.linalg.norm(x)
        lower[t] = x @ z / (norms[t] or 1.0)
        way = x - z
        if t + 1 < rounds and way.any():
            line = float(np.clip(x @ way / (way @ way), 0.0, 1.0))
            x = x - {"average": 1 / (t + 2), "open": 2 / (t + 3), "line": line}[step] * way
    return Approach(norms, lower, x)


def convex_lines(coef: NDArray, count: int) -> Iterator[tuple[str, bool]]:
    """Yield the claims that weights are those of a mean of so many points."""
    yield "there is a weight for each point", coef.shape == (count,)
    finite = all(0 <= weight < np.inf for weight in coef)
    yield "no weight is negative, or infinite", finite
    yield "some weight is positive", bool((coef > 0).any())


def of_sets(P: Array, Q: Array) -> Signed:
    """Return two sets of points as a sample, the second with the sign -1."""
    return Signed(np.concatenate([P, Q]), np.repeat([1.0, -1.0], [len(P), len(Q)]), True)


def _sets(P: ArrayLike, Q: ArrayLike) -> tuple[Array, Array]:
    P, Q = check_points(P, "P"), check_points(Q, "Q")
    if P.shape[1] != Q.shape[1]:
        raise ValueError(f"P and Q must lie in one space; got shapes {P.shape} and {Q.shape}.")
    return P, Q


@dataclass(frozen=True, eq=False)
class Nearest:
    """What is proved about the nearest points of the hulls of signed examples.

    With an intercept the hulls are those of the two classes, without it is the one of all signed
    examples and the origin. The unit vector w, (d,), proves that none are nearer than `lower`, the
    convex weights coef of some rows, summing to 1 in each class, that some are as near as `upper`.
    Where the hulls meet, `weights` are positive integers with which the rows cancel exactly.
    """

    w: Array
    lower: float
    upper: float
    rows: NDArray[np.intp]
    coef: Array
    weights: tuple[int, ...] = ()

    def weigh(self, n: int) -> Array:
        """Return the weights of all n examples."""
        coef = np.zeros(n, dtype=self.coef.dtype)
        coef[self.rows] = self.coef
        return coef


def nearest(sample: Signed, tolerance: float = TOLERANCE) -> Nearest:
    """Find the nearest points, to a relative tolerance, and prove it.

    Of many examples a few are enough: those that are lower than all of them join, until none is.
    Floating point proposes weights and a direction; what they prove is computed exactly. Where that
    is not enough the search goes on in exact arithmetic, if it does not take too long. Ctrl-C
    raises a KeyboardInterrupt with what is proved so far as its `found`.
    """
    best = Nearest(np.zeros(sample.Z.shape[1]), 0.0, np.inf, np.empty(0, np.intp), np.empty(0))
    rows, coef, exactly = _first_rows(sample), np.empty(0), False
    try:
        while True:
            side = sample.side[rows]
            if exactly:
                coef, p = _exact.nearest(sample.exact(rows)[0], side, coef)
            else:
                coef, p = _polished(_weights(sample.Z[rows], side), sample.Z[rows], side)
            used, rounded = coef > 0, coef.astype(float)
            short = norm(p) <= CANCELLATION * (rounded @ sample.lengths[rows])
            if short:
                meeting, weights = _cancelling(sample, rows[used], rounded[used])
                if weights:
                    shares = _normalised(weights, sample.side[meeting])
                    if (shares.astype(float) == shares).all():  # floats can say it exactly
                        shares = shares.astype(float)
                    return Nearest(np.zeros(p.size), 0.0, 0.0, meeting, shares, weights)
            best = _better(best, sample, rows[used], rounded[used], p)
            if exactly and best.lower < (1 - tolerance) * best.upper:  # floats may be too coarse
                best = _better(best, sample, rows[used], coef[used], p)
            if best.lower and best.lower >= (1 - tolerance) * best.upper:
                return best
            new = _lower_rows(sample, rows, used, p, exactly)
            if new.size and (exactly or not short):
                rows, coef = np.append(rows, new), np.append(coef, [Fraction(0)] * new.size)
            elif not exactly and used.sum() <= EXACT_ROWS:
                rows, coef, exactly = rows[used], _normalised(coef[used], side[used]), True
            else:
                return best
    except (KeyboardInterrupt, MemoryError) as stop:
        stop.found = best  # type: ignore[union-attr]
        raise


def _first_rows(sample: Signed) -> NDArray[np.intp]:
    n, d = sample.Z.shape
    if n <= max(WORKING_SET, 4 * d):
        return np.arange(n)
    scores = sample.Z @ sum(sample.Z[rows].mean(axis=0) for rows in sample.classes)
    return np.concatenate([lowest(scores, rows, 2 * d + 2) for rows in sample.classes])


def lowest(scores: Array, rows: NDArray[np.intp], k: int) -> NDArray[np.intp]:
    """Return the k of these rows that have the smallest scores, all if there are fewer."""
    return rows[np.argpartition(scores[rows], k)[:k]] if rows.size > k else rows


def _weights(Z: Array, side: NDArray[np.intp]) -> Array:
    """Return nearly the right weights, from one non-negative least-squares problem.

    Minimising norm(Z^T mu)^2 + (1 - sum(mu))^2 over mu >= 0 has the right ones, up to their sum, as
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
    mu = mu + (np.bincount(side, mu) == 0.0)[side]  # a class without weights has equal ones
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
    """Return the nearest point of the planes of the points in use, and its weights if convex.

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


def _normalised(weights: Iterable, side: NDArray[np.intp]) -> NDArray:
    """Return the weights as fractions whose sum is 1 in each class."""
    whole = np.array([Fraction(weight) for weight in weights])
    return whole / np.array([whole[side == h].sum() for h in range(side.max() + 1)])[side]


def _better(best: Nearest, sample: Signed, rows: NDArray, coef: Array, p: Array) -> Nearest:
    """Return what is proved so far, together with what p and the combination prove."""
    upper = _exact.root_above(sample.combined(rows, coef, rough=True))
    if upper < best.upper:
        best = replace(best, upper=upper, rows=rows, coef=coef)
    if p.any():
        w = unit(p)
        lower = sample.apart(w, rough=True)
        if lower > best.lower:
            best = replace(best, w=w, lower=lower)
    return best


def unit(p: Array) -> Array:
    """Return p divided by its length, which may be too small to be squared; 0 stays 0."""
    w = p / (np.abs(p).max() or 1.0)
    return w / (norm(w) or 1.0)


def _lower_rows(sample: Signed, rows: NDArray, used: NDArray, p: Array, exactly: bool) -> NDArray:
    """Return examples of each class that lie lower than all that are used, or may do so."""
    scores, error = sample.scores(p)
    new = []
    for of_class in sample.classes:
        base = scores[np.intersect1d(rows[used], of_class)].min()
        slack = -error[of_class] if exactly else error[of_class]
        low = of_class[scores[of_class] + slack < base]
        new.append(lowest(scores, np.setdiff1d(low, rows), BATCH))
    return np.concatenate(new)


def _cancelling(sample: Signed, rows: NDArray, coef: Array) -> tuple[NDArray, tuple[int, ...]]:
    """Return rows, and positive integers with which they cancel exactly, none to spare.

    The weights known so far are moved along what cancels, and rows leave whose weights vanish.
    """
    system = sample.exact(rows)[0].T
    system = system[(system != 0).any(axis=1)]
    if sample.intercept:
        system = np.vstack([system, sample.s[rows].astype(int).astype(object)])
    held = np.array([Fraction(c) for c in coef.tolist()], dtype=object)
    keep = np.arange(rows.size)
    while (v := _exact.kernel(system[:, keep])) is not None:
        if not (v > 0).any():
            v = -v
        if (v >= 0).all():
            keep, v = keep[v > 0], v[v > 0]
            return rows[keep], tuple(int(c) for c in v // gcd(*v))
        held = held - min(held[v > 0] / v[v > 0]) * v
        keep, held = keep[held > 0], held[held > 0]
    return rows[:0], ()
