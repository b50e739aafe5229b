r"""A wall between two convex sets, or two points that nearly touch, found by the perceptron.

.. math:: w_t = \sum_{s\le t} (p_s - q_s), \qquad
          (p_s, q_s) \text{ the pair of smallest } w_{s-1}\cdot(p - q)

Only differences enter: where the two sets lie does not matter, nor does the dimension.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _exact
from .._arithmetic import ROUNDING, inner, norm
from .._domain import domain
from .._validate import Array, check_count, check_points, check_vector
from ..certificates import Certificate
from ..core.run import UpdateBudgetExceeded, hand_over
from .bodies import Polytope
from .hull import of_sets
from .separability import Undecided, keeps, placed
from .signed import Signed

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
    def taken(self) -> Array:
        """The points in order, shape (T, d)."""
        return self.points[self.steps]


@dataclass(frozen=True, eq=False)
class _Answer(Certificate):
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

    @property
    def _sum(self) -> NDArray:
        """The sum of these differences, (d,) fractions."""
        P, Q = self.P, self.Q
        return _exact.combination(P.points, P.counts) - _exact.combination(Q.points, Q.counts)

    def _apart(self) -> Fraction:
        """Return the squared distance of the means of the points of P and of Q."""
        return self._sum @ self._sum / self.n_updates**2

    def _lines(self, P: object, Q: object) -> Iterator[tuple[str, bool]]:
        K, L, d = _walkers(P, Q)
        same = self.P.taken.shape == self.Q.taken.shape == (self.n_updates, d)
        yield "there are as many points of P as of Q, in the dimension of the sets", same
        asked = np.concatenate([np.ones((1, d)), np.cumsum(self.steps, axis=0)[:-1]])
        yield "the points of P lie in P", K.gave(self.P, -asked)
        yield "the points of Q lie in Q", L.gave(self.Q, asked)


@dataclass(frozen=True, eq=False, repr=False)
class Wall(_Answer):
    """A hyperplane w . (x - origin) + b = 0 with P above it and Q below, at a distance of margin.

    w is the sum of T points of P and T points of -Q, T at most 3 (reach / eps)**2: those in the
    Picks P and Q. It is not normalised. margin is at least eps / 6, eps the distance asked about,
    and no wall has one above `upper`: the means of the points are 2 upper apart. For bodies that
    are no matrices both hold up to the rounding of what they answer.
    """

    w: Array
    b: float
    margin: float
    upper: float
    origin: Array

    def __repr__(self) -> str:
        return (
            f"Wall(margin {self.margin:.6g} on each side; w is the sum of {2 * self.n_updates} "
            f"points, {len(self.P.points)} distinct ones of P and {len(self.Q.points)} of -Q)"
        )

    def _lines(self, P: object, Q: object) -> Iterator[tuple[str, bool]]:
        yield from super()._lines(P, Q)
        total = self._sum.astype(float)
        yield "w is the sum of these points, rounded", np.array_equal(self.w, total)
        K, L, _ = _walkers(P, Q)
        sample, slack = _facing(K, L, self.w)
        kept = keeps(sample, self.w, self.b, self.origin, self.margin - slack)
        yield "every point is at least margin from the wall, on its side", kept
        few = self.n_updates <= 3 * (self.reach / self.eps) ** 2 * (1 + ROUNDING)
        yield "T is at most 3 (reach / eps)^2, up to 1e-9", few
        yield "margin is at least eps / 6, up to 1e-9", 6 * self.margin >= self.eps * (1 - ROUNDING)
        yield "the means are at most 2 upper apart", _exact.at_most(self._apart() / 4, self.upper)


@dataclass(frozen=True, eq=False, repr=False)
class Close(_Answer):
    """A point of each set, p and q, at most `distance` apart, less than the eps asked about.

    They are the means of the points in the Picks P and Q, rounded.
    """

    p: Array
    q: Array
    distance: float

    def __repr__(self) -> str:
        return (
            f"Close(distance {self.distance:.6g}; p combines {len(self.P.points)} points of P, "
            f"q {len(self.Q.points)} of Q)"
        )

    def _lines(self, P: object, Q: object) -> Iterator[tuple[str, bool]]:
        yield from super()._lines(P, Q)
        means = [_exact.mean(picks.points, picks.counts) for picks in (self.P, self.Q)]
        yield "p and q are their means", bool((np.array([self.p, self.q]) == means).all())
        yield "the means are at most distance apart", _exact.at_most(self._apart(), self.distance)
        yield "distance is below eps", self.distance < self.eps


@domain(eps="(0, inf)", max_updates="[1, inf)")
def separate_hulls(
    P: object, Q: object, eps: float, *, max_updates: int = 1_000_000
) -> Wall | Close:
    r"""Separate two bounded convex sets by a wall, or show that they come closer than eps.

    The two answers do not exclude each other: sets at a distance between eps / 3 and eps may
    have both, and then either comes back. So it is at a distance of exactly eps, and within
    rounding of it; whichever comes back carries a certificate that its `verify` accepts. The
    threshold is the largest squared length of a difference used so far, so the diameter need not
    be known. Source: statement A-Lem1.6, its proof mended and its constants improved; chapter 9.

    Parameters
    ----------
    P, Q : (n, d) array, or object with a method ``support(direction)``
        The hull of the rows; or a body that returns its point farthest in a direction, (d,) to
        (d,). If neither is a matrix, one needs an attribute `dimension`.
    eps : float, > 0.  In the unit of the points.
    max_updates : int, >= 1.  Give up beyond this many updates.

    Returns
    -------
    Wall
        w is the sum of at most 3 (reach / eps)**2 points of P and as many of -Q, and each set is
        farther than eps / 6 from the wall; or
    Close.  A point of each set, explicit convex combinations, less than eps apart.

    Raises
    ------
    UpdateBudgetExceeded
        After max_updates, which cannot happen if it is at least 3 (diameter / eps)**2 + 1; `.run`
        is then the last pair of averages, as a Close.
    ValueError.  A support oracle contradicts itself.
    Undecided.  The wall is too thin for floating point.
    KeyboardInterrupt, MemoryError
        With the last pair of averages as its `run`, as a Close, or None.

    Examples
    --------
    >>> separate_hulls([[0, 0], [0, 1]], [[1, 0], [1, 1]], 0.5)
    Wall(margin 0.5 on each side; w is the sum of 6 points, 2 distinct ones of P and 2 of -Q)
    >>> separate_hulls([[0, 0], [1, 1]], [[0, 1], [1, 0]], 0.5)
    Close(distance 0; p combines 2 points of P, q 2 of Q)
    """
    K, L, d = _walkers(P, Q)
    w, beta, distance = np.zeros(d), 0.0, np.inf
    try:
        while True:
            u = w if w.any() else np.ones(d)  # at w = 0 all pairs tie
            p, q = K.farthest(-u), L.farthest(u)
            z = p - q
            if inner(w, z) > beta:
                return _wall(K, L, eps)
            if len(K.taken) == max_updates:
                break
            w += z
            beta = max(beta, inner(z, z))
            K.taken.append(p)
            L.taken.append(q)
            distance = norm(w) / len(K.taken)
            if distance < eps and (found := _close(K, L, eps)).distance < eps:
                return found
    except (KeyboardInterrupt, MemoryError) as stop:
        hand_over(stop, _close(K, L, eps) if K.taken else None)
        raise
    raise UpdateBudgetExceeded(
        f"Stopped after {max_updates} updates, with two points at distance {distance:g} and no "
        f"wall. Raise max_updates: {3 * beta / eps**2 + 1:.3g} are enough unless a longer "
        f"difference turns up; or raise eps.",
        _close(K, L, eps),
    )


class _Walker:
    """Ask a set for its farthest points, remember those taken, and notice contradictions."""

    def __init__(self, body: Any, name: str):
        matrix = not callable(getattr(body, "support", None))
        self.body, self.name = Polytope(check_points(body, name)) if matrix else body, name
        self.taken: list[Array] = []

    def farthest(self, u: Array) -> Array:
        """Return the point farthest in the direction u; no point taken earlier may be farther."""
        point = self.body.support(u.copy())  # a copy, should it be written to
        point = check_vector(point, u.size, f"What {self.name}.support returns")
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
    """Return both sets, and their dimension; one that does not tell its own is believed."""
    K, L = _Walker(P, "P"), _Walker(Q, "Q")
    found = {walker.name: getattr(walker.body, "dimension", None) for walker in (K, L)}
    told = {name: check_count(d, f"{name}.dimension") for name, d in found.items() if d is not None}
    if len({*told.values()}) != 1:
        raise ValueError(
            f"P and Q must lie in one space, and one of them must say its `dimension`; got {told}."
        )
    return K, L, told.popitem()[1]


def _facing(K: _Walker, L: _Walker, w: Array) -> tuple[Signed, float]:
    """Return what a wall along w has to keep apart, and what bodies may miss it by.

    Of a matrix that is every point, of another body the one that it names as nearest to the wall.
    """
    sides = [
        walker.body.points if isinstance(walker.body, Polytope) else walker.farthest(u)[None]
        for walker, u in ((K, -w), (L, w))
    ]
    exact = isinstance(K.body, Polytope) and isinstance(L.body, Polytope)
    return of_sets(*sides), 0.0 if exact else ROUNDING * sum(norm(side[0]) for side in sides)


def _wall(K: _Walker, L: _Walker, eps: float) -> Wall:
    found = _Answer(K.picks(), L.picks(), eps)
    w = found._sum.astype(float)
    upper = _exact.half_above(_exact.root_above(found._apart()))
    b, margin, origin = placed(_facing(K, L, w)[0], w)
    if not margin:
        message = "The wall found is too thin for floating point. Round or rescale the sets."
        raise Undecided(message, upper)
    return Wall(found.P, found.Q, eps, w, b, margin, upper, origin)


def _close(K: _Walker, L: _Walker, eps: float) -> Close:
    found = _Answer(K.picks(), L.picks(), eps)
    p, q = (_exact.mean(picks.points, picks.counts) for picks in (found.P, found.Q))
    distance = _exact.root_above(found._apart())
    return Close(found.P, found.Q, eps, p, q, distance)
