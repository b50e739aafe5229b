"""Runs of the perceptron and of its relatives, in the plane."""

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from .._validate import check_sample
from ..core.perceptron import perceptron
from .explorer import CARDS, Explorer, Points, from_sixteenths

# Separable through the origin, with 7 mistakes where the bound allows 39; the line that the run
# ends with has less than half of the best margin.
START = from_sixteenths(
    [16, 23, -19, -7, -3, 4, -8, -10], [3, 0, 7, -20, -9, -20, 12, -2], "+++---+-"
)


class PerceptronExplorer(
    Explorer, script="perceptron", says="{n} points, bias={0.bias}, {t} mistakes so far"
):
    r"""Show a perceptron on labelled points of the plane that can be dragged, added and removed.

    Attributes
    ----------
    bias : bool
        Learn a bias as the weight of a third input that is always 1, as `lift(X, 1.0)` does.
        Otherwise every line goes through the origin.
    brief : bool.  Only the plane, the run and two numbers.
    n_steps : int
        Presses of Step so far. Each goes on to the next mistake; the last one finds none, so
        after it n_steps is len(mistakes) + 1.
    points, mistakes, w.  As for all explorers; the bias, if there is one, is the last of w.

    Examples
    --------
    >>> explorer = PerceptronExplorer(points=[[1, 0.51, 1], [-0.5, 1, -1]])
    >>> explorer.points
    [[1.0, 0.5, 1], [-0.5, 1.0, -1]]
    """

    points = Points(START).tag(sync=True)
    bias = traitlets.Bool().tag(sync=True)
    brief = traitlets.Bool().tag(sync=True)
    n_steps = traitlets.Int(0, min=0).tag(sync=True)
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List([0.0, 0.0], read_only=True).tag(sync=True)
    restored = ("points", "n_steps")
    brief_words = CARDS["first"]


class ProofExplorer(Explorer, script="proof", says="{n} points, {t} mistakes so far"):
    r"""Show a run in the plane being caught between the two sides of its convergence proof.

    Pressing "Next in turn" until nothing is left makes the mistakes of
    ``perceptron(X, y, w_init=w_init / eta)``.

    Parameters
    ----------
    X, y : (n, 2) and (n,) arrays.  The points and their labels.

    Attributes
    ----------
    w_init : list of float.  Weights before the first update.
    eta : float, from 1/4 to 4.  Size of a step.
    points, mistakes, w
        As for all explorers. The mistakes are in the order chosen, and the picture keeps those
        that were violated when their turn came.

    Examples
    --------
    >>> ProofExplorer([[1, 0.51], [-0.5, 1]], [1, -1])
    ProofExplorer(2 points, 0 mistakes so far)
    """

    points = Points([]).tag(sync=True)
    w_init = traitlets.List(traitlets.Float(), [0.0, 0.0], minlen=2, maxlen=2).tag(sync=True)
    eta = traitlets.Float(1.0, min=0.25, max=4.0).tag(sync=True)
    mistakes = traitlets.List().tag(sync=True)
    w = traitlets.List([0.0, 0.0], read_only=True).tag(sync=True)
    restored = ("points", "w_init", "eta")

    def __init__(self, X: ArrayLike, y: ArrayLike):
        super().__init__(points=np.column_stack(check_sample(X, y)))


# R is 1.25, the best margin 0.375. The perceptron reaches 14 % of it, beta = R^2 reaches 78 %.
MARGIN_SAMPLE = from_sixteenths(
    [9, -6, 14, -15, 15, -12, -9, -10, 6], [10, -18, 6, 3, -2, 16, 7, 2, -19], "+-+-+---+"
)


class MarginExplorer(
    Explorer, script="margins", says="kind={0.kind!r}, beta={0.beta:g}, alpha={0.alpha:g}"
):
    r"""Show what a threshold buys on one sample of the plane: margin reached, and updates paid.

    The picture runs ``perceptron(X, y, beta)``, or ``perceptron(X, y, growing(alpha, R))``.

    Attributes
    ----------
    kind : str.  "beta": a fixed threshold; "alpha": one that grows with this exponent.
    beta : float, in [0, 6.25].  Fixed threshold; 6.25 is 4 R^2.
    alpha : float, in [1, 1.75].  Growth exponent.
    points : list of [x, y, label].  The sample; read-only.
    n_updates : int.  Updates of that run. Reported by the picture, like margin; read-only.
    margin : float.  The margin that it reached, None until the picture is shown.

    Examples
    --------
    >>> MarginExplorer(beta=1.5625)
    MarginExplorer(kind='beta', beta=1.5625, alpha=1.5)
    """

    points = traitlets.List(MARGIN_SAMPLE, read_only=True).tag(sync=True)
    kind = traitlets.Enum(("beta", "alpha"), "beta").tag(sync=True)
    beta = traitlets.Float(0.0, min=0.0, max=6.25).tag(sync=True)
    alpha = traitlets.Float(1.5, min=1.0, max=1.75).tag(sync=True)
    n_updates = traitlets.Int(read_only=True).tag(sync=True)
    margin = traitlets.Float(allow_none=True, default_value=None, read_only=True).tag(sync=True)
    restored = ("kind", "beta", "alpha")


class DescentExplorer(
    Explorer, script="descent", says="eta={0.eta:g}, batch={0.batch}, {0.n_steps} steps"
):
    r"""Show descent on the hinge risk in the plane, beside the landscape over its weights.

    Attributes
    ----------
    points : list of [x, y, label].  The sample of `MarginExplorer`; read-only.
    eta : float, from 0.25 to 8.  Step size.
    batch : int, from 1 to 9.  Examples in a step; the batches are taken in turn.
    n_steps : int.  Presses of Step so far; the last one finds no slope.

    Examples
    --------
    >>> DescentExplorer(eta=2, batch=9)
    DescentExplorer(eta=2, batch=9, 0 steps)
    """

    points = traitlets.List(MARGIN_SAMPLE, read_only=True).tag(sync=True)
    eta = traitlets.Float(1.0, min=0.25, max=8.0).tag(sync=True)
    batch = traitlets.Int(1, min=1, max=len(MARGIN_SAMPLE)).tag(sync=True)
    n_steps = traitlets.Int(0, min=0).tag(sync=True)
    restored = ("eta", "batch")


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
    sigma : float, from 0.01 to 0.99.  Update while some cosine is <= -sigma.
    angle : int, from 0 to 359.  Direction of the start in degrees; its length is 1.
    n_steps : int.  Presses of Step so far; the last one finds no mistake.
    points, mistakes, w.  As for all explorers; no point is the origin.

    Examples
    --------
    >>> CosineExplorer(points=[[1, 0.5, 1], [-1, 0.5, 1]], sigma=0.5, angle=250)
    CosineExplorer(2 points, sigma=0.5, start at 250 degrees, 0 mistakes so far)
    """

    points = Points(COSINE_START, origin=False).tag(sync=True)
    sigma = traitlets.Float(0.25, min=0.01, max=0.99).tag(sync=True)
    angle = traitlets.Int(168, min=0, max=359).tag(sync=True)
    n_steps = traitlets.Int(0, min=0).tag(sync=True)
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List(read_only=True).tag(sync=True)
    restored = ("points", "sigma", "angle")


# Nine mistakes on six of the twelve; without 9 or without 10 the machine misses the one left out.
COMPRESSION_SAMPLE = from_sixteenths(
    [12, -20, 2, -18, 6, -20, -25, 26, 23, -9, 17, 17],
    [-16, -27, -16, 7, 15, -13, 17, 26, -17, -21, 25, 14],
    "+-+----+++++",
)


class CompressionExplorer(Explorer, script="compression", says="dropped={0.dropped}"):
    """Show which examples a perceptron needs: drop some, and it runs on those that are kept.

    Attributes
    ----------
    points : list of [x, y, label]
        The sample: twelve examples, separable through the origin. Read-only.
    dropped : list of int.  Numbers of examples, from 0 to 11, as the reader left it.
    mistakes : list of int
        The mistakes of the run on the kept examples, numbered as in the sample. Read-only.
    w : list of float.  What that run ends with. Read-only.

    Examples
    --------
    >>> CompressionExplorer().w == CompressionExplorer(dropped=[3, 5, 6, 7, 8, 11]).w
    True
    >>> CompressionExplorer(dropped=[9]).w
    [3.0625, -1.25]
    """

    points = traitlets.List(COMPRESSION_SAMPLE, read_only=True).tag(sync=True)
    dropped = traitlets.List(traitlets.Int(min=0, max=len(COMPRESSION_SAMPLE) - 1)).tag(sync=True)
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List(read_only=True).tag(sync=True)

    def __init__(self, **traits):
        super().__init__(**traits)
        self._run()

    @traitlets.observe("dropped")
    def _run(self, _change=None):
        kept = np.setdiff1d(np.arange(len(COMPRESSION_SAMPLE)), self.dropped).astype(int)
        rows = np.array(COMPRESSION_SAMPLE)[kept]
        run = perceptron(rows[:, :2], rows[:, 2]) if kept.size else None
        self.set_trait("mistakes", kept[run.mistakes].tolist() if run else [])
        self.set_trait("w", run.w.tolist() if run else [0.0, 0.0])
