r"""The perceptron and its relatives: while some signed example violates the threshold, add it to w.

.. math:: z_i \cdot w \le \beta \;\Longrightarrow\; w \leftarrow w + z_i, \quad z_i = y_i x_i
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._arithmetic import norms
from .._validate import Array, check_choice, check_count, check_rng, check_sample, check_vector
from .betas import BetaRule, constant
from .run import Run, UpdateBudgetExceeded, keep_so_far

__all__ = ["perceptron"]

ORDERS = ("cyclic", "shuffled", "worst")
MIN_EXAMINATIONS = 2**13  # for one call of the loop a small sample is repeated: calls cost time
MAX_ENTRIES = 2**26  # of X in one call, which cannot be interrupted: a tenth of a second
FIRST_UPDATES = 2**8  # room for the first mistakes; it grows when it is full


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
    y : (n,) array.  Labels, -1 or +1.
    beta : float or BetaRule
        Update while the score is <= beta; same unit as scores, length squared.
        0 is the perceptron, a constant > 0 the aggressive perceptron; see `betas` for the rules.
    order : str
        "cyclic": examine the examples in turn, going on after each, until n in
        a row are clean. "shuffled": the same over a fresh permutation each pass, until a pass is
        clean. "worst": the smallest score each time, the smallest index among equals.
    rng : Generator.  Draws the permutations; needed for "shuffled", and only there.
    w_init : (d,) array or None
        Weights to start from; 0 if None. A step w + eta z from w_0 makes the mistakes of the step
        w + z from w_0 / eta: pass that, and read the weights in units of eta.
    max_updates : int, >= 1.  Give up beyond this many updates. A run keeps 16 bytes of each.

    Raises
    ------
    UpdateBudgetExceeded.  After max_updates; `.run` holds the run so far.
    KeyboardInterrupt, MemoryError
        Within a second; `.run` holds the run so far, but for its last tenth of a second.
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

    The same everywhere: scores are added in one order, eight sums at a time, and thresholds, exact
    to about 14 digits, are made of sums, products and square roots. So mistakes, thresholds and
    weights are the same to the last bit on every machine, compiled by numba or not. ``X @ w`` may
    differ in its last digits.

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
    run = run_until_right(X, y, w, rule, max_updates, order, rng)
    if not run.converged:
        raise UpdateBudgetExceeded(_spent(run), run)
    return run


def run_until_right(
    X: Array, y: Array, w_init, rule: BetaRule, max_updates, order="cyclic", rng=None, project=False
) -> Run:
    """Call the loop until all examples are right or the budget is spent. Nothing is checked."""
    n, d = X.shape
    update = "project" if project else "add"
    w = w_init.copy()
    t = seen = 0  # updates, and examinations
    clean = 0  # examples that were right, one after the other, up to now
    mistakes = np.empty(0, np.intp)
    betas = np.array([rule.start])
    try:
        from .loop import learn  # numba takes longer to import than all the rest

        kind = rule.jump, project, order == "worst"
        rows = n if order == "worst" else 1  # read at each examination
        many = max(1, MAX_ENTRIES // (rows * d))  # examinations in one call
        sequence = np.arange(n, dtype=np.uintp)
        place = 0 if rng is None else n  # in the sequence; at its end a permutation is drawn
        while clean < n and t < max_updates:
            if t == mistakes.size:  # room for the first, or for three times as many
                room = min(max_updates - t, max(FIRST_UPDATES, 2 * t))
                mistakes = np.concatenate([mistakes, np.empty(room, np.intp)])
                betas = np.concatenate([betas, rule.ahead(betas[t], t, room)])
            if place == sequence.size:
                place = 0
                if rng is not None:  # only a whole permutation covers the sample
                    sequence = rng.permutation(n).astype(np.uintp)
                    clean = 0
                elif sequence.size < MIN_EXAMINATIONS:
                    sequence = np.concatenate(8 * [sequence])
            after, part = w.copy(), sequence[place : place + many]
            k, examined, clean = learn(X, y, after, part, clean, kind, betas[t:], mistakes[t:])
            # An interrupt comes before or after this line, never within: all four agree.
            w, t, place, seen = after, t + k, place + examined, seen + rows * examined
        if clean < n:  # the last update of the budget may have been the last one needed
            last = betas[[t, t]], np.empty(1, np.intp)
            _, _, clean = learn(X, y, w.copy(), sequence, 0, kind, *last)
            seen += n
        mistakes, betas = mistakes[:t].copy(), betas[: t + 1].copy()  # without the room for more
    except (KeyboardInterrupt, MemoryError) as stop:
        so_far = mistakes[:t], betas[: t + 1]
        keep_so_far(stop, Run(X, y, w_init, w, *so_far, False, seen, update, order))
        raise
    return Run(X, y, w_init, w, mistakes, betas, clean >= n, seen, update, order)


def _spent(run: Run) -> str:
    return (
        f"Stopped after {run.n_updates} updates, {run.violated.size} of {len(run.y)} examples "
        f"still violated. separable(X, y, intercept=False) proves that some hyperplane through the "
        f"origin separates the sample, or that none does. If one does, raise max_updates; if none "
        f"does, one with a bias may: perceptron(lift(X), y). The run so far is this error's .run."
    )
