r"""Excess loss of averaged subgradient steps, and mistakes on any sample at all.

.. math:: \frac{\rho^2 + L^2\sum_t\eta_t^2}{2\sum_t\eta_t}
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._validate import Array, check_domain, check_length
from ._domain import fitting, unwrap


def sgd_gap(rho: ArrayLike, L: ArrayLike, steps: ArrayLike) -> float | Array:
    r"""Bound from above how far projected subgradient descent ends above the minimum.

    Parameters
    ----------
    rho : float or array, > 0
        At least the distance from w_1 to w_star: the radius of a ball that holds w_star and has
        w_1 at its centre.
    L : float or array, > 0
        Largest norm of a subgradient; a root mean square is enough for stochastic ones.
    steps : (T,) array, > 0
        eta_1, ..., eta_T.

    Returns
    -------
    float or array
        :math:`(\rho^2 + L^2\sum_t\eta_t^2) / (2\sum_t\eta_t)`.

    Raises
    ------
    ValueError, TypeError
        Outside those domains, or no steps.

    Notes
    -----
    norm(w_{t+1} - w_star)^2 - norm(w_t - w_star)^2 <= eta_t^2 L^2 - 2 eta_t (F(w_t) - F(w_star)),
    for a projection brings no point of the ball farther away, and F is convex. Summing leaves
    2 sum eta_t (F(w_t) - F(w_star)) <= rho^2 + L^2 sum eta_t^2, and by Jensen the weighted average
    of the w_t is no worse than the average of their values. Source: statement C-Bound, with the
    start at the centre (ERR-C6); chapter 4.

    Examples
    --------
    >>> sgd_gap(1.0, 1.0, [0.5, 0.5, 0.5, 0.5])
    0.5
    """
    rho, L = check_length(rho, "rho"), check_length(L, "L")
    steps = check_length(steps, "steps")
    if steps.ndim != 1 or not steps.size:
        raise ValueError(f"steps must be a list of at least one step; got shape {steps.shape}.")
    with fitting(rho=rho, L=L):
        total = steps.sum()
        return unwrap((rho**2 / total + L**2 * (steps @ (steps / total))) / 2)


def sgd_gap_constant(rho: ArrayLike, L: ArrayLike, T: ArrayLike) -> float | Array:
    r"""Bound the gap after T equal steps of the best length, rho / (L sqrt(T)).

    Parameters
    ----------
    rho, L : float or array, > 0
        As for `sgd_gap`.
    T : float or array, >= 1
        Number of steps, known beforehand.

    Returns
    -------
    float or array
        :math:`\rho L/\sqrt T`.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    `sgd_gap` with eta_t = eta is rho^2 / (2 eta T) + L^2 eta / 2; two positive terms with a fixed
    product have the smallest sum when they are equal. Source: statement C-ConstEta; chapter 4.

    Examples
    --------
    >>> sgd_gap_constant(1.0, 1.0, 4), sgd_gap(1.0, 1.0, [0.5] * 4)
    (0.5, 0.5)
    """
    rho, L, T = check_length(rho, "rho"), check_length(L, "L"), check_domain(T, "T", 1.0)
    with fitting(rho=rho, L=L, T=T):
        return unwrap(rho * L / np.sqrt(T))


def sgd_gap_decreasing(
    rho: ArrayLike, L: ArrayLike, eta_0: ArrayLike, T: ArrayLike
) -> float | Array:
    r"""Bound the gap after T steps of lengths eta_0 / sqrt(t), at any time T.

    Parameters
    ----------
    rho, L : float or array, > 0
        As for `sgd_gap`.
    eta_0 : float or array, > 0
        The first step.
    T : float or array, >= 1
        Number of steps so far.

    Returns
    -------
    float or array
        :math:`(\rho^2 + L^2\eta_0^2(1 + \ln T)) / (4\eta_0(\sqrt{T + 1} - 1))`.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    In `sgd_gap` the sum of 1/t is at most 1 + ln T, and that of 1/sqrt(t) at least the integral of
    1/sqrt(t) from 1 to T + 1. Source: statement C-DecEta; chapter 4.

    Examples
    --------
    >>> sgd_gap_decreasing(1.0, 1.0, 1.0, 3)
    0.774...
    """
    rho, L = check_length(rho, "rho"), check_length(L, "L")
    eta_0, T = check_length(eta_0, "eta_0"), check_domain(T, "T", 1.0)
    with fitting(rho=rho, L=L, eta_0=eta_0, T=T):
        bottom = 4 * (np.sqrt(T + 1) - 1)
        start, noise = rho / eta_0 / bottom * rho, L * eta_0 * (1 + np.log(T)) / bottom * L
        return unwrap(start + noise)


def updates_deviation(R: ArrayLike, gamma: ArrayLike, D: ArrayLike) -> float | Array:
    r"""Bound from above the perceptron's mistakes on a sequence that nothing need separate.

    Parameters
    ----------
    R : float or array, > 0
        Largest norm of an example.
    gamma : float or array, > 0
        The margin that some unit vector u is asked for; any number will do.
    D : float or array, >= 0
        Root of the sum, over the sequence, of max(0, gamma - z . u)^2: how far u misses it.

    Returns
    -------
    float or array
        :math:`((R + D)/\gamma)^2`; for D = 0 Novikoff's bound.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    Each update adds z . u >= gamma - xi_t to w . u, so T gamma - sum xi_t <= w_T . u <=
    sqrt(T) R, and sum xi_t <= sqrt(T) D by Cauchy-Schwarz. An example that comes up k times counts
    k times in D. Source: Freund and Schapire 1999, theorem 2; chapter 4.

    Examples
    --------
    >>> updates_deviation(1.0, 0.5, 0.0), updates_deviation(1.0, 0.5, 1.0)
    (4.0, 16.0)
    """
    R, gamma = check_length(R, "R"), check_length(gamma, "gamma")
    D = check_length(D, "D", ends="[)")
    with fitting(R=R, gamma=gamma, D=D):
        return unwrap(((R + D) / gamma) ** 2)
