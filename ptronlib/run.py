r"""What happened in a run of the perceptron: the list of mistakes, from which all else follows.

.. math:: w_t = w_0 + \sum_{s \le t} z_{i_s}, \qquad z_i = y_i x_i
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arithmetic import norm, norms, products
from ._validate import Array, check_vector

__all__ = ["Run", "UpdateBudgetExceeded"]

BLOCK = 2**20  # floats held at once while weights are replayed: 8 MiB


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """A finished (or interrupted) run, replayable from its mistakes.

    Attributes
    ----------
    X : (n, d) floats
        Examples, one a row: an array, or a CSR matrix if the run was given a sparse one.
    y : (n,) floats
        Labels, -1.0 or +1.0.
    w_init : (d,) floats
        Weights before the first update.
    w : (d,) floats
        Weights after the last.
    mistakes : (T,) ints
        Index of the example of each update, in order.
    betas : (T + 1,) floats
        Threshold in force after t updates, t = 0, ..., T: for the score, or for the cosine of the
        angle if update is "project".
    converged : bool
        Whether every score, or cosine, exceeds the last threshold.
    examinations : int
        Scores looked at, the final clean round included.
    update : str
        What a mistake does. "add": w + z. "project": w less its component along z.
    order : str
        In which mistakes were looked for, as `perceptron` names it.
    """

    X: Array
    y: Array
    w_init: Array
    w: Array
    mistakes: NDArray[np.intp]
    betas: Array
    converged: bool
    examinations: int
    update: str = "add"
    order: str = "cyclic"

    @property
    def n_updates(self) -> int:
        """T, the number of updates."""
        return self.mistakes.size

    @property
    def margin(self) -> float:
        """The smallest signed distance of an example from the final hyperplane; NaN if w = 0."""
        if not self.w.any():
            return float("nan")
        w = self.w
        return float((self.y * products(self.X, w)).min() / norm(w))

    @property
    def support(self) -> NDArray[np.intp]:
        """The indices of the examples used at least once, in sample order."""
        return np.unique(self.mistakes)

    @property
    def norms(self) -> Array:
        """The norms of w_0, ..., w_T, shape (T + 1,)."""
        return np.concatenate([norms(block) for block in self._blocks()])

    def progress(self, w_star: ArrayLike) -> Array:
        """Return the inner products of w_0, ..., w_T with w_star, shape (T + 1,)."""
        w_star = check_vector(w_star, self.X.shape[1], "w_star")
        return np.concatenate([products(block, w_star) for block in self._blocks()])

    def replay(self) -> Array:
        """Return w_0, ..., w_T as rows, shape (T + 1, d): 8 (T + 1) d bytes."""
        return np.concatenate(list(self._blocks()))

    def _blocks(self) -> Iterator[Array]:
        """Yield the weights in blocks of rows."""
        many = max(1, BLOCK // self.w.size)
        follow = _project if self.update == "project" else _add
        w = self.w_init
        yield w[None, :]
        for start in range(0, self.n_updates, many):
            used = self.mistakes[start : start + many]
            rows = self.X[used] if isinstance(self.X, np.ndarray) else self.X[used].toarray()
            block = follow(w, self.y[used, None] * rows)
            w = block[-1]
            yield block

    def __repr__(self) -> str:
        n, d = self.X.shape
        state = "converged" if self.converged else "stopped early"
        return f"Run({state} after {self.n_updates} updates; {n} examples in {d} dimensions)"


class UpdateBudgetExceeded(RuntimeError):
    """The budget of updates is spent, some example still violated; `.run` is the run so far."""

    def __init__(self, message: str, run: Any):  # a Run, or the KernelRun of compression.py
        super().__init__(message)
        self.run = run

    def __reduce__(self):  # so that the run survives the way back from another process
        return type(self), (str(self), self.run)


def check_run(run: object) -> Run:
    """Return run when it is one, of a dense array."""
    if not isinstance(run, Run):
        raise TypeError(f"run must be what perceptron(X, y) returns; got {type(run).__name__}.")
    if not isinstance(run.X, np.ndarray):
        raise TypeError("run must be one of an array; got one of a sparse matrix. Use X.toarray().")
    return run


def power_scaled(Z: Array) -> Array:
    """Divide each row by a power of two, which rounds nothing, so that no square overflows."""
    return np.ldexp(Z, -np.frexp(np.abs(Z).max(axis=1))[1][:, None])


def _add(w: Array, Z: Array) -> Array:
    """Return the weights after each addition; cumsum adds in the order in which the run did."""
    Z[0] += w
    return np.cumsum(Z, axis=0)


def _project(w: Array, Z: Array) -> Array:
    """Return the weights after w lost its component along each row, by the run's own arithmetic."""
    from ._kernels import project_in_turn  # numba takes longer to import than all the rest

    return project_in_turn(power_scaled(Z), w)
