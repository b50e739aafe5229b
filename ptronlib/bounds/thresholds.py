r"""Updates and margin with a threshold that adapts or grows.

.. math:: \beta_t = \tfrac12\bigl((t + 1)^\alpha - t^\alpha - 1\bigr)R^2
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._validate import Array, check_domain, check_length
from ._domain import check_radius_and_margin, fitting, unwrap


def updates_r_independent(
    R: ArrayLike, eps: ArrayLike, *, factor: ArrayLike = 4.0
) -> float | Array:
    r"""Bound from above the number of updates of the R-independent perceptron.

    Parameters
    ----------
    R : float or array, > 0
        Largest norm of an example that was used.
    eps : float or array, > 0
        Best margin of the sample, at most R.
    factor : float or array, >= 1
        That of the rule `r_independent`.

    Returns
    -------
    float or array
        :math:`(2\cdot\mathrm{factor} + 1) R^2/\varepsilon^2`, 9 R^2 / eps^2 as a rule.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    The threshold never falls and ends at beta_T <= factor R^2, so `updates_constant` holds with
    beta_T. Source: statement A-Alg3; chapter 3.

    Examples
    --------
    >>> updates_r_independent(1.0, 0.5)
    36.0
    """
    factor = check_domain(factor, "factor", 1.0)
    R, eps = check_radius_and_margin(R, eps)
    with fitting(R=R, eps=eps, factor=factor):
        return unwrap((2 * factor + 1) * (R / eps) ** 2)


def margin_r_independent(R: ArrayLike, eps: ArrayLike) -> float | Array:
    r"""Bound from below the margin reached by the R-independent perceptron.

    Parameters
    ----------
    R : float or array, > 0
        Largest norm of an example; the bound does not depend on it.
    eps : float or array, > 0
        Best margin of the sample, at most R.

    Returns
    -------
    float or array
        :math:`\varepsilon/3`, exceeded strictly.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    The last threshold is at least R_u^2, the squared norm of the longest example used, and
    beta / (2 beta + R_u^2) grows with beta: `margin_constant` gives 1/3 already at beta = R_u^2.
    Source: statement A-Alg3; chapter 3.

    Examples
    --------
    >>> margin_r_independent(1.0, 0.75)
    0.25
    """
    R, eps = check_radius_and_margin(R, eps)
    with fitting(R=R, eps=eps):
        return unwrap(eps / 3 + 0 * R)


def updates_growing(alpha: ArrayLike, R: ArrayLike, eps: ArrayLike) -> float | Array:
    r"""Bound from above the number of updates of the infinity-perceptron.

    Parameters
    ----------
    alpha : float or array, 1 <= alpha < 2
        Growth exponent.
    R : float or array, > 0
        Largest norm, the R of the rule `growing`.
    eps : float or array, > 0
        Best margin of the sample, at most R.

    Returns
    -------
    float or array
        :math:`(R/\varepsilon)^{2/(2-\alpha)}`.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    The thresholds are made so that norm(w_t)^2 <= R^2 t^alpha; with w_T . w_star >= T eps this
    gives T eps <= R T^(alpha/2). Source: statement A-Alg4; chapter 3.

    Examples
    --------
    >>> updates_growing(1.5, 1.0, 0.5)
    16.0
    """
    alpha = check_domain(alpha, "alpha", 1.0, 2.0, ends="[)")
    R, eps = check_radius_and_margin(R, eps)
    with fitting(alpha=alpha, R=R, eps=eps):
        return unwrap((R / eps) ** (2 / (2 - alpha)))


def margin_growing(alpha: ArrayLike, R: ArrayLike, T: ArrayLike) -> float | Array:
    r"""Bound from below the margin that the infinity-perceptron has reached after T updates.

    Parameters
    ----------
    alpha : float or array, 1 <= alpha < 2
        Growth exponent.
    R : float or array, > 0
        Largest norm, the R of the rule `growing`.
    T : float or array, >= 1
        Number of updates at which it stopped.

    Returns
    -------
    float or array
        :math:`R\,((T+1)^\alpha - T^\alpha - 1)/(2 T^{\alpha/2})`, falling with T.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    On stopping every score exceeds beta_T, while norm(w_T) <= R T^(alpha/2). At the largest
    possible T this is at least (alpha eps - R (eps/R)^(alpha/(2-alpha))) / 2. Source: statement
    A-Alg4, with the constant mended (ERR-A7); chapter 3.

    Examples
    --------
    >>> margin_growing(1.5, 1.0, 16)
    0.318...
    """
    alpha = check_domain(alpha, "alpha", 1.0, 2.0, ends="[)")
    R, T = check_length(R, "R"), check_domain(T, "T", 1.0)
    with fitting(alpha=alpha, R=R, T=T):
        power = T ** (alpha / 2)  # its square may leave the floats
        # ((T + 1)^alpha - T^alpha - 1) / power, the large ones not subtracted
        growth = power * np.expm1(alpha * np.log1p(1 / T)) - 1 / power
        return unwrap(R * np.maximum(growth, 0.0) / 2)


def margin_growing_guarantee(alpha: ArrayLike, R: ArrayLike, eps: ArrayLike) -> float | Array:
    r"""Bound from below the margin of the infinity-perceptron before it has run.

    Parameters
    ----------
    alpha : float or array, 1 <= alpha < 2
        Growth exponent.
    R : float or array, > 0
        Largest norm, the R of the rule `growing`.
    eps : float or array, > 0
        Best margin of the sample, at most R.

    Returns
    -------
    float or array
        :math:`\tfrac12\alpha\varepsilon - \tfrac12 R(\varepsilon/R)^{\alpha/(2-\alpha)}`, which is
        :math:`(1-\delta)\varepsilon - \tfrac12 R(\varepsilon/R)^{(1-\delta)/\delta}` for
        alpha = 2 (1 - delta).

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    `margin_growing` falls with T, and T is at most `updates_growing`; there (T + 1)^alpha - T^alpha
    >= alpha T^(alpha - 1). Source: statements A-Alg4, A-Cor-δ with ERR-A7 and ERR-A8; chapter 3.

    Examples
    --------
    >>> margin_growing_guarantee(1.2, 1.0, 0.5)
    0.1232...
    """
    alpha = check_domain(alpha, "alpha", 1.0, 2.0, ends="[)")
    R, eps = check_radius_and_margin(R, eps)
    with fitting(alpha=alpha, R=R, eps=eps):
        return unwrap(0.5 * alpha * eps - 0.5 * R * (eps / R) ** (alpha / (2 - alpha)))


def share_growing(alpha: ArrayLike) -> float | Array:
    r"""Bound from below the share of the best margin that the infinity-perceptron reaches.

    Parameters
    ----------
    alpha : float or array, 1 <= alpha < 2
        Growth exponent.

    Returns
    -------
    float or array
        :math:`(1-2\delta)(2\delta)^{\delta/(1-2\delta)}` with delta = 1 - alpha / 2, whatever the
        sample: 0 at alpha = 1, and towards 1 as alpha goes to 2.

    Raises
    ------
    ValueError, TypeError
        Outside that domain.

    Notes
    -----
    Every s <= eps may stand for eps in `margin_growing_guarantee`; the smaller of eps and
    s_0 R, with s_0 = (2 delta)^(delta / (1 - 2 delta)), gives (1 - 2 delta) s at least. Source:
    statement A-Rem-near1, sharpened; chapter 3.

    Examples
    --------
    >>> share_growing(1.9)
    0.7919...
    """
    alpha = check_domain(alpha, "alpha", 1.0, 2.0, ends="[)")
    power = (2 - alpha) / (2 * np.maximum(alpha - 1, 1e-300))  # 0 ** 1 at alpha = 1
    return unwrap((alpha - 1) * (2 - alpha) ** power)
