r"""The one loop: while some signed example violates the threshold, add it to w.

.. math:: z_i \cdot w \le \beta \;\Longrightarrow\; w \leftarrow w + z_i, \quad z_i = y_i x_i
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._examples import ROUNDING, Examples, compiled, examples
from ._validate import (
    Array,
    check_choice,
    check_count,
    check_rng,
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
FIRST_BUFFER = 2**16  # updates
LARGEST_BUFFER = 2**24  # asked for at once, since what is never written costs nothing
FARTHEST = 1e307  # squared norm of w
MODEST = 1e100  # squared norms of examples up to which a usual budget cannot lead w beyond that


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
    X : (n, d) array or sparse matrix
        Examples as rows. There is no hidden bias: append one with `lift`. An array of float32 or
        float64 with contiguous rows, and a CSR matrix of those, are read where they are; anything
        else is converted first. The run refers to them: change a copy.
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

    The same everywhere: scores are added in one order, eight sums at a time, and thresholds are
    made of sums, products and square roots. So mistakes, thresholds and weights are the same to the
    last bit on every machine, compiled by numba or not. ``X @ w`` may differ in its last digits.

    Examples
    --------
    >>> run = perceptron([[2, 1], [0, 1], [-1, 2]], [1, -1, -1])
    >>> run.mistakes, run.w
    (array([0, 1, 1]), array([ 2., -1.]))
    """
    sample = examples(X, y)
    rule = beta if isinstance(beta, BetaRule) else constant(beta)
    check_choice(order, "order", ORDERS)
    if order == "shuffled":
        check_rng(rng, 'which draws the permutations of order="shuffled"')
    elif rng is not None:
        raise ValueError(f'rng is used by order="shuffled" only; got it with order="{order}".')
    max_updates = check_count(max_updates, "max_updates")
    d = sample.X.shape[1]
    w = np.zeros(d) if w_init is None else check_vector(w_init, d, "w_init")

    search = (
        _Worst(sample, rule, max_updates)
        if order == "worst"
        else _InTurn(sample, rule, max_updates, rng)
    )
    run, violated = _drive(search, sample, w, rule, max_updates)
    run = replace(run, order=order)
    if violated:
        raise UpdateBudgetExceeded(_spent(run, violated), run)
    return run


def _drive(search, sample: Examples, w_init: Array, rule: BetaRule, max_updates: int):
    """Let the search fill buffers, larger and larger, until it is finished or the budget spent.

    Returns the run, and how many examples are still violated.
    """
    w, t, beta = w_init.copy(), 0, rule.start
    mistakes: NDArray = np.empty(min(max_updates, FIRST_BUFFER), dtype=np.intp)
    betas = np.empty(1 + mistakes.size)
    betas[0] = beta
    while not search.finished and t < max_updates:
        if t == mistakes.size:
            more = max(2 * t, min(16 * t, LARGEST_BUFFER))
            mistakes = _enlarged(mistakes, min(more, max_updates))
            betas = _enlarged(betas, 1 + mistakes.size)
        end = mistakes.size
        if not search.consistent:  # a sample on which it ends soon has no contradiction
            end = min(end, t + search.n)
        k = search(w, t, beta, mistakes[t:end], betas[1 + t : 1 + end])
        t, beta = t + k, float(betas[t + k])
        if t >= search.n and not search.finished:
            search.check_consistent()
    mistakes.resize(t, refcheck=False)  # in place; no view of them is left
    betas.resize(1 + t, refcheck=False)
    search.check_rest()
    if not search.finished:
        search.check_consistent()
    # the last update of the budget may have been the last one needed
    violated = 0 if search.finished else sample.violated(w, beta)
    run = Run(
        sample.X,
        sample.y,
        w_init,
        w,
        mistakes,
        betas,
        not violated,
        search.examinations + (0 if search.finished else search.n),
    )
    return run, violated


def _enlarged(buffer: NDArray, size: int) -> NDArray:
    """Return a larger array that begins with the buffer."""
    larger = np.empty(size, buffer.dtype)
    larger[: buffer.size] = buffer
    return larger


class _Search:
    """How violating examples are looked for, and how many of the rows have been checked."""

    def __init__(self, sample: Examples, rule: BetaRule, max_updates: int):
        self.sample, self.rule, self.n = sample, rule, len(sample.y)
        self.max_updates = max_updates
        self.numbers = rule.kind, rule.parameter, rule.factor
        modest = MODEST if _fits(rule, MODEST, max_updates) else 0.0  # else look at every row first
        self.longest2 = min(modest, rule.R * rule.R * (1 + ROUNDING))
        self.checked, self.examinations = 0, 0
        self.finished = self.consistent = False

    def check_rest(self) -> None:
        """Check the rows that no examination has checked on its way."""
        if self.sample.first_unusable(self.checked, self.longest2) < self.n:
            self.sample.check()
            self.sample.check_radius(self.rule)
            self._check_growth()
        self.checked = self.n

    def check_consistent(self) -> None:
        """Check, once, that no point carries both labels."""
        if not self.consistent:
            self.sample.check_contradictions()
        self.consistent = True

    def _check_growth(self) -> None:
        """Refuse a run whose thresholds or weights could leave the floats."""
        if not _fits(self.rule, float(self.sample.norms().max()) ** 2, self.max_updates):
            raise ValueError(
                f"beta and max_updates must be such that no squared norm of w exceeds "
                f"{FARTHEST:g}; got {self.rule} with {self.max_updates} updates. Rescale X, or "
                f"lower one of the two."
            )


class _InTurn(_Search):
    """Examine the examples in sample order, or in a fresh permutation each pass if there is rng."""

    def __init__(
        self, sample: Examples, rule: BetaRule, max_updates: int, rng: np.random.Generator | None
    ):
        super().__init__(sample, rule, max_updates)
        self.rng, self.sequence, self.p, self.clean = rng, np.arange(self.n), 0, 0
        if rng is not None or not compiled():
            self.check_rest()

    def __call__(self, w: Array, t: int, beta: float, mistakes: Array, betas: Array) -> int:
        from ._kernels import scan  # numba takes longer to import than all the rest

        if self.rng is not None and self.p in (0, self.n):
            # a clean stretch across two permutations need not cover the sample: count afresh
            self.sequence, self.p, self.clean = self.rng.permutation(self.n), 0, 0
        at = self.p, self.clean, self.checked, self.examinations
        with np.errstate(over="ignore"):  # of squares, where they are interpreted
            k, at, usable = scan(
                *self.sample.rows, self.sample.y, None, self.sequence, self.rng is None, at, w,
                None, t, beta, self.numbers, self.longest2, mistakes, betas,
            )  # fmt: skip
        self.p, self.clean, self.checked, self.examinations = at
        self.finished = self.clean == self.n
        if not usable:
            self.check_rest()
        return k


class _Worst(_Search):
    """Take the example of smallest score, the first among equals."""

    def __init__(self, sample: Examples, rule: BetaRule, max_updates: int):
        super().__init__(sample, rule, max_updates)
        self.check_rest()

    def __call__(self, w: Array, t: int, beta: float, mistakes: Array, betas: Array) -> int:
        from ._kernels import descend

        k, self.finished = descend(
            *self.sample.rows, self.sample.y, w, t, beta, self.numbers, mistakes, betas
        )
        self.examinations += (k + self.finished) * self.n
        return k


def _fits(rule: BetaRule, R2: float, max_updates: int) -> bool:
    """Whether thresholds and weights must stay in the floats: norm(w)^2 bounds both."""
    most = max(rule.start, rule.next(rule.start, max_updates, R2))
    return (2.0 * most + R2) * max_updates <= FARTHEST


def _spent(run: Run, violated: int) -> str:
    return (
        f"Stopped after {run.n_updates} updates, {violated} of {run.X.shape[0]} examples still "
        f"violated. separability(X, y) returns the certificate that the sample is separable, or "
        f"that it is not; if it is, raise max_updates. The run so far is this error's .run."
    )
