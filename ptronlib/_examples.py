"""A sample as the one loop reads it: an array or a CSR matrix, neither copied nor converted.

Its shape and labels are checked before the loop, its entries by the examination that reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _validate
from ._arithmetic import products
from ._validate import Array
from .betas import BetaRule

ROUNDING = 1e-12  # relative: how far a rounded norm may lie above R
SALTS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93], np.uint64)
FLOATS = (np.dtype(np.float32), np.dtype(np.float64))


@dataclass(frozen=True, eq=False)
class Examples:
    """Examples x_i in the rows of X, and their labels y_i.

    Attributes
    ----------
    X : (n, d) array or csr_array
        Of float32 or float64; the caller's own memory, where that can be read as it is.
    y : (n,) floats
        Labels, -1.0 or +1.0.
    """

    X: Any
    y: Array

    @property
    def rows(self) -> tuple:
        """What the kernels read."""
        return rows_of(self.X)

    def violated(self, w: Array, beta: float) -> int:
        """Count the scores that are not above beta."""
        if not compiled():
            return int((self.y * self.products(w) <= beta).sum())
        from ._kernels import count_violated

        return count_violated(*self.rows, self.y, w, beta)

    def products(self, w: Array) -> Array:
        """Return w . x_i for all i; the same for equal examples where the loops are compiled."""
        if not compiled():
            return products(self.X, w)
        from ._kernels import scores_of

        return scores_of(*self.rows, len(self.y), w)

    def first_unusable(self, start: int, longest2: float) -> int:
        """Return the first row from start on that looks unusable; n if all are usable."""
        if not compiled():
            return start
        from ._kernels import first_unusable

        with np.errstate(over="ignore"):  # where it is interpreted
            return first_unusable(*self.rows, start, len(self.y), longest2)

    def check(self) -> None:
        """Look at every entry, and say what is wrong where something is."""
        if isinstance(self.X, np.ndarray):
            _validate.check_rows(self.X, "X")
            _validate.check_no_zero_example(self.X)
        else:
            _validate.check_entries(self.X.data, "X", self._place)
            _validate.check_norms(self.norms(), "X")
            _validate.check_none_zero(self.X.astype(bool).sum(axis=1) == 0)

    def check_radius(self, rule: BetaRule) -> None:
        """Refuse an example longer than the rule is meant for."""
        if np.inf == rule.R:
            return
        norms = self.norms()
        longest = int(np.argmax(norms))
        if norms[longest] > rule.R * (1 + ROUNDING):  # radius(X), rounded, must pass
            raise ValueError(
                f"R must be at least the largest norm of an example; got {rule} for a norm of "
                f"{norms[longest]:g} at index {longest}. Use R=radius(X)."
            )

    def check_contradictions(self) -> None:
        """Refuse one point that carries both labels: no w classifies it correctly twice.

        Equal points have equal scores, whatever the weights: only points that share the score of
        some random weights are compared.
        """
        some = np.arange(len(self.y))
        if compiled():
            from ._kernels import share_a_slot

            keys = self.products(np.random.default_rng(0).standard_normal(self.X.shape[1])) + 0.0
            with np.errstate(over="ignore"):  # of hashes, where they are interpreted
                some = np.flatnonzero(share_a_slot(keys.view(np.uint64), SALTS[0]))
                for salt in SALTS[1:]:
                    some = some[share_a_slot(keys[some].view(np.uint64), salt)]
            if not some.size:
                return
            order = some[np.argsort(keys[some])]
            same = keys[order[1:]] == keys[order[:-1]]
            some = np.sort(order[np.r_[same, False] | np.r_[False, same]])
        _validate.check_no_contradiction((self._key(int(i)) for i in some), self.y[some], some)

    def norms(self) -> Array:
        """Return the norms of the examples."""
        return np.sqrt(squared_norms(self.X))

    def _place(self, q: int) -> tuple[int, int]:
        """Return row and column of entry q of a sparse matrix."""
        return int(np.searchsorted(self.X.indptr, q, side="right")) - 1, int(self.X.indices[q])

    def _key(self, i: int) -> bytes:
        """Return bytes that are the same for equal points."""
        if isinstance(self.X, np.ndarray):
            return (self.X[i] + 0.0).tobytes()  # -0.0 + 0.0 is 0.0
        entries = slice(*self.X.indptr[i : i + 2])
        data, indices = self.X.data[entries], self.X.indices[entries]
        return indices[data != 0].tobytes() + data[data != 0].tobytes()


def examples(X: ArrayLike, y: ArrayLike) -> Examples:
    """Return the sample with its shape and labels checked, its entries not yet."""
    X = _sparse(X) if hasattr(X, "tocsr") else _dense(X)
    return Examples(X, _validate.check_labels(y, X.shape[0]))


def compiled() -> bool:
    """Whether the loops run compiled."""
    from ._compile import COMPILED  # numba takes longer to import than all the rest

    return COMPILED


def squared_norms(X) -> Array:
    """Return the squared norms of the rows of an array or a CSR matrix, in doubles."""
    if isinstance(X, np.ndarray):
        return products(X, X)
    X = X.astype(np.float64, copy=False)
    return np.asarray(X.multiply(X).sum(axis=1)).ravel()


def rows_of(X) -> tuple:
    """Return the three arguments by which the kernels read an array or a CSR matrix."""
    if isinstance(X, np.ndarray):
        return X, None, None
    return X.data[None, :], X.indices, X.indptr  # one type for both


def _dense(X: ArrayLike) -> Array:
    if type(X) is not np.ndarray or X.dtype not in FLOATS or X.ndim != 2 or X.size == 0:
        return _validate.check_points(X)
    return np.require(X, requirements=["C", "A", "E"])


def _sparse(X):
    """Return a CSR matrix with sorted, distinct entries in each row: X itself where it is one."""
    from scipy import sparse  # only for those who have loaded it

    matrix = sparse.csr_array(X)
    _validate.check_matrix(matrix, "X")
    if matrix.dtype not in FLOATS:
        if matrix.dtype.kind not in "iuf":
            raise TypeError(f"X must hold real numbers; got a sparse matrix of {matrix.dtype}.")
        matrix = matrix.astype(np.float64)
    if not matrix.has_canonical_format:
        matrix = matrix.copy()
        matrix.sum_duplicates()
    return matrix
