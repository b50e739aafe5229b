r"""Convex bodies that answer one question: which of your points lies farthest in a direction?

.. math:: \mathrm{support}(u) \in \arg\max_{x \in K} u\cdot x
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arithmetic import norm, products
from ._validate import (
    LARGEST,
    Array,
    check_count,
    check_numbers,
    check_points,
    check_real,
    check_vector,
)

__all__ = ["Ball", "Box", "Ellipsoid", "MinkowskiSum", "Polytope"]

WINDOW = 256  # how many earlier answers a new one is compared with
CONTRADICTION = 1e-9  # relative: how far apart two answers of a sound oracle may be by rounding


@dataclass(frozen=True, eq=False)
class Ball:
    """All points within `radius` of `centre`.

    Raises
    ------
    ValueError, TypeError
        A centre that is not a finite vector, a negative radius.

    Examples
    --------
    >>> Ball([1, 0], 2).support([0, 5])
    array([1., 2.])
    """

    centre: Array
    radius: float

    def __post_init__(self):
        object.__setattr__(self, "centre", _check_centre(self.centre, "centre"))
        object.__setattr__(self, "radius", check_real(self.radius, "radius", 0.0, largest=LARGEST))

    @property
    def dimension(self) -> int:
        """d."""
        return self.centre.size

    def support(self, direction: ArrayLike) -> Array:
        """Return centre + radius * direction / norm(direction)."""
        u = _scaled(direction, self.dimension)
        return self.centre + self.radius * u / (norm(u) or 1.0)


@dataclass(frozen=True, eq=False)
class Ellipsoid:
    """The image of the unit ball: all centre + axes @ u with norm(u) <= 1.

    `axes` is a (d, k) matrix, or the (d,) lengths of semi-axes along the coordinates.

    Raises
    ------
    ValueError, TypeError
        Shapes that do not fit, numbers that are not finite.

    Examples
    --------
    >>> Ellipsoid([0, 0], [3, 1]).support([1, 0])
    array([3., 0.])
    """

    centre: Array
    axes: Array

    def __post_init__(self):
        object.__setattr__(self, "centre", _check_centre(self.centre, "centre"))
        d = self.centre.size
        axes = check_numbers(self.axes, "axes")
        if axes.ndim == 1:
            axes = check_vector(axes, d, "axes")
        else:
            axes = check_points(axes, "axes")
            if len(axes) != d:
                raise ValueError(f"axes must have {d} rows, as centre has; got {axes.shape}.")
        object.__setattr__(self, "axes", axes)

    @property
    def dimension(self) -> int:
        """d."""
        return self.centre.size

    def support(self, direction: ArrayLike) -> Array:
        """Return the image of the point of the unit ball that the pulled-back direction names."""
        u = _scaled(direction, self.dimension)
        pulled = self.axes * u if self.axes.ndim == 1 else u @ self.axes
        unit = pulled / (norm(pulled) or 1.0)
        return self.centre + (self.axes * unit if self.axes.ndim == 1 else self.axes @ unit)


@dataclass(frozen=True, eq=False)
class Box:
    """All x with low <= x <= high, coordinate by coordinate.

    Raises
    ------
    ValueError, TypeError
        Shapes that do not fit, numbers that are not finite, low above high.

    Examples
    --------
    >>> Box([0, 0], [1, 2]).support([1, -1])
    array([1., 0.])
    """

    low: Array
    high: Array

    def __post_init__(self):
        low = _check_centre(self.low, "low")
        high = check_vector(self.high, low.size, "high")
        if (low > high).any():
            i = int(np.argmax(low > high))
            raise ValueError(f"low must be at most high; got {low[i]} > {high[i]} at index {i}.")
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def dimension(self) -> int:
        """d."""
        return self.low.size

    def support(self, direction: ArrayLike) -> Array:
        """Return the corner on the side of the direction, the low one where it is 0."""
        return np.where(_scaled(direction, self.dimension) > 0, self.high, self.low)


@dataclass(frozen=True, eq=False)
class Polytope:
    """The convex hull of the rows of `points`.

    Raises
    ------
    ValueError, TypeError
        Points that are not a finite, non-empty matrix.

    Examples
    --------
    >>> Polytope([[0, 0], [1, 0], [0, 1]]).support([1, 2])
    array([0., 1.])
    """

    points: Array

    def __post_init__(self):
        object.__setattr__(self, "points", check_points(self.points, "points"))

    @property
    def dimension(self) -> int:
        """d."""
        return self.points.shape[1]

    def support(self, direction: ArrayLike) -> Array:
        """Return the row of largest inner product, the first among equals."""
        u = _scaled(direction, self.dimension)
        return self.points[np.argmax(products(self.points, u))]


class MinkowskiSum:
    """All sums of one point of each part; the parts are bodies, or matrices of points.

    Raises
    ------
    ValueError, TypeError
        No parts, or parts that do not lie in one space.

    Examples
    --------
    >>> MinkowskiSum(Box([0, 0], [1, 1]), Ball([0, 0], 1)).support([0, -2])
    array([ 0., -1.])
    """

    def __init__(self, *parts: object):
        if not parts:
            raise ValueError("A Minkowski sum must have at least one part; got none.")
        self.parts = [as_body(part, f"part {i}") for i, part in enumerate(parts)]
        self.dimension = common_dimension({f"part {i}": part for i, part in enumerate(self.parts)})

    def support(self, direction: ArrayLike) -> Array:
        """Return the sum of the parts' answers."""
        total: Any = sum(
            answer(part, direction, f"part {i}") for i, part in enumerate(self.parts)
        )  # fmt: skip
        return total


def as_body(value: Any, name: str) -> Any:
    """Return an object with a `support` method as it is, a matrix of points as their hull."""
    if callable(getattr(value, "support", None)):
        return value
    return Polytope(check_points(value, name))


def _check_centre(centre: ArrayLike, name: str) -> Array:
    centre = check_numbers(centre, name)
    if centre.ndim != 1 or centre.size == 0:
        raise ValueError(
            f"{name} must be a vector of at least one coordinate; got shape {np.shape(centre)}."
        )
    return check_vector(centre, centre.size, name)


def _scaled(direction: ArrayLike, d: int) -> Array:
    """Return the direction times a power of two, of length about 1: its length does not matter."""
    u = check_vector(direction, d, "direction", largest=np.inf)
    return np.ldexp(u, -np.frexp(np.abs(u).max())[1])


def common_dimension(bodies: dict[str, Any]) -> int:
    """Return the dimension that the bodies share; those that do not tell theirs are believed."""
    told = {n: b.dimension for n, b in bodies.items() if getattr(b, "dimension", None) is not None}
    if not told:
        raise ValueError(
            f"One of {' and '.join(bodies)} must say its dimension; neither has an attribute "
            f"`dimension`. Add it to the support oracle."
        )
    for name, told_dimension in told.items():
        check_count(told_dimension, f"{name}.dimension")
    first, *others = told
    for other in others:
        if told[other] != told[first]:
            raise ValueError(
                f"{' and '.join(bodies)} must lie in one space; got {first} in dimension "
                f"{told[first]} and {other} in dimension {told[other]}."
            )
    return int(told[first])


def answer(body: Any, direction: ArrayLike, name: str) -> Array:
    """Ask a body for its support point, and refuse what is not a point of the space."""
    found = body.support(np.array(direction, dtype=np.float64))  # a copy, should it be written to
    try:
        point = np.asarray(found)
    except ValueError:
        raise ValueError(
            f"{name}.support must return an array of shape {np.shape(direction)}; "
            f"got something ragged, {found!r:.60}."
        ) from None
    if point.shape != np.shape(direction) or point.dtype.kind not in "iuf":
        raise ValueError(
            f"{name}.support must return an array of shape {np.shape(direction)} of real numbers; "
            f"got shape {point.shape} of {point.dtype}."
        )
    if not np.isfinite(point).all():
        i = int(np.argmin(np.isfinite(point)))
        raise ValueError(f"{name}.support must return finite numbers; got {point[i]} at index {i}.")
    return point.astype(np.float64)


class Picker:
    """Ask a body for points, remember each distinct one, and notice contradictions.

    A support point for the direction u is one at which u . x is largest: if a point returned
    earlier does better, the oracle is wrong.
    """

    def __init__(self, body: object, name: str, dimension: int):
        self.body, self.name = body, name
        self.steps: list[int] = []
        self._seen: dict[bytes, int] = {}
        self._points = np.empty((16, dimension))

    @property
    def points(self) -> Array:
        """The distinct points returned so far, in order of their first appearance."""
        return self._points[: len(self._seen)].copy()

    def ask(self, direction: Array) -> tuple[int, Array]:
        """Return the number of the support point among the distinct ones, and the point."""
        point = answer(self.body, direction, self.name)
        k = len(self._seen)
        recent = self._points[max(0, k - WINDOW) : k]
        if k:
            heights = recent @ direction
            best = int(np.argmax(heights))
            size = np.linalg.norm(direction) * np.linalg.norm(point)
            if heights[best] > point @ direction + CONTRADICTION * max(size, abs(heights[best])):
                raise ValueError(
                    f"{self.name}.support must return a point farthest in the direction asked "
                    f"for; after {len(self.steps)} updates it returned one of height "
                    f"{point @ direction:g}, but its own point {k - len(recent) + best}, returned "
                    f"earlier, has height {heights[best]:g}."
                )
        index = self._seen.setdefault((point + 0.0).tobytes(), k)
        if index == k:
            if k == len(self._points):
                self._points = np.concatenate([self._points, np.empty_like(self._points)])
            self._points[k] = point
        return index, point

    def record(self, index: int) -> None:
        """Note that the point of this number was used in an update."""
        self.steps.append(index)

    def used(self) -> tuple[Array, NDArray[np.intp]]:
        """Return the distinct points that were used, and the number of the one of each update."""
        used, steps = np.unique(np.array(self.steps, dtype=np.intp), return_inverse=True)
        return self.points[used], steps.astype(np.intp)
