"""The signed examples of one task: dense rows, sparse rows, or inner products only."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._validate import Array
from ..betas import BetaRule

Ints = NDArray[np.int64]
Sweep = tuple[Ints, float, int, int]  # mistakes, threshold after them, clean in a row, examined


class Rows:
    """Signed examples z_i in the rows of Z, dense or CSR, and the weights w that they change."""

    def __init__(self, Z, w: Array):
        self.Z, self.w = Z, w
        squares = Z.multiply(Z).sum(axis=1) if sparse.issparse(Z) else np.einsum("ij,ij->i", Z, Z)
        self.norms2 = np.asarray(squares, dtype=float).ravel()

    def scores(self) -> Array:
        """Return z_i . w for all i."""
        return self.Z @ self.w

    def add(self, i: int, times: float = 1.0) -> None:
        """Add z_i to w, so many times."""
        if sparse.issparse(self.Z):
            entries = slice(*self.Z.indptr[i : i + 2])
            self.w[self.Z.indices[entries]] += times * self.Z.data[entries]
        else:
            self.w += times * self.Z[i]

    def sweep(self, sequence: Ints, clean: int, rule: BetaRule, beta: float, t: int, room: int):
        """Examine the sequence once, or until clean reaches its length, or room is used up."""
        from .._kernels import scan, scan_sparse  # numba takes longer to import than all the rest

        mistakes = np.empty(min(len(sequence), room), dtype=np.int64)
        betas = np.empty(len(mistakes))
        tail = (t, beta, rule.kind, rule.parameter, rule.R**2, mistakes, betas)
        if sparse.issparse(self.Z):
            rows = (self.Z.data, self.Z.indices, self.Z.indptr)
            k, clean, examined = scan_sparse(*rows, self.norms2, sequence, clean, self.w, *tail)
        else:
            k, _, clean, examined = scan(
                self.Z, self.norms2, sequence, False, 0, clean, self.w, *tail
            )
        return mistakes[:k], float(betas[k - 1]) if k else beta, clean, examined


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

    def sweep(self, sequence: Ints, clean: int, rule: BetaRule, beta: float, t: int, room: int):
        """Examine the sequence once, or until clean reaches its length, or room is used up."""
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
        return np.array(mistakes, dtype=np.int64), beta, clean, p


def lifted(X, scale: float | None):
    """Append a constant feature, which learns the intercept; None appends nothing."""
    if scale is None:
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
