r"""Theorems as functions: floats or arrays in, the same out, broadcast against each other.

Each holds for every order of examination, ties counted as mistakes, and depends on the data only
through R, the largest norm, and eps, the best margin:

.. math:: T\varepsilon \le w_T\cdot w_* \le \|w_T\| \le \sqrt{(2\beta + R^2)\,T}
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import ArrayLike

from ._validate import Array, check_count, check_domain


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


def updates_from(
    start: ArrayLike, R: ArrayLike, eps: ArrayLike, *, cosine: ArrayLike = -1.0
) -> float | Array:
    r"""Bound from above the number of updates of the perceptron from weights other than 0.

    Parameters
    ----------
    start : float or array, >= 0
        Norm of the first weights, divided by the step eta if it is not 1.
    R : float or array, > 0
        Largest norm of an example.
    eps : float or array, > 0
        Best margin of the sample, at most R.
    cosine : float or array, in [-1, 1]
        Of the angle between the first weights and w_star; -1 is the worst.

    Returns
    -------
    float or array
        :math:`R^2/\varepsilon^2 + 2\,\mathrm{start}/\varepsilon` for the cosine -1, else less.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    With p = w_0 . w_star = start cosine, progress is at least p + t eps and the squared length at
    most start^2 + t R^2, so (p + T eps)^2 <= start^2 + T R^2 as soon as p + T eps >= 0: T is at
    most the larger root. Source: statements E-(24) to E-(33), mended (ERR-E9); chapter 2.

    Examples
    --------
    >>> updates_from(50.0, 1.0, 1.0), updates_from(50.0, 1.0, 1.0, cosine=1.0)
    (101.0, 0.0)
    """
    start = check_domain(start, "start", 0.0)
    hair = 1e-12  # a cosine computed from two vectors may be rounded past 1
    cosine = np.clip(check_domain(cosine, "cosine", -1.0 - hair, 1.0 + hair), -1.0, 1.0)
    R, eps = _radius_and_margin(R, eps)
    half = R**2 - 2 * eps * start * cosine
    across = start * np.sqrt(1 - cosine**2)
    root = np.hypot(half, 2 * eps * across)
    ahead = half < 0  # there the difference of the two would lose its digits
    small = 2 * across**2 / np.where(ahead, root - half, 1.0)
    return _same(np.where(ahead, small, (half + root) / (2 * eps**2)))


def updates_affine(
    R: ArrayLike, eps: ArrayLike, *, bias: ArrayLike = 1.0, scale: ArrayLike = 1.0
) -> float | Array:
    r"""Bound from above the number of updates when a bias is learned as the weight of a constant.

    Parameters
    ----------
    R : float or array, > 0
        Largest norm of an example, the constant not counted.
    eps : float or array, > 0
        Margin y (w_star . x + b_star) >= eps of some unit w_star.
    bias : float or array, >= 0
        Bound on abs(b_star); the theorem is false without one.
    scale : float or array, > 0
        The constant c that `lift` appends.

    Returns
    -------
    float or array
        :math:`(R^2 + c^2)(1 + b^2/c^2)/\varepsilon^2`.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    In the lifted space (w_star, b_star / c) has length at most sqrt(1 + bias^2 / c^2) and an
    example at most sqrt(R^2 + c^2): there it is `updates_constant` with beta = 0. Where both labels
    occur, abs(b_star) <= R can be assumed. Source: statement C-Thm; chapters 1, 2.

    Examples
    --------
    >>> updates_affine(3.0, 0.5), updates_affine(1001.0, 1.0, bias=1000.0)
    (80.0, 1002003002002.0)
    """
    R, eps = check_domain(R, "R", 0.0, ends="()"), check_domain(eps, "eps", 0.0, ends="()")
    bias = check_domain(bias, "bias", 0.0)
    scale = check_domain(scale, "scale", 0.0, ends="()")
    return _same((R**2 + scale**2) * (1 + (bias / scale) ** 2) / eps**2)


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
    power = T**alpha
    growth = power * np.expm1(alpha * np.log1p(1 / T)) - 1  # (T + 1)^alpha - T^alpha - 1, stably
    return _same(R * np.maximum(growth, 0.0) / (2 * np.sqrt(power)))


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
    ValueError
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
    R, eps = _radius_and_margin(R, eps)
    return _same(0.5 * alpha * eps - 0.5 * R * (eps / R) ** (alpha / (2 - alpha)))


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
    ValueError
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
    return _same((alpha - 1) * (2 - alpha) ** power)


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
    ValueError
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
    rho, L = check_domain(rho, "rho", 0.0, ends="()"), check_domain(L, "L", 0.0, ends="()")
    steps = check_domain(steps, "steps", 0.0, ends="()")
    if steps.ndim != 1 or not steps.size:
        raise ValueError(f"steps must be a list of at least one step; got shape {steps.shape}.")
    return _same((rho**2 + L**2 * (steps @ steps)) / (2 * steps.sum()))


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
    ValueError
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
    rho, L = check_domain(rho, "rho", 0.0, ends="()"), check_domain(L, "L", 0.0, ends="()")
    return _same(rho * L / np.sqrt(check_domain(T, "T", 1.0)))


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
    ValueError
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
    rho, L = check_domain(rho, "rho", 0.0, ends="()"), check_domain(L, "L", 0.0, ends="()")
    eta_0, T = check_domain(eta_0, "eta_0", 0.0, ends="()"), check_domain(T, "T", 1.0)
    top = rho**2 + (L * eta_0) ** 2 * (1 + np.log(T))
    return _same(top / (4 * eta_0 * (np.sqrt(T + 1) - 1)))


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
    ValueError
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
    R, gamma = check_domain(R, "R", 0.0, ends="()"), check_domain(gamma, "gamma", 0.0, ends="()")
    return _same(((R + check_domain(D, "D", 0.0)) / gamma) ** 2)


def count_eps_partitions(n: int, eps: ArrayLike, *, R: ArrayLike = 1.0) -> float | Array:
    r"""Bound from above the number of labelings of n points that have a margin of eps or more.

    Parameters
    ----------
    n : int, >= 1
        Points.
    eps : float or array, > 0
        Margin through the origin, at most R.
    R : float or array, > 0
        Largest norm of a point.

    Returns
    -------
    float or array
        :math:`(2(n + 1))^{R^2/\varepsilon^2}`; infinity where that leaves the floats.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    The perceptron separates each in m <= R^2 / eps^2 updates, so its last w is a sum of m signed
    points, and w determines the labeling. Each of the m places holds one of n points with a sign,
    or nothing. `count_descriptions` counts the sums themselves and is sharper. Source: statement
    A-Thm1.2; chapter 8.

    Examples
    --------
    >>> count_eps_partitions(4, 0.5)
    10000.0
    """
    n = check_count(n, "n")
    R, eps = _radius_and_margin(R, eps)
    with np.errstate(over="ignore"):
        return _same(np.float64(2 * (n + 1)) ** (R / eps) ** 2)


def count_descriptions(n: int, length: int) -> int:
    r"""Count the sums of at most `length` signed points out of n, as combinations: exactly.

    Parameters
    ----------
    n : int, >= 1
        Points.
    length : int, >= 0
        Most summands, such as the floor of R^2 / eps^2.

    Returns
    -------
    int
        :math:`\sum_j 2^j \binom{n}{j}\binom{\mathrm{length}}{j}`, a Delannoy number; at most
        (2n + 1)^length. It bounds the number of eps-partitions too.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    A sum without cancelling terms is a vector of n integers whose sizes add up to at most `length`.
    With j of them not 0 there are C(n, j) places, 2^j signs, and C(length, j) ways to write at most
    `length` as a sum of j positive integers. Source: statement A-Thm1.2, sharpened; chapter 8.

    Examples
    --------
    >>> count_descriptions(4, 4), (2 * 4 + 1) ** 4
    (321, 6561)
    """
    n, length = check_count(n, "n"), check_count(length, "length", 0)
    return sum(2**j * comb(n, j) * comb(length, j) for j in range(min(n, length) + 1))


def jl_dimension(n: int, distortion: ArrayLike, delta: ArrayLike) -> int | Array:
    r"""Find a dimension in which a Gaussian map keeps all inner products of n points.

    Parameters
    ----------
    n : int, >= 1
        Points, of norm at most 1.
    distortion : float or array, in (0, 1]
        Largest error of an inner product; for points of norm at most R, in units of R^2.
    delta : float or array, in (0, 1)
        Probability of failure.

    Returns
    -------
    int or array of int
        The least integer k with :math:`k \ge \ln(2n^2/\delta)/(\eta^2/4 - \eta^3/6)`, whatever d.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    With entries N(0, 1/k), norm(Av)^2 / norm(v)^2 is a chi-square over k: it leaves 1 -+ eta with
    probability at most 2 exp(-k (eta^2/4 - eta^3/6)). Ask this of the n^2 vectors x_i and
    x_i +- x_j; then 4 x.y = norm(x+y)^2 - norm(x-y)^2. Source: statement A-Lem5.1, with the scale
    that is missing there (ERR-A18); chapter 8.

    Examples
    --------
    >>> jl_dimension(100, 0.5, 0.1)
    293
    """
    n = check_count(n, "n")
    eta = check_domain(distortion, "distortion", 0.0, 1.0, ends="(]")
    delta = check_domain(delta, "delta", 0.0, 1.0, ends="()")
    return _whole(np.log(2 * n**2 / delta) / (eta**2 / 4 - eta**3 / 6))


def simultaneous_dimension(
    n: int, eps: ArrayLike, delta: ArrayLike, *, R: ArrayLike = 1.0
) -> int | Array:
    r"""Find a dimension in which a Gaussian map keeps every robust concept, by the Gram matrix.

    Parameters
    ----------
    n : int, >= 1
        Points.
    eps : float or array, > 0
        Margin of the concepts, at most R.
    delta : float or array, in (0, 1)
        Probability of failure.
    R : float or array, > 0
        Largest norm of a point.

    Returns
    -------
    int or array of int
        `jl_dimension` for the distortion :math:`3\varepsilon^2/(16 R^2)`; of order
        log(n / delta) R^4 / eps^4.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    With probability 1 - delta, for all 2^n labelings at once: margin eps in X gives eps / 2 in AX,
    and eps / 2 in AX gives eps / 4 in X. A squared margin is the least of
    sum_ij lambda_i lambda_j y_i y_j x_i.x_j, so it moves by no more than the worst inner product,
    3 eps^2 / 16; and 1/4 - 3/16 = 1/16. Source: statement A-Thm1.4, mended (ERR-A19); chapter 8.

    Examples
    --------
    >>> simultaneous_dimension(10, 0.5, 0.1)
    14284
    """
    R, eps = _radius_and_margin(R, eps)
    return jl_dimension(n, 3 * (eps / R) ** 2 / 16, delta)


def simultaneous_dimension_width(
    n: int, eps: ArrayLike, delta: ArrayLike, *, R: ArrayLike = 1.0
) -> int | Array:
    r"""Find a dimension in which a Gaussian map keeps every robust concept, by Gordon's theorem.

    Parameters
    ----------
    n : int, >= 1
        Points.
    eps : float or array, > 0
        Margin of the concepts, at most R.
    delta : float or array, in (0, 1)
        Probability of failure.
    R : float or array, > 0
        Largest norm of a point.

    Returns
    -------
    int or array of int
        The least integer :math:`k \ge (4\sqrt{2\ln 2n}\,R/\varepsilon + 2\sqrt{2\ln(2/\delta)})^2`,
        of order log(n) R^2 / eps^2 + log(1 / delta).

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    The same conclusion as `simultaneous_dimension`. The points v of all hulls of signed examples
    lie in the hull of the points x_i and -x_i, whose Gaussian width is at most R sqrt(2 ln 2n).
    Gordon: norm(Av) >= norm(v) / 2 for all of them with norm(v) >= eps; Chevet: norm(Av) < eps / 2
    for all with norm(v) <= eps / 4. Source: chapter 8; not in the sources of the book.

    Examples
    --------
    >>> simultaneous_dimension_width(10, 0.5, 0.1)
    600
    """
    n = check_count(n, "n")
    R, eps = _radius_and_margin(R, eps)
    delta = check_domain(delta, "delta", 0.0, 1.0, ends="()")
    root = 4 * np.sqrt(2 * np.log(2 * n)) * R / eps + 2 * np.sqrt(2 * np.log(2 / delta))
    return _whole(root**2)


def leave_one_out_error(size: ArrayLike, n: ArrayLike) -> float | Array:
    r"""Bound the probability that a perceptron trained on n examples errs on another one.

    Parameters
    ----------
    size : float or array, >= 0
        Expected number of examples that a run on n + 1 examples uses, or a bound on it, such as
        updates_constant(0, R, eps).
    n : float or array, >= 1
        Size of the training sample.

    Returns
    -------
    float or array
        :math:`\mathbf{E}|I(S_{n+1})| / (n+1)`, in which the draw of the sample is averaged over.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    All n + 1 examples are drawn alike, so the error on the last is the mean, over k, of the error
    on example k after training on the others. If the run on all did not use k, leaving it out
    changes nothing and it is right: at most as many of the n + 1 terms are 1 as it used. Source:
    statement D-Thm; chapter 7.

    Examples
    --------
    >>> leave_one_out_error(updates_constant(0.0, 1.0, 0.1), 999)
    0.1
    """
    size, n = check_domain(size, "size", 0.0), check_domain(n, "n", 1.0)
    return _same(size / (n + 1))


def online_error(size: ArrayLike, n: ArrayLike) -> float | Array:
    r"""Bound the expected error of a uniformly chosen iterate of one pass.

    Parameters
    ----------
    size : float or array, >= 0
        Expected number of mistakes in a pass over n examples, or a bound on it.
    n : float or array, >= 1
        Number of examples of the pass.

    Returns
    -------
    float or array
        :math:`\mathbf{E}M_n / n`; with the exact expectation it is an equality.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    Example t is independent of the weights that it meets, so the probability of a mistake there is
    the expected error of these weights; sum over t. Source: statement D-Thm, its online form;
    chapter 7.

    Examples
    --------
    >>> online_error(25.0, 1000)
    0.025
    """
    size, n = check_domain(size, "size", 0.0), check_domain(n, "n", 1.0)
    return _same(size / n)


def compression_error(
    size: ArrayLike,
    n: ArrayLike,
    delta: ArrayLike,
    *,
    empirical: ArrayLike = 0.0,
    constant: float = 5.0,
) -> float | Array:
    r"""Bound the error of what a selection scheme of fixed size makes of n examples.

    Parameters
    ----------
    size : float or array, >= 1
        q, the largest number of examples that the scheme keeps; at most n / 2.
    n : float or array
        Size of the sample.
    delta : float or array, 0 < delta < 1
        Probability with which the bound may fail.
    empirical : float or array, 0 <= empirical <= 1
        Error on the sample, L_S.
    constant : float, >= 5
        50 in the source; 5 is enough.

    Returns
    -------
    float or array
        :math:`L_S + \sqrt{\zeta L_S} + \zeta` with
        :math:`\zeta = c\,(q\ln(n/q) + \ln(1/\delta))/n`. It says nothing where it is 1 or more.

    Raises
    ------
    ValueError
        Outside those domains; with size near n the printed bound is false.

    Notes
    -----
    There are at most (e n / q)^q sets to keep. What is made of one of them is independent of the
    other examples, whose errors are a binomial draw; Bernstein's inequality and a union over the
    sets. Source: statement A-Thm4.1, with n >= 2 size (ERR-A15); chapter 7.

    Examples
    --------
    >>> compression_error(10, 10_000, 0.05)
    0.0360...
    """
    size, n, delta = _size_and_sample(size, n, delta)
    bad = np.broadcast_to((size < 1) | (2 * size > n), np.broadcast(size, n).shape)
    if bad.any():
        where = np.argmax(bad.ravel())
        first = [np.broadcast_to(a, bad.shape).ravel()[where] for a in (size, n)]
        raise ValueError(
            f"size must lie in [1, n / 2]; got size={first[0]:g} and n={first[1]:g}. Beyond n / 2 "
            f"the bound says nothing, or is false; consistent_error holds for all sizes below n."
        )
    empirical = check_domain(empirical, "empirical", 0.0, 1.0)
    check_domain(constant, "constant", 5.0)
    zeta = constant * (size * np.log(n / size) - np.log(delta)) / n
    return _same(empirical + np.sqrt(zeta * empirical) + zeta)


def consistent_error(size: ArrayLike, n: ArrayLike, delta: ArrayLike) -> float | Array:
    r"""Bound the error of what a selection scheme makes, when it errs nowhere on the sample.

    Parameters
    ----------
    size : float or array, 0 <= size < n
        q, the largest number of examples that the scheme keeps.
    n : float or array
        Size of the sample.
    delta : float or array, 0 < delta < 1
        Probability with which the bound may fail. For the size that was *observed* in the run use
        delta / n: every size 0, ..., n - 1 gets its share.

    Returns
    -------
    float or array
        :math:`(q\ln(en/q) + \ln(1/\delta)) / (n - q)`.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    If the error of what is made of one set exceeds L, all the other examples, at least n - q, are
    right with probability at most (1 - L)^(n - q) <= exp(-L (n - q)). There are at most (e n / q)^q
    sets. Source: statement A-Thm4.1, for L_S = 0; chapter 7.

    Examples
    --------
    >>> consistent_error(10, 10_000, 0.05)
    0.0082...
    """
    size, n, delta = _size_and_sample(size, n, delta)
    if (size >= n).any():
        raise ValueError("size must be smaller than n: no example is left to test what was made.")
    kept = np.maximum(size, 1e-300)  # 0 ln(e n / 0) = 0
    return _same((size * (1 + np.log(n / kept)) - np.log(delta)) / (n - size))


def perceptron_error(R: ArrayLike, eps: ArrayLike, n: ArrayLike, delta: ArrayLike) -> float | Array:
    r"""Bound the perceptron's error by the margin that samples have.

    Parameters
    ----------
    R : float or array, > 0
        Bound on the norms of all examples that may be drawn.
    eps : float or array, > 0
        A margin that a sample of n misses with probability less than delta / 2.
    n : float or array
        Size of the sample; more than (R / eps)^2.
    delta : float or array, 0 < delta < 1
        Probability with which the bound may fail.

    Returns
    -------
    float or array
        :math:`(1 + \ln\nu + \ln(2/\delta)) / (\nu - 1)` with
        :math:`\nu = n\varepsilon^2/R^2`.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    `consistent_error` with q = n / nu, since the perceptron keeps at most R^2 / eps^2 examples,
    and with half of delta. Source: statement A-Thm1.1, sharpened; chapter 7.

    Examples
    --------
    >>> perceptron_error(1.0, 0.1, 10_000, 0.05)
    0.0939...
    """
    nu, delta = _samples_per_mistake(R, eps, n, delta, ends="()")
    return _same((1 + np.log(nu) + np.log(2 / delta)) / (nu - 1))


def perceptron_error_printed(
    R: ArrayLike, eps: ArrayLike, n: ArrayLike, delta: ArrayLike, *, constant: float = 50.0
) -> float | Array:
    r"""Bound the perceptron's error by the margin that samples have, in the form of the source.

    Parameters
    ----------
    R, eps, n, delta : float or array
        As for `perceptron_error`; n may equal (R / eps)^2.
    constant : float, >= 5
        50 in the source; 5 is enough.

    Returns
    -------
    float or array
        :math:`c\,(\ln\nu + \ln(2/\delta)) / \nu` with
        :math:`\nu = n\varepsilon^2/R^2`.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    `compression_error` with q = R^2 / eps^2 and half of delta, where it is less than 1. Source:
    statement A-Thm1.1, with its missing hypotheses norm(x) <= R and nu >= 1 (ERR-A14); chapter 7.

    Examples
    --------
    >>> perceptron_error_printed(1.0, 0.1, 10_000, 0.05)
    4.147...
    """
    nu, delta = _samples_per_mistake(R, eps, n, delta, ends="[)")
    check_domain(constant, "constant", 5.0)
    return _same(constant * (np.log(nu) + np.log(2 / delta)) / nu)


def svm_error(R: ArrayLike, eps: ArrayLike, n: ArrayLike, delta: ArrayLike) -> float | Array:
    r"""Bound the error of the separator of best margin, for a population with that margin.

    Parameters
    ----------
    R : float or array, > 0
        Bound on the norms of all examples that may be drawn.
    eps : float or array, > 0
        Margin that some unit vector has on all of them.
    n : float or array, >= 1
        Size of the sample.
    delta : float or array, 0 < delta < 1
        Probability with which the bound may fail.

    Returns
    -------
    float or array
        :math:`2R/(\varepsilon\sqrt n) + \sqrt{2\ln(2/\delta)/n}`.

    Raises
    ------
    ValueError
        Outside those domains.

    Notes
    -----
    Not proved in this book: Shalev-Shwartz and Ben-David 2014, theorem 15.4, by Rademacher
    complexity. Source: statement A-Rem-SVM; chapter 7.

    Examples
    --------
    >>> svm_error(1.0, 0.1, 10_000, 0.05)
    0.227...
    """
    R, eps = _radius_and_margin(R, eps)
    n, delta = check_domain(n, "n", 1.0), check_domain(delta, "delta", 0.0, 1.0, ends="()")
    return _same(2 * R / (eps * np.sqrt(n)) + np.sqrt(2 * np.log(2 / delta) / n))


def _size_and_sample(size: ArrayLike, n: ArrayLike, delta: ArrayLike) -> tuple[Array, Array, Array]:
    return (
        check_domain(size, "size", 0.0),
        check_domain(n, "n", 1.0),
        check_domain(delta, "delta", 0.0, 1.0, ends="()"),
    )


def _samples_per_mistake(
    R: ArrayLike, eps: ArrayLike, n: ArrayLike, delta: ArrayLike, *, ends: str
) -> tuple[Array, Array]:
    """Return nu = n eps^2 / R^2, at least 1, and delta."""
    R, eps = _radius_and_margin(R, eps)
    nu = check_domain(n, "n", 1.0) * (eps / R) ** 2
    check_domain(nu, "n eps^2 / R^2", 1.0, ends=ends)
    return nu, check_domain(delta, "delta", 0.0, 1.0, ends="()")


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
    bad = np.atleast_1d(eps > R * (1 + 1e-12))  # they may be equal, but for rounding
    if bad.any():
        where = tuple(int(i) for i in np.argwhere(bad)[0])
        first = [np.broadcast_to(a, bad.shape)[where] for a in (eps, R)]
        at = f" at index {where[0] if len(where) == 1 else where}" if bad.size > 1 else ""
        raise ValueError(
            f"eps must be at most R, as every margin is; "
            f"got eps={first[0]:g} and R={first[1]:g}{at}."
        )
    return R, eps


def _same(values: Array) -> float | Array:
    """Give a float for floats, an array for arrays."""
    return float(values) if np.ndim(values) == 0 else values


def _whole(values: Array) -> int | Array:
    """Round up to integers: an int for a float, an array for an array."""
    up = np.ceil(values)
    return int(up) if np.ndim(up) == 0 else up.astype(np.int64)
