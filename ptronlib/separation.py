r"""A wall between two convex sets, or two points that nearly touch, found by the perceptron.

.. math:: w_t = \sum_{s\le t} (p_s - q_s), \qquad
          (p_s, q_s) \text{ the pair of smallest } w_{s-1}\cdot(p - q)

Only differences enter: where the two sets lie does not matter, nor does the dimension.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ._arithmetic import inner, norm
from ._validate import LARGEST, Array, check_count, check_real
from .bodies import Picker, Polytope, answer, as_body, common_dimension

__all__ = [
    "Close",
    "Picks",
    "SeparationBudgetExceeded",
    "Wall",
    "points_needed",
    "separate_hulls",
    "verify",
]

ROUNDING = 1e-9  # relative slack granted to a certificate


@dataclass(frozen=True, eq=False)
class Picks:
    """Points taken from a set, one at each update.

    Attributes
    ----------
    points : (k, d) floats
        The distinct ones.
    steps : (T,) ints
        Which of them was taken at updates 1, ..., T.
    """

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

    Attributes
    ----------
    w : (d,) floats
        The sum of T points of P and T points of -Q; not normalised.
    b : float
        The height of the wall.
    gap : float
        Distance from the wall to each set; at least eps / 6.
    P, Q : Picks
        The points that sum to w: at most 3 (reach / eps)**2 of each.
    eps : float
        The distance that was asked about.
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
    """A point of each set, with a distance below eps.

    Attributes
    ----------
    p, q : (d,) floats
        The points: P.coef @ P.points and Q.coef @ Q.points.
    distance : float
        Between them, less than eps.
    P, Q : Picks
        The points whose convex combinations p and q are.
    eps : float
        The distance that was asked about.
    """

    p: Array
    q: Array
    distance: float

    def __repr__(self) -> str:
        return (
            f"Close(distance {self.distance:.6g}; p combines {len(self.P.points)} points of P, "
            f"q {len(self.Q.points)} of Q)"
        )


class SeparationBudgetExceeded(RuntimeError):
    """The budget of updates is spent; `.closest` is the last pair of averages, as a Close."""

    def __init__(self, message: str, closest: Close):
        super().__init__(message)
        self.closest = closest


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
        In the unit of the points; at most the largest distance of a point of P from one of Q. For
        bodies this is checked only against boxes around them.
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
    SeparationBudgetExceeded
        After max_updates, which cannot happen if it is at least 3 (diameter / eps)**2 + 1.
    ValueError, TypeError
        Unusable sets or eps; a support oracle that contradicts itself.

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
    K, L, d = _pickers(P, Q)
    eps = check_real(eps, "eps", 0.0, ends="()", largest=LARGEST)
    max_updates = check_count(max_updates, "max_updates")
    w, beta = np.zeros(d), 0.0
    for t in range(max_updates + 1):
        (i, p), (j, q) = _worst(K, L, w)
        z = p - q
        if inner(w, z) > beta:
            return _wall(K, L, w, p, q, eps)
        if t == 0 and norm(z) < eps:
            _check_diameter(eps, K.body, L.body, d)
        if t < max_updates:
            w += z
            beta = max(beta, inner(z, z))
            K.record(i)
            L.record(j)
            distance = norm(w) / (t + 1)
            if distance < eps:
                return _close(K, L, eps, distance)
    closest = _close(K, L, eps, distance)
    raise SeparationBudgetExceeded(
        f"Stopped after {max_updates} updates, with two points at distance {closest.distance:g} "
        f"and no wall. Raise max_updates: {3 * beta / eps**2 + 1:.3g} are enough unless a longer "
        f"difference turns up; or raise eps.",
        closest,
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

    Raises
    ------
    TypeError
        found is neither.
    ValueError, TypeError
        Unusable sets.

    Examples
    --------
    >>> P, Q = [[0, 0], [0, 1]], [[1, 0], [1, 1]]
    >>> verify(separate_hulls(P, Q, 0.5), P, Q)
    True
    >>> verify(separate_hulls(P, Q, 0.5), Q, P)
    False
    """
    if not isinstance(found, Wall | Close):
        raise TypeError(f"found must be a Wall or a Close; got {type(found).__name__}.")
    K, L, d = _pickers(P, Q)
    if found.n_updates < 1 or found.Q.steps.size != found.n_updates or not found.eps > 0:
        return False
    if found.P.points.shape[1:] != (d,) or found.Q.points.shape[1:] != (d,):
        return False
    if not (_numbered(found.P) and _numbered(found.Q)):
        return False
    sums = np.cumsum(found.steps, axis=0)
    before = np.concatenate([np.ones((1, d)), sums[:-1]])  # ones: the direction asked at w = 0
    if not (_belong(found.P, K.body, -before) and _belong(found.Q, L.body, before)):
        return False
    if isinstance(found, Wall):
        return _same(found.w, sums[-1], found.n_updates * found.reach) and _stands(
            found, K.body, L.body
        )
    return bool(
        _same(found.p, found.P.coef @ found.P.points, np.abs(found.P.points).max())
        and _same(found.q, found.Q.coef @ found.Q.points, np.abs(found.Q.points).max())
        and abs(found.distance - np.linalg.norm(sums[-1]) / found.n_updates)
        <= ROUNDING * found.reach
        and found.distance < found.eps
    )


def points_needed(R: float, eps: float) -> float:
    """Bound from above the number of points that a wall is the sum of: 6 (R / eps)**2.

    Parameters
    ----------
    R : float, > 0
        Largest distance between a point of one set and a point of the other.
    eps : float, > 0
        Distance of the sets, or less.

    Returns
    -------
    float
        Points of P and of -Q together, counted as often as they are used; infinite where that
        leaves the floats.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    Source: statement A-Lem1.6, with 6 instead of the printed 100; chapter 9.

    Examples
    --------
    >>> points_needed(1.0, 0.5)
    24.0
    """
    R = check_real(R, "R", 0.0, ends="()", largest=LARGEST)
    eps = check_real(eps, "eps", 0.0, ends="()", largest=LARGEST)
    with np.errstate(over="ignore"):
        return float(6.0 * np.float64(R / eps) ** 2)


def _pickers(P: object, Q: object) -> tuple[Picker, Picker, int]:
    bodies = {"P": as_body(P, "P"), "Q": as_body(Q, "Q")}
    d = common_dimension(bodies)
    K, L = (Picker(body, name, d) for name, body in bodies.items())
    return K, L, d


def _worst(K: Picker, L: Picker, w: Array):
    """Return the pair of smallest w . (p - q), each point with its number; any pair at w = 0."""
    u = w if w.any() else np.ones_like(w)
    return K.ask(-u), L.ask(u)


def _wall(K: Picker, L: Picker, w: Array, p: Array, q: Array, eps: float) -> Wall:
    gap = inner(w, p - q) / (2 * norm(w))
    return Wall(Picks(*K.used()), Picks(*L.used()), eps, w, (inner(w, p) + inner(w, q)) / 2, gap)


def _close(K: Picker, L: Picker, eps: float, distance: float) -> Close:
    P, Q = Picks(*K.used()), Picks(*L.used())
    return Close(P, Q, eps, P.coef @ P.points, Q.coef @ Q.points, distance)


def _check_diameter(eps: float, P: object, Q: object, d: int) -> None:
    """Refuse an eps that every pair satisfies; for bodies, as far as a box around them tells."""
    if isinstance(P, Polytope) and isinstance(Q, Polytope):
        bound = ""
        farthest = max(float(np.linalg.norm(Q.points - p, axis=1).max()) for p in P.points)
    else:
        sides = [
            np.array([[answer(body, sign * e, name) @ e for sign in (-1, 1)] for e in np.eye(d)])
            for name, body in (("P", P), ("Q", Q))
        ]
        (low_P, high_P), (low_Q, high_Q) = sides[0].T, sides[1].T
        bound = "at most "
        farthest = float(np.linalg.norm(np.maximum(high_P - low_Q, high_Q - low_P)))
    if eps > farthest * (1 + ROUNDING):
        raise ValueError(
            f"eps must be at most the largest distance between a point of P and one of Q, which is "
            f"{bound}{farthest:g}; got {eps:g}. Every pair is closer than that."
        )


def _numbered(picks: Picks) -> bool:
    return bool((picks.steps >= 0).all() and (picks.steps < len(picks.points)).all())


def _belong(picks: Picks, body: object, directions: Array) -> bool:
    """Whether the picks are rows of a matrix, or what a body answers for those directions."""
    if isinstance(body, Polytope):
        rows = {row.tobytes() for row in body.points + 0.0}
        return all(point.tobytes() in rows for point in picks.points + 0.0)
    size = float(np.abs(picks.points).max())
    asked = zip(directions, picks.taken, strict=True)
    return all(_same(point, answer(body, u, "body"), size) for u, point in asked)


def _stands(wall: Wall, P: object, Q: object) -> bool:
    """Whether the wall keeps its gap from both sets and its promises of gap and sparsity."""
    w, length = wall.w, np.linalg.norm(wall.w)
    p, q = answer(P, -w, "P"), answer(Q, w, "Q")
    rounding = ROUNDING * (np.linalg.norm(p) + np.linalg.norm(q))
    heights = np.array([w @ p - wall.b, wall.b - w @ q]) / length
    return bool(
        (heights >= wall.gap - rounding).all()
        and w @ (p - q) / length >= 2 * wall.gap * (1 - ROUNDING)  # wherever the sets lie
        and wall.gap * (1 + ROUNDING) >= wall.eps / 6
        and wall.n_updates <= 3 * (wall.reach / wall.eps) ** 2 * (1 + ROUNDING)
    )


def _same(a: Array, b: Array, size: float) -> bool:
    return a.shape == b.shape and bool(np.abs(a - b).max() <= ROUNDING * size)
