"""Two polygons with the wall between them, and the point-hyperplane game."""

import traitlets

from .explorer import EDGE, Explorer, Points, from_sixteenths

# Two quadrilaterals a little more than 5/8 apart, close to those of a figure of chapter 9.
HULLS = from_sixteenths(
    [-21, -4, -5, -16, 2, 22, 18, 6], [6, -3, 16, 21, -18, -14, 0, -6], "++++----"
)


class HullExplorer(Explorer, script="hulls", says="{n} corners, eps={0.eps:g}"):
    r"""Show the wall between two polygons, as `separate_hulls` finds it; drag the corners.

    Attributes
    ----------
    points : list of [x, y, label].  The corners, +1 for one polygon and -1 for the other.
    eps : float.  The distance asked about, from 1/8 to 2.

    Examples
    --------
    >>> HullExplorer(points=[[0, 0, 1], [0, 1, 1], [1, 0, -1]], eps=0.5)
    HullExplorer(3 corners, eps=0.5)
    """

    points = Points(HULLS).tag(sync=True)
    eps = traitlets.Float(0.625, min=0.125, max=EDGE).tag(sync=True)
    restored = ("points", "eps")


# The value is 0.375, between points 1 and 4; after 25 rounds the mixture's bound is within 0.05.
GAME_POINTS = from_sixteenths([-28, 14, 9, 19, -4, 27, 1, -9], [19, 1, 26, 28, 8, 9, 18, 26])


class GameExplorer(
    Explorer, script="game", says="{n} points, at {0.angle} degrees, {0.rounds} rounds"
):
    r"""Play the point-hyperplane game by hand: turn a direction while the perceptron mixes points.

    The picture runs ``sparse_strategies(V, order="worst")``, and goes on where that ends.

    Attributes
    ----------
    points : list of [x, y].  Without labels; none of them the origin.
    angle : int, from 0 to 359.  The reader's direction in degrees.
    rounds : int, from 0 to 500
        What the perceptron was asked to play.
    picks : list of int.  The points that it added. Reported by the picture; read-only.

    Examples
    --------
    >>> GameExplorer(points=[[0.5, 1], [0.51, -1]], angle=10)
    GameExplorer(2 points, at 10 degrees, 0 rounds)
    """

    points = Points(GAME_POINTS, width=2, origin=False).tag(sync=True)
    angle = traitlets.Int(130, min=0, max=359).tag(sync=True)
    rounds = traitlets.Int(0, min=0, max=500).tag(sync=True)
    picks = traitlets.List(read_only=True).tag(sync=True)
    restored = ("angle", "rounds")
