r"""The one loop: while some signed example violates the threshold, add it to w.

.. math:: z_i \cdot w \le \beta \;\Longrightarrow\; w \leftarrow w + z_i, \quad z_i = y_i x_i
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ._validate import (
    Array,
    check_choice,
    check_count,
    check_no_contradiction,
    check_no_zero_example,
    check_rng,
    check_sample,
    check_vector,
)
from .betas import BetaRule, constant
from .cosine import cosine_perceptron, cosine_perceptron_restarts
from .run import Run, UpdateBudgetExceeded

__all__ = [
    "UpdateBudgetExceeded",
    "cosine_perceptron",
    "cosine_perceptron_restarts",
    "perceptron",
]

ORDERS = ("cyclic", "shuffled", "worst")
FIRST_BUFFER = 2**12  # updates
FARTHEST = 1e307  # squared norm of w


def perceptron(
    X: ArrayLike,
    y: ArrayLike,
    beta: float | BetaRule = 0.0,
    *,
    order: str = "cyclic",
    rng: np.random.Generator | None = None,
    w_init: ArrayLike | None = None,
    max_updates: int = 100_000,
) -> Run:
    r"""Run the perceptron until every score exceeds the threshold.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows. There is no hidden bias: append one with `lift`.
    y : (n,) array
        Labels, -1 or +1.
    beta : float or BetaRule
        Update while the score is <= beta; same unit as scores, length squared.
        0 is the perceptron, a constant > 0 the aggressive perceptron; see `betas` for the rules.
    order : str
        "cyclic": examine the examples in turn, going on after each, until n in
        a row are clean. "shuffled": the same over a fresh permutation each pass, until a pass is
        clean. "worst": the smallest score each time, the smallest index among equals.
    rng : Generator
        Draws the permutations; needed for "shuffled", and only there.
    w_init : (d,) array or None
        Weights to start from; 0 if None. A step w + eta z from w_0 makes the mistakes of the step
        w + z from w_0 / eta: pass that, and read the weights in units of eta.
    max_updates : int, >= 1
        Give up beyond this many updates.

    Returns
    -------
    Run
        The mistakes in order, the thresholds, the final w.

    Raises
    ------
    UpdateBudgetExceeded
        After max_updates; `.run` holds the run so far.
    ValueError, TypeError
        For an unusable sample, rule, order or budget.

    Notes
    -----
    A score equal to the threshold is a mistake. A new threshold holds from the next examination on.
    If some unit w_star has scores of at least eps on a sample of radius R, there are at most
    (2 beta + R^2) / eps^2 updates from w = 0, in whatever order; `bounds.updates_from` knows what
    another start costs. Source: statements A-Alg1 to A-Alg4, A-Nov, E-(24).

    Numbers: examples have norms of at most 1e150, their entries are 0 or at least 1e-150 in size,
    and beta and budget are refused if w could leave the floats. A score is rounded by at most
    1e-16 d norm(z) norm(w), and norm(w) is at most R sqrt(T): so the last digits decide where
    the margin eps is below 1e-16 d R^2 / eps. Down to eps = 1e-7 R the run is the exact one but
    for ties; it needs up to R^2 / eps^2 updates, so that time ends before precision does.

    Examples
    --------
    >>> run = perceptron([[2, 1], [0, 1], [-1, 2]], [1, -1, -1])
    >>> run.mistakes, run.w
    (array([0, 1, 1]), array([ 2., -1.]))
    """
    X, y = check_sample(X, y)
    check_no_zero_example(X)
    check_no_contradiction(X, y)
    rule = beta if isinstance(beta, BetaRule) else constant(beta)
    _check_radius(rule, X)
    check_choice(order, "order", ORDERS)
    if order == "shuffled":
        check_rng(rng, 'which draws the permutations of order="shuffled"')
    elif rng is not None:
        raise ValueError(f'rng is used by order="shuffled" only; got it with order="{order}".')
    max_updates = check_count(max_updates, "max_updates")
    _check_growth(rule, X, max_updates)
    w = np.zeros(X.shape[1]) if w_init is None else check_vector(w_init, X.shape[1], "w_init")

    Z = y[:, None] * X
    search = _worst(Z, rule) if order == "worst" else _in_turn(Z, rule, rng)
    run = replace(_drive(search, X, y, w, rule, max_updates), order=order)
    if not run.converged:
        raise UpdateBudgetExceeded(_spent(run), run)
    return run


def _drive(search, X: Array, y: Array, w_init: Array, rule: BetaRule, max_updates: int) -> Run:
    """Let the search fill buffers, doubled as needed, until it is finished or the budget spent."""
    w = w_init.copy()
    mistakes = np.empty(min(FIRST_BUFFER, max_updates), dtype=np.int64)
    betas = np.empty(mistakes.size + 1)
    betas[0] = rule.start
    t = examinations = 0
    finished = False
    while not finished and t < max_updates:
        if t == mistakes.size:
            more = min(t, max_updates - t)
            mistakes = np.concatenate([mistakes, np.empty(more, dtype=np.int64)])
            betas = np.concatenate([betas, np.empty(more)])
        k, examined, finished = search(w, t, betas[t], mistakes[t:], betas[t + 1 :])
        t += k
        examinations += examined
    if not finished:  # the last update of the budget may have been the last one needed
        finished = bool((y * (X @ w) > betas[t]).all())
        examinations += len(X)
    return Run(
        X,
        y,
        w_init,
        w,
        mistakes[:t].copy(),
        betas[: t + 1].copy(),
        finished,
        examinations,
    )


def _in_turn(Z: Array, rule: BetaRule, rng: np.random.Generator | None):
    """Examine the examples in sample order, or in a fresh permutation each pass if there is rng."""
    from ._kernels import scan  # numba takes longer to import than all the rest

    n = len(Z)
    norms2 = np.einsum("ij,ij->i", Z, Z)
    sequence, p, clean = np.arange(n), 0, 0

    def search(w, t, beta, mistakes, betas):
        nonlocal sequence, p, clean
        if rng is not None and p in (0, n):
            # a clean stretch across two permutations need not cover the sample: count afresh
            sequence, p, clean = rng.permutation(n), 0, 0
        k, p, clean, examined = scan(
            Z, norms2, sequence, rng is None, p, clean, w, t, beta,
            rule.kind, rule.parameter, rule.factor, mistakes, betas,
        )  # fmt: skip
        return k, examined, clean == n

    return search


def _worst(Z: Array, rule: BetaRule):
    """Take the example of smallest score, the first among equals."""
    from ._kernels import descend

    norms2 = np.einsum("ij,ij->i", Z, Z)

    def search(w, t, beta, mistakes, betas):
        k, finished = descend(
            Z, norms2, w, t, beta, rule.kind, rule.parameter, rule.factor, mistakes, betas
        )
        return k, (k + finished) * len(Z), finished

    return search


def _check_radius(rule: BetaRule, X: Array) -> None:
    norms = np.linalg.norm(X, axis=1)
    longest = int(np.argmax(norms))
    if norms[longest] > rule.R * (1 + 1e-12):  # radius(X), rounded, must pass
        raise ValueError(
            f"R must be at least the largest norm of an example; got {rule} for a norm of "
            f"{norms[longest]:g} at index {longest}. Use R=radius(X)."
        )


def _check_growth(rule: BetaRule, X: Array, max_updates: int) -> None:
    """Refuse a run whose thresholds or weights could leave the floats: norm(w)^2 bounds both."""
    R2 = float(np.einsum("ij,ij->i", X, X).max())
    most = max(rule.start, rule.next(rule.start, max_updates, R2))
    if not (2.0 * most + R2) * max_updates <= FARTHEST:
        raise ValueError(
            f"beta and max_updates must be such that no squared norm of w exceeds {FARTHEST:g}; "
            f"got {rule} with {max_updates} updates. Rescale X, or lower one of the two."
        )


def _spent(run: Run) -> str:
    violated = int((run.y * (run.X @ run.w) <= run.betas[-1]).sum())
    return (
        f"Stopped after {run.n_updates} updates, {violated} of {len(run.X)} examples still "
        f"violated. separability(X, y) returns the certificate that the sample is separable, or "
        f"that it is not; if it is, raise max_updates. The run so far is this error's .run."
    )
