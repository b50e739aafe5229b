r"""Updates and margin with a threshold that is fixed, adapts to the examples used, or grows with t.

.. math:: \beta_t = \beta, \qquad \beta_t \ge \max_{s\le t}\|z_{i_s}\|^2, \qquad
          \beta_t = \tfrac12\bigl((t + 1)^\alpha - t^\alpha - 1\bigr)R^2
"""

from __future__ import annotations

import numpy as np

from .._domain import Floats, domain


@domain(beta="[0, inf)", R="(0, inf)", eps="(0, R]")
def margin_constant(beta: Floats, R: Floats, eps: Floats) -> Floats:
    r"""Bound from below the margin reached with a fixed threshold.

    Parameters
    ----------
    beta, R, eps : float or array, beta >= 0, 0 < eps <= R
        As for `updates_constant`.

    Returns
    -------
    float or array
        :math:`\beta\varepsilon/(2\beta + R^2)`, at least eps / 3 once beta >= R**2.

    Notes
    -----
    On stopping every score exceeds beta, while norm(w)^2 <= (2 beta + R^2) T and
    T <= (2 beta + R^2) / eps^2 give norm(w) <= (2 beta + R^2) / eps. Source: statement A-Alg2;
    chapter 3.

    Examples
    --------
    >>> margin_constant(1.0, 1.0, 0.3)
    0.1
    """
    return beta / (2 * beta + R**2) * eps


@domain(R="(0, inf)", eps="(0, R]", factor="[1, inf)")
def updates_r_independent(R: Floats, eps: Floats, *, factor: Floats = 4.0) -> Floats:
    r"""Bound from above the number of updates of the R-independent perceptron.

    Parameters
    ----------
    R, eps : float or array, 0 < eps <= R
        R is the largest norm of an example used, eps the best margin of the sample.
    factor : float or array, >= 1
        That of the rule `r_independent`.

    Returns
    -------
    float or array
        :math:`(2\cdot\mathrm{factor} + 1) R^2/\varepsilon^2`, 9 R^2 / eps^2 as a rule.

    Notes
    -----
    The threshold never falls and ends at beta_T <= factor R^2, so `updates_constant` holds with
    beta_T. Source: statement A-Alg3; chapter 3.

    Examples
    --------
    >>> updates_r_independent(1.0, 0.5)
    36.0
    """
    return (2 * factor + 1) * (R / eps) ** 2


@domain(R="(0, inf)", eps="(0, R]")
def margin_r_independent(R: Floats, eps: Floats) -> Floats:
    r"""Bound from below the margin reached by the R-independent perceptron.

    Parameters
    ----------
    R, eps : float or array, 0 < eps <= R
        R, on which the bound does not depend, is the largest norm, eps the best margin.

    Returns
    -------
    float or array
        :math:`\varepsilon/3`, exceeded strictly.

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
    return np.broadcast_arrays(eps / 3, R)[0]


@domain(alpha="[1, 2)", R="(0, inf)", eps="(0, R]")
def updates_growing(alpha: Floats, R: Floats, eps: Floats) -> Floats:
    r"""Bound from above the number of updates with a growing threshold.

    Parameters
    ----------
    alpha : float or array, 1 <= alpha < 2
        Growth exponent.
    R, eps : float or array, 0 < eps <= R
        R is the largest norm, that of the rule `growing`, eps the best margin of the sample.

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
    alpha, R : float or array, 1 <= alpha < 2, R > 0
        As for `updates_growing`.
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
    alpha, R, eps : float or array, 1 <= alpha < 2, 0 < eps <= R
        As for `updates_growing`.

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
