r"""The point of a convex hull nearest to the origin, and the distance of two hulls.

.. math:: \mathrm{dist}(K, L) = \min_{p\in K,\, q\in L}\|p-q\|
          = \max_{\|u\|=1}\bigl(\min_{p\in K} u\cdot p - \max_{q\in L} u\cdot q\bigr)^+
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._domain import domain
from .._validate import Array, check_choice, check_points
from ..bounds.sparse_separation import STEPS

TINY = 1e-11  # a combination this short, against the lengths that it combines, counts as zero
SMALL_SAMPLE = 500  # rows up to which all are looked at together


@dataclass(frozen=True, eq=False)
class HullDistance:
    """The nearest points of two hulls, with the certificate that none are nearer.

    The points, (d,), are p = P_coef @ P and q = Q_coef @ Q with convex weights, w is the unit
    vector from q to p, and no two points are nearer than lower = min_i w . P_i - max_j w . Q_j.
    Where the hulls meet, up to rounding, distance, w and lower are 0.
    """

    distance: float
    p: Array
    q: Array
    P_coef: Array
    Q_coef: Array
    w: Array
    lower: float


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

    Parameters
    ----------
    P, Q : (n, d) and (m, d) arrays
        Points as rows.

    Returns
    -------
    HullDistance
        The points, their convex weights, and the certificate.

    Notes
    -----
    The difference p - q is the nearest point of the hull of P plus the hull of -Q: Wolfe's
    algorithm, with one set of weights for each. Source: statement A-Thm1.5; Wolfe 1976; chapter 9.

    Examples
    --------
    >>> found = hull_distance([[0, 0], [0, 2]], [[1, 1], [2, 0]])
    >>> found.distance, found.p, found.P_coef
    (1.0, array([0., 1.]), array([0.5, 0.5]))
    """
    P, Q = _sets(P, Q)
    centre, n = P[0], len(P)
    Z = np.concatenate([P - centre, centre - Q])
    coef, x = nearest_point(Z, np.repeat([0, 1], [n, len(Q)]))
    p, q = centre + coef[:n] @ Z[:n], centre - coef[n:] @ Z[n:]
    if cancels(coef, Z):
        return HullDistance(0.0, p, q, coef[:n], coef[n:], np.zeros_like(x), 0.0)
    length = float(np.linalg.norm(x))
    w = x / length
    lower = max(0.0, float((Z[:n] @ w).min() + (Z[n:] @ w).min()))
    return HullDistance(length, p, q, coef[:n], coef[n:], w, lower)


@domain(rounds="[1, inf)")
def approach(P: ArrayLike, Q: ArrayLike, step: str, rounds: int) -> Approach:
    r"""Walk towards the nearest points, each time in the direction of the worst pair.

    Parameters
    ----------
    P, Q : (n, d) and (m, d) arrays
        Points as rows. With Q = [[0, ..., 0]]: the hull of P against the origin.
    step : str
        x goes to x + s (z - x), z the worst difference. "average": s = 1/t, so that x_t is the
        perceptron's w_t / t. "open": s = 2 / (t + 1), Frank and Wolfe's. "line": the s that makes
        the length smallest, von Neumann's and Gilbert's.
    rounds : int, >= 1
        T.

    Returns
    -------
    Approach
        The bounds from both sides after each round.

    Notes
    -----
    All three are Frank and Wolfe's method for norm(x)**2 / 2. x_1 is the difference of the first
    two rows. Source: chapter 9.

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


def _sets(P: ArrayLike, Q: ArrayLike) -> tuple[Array, Array]:
    P, Q = check_points(P, "P"), check_points(Q, "Q")
    if P.shape[1] != Q.shape[1]:
        raise ValueError(f"P and Q must lie in one space; got shapes {P.shape} and {Q.shape}.")
    return P, Q


def cancels(coef: Array, Z: Array) -> bool:
    """Whether the combination is zero, up to rounding, against the lengths that it combines."""
    return bool(np.linalg.norm(coef @ Z) <= TINY * (coef @ np.linalg.norm(Z, axis=1)))


def nearest_point(Z: Array, side: NDArray[np.intp] | None = None) -> tuple[Array, Array]:
    """Find the point of the hull of the rows of Z, or of the sum of two hulls, nearest to 0.

    `side` is then 0 or 1 for the points of each. Returns convex weights, (n,), for each hull, and
    the point p = coef @ Z, (d,): there is no nearer one, since the smallest z . p, summed over the
    hulls, is norm(p)**2. Of many points a few are enough: those that are lower than all of them
    join, until none is.
    """
    n, d = Z.shape
    side = np.zeros(n, dtype=np.intp) if side is None else side
    if n <= SMALL_SAMPLE:
        return _wolfe(Z, side)
    sides = [np.flatnonzero(side == s) for s in range(side.max() + 1)]
    scores = Z @ sum(Z[rows].mean(axis=0) for rows in sides)
    some = np.concatenate([lowest(scores, rows, 2 * d + 2) for rows in sides])
    while True:
        few, p = _wolfe(Z[some], side[some])
        scores = Z @ p
        lower = [rows[scores[rows] < scores[np.intersect1d(rows, some)].min()] for rows in sides]
        if not any(rows.size for rows in lower) or cancels(few, Z[some]):
            coef = np.zeros(n)
            coef[some] = few
            return coef, p
        some = np.unique(np.concatenate([some, *(lowest(scores, r, 2 * d) for r in lower)]))


def lowest(scores: Array, rows: NDArray[np.intp], k: int) -> NDArray[np.intp]:
    """Return the k of these rows that have the smallest scores, all if there are fewer."""
    return rows[np.argpartition(scores[rows], k)[:k]] if rows.size > k else rows


def _wolfe(Z: Array, side: NDArray[np.intp]) -> tuple[Array, Array]:
    """Return what `nearest_point` does, by Wolfe's algorithm (1976).

    It holds a combination of some points, and goes towards the nearest point of their planes until
    a weight would turn negative, whose point is dropped; where none does, the lowest points join.
    Then the length decreases, or rounding has the last word.
    """
    norms = np.linalg.norm(Z, axis=1)
    weights = _first_weights(Z, side, norms)
    used = np.flatnonzero(weights)
    held, least, rounding = weights[used], np.inf, 4.0 * Z.shape[1] * np.finfo(float).eps
    while True:
        own, p = _nearest_of_planes(Z[used], side[used])
        falling = own < 0
        if falling.any():
            if not cancels(held, Z[used]):
                share = np.full(len(used), np.inf)
                share[falling] = held[falling] / (held - own)[falling]
                stays = np.arange(len(used)) != share.argmin()
                held = np.maximum(held + share.min() * (own - held), 0.0)
                used, held = used[stays], held[stays]
                continue
            own, p = held, held @ Z[used]
        held, length, scores = own, float(np.linalg.norm(p)), Z @ p
        low = [np.where(side == s, scores, np.inf).argmin() for s in range(side.max() + 1)]
        near = scores[low].sum() >= p @ p - rounding * norms.max() * length
        new = [i for i in low if i not in used]
        if near or not new or length >= least or cancels(held, Z[used]):
            weights = np.zeros(len(Z))
            weights[used] = held
            return weights, p
        used, held, least = np.append(used, new), np.append(held, np.zeros(len(new))), length


def _first_weights(Z: Array, side: NDArray[np.intp], norms: Array) -> Array:
    """Return weights that are right, or nearly, from one non-negative least-squares problem.

    Minimising norm(Z^T mu)^2 + (1 - sum(mu))^2 over mu >= 0 has the right ones, up to their sum, as
    its answer: for a fixed sum only the first term is left. For two hulls each has its sum, and the
    answer is near. Where scipy gives up, the shortest point is the first answer.
    """
    from scipy.optimize import nnls  # slow to import

    sums = np.eye(side.max() + 1)[:, side]
    size = 2.0 ** np.frexp(np.abs(Z).max())[1]
    target = np.r_[np.zeros(Z.shape[1]), np.ones(len(sums))]
    try:
        mu, _ = nnls(np.vstack([Z.T / size, sums]), target, maxiter=30 * len(Z))
    except RuntimeError:
        mu = np.zeros(len(Z))
    for one in sums:
        if not (one * mu).any():
            mu[np.where(one, norms, np.inf).argmin()] = 1.0
    return mu / (sums.T @ (sums @ mu))


def _nearest_of_planes(Z: Array, side: NDArray[np.intp]) -> tuple[Array, Array]:
    """Return affine weights of the point nearest to the origin in the plane of each side, and it.

    A combination loses the digits that cancel in it, a projection does not; the second projection
    removes what rounding left of the first.
    """
    first = np.unique(side, return_index=True)[1]
    p, edges = Z[first].sum(axis=0), (Z - Z[first[side]]).T
    own = np.zeros(len(Z))
    for _ in range(2):
        step = np.linalg.lstsq(edges, -p, rcond=None)[0]
        p, own = p + edges @ step, own + step
    own[first] = 0.0
    own[first] = 1.0 - np.bincount(side, own)
    return own, p
