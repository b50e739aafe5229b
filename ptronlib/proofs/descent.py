r"""The proof that subgradient descent finds a minimum, and the perceptron's regret.

.. math:: r_{t+1}^2 - r_t^2 \le \eta_t^2 L^2 - 2\eta_t\,(F(w_t) - F(w_*)),
          \qquad r_t = \|w_t - w_*\|
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .._arithmetic import ROUNDING
from .._validate import Array, check_vector, domain
from ..core.run import Run
from ..geometry import radius
from ..learning.sgd import Descent
from .inequality import Inequality, check_rule, check_unit, line


@domain
def sgd(
    descent: Descent,
    objective: Callable[[Array], float],
    w_star: ArrayLike,
    L: Annotated[float, "(0, inf)"],
) -> tuple[Inequality, ...]:
    r"""Evaluate the convergence proof along a descent with the subgradients of one function.

    In the order of the proof: the distance at the start, the projection, the length of the
    subgradient, convexity, the recursion, its sum, Jensen, the bound. Where the descent had no
    ball, rho is the distance from w_1 to w_star.

    With random gradients the lines with g_t hold in expectation only. Source: statements C-rt,
    C-Jensen, C-Bound, mended as in ERR-C5 and ERR-C6; chapter 4.

    Parameters
    ----------
    descent : Descent.  By `descend`, its gradients subgradients of the objective.
    objective : function.  F, from weights, (d,), to a float; convex, if the proof is to hold.
    w_star : (d,) array.  Any point of the ball to compare with, the minimum as a rule.
    L : float, > 0.  Bound on the norms of the subgradients.

    Examples
    --------
    >>> from ptronlib.learning import descend
    >>> down = descend(np.sign, [1.0], [0.5, 0.5, 0.5, 0.5], 1.0)
    >>> sgd(down, lambda w: abs(w[0]), [0.0], 1.0)[-1]
    Inequality(eq-sgd-bound: holds at all 4 updates)
    """
    w_star = _in_ball(w_star, descent)
    w, g, eta = descent.iterates, descent.gradients, descent.steps
    r2 = ((w - w_star) ** 2).sum(axis=1)
    start, lengths = np.full(len(g), np.sqrt(r2[0])), np.linalg.norm(g, axis=1)
    unprojected = ((w[:-1] - eta[:, None] * g - w_star) ** 2).sum(axis=1)
    slope = (g * (w[:-1] - w_star)).sum(axis=1)
    points = [w_star, *w[:-1], *descent.averages]
    least, *values = check_vector([objective(v) for v in points], len(points), "objective")
    gap, gap_mean = np.reshape(values, (2, -1)) - least
    rho = start[0] if descent.rho is None else descent.rho
    sums, total = np.cumsum(eta), np.cumsum(eta * gap)
    most = rho**2 + L**2 * np.cumsum(eta**2)
    recursion = r"r_{t+1}^2-r_t^2 \leq \eta_t^2L^2-2\eta_t(F(w_t)-F(w_*))"
    summed = r"2\sum \eta_s(F(w_s)-F(w_*)) \leq \rho^2+L^2\sum \eta_s^2"
    jensen = r"F(\bar w_t)-F(w_*) \leq \sum \eta_s(F(w_s)-F(w_*))/\sum \eta_s"
    bound = r"F(\bar w_t)-F(w_*) \leq (\rho^2+L^2\sum \eta_s^2)/(2\sum \eta_s)"
    return (
        line("eq-sgd-start", r"\|w_1-w_*\| \leq \rho", start, rho),
        line("eq-sgd-project", r"r_{t+1}^2 \leq \|w_t-\eta_t g_t-w_*\|^2", r2[1:], unprojected),
        line("eq-sgd-lipschitz", r"\|g_t\| \leq L", lengths, L),
        line("eq-sgd-convex", r"F(w_t)-F(w_*) \leq g_t\cdot(w_t-w_*)", gap, slope),
        line("eq-sgd-recursion", recursion, np.diff(r2), eta**2 * L**2 - 2 * eta * gap),
        line("eq-sgd-sum", summed, 2 * total, most),
        line("eq-sgd-jensen", jensen, gap_mean, total / sums),
        line("eq-sgd-bound", bound, gap_mean, most / (2 * sums)),
    )


@domain
def regret(run: Run, u: ArrayLike, gamma: Annotated[float, "(0, inf)"]) -> tuple[Inequality, ...]:
    r"""Evaluate the mistake bound for data that need not be separable, along a run.

    In the order of the proof, with lambda = sqrt(t) R: each mistake costs at least lambda gamma,
    the regret, the sum of both, Cauchy-Schwarz, the bound.

    The loss F_s at update s, with z its example, is max(0, lambda gamma - z . w); xi_s is
    max(0, gamma - z . u), and D_t^2 the sum of their squares up to t. Source: statement D-Regret;
    Freund and Schapire 1999, theorem 2; chapter 4.

    Parameters
    ----------
    run : Run.  Of the perceptron, beta = 0, from w = 0; finished or not.
    u : (d,) array.  A unit vector to compare with. It may err.
    gamma : float, > 0.  The margin it is asked for.

    Examples
    --------
    >>> from ptronlib import samples, perceptron
    >>> sample = samples.orthonormal(4)
    >>> regret(perceptron(sample.X, sample.y), sample.w_star, 0.5)[-1]
    Inequality(eq-reg-bound: holds at all 4 updates)
    """
    u = check_unit(u, run.X.shape[1], "u")
    check_rule(run, 0.0)
    R, t = radius(run.X), np.arange(1, run.n_updates + 1)
    z = run.y[run.mistakes, None] * run.X[run.mistakes]
    xi = np.maximum(0.0, gamma - z @ u)
    shortfall, D = np.cumsum(xi), np.sqrt(np.cumsum(xi**2))
    far = np.sqrt(t) * R  # lambda
    before = (z * run.replay()[:-1]).sum(axis=1)
    losses = np.maximum(0.0, far * gamma - before)
    paid = t * far * gamma - np.cumsum(before)  # no score of a mistake is above 0
    total = r"\sum (F_s(w_{s-1})-F_s(\lambda u)) \leq (\lambda^2+tR^2)/2"
    sums = r"t\gamma \leq \sum \xi_s+\sqrt{t}\,R"
    return (
        line("eq-reg-mistake", r"\lambda\gamma \leq F_t(w_{t-1})", far * gamma, losses),
        line("eq-reg-regret", total, paid - far * shortfall, (far**2 + t * R**2) / 2),
        line("eq-reg-sum", sums, t * gamma, shortfall + far),
        line("eq-reg-cauchy", r"\sum \xi_s \leq \sqrt{t}\,D_t", shortfall, np.sqrt(t) * D),
        line("eq-reg-bound", r"t \leq ((R+D_t)/\gamma)^2", t, ((R + D) / gamma) ** 2),
    )


def _in_ball(w_star: ArrayLike, descent: Descent) -> Array:
    """Return w_star when it lies in the ball of the descent."""
    w_star = check_vector(w_star, descent.centre.size, "w_star")
    away = float(np.linalg.norm(w_star - descent.centre))
    if descent.rho is not None and away > descent.rho * (1 + ROUNDING):
        raise ValueError(
            f"w_star must lie in the ball that the descent projects onto, of radius "
            f"{descent.rho:g}; it is {away:g} from the centre. Descend with rho={away:g}."
        )
    return w_star
