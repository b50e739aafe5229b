r"""The cosine perceptron: forgive what is nearly orthogonal to w, project where w is plainly wrong.

.. math:: \cos(w, z_i) \le -\sigma \;\Longrightarrow\; w \leftarrow w - (w\cdot\hat z_i)\,\hat z_i,
          \quad \hat z_i = z_i/\|z_i\|
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .. import bounds
from .._arithmetic import norm
from .._validate import Array, check_direction, check_rng, check_sample, domain
from .betas import BetaRule
from .perceptron import run_until_right
from .run import Run, UpdateBudgetExceeded

__all__ = ["cosine_perceptron"]


@domain
def cosine_perceptron(
    X: ArrayLike,
    y: ArrayLike,
    sigma: Annotated[float, "(0, 1)"],
    *,
    w_init: ArrayLike | None = None,
    rng: np.random.Generator | None = None,
    delta: Annotated[float | None, "(0, 1)"] = None,
    max_updates: Annotated[int, "[1, inf)"] = 100_000,
) -> Run:
    r"""Run the cosine perceptron until no example has a cosine of -sigma or less.

    The run has betas equal to -sigma and update "project". Every example with abs(cos(w, x)) >=
    sigma is on its side of the final hyperplane; the others may be on either.

    The examples are examined in turn, until n in a row are clean; a cosine of exactly -sigma is a
    mistake. If cos(w_init, w_star) = c > 0 for some w_star without a negative score, there are at
    most `bounds.updates_cosine(sigma, c)` updates, whatever the margin; otherwise there may be no
    end to them.

    With delta it starts afresh until a round stops, and returns that. A round that exceeds ln(d) /
    ln(1 / (1 - sigma^2)) updates is aborted: its start was no good one. A start is good with
    probability at least 1/8, so that ceil(log(1 / delta) / log(8 / 7)) rounds are enough. Source:
    statements B-Alg2, B-Alg3, B-Cor2.2, mended (ERR-B4, ERR-B5); chapter 5.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows, of any length. There is no hidden bias: append one with `lift`.
    y : (n,) array.  Labels, -1 or +1.
    sigma : float, 0 < sigma < 1.  Update while cos(w, z) <= -sigma for some signed example z.
    w_init : (d,) array.  Where to start, not zero; its length does not matter. Pass it or rng.
    rng : Generator.  Draws the start, a unit vector uniform on the sphere; needed for delta.
    delta : float, 0 < delta < 1, or None.  Probability with which all rounds may fail.
    max_updates : int, >= 1.  Give up beyond this many updates, those of all rounds together.

    Raises
    ------
    UpdateBudgetExceeded
        After max_updates; `.run` holds the run so far, or the last of those with delta. If some
        w_star has no negative score, and max_updates allows all rounds, these fail all together
        with probability at most delta.
    KeyboardInterrupt, MemoryError.  As in `perceptron`: `.run` holds the run so far.

    Examples
    --------
    >>> run = cosine_perceptron([[1, 0], [0, 2]], [1, 1], 0.5, w_init=[-3, 4])
    >>> run.mistakes, run.w
    (array([0]), array([0., 4.]))
    >>> from ptronlib import samples
    >>> sample, rng = samples.exponential(12), np.random.default_rng(7)
    >>> cosine_perceptron(sample.X, sample.y, 0.1, rng=rng, delta=0.01).n_updates < 248
    True
    """
    X, y = check_directions(X, y)
    if (w_init is None) == (rng is None):
        raise TypeError(
            f"Pass w_init or rng, not {'neither' if rng is None else 'both'}: the start is given, "
            f"or drawn."
        )
    d, left, rounds, most = X.shape[1], max_updates, 1, max_updates
    if delta is not None:
        check_rng(rng, "which draws the starts that delta asks for")
        rounds = int(bounds.restart_rounds(delta))
        most = int(bounds.updates_cosine(sigma, 1 / np.sqrt(d)))
    for k in range(1, rounds + 1):  # noqa: B007
        w = random_start(d, rng) if w_init is None else check_direction(w_init, d, "w_init")
        run = run_until_right(X, y, w, cosine_rule(sigma), min(most, left), project=True)
        left -= run.n_updates
        if run.converged:
            return run
        if left == 0:
            break
    if delta is None:
        raise UpdateBudgetExceeded(_spent(run), run)
    raise UpdateBudgetExceeded(
        f"Stopped after {max_updates - left} updates in {k} rounds of {rounds}, none of which "
        f"ended within {most}. If some w_star has no negative score, all rounds fail with a "
        f"probability of at most {delta:g}: look at separable(X, y, intercept=False), choose a "
        f"larger sigma or a smaller delta, or raise max_updates. The last round is this error's "
        f".run.",
        run,
    )


def check_directions(X: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """Return a sample each of whose examples has a direction."""
    X, y = check_sample(X, y)
    if not X.any(axis=1).all():
        raise ValueError(
            f"Every example must have a non-zero entry; got the zero vector at index "
            f"{X.any(axis=1).argmin()}, which has no direction. Remove it."
        )
    return X, y


def cosine_rule(sigma: float) -> BetaRule:
    """Return the threshold -sigma, for cosines."""
    return BetaRule(f"cosine of -{sigma:g}", -sigma)


def random_start(d: int, rng: np.random.Generator | None) -> Array:
    """Draw a unit vector, uniform on the sphere."""
    g = check_rng(rng, "which draws the start").standard_normal(d)
    return g / norm(g)


def _spent(run: Run) -> str:
    return (
        f"Stopped after {run.n_updates} updates, {run.violated.size} of {len(run.X)} examples "
        f"still violated. w has shrunk to {norm(run.w) / norm(run.w_init):.3g} of its length, so "
        f"that no w_star without a negative score has a larger cosine to the start: try another "
        f"start, or pass delta to try several. The run so far is this error's .run."
    )
