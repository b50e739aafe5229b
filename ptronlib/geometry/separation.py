r"""A wall between two convex sets, or two points that nearly touch, found by the perceptron.

.. math:: w_t = \sum_{s\le t} (p_s - q_s), \qquad
          (p_s, q_s) \text{ the pair of smallest } w_{s-1}\cdot(p - q)

Only differences enter: where the two sets lie does not matter, nor does the dimension.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._arithmetic import inner, norm
from .._domain import domain
from .._validate import Array
from ..core.run import UpdateBudgetExceeded
from .bodies import Polytope, answer, as_body, common_dimension

ROUNDING = 1e-9  # relative slack granted to a certificate, and to an oracle
WINDOW = 256  # earlier answers of an oracle that a new one is compared with


@dataclass(frozen=True, eq=False)
class Picks:
    """Points taken from a set: the distinct ones, (k, d), and which one at each update, (T,)."""

    points: Array
    steps: NDArray[np.intp]

    @property
    def counts(self) -> NDArray[np.intp]:
        """How often each was taken, shape (k,); they sum to T."""
        return np.bincount(self.steps, minlength=len(self.points))

    @property
    def coef(self) -> Array:
        """The convex weights counts / T."""
        return self.counts / self.steps.size

    @property
    def taken(self) -> Array:
        """The points in order, shape (T, d)."""
        return self.points[self.steps]


@dataclass(frozen=True, eq=False)
class _Answer:
    P: Picks
    Q: Picks
    eps: float

    @property
    def n_updates(self) -> int:
        """T."""
        return self.P.steps.size

    @property
    def steps(self) -> Array:
        """The differences p_s - q_s that were added, shape (T, d)."""
        return self.P.taken - self.Q.taken

    @property
    def reach(self) -> float:
        """The longest of these differences; at most the diameter."""
        return float(np.linalg.norm(self.steps, axis=1).max())


@dataclass(frozen=True, eq=False, repr=False)
class Wall(_Answer):
    """A hyperplane w . x = b with P above it and Q below, each at a distance of at least gap.

    w is the sum of T points of P and T points of -Q, T at most 3 (reach / eps)**2: those in the
    Picks P and Q. It is not normalised. gap is at least eps / 6, eps the distance asked about.
    """

    w: Array
    b: float
    gap: float

    def __repr__(self) -> str:
        return (
            f"Wall(gap {self.gap:.6g} on each side; w is the sum of {2 * self.n_updates} points, "
            f"{len(self.P.points)} distinct ones of P and {len(self.Q.points)} of -Q)"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Close(_Answer):
    """A point of each set, p and q, at a distance below eps, the one asked about.

    They are convex combinations of the Picks P and Q: P.coef @ P.points and Q.coef @ Q.points.
    """

    p: Array
    q: Array
    distance: float

    def __repr__(self) -> str:
        return (
            f"Close(distance {self.distance:.6g}; p combines {len(self.P.points)} points of P, "
            f"q {len(self.Q.points)} of Q)"
        )


@domain(eps="(0, inf)", max_updates="[1, inf)")
def separate_hulls(
    P: object, Q: object, eps: float, *, max_updates: int = 1_000_000
) -> Wall | Close:
    r"""Separate two bounded convex sets by a wall, or show that they come closer than eps.

    Parameters
    ----------
    P, Q : (n, d) array, or object with a method ``support(direction)``
        The hull of the rows; or a body that returns its point farthest in a direction, (d,) to
        (d,). If neither is a matrix, one needs an attribute `dimension`.
    eps : float, > 0
        In the unit of the points.
    max_updates : int, >= 1
        Give up beyond this many updates.

    Returns
    -------
    Wall
        w is the sum of at most 3 (reach / eps)**2 points of P and as many of -Q, and each set is
        farther than eps / 6 from the wall; or
    Close
        A point of each set, explicit convex combinations, less than eps apart.

    Raises
    ------
    UpdateBudgetExceeded
        After max_updates, which cannot happen if it is at least 3 (diameter / eps)**2 + 1; `.run`
        is then the last pair of averages, as a Close.
    ValueError
        A support oracle contradicts itself.

    Notes
    -----
    The two answers do not exclude each other: sets at a distance between eps / 3 and eps may
    have both, and then either comes back. So it is at a distance of exactly eps, and within
    rounding of it; whichever comes back carries a certificate that `verify` accepts. The
    threshold is the largest squared length of a difference used so far, so the diameter need not
    be known. Source: statement A-Lem1.6, its proof mended and its constants improved; chapter 9.

    Examples
    --------
    >>> separate_hulls([[0, 0], [0, 1]], [[1, 0], [1, 1]], 0.5)
    Wall(gap 0.5 on each side; w is the sum of 6 points, 2 distinct ones of P and 2 of -Q)
    >>> separate_hulls([[0, 0], [1, 1]], [[0, 1], [1, 0]], 0.5)
    Close(distance 0; p combines 2 points of P, q 2 of Q)
    """
    K, L, d = _walkers(P, Q)
    w, beta, distance = np.zeros(d), 0.0, np.inf
    while True:
        u = w if w.any() else np.ones(d)  # at w = 0 all pairs tie
        p, q = K.farthest(-u), L.farthest(u)
        z = p - q
        if inner(w, z) > beta:
            gap = inner(w, z) / (2 * norm(w))
            return Wall(K.picks(), L.picks(), eps, w, (inner(w, p) + inner(w, q)) / 2, gap)
        if len(K.taken) == max_updates:
            break
        w += z
        beta = max(beta, inner(z, z))
        K.taken.append(p)
        L.taken.append(q)
        distance = norm(w) / len(K.taken)
        if distance < eps:
            return _close(K, L, eps, distance)
    raise UpdateBudgetExceeded(
        f"Stopped after {max_updates} updates, with two points at distance {distance:g} and no "
        f"wall. Raise max_updates: {3 * beta / eps**2 + 1:.3g} are enough unless a longer "
        f"difference turns up; or raise eps.",
        _close(K, L, eps, distance),
    )


def verify(found: Wall | Close, P: object, Q: object) -> bool:
    """Check an answer of `separate_hulls` from its certificate alone.

    Parameters
    ----------
    found : Wall or Close
        The answer.
    P, Q : as for `separate_hulls`
        The sets.

    Returns
    -------
    bool
        Whether the points are points of the sets, sum or average to what they should, and reach
        what the answer promises: for a Wall the separation and both constants, for a Close the
        distance. Rows are looked up in the matrix; a body is asked again for each point.

    Examples
    --------
    >>> P, Q = [[0, 0], [0, 1]], [[1, 0], [1, 1]]
    >>> verify(separate_hulls(P, Q, 0.5), P, Q)
    True
    >>> verify(separate_hulls(P, Q, 0.5), Q, P)
    False
    """
    K, L, d = _walkers(P, Q)
    sums, reach, T = np.cumsum(found.steps, axis=0), found.reach, found.n_updates
    asked = np.concatenate([np.ones((1, d)), sums[:-1]])
    if not (K.gave(found.P, -asked) and L.gave(found.Q, asked)):
        return False
    same, mean = partial(np.allclose, rtol=ROUNDING, atol=ROUNDING * reach), sums[-1] / T
    if isinstance(found, Close):
        return bool(
            same(found.p, found.P.coef @ found.P.points)
            and same(found.q, found.Q.coef @ found.Q.points)
            and same(found.distance, norm(mean))
            and found.distance < found.eps
        )
    w, p, q = found.w, K.farthest(-found.w), L.farthest(found.w)
    least = min(inner(w, p) - found.b, found.b - inner(w, q)) / norm(w)
    return bool(
        same(w / T, mean)
        and least >= found.gap - ROUNDING * (norm(p) + norm(q))
        and inner(w, p - q) / norm(w) >= 2 * found.gap * (1 - ROUNDING)  # wherever the sets lie
        and found.gap * (1 + ROUNDING) >= found.eps / 6
        and found.n_updates <= 3 * (reach / found.eps) ** 2 * (1 + ROUNDING)
    )


class _Walker:
    """Ask a set for its farthest points, remember those taken, and notice contradictions."""

    def __init__(self, body: Any, name: str):
        self.body, self.name = body, name
        self.taken: list[Array] = []

    def farthest(self, u: Array) -> Array:
        """Return the point farthest in the direction u; no point taken earlier may be farther."""
        point = answer(self.body, u, self.name)
        recent = self.taken[-WINDOW:]
        if recent and not isinstance(self.body, Polytope):
            heights = np.array(recent) @ u
            best = int(np.argmax(heights))
            size = max(norm(u) * norm(point), abs(heights[best]))
            if heights[best] > point @ u + ROUNDING * size:
                raise ValueError(
                    f"{self.name}.support must return a point farthest in the direction asked "
                    f"for; after {len(self.taken)} updates it returned one of height "
                    f"{point @ u:g}, but its own point {len(self.taken) - len(recent) + best}, "
                    f"returned earlier, has height {heights[best]:g}."
                )
        return point

    def picks(self) -> Picks:
        """Return the distinct points taken, and which one at each update."""
        return Picks(*np.unique(np.array(self.taken) + 0.0, axis=0, return_inverse=True))

    def gave(self, picks: Picks, asked: Array) -> bool:
        """Whether these are rows of the matrix, or what the body answers when asked."""
        if isinstance(self.body, Polytope):
            rows = {row.tobytes() for row in self.body.points + 0.0}
            return all(point.tobytes() in rows for point in picks.points + 0.0)
        answers = np.array([self.farthest(u) for u in asked])
        return np.allclose(picks.taken, answers, rtol=0.0, atol=ROUNDING * np.abs(answers).max())


def _walkers(P: object, Q: object) -> tuple[_Walker, _Walker, int]:
    K, L = as_body(P, "P"), as_body(Q, "Q")
    return _Walker(K, "P"), _Walker(L, "Q"), common_dimension({"P": K, "Q": L})


def _close(K: _Walker, L: _Walker, eps: float, distance: float) -> Close:
    P, Q = K.picks(), L.picks()
    return Close(P, Q, eps, P.coef @ P.points, Q.coef @ Q.points, distance)
