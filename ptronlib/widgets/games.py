"""The point-hyperplane game, played by hand."""

from __future__ import annotations

from functools import partial

import anywidget
import numpy as np
import traitlets
from numpy.typing import ArrayLike

from .._validate import check_count, check_no_zero_example, check_points
from .explorer import Checked, bundle, check_degrees, check_plane_points, styles

# The value is 0.375, between points 1 and 4; the perceptron stops after 30 rounds.
GAME_POINTS = (
    (-1.75, 1.1875),
    (0.875, 0.0625),
    (0.5625, 1.625),
    (1.1875, 1.75),
    (-0.25, 0.5),
    (1.6875, 0.5625),
    (0.0625, 1.125),
    (-0.5625, 1.625),
)
MOST_ROUNDS = 500  # where the value is 0 the perceptron would go on for ever


def check_strategies(rows: ArrayLike, name: str) -> list[list[float]]:
    """Return rows [x, y], none of them the origin, which would make the value 0."""
    rows = check_points(rows, name)
    points = [row[:2] for row in check_plane_points(rows, np.ones(len(rows)))]
    check_no_zero_example(np.array(points))
    return points


class GameExplorer(anywidget.AnyWidget):
    r"""Play the point-hyperplane game by hand: turn a direction while the perceptron mixes points.

    Parameters
    ----------
    V : (n, 2) array, optional
        At most 16 points of the square from -2 to 2, none of them the origin, rounded to the
        nearest sixteenth. Without V, eight points of value 0.375.
    angle : int
        The reader's direction in degrees.

    Attributes
    ----------
    points : list of [x, y]
    angle : int
    rounds : int, from 0 to 500
        What the perceptron was asked to play; it stops by itself when it is done.
    picks : list of int
        The points that it added. Reported by the picture; read-only.

    Raises
    ------
    ValueError, TypeError
        For points and settings that do not fit the description.

    Notes
    -----
    The picture runs ``sparse_strategies(V, order="worst")`` itself, in JavaScript.

    Examples
    --------
    >>> GameExplorer([[0.5, 1], [0.51, -1]], angle=370)
    GameExplorer(2 points, at 10 degrees, 0 rounds)
    """

    _esm = bundle("perceptron_math.js", "plane.js", "game_math.js", "game.js")
    _css = styles("game.css")

    points = Checked(check_strategies).tag(sync=True)
    angle = Checked(check_degrees, 160).tag(sync=True)
    rounds = Checked(partial(check_count, low=0, high=MOST_ROUNDS), 0).tag(sync=True)
    picks = traitlets.List(read_only=True).tag(sync=True)

    def __init__(self, V: ArrayLike | None = None, *, angle: int = 160):
        rows = check_points(GAME_POINTS if V is None else V, "V")
        super().__init__(points=rows.tolist(), angle=angle)

    def __repr__(self) -> str:
        return (
            f"GameExplorer({len(self.points)} points, at {self.angle} degrees, "
            f"{self.rounds} rounds)"
        )
