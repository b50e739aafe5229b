r"""Error that a margin allows: what is left of a compression once its size is at most (R / eps)^2.

.. math:: \nu = n\,\varepsilon^2 / R^2
"""

from __future__ import annotations

import numpy as np

from .._domain import Floats, domain
from .._validate import check_domain


@domain(R="(0, inf)", eps="(0, R]", n="[1, inf)", delta="(0, 1)")
def perceptron_error(R: Floats, eps: Floats, n: Floats, delta: Floats) -> Floats:
    r"""Bound the perceptron's error by the margin that samples have.

    Parameters
    ----------
    R : float or array, > 0
        Bound on the norms of all examples that may be drawn.
    eps : float or array, 0 < eps <= R
        A margin that a sample of n misses with probability less than delta / 2.
    n : float or array
        Size of the sample; more than (R / eps)^2.
    delta : float or array, 0 < delta < 1
        Probability with which the bound may fail.

    Returns
    -------
    float or array
        :math:`(1 + \ln\nu + \ln(2/\delta)) / (\nu - 1)` with :math:`\nu = n\varepsilon^2/R^2`.

    Notes
    -----
    `consistent_error` with q = n / nu, since the perceptron keeps at most R^2 / eps^2 examples,
    and with half of delta. Source: statement A-Thm1.1, sharpened; chapter 7.

    Examples
    --------
    >>> perceptron_error(1.0, 0.1, 10_000, 0.05)
    0.0939...
    """
    nu = _examples_per_update(R, eps, n, ends="()")
    return (1 + np.log(nu) + np.log(2 / delta)) / (nu - 1)


@domain(R="(0, inf)", eps="(0, R]", n="[1, inf)", delta="(0, 1)", constant="[5, inf)")
def perceptron_error_printed(
    R: Floats, eps: Floats, n: Floats, delta: Floats, *, constant: Floats = 50.0
) -> Floats:
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
        :math:`c\,(\ln\nu + \ln(2/\delta)) / \nu` with :math:`\nu = n\varepsilon^2/R^2`.

    Notes
    -----
    `compression_error` with q = R^2 / eps^2 and half of delta, where it is less than 1. Source:
    statement A-Thm1.1, with its missing hypotheses norm(x) <= R and nu >= 1 (ERR-A14); chapter 7.

    Examples
    --------
    >>> perceptron_error_printed(1.0, 0.1, 10_000, 0.05)
    4.147...
    """
    nu = _examples_per_update(R, eps, n, ends="[)")
    return (np.log(nu) + np.log(2 / delta)) / nu * constant


@domain(R="(0, inf)", eps="(0, R]", n="[1, inf)", delta="(0, 1)")
def svm_error(R: Floats, eps: Floats, n: Floats, delta: Floats) -> Floats:
    r"""Bound the error of the separator of best margin, for a population with that margin.

    Parameters
    ----------
    R, n, delta : float or array, R > 0, n >= 1, 0 < delta < 1
        As for `perceptron_error`.
    eps : float or array, 0 < eps <= R
        Margin that some unit vector has on all examples that may be drawn.

    Returns
    -------
    float or array
        :math:`2R/(\varepsilon\sqrt n) + \sqrt{2\ln(2/\delta)/n}`.

    Notes
    -----
    Not proved in this book: Shalev-Shwartz and Ben-David 2014, theorem 15.4, by Rademacher
    complexity. Source: statement A-Rem-SVM; chapter 7.

    Examples
    --------
    >>> svm_error(1.0, 0.1, 10_000, 0.05)
    0.227...
    """
    return 2 * R / (eps * np.sqrt(n)) + np.sqrt(2 * np.log(2 / delta) / n)


def _examples_per_update(R: Floats, eps: Floats, n: Floats, *, ends: str) -> Floats:
    """Return nu = n eps^2 / R^2, at least 1."""
    nu = n * (eps / R) ** 2
    nu = np.where(np.abs(nu - 1) < 1e-12, 1.0, nu)  # n eps^2 is R^2, but for rounding
    return check_domain(nu, "n eps^2 / R^2", 1.0, ends=ends)
