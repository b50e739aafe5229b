"""What a threshold buys on one sample, and what it costs."""

from functools import partial

import traitlets

from .explorer import Checked, Explorer, check_sixteenths, from_sixteenths

# R is 1.25, the best margin 0.375. The perceptron reaches 14 % of it, beta = R^2 reaches 78 %.
MARGIN_SAMPLE = from_sixteenths(
    [9, -6, 14, -15, 15, -12, -9, -10, 6], [10, -18, 6, 3, -2, 16, 7, 2, -19], "+-+-+---+"
)


class MarginExplorer(
    Explorer, script="margins", says="kind={0.kind!r}, beta={0.beta:g}, alpha={0.alpha:g}"
):
    r"""Show what a threshold buys on one sample of the plane: margin reached, and updates paid.

    Attributes
    ----------
    kind : str
        "beta": a fixed threshold; "alpha": one that grows with this exponent.
    beta : float, in [0, 6.25]
        Fixed threshold, rounded to sixteenths; 6.25 is 4 R^2.
    alpha : float, in [1, 1.75]
        Growth exponent, rounded to sixteenths.
    points : list of [x, y, label]
        The sample; read-only.
    n_updates : int
        Updates of that run. Reported by the picture, like margin; read-only.
    margin : float
        The margin that it reached, None until the picture is shown.

    Notes
    -----
    The picture runs ``perceptron(X, y, beta)``, or ``perceptron(X, y, growing(alpha, R))``, itself,
    in JavaScript, in the order "cyclic".

    Examples
    --------
    >>> MarginExplorer(beta=1.55).beta
    1.5625
    """

    points = traitlets.List(MARGIN_SAMPLE, read_only=True).tag(sync=True)
    kind = traitlets.Enum(("beta", "alpha"), "beta").tag(sync=True)
    beta = Checked(partial(check_sixteenths, low=0.0, high=6.25), 0.0).tag(sync=True)
    alpha = Checked(partial(check_sixteenths, low=1.0, high=1.75), 1.5).tag(sync=True)
    n_updates = traitlets.Int(read_only=True).tag(sync=True)
    margin = traitlets.Float(allow_none=True, default_value=None, read_only=True).tag(sync=True)
    restored = ("kind", "beta", "alpha")
