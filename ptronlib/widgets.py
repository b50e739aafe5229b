r"""Pictures to play with: they run in the browser, so a page without a kernel has them too.

.. math:: z_i \cdot w \le 0 \;\Longrightarrow\; w \leftarrow w + z_i, \quad z_i = y_i x_i
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import anywidget
import numpy as np
import traitlets
from numpy.typing import ArrayLike

from ._validate import (
    check_choice,
    check_count,
    check_no_zero_example,
    check_points,
    check_real,
    check_rng,
    check_sample,
    check_vector,
)
from .perceptron import perceptron
from .projection import gaussian_map, margins_of_labelings

EXPLORE = Path(__file__).parent / "explore"
LOCAL_IMPORT = re.compile(r'^import \{[^}]*\} from "\./\w+\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const|function)", re.MULTILINE)
MAX_POINTS = 16  # the best margin is found by trying every small subset, at each move of a drag
EDGE = 2.0  # half the side of the plane that is drawn
GRID = 16  # steps per unit: sums of products of sixteenths are exact, in JavaScript as in numpy
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
# Two quadrilaterals a little more than 5/8 apart, close to those of a figure of chapter 9.
HULLS = (
    ((-1.3125, 0.375), (-0.25, -0.1875), (-0.3125, 1.0), (-1.0, 1.3125)),
    ((0.125, -1.125), (1.375, -0.875), (1.125, 0.0), (0.375, -0.375)),
)
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
PROJECTION_KS = (64, 48, 32, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)


def bundle(*names: str) -> str:
    """Join ES modules into the single one that anywidget takes; the last one's exports remain."""
    *parts, last = (LOCAL_IMPORT.sub("", (EXPLORE / name).read_text("utf-8")) for name in names)
    return "\n".join([*(EXPORT.sub("", part) for part in parts), last])


def check_plane_points(X: ArrayLike, y: ArrayLike) -> list[list[float]]:
    """Return rows [x, y, label], with coordinates rounded to the nearest sixteenth."""
    X, y = check_sample(X, y)
    if X.shape[1] != 2:
        raise ValueError(
            f"X must have two columns, the coordinates in the plane; got shape {X.shape}. "
            f"Choose two features, or run perceptron(X, y) itself."
        )
    if len(X) > MAX_POINTS:
        raise ValueError(
            f"The picture holds at most {MAX_POINTS} points; got {len(X)}. "
            f"Take some of them, as in X[:{MAX_POINTS}], y[:{MAX_POINTS}]."
        )
    outside = np.flatnonzero((np.abs(X) > EDGE).any(axis=1))
    if outside.size:
        row = outside[0]
        raise ValueError(
            f"Points must lie in the square from -2 to 2; got ({X[row, 0]:g}, {X[row, 1]:g}) at "
            f"index {row}. Scale them with 2 * X / np.abs(X).max()."
        )
    on_grid = np.round(X * GRID) / GRID + 0.0  # turns -0.0 into 0.0
    return [[*place, int(label)] for place, label in zip(on_grid.tolist(), y, strict=True)]


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
        "dom.js", "perceptron_math.js", "plane.js", "chart.js", "panel.js", "perceptron.js"
    )
    _css = (EXPLORE / "perceptron.css").read_text("utf-8")

    points = traitlets.List().tag(sync=True)
    start = traitlets.List(read_only=True).tag(sync=True)
    bias = traitlets.Bool().tag(sync=True)
    n_steps = traitlets.Any(0).tag(sync=True)
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List(read_only=True).tag(sync=True)

    def __init__(
        self, X: ArrayLike | None = None, y: ArrayLike | None = None, *, bias: bool = False
    ):
        if not isinstance(bias, bool):
            raise TypeError(f"bias must be True or False; got {type(bias).__name__}.")
        if (X is None) != (y is None):
            raise TypeError("X and y go together; got only one of them. Pass both, or neither.")
        points = [list(row) for row in START] if X is None else check_plane_points(X, y)
        super().__init__(points=points, bias=bias)
        self.set_trait("start", points)
        self.set_trait("w", [0.0] * (3 if bias else 2))

    def __repr__(self) -> str:
        return (
            f"PerceptronExplorer({len(self.points)} points, bias={self.bias}, "
            f"{len(self.mistakes)} mistakes so far)"
        )

    @traitlets.validate("points")
    def _check_points(self, proposal):
        if len(proposal.value) == 0:  # the reader may remove every point
            return []
        rows = check_points(proposal.value, "points")
        if rows.shape[1] != 3:
            raise ValueError(f"points must hold rows [x, y, label]; got shape {rows.shape}.")
        return check_plane_points(rows[:, :2], rows[:, 2])

    @traitlets.validate("n_steps")
    def _check_steps(self, proposal):
        return check_count(proposal.value, "n_steps", low=0)


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

    _esm = bundle("dom.js", "perceptron_math.js", "plane.js", "hulls_math.js", "hulls.js")
    _css = "\n".join(
        (EXPLORE / f"{name}.css").read_text("utf-8") for name in ("perceptron", "hulls")
    )

    points = traitlets.List().tag(sync=True)
    start = traitlets.List(read_only=True).tag(sync=True)
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
        eps = round(check_real(eps, "eps", 0.125, EDGE) * GRID) / GRID
        super().__init__(points=points, eps=eps)
        self.set_trait("start", points)

    def __repr__(self) -> str:
        return f"HullExplorer({len(self.points)} corners, eps={self.eps:g})"


COUNT_START = (
    (-1.0, 0.875, 1),
    (0.375, 1.1875, 1),
    (1.3125, 0.125, 1),
    (0.5, -1.125, 1),
    (-1.1875, -0.625, 1),
    (0.0625, -0.125, 1),
)
MOST_COUNTED = 9


class CountExplorer(anywidget.AnyWidget):
    """Show how many labelings of movable points of the plane a line (with a bias) can produce.

    Parameters
    ----------
    X : (n, 2) array, optional
        At most 9 points of the square from -2 to 2, rounded to the nearest sixteenth: the count
        is exact. Without X, six points in general position.

    Attributes
    ----------
    points : list of [x, y, 1]
        The points, after all dragging.

    Raises
    ------
    ValueError, TypeError
        for points that do not fit the description.

    Examples
    --------
    >>> CountExplorer([[0, 0], [1, 0], [0, 1]]).points
    [[0.0, 0.0, 1], [1.0, 0.0, 1], [0.0, 1.0, 1]]
    """

    _esm = bundle("dom.js", "perceptron_math.js", "plane.js", "count_math.js", "count.js")
    _css = "\n".join(
        (EXPLORE / name).read_text("utf-8") for name in ("perceptron.css", "count.css")
    )

    points = traitlets.List().tag(sync=True)
    start = traitlets.List(read_only=True).tag(sync=True)

    def __init__(self, X: ArrayLike | None = None):
        points = COUNT_START if X is None else [[*row, 1.0] for row in check_points(X).tolist()]
        super().__init__(points=[list(row) for row in points])
        self.set_trait("start", self.points)

    def __repr__(self) -> str:
        return f"CountExplorer({len(self.points)} points)"

    @traitlets.validate("points")
    def _check_points(self, proposal):
        if len(proposal.value) > MOST_COUNTED:
            raise ValueError(
                f"The picture holds at most {MOST_COUNTED} points; got {len(proposal.value)}. "
                f"Take some of them, as in X[:{MOST_COUNTED}]."
            )
        if len(proposal.value) == 0:  # the reader may remove every point
            return []
        rows = check_points(proposal.value, "points")
        return check_plane_points(rows[:, :-1], rows[:, -1])


class CoverExplorer(anywidget.AnyWidget):
    """Show Cover's curve, with sliders for the number of points and of weights.

    Parameters
    ----------
    P : int, from 1 to 400
        Points.
    N : int, from 1 to 100
        Weights.

    Attributes
    ----------
    P, N : int
        As the sliders stand.

    Raises
    ------
    ValueError, TypeError
        P or N outside those domains.

    Examples
    --------
    >>> CoverExplorer(40, 4)
    CoverExplorer(P=40, N=4)
    """

    _esm = bundle("dom.js", "count_math.js", "cover.js")
    _css = CountExplorer._css

    P = traitlets.Any(40).tag(sync=True)
    N = traitlets.Any(20).tag(sync=True)

    def __init__(self, P: int = 40, N: int = 20):
        super().__init__(P=P, N=N)

    def __repr__(self) -> str:
        return f"CoverExplorer(P={self.P}, N={self.N})"

    @traitlets.validate("P")
    def _check_number_of_points(self, proposal):
        return check_count(proposal.value, "P", high=400)

    @traitlets.validate("N")
    def _check_number_of_weights(self, proposal):
        return check_count(proposal.value, "N", high=100)


# Nine mistakes on six of the twelve; without 9 or without 10 the machine misses the one left out.
COMPRESSION_SAMPLE = (
    (0.75, -1.0, 1),
    (-1.25, -1.6875, -1),
    (0.125, -1.0, 1),
    (-1.125, 0.4375, -1),
    (0.375, 0.9375, -1),
    (-1.25, -0.8125, -1),
    (-1.5625, 1.0625, -1),
    (1.625, 1.625, 1),
    (1.4375, -1.0625, 1),
    (-0.5625, -1.3125, 1),
    (1.0625, 1.5625, 1),
    (1.0625, 0.875, 1),
)


class CompressionExplorer(anywidget.AnyWidget):
    """Show which examples a perceptron needs: drop some, and it runs on those that are kept.

    Parameters
    ----------
    dropped : sequence of int, optional
        Examples to begin without, numbers from 0 to 11, each at most once.

    Attributes
    ----------
    points : list of [x, y, label]
        The sample: twelve examples, separable through the origin. Read-only.
    dropped : list of int
        As the reader left it, in increasing order.
    mistakes : list of int
        The mistakes of the run on the kept examples, numbered as in the sample. Read-only.
    w : list of float
        What that run ends with. Read-only.

    Raises
    ------
    ValueError, TypeError
        for numbers that do not fit the description.

    Examples
    --------
    >>> CompressionExplorer().w == CompressionExplorer([3, 5, 6, 7, 8, 11]).w
    True
    >>> CompressionExplorer([9]).w
    [3.0625, -1.25]
    """

    _esm = bundle("dom.js", "perceptron_math.js", "plane.js", "compression.js")
    _css = "\n".join(
        (EXPLORE / name).read_text("utf-8") for name in ("perceptron.css", "compression.css")
    )

    points = traitlets.List(read_only=True).tag(sync=True)
    dropped = traitlets.Any().tag(sync=True)
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List(read_only=True).tag(sync=True)

    def __init__(self, dropped: Sequence[int] = ()):
        super().__init__(dropped=dropped)
        self.set_trait("points", [list(row) for row in COMPRESSION_SAMPLE])

    def __repr__(self) -> str:
        return f"CompressionExplorer(dropped={self.dropped})"

    @traitlets.validate("dropped")
    def _check_dropped(self, proposal):
        try:
            numbers = list(proposal.value)
        except TypeError:
            kind = type(proposal.value).__name__
            raise TypeError(f"dropped must be a list of integers; got {kind}.") from None
        last = len(COMPRESSION_SAMPLE) - 1
        numbers = sorted(check_count(i, "a dropped example", 0, last) for i in numbers)
        if len(set(numbers)) < len(numbers):
            raise ValueError(f"dropped must name each example at most once; got {numbers}.")
        return numbers

    @traitlets.observe("dropped")
    def _run(self, _):
        kept = np.setdiff1d(np.arange(len(COMPRESSION_SAMPLE)), self.dropped).astype(int)
        rows = np.array(COMPRESSION_SAMPLE)[kept]
        run = perceptron(rows[:, :2], rows[:, 2]) if kept.size else None
        self.set_trait("mistakes", kept[run.mistakes].tolist() if run else [])
        self.set_trait("w", run.w.tolist() if run else [0.0, 0.0])


# From 168 degrees it takes 4 updates with sigma = 0.25 and leaves one point wrong, one on the line.
COSINE_START = (
    (0.75, 1.4375, 1),
    (0.75, -1.0625, -1),
    (-0.875, -0.9375, -1),
    (1.375, 0.75, 1),
    (-1.3125, 0.5, 1),
    (-1.6875, -0.375, -1),
    (1.3125, 0.1875, 1),
    (0.3125, -1.75, -1),
)


class CosineExplorer(anywidget.AnyWidget):
    r"""Show the cosine perceptron in the plane: w turns and shrinks until nothing is plainly wrong.

    Parameters
    ----------
    X : (n, 2) array, optional
        At most 16 points of the square from -2 to 2, none of them the origin, rounded to the
        nearest sixteenth. Without X and y, a sample of eight points.
    y : (n,) array, optional
        Labels, -1 or +1.
    sigma : float, 0 < sigma < 1
        Update while some cosine is <= -sigma.
    angle : int
        Direction of the start in degrees; its length is 1.

    Attributes
    ----------
    points : list of [x, y, label]
    sigma : float
    angle : int
    n_steps : int
        Presses of Step so far; the last one finds no mistake.
    mistakes : list of int
        The points updated so far: a beginning of ``cosine_perceptron(X, y, sigma,
        w_init=...).mistakes``. Reported by the picture, like w; read-only.
    w : list of float

    Raises
    ------
    ValueError, TypeError
        for points, labels and settings that do not fit the description.

    Examples
    --------
    >>> CosineExplorer([[1, 0.5], [-1, 0.5]], [1, 1], sigma=0.5, angle=250)
    CosineExplorer(2 points, sigma=0.5, start at 250 degrees, 0 mistakes so far)
    """

    _esm = bundle("dom.js", "perceptron_math.js", "plane.js", "cosine_math.js", "cosine.js")
    _css = "\n".join(
        (EXPLORE / name).read_text("utf-8") for name in ("perceptron.css", "cosine.css")
    )

    points = traitlets.List().tag(sync=True)
    start = traitlets.Dict(read_only=True).tag(sync=True)
    sigma = traitlets.Any(0.25).tag(sync=True)
    angle = traitlets.Any(168).tag(sync=True)
    n_steps = traitlets.Any(0).tag(sync=True)
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List(read_only=True).tag(sync=True)

    def __init__(
        self,
        X: ArrayLike | None = None,
        y: ArrayLike | None = None,
        *,
        sigma: float = 0.25,
        angle: int = 168,
    ):
        if (X is None) != (y is None):
            raise TypeError("X and y go together; got only one of them. Pass both, or neither.")
        points = [list(row) for row in COSINE_START] if X is None else check_plane_points(X, y)
        super().__init__(points=points, sigma=sigma, angle=angle)
        self.set_trait("start", {"points": points, "sigma": self.sigma, "angle": self.angle})

    def __repr__(self) -> str:
        return (
            f"CosineExplorer({len(self.points)} points, sigma={self.sigma:g}, start at "
            f"{self.angle} degrees, {len(self.mistakes)} mistakes so far)"
        )

    @traitlets.validate("points")
    def _check_points(self, proposal):
        rows = check_points(proposal.value, "points")
        if rows.shape[1] != 3:
            raise ValueError(f"points must hold rows [x, y, label]; got shape {rows.shape}.")
        points = check_plane_points(rows[:, :2], rows[:, 2])
        check_no_zero_example(np.array(points)[:, :2])
        return points

    @traitlets.validate("sigma")
    def _check_sigma(self, proposal):
        return check_real(proposal.value, "sigma", 0.0, 1.0, ends="()")

    @traitlets.validate("angle")
    def _check_angle(self, proposal):
        return check_count(proposal.value, "angle", low=0) % 360

    @traitlets.validate("n_steps")
    def _check_steps(self, proposal):
        return check_count(proposal.value, "n_steps", low=0)


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
        "dom.js", "perceptron_math.js", "plane.js", "proof_math.js", "lens.js", "proof_chart.js",
        "proof.js",
    )  # fmt: skip
    _css = "\n".join(
        (EXPLORE / name).read_text("utf-8") for name in ("perceptron.css", "proof.css")
    )

    points = traitlets.List().tag(sync=True)
    start = traitlets.List(read_only=True).tag(sync=True)
    w_init = traitlets.List([0.0, 0.0]).tag(sync=True)
    eta = traitlets.Float(1.0).tag(sync=True)
    mistakes = traitlets.List().tag(sync=True)
    w = traitlets.List([0.0, 0.0], read_only=True).tag(sync=True)

    def __init__(self, X: ArrayLike, y: ArrayLike):
        points = check_plane_points(X, y)
        super().__init__(points=points)
        self.set_trait("start", points)

    def __repr__(self) -> str:
        return f"ProofExplorer({len(self.points)} points, {len(self.mistakes)} mistakes so far)"

    @traitlets.validate("eta")
    def _check_eta(self, proposal):
        return check_real(proposal.value, "eta", 0.0, ends="()")

    @traitlets.validate("w_init")
    def _check_start(self, proposal):
        return check_vector(proposal.value, 2, "w_init").tolist()


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
        "dom.js",
        "perceptron_math.js",
        "margins_math.js",
        "margins_plane.js",
        "margins_chart.js",
        "margins.js",
    )
    _css = PerceptronExplorer._css + (EXPLORE / "margins.css").read_text("utf-8")

    points = traitlets.List(read_only=True).tag(sync=True)
    kind = traitlets.Any("beta").tag(sync=True)
    beta = traitlets.Any(0.0).tag(sync=True)
    alpha = traitlets.Any(1.0).tag(sync=True)
    n_updates = traitlets.Int(read_only=True).tag(sync=True)
    margin = traitlets.Float(allow_none=True, default_value=None, read_only=True).tag(sync=True)

    def __init__(self, *, kind: str = "beta", beta: float = 0.0, alpha: float = 1.5):
        super().__init__(kind=kind, beta=beta, alpha=alpha)
        self.set_trait("points", [list(row) for row in MARGIN_SAMPLE])

    def __repr__(self) -> str:
        return f"MarginExplorer(kind={self.kind!r}, beta={self.beta:g}, alpha={self.alpha:g})"

    @traitlets.validate("kind")
    def _check_kind(self, proposal):
        return check_choice(proposal.value, "kind", ("beta", "alpha"))

    @traitlets.validate("beta")
    def _check_beta(self, proposal):
        return round(check_real(proposal.value, "beta", 0.0, 6.25) * GRID) / GRID

    @traitlets.validate("alpha")
    def _check_alpha(self, proposal):
        return round(check_real(proposal.value, "alpha", 1.0, 1.75) * GRID) / GRID


# The value is 0.375, between points 1 and 4; the perceptron stops after 30 rounds.
GAME_POINTS = (
    (-1.75, 1.1875),
    (0.875, 0.0625),
    (0.5625, 1.625),
    (1.1875, 1.75),
    (-0.25, 0.5),
    (1.6875, 0.5625),
    (0.0625, 1.125),
    (-0.5625, 1.625),
)
MOST_ROUNDS = 500  # where the value is 0 the perceptron would go on for ever


class GameExplorer(anywidget.AnyWidget):
    r"""Play the point-hyperplane game by hand: turn a direction while the perceptron mixes points.

    Parameters
    ----------
    V : (n, 2) array, optional
        At most 16 points of the square from -2 to 2, none of them the origin, rounded to the
        nearest sixteenth. Without V, eight points of value 0.375.
    angle : int
        The reader's direction in degrees.

    Attributes
    ----------
    points : list of [x, y]
    angle : int
    rounds : int, from 0 to 500
        What the perceptron was asked to play; it stops by itself when it is done.
    picks : list of int
        The points that it added. Reported by the picture; read-only.

    Raises
    ------
    ValueError, TypeError
        For points and settings that do not fit the description.

    Notes
    -----
    The picture runs ``sparse_strategies(V, order="worst")`` itself, in JavaScript.

    Examples
    --------
    >>> GameExplorer([[0.5, 1], [0.51, -1]], angle=370)
    GameExplorer(2 points, at 10 degrees, 0 rounds)
    """

    _esm = bundle("dom.js", "perceptron_math.js", "plane.js", "game_math.js", "game.js")
    _css = PerceptronExplorer._css + (EXPLORE / "game.css").read_text("utf-8")

    points = traitlets.List().tag(sync=True)
    angle = traitlets.Any(160).tag(sync=True)
    rounds = traitlets.Any(0).tag(sync=True)
    picks = traitlets.List(read_only=True).tag(sync=True)

    def __init__(self, V: ArrayLike | None = None, *, angle: int = 160):
        rows = check_points(GAME_POINTS if V is None else V, "V")
        super().__init__(points=rows.tolist(), angle=angle)

    def __repr__(self) -> str:
        return (
            f"GameExplorer({len(self.points)} points, at {self.angle} degrees, "
            f"{self.rounds} rounds)"
        )

    @traitlets.validate("points")
    def _check_points(self, proposal):
        rows = check_points(proposal.value, "points")
        points = [row[:2] for row in check_plane_points(rows, np.ones(len(rows)))]
        check_no_zero_example(np.array(points))
        return points

    @traitlets.validate("angle")
    def _check_angle(self, proposal):
        return check_count(proposal.value, "angle", low=0) % 360

    @traitlets.validate("rounds")
    def _check_rounds(self, proposal):
        return check_count(proposal.value, "rounds", low=0, high=MOST_ROUNDS)


class ProjectionExplorer(anywidget.AnyWidget):
    """Turn the dimension of a Gaussian map down and watch the margins of all labelings shrink.

    Parameters
    ----------
    X : (n, d) array, optional
        At most 10 linearly independent points, so that every labeling has a margin. Without X,
        8 random points of length 1 in 64 dimensions.
    ks : list of int, optional
        Dimensions after the map, from 1 to d. Without ks, powers of two and some between.
    rng : Generator, optional
        Draws the points, if X is missing, and the map; ``np.random.default_rng(8)`` if missing.

    Attributes
    ----------
    k : int
        One of ks, as the slider stands.
    ks : list of int
        Falling; read-only, like the following.
    d : int
        Dimension before the map.
    before : list of float
        Margins of ``labelings(n)`` before the map, to four decimals.
    after : list of lists of float
        For each of ks the margins after the map; 0 only for labelings that nothing separates.

    Raises
    ------
    ValueError, TypeError
        X, ks, rng or k outside those domains.

    Notes
    -----
    One matrix serves all k: turning k down drops its last rows, and rescales the others.

    Examples
    --------
    >>> explorer = ProjectionExplorer([[3.0, 0.0]], [2, 1])
    >>> explorer, explorer.before
    (ProjectionExplorer(1 point, k=2), [3.0])
    """

    _esm = bundle("dom.js", "projection_math.js", "projection.js")
    _css = CountExplorer._css + (EXPLORE / "projection.css").read_text("utf-8")

    d = traitlets.Int(read_only=True).tag(sync=True)
    ks = traitlets.List(read_only=True).tag(sync=True)
    before = traitlets.List(read_only=True).tag(sync=True)
    after = traitlets.List(read_only=True).tag(sync=True)
    k = traitlets.Any().tag(sync=True)

    def __init__(self, X: ArrayLike | None = None, ks: list[int] | None = None, *, rng=None):
        rng = np.random.default_rng(8) if rng is None else check_rng(rng, "which draws the map")
        if X is None:
            X = rng.standard_normal((8, 64))
            X /= np.linalg.norm(X, axis=1, keepdims=True)
        X = check_points(X)
        n, d = X.shape
        if n > 10:
            raise ValueError(f"The picture holds at most 10 points; got {n}. Take some, as X[:10].")
        if np.linalg.matrix_rank(X) < n:
            raise ValueError(
                f"The rows of X must be linearly independent, so that every labeling has a margin; "
                f"got {n} rows of rank {np.linalg.matrix_rank(X)}. Drop some, or pass X=None."
            )
        ks = [k for k in PROJECTION_KS if k <= d] if ks is None else list(ks)
        ks = sorted({check_count(k, "Each of ks", high=d) for k in ks}, reverse=True)
        if not ks:
            raise ValueError("ks must name at least one dimension; got none. Pass ks=[8, 4, 2, 1].")
        rows = X @ (gaussian_map(d, d, rng) * np.sqrt(d)).T
        super().__init__()
        self.set_trait("d", d)
        self.set_trait("ks", ks)
        self.set_trait("before", _four_decimals(margins_of_labelings(X)))
        self.set_trait(
            "after", [_four_decimals(margins_of_labelings(rows[:, :k] / np.sqrt(k))) for k in ks]
        )
        self.k = ks[0]

    def __repr__(self) -> str:
        n = len(self.before).bit_length()
        return f"ProjectionExplorer({n} point{'s' * (n != 1)}, k={self.k})"

    @traitlets.validate("k")
    def _check_k(self, proposal):
        k = check_count(proposal.value, "k")
        if k not in self.ks:
            raise ValueError(f"k must be one of {', '.join(map(str, self.ks))}; got {k}.")
        return k


def _four_decimals(margins: ArrayLike) -> list[float]:
    """Round, but never a positive margin to 0, which means that nothing separates."""
    return np.where(margins > 0, np.maximum(np.round(margins, 4), 1e-4), 0.0).tolist()
