"""Labelings that a line can produce, counted; and their margins after a random map."""

import numpy as np
import traitlets

from .._validate import Array
from ..counting import margins_of_labelings
from ..projection import gaussian_map
from .explorer import Explorer, Points, from_sixteenths

COUNT_START = from_sixteenths([-16, 6, 21, 8, -19, 1], [14, 19, 2, -18, -10, -2], "++++++")
MOST_COUNTED = 9  # points, so that their labelings can be counted at every move of a drag


class CountExplorer(Explorer, script="count", says="{n} points"):
    """Collect the labelings that a line (with a bias) can produce of movable points of the plane.

    Attributes
    ----------
    points : list of [x, y, 1].  At most 9; at first six in general position.
    angle : float, from 0 to 360.  Degrees in which the positive side of the line lies.
    shift : float, from -3 to 3.  How far the line lies from the origin in that direction.

    Examples
    --------
    >>> CountExplorer(points=[[0, 0, 1], [1, 0, 1], [0, 1, 1]])
    CountExplorer(3 points)
    """

    points = Points(COUNT_START, most=MOST_COUNTED).tag(sync=True)
    angle = traitlets.Float(70.0, min=0, max=360).tag(sync=True)
    shift = traitlets.Float(-0.25, min=-3, max=3).tag(sync=True)
    restored = ("points", "angle", "shift")


# In general position, with the origin and without.
COVER_PLACES = from_sixteenths(
    [17, -20, 6, -9, 25, -26, -4, 13, -15, 22, 3, -23],
    [9, 13, -21, -11, -14, -5, 24, 22, -25, 1, 8, 27],
)


class CoverExplorer(Explorer, script="cover", style="count", says="{0.P} points, {0.N} weights"):
    """Toss a coin for the label of each point, and see the separable shares land on Cover's curve.

    Attributes
    ----------
    P : int, from 1 to 12.  Points.
    N : int.  Weights: 3 for any line, 2 for lines through the origin.
    places : list of [x, y].  The points, of which the first P are in use; read-only.
    seen : list of [tosses, separable].  What came of the tosses, for each number of points.

    Examples
    --------
    >>> CoverExplorer()
    CoverExplorer(6 points, 3 weights)
    """

    places = traitlets.List(COVER_PLACES, read_only=True).tag(sync=True)
    P = traitlets.Int(6, min=1, max=len(COVER_PLACES)).tag(sync=True)
    N = traitlets.Enum((2, 3), 3).tag(sync=True)
    seen = traitlets.List([[0, 0]] * len(COVER_PLACES)).tag(sync=True)
    restored = ("P", "N")


PROJECTION_KS = [64, 48, 32, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1]


class ProjectionExplorer(Explorer, script="projection", says="8 points, k={0.k}"):
    """Turn the dimension of a Gaussian map down and watch the margins of all labelings shrink.

    The points are 8 random ones of length 1 in 64 dimensions. One matrix serves all k: turning k
    down drops its last rows, and rescales the others.

    Attributes
    ----------
    k : int.  One of ks, as the slider stands.
    ks : list of int.  Dimensions after the map, falling; read-only, like the following.
    d : int.  Dimension before the map.
    before : list of float.  Margins of ``labelings(8)`` before the map, to four decimals.
    after : list of lists of float
        For each of ks the margins after the map; 0 only for labelings that nothing separates.

    Examples
    --------
    >>> explorer = ProjectionExplorer()
    >>> explorer, len(explorer.before)
    (ProjectionExplorer(8 points, k=64), 128)
    """

    d = traitlets.Int(PROJECTION_KS[0], read_only=True).tag(sync=True)
    ks = traitlets.List(PROJECTION_KS, read_only=True).tag(sync=True)
    before = traitlets.List(read_only=True).tag(sync=True)
    after = traitlets.List(read_only=True).tag(sync=True)
    k = traitlets.Enum(PROJECTION_KS, PROJECTION_KS[0]).tag(sync=True)

    def __init__(self):
        super().__init__()
        rng = np.random.default_rng(8)
        X = rng.standard_normal((8, self.d))
        X /= np.linalg.norm(X, axis=1, keepdims=True)
        rows = X @ (gaussian_map(self.d, self.d, rng) * np.sqrt(self.d)).T
        self.set_trait("before", _margins(X))
        self.set_trait("after", [_margins(rows[:, :k] / np.sqrt(k)) for k in self.ks])


def _margins(X: Array) -> list[float]:
    """Round margins, but never a positive one to 0, which means that nothing separates."""
    margins = margins_of_labelings(X)
    return np.where(margins > 0, np.maximum(np.round(margins, 4), 1e-4), 0.0).tolist()
