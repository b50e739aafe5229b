r"""Updates and margin with a threshold that grows with t: the infinity-perceptron.

.. math:: \beta_t = \tfrac12\bigl((t + 1)^\alpha - t^\alpha - 1\bigr)R^2
"""

from __future__ import annotations

import numpy as np

from ._domain import Floats, domain


@domain(alpha="[1, 2)", R="(0, inf)", eps="(0, R]")
def updates_growing(alpha: Floats, R: Floats, eps: Floats) -> Floats:
    r"""Bound from above the number of updates with a growing threshold.

    Parameters
    ----------
    alpha : float or array, 1 <= alpha < 2
        Growth exponent.
    R, eps : float or array, 0 < eps <= R
        Largest norm, the R of the rule `growing`; best margin of the sample.

    Returns
    -------
    float or array
        :math:`(R/\varepsilon)^{2/(2-\alpha)}`.

    Notes
    -----
    The thresholds are made so that norm(w_t)^2 <= R^2 t^alpha; with w_T . w_star >= T eps this
    gives T eps <= R T^(alpha/2). Source: statement A-Alg4; chapter 3.

    Examples
    --------
    >>> updates_growing(1.5, 1.0, 0.5)
    16.0
    """
    return (R / eps) ** (2 / (2 - alpha))


@domain(alpha="[1, 2)", R="(0, inf)", T="[1, inf)")
def margin_growing(alpha: Floats, R: Floats, T: Floats) -> Floats:
    r"""Bound from below the margin that a growing threshold has reached after T updates.

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
    power = T ** (alpha / 2)
    # ((T + 1)^alpha - T^alpha - 1) / power, without the difference of two large numbers
    growth = power * np.expm1(alpha * np.log1p(1 / T)) - 1 / power
    return R * np.maximum(growth, 0.0) / 2


@domain(alpha="[1, 2)", R="(0, inf)", eps="(0, R]")
def margin_growing_guarantee(alpha: Floats, R: Floats, eps: Floats) -> Floats:
    r"""Bound from below the margin that a growing threshold reaches, before it has run.

    Parameters
    ----------
    alpha : float or array, 1 <= alpha < 2
        Growth exponent.
    R, eps : float or array, 0 < eps <= R
        Largest norm, the R of the rule `growing`; best margin of the sample.

    Returns
    -------
    float or array
        :math:`\tfrac12\alpha\varepsilon - \tfrac12 R(\varepsilon/R)^{\alpha/(2-\alpha)}`, which is
        :math:`(1-\delta)\varepsilon - \tfrac12 R(\varepsilon/R)^{(1-\delta)/\delta}` for
        alpha = 2 (1 - delta).

    Notes
    -----
    `margin_growing` falls with T, and T is at most `updates_growing`; there (T + 1)^alpha - T^alpha
    >= alpha T^(alpha - 1). Source: statements A-Alg4, A-Cor-δ with ERR-A7 and ERR-A8; chapter 3.

    Examples
    --------
    >>> margin_growing_guarantee(1.2, 1.0, 0.5)
    0.1232...
    """
    return 0.5 * alpha * eps - 0.5 * R * (eps / R) ** (alpha / (2 - alpha))


@domain(alpha="[1, 2)")
def share_growing(alpha: Floats) -> Floats:
    r"""Bound from below the share of the best margin that a growing threshold reaches.

    Parameters
    ----------
    alpha : float or array, 1 <= alpha < 2
        Growth exponent.

    Returns
    -------
    float or array
        :math:`(1-2\delta)(2\delta)^{\delta/(1-2\delta)}` with delta = 1 - alpha / 2, whatever the
        sample: 0 at alpha = 1, and towards 1 as alpha goes to 2.

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
    power = (2 - alpha) / (2 * np.maximum(alpha - 1, 1e-300))  # at alpha = 1 no division by 0
    return (alpha - 1) * (2 - alpha) ** power
