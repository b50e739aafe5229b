r"""Excess loss of averaged subgradient steps; mistakes on a sequence that nothing separates.

.. math:: \frac{\rho^2 + L^2\sum_t\eta_t^2}{2\sum_t\eta_t}
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .._validate import Floats, domain
from .promises import at_most, at_most_count


@domain
@at_most
def sgd_gap(
    rho: Annotated[Floats, "(0, inf)"],
    L: Annotated[Floats, "(0, inf)"],
    steps: Annotated[Floats, "(0, inf)"],
) -> Floats:
    r"""Bound from above how far projected subgradient descent ends above the minimum.

    It is :math:`(\rho^2 + L^2\sum_t\eta_t^2) / (2\sum_t\eta_t)`.

    norm(w_{t+1} - w_star)^2 - norm(w_t - w_star)^2 <= eta_t^2 L^2 - 2 eta_t (F(w_t) - F(w_star)),
    for a projection brings no point of the ball farther away, and F is convex. Summing leaves
    2 sum eta_t (F(w_t) - F(w_star)) <= rho^2 + L^2 sum eta_t^2, and by Jensen the weighted average
    of the w_t is no worse than the average of their values. Source: statement C-Bound, with the
    start at the centre (ERR-C6); chapter 4.

    Parameters
    ----------
    rho : float or array, > 0
        At least the distance from w_1 to w_star: the radius of a ball that holds w_star and has
        w_1 at its centre.
    L : float or array, > 0
        Largest norm of a subgradient; a root mean square is enough for stochastic ones.
    steps : (T,) array, > 0.  eta_1, ..., eta_T.

    Examples
    --------
    >>> sgd_gap(1.0, 1.0, [0.5, 0.5, 0.5, 0.5])
    0.5
    """
    if np.ndim(steps) != 1 or not np.size(steps):
        raise ValueError(f"steps must be a list of at least one step; got {steps}.")
    total = np.sum(steps)
    return (rho**2 / total + L**2 * (steps @ (steps / total))) / 2


@domain
@at_most
def sgd_gap_constant(
    rho: Annotated[Floats, "(0, inf)"],
    L: Annotated[Floats, "(0, inf)"],
    T: Annotated[Floats, "[1, inf)"],
) -> Floats:
    r"""Bound the gap after T equal steps of the best length, rho / (L sqrt(T)).

    It is :math:`\rho L/\sqrt T`.

    `sgd_gap` with eta_t = eta is rho^2 / (2 eta T) + L^2 eta / 2; two positive terms with a fixed
    product have the smallest sum when they are equal. Source: statement C-ConstEta; chapter 4.

    Parameters
    ----------
    rho, L : float or array, > 0.  As for `sgd_gap`.
    T : float or array, >= 1.  Number of steps, known beforehand.

    Examples
    --------
    >>> sgd_gap_constant(1.0, 1.0, 4), sgd_gap(1.0, 1.0, [0.5] * 4)
    (0.5, 0.5)
    """
    return rho * L / np.sqrt(T)


@domain
@at_most
def sgd_gap_decreasing(
    rho: Annotated[Floats, "(0, inf)"],
    L: Annotated[Floats, "(0, inf)"],
    eta_0: Annotated[Floats, "(0, inf)"],
    T: Annotated[Floats, "[1, inf)"],
) -> Floats:
    r"""Bound the gap after T steps of lengths eta_0 / sqrt(t), at any time T.

    It is :math:`(\rho^2 + L^2\eta_0^2(1 + \ln T)) / (4\eta_0(\sqrt{T + 1} - 1))`.

    In `sgd_gap` the sum of 1/t is at most 1 + ln T, and that of 1/sqrt(t) at least the integral of
    1/sqrt(t) from 1 to T + 1. Source: statement C-DecEta; chapter 4.

    Parameters
    ----------
    rho, L : float or array, > 0.  As for `sgd_gap`.
    eta_0 : float or array, > 0.  The first step.
    T : float or array, >= 1.  Number of steps so far.

    Examples
    --------
    >>> sgd_gap_decreasing(1.0, 1.0, 1.0, 3)
    0.774...
    """
    return (rho**2 + (L * eta_0) ** 2 * (1 + np.log(T))) / (4 * eta_0 * (np.sqrt(T + 1) - 1))


@domain
@at_most_count
def updates_deviation(
    R: Annotated[Floats, "(0, inf)"],
    gamma: Annotated[Floats, "(0, inf)"],
    D: Annotated[Floats, "[0, inf)"],
) -> Floats:
    r"""Bound from above the perceptron's mistakes on a sequence that no vector need separate.

    It is :math:`((R + D)/\gamma)^2`; for D = 0 Novikoff's bound.

    Each update adds z . u >= gamma - xi_t to w . u, so T gamma - sum xi_t <= w_T . u <=
    sqrt(T) R, and sum xi_t <= sqrt(T) D by Cauchy-Schwarz. An example that comes up k times counts
    k times in D. Source: Freund and Schapire 1999, theorem 2; chapter 4.

    Parameters
    ----------
    R : float or array, > 0.  Largest norm of an example.
    gamma : float or array, > 0
        The margin that some unit vector u is asked for; any number will do.
    D : float or array, >= 0
        Root of the sum, over the sequence, of max(0, gamma - z . u)^2: how far u misses it.

    Examples
    --------
    >>> updates_deviation(1.0, 0.5, 0.0), updates_deviation(1.0, 0.5, 1.0)
    (4.0, 16.0)
    """
    return ((R + D) / gamma) ** 2
