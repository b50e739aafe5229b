r"""The mistakes as a description of the sample: keep the updated examples, and the run comes back.

.. math:: w(S) = w(S_I), \qquad I = \{i : \text{example } i \text{ was updated}\},
          \qquad |I| \le T \le R^2/\varepsilon^2
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arithmetic import inner
from ._validate import Array, check_count, check_labels, check_points, check_sample
from .betas import BetaRule
from .perceptron import UpdateBudgetExceeded, perceptron
from .run import Run, check_run
from .voting import rounds

__all__ = ["KernelRun", "compress", "kernel_perceptron", "leave_one_out", "locate", "reconstruct"]


def compress(run: Run) -> NDArray[np.intp]:
    """Return the indices of the examples that the run used, in sample order.

    Parameters
    ----------
    run : Run
        Finished, in the order "cyclic", with any beta rule.

    Returns
    -------
    (q,) ints
        Increasing; q is at most the number of updates.

    Raises
    ------
    ValueError
        The run is not finished, was made in another order, did not start at w = 0, or is one of
        `cosine_perceptron`.
    TypeError
        Not a Run.

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
    _check_repeatable(run)
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
    X_kept : (q, d) array
        The examples that `compress` chose, in sample order: X[kept].
    y_kept : (q,) array
        Their labels, y[kept].
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
        Increasing indices, each the first that continues the list: the same rows and labels.

    Raises
    ------
    ValueError, TypeError
        A kept example is not in the sample, or not after the one before it: its index is named.

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
        same = np.flatnonzero((x == X).all(axis=1) & (y == label))
        later = same[same >= start]
        if not later.size:
            raise ValueError(_misplaced(k, same, found))
        found.append(int(later[0]))
        start = found[-1] + 1
    return np.array(found)


def leave_one_out(
    X: ArrayLike, y: ArrayLike, beta: float | BetaRule = 0.0, *, max_updates: int = 100_000
) -> NDArray[np.bool_]:
    """Tell which examples the perceptron gets wrong that was trained on all the others.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows.
    y : (n,) array
        Labels, -1 or +1.
    beta : float or BetaRule
        As for `perceptron`.
    max_updates : int, >= 1
        Give up, in one of the runs, beyond this many updates.

    Returns
    -------
    (n,) bools
        True only for examples that the run on the whole sample used.

    Raises
    ------
    UpdateBudgetExceeded, ValueError, TypeError
        As `perceptron`.

    Notes
    -----
    Without an example that was never updated the run is the same, and its w is right about it; so
    there is one run for each used example, and one more. A score of 0 is a mistake; without any
    example, w = 0. Source: statement D-Thm; chapter 7.

    Examples
    --------
    >>> leave_one_out([[2, 1], [0, 1], [-1, 2]], [1, -1, -1])
    array([ True, False, False])
    """
    run = perceptron(*check_sample(X, y), beta, max_updates=max_updates)
    wrong = np.zeros(len(run.X), dtype=bool)
    for k in run.support:
        others = np.arange(len(run.X)) != k
        if others.any():
            w = perceptron(run.X[others], run.y[others], beta, max_updates=max_updates).w
            wrong[k] = run.y[k] * inner(run.X[k], w) <= 0
        else:
            wrong[k] = True
    return wrong


@dataclass(frozen=True, eq=False)
class KernelRun:
    """A run of the kernel perceptron.

    Attributes
    ----------
    mistakes : (T,) ints
        Index of the example of each update, in order.
    coef : (n,) floats
        y_i times the number of updates with example i. New points with inner products K_new,
        (m, n), have the scores K_new @ coef.
    """

    mistakes: NDArray[np.intp]
    coef: Array

    @property
    def support(self) -> NDArray[np.intp]:
        """The indices of the examples used at least once, in sample order."""
        return np.flatnonzero(self.coef)


def kernel_perceptron(K: ArrayLike, y: ArrayLike, *, max_updates: int = 100_000) -> KernelRun:
    """Run the perceptron, in cyclic order, on inner products instead of examples.

    Parameters
    ----------
    K : (n, n) array
        Symmetric: the inner product of examples i and j in some feature space.
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
    ValueError, TypeError
        K not square, not symmetric, or without a positive diagonal; labels other than -1 and +1.

    Notes
    -----
    z_i . w_t is the sum of y_i y_j K_ij over the examples j added so far. Source: statement
    D-Rem-features; chapter 7.

    Examples
    --------
    >>> kernel_perceptron([[5, 1, 0], [1, 1, 2], [0, 2, 5]], [1, -1, -1]).mistakes
    array([0, 1, 1])
    """
    K = _check_kernel(K)
    y = check_labels(y, len(K))
    max_updates = check_count(max_updates, "max_updates")
    signed = y[:, None] * K * y
    values, p = np.zeros(len(y)), 0
    mistakes: list[int] = []
    while (wrong := np.flatnonzero(values <= 0)).size:
        if len(mistakes) == max_updates:
            raise UpdateBudgetExceeded(
                f"Stopped after {max_updates} updates, {wrong.size} of {len(y)} examples still "
                f"violated. Raise max_updates, if the features separate the sample.",
                _kernel_run(mistakes, y),
            )
        p = int(wrong[np.searchsorted(wrong, p) % wrong.size])  # the next violation, cyclically
        values += signed[p]
        mistakes.append(p)
        p += 1
    return _kernel_run(mistakes, y)


def _check_repeatable(run: Run) -> None:
    """Refuse a run that `reconstruct` would not make again."""
    check_run(run)
    if not run.converged:
        raise ValueError(
            f"The run must be finished; this one stopped early, after {run.n_updates} updates. "
            f"Raise max_updates."
        )
    rounds(run)  # refuses other orders
    if run.update != "add" or run.w_init.any():
        kind = "the update 'project'" if run.update != "add" else f"w_init = {run.w_init}"
        raise ValueError(
            f"The run must be one of perceptron from w = 0, as reconstruct makes them; this one "
            f"has {kind}. Run perceptron without w_init."
        )


def _kernel_run(mistakes: list[int], y: Array) -> KernelRun:
    used = np.array(mistakes, dtype=np.intp)
    return KernelRun(used, y * np.bincount(used, minlength=len(y)))


def _check_kernel(K: ArrayLike) -> Array:
    K = check_points(K, "K")
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"K must be square, one row and column an example; got shape {K.shape}.")
    size = np.abs(K).max()
    away = np.abs(K - K.T) > 1e-9 * size
    if away.any():
        i, j = map(int, np.argwhere(away)[0])
        raise ValueError(
            f"K must be symmetric; got {K[i, j]:g} at ({i}, {j}) and {K[j, i]:g} at ({j}, {i})."
        )
    bad = np.flatnonzero(np.diag(K) <= 0)
    if bad.size:
        raise ValueError(
            f"K must have a positive diagonal, the squared lengths; got {K[bad[0], bad[0]]:g} at "
            f"index {bad[0]}."
        )
    return K


def _misplaced(k: int, same: NDArray[np.intp], found: list[int]) -> str:
    """Say why the kept example k does not continue the list."""
    if not same.size:
        return (
            f"Every kept example must be in the sample, with its label; example {k} of the "
            f"compression is not. Take X[kept] and y[kept] with kept = compress(run)."
        )
    return (
        f"The kept examples must stand in sample order; example {k} of the compression is at "
        f"index {same[-1]} of the sample, not after index {found[-1]}. "
        f"Sort the indices, and keep none twice."
    )
