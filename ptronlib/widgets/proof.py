"""A run caught between the two sides of its convergence proof."""

from __future__ import annotations

from functools import partial

import anywidget
import traitlets
from numpy.typing import ArrayLike

from .._validate import check_real, check_vector
from .explorer import Checked, bundle, check_plane_points, styles


def check_plane_vector(w: ArrayLike, name: str) -> list[float]:
    """Return two finite numbers."""
    return check_vector(w, 2, name).tolist()


class ProofExplorer(anywidget.AnyWidget):
    r"""Show a run in the plane being caught between the two sides of its convergence proof.

    Parameters
    ----------
    X : (n, 2) array
        At most 16 points of the square from -2 to 2, rounded to the nearest sixteenth.
    y : (n,) array
        Labels, -1 or +1.

    Attributes
    ----------
    points : list of [x, y, label]
        The sample, after all dragging.
    w_init : list of float
        Weights before the first update.
    eta : float
        Size of a step.
    mistakes : list of int
        The points added so far, in the order chosen. The picture keeps those that were violated
        when their turn came.
    w : list of float
        The weights. Reported by the picture; read-only.

    Raises
    ------
    ValueError, TypeError
        for points and labels that do not fit the description.

    Notes
    -----
    Pressing "Next in turn" until nothing is left makes the mistakes of
    ``perceptron(X, y, w_init=w_init / eta)``.

    Examples
    --------
    >>> ProofExplorer([[1, 0.51], [-0.5, 1]], [1, -1])
    ProofExplorer(2 points, 0 mistakes so far)
    """

    _esm = bundle(
        "perceptron_math.js", "plane.js", "proof_math.js", "lens.js", "proof_chart.js",
        "player.js", "proof.js",
    )  # fmt: skip
    _css = styles("proof.css")

    points = traitlets.List().tag(sync=True)
    start = traitlets.List(read_only=True).tag(sync=True)
    w_init = Checked(check_plane_vector).tag(sync=True)
    eta = Checked(partial(check_real, low=0.0, ends="()"), 1.0).tag(sync=True)
    mistakes = traitlets.List().tag(sync=True)
    w = traitlets.List([0.0, 0.0], read_only=True).tag(sync=True)

    def __init__(self, X: ArrayLike, y: ArrayLike):
        points = check_plane_points(X, y)
        super().__init__(points=points, w_init=[0.0, 0.0])
        self.set_trait("start", points)

    def __repr__(self) -> str:
        return f"ProofExplorer({len(self.points)} points, {len(self.mistakes)} mistakes so far)"
