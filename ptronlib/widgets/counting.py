"""Labelings that a line can produce, counted; and Cover's curve."""

from functools import partial

import traitlets

from .explorer import Checked, Explorer, check_rows, from_sixteenths

COUNT_START = from_sixteenths([-16, 6, 21, 8, -19, 1], [14, 19, 2, -18, -10, -2], "++++++")
MOST_COUNTED = 9  # points, so that their labelings can be counted at every move of a drag


class CountExplorer(Explorer, script="count", says="{n} points"):
    """Show how many labelings of movable points of the plane a line (with a bias) can produce.

    Attributes
    ----------
    points : list of [x, y, 1]
        At most 9 points of the square from -2 to 2, rounded to the nearest sixteenth: the count
        is exact. At first, six points in general position.

    Examples
    --------
    >>> CountExplorer(points=[[0, 0, 1], [1, 0, 1], [0, 1, 1]])
    CountExplorer(3 points)
    """

    points = Checked(partial(check_rows, most=MOST_COUNTED), COUNT_START).tag(sync=True)
    restored = ("points",)


class CoverExplorer(Explorer, script="cover", style="count", says="P={0.P}, N={0.N}"):
    """Show Cover's curve, with sliders for the number of points and of weights.

    Parameters
    ----------
    P : int, from 1 to 400
        Points.
    N : int, from 1 to 100
        Weights.

    Raises
    ------
    TraitError
        P or N is no such number.

    Examples
    --------
    >>> CoverExplorer(40, 4)
    CoverExplorer(P=40, N=4)
    """

    P = traitlets.Int(40, min=1, max=400).tag(sync=True)
    N = traitlets.Int(20, min=1, max=100).tag(sync=True)
    restored = ("P", "N")

    def __init__(self, P: int = 40, N: int = 20):
        super().__init__(P=P, N=N)
