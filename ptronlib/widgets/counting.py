"""Labelings that a line can produce, counted; and Cover's curve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import anywidget
import traitlets
from numpy.typing import ArrayLike

from .._validate import Array, check_count, check_points
from .explorer import Checked, bundle, check_plane_points, styles

COUNT_START = (
    (-1.0, 0.875, 1),
    (0.375, 1.1875, 1),
    (1.3125, 0.125, 1),
    (0.5, -1.125, 1),
    (-1.1875, -0.625, 1),
    (0.0625, -0.125, 1),
)
MOST_COUNTED = 9


def check_countable_points(rows: Sequence[Any] | Array, name: str) -> list[list[float]]:
    """Return rows [x, y, 1], few enough for the picture to count their labelings at every move."""
    if len(rows) > MOST_COUNTED:
        raise ValueError(
            f"The picture holds at most {MOST_COUNTED} points; got {len(rows)}. "
            f"Take some of them, as in X[:{MOST_COUNTED}]."
        )
    if len(rows) == 0:  # the reader may remove every point
        return []
    rows = check_points(rows, name)
    return check_plane_points(rows[:, :-1], rows[:, -1])


class CountExplorer(anywidget.AnyWidget):
    """Show how many labelings of movable points of the plane a line (with a bias) can produce.

    Parameters
    ----------
    X : (n, 2) array, optional
        At most 9 points of the square from -2 to 2, rounded to the nearest sixteenth: the count
        is exact. Without X, six points in general position.

    Attributes
    ----------
    points : list of [x, y, 1]
        The points, after all dragging.

    Raises
    ------
    ValueError, TypeError
        for points that do not fit the description.

    Examples
    --------
    >>> CountExplorer([[0, 0], [1, 0], [0, 1]]).points
    [[0.0, 0.0, 1], [1.0, 0.0, 1], [0.0, 1.0, 1]]
    """

    _esm = bundle("perceptron_math.js", "plane.js", "count_math.js", "count.js")
    _css = styles("count.css")

    points = Checked(check_countable_points).tag(sync=True)
    start = traitlets.List(read_only=True).tag(sync=True)

    def __init__(self, X: ArrayLike | None = None):
        points = COUNT_START if X is None else [[*row, 1.0] for row in check_points(X).tolist()]
        super().__init__(points=[list(row) for row in points])
        self.set_trait("start", self.points)

    def __repr__(self) -> str:
        return f"CountExplorer({len(self.points)} points)"


class CoverExplorer(anywidget.AnyWidget):
    """Show Cover's curve, with sliders for the number of points and of weights.

    Parameters
    ----------
    P : int, from 1 to 400
        Points.
    N : int, from 1 to 100
        Weights.

    Attributes
    ----------
    P, N : int
        As the sliders stand.

    Raises
    ------
    ValueError, TypeError
        P or N outside those domains.

    Examples
    --------
    >>> CoverExplorer(40, 4)
    CoverExplorer(P=40, N=4)
    """

    _esm = bundle("count_math.js", "cover.js")
    _css = styles("count.css")

    P = Checked(partial(check_count, high=400), 40).tag(sync=True)
    N = Checked(partial(check_count, high=100), 20).tag(sync=True)

    start = traitlets.Dict(read_only=True).tag(sync=True)

    def __init__(self, P: int = 40, N: int = 20):
        super().__init__(P=P, N=N)
        self.set_trait("start", {"P": self.P, "N": self.N})

    def __repr__(self) -> str:
        return f"CoverExplorer(P={self.P}, N={self.N})"
