"""What the machines of a classifier keep of the examples they used: weights, or the examples."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from .._validate import Array
from ._examples import Ints
from ._learning import NONE, Trace


class Memory:
    """The examples that some machine used, and for each machine how often and when.

    Attributes
    ----------
    points : (s, d) array or CSR
        The examples, batch after batch.
    rows : (s,) ints
        Where in the last batch they stood that it has added.
    counts, late : (m, s) floats
        For each machine the signed number of updates with an example, and their signed times.
    steps : list of [positions, signs, times]
        For each machine its updates in order; empty unless `ordered`.
    """

    def __init__(self, n_machines: int, *, ordered: bool):
        self.ordered = ordered
        self.points, self.rows = None, NONE
        self.counts = np.zeros((n_machines, 0))
        self.late = np.zeros((n_machines, 0))
        self.steps = [[NONE, np.empty(0), NONE] for _ in range(n_machines)]

    def take(self, X, rows: list[Ints], signs: list[Array], traces: list[Trace]) -> Ints:
        """Append what a batch has added, and return the rows of X that were used."""
        used = [r[trace.mistakes] for r, trace in zip(rows, traces, strict=True)]
        support = np.unique(np.concatenate(used))
        old, more = self.counts.shape[1], np.zeros((2, len(traces), support.size))
        for k, trace in enumerate(traces):
            positions, s = np.searchsorted(support, used[k]), signs[k][trace.mistakes]
            more[0, k] = np.bincount(positions, s, support.size)
            more[1, k] = np.bincount(positions, s * trace.times, support.size)
            if self.ordered:
                new = zip(self.steps[k], (old + positions, s, trace.times), strict=True)
                self.steps[k] = [np.concatenate(pair) for pair in new]
        self.rows = support
        self.counts = np.hstack([self.counts, more[0]])
        self.late = np.hstack([self.late, more[1]])
        if self.points is None:
            self.points = X[support]
        elif sparse.issparse(X) or sparse.issparse(self.points):
            self.points = sparse.vstack([self.points, X[support]], format="csr")
        else:
            self.points = np.vstack([self.points, X[support]])
        return support


def averaged(final: Array, late: Array, seen: int) -> Array:
    r"""Return the mean of the weights over all examinations, from where the sums ended.

    An example added at examination r is part of the weights after r, ..., N, so that the mean is
    :math:`\frac1N\sum (N - r + 1) z`.
    """
    return ((seen + 1) * final - late) / max(1, seen)
