r"""Updates of the cosine perceptron, and how often it must start afresh.

.. math:: \cos(w_T, w_*) \ge \cos(w_0, w_*)\,(1 - \sigma^2)^{-T/2}
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .._validate import Floats, domain
from .promises import at_least, at_most_count


@domain
@at_most_count
def updates_cosine(
    sigma: Annotated[Floats, "(0, 1)"], cosine: Annotated[Floats, "(0, 1]"]
) -> Floats:
    r"""Bound from above the number of updates of the cosine perceptron from a given start.

    It is :math:`2\ln(1/c)\,/\,\ln(1/(1-\sigma^2))`, which is at most ln(d) / sigma**2 when
    :math:`c = 1/\sqrt d`.

    An update never lowers w . w_star and multiplies norm(w)^2 by at most 1 - sigma^2, so after t of
    them 1 >= cos(w, w_star) >= c (1 - sigma^2)^(-t/2). Source: statement B-Thm2.1; chapter 5.

    Parameters
    ----------
    sigma : float or array, 0 < sigma < 1.  Update while some cosine is <= -sigma.
    cosine : float or array, 0 < cosine <= 1
        Of the angle between the start and some w_star with no negative score; 1 / sqrt(d) for a
        good random start in d dimensions.

    Examples
    --------
    >>> updates_cosine(0.6, 0.5), updates_cosine(0.1, 1 / np.sqrt(12))
    (3.106..., 247.246...)
    """
    return 2 * np.log(cosine) / np.log1p(-(sigma**2)) + 0.0  # 0 rather than -0 at cosine = 1


@domain
@at_least
def good_start(d: Annotated[Floats, "[1, inf)"]) -> Floats:
    r"""Return the probability that a random direction has a cosine of at least 1/sqrt(d) to w_star.

    It is :math:`\tfrac12 P[B \ge 1/d]` for a Beta(1/2, (d - 1)/2) variable B, the square of the
    cosine; 1/2 for d = 1. It falls with d to 0.1586..., and so exceeds 1/8.

    By symmetry the cosine is <= -1/sqrt(d) with the same probability. Source: statement B-CapProb;
    chapter 5.

    Parameters
    ----------
    d : int or array of ints, >= 1.  Dimension.

    Examples
    --------
    >>> good_start(2), good_start(np.array([3, 1000]))
    (0.25, array([0.211..., 0.158...]))
    """
    from scipy.special import betainc  # slow to import

    if np.any(d != np.round(d)):
        raise ValueError(f"d must be a whole number of dimensions; got {d}.")
    several = np.maximum(d, 2.0)
    return np.where(d == 1, 0.5, 0.5 * betainc((several - 1) / 2, 0.5, 1 - 1 / several))


@domain
def restart_rounds(
    delta: Annotated[Floats, "(0, 1)"], success: Annotated[Floats, "(0, 1)"] = 0.125
) -> Floats:
    r"""Return how many independent rounds fail all together with probability at most delta.

    It is :math:`\lceil \ln(1/\delta)/\ln(1/(1-p)) \rceil`, a whole number.

    (1 - p)^k <= delta. For p = 1/8 the base of the logarithm is 8/7, not 4/3 (ERR-B5). Source:
    statement B-Cor2.2; chapter 5.

    Parameters
    ----------
    delta : float or array, 0 < delta < 1.  Probability of failure that is allowed.
    success : float or array, 0 < success < 1.  At most the probability that one round succeeds.

    Examples
    --------
    >>> restart_rounds(0.01), restart_rounds(0.01, 0.25)
    (35.0, 17.0)
    """
    rounds = np.log(delta) / np.log1p(-success)
    return np.ceil(rounds * (1 - 1e-12))  # what is whole but for rounding is not rounded up
