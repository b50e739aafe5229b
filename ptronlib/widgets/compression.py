"""Which examples a perceptron needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import traitlets

from .._validate import check_count
from ..core.additive import perceptron
from .explorer import Checked, Explorer, from_sixteenths

# Nine mistakes on six of the twelve; without 9 or without 10 the machine misses the one left out.
COMPRESSION_SAMPLE = from_sixteenths(
    [12, -20, 2, -18, 6, -20, -25, 26, 23, -9, 17, 17],
    [-16, -27, -16, 7, 15, -13, 17, 26, -17, -21, 25, 14],
    "+-+----+++++",
)


def check_dropped(dropped: Sequence[int], name: str) -> list[int]:
    """Return numbers of examples in increasing order."""
    last = len(COMPRESSION_SAMPLE) - 1
    return sorted({check_count(i, f"Each of {name}", 0, last) for i in dropped})


class CompressionExplorer(Explorer, script="compression", says="dropped={0.dropped}"):
    """Show which examples a perceptron needs: drop some, and it runs on those that are kept.

    Attributes
    ----------
    points : list of [x, y, label]
        The sample: twelve examples, separable through the origin. Read-only.
    dropped : list of int
        Numbers of examples, from 0 to 11, as the reader left it, in increasing order.
    mistakes : list of int
        The mistakes of the run on the kept examples, numbered as in the sample. Read-only.
    w : list of float
        What that run ends with. Read-only.

    Examples
    --------
    >>> CompressionExplorer().w == CompressionExplorer(dropped=[3, 5, 6, 7, 8, 11]).w
    True
    >>> CompressionExplorer(dropped=[9]).w
    [3.0625, -1.25]
    """

    points = traitlets.List(COMPRESSION_SAMPLE, read_only=True).tag(sync=True)
    dropped = Checked(check_dropped, None).tag(sync=True)  # the first list is a change, too
    mistakes = traitlets.List(read_only=True).tag(sync=True)
    w = traitlets.List(read_only=True).tag(sync=True)

    def __init__(self, dropped: Sequence[int] = ()):
        super().__init__(dropped=dropped)

    @traitlets.observe("dropped")
    def _run(self, _):
        kept = np.setdiff1d(np.arange(len(COMPRESSION_SAMPLE)), self.dropped).astype(int)
        rows = np.array(COMPRESSION_SAMPLE)[kept]
        run = perceptron(rows[:, :2], rows[:, 2]) if kept.size else None
        self.set_trait("mistakes", kept[run.mistakes].tolist() if run else [])
        self.set_trait("w", run.w.tolist() if run else [0.0, 0.0])
