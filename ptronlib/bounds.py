r"""Theorems as functions: floats or arrays in, the same out, broadcast against each other.

Each holds for every order of examination, ties counted as mistakes, and depends on the data only
through R, the largest norm, and eps, the best margin:

.. math:: T\varepsilon \le w_T\cdot w_* \le \|w_T\| \le \sqrt{(2\beta + R^2)\,T}
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ._validate import Array, check_domain


def updates_constant(beta: ArrayLike, R: ArrayLike, eps: ArrayLike) -> float | Array:
    r"""Bound from above the number of updates with a fixed threshold.

    Parameters
    ----------
    beta : float or array, >= 0
        Threshold; same unit as scores, length squared.
    R : float or array, > 0
        Largest norm of an example.
    eps : float or array, > 0
        Best margin of the sample, at most R.

    Returns
    -------
    float or array
        :math:`(2\beta + R^2)/\varepsilon^2`.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    Each update adds at least eps to w . w_star, so w_T . w_star >= T eps. It adds
    2 z.w + norm(z)^2 <= 2 beta + R^2 to norm(w)^2, so norm(w_T)^2 <= (2 beta + R^2) T. By
    Cauchy-Schwarz T eps <= sqrt((2 beta + R^2) T). Source: statements A-Nov, A-Alg2; chapters 2, 3.

    Examples
    --------
    >>> updates_constant(0.0, 1.0, 0.1)
    100.0
    """
    beta = check_domain(beta, "beta", 0.0)
    R, eps = _radius_and_margin(R, eps)
    return _same((2 * beta + R**2) / eps**2)


def margin_constant(beta: ArrayLike, R: ArrayLike, eps: ArrayLike) -> float | Array:
    r"""Bound from below the margin reached with a fixed threshold.

    Parameters
    ----------
    beta : float or array, >= 0
        Threshold; same unit as scores, length squared.
    R : float or array, > 0
        Largest norm of an example.
    eps : float or array, > 0
        Best margin of the sample, at most R.

    Returns
    -------
    float or array
        :math:`\beta\varepsilon/(2\beta + R^2)`, at least eps / 3 once beta >= R**2.

    Raises
    ------
    ValueError
        Outside those domains.

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
    beta = check_domain(beta, "beta", 0.0)
    R, eps = _radius_and_margin(R, eps)
    return _same(beta * eps / (2 * beta + R**2))


def updates_affine(R: ArrayLike, eps: ArrayLike, *, bias: ArrayLike = 1.0) -> float | Array:
    r"""Bound from above the number of updates when a bias is learned as the weight of a constant 1.

    Parameters
    ----------
    R : float or array, > 0
        Largest norm of an example, the constant not counted.
    eps : float or array, > 0
        Margin y (w_star . x + b_star) >= eps of some unit w_star.
    bias : float or array, >= 0
        Bound on abs(b_star); the theorem is false without one.

    Returns
    -------
    float or array
        :math:`(1 + b^2)(R^2 + 1)/\varepsilon^2`.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    In the lifted space (w_star, b_star) has length at most sqrt(1 + bias^2) and an example at most
    sqrt(R^2 + 1): there it is `updates_constant` with beta = 0. Where both labels occur,
    abs(b_star) <= R can be assumed. Source: statement C-Thm; chapter 1.

    Examples
    --------
    >>> updates_affine(3.0, 0.5), updates_affine(1001.0, 1.0, bias=1000.0)
    (80.0, 1002003002002.0)
    """
    R, eps = check_domain(R, "R", 0.0, ends="()"), check_domain(eps, "eps", 0.0, ends="()")
    bias = check_domain(bias, "bias", 0.0)
    return _same((1 + bias**2) * (R**2 + 1) / eps**2)


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
    ValueError
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
    R, eps = _radius_and_margin(R, eps)
    return _same((2 * factor + 1) * R**2 / eps**2)


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
    ValueError
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
    R, eps = _radius_and_margin(R, eps)
    return _same(eps / 3 + 0 * R)


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
    ValueError
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
    R, eps = _radius_and_margin(R, eps)
    return _same((R / eps) ** (2 / (2 - alpha)))


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
    ValueError
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
    R, T = check_domain(R, "R", 0.0, ends="()"), check_domain(T, "T", 1.0)
    return _same(R * ((T + 1) ** alpha - T**alpha - 1) / (2 * T ** (alpha / 2)))


def updates_cosine(sigma: ArrayLike, cosine: ArrayLike) -> float | Array:
    r"""Bound from above the number of updates of the cosine perceptron from a given start.

    Parameters
    ----------
    sigma : float or array, 0 < sigma < 1
        Update while some cosine is <= -sigma.
    cosine : float or array, 0 < cosine <= 1
        Of the angle between the start and some w_star with no negative score; 1 / sqrt(d) for a
        good random start in d dimensions.

    Returns
    -------
    float or array
        :math:`2\ln(1/c)\,/\,\ln(1/(1-\sigma^2))`, which is at most ln(d) / sigma**2 when
        :math:`c = 1/\sqrt d`.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    An update never lowers w . w_star and multiplies norm(w)^2 by at most 1 - sigma^2, so after t of
    them 1 >= cos(w, w_star) >= c (1 - sigma^2)^(-t/2). Source: statement B-Thm2.1; chapter 5.

    Examples
    --------
    >>> updates_cosine(0.6, 0.5), updates_cosine(0.1, 1 / np.sqrt(12))
    (3.106..., 247.246...)
    """
    sigma = check_domain(sigma, "sigma", 0.0, 1.0, ends="()")
    cosine = check_domain(cosine, "cosine", 0.0, 1.0, ends="(]")
    return _same(2 * np.log(cosine) / np.log1p(-(sigma**2)) + 0.0)


def good_start(d: ArrayLike) -> float | Array:
    r"""Return the probability that a random direction has a cosine of at least 1/sqrt(d) to w_star.

    Parameters
    ----------
    d : int or array of ints, >= 1
        Dimension.

    Returns
    -------
    float or array
        :math:`\tfrac12 P[B \ge 1/d]` for a Beta(1/2, (d - 1)/2) variable B, the square of the
        cosine; 1/2 for d = 1. It falls with d to 0.1586..., and so exceeds 1/8.

    Raises
    ------
    ValueError
        Outside that domain.

    Notes
    -----
    By symmetry the cosine is <= -1/sqrt(d) with the same probability. Source: statement B-CapProb;
    chapter 5.

    Examples
    --------
    >>> good_start(2), good_start(np.array([3, 1000]))
    (0.25, array([0.211..., 0.158...]))
    """
    from scipy.special import betainc  # slow to import

    d = check_domain(d, "d", 1.0)
    if (d != np.round(d)).any():
        raise ValueError(f"d must be a whole number of dimensions; got {d}.")
    several = np.maximum(d, 2.0)
    return _same(np.where(d == 1, 0.5, 0.5 * betainc((several - 1) / 2, 0.5, 1 - 1 / several)))


def restart_rounds(delta: ArrayLike, success: ArrayLike = 0.125) -> float | Array:
    r"""Return how many independent rounds fail all together with probability at most delta.

    Parameters
    ----------
    delta : float or array, 0 < delta < 1
        Probability of failure that is allowed.
    success : float or array, 0 < success < 1
        At most the probability that one round succeeds.

    Returns
    -------
    float or array
        :math:`\lceil \ln(1/\delta)/\ln(1/(1-p)) \rceil`, a whole number.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    (1 - p)^k <= delta. For p = 1/8 the base of the logarithm is 8/7, not 4/3 (ERR-B5). Source:
    statement B-Cor2.2; chapter 5.

    Examples
    --------
    >>> restart_rounds(0.01), restart_rounds(0.01, 0.25)
    (35.0, 17.0)
    """
    delta = check_domain(delta, "delta", 0.0, 1.0, ends="()")
    success = check_domain(success, "success", 0.0, 1.0, ends="()")
    rounds = np.log(delta) / np.log1p(-success)
    return _same(np.ceil(rounds * (1 - 1e-12)))  # a whole number, but for rounding, stays itself


def _radius_and_margin(R: ArrayLike, eps: ArrayLike) -> tuple[Array, Array]:
    R, eps = check_domain(R, "R", 0.0, ends="()"), check_domain(eps, "eps", 0.0, ends="()")
    if (eps > R * (1 + 1e-12)).any():  # equal, but for rounding, when all z_i point one way
        raise ValueError(f"eps must be at most R, as every margin is; got eps={eps} and R={R}.")
    return R, eps


def _same(values: Array) -> float | Array:
    """Give a float for floats, an array for arrays."""
    return float(values) if np.ndim(values) == 0 else values
