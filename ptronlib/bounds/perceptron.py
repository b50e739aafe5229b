r"""Novikoff's bound on the updates of the perceptron, from another start than 0, or with a bias.

.. math:: w_0\cdot w_* + T\varepsilon \le w_T\cdot w_* \le \|w_T\| \le \sqrt{\|w_0\|^2 + R^2\,T}

From 0 it is `updates_constant` with beta = 0, in `thresholds`, beside the margin.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .._validate import Floats, check_domain, domain
from .promises import at_most_count


@domain
@at_most_count
def updates_from(
    start: Annotated[Floats, "[0, inf)"],
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
    *,
    cosine: Floats = -1.0,
) -> Floats:
    r"""Bound from above the number of updates of the perceptron from weights other than 0.

    It is :math:`R^2/\varepsilon^2 + 2\,\mathrm{start}/\varepsilon` for the cosine -1, else less.

    With p = w_0 . w_star = start cosine, progress is at least p + t eps and the squared length at
    most start^2 + t R^2, so (p + T eps)^2 <= start^2 + T R^2 as soon as p + T eps >= 0: T is at
    most the larger root. Source: statements E-(24) to E-(33), mended (ERR-E9); chapter 2.

    Parameters
    ----------
    start : float or array, >= 0
        Norm of the first weights, divided by the step eta if it is not 1.
    R, eps : float or array, 0 < eps <= R
        R is the largest norm of an example, eps the best margin of the sample.
    cosine : float or array, in [-1, 1]
        Of the angle between the first weights and w_star; -1 is the worst.

    Examples
    --------
    >>> updates_from(50.0, 1.0, 1.0), updates_from(50.0, 1.0, 1.0, cosine=1.0)
    (101.0, 0.0)
    """
    rounding = 1e-12  # a cosine computed from two vectors may lie a little beyond 1
    cosine = check_domain(cosine, "cosine", -1.0 - rounding, 1.0 + rounding).clip(-1.0, 1.0)
    half = R**2 - 2 * eps * start * cosine
    across = start * np.sqrt(1 - cosine**2)
    root = np.hypot(half, 2 * eps * across)
    negative = half < 0  # there the difference of the two would lose its digits
    small = 2 * across**2 / np.where(negative, root - half, 1.0)
    return np.where(negative, small, (half + root) / (2 * eps**2))


@domain
@at_most_count
def updates_affine(
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, inf)"],
    *,
    bias: Annotated[Floats, "[0, inf)"] = 1.0,
    scale: Annotated[Floats, "(0, inf)"] = 1.0,
) -> Floats:
    r"""Bound from above the number of updates when a bias is learned as the weight of a constant.

    It is :math:`(R^2 + c^2)(1 + b^2/c^2)/\varepsilon^2`.

    In the lifted space (w_star, b_star / c) has length at most sqrt(1 + bias^2 / c^2) and an
    example at most sqrt(R^2 + c^2): there it is `updates_constant` with beta = 0. Where both labels
    occur, abs(b_star) <= R can be assumed. Source: statement C-Thm; chapters 1, 2.

    Parameters
    ----------
    R : float or array, > 0.  Largest norm of an example, the constant not counted.
    eps : float or array, > 0.  Margin y (w_star . x + b_star) >= eps of some unit w_star.
    bias : float or array, >= 0.  Bound on abs(b_star); the theorem is false without one.
    scale : float or array, > 0.  The constant c that `lift` appends.

    Examples
    --------
    >>> updates_affine(3.0, 0.5), updates_affine(1001.0, 1.0, bias=1000.0)
    (80.0, 1002003002002.0)
    """
    return (R**2 + scale**2) * (1 + (bias / scale) ** 2) / eps**2


@domain
@at_most_count
def updates_multiclass(
    R: Annotated[Floats, "(0, inf)"], gamma: Annotated[Floats, "(0, inf)"]
) -> Floats:
    r"""Bound from above the mistakes of the multiclass perceptron, in whatever order.

    It is :math:`2R^2/\gamma^2`.

    It has a weight vector for each class, and on a mistake adds x to that of the right class and
    takes it from that of the one preferred. This is the perceptron on matrices Z with the rows x
    and -x, of squared norm 2 norm(x)^2. Source: statement N-thm-c10-multiclass; chapter 10.

    Parameters
    ----------
    R : float or array, > 0.  The largest norm of an example.
    gamma : float or array, > 0
        By how much some matrix of Frobenius norm 1 has a higher score for the right class than for
        any other, on every example.

    Examples
    --------
    >>> updates_multiclass(1.0, 0.1)
    200.0
    """
    return 2 * R**2 / gamma**2
