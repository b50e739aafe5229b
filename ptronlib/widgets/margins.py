"""What a threshold buys on one sample, and what it costs."""

from __future__ import annotations

from functools import partial

import anywidget
import traitlets

from .._validate import check_choice
from .explorer import Checked, bundle, check_sixteenths, styles

# R is 1.25, the best margin 0.375. The perceptron reaches 14 % of it, beta = R^2 reaches 78 %.
MARGIN_SAMPLE = (
    (0.5625, 0.625, 1),
    (-0.375, -1.125, -1),
    (0.875, 0.375, 1),
    (-0.9375, 0.1875, -1),
    (0.9375, -0.125, 1),
    (-0.75, 1.0, -1),
    (-0.5625, 0.4375, -1),
    (-0.625, 0.125, -1),
    (0.375, -1.1875, 1),
)


class MarginExplorer(anywidget.AnyWidget):
    r"""Show what a threshold buys on one sample of the plane: margin reached, and updates paid.

    Parameters
    ----------
    kind : str
        "beta": a fixed threshold; "alpha": one that grows with this exponent.
    beta : float, in [0, 6.25]
        Fixed threshold, rounded to sixteenths; 6.25 is 4 R^2.
    alpha : float, in [1, 1.75]
        Growth exponent, rounded to sixteenths.

    Attributes
    ----------
    kind, beta, alpha
        As the sliders stand.
    points : list of [x, y, label]
        The sample; read-only.
    n_updates : int
        Updates of that run. Reported by the picture, like margin; read-only.
    margin : float
        The margin that it reached, None until the picture is shown.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    The picture runs ``perceptron(X, y, beta)``, or ``perceptron(X, y, growing(alpha, R))``, itself,
    in JavaScript, in the order "cyclic".

    Examples
    --------
    >>> MarginExplorer(beta=1.55).beta
    1.5625
    """

    _esm = bundle(
        "perceptron_math.js", "margins_math.js", "margins_plane.js",
        "margins_chart.js", "margins.js",
    )  # fmt: skip
    _css = styles("margins.css")

    points = traitlets.List(read_only=True).tag(sync=True)
    kind = Checked(partial(check_choice, choices=("beta", "alpha")), "beta").tag(sync=True)
    beta = Checked(partial(check_sixteenths, low=0.0, high=6.25), 0.0).tag(sync=True)
    alpha = Checked(partial(check_sixteenths, low=1.0, high=1.75), 1.0).tag(sync=True)
    start = traitlets.Dict(read_only=True).tag(sync=True)
    n_updates = traitlets.Int(read_only=True).tag(sync=True)
    margin = traitlets.Float(allow_none=True, default_value=None, read_only=True).tag(sync=True)

    def __init__(self, *, kind: str = "beta", beta: float = 0.0, alpha: float = 1.5):
        super().__init__(kind=kind, beta=beta, alpha=alpha)
        self.set_trait("points", [list(row) for row in MARGIN_SAMPLE])
        self.set_trait("start", {"kind": self.kind, "beta": self.beta, "alpha": self.alpha})

    def __repr__(self) -> str:
        return f"MarginExplorer(kind={self.kind!r}, beta={self.beta:g}, alpha={self.alpha:g})"
