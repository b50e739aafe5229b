r"""Updates and margin with a fixed threshold: from any start, with a bias.

.. math:: T\varepsilon \le w_T\cdot w_* \le \|w_T\| \le \sqrt{(2\beta + R^2)\,T}
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._validate import Array, check_domain, check_length
from ._domain import check_radius_and_margin, fitting, unwrap


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
    ValueError, TypeError
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
    R, eps = check_radius_and_margin(R, eps)
    with fitting(beta=beta, R=R, eps=eps):
        return unwrap((2 * beta + R**2) / eps**2)


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
    ValueError, TypeError
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
    R, eps = check_radius_and_margin(R, eps)
    with fitting(beta=beta, R=R, eps=eps):
        share = beta / (2 * beta + R**2)  # of eps; in this order it stays finite
        # A share among the smallest doubles has lost digits; 2 beta is nothing beside R^2 there.
        return unwrap(np.where(share < 1e-290, (beta / R) * (eps / R), share * eps))


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
    ValueError, TypeError
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
    start = check_length(start, "start", ends="[)")
    hair = 1e-12  # a cosine computed from two vectors may be rounded past 1
    cosine = np.clip(check_domain(cosine, "cosine", -1.0 - hair, 1.0 + hair), -1.0, 1.0)
    R, eps = check_radius_and_margin(R, eps)
    with fitting(start=start, R=R, eps=eps, cosine=cosine):
        half = R**2 - 2 * eps * start * cosine
        across = start * np.sqrt(1 - cosine**2)
        root = np.hypot(half, 2 * eps * across)
        ahead = half < 0  # there the difference of the two would lose its digits
        small = 2 * across**2 / np.where(ahead, root - half, 1.0)
        return unwrap(np.where(ahead, small, (half + root) / (2 * eps**2)))


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
    ValueError, TypeError
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
    R, eps = check_length(R, "R"), check_length(eps, "eps")
    bias = check_length(bias, "bias", ends="[)")
    scale = check_length(scale, "scale")
    with fitting(R=R, eps=eps, bias=bias, scale=scale):
        plain = (R**2 + scale**2) * (1 + (bias / scale) ** 2) / eps**2
        careful = (np.hypot(R, scale) / eps * np.hypot(1, bias / scale)) ** 2  # but rounded more
        return unwrap(np.where(np.isfinite(plain), plain, careful))
