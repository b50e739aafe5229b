"""Two polygons with the wall between them."""

from functools import partial

from .explorer import EDGE, Checked, Explorer, check_rows, check_sixteenths, from_sixteenths

# Two quadrilaterals a little more than 5/8 apart, close to those of a figure of chapter 9.
HULLS = from_sixteenths(
    [-21, -4, -5, -16, 2, 22, 18, 6], [6, -3, 16, 21, -18, -14, 0, -6], "++++----"
)


class HullExplorer(Explorer, script="hulls", says="{n} corners, eps={0.eps:g}"):
    r"""Show the wall between two polygons, or their nearly touching points; drag the corners.

    Attributes
    ----------
    points : list of [x, y, label]
        At most 16 corners of the square from -2 to 2, rounded to the nearest sixteenth, +1 for
        those of one polygon and -1 for those of the other; at first two quadrilaterals.
    eps : float
        The distance asked about, from 1/8 to 2, rounded to the nearest sixteenth.

    Notes
    -----
    The picture runs `separate_hulls` itself, in JavaScript, and gives the same answers.

    Examples
    --------
    >>> HullExplorer(points=[[0, 0, 1], [0, 1, 1], [1, 0, -1]], eps=0.5)
    HullExplorer(3 corners, eps=0.5)
    """

    points = Checked(check_rows, HULLS).tag(sync=True)
    eps = Checked(partial(check_sixteenths, low=0.125, high=EDGE), 0.625).tag(sync=True)
    restored = ("points", "eps")
