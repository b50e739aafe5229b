r"""Convex bodies that answer one question: which of your points lies farthest in a direction?

.. math:: \mathrm{support}(u) \in \arg\max_{x \in K} u\cdot x
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arithmetic import ROUNDING, norm, norms, products
from .._validate import Array, check_count, check_points, check_vector

WINDOW = 256  # earlier answers of a body that a new one is compared with
LAST_DIGITS = 2.0**-46  # of the coordinates of an answer: a hundred units in the last place
ANY_DIRECTION = 1.0  # at w = 0 all pairs tie: each entry of the direction that picks one


class Body(Protocol):
    """A bounded convex set, as `separate_hulls` asks it: any object with this method is one.

    A call ``body.support(u)`` gets a direction u, a (d,) array of floats of any length, and returns
    a point of the set, (d,) floats, at which u . x is largest. Where several points are farthest
    any of them will do. The same direction must always have the same answer, to the last bit, for
    `verify` asks again; so a body that draws at random needs a fixed seed, and one that remembers
    what it was asked is none. The direction 0 is never passed: there every point is farthest.
    Answers may be rounded, to a hundred units in the last place of their coordinates, or to 1e-9
    of the size of the set, whichever is more.

    An attribute `dimension`, the number d, is needed if the other set is a body without one.
    `Polytope` and `Ellipsoid` are examples.

    Examples
    --------
    >>> class Square:  # all (a, b) with sizes up to 1
    ...     def support(self, u):
    ...         return np.where(u > 0, 1.0, -1.0)
    >>> from ptronlib.geometry import separate_hulls
    >>> separate_hulls(Square(), [[3, 0]], 0.5)
    Wall(margin 1 on each side; w is the sum of 8 points, 3 distinct ones of P and 1 of -Q)
    """

    def support(self, direction: Array, /) -> Array:
        """Return a point of the set that lies farthest in this direction."""
        ...


class Polytope:
    """The convex hull of the rows of a matrix.

    Examples
    --------
    >>> Polytope([[0, 0], [1, 0], [0, 1]]).support([1, 2])
    array([0., 1.])
    """

    def __init__(self, points: ArrayLike, name: str = "points"):
        self.points = check_points(points, name)
        self.dimension = self.points.shape[1]
        self._moved = self.points - self.points[0]  # where they lie does not matter

    def support(self, direction: ArrayLike) -> Array:
        """Return the row of largest inner product, the first among equals."""
        u = check_vector(direction, self.dimension, "direction")
        return self.points[np.argmax(products(self._moved, u))]


class Ellipsoid:
    """The image of the unit ball: all center + axes @ u with norm(u) <= 1.

    `axes` is a (d, k) matrix, or the (d,) lengths of semi-axes along the coordinates, none of them
    negative.

    Examples
    --------
    >>> Ellipsoid([0, 0], [3, 1]).support([1, 0])
    array([3., 0.])
    """

    def __init__(self, center: ArrayLike, axes: ArrayLike):
        self.center = check_vector(center, np.size(center), "center")
        if np.ndim(axes) == 1:
            lengths = check_vector(axes, self.center.size, "axes")
            if (lengths < 0).any():
                j = int(np.argmax(lengths < 0))
                raise ValueError(
                    f"axes must be lengths, none below 0, or a matrix; got {lengths[j]:g} at index "
                    f"{j}. Take its size: an ellipsoid is the same in both directions of an axis."
                )
            axes = np.diag(lengths)
        self.axes = check_points(axes, "axes")
        self.dimension = self.center.size
        if len(self.axes) != self.dimension:
            raise ValueError(f"axes must have {self.dimension} rows; got {len(self.axes)}.")

    def support(self, direction: ArrayLike) -> Array:
        """Return the image of the point of the unit ball that the pulled-back direction names."""
        pulled = check_vector(direction, self.dimension, "direction") @ self.axes
        return self.center + self.axes @ (pulled / (norm(pulled) or 1.0))


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


class ConvexSets:
    """Two convex sets, each a matrix of points or a body, and the points taken from them so far.

    `taken` holds a list for each set, to which whoever walks appends. At least one of the two sets
    must say its `dimension`, as a matrix does. Of a Polytope, as of a matrix, all points are known;
    what any other `Body` is, one made from Polytope among them, only its answers tell.
    """

    def __init__(self, P: Any, Q: Any):
        self.names = "P", "Q"
        self.bodies = []
        for name, given in zip(self.names, (P, Q), strict=True):
            is_body = callable(getattr(given, "support", None))
            self.bodies.append(given if is_body else Polytope(given, name))
        self.taken: tuple[list[Array], list[Array]] = [], []
        self.dimension = self._common_dimension()

    def _common_dimension(self) -> int:
        told = {}
        for name, body in zip(self.names, self.bodies, strict=True):
            if type(body) is Polytope:
                told[name] = body.dimension
            elif (d := getattr(body, "dimension", None)) is not None:
                told[name] = check_count(d, f"{name}.dimension")
        if len({*told.values()}) != 1:
            raise ValueError(
                f"P and Q must lie in one space, and one of them must say its `dimension`; "
                f"got {told}."
            )
        return told.popitem()[1]

    def lowest_pair(self, w: Array) -> list[Array]:
        """Return the points p of P and q of Q for which w . (p - q) is smallest."""
        pair = []
        w = w if w.any() else np.full(w.size, ANY_DIRECTION)
        for side, u in enumerate((-w, w)):
            body = self.bodies[side]
            if type(body) is Polytope:
                pair.append(body.points[np.argmax(products(body._moved, u))])
            else:
                pair.append(self._asked(side, u))
        return pair

    def picks(self) -> list[Picks]:
        """Return for each set the distinct points taken, and which one at each update."""
        return [
            Picks(*np.unique(np.array(taken) + 0.0, axis=0, return_inverse=True))
            for taken in self.taken
        ]

    def contain(self, side: int, picks: Picks, asked: Array) -> bool:
        """Whether these are rows of the matrix, or what the body answers when asked."""
        body = self.bodies[side]
        if type(body) is Polytope:
            rows = {row.tobytes() for row in body.points + 0.0}  # -0.0 is 0.0
            return all(point.tobytes() in rows for point in picks.points + 0.0)
        answers = np.array([self._asked(side, u) for u in asked])
        size = float(np.ptp(answers, axis=0).max())
        return bool((norms(picks.taken - answers) <= rounding(size, norms(answers))).all())

    def facing(self, w: Array, reach: float = 0.0) -> tuple[list[Array], float]:
        """Return what a wall along w has to keep apart, and what bodies may miss it by.

        Of a matrix that is every point, of a body the one that it names as nearest to the wall;
        another machine may round that differently. Only differences count, the longest of which is
        the reach, and the last digits of the coordinates, which are many far from the origin.
        """
        points, slack = [], 0.0
        for side, u in enumerate((-w, w)):
            body = self.bodies[side]
            if type(body) is Polytope:
                points.append(body.points)
            else:
                point = self._asked(side, u)
                points.append(point[None])
                slack += rounding(reach, norm(point))
        return points, slack

    def _asked(self, side: int, u: Array) -> Array:
        """Return a body's point farthest in the direction u; none taken earlier may be farther."""
        name, taken = self.names[side], self.taken[side]
        point = self.bodies[side].support(u.copy())  # a copy, should it be written to
        point = check_vector(point, u.size, f"What {name}.support returns")
        recent = taken[-WINDOW:]
        if recent:
            moved = np.array(recent) - point
            heights = moved @ u
            best = int(np.argmax(heights))
            if heights[best] > norm(u) * rounding(norm(moved[best]), norm(point)):
                raise ValueError(
                    f"{name}.support must return a point farthest in the direction asked for; "
                    f"after {len(taken)} updates it returned one that its own point "
                    f"{len(taken) - len(recent) + best}, returned earlier, exceeds by "
                    f"{heights[best] / norm(u):g} in this direction."
                )
        return point


def rounding(size: float, distance: Any) -> Any:
    """Return by what the answers of a body of this size, so far from the origin, may be wrong."""
    return ROUNDING * size + LAST_DIGITS * distance
