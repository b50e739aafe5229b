r"""The one loop: while some signed example violates the threshold, add it to w.

.. math:: z_i \cdot w \le \beta \;\Longrightarrow\; w \leftarrow w + z_i, \quad z_i = y_i x_i
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arithmetic import norms
from .._validate import Array, check_choice, check_count, check_rng, check_sample, check_vector
from .betas import BetaRule, constant
from .run import Run, UpdateBudgetExceeded

__all__ = ["perceptron"]

ORDERS = ("cyclic", "shuffled", "worst")
EXAMINATIONS = 2**12  # of a call of the compiled loop, at least, so that calls cost nothing
UPDATES = 2**8  # there is room for, at first


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
        Examples as rows. There is no hidden bias: append one with `lift`. A contiguous array of
        float64 is read where it is, and the run refers to it: change a copy.
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
        Give up beyond this many updates. A run keeps the mistake of each, in 8 bytes.

    Returns
    -------
    Run
        The mistakes in order, the thresholds, the final w.

    Raises
    ------
    UpdateBudgetExceeded
        After max_updates; `.run` holds the run so far.
    ValueError, TypeError
        NaN, labels other than -1 and +1, shapes that disagree, norms above the R of a growing rule.

    Notes
    -----
    A score equal to the threshold is a mistake. A new threshold holds from the next examination on.
    If some unit w_star has scores of at least eps on a sample of radius R, there are at most
    (2 beta + R^2) / eps^2 updates from w = 0, in whatever order; `bounds.updates_from` knows what
    another start costs. Source: statements A-Alg1 to A-Alg4, A-Nov, E-(24).

    A score is rounded by at most 1e-16 d norm(z) norm(w), and norm(w) is at most R sqrt(T): so the
    last digits decide where the margin eps is below 1e-16 d R^2 / eps. Down to eps = 1e-7 R the run
    is the exact one but for ties; it needs up to R^2 / eps^2 updates, so that time ends before
    precision does.

    The same everywhere: scores are added in one order, eight sums at a time, and thresholds are
    made of sums, products and square roots. So mistakes, thresholds and weights are the same to the
    last bit on every machine, compiled by numba or not. ``X @ w`` may differ in its last digits.

    Examples
    --------
    >>> run = perceptron([[2, 1], [0, 1], [-1, 2]], [1, -1, -1])
    >>> run.mistakes, run.w
    (array([0, 1, 1]), array([ 2., -1.]))
    """
    X, y = check_sample(X, y)
    rule = beta if isinstance(beta, BetaRule) else constant(beta)
    check_choice(order, "order", ORDERS)
    if order == "shuffled":
        check_rng(rng, 'which draws the permutations of order="shuffled"')
    elif rng is not None:
        raise ValueError(f'rng is used by order="shuffled" only; got it with order="{order}".')
    max_updates = check_count(max_updates, "max_updates")
    w = np.zeros(X.shape[1]) if w_init is None else check_vector(w_init, X.shape[1], "w_init")
    if np.isfinite(rule.R) and norms(X).max() > rule.R * (1 + 1e-12):
        raise ValueError(
            f"R must be at least the largest norm of an example; got {rule} for a norm of "
            f"{norms(X).max():g} at index {norms(X).argmax()}. Use R=radius(X)."
        )
    run = follow(X, y, w, rule, max_updates, order=order, rng=rng)
    if not run.converged:
        raise UpdateBudgetExceeded(partial(_spent, run), run)
    return run


def follow(
    X: Array,
    y: Array,
    w_init: Array,
    rule: BetaRule,
    max_updates: int,
    *,
    order: str = "cyclic",
    rng: np.random.Generator | None = None,
    project: bool = False,
) -> Run:
    """Call the loop until all examples are right or the budget is spent. Nothing is checked."""
    from .loop import learn  # numba takes longer to import than all the rest

    n, w, t, clean, seen = len(y), w_init.copy(), 0, 0, 0
    kind = rule.jump, project, order == "worst"
    sequence = np.tile(np.arange(n, dtype=np.uintp), max(1, EXAMINATIONS // n))
    place = 0 if rng is None else sequence.size
    mistakes: NDArray = np.empty(0, np.intp)
    betas = np.array([rule.start])
    while clean < n and t < max_updates:
        if t == mistakes.size:
            mistakes, betas = _enlarge(mistakes, betas, rule, min(max_updates, max(UPDATES, 2 * t)))
        if place == sequence.size:
            place = 0
            if rng is not None:  # what is clean so far may not cover the sample together with this
                sequence, clean = rng.permutation(n).astype(np.uintp), 0
        k, examined, clean = learn(X, y, w, sequence[place:], clean, kind, betas[t:], mistakes[t:])
        t, place, seen = t + k, place + examined, seen + examined
    if order == "worst":
        seen *= n
    if clean < n:  # the last update of the budget may have been the last one needed
        more, _, _ = learn(X, y, w.copy(), sequence, 0, kind, betas[[t, t]], np.empty(1, np.intp))
        clean, seen = (0 if more else n), seen + n
    update = "project" if project else "add"
    found = mistakes[:t].copy(), betas[: t + 1].copy()
    return Run(X, y, w_init, w, *found, clean >= n, seen, update, order)


def _enlarge(mistakes: NDArray, betas: Array, rule: BetaRule, size: int) -> tuple[NDArray, Array]:
    """Make room for so many mistakes, and for the thresholds after them, which are filled in."""
    more = size - mistakes.size
    further = rule.ahead(betas[-1], mistakes.size, more)
    return np.concatenate([mistakes, np.empty(more, np.intp)]), np.concatenate([betas, further])


def _spent(run: Run) -> str:
    return (
        f"Stopped after {run.n_updates} updates, {run.violated.size} of {len(run.y)} examples "
        f"still violated. separability(X, y) returns the certificate that the sample is separable, "
        f"or that it is not; if it is, raise max_updates. The run so far is this error's .run."
    )
