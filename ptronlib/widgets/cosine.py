"""The cosine perceptron, whose weights shrink."""

from __future__ import annotations

from functools import partial

import anywidget
import numpy as np
import traitlets
from numpy.typing import ArrayLike

from .._validate import check_no_zero_example, check_points, check_real
from .explorer import (
    Checked,
    bundle,
    check_degrees,
    check_labelled_points,
    check_plane_points,
    check_steps,
    styles,
)

# From 168 degrees it takes 4 updates with sigma = 0.25 and leaves one point wrong, one on the line.
COSINE_START = (
    (0.75, 1.4375, 1),
    (0.75, -1.0625, -1),
    (-0.875, -0.9375, -1),
    (1.375, 0.75, 1),
    (-1.3125, 0.5, 1),
    (-1.6875, -0.375, -1),
    (1.3125, 0.1875, 1),
    (0.3125, -1.75, -1),
)


def check_directed_points(rows: ArrayLike, name: str) -> list[list[float]]:
    """Return rows [x, y, label], at least one, and none at the origin, which has no direction."""
    points = check_labelled_points(check_points(rows, name), name)
    check_no_zero_example(np.array(points)[:, :2])
    return points


class CosineExplorer(anywidget.AnyWidget):
    r"""Show the cosine perceptron in the plane: w turns and shrinks until nothing is plainly wrong.

    Parameters
    ----------
    X : (n, 2) array, optional
        At most 16 points of the square from -2 to 2, none of them the origin, rounded to the
        nearest sixteenth. Without X and y, a sample of eight points.
    y : (n,) array, optional
        Labels, -1 or +1.
    sigma : float, 0 < sigma < 1
        Update while some cosine is <= -sigma.
    angle : int
        Direction of the start in degrees; its length is 1.

    Attributes
    ----------
    points : list of [x, y, label]
    sigma : float
    angle : int
    n_steps : int
        Presses of Step so far; the last one finds no mistake.
    mistakes : list of int
        The points updated so far: a beginning of ``cosine_perceptron(X, y, sigma,
        w_init=...).mistakes``. Reported by the picture, like w; read-only.
    w : list of float

    Raises
    ------
    ValueError, TypeError
        for points, labels and settings that do not fit the description.

    Examples
    --------
    >>> CosineExplorer([[1, 0.5], [-1, 0.5]], [1, 1], sigma=0.5, angle=250)
    CosineExplorer(2 points, sigma=0.5, start at 250 degrees, 0 mistakes so far)
    """

    _esm = bundle(
        "perceptron_math.js",
        "plane.js",
        "cosine_math.js",
        "player.js",
        "cosine.js",
    )
    _css = styles("cosine.css")

    points = Checked(check_directed_points).tag(sync=True)
    start = traitlets.Dict(read_only=True).tag(sync=True)
    sigma = Checked(partial(check_real, low=0.0, high=1.0, ends="()"), 0.25).tag(sync=True)
    angle = Checked(check_degrees, 168).tag(sync=True)
    n_steps = Checked(check_steps, 0).tag(sync=True)
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List(read_only=True).tag(sync=True)

    def __init__(
        self,
        X: ArrayLike | None = None,
        y: ArrayLike | None = None,
        *,
        sigma: float = 0.25,
        angle: int = 168,
    ):
        if (X is None) != (y is None):
            raise TypeError("X and y go together; got only one of them. Pass both, or neither.")
        points = [list(row) for row in COSINE_START]
        if X is not None and y is not None:
            points = check_plane_points(X, y)
        super().__init__(points=points, sigma=sigma, angle=angle)
        self.set_trait("start", {"points": points, "sigma": self.sigma, "angle": self.angle})

    def __repr__(self) -> str:
        return (
            f"CosineExplorer({len(self.points)} points, sigma={self.sigma:g}, start at "
            f"{self.angle} degrees, {len(self.mistakes)} mistakes so far)"
        )
