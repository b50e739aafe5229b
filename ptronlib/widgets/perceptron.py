"""The perceptron on points of the plane that can be dragged."""

from __future__ import annotations

import anywidget
import traitlets
from numpy.typing import ArrayLike

from .explorer import (
    Checked,
    bundle,
    check_labelled_points,
    check_plane_points,
    check_steps,
    styles,
)

# Separable through the origin, with 7 mistakes where the bound allows 39; the line that the run
# ends with has less than half of the best margin.
START = (
    (1.0, 0.1875, 1),
    (1.4375, 0.0, 1),
    (-1.1875, 0.4375, 1),
    (-0.4375, -1.25, -1),
    (-0.1875, -0.5625, -1),
    (0.25, -1.25, -1),
    (-0.5, 0.75, 1),
    (-0.625, -0.125, -1),
)


class PerceptronExplorer(anywidget.AnyWidget):
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
        for points and labels that do not fit the description.

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

    _esm = bundle(
        "perceptron_math.js", "plane.js", "chart.js", "panel.js", "player.js",
        "perceptron.js",
    )  # fmt: skip
    _css = styles()

    points = Checked(check_labelled_points).tag(sync=True)
    start = traitlets.List(read_only=True).tag(sync=True)
    bias = traitlets.Bool().tag(sync=True)
    n_steps = Checked(check_steps, 0).tag(sync=True)
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List(read_only=True).tag(sync=True)

    def __init__(
        self, X: ArrayLike | None = None, y: ArrayLike | None = None, *, bias: bool = False
    ):
        if not isinstance(bias, bool):
            raise TypeError(f"bias must be True or False; got {type(bias).__name__}.")
        if (X is None) != (y is None):
            raise TypeError("X and y go together; got only one of them. Pass both, or neither.")
        points = [list(row) for row in START]
        if X is not None and y is not None:
            points = check_plane_points(X, y)
        super().__init__(points=points, bias=bias)
        self.set_trait("start", points)
        self.set_trait("w", [0.0] * (3 if bias else 2))

    def __repr__(self) -> str:
        return (
            f"PerceptronExplorer({len(self.points)} points, bias={self.bias}, "
            f"{len(self.mistakes)} mistakes so far)"
        )
