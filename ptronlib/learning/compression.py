r"""The mistakes as a description of the sample: keep the updated examples, and the run comes back.

.. math:: w(S) = w(S_I), \qquad I = \{i : \text{example } i \text{ was updated}\},
          \qquad |I| \le T \le R^2/\varepsilon^2
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._validate import Array, check_labels, check_points, check_sample, domain
from ..core.betas import BetaRule, constant
from ..core.perceptron import UpdateBudgetExceeded, run_until_right
from ..core.run import Run, check_run
from ..geometry.certificates import Certificate
from ..geometry.exact import keeps_margin
from ..geometry.problem import Problem


@dataclass(frozen=True, eq=False, repr=False)
class Compression(Certificate):
    """The examples that a run used, in sample order, and the weights that they alone lead to.

    kept, (q,), are their indices in the sample, X, (q, d), and y, (q,), the examples themselves, so
    that they can be handed over without it; w, (d,), the weights, n_updates how long the run was.
    As an index, or in a loop, the answer stands for kept. `verify(X, y)` takes the whole sample,
    and the threshold as a third argument where it was not 0.
    """

    kept: NDArray[np.intp]
    X: Array
    y: Array
    w: Array
    n_updates: int

    def __repr__(self) -> str:
        return f"Compression(examples {self.kept})"

    def __len__(self) -> int:
        return len(self.kept)

    def __getitem__(self, k: Any) -> Any:
        return self.kept[k]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray:
        return np.array(self.kept, dtype)

    def _lines(
        self, X: ArrayLike, y: ArrayLike, beta: float | BetaRule = 0.0
    ) -> Iterator[tuple[str, bool]]:
        X, y = check_sample(X, y)
        rule = beta if isinstance(beta, BetaRule) else constant(beta)
        zero, kept, w = np.zeros(X.shape[1]), np.asarray(self.kept), np.asarray(self.w)
        indices = kept.ndim == 1 and kept.size > 0 and kept.dtype.kind == "i"
        inside = indices and kept[0] >= 0 and kept[-1] < len(X) and bool((np.diff(kept) > 0).all())
        yield "kept are rows of the sample, in its order", inside
        same = np.array_equal(self.X, X[kept]) and np.array_equal(self.y, y[kept])
        yield "the kept examples are those rows and their labels", same
        right = keeps_margin(Problem(X, y), w, 0.0, zero, 0.0)
        yield "w is right about every example of the sample", right
        again = run_until_right(X[kept], y[kept], zero, rule, self.n_updates)
        yield "the run on the kept alone stops after n_updates", again.converged
        yield "it ends at w, bit for bit", again.w.tobytes() == w.tobytes()


def compress(run: Run) -> Compression:
    """Keep the examples that the run used, in sample order.

    There are at most as many examples as there were updates: X[compress(run)] are the kept rows.

    The examples left out were right at each of their examinations, so that no update depended on
    them: `perceptron` makes the same run, bit for bit, of the kept ones, and of those with any of
    the others. In another order the weights may differ and err on the sample. Source: statement
    A-Def-selection; chapter 7.

    Parameters
    ----------
    run : Run.  Finished, of `perceptron` from w = 0 in the order "cyclic", with any beta rule.

    Examples
    --------
    >>> from ptronlib import perceptron
    >>> X, y = [[2, 1], [0, 1], [-1, 2]], [1, -1, -1]
    >>> short = compress(perceptron(X, y))
    >>> short, perceptron(short.X, short.y).w, short.verify(X, y)
    (Compression(examples [0 1]), array([ 2., -1.]), valid)
    """
    if not check_run(run).converged:
        raise ValueError(
            f"The run must be finished; this one stopped early, after {run.n_updates} updates. "
            f"Raise max_updates."
        )
    if run.order != "cyclic" or run.update != "add" or run.w_init.any():
        raise ValueError(
            f"The run must be one of perceptron, from w = 0, with order 'cyclic' and update 'add', "
            f"to come back from what it used; this one has order {run.order!r}, update "
            f"{run.update!r} and w_init = {run.w_init}."
        )
    kept = run.support
    return Compression(kept, run.X[kept], run.y[kept], run.w, run.n_updates)


@dataclass(frozen=True, eq=False)
class KernelRun:
    """A run of the kernel perceptron: the index of the example of each update, (T,), in order.

    coef, (n,), is y_i times the number of updates with example i: new points with inner products
    K_new, (m, n), have the scores K_new @ coef.
    """

    mistakes: NDArray[np.intp]
    coef: Array

    @property
    def support(self) -> NDArray[np.intp]:
        """The indices of the examples used at least once, in sample order."""
        return np.flatnonzero(self.coef)


@domain
def kernel_perceptron(
    K: ArrayLike, y: ArrayLike, *, max_updates: Annotated[int, "[1, inf)"] = 100_000
) -> KernelRun:
    """Run the perceptron, in cyclic order, on inner products instead of examples.

    Its mistakes are those that `perceptron` makes on the features themselves.

    z_i . w_t is the sum of y_i y_j K_ij over the examples j added so far. The loop keeps these
    scores in place of w; features with the inner products K, for `perceptron` to run on, could only
    be computed up to rounding, which decides ties. Source: statement D-Rem-features; chapter 7.

    Parameters
    ----------
    K : (n, n) array
        Symmetric, with a positive diagonal: the inner product of examples i and j in some feature
        space.
    y : (n,) array.  Labels, -1 or +1.
    max_updates : int, >= 1.  Give up beyond this many updates.

    Raises
    ------
    UpdateBudgetExceeded.  After max_updates; `.run` holds the KernelRun so far.

    Examples
    --------
    >>> kernel_perceptron([[5, 1, 0], [1, 1, 2], [0, 2, 5]], [1, -1, -1]).mistakes
    array([0, 1, 1])
    """
    K = _check_kernel(K)
    y = check_labels(y, len(K))
    signed = y[:, None] * K * y
    scores, p = np.zeros(len(y)), 0
    mistakes: list[int] = []
    while (wrong := np.flatnonzero(scores <= 0)).size and len(mistakes) < max_updates:
        i = int(wrong[np.searchsorted(wrong, p) % wrong.size])  # the next in cyclic order
        scores += signed[i]
        mistakes.append(i)
        p = i + 1
    used = np.array(mistakes, dtype=np.intp)
    run = KernelRun(used, y * np.bincount(used, minlength=len(y)))
    if wrong.size:
        raise UpdateBudgetExceeded(
            f"Stopped after {max_updates} updates, {wrong.size} of {len(y)} examples still "
            f"violated. Raise max_updates, if the features separate the sample.",
            run,
        )
    return run


def _check_kernel(K: ArrayLike) -> Array:
    K = check_points(K, "K")
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"K must be square, one row and column an example; got shape {K.shape}.")
    if not np.allclose(K, K.T, rtol=0.0, atol=1e-9 * np.abs(K).max()):
        raise ValueError("K must be symmetric: K[i, j] is the inner product of examples i and j.")
    if K.diagonal().min() <= 0:
        raise ValueError(
            f"K must have a positive diagonal, the squared lengths; got {K.diagonal().min():g} at "
            f"index {K.diagonal().argmin()}."
        )
    return K
