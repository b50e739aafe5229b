r"""The mistakes as a description of the sample: keep the updated examples, and the run comes back.

.. math:: w(S) = w(S_I), \qquad I = \{i : \text{example } i \text{ was updated}\},
          \qquad |I| \le T \le R^2/\varepsilon^2
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._domain import domain
from .._validate import Array, check_labels, check_points, check_sample
from ..core.additive import UpdateBudgetExceeded, perceptron
from ..core.betas import BetaRule
from ..core.run import Run, check_run


def compress(run: Run) -> NDArray[np.intp]:
    """Return the indices of the examples that the run used, in sample order.

    Parameters
    ----------
    run : Run
        Finished, of `perceptron` from w = 0 in the order "cyclic", with any beta rule.

    Returns
    -------
    (q,) ints
        Increasing; q is at most the number of updates.

    Notes
    -----
    The examples left out were right at each of their examinations, so that no update depended on
    them. `reconstruct` makes the same run from the others. Source: statement A-Def-selection;
    chapter 7.

    Examples
    --------
    >>> kept = compress(perceptron([[2, 1], [0, 1], [-1, 2]], [1, -1, -1]))
    >>> kept, reconstruct([[2, 1], [0, 1]], [1, -1]).w
    (array([0, 1]), array([ 2., -1.]))
    """
    if not check_run(run).converged:
        raise ValueError(
            f"The run must be finished; this one stopped early, after {run.n_updates} updates. "
            f"Raise max_updates."
        )
    if run.order != "cyclic" or run.update != "add" or run.w_init.any():
        raise ValueError(
            f"The run must be one that reconstruct can repeat, of perceptron from w = 0 with "
            f"order 'cyclic' and update 'add'; this one has order {run.order!r}, update "
            f"{run.update!r} and w_init = {run.w_init}."
        )
    return run.support


def reconstruct(
    X_kept: ArrayLike,
    y_kept: ArrayLike,
    beta: float | BetaRule = 0.0,
    *,
    max_updates: int = 100_000,
) -> Run:
    """Run the perceptron on the kept examples alone, in the order in which they stand.

    Parameters
    ----------
    X_kept, y_kept : (q, d) and (q,) arrays
        The examples that `compress` chose, in sample order: X[kept], y[kept].
    beta : float or BetaRule
        That of the run that was compressed.
    max_updates : int, >= 1
        Give up beyond this many updates.

    Returns
    -------
    Run
        With the mistakes, thresholds and weights of the run that was compressed, bit for bit; its
        indices count within the kept examples.

    Raises
    ------
    UpdateBudgetExceeded, ValueError, TypeError
        As `perceptron`.

    Notes
    -----
    In another order the weights may differ and err on the sample. Source: statement
    A-Def-selection; chapter 7.

    Examples
    --------
    >>> reconstruct([[2, 1], [0, 1]], [1, -1]).mistakes
    array([0, 1, 1])
    """
    X_kept, y_kept = check_sample(X_kept, y_kept, "_kept")
    return perceptron(X_kept, y_kept, beta, max_updates=max_updates)


def locate(X_kept: ArrayLike, y_kept: ArrayLike, X: ArrayLike, y: ArrayLike) -> NDArray[np.intp]:
    """Find the kept examples in the sample.

    Parameters
    ----------
    X_kept, y_kept : (q, d) and (q,) arrays
        A compression.
    X, y : (n, d) and (n,) arrays
        The sample that it is said to come from.

    Returns
    -------
    (q,) ints
        Increasing indices, each the first that continues the list: the same rows and labels. One
        that is not in the sample, or not after the one before it, is named by an error.

    Examples
    --------
    >>> locate([[2, 1], [0, 1]], [1, -1], [[2, 1], [5, 5], [0, 1]], [1, 1, -1])
    array([0, 2])
    """
    X_kept, y_kept = check_sample(X_kept, y_kept, "_kept")
    X, y = check_sample(X, y)
    if X_kept.shape[1] != X.shape[1]:
        raise ValueError(
            f"X_kept must have {X.shape[1]} features, as X has; got {X_kept.shape[1]}."
        )
    found: list[int] = []
    start = 0
    for k, (x, label) in enumerate(zip(X_kept, y_kept, strict=True)):
        same = np.flatnonzero((x == X[start:]).all(axis=1) & (y[start:] == label))
        if not same.size:
            raise ValueError(
                f"Every example of X_kept must be in the sample, after the one before it and with "
                f"its label y_kept; example {k} is not. Take X[kept] and y[kept] with "
                f"kept = compress(run)."
            )
        found.append(start + int(same[0]))
        start = found[-1] + 1
    return np.array(found)


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


@domain(max_updates="[1, inf)")
def kernel_perceptron(K: ArrayLike, y: ArrayLike, *, max_updates: int = 100_000) -> KernelRun:
    """Run the perceptron, in cyclic order, on inner products instead of examples.

    Parameters
    ----------
    K : (n, n) array
        Symmetric, with a positive diagonal: the inner product of examples i and j in some feature
        space.
    y : (n,) array
        Labels, -1 or +1.
    max_updates : int, >= 1
        Give up beyond this many updates.

    Returns
    -------
    KernelRun
        The mistakes that `perceptron` makes on the features themselves.

    Raises
    ------
    UpdateBudgetExceeded
        After max_updates; `.run` holds the KernelRun so far.

    Notes
    -----
    z_i . w_t is the sum of y_i y_j K_ij over the examples j added so far. The loop keeps these
    scores in place of w; features with the inner products K, for `perceptron` to run on, could only
    be computed up to rounding, which decides ties. Source: statement D-Rem-features; chapter 7.

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
