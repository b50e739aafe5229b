"""The point-hyperplane game, played by hand."""

from functools import partial

import traitlets

from .explorer import Checked, Explorer, check_rows, from_sixteenths

# The value is 0.375, between points 1 and 4; the perceptron stops after 30 rounds.
PLACES = from_sixteenths([-28, 14, 9, 19, -4, 27, 1, -9], [19, 1, 26, 28, 8, 9, 18, 26], "++++++++")
GAME_POINTS = [place[:2] for place in PLACES]


class GameExplorer(
    Explorer, script="game", says="{n} points, at {0.angle} degrees, {0.rounds} rounds"
):
    r"""Play the point-hyperplane game by hand: turn a direction while the perceptron mixes points.

    Attributes
    ----------
    points : list of [x, y]
        At most 16 points of the square from -2 to 2, none of them the origin, rounded to the
        nearest sixteenth; at first eight points of value 0.375.
    angle : int, from 0 to 359
        The reader's direction in degrees.
    rounds : int, from 0 to 500
        What the perceptron was asked to play; it stops by itself when it is done.
    picks : list of int
        The points that it added. Reported by the picture; read-only.

    Notes
    -----
    The picture runs ``sparse_strategies(V, order="worst")`` itself, in JavaScript.

    Examples
    --------
    >>> GameExplorer(points=[[0.5, 1], [0.51, -1]], angle=10)
    GameExplorer(2 points, at 10 degrees, 0 rounds)
    """

    points = Checked(partial(check_rows, width=2, origin=False), GAME_POINTS).tag(sync=True)
    angle = traitlets.Int(160, min=0, max=359).tag(sync=True)
    rounds = traitlets.Int(0, min=0, max=500).tag(sync=True)
    picks = traitlets.List(read_only=True).tag(sync=True)
