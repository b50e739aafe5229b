r"""Updates and margin with a threshold that is fixed, adapts to the examples used, or grows with t.

.. math:: \beta_t = \beta, \qquad \beta_t \ge \max_{s\le t}\|z_{i_s}\|^2, \qquad
          \beta_t = \tfrac12\bigl((t + 1)^\alpha - t^\alpha - 1\bigr)R^2
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .._validate import Floats, domain
from .promises import at_least, at_most_count, slack


@domain
@at_most_count
def updates_constant(
    beta: Annotated[Floats, "[0, inf)"],
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
) -> Floats:
    r"""Bound from above the number of updates with a fixed threshold.

    It is :math:`(2\beta + R^2)/\varepsilon^2`.

    Each update adds at least eps to w . w_star, so w_T . w_star >= T eps. It adds
    2 z.w + norm(z)^2 <= 2 beta + R^2 to norm(w)^2, so norm(w_T)^2 <= (2 beta + R^2) T. By
    Cauchy-Schwarz T eps <= sqrt((2 beta + R^2) T). Source: statements A-Nov, A-Alg2; chapters 2, 3.

    Parameters
    ----------
    beta : float or array, >= 0.  Threshold; same unit as scores, length squared.
    R, eps : float or array, 0 < eps <= R
        R is the largest norm of an example, eps the best margin of the sample.

    Examples
    --------
    >>> updates_constant(0.0, 1.0, 0.1)
    100.0
    """
    return (2 * beta + R**2) / eps**2


@domain
@at_least
def margin_constant(
    beta: Annotated[Floats, "[0, inf)"],
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
) -> Floats:
    r"""Bound from below the margin reached with a fixed threshold.

    It is :math:`\beta\varepsilon/(2\beta + R^2)`, at least eps / 3 once beta >= R**2.

    On stopping every score exceeds beta, while norm(w)^2 <= (2 beta + R^2) T and
    T <= (2 beta + R^2) / eps^2 give norm(w) <= (2 beta + R^2) / eps. Source: statement A-Alg2;
    chapter 3.

    Parameters
    ----------
    beta, R, eps : float or array, beta >= 0, 0 < eps <= R.  As for `updates_constant`.

    Examples
    --------
    >>> margin_constant(1.0, 1.0, 0.3)
    0.1
    """
    return beta / (2 * beta + R**2) * eps


@domain
@at_most_count
def updates_worst_first(
    beta: Annotated[Floats, "[0, inf)"],
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
) -> Floats:
    r"""Bound from above the number of updates when the smallest score is always the next update.

    It is :math:`x^2/\varepsilon^2` with :math:`x = \tfrac12(R + \sqrt{R^2 + 4\beta})`; that is (j +
    1)^2 R^2 / eps^2 for beta = j (j + 1) R^2, and about beta / eps^2 for a large beta.

    The weights follow the shortest ones that suffice, (beta / eps) w_star, at a distance of at most
    R sqrt(T), so that T eps <= beta / eps + R sqrt(T). Source: our own; chapter 3.

    Parameters
    ----------
    beta, R, eps : float or array, beta >= 0, 0 < eps <= R.  As for `updates_constant`.

    Examples
    --------
    >>> updates_worst_first(2.0, 1.0, 0.5)
    16.0
    """
    return (_worst_first(beta, R) / eps) ** 2


@domain
@at_least
def margin_worst_first(
    beta: Annotated[Floats, "[0, inf)"],
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
) -> Floats:
    r"""Bound from below the margin when the smallest score is always the next update.

    It is :math:`\beta\varepsilon/x^2` with the x of `updates_worst_first`; that is eps j / (j + 1)
    for beta = j (j + 1) R^2, and it tends to eps.

    Every score exceeds beta, while norm(w) <= x^2 / eps by the same argument. Source: our own, the
    limit of Krauth and Mezard; chapter 3.

    Parameters
    ----------
    beta, R, eps : float or array, beta >= 0, 0 < eps <= R.  As for `updates_constant`.

    Examples
    --------
    >>> margin_worst_first(2.0, 1.0, 0.5)
    0.25
    """
    return beta / _worst_first(beta, R) ** 2 * eps


def _worst_first(beta: Floats, R: Floats) -> Floats:
    """Return the larger root x of x^2 = R x + beta."""
    return 0.5 * (R + np.sqrt(R**2 + 4.0 * beta))


@domain
@at_most_count
def updates_r_independent(
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
    *,
    factor: Annotated[Floats, "[1, inf)"] = 4.0,
) -> Floats:
    r"""Bound from above the number of updates of the R-independent perceptron.

    It is :math:`(2\cdot\mathrm{factor} + 1) R^2/\varepsilon^2`, 9 R^2 / eps^2 as a rule.

    The threshold never falls and ends at beta_T between R^2 and factor R^2: `updates_constant` and
    `margin_constant` hold with beta_T, and the margin exceeds eps / 3. Source: statement A-Alg3;
    chapter 3.

    Parameters
    ----------
    R, eps : float or array, 0 < eps <= R
        R is the largest norm of an example used, eps the best margin of the sample.
    factor : float or array, >= 1.  That of the rule `r_independent`.

    Examples
    --------
    >>> updates_r_independent(1.0, 0.5)
    36.0
    """
    return (2 * factor + 1) * (R / eps) ** 2


@domain
@at_most_count
def updates_growing(
    alpha: Annotated[Floats, "[1, 2)"],
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
) -> Floats:
    r"""Bound from above the number of updates with a growing threshold.

    It is :math:`(R/\varepsilon)^{2/(2-\alpha)}`.

    The thresholds are made so that norm(w_t)^2 <= R^2 t^alpha; with w_T . w_star >= T eps this
    gives T eps <= R T^(alpha/2). Source: statement A-Alg4; chapter 3.

    Parameters
    ----------
    alpha : float or array, 1 <= alpha < 2.  Growth exponent.
    R, eps : float or array, 0 < eps <= R
        R is the largest norm, that of the rule `growing`, eps the best margin of the sample.

    Examples
    --------
    >>> updates_growing(1.5, 1.0, 0.5)
    16.0
    """
    return (R / eps) ** (2 / (2 - alpha))


@domain
@at_least
def margin_growing(
    alpha: Annotated[Floats, "[1, 2)"],
    R: Annotated[Floats, "(0, inf)"],
    T: Annotated[Floats, "[1, inf)"],
) -> Floats:
    r"""Bound from below the margin that a growing threshold has reached after T updates.

    It is :math:`R\,((T+1)^\alpha - T^\alpha - 1)/(2 T^{\alpha/2})`, falling with T.

    On stopping every score exceeds beta_T, while norm(w_T) <= R T^(alpha/2). At the largest
    possible T this is at least (alpha eps - R (eps/R)^(alpha/(2-alpha))) / 2. Source: statement
    A-Alg4, with the constant mended (ERR-A7); chapter 3.

    Parameters
    ----------
    alpha, R : float or array, 1 <= alpha < 2, R > 0.  As for `updates_growing`.
    T : float or array, >= 1.  Number of updates at which it stopped.

    Examples
    --------
    >>> margin_growing(1.5, 1.0, 16)
    0.318...
    """
    power = T ** (alpha / 2)
    # ((T + 1)^alpha - T^alpha - 1) / power, without the difference of two large numbers
    growth = power * np.expm1(alpha * np.log1p(1 / T)) - 1 / power
    return R * np.maximum(growth, 0.0) / 2


@domain
def margin_growing_guarantee(
    alpha: Annotated[Floats, "[1, 2)"],
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
) -> Floats:
    r"""Bound from below the margin that a growing threshold reaches, before it has run.

    It is :math:`\tfrac12\alpha\varepsilon - \tfrac12 R(\varepsilon/R)^{\alpha/(2-\alpha)}`, which
    is :math:`(1-\delta)\varepsilon - \tfrac12 R(\varepsilon/R)^{(1-\delta)/\delta}` for alpha = 2
    (1 - delta).

    `margin_growing` falls with T, and T is at most `updates_growing`; there (T + 1)^alpha - T^alpha
    >= alpha T^(alpha - 1). Source: statements A-Alg4, A-Cor-δ with ERR-A7 and ERR-A8; chapter 3.

    Parameters
    ----------
    alpha, R, eps : float or array, 1 <= alpha < 2, 0 < eps <= R.  As for `updates_growing`.

    Examples
    --------
    >>> margin_growing_guarantee(1.2, 1.0, 0.5)
    0.1232...
    """
    value = 0.5 * alpha * eps - 0.5 * R * (eps / R) ** (alpha / (2 - alpha))
    return value - slack(eps)  # a difference, whose rounding is that of its terms


@domain
@at_least
def share_growing(alpha: Annotated[Floats, "[1, 2)"]) -> Floats:
    r"""Bound from below the share of the best margin that a growing threshold reaches.

    It is :math:`(1-2\delta)(2\delta)^{\delta/(1-2\delta)}` with delta = 1 - alpha / 2, whatever the
    sample: 0 at alpha = 1, and towards 1 as alpha goes to 2.

    Every s <= eps may stand for eps in `margin_growing_guarantee`; the smaller of eps and
    s_0 R, with s_0 = (2 delta)^(delta / (1 - 2 delta)), gives (1 - 2 delta) s at least. Source:
    statement A-Rem-near1, sharpened; chapter 3.

    Parameters
    ----------
    alpha : float or array, 1 <= alpha < 2.  Growth exponent.

    Examples
    --------
    >>> share_growing(1.9)
    0.7919...
    """
    power = (2 - alpha) / (2 * np.maximum(alpha - 1, 1e-300))  # at alpha = 1 no division by 0
    return (alpha - 1) * (2 - alpha) ** power
