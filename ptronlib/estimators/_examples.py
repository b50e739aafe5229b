"""The signed examples of one task: dense rows, sparse rows, or inner products only."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._arithmetic import products
from .._examples import rows_of, squared_norms
from .._validate import Array
from ..betas import BetaRule

Ints = NDArray[np.intp]
Sweep = tuple[Ints, float, int, int]  # mistakes, threshold after them, clean in a row, examined


class Rows:
    """Signed examples z_i = y_i (x_i, lift) in the rows of X, dense or CSR, and their weights.

    Nothing is copied: the loop multiplies by the labels, and the constant feature lift, if it is
    not 0, has its weight at the end of w. `late` is the sum of the examples added, each times the
    number of the examination after which it was.
    """

    def __init__(self, X, y: Array, lift: float, w: Array, late: Array):
        self.X, self.y, self.lift, self.w, self.late = X, y, lift, w, late
        self.norms2 = squared_norms(X) + lift**2

    @property
    def matrix(self):
        """The signed examples as a matrix of its own, dense or CSR."""
        return signed(lifted(self.X, self.lift), self.y)

    def scores(self) -> Array:
        """Return z_i . w for all i."""
        d = self.X.shape[1]
        return self.y * (products(self.X, self.w[:d]) + self.lift * self.w[d:].sum())

    def add(self, i: int, times: float = 1.0) -> None:
        """Add z_i to w, so many times."""
        times = times * self.y[i]
        if sparse.issparse(self.X):
            entries = slice(*self.X.indptr[i : i + 2])
            self.w[self.X.indices[entries]] += times * self.X.data[entries]
        else:
            self.w[: self.X.shape[1]] += times * self.X[i]
        self.w[self.X.shape[1] :] += times * self.lift

    def sweep(self, sequence: Ints, clean: int, rule: BetaRule, beta: float, state, room: int):
        """Examine the sequence once, or until clean reaches its length, or room is used up.

        state = (t, seen): how many updates and examinations there have been.
        """
        from .._kernels import scan  # numba takes longer to import than all the rest

        t, seen = state
        mistakes = np.empty(min(len(sequence), room), dtype=np.intp)
        betas = np.empty(len(mistakes))
        at = 0, clean, len(sequence), seen  # all rows have been checked
        numbers = rule.kind, rule.parameter, rule.factor
        k, (_, clean, _, after), _ = scan(
            *rows_of(self.X), self.y, self.lift or None, sequence, False, at, self.w, self.late,
            t, beta, numbers, np.inf, mistakes, betas,
        )  # fmt: skip
        return mistakes[:k], float(betas[k - 1]) if k else beta, clean, after - seen


class Gram:
    """Signed inner products G_ij = z_i . z_j, and the scores that adding examples changes."""

    def __init__(self, G: Array, values: Array):
        self.G, self.values = G, values
        self.norms2 = np.diag(G).copy()

    def scores(self) -> Array:
        """Return z_i . w for all i."""
        return self.values

    def add(self, i: int) -> None:
        """Add z_i to w."""
        self.values += self.G[i]

    def sweep(self, sequence: Ints, clean: int, rule: BetaRule, beta: float, state, room: int):
        """Examine the sequence as `Rows.sweep` does."""
        t = state[0]
        n, p = len(sequence), 0
        mistakes: list[int] = []
        while len(mistakes) < room:
            end = min(n, p + n - clean)
            wrong = np.flatnonzero(self.values[sequence[p:end]] <= beta)
            if not wrong.size:
                clean, p = clean + end - p, end
                break
            p += int(wrong[0]) + 1
            i, clean = int(sequence[p - 1]), 0
            self.add(i)
            mistakes.append(i)
            beta = rule.next(beta, t + len(mistakes), float(self.norms2[i]))
        return np.array(mistakes, dtype=np.intp), beta, clean, p


def lifted(X, scale: float):
    """Append a constant feature, which learns the intercept; 0 appends nothing."""
    if scale == 0.0:
        return X
    column = np.full((X.shape[0], 1), scale)
    return (
        sparse.hstack([X, column], format="csr") if sparse.issparse(X) else np.hstack([X, column])
    )


def signed(X, y: Array):
    """Return the rows y_i x_i, ready for a sweep."""
    if sparse.issparse(X):
        return sparse.csr_array(sparse.diags_array(y) @ X)
    return np.ascontiguousarray(y[:, None] * X)
