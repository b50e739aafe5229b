"""Two polygons with the wall between them."""

from __future__ import annotations

import anywidget
import numpy as np
import traitlets
from numpy.typing import ArrayLike

from .._validate import check_points
from .explorer import EDGE, bundle, check_plane_points, check_sixteenths, styles

# Two quadrilaterals a little more than 5/8 apart, close to those of a figure of chapter 9.
HULLS = (
    ((-1.3125, 0.375), (-0.25, -0.1875), (-0.3125, 1.0), (-1.0, 1.3125)),
    ((0.125, -1.125), (1.375, -0.875), (1.125, 0.0), (0.375, -0.375)),
)


class HullExplorer(anywidget.AnyWidget):
    r"""Show the wall between two polygons, or their nearly touching points; drag the corners.

    Parameters
    ----------
    P, Q : (n, 2) and (m, 2) arrays, optional
        At most 16 corners together, in the square from -2 to 2, rounded to the nearest sixteenth.
        Without them, two quadrilaterals.
    eps : float
        The distance asked about, from 1/8 to 2, rounded to the nearest sixteenth.

    Attributes
    ----------
    points : list of [x, y, label]
        The corners, +1 for those of P and -1 for those of Q, after all dragging.
    eps : float

    Raises
    ------
    ValueError, TypeError
        For sets that do not fit the description.

    Notes
    -----
    The picture runs `separate_hulls` itself, in JavaScript, and gives the same answers.

    Examples
    --------
    >>> HullExplorer([[0, 0], [0, 1]], [[1, 0]], eps=0.5).points
    [[0.0, 0.0, 1], [0.0, 1.0, 1], [1.0, 0.0, -1]]
    """

    _esm = bundle("perceptron_math.js", "plane.js", "hulls_math.js", "hulls.js")
    _css = styles("hulls.css")

    points = traitlets.List().tag(sync=True)
    start = traitlets.Dict(read_only=True).tag(sync=True)
    eps = traitlets.Float().tag(sync=True)

    def __init__(
        self, P: ArrayLike | None = None, Q: ArrayLike | None = None, *, eps: float = 0.625
    ):
        if (P is None) != (Q is None):
            raise TypeError("P and Q go together; got only one of them. Pass both, or neither.")
        P = check_points(HULLS[0] if P is None else P, "P")
        Q = check_points(HULLS[1] if Q is None else Q, "Q")
        if P.shape[1] != Q.shape[1]:
            raise ValueError(f"P and Q must have two columns each; got {P.shape} and {Q.shape}.")
        labels = np.r_[np.ones(len(P)), -np.ones(len(Q))]
        points = check_plane_points(np.concatenate([P, Q]), labels)
        eps = check_sixteenths(eps, "eps", 0.125, EDGE)
        super().__init__(points=points, eps=eps)
        self.set_trait("start", {"points": points, "eps": eps})

    def __repr__(self) -> str:
        return f"HullExplorer({len(self.points)} corners, eps={self.eps:g})"
