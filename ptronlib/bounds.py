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
    occur, abs(b_star) <= R can be assumed. Source: statement C-Thm; chapter 1.

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
