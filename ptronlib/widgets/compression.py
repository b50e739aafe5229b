"""Which examples a perceptron needs."""

from __future__ import annotations

from collections.abc import Sequence

import anywidget
import numpy as np
import traitlets

from .._validate import check_count
from ..perceptron import perceptron
from .explorer import bundle, styles

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

    _esm = bundle("perceptron_math.js", "plane.js", "compression.js")
    _css = styles("compression.css")

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
