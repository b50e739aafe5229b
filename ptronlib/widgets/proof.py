"""A run caught between the two sides of its convergence proof."""

from __future__ import annotations

import traitlets
from numpy.typing import ArrayLike

from .explorer import Checked, Explorer, check_rows, from_sample


class ProofExplorer(Explorer, script="proof", says="{n} points, {t} mistakes so far"):
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
    eta : float, from 1/4 to 4
        Size of a step.
    mistakes : list of int
        The points added so far, in the order chosen. The picture keeps those that were violated
        when their turn came.
    w : list of float
        The weights. Reported by the picture; read-only.

    Raises
    ------
    ValueError, TypeError
        X and y are no such sample.

    Notes
    -----
    Pressing "Next in turn" until nothing is left makes the mistakes of
    ``perceptron(X, y, w_init=w_init / eta)``.

    Examples
    --------
    >>> ProofExplorer([[1, 0.51], [-0.5, 1]], [1, -1])
    ProofExplorer(2 points, 0 mistakes so far)
    """

    points = Checked(check_rows, []).tag(sync=True)
    w_init = traitlets.List(traitlets.Float(), [0.0, 0.0], minlen=2, maxlen=2).tag(sync=True)
    eta = traitlets.Float(1.0, min=0.25, max=4.0).tag(sync=True)
    mistakes = traitlets.List().tag(sync=True)
    w = traitlets.List([0.0, 0.0], read_only=True).tag(sync=True)
    restored = ("points", "w_init", "eta")

    def __init__(self, X: ArrayLike, y: ArrayLike):
        super().__init__(points=from_sample(X, y))
