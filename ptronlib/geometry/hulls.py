r"""The distance of two convex hulls, and walks towards their nearest points.

.. math:: \mathrm{dist}(K, L) = \min_{p\in K,\, q\in L}\|p-q\|
          = \max_{\|u\|=1}\bigl(\min_{p\in K} u\cdot p - \max_{q\in L} u\cdot q\bigr)^+
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .._validate import Array, check_choice, domain
from ..bounds.sparse_separation import STEPS
from .certificates import HullDistance
from .exact import mean
from .points import check_two_sets
from .problem import two_hulls
from .search import nearest


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

    The difference p - q is the nearest point of the hull of P plus the hull of -Q, with one set of
    weights for each. Non-negative least squares finds it; where floats do not suffice, Wolfe's
    algorithm does, in integers. Source: statement A-Thm1.5; Wolfe 1976; chapter 9.

    Parameters
    ----------
    P, Q : (n, d) and (m, d) arrays
        Points as rows. For bodies with infinitely many points there is `separate_hulls`.

    Examples
    --------
    >>> found = hull_distance([[0, 0], [0, 2]], [[1, 1], [2, 0]])
    >>> found.distance, found.p, found.P_coef
    (1.0, array([0., 1.]), array([0.5, 0.5]))
    """
    P, Q = check_two_sets(P, Q)
    found = nearest(two_hulls(P, Q))
    P_coef, Q_coef = np.split(found.all_weights(len(P) + len(Q)), [len(P)])
    p, q = mean(P, P_coef), mean(Q, Q_coef)
    return HullDistance(found.upper, p, q, P_coef, Q_coef, found.w, found.lower)


@domain
def approach(P: ArrayLike, Q: ArrayLike, step: str, rounds: Annotated[int, "[1, inf)"]) -> Approach:
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
    P, Q = check_two_sets(P, Q)
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
