r"""The distance of two hulls, exactly and by the classical iterations that approach it.

.. math:: \mathrm{dist}(K, L) = \min_{p\in K,\, q\in L}\|p-q\|
          = \max_{\|u\|=1}\bigl(\min_{p\in K} u\cdot p - \max_{q\in L} u\cdot q\bigr)^+
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._validate import (
    LARGEST,
    MOST_ENTRIES,
    Array,
    check_choice,
    check_count,
    check_domain,
    check_points,
    check_real,
)
from .margins import TINY, _nearest_point, _unit_scale

__all__ = ["Approach", "HullDistance", "approach", "hull_distance", "length_bound"]

STEPS = ("average", "open", "line")
MOST_ROUNDS = 10**8  # of which the bounds fill 1.6 GB


@dataclass(frozen=True, eq=False)
class HullDistance:
    """The nearest points of two hulls, with the certificate that none are nearer.

    Attributes
    ----------
    distance : float
        Between p and q; 0 if the hulls meet, up to rounding.
    p, q : (d,) floats
        P_coef @ P and Q_coef @ Q.
    P_coef : (n,) floats
        Convex weights on the rows of P.
    Q_coef : (m,) floats
        Convex weights on the rows of Q.
    w : (d,) floats
        Unit vector from q to p, 0 if the hulls meet.
    lower : float
        min_i w . P_i - max_j w . Q_j: no two points of the hulls are nearer. 0 if they meet.
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
    """Iterates x_1, ..., x_T in the hull of all differences p - q, nearer and nearer to 0.

    Attributes
    ----------
    norms : (T,) floats
        Their lengths: no distance is larger.
    lower : (T,) floats
        min over the pairs of x_t . (p - q) / norm(x_t): no distance is smaller.
    x : (d,) floats
        The last one.
    """

    norms: Array
    lower: Array
    x: Array


def hull_distance(P: ArrayLike, Q: ArrayLike) -> HullDistance:
    r"""Find the nearest points of the hulls of two finite sets.

    Parameters
    ----------
    P : (n, d) array
        Points as rows.
    Q : (m, d) array
        Points as rows.

    Returns
    -------
    HullDistance
        The points, their convex weights, and the certificate.

    Raises
    ------
    ValueError, TypeError
        Unusable sets.
    ArithmeticError
        The points are too nearly dependent for double precision.

    Notes
    -----
    Of the n m differences only a few are ever held: the nearest point of their hull is found, the
    pair that lies worst for it is added, those of weight zero are dropped, until none lies worse
    than the nearest point itself. The length decreases at each round, so no set of pairs comes
    back, and there are finitely many. Source: statement A-Thm1.5; Wolfe 1976; chapter 9.

    Examples
    --------
    >>> found = hull_distance([[0, 0], [0, 2]], [[1, 1], [2, 0]])
    >>> found.distance, found.p, found.P_coef
    (1.0, array([0., 1.]), array([0.5, 0.5]))
    """
    P, Q = _sets(P, Q)
    centre = P[0]
    both, unit = _unit_scale(np.concatenate([P - centre, Q - centre]))
    A, B = both[: len(P)], both[len(P) :]
    pairs, coef, x = _search(A, B)
    P_coef: Any = np.bincount(pairs[:, 0], coef, len(P))
    Q_coef: Any = np.bincount(pairs[:, 1], coef, len(Q))
    p, q = centre + unit * (P_coef @ A), centre + unit * (Q_coef @ B)
    length = float(np.linalg.norm(x))
    if length <= TINY * _size(A, B):
        return HullDistance(0.0, p, q, P_coef, Q_coef, np.zeros_like(x), 0.0)
    w = x / length
    lower = max(0.0, float((A @ w).min() - (B @ w).max()))
    return HullDistance(unit * length, p, q, P_coef, Q_coef, w, unit * lower)


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
    rounds : int, from 1 to 10**8
        T.

    Returns
    -------
    Approach
        The bounds from both sides after each round.

    Raises
    ------
    ValueError, TypeError
        Unusable sets, step or rounds.

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
    rounds = check_count(rounds, "rounds", 1, MOST_ROUNDS)
    x = P[0] - Q[0]
    norms, lower = np.empty(rounds), np.empty(rounds)
    for t in range(1, rounds + 1):
        z = P[np.argmin(P @ x)] - Q[np.argmax(Q @ x)]
        norms[t - 1] = np.linalg.norm(x)
        lower[t - 1] = x @ z / (norms[t - 1] or 1.0)
        if t < rounds:
            x = x + _step(step, t + 1, x, z) * (z - x)
    return Approach(norms, lower, x)


def length_bound(step: str, t: ArrayLike, R: float, distance: float) -> Array:
    r"""Bound the length of the iterate x_t of `approach` from above.

    Parameters
    ----------
    step : str
        As for `approach`.
    t : (k,) array, >= 1
        Numbers of rounds.
    R : float, > 0
        Largest length of a difference.
    distance : float, >= 0
        Of the hulls; at most R.

    Returns
    -------
    (k,) floats

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    The squared length exceeds distance**2 by at most (R^2 - distance^2) H_t / t for "average",
    with H_t = 1 + 1/2 + ... + 1/t, by 4 (R^2 - distance^2) / (t + 1) for "open", and by the smaller
    of both for "line". Source: chapter 9, prop-c9-approach.

    Examples
    --------
    >>> length_bound("average", [1, 2], 2.0, 1.0)
    array([2.        , 1.80277564])
    """
    check_choice(step, "step", STEPS)
    t = check_domain(t, "t", 1.0)
    if t.size == 0 or t.ndim != 1 or t.max() > MOST_ENTRIES:
        raise ValueError(
            f"t must be a list of numbers of rounds, at most {MOST_ENTRIES:,}; got shape {t.shape}"
            f"{f' with {t.max():g}' if t.size else ''}."
        )
    R = check_real(R, "R", 0.0, ends="()", largest=LARGEST)
    distance = check_real(distance, "distance", 0.0, R, largest=LARGEST)
    harmonic = np.cumsum(1.0 / np.arange(1, int(t.max()) + 1))[t.astype(np.intp) - 1] / t
    average, open_ = harmonic, 4.0 / (t + 1)
    rate = {"average": average, "open": open_, "line": np.minimum(average, open_)}[step]
    return np.sqrt(distance**2 + (R**2 - distance**2) * rate)


def _step(step: str, t: int, x: Array, z: Array) -> float:
    if step == "average":
        return 1.0 / t
    if step == "open":
        return 2.0 / (t + 1)
    way = x - z
    return float(np.clip(x @ way / (way @ way), 0.0, 1.0)) if way.any() else 0.0


def _sets(P: ArrayLike, Q: ArrayLike) -> tuple[Array, Array]:
    P, Q = check_points(P, "P"), check_points(Q, "Q")
    if P.shape[1] != Q.shape[1]:
        raise ValueError(
            f"P and Q must lie in one space; got P in dimension {P.shape[1]} and Q in dimension "
            f"{Q.shape[1]}."
        )
    return P, Q


def _size(A: Array, B: Array) -> float:
    return float(np.linalg.norm(A, axis=1).max() + np.linalg.norm(B, axis=1).max())


def _search(A: Array, B: Array) -> tuple[NDArray[np.intp], Array, Array]:
    """Return pairs (rows of A and B), their convex weights, and the shortest difference."""
    pairs, size, shortest = np.zeros((1, 2), dtype=np.intp), _size(A, B), np.inf
    best = pairs, np.ones(1), A[0] - B[0]
    while True:
        coef, x = _nearest_point(A[pairs[:, 0]] - B[pairs[:, 1]])
        length = float(np.linalg.norm(x))
        if not length < shortest:  # rounding has the last word
            return best
        shortest, used = length, coef > 0
        best = pairs[used], coef[used], x
        worst = np.array([[np.argmin(A @ x), np.argmax(B @ x)]])
        score = x @ (A[worst[0, 0]] - B[worst[0, 1]])
        if length <= TINY * size or score >= length**2 * (1 - 1e-15):
            return best
        pairs = np.concatenate([best[0], worst])
