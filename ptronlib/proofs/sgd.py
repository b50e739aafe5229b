r"""The proof that subgradient descent finds the minimum of a convex function.

.. math:: r_{t+1}^2 - r_t^2 \le \eta_t^2 L^2 - 2\eta_t\,(F(w_t) - F(w_*)),
          \qquad r_t = \|w_t - w_*\|
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from .._validate import LARGEST, Array, check_function, check_real, check_vector
from ..sgd import Descent
from .inequality import ROUNDING, Inequality, line


def sgd(
    descent: Descent, objective: Callable[[Array], float], w_star: ArrayLike, L: float
) -> tuple[Inequality, ...]:
    r"""Evaluate the convergence proof along a descent with the subgradients of one function.

    Parameters
    ----------
    descent : Descent
        By `descend`, its gradients subgradients of the objective.
    objective : function
        F, from weights, (d,), to a float; convex, if the proof is to hold.
    w_star : (d,) array
        Any point of the ball to compare with, the minimum as a rule.
    L : float, > 0
        Bound on the norms of the subgradients.

    Returns
    -------
    tuple of Inequality
        In the order of the proof: the distance at the start, the projection, the length of the
        subgradient, convexity, the recursion, its sum, Jensen, the bound. Where the descent had no
        ball, rho is the distance from w_1 to w_star.

    Raises
    ------
    ValueError, TypeError
        w_star lies outside the ball, L is not positive, or a value of the objective is not finite.

    Notes
    -----
    With random gradients the lines with g_t hold in expectation only. Source: statements C-rt,
    C-Jensen, C-Bound, mended as in ERR-C5 and ERR-C6; chapter 4.

    Examples
    --------
    >>> from ptronlib.sgd import descend
    >>> down = descend(np.sign, [1.0], [0.5, 0.5, 0.5, 0.5], 1.0)
    >>> sgd(down, lambda w: abs(w[0]), [0.0], 1.0)[-1]
    Inequality(eq-sgd-bound: holds at all 4 updates)
    """
    if not isinstance(descent, Descent):
        raise TypeError(f"descent must be what descend returns; got {type(descent).__name__}.")
    check_function(objective, "objective")
    w_star = _in_ball(w_star, descent)
    L = check_real(L, "L", 0.0, ends="()", largest=LARGEST)
    w, g, eta = descent.iterates, descent.gradients, descent.steps
    r2 = ((w - w_star) ** 2).sum(axis=1)
    before = ((w[:-1] - eta[:, None] * g - w_star) ** 2).sum(axis=1)
    gap = _values(objective, w[:-1]) - _values(objective, w_star[None])
    gap_mean = _values(objective, descent.averages) - _values(objective, w_star[None])
    rho = np.sqrt(r2[0]) if descent.rho is None else descent.rho
    sums, squares, total = np.cumsum(eta), np.cumsum(eta**2), np.cumsum(eta * gap)
    slope = (g * (w[:-1] - w_star)).sum(axis=1)
    most = rho**2 + L**2 * squares
    return (
        line("eq-sgd-start", r"\|w_1-w_*\| \leq \rho", np.full(len(g), np.sqrt(r2[0])), rho),
        line("eq-sgd-project", r"r_{t+1}^2 \leq \|w_t-\eta_t g_t-w_*\|^2", r2[1:], before),
        line("eq-sgd-lipschitz", r"\|g_t\| \leq L", np.linalg.norm(g, axis=1), L),
        line("eq-sgd-convex", r"F(w_t)-F(w_*) \leq g_t\cdot(w_t-w_*)", gap, slope),
        line(
            "eq-sgd-recursion",
            r"r_{t+1}^2-r_t^2 \leq \eta_t^2L^2-2\eta_t(F(w_t)-F(w_*))",
            np.diff(r2),
            eta**2 * L**2 - 2 * eta * gap,
        ),
        line(
            "eq-sgd-sum",
            r"2\sum \eta_s(F(w_s)-F(w_*)) \leq \rho^2+L^2\sum \eta_s^2",
            2 * total,
            most,
        ),
        line(
            "eq-sgd-jensen",
            r"F(\bar w_t)-F(w_*) \leq \sum \eta_s(F(w_s)-F(w_*))/\sum \eta_s",
            gap_mean,
            total / sums,
        ),
        line(
            "eq-sgd-bound",
            r"F(\bar w_t)-F(w_*) \leq (\rho^2+L^2\sum \eta_s^2)/(2\sum \eta_s)",
            gap_mean,
            most / (2 * sums),
        ),
    )


def _in_ball(w_star: ArrayLike, descent: Descent) -> Array:
    """Return w_star when it lies in the ball of the descent."""
    w_star = check_vector(w_star, descent.centre.size, "w_star")
    away = float(np.linalg.norm(w_star - descent.centre))
    if descent.rho is not None and away > descent.rho * (1 + ROUNDING):
        raise ValueError(
            f"w_star must lie in the ball that the descent projects onto; got one at the "
            f"distance {away:g} from the centre of a ball of radius {descent.rho:g}. Descend with "
            f"rho={away:g}."
        )
    return w_star


def _values(objective: Callable[[Array], float], points: Array) -> Array:
    values = np.array([float(objective(w)) for w in points])
    if not np.isfinite(values).all():
        t = int(np.argmin(np.isfinite(values))) + 1
        raise ValueError(f"objective must be finite; got {values[t - 1]} at step {t}.")
    return values
