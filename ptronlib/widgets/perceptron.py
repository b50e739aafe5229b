"""The perceptron on points of the plane that can be dragged."""

from __future__ import annotations

import traitlets
from numpy.typing import ArrayLike

from .explorer import Checked, Explorer, check_rows, from_sample, from_sixteenths

# Separable through the origin, with 7 mistakes where the bound allows 39; the line that the run
# ends with has less than half of the best margin.
START = from_sixteenths(
    [16, 23, -19, -7, -3, 4, -8, -10], [3, 0, 7, -20, -9, -20, 12, -2], "+++---+-"
)


class PerceptronExplorer(
    Explorer, script="perceptron", says="{n} points, bias={0.bias}, {t} mistakes so far"
):
    r"""Show a perceptron on labelled points of the plane that can be dragged, added and removed.

    Parameters
    ----------
    X : (n, 2) array, optional
        At most 16 points of the square from -2 to 2, rounded to the
        nearest sixteenth: all arithmetic is then exact. Without X and y, a sample of eight points.
    y : (n,) array, optional
        Labels, -1 or +1.
    bias : bool
        Learn a bias as the weight of a third input that is always 1, as
        `lift(X, 1.0)` does. Otherwise every line goes through the origin.

    Attributes
    ----------
    points : list of [x, y, label]
        The sample, after all dragging.
    bias : bool
    n_steps : int
        Presses of Step so far. Each goes on to the next mistake; the
        last one finds none, so after it n_steps is len(mistakes) + 1.
    mistakes : list of int
        The points updated so far, in order: a beginning of
        ``perceptron(X, y).mistakes``. Reported by the picture, like w; read-only.
    w : list of float
        The weights, with the bias last if there is one.

    Raises
    ------
    ValueError, TypeError
        X and y are no such sample.

    Notes
    -----
    The picture runs the perceptron itself, in JavaScript, in the order "cyclic". Until it is shown,
    `mistakes` is empty.

    Examples
    --------
    >>> explorer = PerceptronExplorer([[1, 0.51], [-0.5, 1]], [1, -1])
    >>> explorer.points
    [[1.0, 0.5, 1], [-0.5, 1.0, -1]]
    """

    points = Checked(check_rows, START).tag(sync=True)
    bias = traitlets.Bool().tag(sync=True)
    n_steps = traitlets.Int(0, min=0).tag(sync=True)
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List([0.0, 0.0], read_only=True).tag(sync=True)
    restored = ("points", "n_steps")

    def __init__(
        self, X: ArrayLike | None = None, y: ArrayLike | None = None, *, bias: bool = False
    ):
        if (X is None) != (y is None):
            raise TypeError("X and y go together; got only one of them. Pass both, or neither.")
        points = START if X is None or y is None else from_sample(X, y)
        super().__init__(points=points, bias=bias)
