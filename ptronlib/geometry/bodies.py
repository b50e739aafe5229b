r"""Convex bodies that answer one question: which of your points lies farthest in a direction?

.. math:: \mathrm{support}(u) \in \arg\max_{x \in K} u\cdot x
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._arithmetic import norm, products
from .._validate import Array, check_points, check_vector


class Polytope:
    """The convex hull of the rows of a matrix.

    Examples
    --------
    >>> Polytope([[0, 0], [1, 0], [0, 1]]).support([1, 2])
    array([0., 1.])
    """

    def __init__(self, points: ArrayLike):
        self.points = check_points(points, "points")
        self.dimension = self.points.shape[1]
        self._moved = self.points - self.points[0]  # where they lie does not matter

    def support(self, direction: ArrayLike) -> Array:
        """Return the row of largest inner product, the first among equals."""
        u = check_vector(direction, self.dimension, "direction")
        return self.points[np.argmax(products(self._moved, u))]


class Ellipsoid:
    """The image of the unit ball: all centre + axes @ u with norm(u) <= 1.

    `axes` is a (d, k) matrix, or the (d,) lengths of semi-axes along the coordinates.

    Examples
    --------
    >>> Ellipsoid([0, 0], [3, 1]).support([1, 0])
    array([3., 0.])
    """

    def __init__(self, centre: ArrayLike, axes: ArrayLike):
        self.centre = check_vector(centre, np.size(centre), "centre")
        self.axes = check_points(np.diag(axes) if np.ndim(axes) == 1 else axes, "axes")
        self.dimension = self.centre.size
        if len(self.axes) != self.dimension:
            raise ValueError(f"axes must have {self.dimension} rows; got {len(self.axes)}.")

    def support(self, direction: ArrayLike) -> Array:
        """Return the image of the point of the unit ball that the pulled-back direction names."""
        pulled = check_vector(direction, self.dimension, "direction") @ self.axes
        return self.centre + self.axes @ (pulled / (norm(pulled) or 1.0))
