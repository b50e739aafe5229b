r"""The cosine perceptron: forgive what is nearly orthogonal to w, project where w is plainly wrong.

.. math:: \cos(w, z_i) \le -\sigma \;\Longrightarrow\; w \leftarrow w - (w\cdot\hat z_i)\,\hat z_i,
          \quad \hat z_i = z_i/\|z_i\|
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import bounds
from ._arithmetic import norm
from ._validate import (
    LARGEST,
    Array,
    check_count,
    check_direction,
    check_no_zero_example,
    check_real,
    check_rng,
    check_sample,
)
from .run import Run, UpdateBudgetExceeded, power_scaled

__all__ = ["cosine_perceptron", "cosine_perceptron_restarts"]

BUFFER = 2**12  # updates
MOST = 1_000_000  # updates of all rounds together, if not told


def cosine_perceptron(
    X: ArrayLike,
    y: ArrayLike,
    sigma: float,
    *,
    w_init: ArrayLike | None = None,
    rng: np.random.Generator | None = None,
    max_updates: int = 100_000,
) -> Run:
    r"""Run the cosine perceptron until no example has a cosine of -sigma or less.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows, of any length. There is no hidden bias: append one with `lift`.
    y : (n,) array
        Labels, -1 or +1.
    sigma : float, 0 < sigma < 1
        Update while cos(w, z) <= -sigma for some signed example z.
    w_init : (d,) array
        Where to start, not zero; its length does not matter. Pass it or rng.
    rng : Generator
        Draws the start, a unit vector uniform on the sphere.
    max_updates : int, >= 1
        Give up beyond this many updates.

    Returns
    -------
    Run
        With betas equal to -sigma and update "project". Every example with abs(cos(w, x)) >= sigma
        is on its side of the final hyperplane; the others may be on either.

    Raises
    ------
    UpdateBudgetExceeded
        After max_updates; `.run` holds the run so far.
    ValueError, TypeError
        For an unusable sample, sigma, start or budget.

    Notes
    -----
    The examples are examined in turn, until n in a row are clean; a cosine of exactly -sigma is a
    mistake. If cos(w_init, w_star) = c > 0 for some w_star without a negative score, there are at
    most `bounds.updates_cosine(sigma, c)` updates, whatever the margin; otherwise there may be no
    end to them. Source: statement B-Alg2; chapter 5.

    Examples
    --------
    >>> run = cosine_perceptron([[1, 0], [0, 2]], [1, 1], 0.5, w_init=[-3, 4])
    >>> run.mistakes, run.w
    (array([0]), array([0., 4.]))
    """
    X, y, sigma = _check(X, y, sigma)
    if (w_init is None) == (rng is None):
        raise TypeError(
            f"Pass w_init or rng, not {'neither' if rng is None else 'both'}: the start is given, "
            f"or drawn."
        )
    start: Any = w_init if rng is None else _random_start(X.shape[1], rng)
    w = check_direction(start, X.shape[1], "w_init")
    run = _project_in_turn(X, y, sigma, w, check_count(max_updates, "max_updates"))
    if not run.converged:
        raise UpdateBudgetExceeded(_spent(run), run)
    return run


def cosine_perceptron_restarts(
    X: ArrayLike,
    y: ArrayLike,
    sigma: float,
    delta: float,
    *,
    rng: np.random.Generator,
    max_updates: int = MOST,
) -> Run:
    r"""Start the cosine perceptron afresh until a round stops within the bound of a good start.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows.
    y : (n,) array
        Labels, -1 or +1.
    sigma : float, 0 < sigma < 1
        Update while cos(w, z) <= -sigma for some signed example z.
    delta : float, 0 < delta < 1
        Probability with which all rounds may fail.
    rng : Generator
        Draws the starts.
    max_updates : int, >= 1
        Give up beyond this many updates, those of all rounds together.

    Returns
    -------
    Run
        The first round that stopped, as from `cosine_perceptron`.

    Raises
    ------
    UpdateBudgetExceeded
        No round stopped; `.run` is the last. If some w_star has no negative score, and max_updates
        allows all rounds, this happens with probability at most delta.
    ValueError, TypeError
        For an unusable sample, sigma, delta, rng or budget.

    Notes
    -----
    A round that exceeds ln(d) / ln(1 / (1 - sigma^2)) updates is aborted: its start was no good
    one, and it might go on for ever. A start is good with probability at least 1/8, so that
    ceil(log(1 / delta) / log(8 / 7)) rounds are enough. Source: statements B-Alg3 and B-Cor2.2,
    mended (ERR-B4, ERR-B5); chapter 5.

    Examples
    --------
    >>> from ptronlib import data
    >>> sample = data.exponential(12)
    >>> rng = np.random.default_rng(7)
    >>> cosine_perceptron_restarts(sample.X, sample.y, 0.1, 0.01, rng=rng).n_updates < 248
    True
    """
    X, y, sigma = _check(X, y, sigma)
    delta = check_real(delta, "delta", 0.0, 1.0, ends="()")
    rounds = int(bounds.restart_rounds(delta))
    check_rng(rng, "which draws the starts")
    left = check_count(max_updates, "max_updates")
    d = X.shape[1]
    most = int(bounds.updates_cosine(sigma, 1 / np.sqrt(d)))
    for k in range(1, rounds + 1):
        run = _project_in_turn(X, y, sigma, _random_start(d, rng), min(most, left))
        left -= run.n_updates
        if run.converged:
            return run
        if left == 0:
            raise UpdateBudgetExceeded(
                f"Stopped after {max_updates} updates, in round {k} of {rounds}, each of which may "
                f"take {most:g}. Choose a larger sigma, or raise max_updates. The last round is "
                f"this error's .run.",
                run,
            )
    raise UpdateBudgetExceeded(
        f"All {rounds} rounds were aborted after {most} updates. If some w_star has no negative "
        f"score this has a probability of at most delta = {delta:g}: look at separability(X, y), "
        f"or choose a smaller delta. The last round is this error's .run.",
        run,
    )


def _check(X: ArrayLike, y: ArrayLike, sigma: float) -> tuple[Array, Array, float]:
    X, y = check_sample(X, y)
    check_no_zero_example(X)
    return X, y, check_real(sigma, "sigma", 0.0, 1.0, ends="()", largest=LARGEST)


def _random_start(d: int, rng: np.random.Generator) -> Array:
    """Draw a unit vector, uniform on the sphere."""
    g = check_rng(rng, "which draws the start").standard_normal(d)
    return g / norm(g)


def project_until_clean(
    Z: Array, w: Array, sigma: float, most: int
) -> tuple[NDArray[np.intp], bool, int]:
    """Change w in place, until no row of Z violates or so many updates were made.

    Returns the mistakes, whether as many rows in a row as there are were clean, and how many
    examinations that took. Nothing is checked.
    """
    from ._kernels import scan_cosines  # numba takes longer to import than all the rest

    found = [np.empty(0, dtype=np.intp)]
    t, p, clean, examinations = 0, 0, 0, 0
    while clean < len(Z) and t < most:
        buffer = np.empty(min(BUFFER, most - t), dtype=np.intp)
        k, p, clean, examined = scan_cosines(Z, w, sigma, p, clean, buffer)
        found.append(buffer[:k])
        t += k
        examinations += examined
    return np.concatenate(found), clean == len(Z), examinations


def _project_in_turn(X: Array, y: Array, sigma: float, w_init: Array, max_updates: int) -> Run:
    """Examine the examples in turn until n in a row are clean or the budget is spent."""
    Z, w = power_scaled(y[:, None] * X), w_init.copy()
    mistakes, finished, examinations = project_until_clean(Z, w, sigma, max_updates)
    if not finished:  # the last update of the budget may have been the last one needed
        finished = not _violated(Z, w, sigma)
        examinations += len(Z)
    betas = np.full(mistakes.size + 1, -sigma)
    return Run(X, y, w_init, w, mistakes, betas, finished, examinations, update="project")


def _violated(Z: Array, w: Array, sigma: float) -> int:
    """Count the rows of which w is plainly wrong; all are once w = 0, which has no direction."""
    from ._kernels import count_wrong

    return count_wrong(Z, w, sigma)


def _spent(run: Run) -> str:
    violated = _violated(power_scaled(run.y[:, None] * run.X), run.w, -run.betas[0])
    shrunk = np.linalg.norm(run.w) / np.linalg.norm(run.w_init)
    return (
        f"Stopped after {run.n_updates} updates, {violated} of {len(run.X)} examples still "
        f"violated. w has shrunk to {shrunk:.3g} of its length, so that no w_star without a "
        f"negative score has a larger cosine to the start: try another start, as "
        f"cosine_perceptron_restarts does. The run so far is this error's .run."
    )
