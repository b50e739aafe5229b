"""The cosine perceptron, whose weights shrink."""

from functools import partial

import traitlets

from .explorer import Checked, Explorer, check_rows, from_sixteenths

# From 168 degrees it takes 4 updates with sigma = 0.25 and leaves one point wrong, one on the line.
COSINE_START = from_sixteenths(
    [12, 12, -14, 22, -21, -27, 21, 5], [23, -17, -15, 12, 8, -6, 3, -28], "+--++-+-"
)


class CosineExplorer(
    Explorer,
    script="cosine",
    says="{n} points, sigma={0.sigma:g}, start at {0.angle} degrees, {t} mistakes so far",
):
    r"""Show the cosine perceptron in the plane: w turns and shrinks until nothing is plainly wrong.

    Attributes
    ----------
    points : list of [x, y, label]
        At most 16 points of the square from -2 to 2, none of them the origin, rounded to the
        nearest sixteenth; at first a sample of eight points.
    sigma : float, from 0.01 to 0.99
        Update while some cosine is <= -sigma.
    angle : int, from 0 to 359
        Direction of the start in degrees; its length is 1.
    n_steps : int
        Presses of Step so far; the last one finds no mistake.
    mistakes : list of int
        The points updated so far: a beginning of ``cosine_perceptron(X, y, sigma,
        w_init=...).mistakes``. Reported by the picture, like w; read-only.
    w : list of float

    Examples
    --------
    >>> CosineExplorer(points=[[1, 0.5, 1], [-1, 0.5, 1]], sigma=0.5, angle=250)
    CosineExplorer(2 points, sigma=0.5, start at 250 degrees, 0 mistakes so far)
    """

    points = Checked(partial(check_rows, origin=False), COSINE_START).tag(sync=True)
    sigma = traitlets.Float(0.25, min=0.01, max=0.99).tag(sync=True)
    angle = traitlets.Int(168, min=0, max=359).tag(sync=True)
    n_steps = traitlets.Int(0, min=0).tag(sync=True)
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List(read_only=True).tag(sync=True)
    restored = ("points", "sigma", "angle")
