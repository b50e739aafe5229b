r"""What happened in a run of the perceptron: the list of mistakes, from which all else follows.

.. math:: w_t = w_0 + \sum_{s \le t} z_{i_s}, \qquad z_i = y_i x_i
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arithmetic import BLOCK_FLOATS, inner, norm, norms, products
from .._validate import Array, check_vector

__all__ = ["Run", "UpdateBudgetExceeded"]


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """A finished (or interrupted) run, replayable from its mistakes.

    Attributes
    ----------
    X : (n, d) floats.  Examples, one a row.
    y : (n,) floats.  Labels, -1.0 or +1.0.
    w_init : (d,) floats.  Weights before the first update.
    w : (d,) floats.  Weights after the last.
    mistakes : (T,) ints.  Index of the example of each update, in order.
    betas : (T + 1,) floats
        Threshold in force after t updates, t = 0, ..., T: for the score, or for the cosine of the
        angle if update is "project".
    converged : bool.  Whether every score, or cosine, exceeds the last threshold.
    examinations : int.  Scores looked at, the final clean round included.
    update : str.  What a mistake does. "add": w + z. "project": w less its component along z.
    order : str.  In which mistakes were looked for, as `perceptron` names it.
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
        return float((self.y * products(self.X, self.w)).min() / norm(self.w))

    @property
    def violated(self) -> NDArray[np.intp]:
        """The indices of the examples that violate the last threshold."""
        bound = self.betas[-1]
        if self.update == "project":
            bound = bound * (norm(self.w) * norms(self.X))  # multiplied in the order of the loop
        return np.flatnonzero(self.y * products(self.X, self.w) <= bound)

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
        many = max(1, BLOCK_FLOATS // self.w.size)
        follow = _project if self.update == "project" else _add
        w = self.w_init
        yield w[None, :]
        for start in range(0, self.n_updates, many):
            used = self.mistakes[start : start + many]
            block = follow(w, self.y[used, None] * self.X[used])
            w = block[-1]
            yield block

    def __repr__(self) -> str:
        n, d = self.X.shape
        state = "converged" if self.converged else "stopped early"
        return f"Run({state} after {self.n_updates} updates; {n} examples in {d} dimensions)"


class UpdateBudgetExceeded(RuntimeError):
    """The budget of updates is spent, some example still violated; `.run` is the run so far."""

    def __init__(self, message: str, run: Any):
        super().__init__(message, run)
        self.run = run

    def __str__(self) -> str:
        return str(self.args[0])


def keep_so_far(stop: Any, run: object) -> None:
    """Hang the run so far on the KeyboardInterrupt or MemoryError that ends it."""
    stop.run = run
    stop.add_note("The run so far is this exception's .run; at a prompt, sys.last_value.run.")


def check_run(run: object) -> Run:
    """Return run when it is one."""
    if not isinstance(run, Run):
        raise TypeError(f"run must be what perceptron(X, y) returns; got {type(run).__name__}.")
    return run


def _add(w: Array, Z: Array) -> Array:
    """Return the weights after each addition; cumsum adds in the order in which the run did."""
    Z[0] += w
    return np.cumsum(Z, axis=0)


def _project(w: Array, Z: Array) -> Array:
    """Return the weights after w lost its component along each row."""
    path = np.empty(Z.shape)
    for z, after in zip(Z, path, strict=True):
        after[:] = w = w - inner(z, w) / inner(z, z) * z
    return path
