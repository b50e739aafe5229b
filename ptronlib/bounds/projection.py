r"""How many robust concepts there are, and how few dimensions hold them all.

.. math:: \Bigl(2(n + 1)\Bigr)^{R^2/\varepsilon^2}
"""

from __future__ import annotations

from math import ceil, log
from typing import Annotated

import numpy as np

from .._validate import Floats, check_domain, domain
from .promises import at_most_count


@domain
@at_most_count
def count_eps_partitions(
    n: Annotated[int, "[1, inf)"],
    eps: Annotated[Floats, "(0, R]"],
    *,
    R: Annotated[Floats, "(0, inf)"] = 1.0,
) -> Floats:
    r"""Bound from above the number of labelings of n points that have a margin of eps or more.

    It is :math:`(2(n + 1))^{R^2/\varepsilon^2}`; infinity where that leaves the floats.

    The perceptron separates each in m <= R^2 / eps^2 updates, so its last w is a sum of m signed
    points, and w determines the labeling. Each of the m places holds one of n points with a sign,
    or nothing. `count_descriptions` counts the sums themselves and is sharper. Source: statement
    A-Thm1.2; chapter 8.

    Parameters
    ----------
    n : int, >= 1.  Points.
    eps : float or array, 0 < eps <= R.  Margin through the origin.
    R : float or array, > 0.  Largest norm of a point.

    Examples
    --------
    >>> count_eps_partitions(4, 0.5)
    10000.0
    """
    return np.float64(2 * (n + 1)) ** (R / eps) ** 2


@domain
def count_descriptions(n: Annotated[int, "[1, inf)"], length: Annotated[int, "[0, inf)"]) -> int:
    r"""Count the sums of at most `length` signed points out of n, as combinations: exactly.

    It is :math:`\sum_j 2^j \binom{n}{j}\binom{\mathrm{length}}{j}`, a Delannoy number; at most
    (2n + 1)^length. It bounds the number of eps-partitions too.

    A sum without cancelling terms is a vector of n integers whose sizes add up to at most `length`.
    With j of them not 0 there are C(n, j) places, 2^j signs, and C(length, j) ways to write at most
    `length` as a sum of j positive integers. Source: statement A-Thm1.2, sharpened; chapter 8.

    Parameters
    ----------
    n : int, >= 1.  Points.
    length : int, >= 0.  Most summands, such as the floor of R^2 / eps^2.

    Examples
    --------
    >>> count_descriptions(4, 4), (2 * 4 + 1) ** 4
    (321, 6561)
    """
    total = term = 1
    for j in range(min(n, length)):
        term = term * 2 * (n - j) * (length - j) // (j + 1) ** 2
        total += term
    return total


@domain
@at_most_count
def count_separators(
    k: Annotated[int, "[1, inf)"],
    eps: Annotated[Floats, "(0, R]"],
    *,
    R: Annotated[Floats, "(0, inf)"] = 1.0,
) -> Floats:
    r"""Bound from above the number of eps-partitions of any points in few dimensions.

    It is :math:`(1 + R/\varepsilon)^k`, however many points there are; infinity where that leaves
    the floats.

    Unit vectors that realise two of them give some point scores of opposite signs, both of size
    eps or more, so they are 2 eps / R or more apart. Balls of radius eps / R around them are
    disjoint and lie in a ball of radius 1 + eps / R. Source: chapter 8; not in the sources of the
    book.

    Parameters
    ----------
    k : int, >= 1.  Dimension.
    eps : float or array, 0 < eps <= R.  Margin through the origin.
    R : float or array, > 0.  Largest norm of a point.

    Examples
    --------
    >>> count_separators(2, 0.25)
    25.0
    """
    return (1.0 + R / eps) ** np.float64(k)


@domain
def jl_dimension(
    n: Annotated[int, "[1, inf)"],
    distortion: Annotated[Floats, "(0, 1]"],
    delta: Annotated[Floats, "(0, 1)"],
) -> Floats:
    r"""Find a dimension in which a Gaussian map keeps all inner products of n points.

    It is the least integer k with :math:`k \ge \ln(2n^2/\delta)/(\tau^2/4 - \tau^3/6)`, whatever d.

    With entries N(0, 1/k), norm(Av)^2 / norm(v)^2 is a chi-square over k: it leaves 1 -+ tau with
    probability at most 2 exp(-k (tau^2/4 - tau^3/6)). Ask this of the n^2 vectors x_i and
    x_i +- x_j; then 4 x.y = norm(x+y)^2 - norm(x-y)^2. Source: statement A-Lem5.1, with the scale
    that is missing there (ERR-A18); chapter 8.

    Parameters
    ----------
    n : int, >= 1.  Points, of norm at most 1.
    distortion : float or array, in (0, 1]
        Largest error of an inner product; for points of norm at most R, in units of R^2.
    delta : float or array, in (0, 1).  Probability of failure.

    Examples
    --------
    >>> jl_dimension(100, 0.5, 0.1)
    293
    """
    rate = distortion**2 / 4 - distortion**3 / 6
    return _round_up((2 * np.log(n) + np.log(2 / delta)) / rate)


@domain
def simultaneous_dimension(
    n: Annotated[int, "[1, inf)"],
    eps: Annotated[float, "(0, R]"],
    delta: Annotated[float, "(0, 1)"],
    *,
    R: Annotated[float, "(0, inf)"] = 1.0,
) -> int:
    r"""Find a dimension in which a Gaussian map keeps every robust concept.

    It is the least integer :math:`k \ge 24 \ln(D/\delta)` with D = `count_descriptions(n, m)` and
    :math:`m = \lceil 40 R^2/\varepsilon^2\rceil`, at most of order
    log(n) R^2 / eps^2 + log(1 / delta).

    With probability 1 - delta, for all 2^n labelings at once: margin eps in X gives eps / 2 in AX,
    and eps / 2 in AX gives eps / 4 in X. Near every point of every hull, before the map or after
    it, there is an average of m signed points of this hull, so that it is enough to keep the
    squared norms of these averages up to one half; there are D of them. Source: statement
    A-Thm1.4, mended (ERR-A19) and with the square in place of the fourth power; chapter 8.

    Parameters
    ----------
    n : int, >= 1.  Points.
    eps : float, 0 < eps <= R.  Margin of the concepts.
    delta : float, in (0, 1).  Probability of failure.
    R : float, > 0.  Largest norm of a point.

    Examples
    --------
    >>> simultaneous_dimension(10, 0.5, 0.1)
    1078
    """
    averages = count_descriptions(n, ceil(40 * (R / eps) ** 2))
    return ceil(24 * (log(averages) - log(delta)))


@domain
def simultaneous_dimension_width(
    n: Annotated[int, "[1, inf)"],
    eps: Annotated[Floats, "(0, R]"],
    delta: Annotated[Floats, "(0, 1)"],
    *,
    R: Annotated[Floats, "(0, inf)"] = 1.0,
) -> Floats:
    r"""Find a dimension in which a Gaussian map keeps every robust concept, by Gordon's theorem.

    It is the least :math:`k \ge (4\sqrt{2\ln 2n}\,R/\varepsilon + 2\sqrt{2\ln(2/\delta)})^2`, of
    order log(n) R^2 / eps^2 + log(1 / delta).

    The same conclusion as `simultaneous_dimension`. The points v of all hulls of signed examples
    lie in the hull of the points x_i and -x_i, whose Gaussian width is at most R sqrt(2 ln 2n).
    Gordon: norm(Av) >= norm(v) / 2 for all of them with norm(v) >= eps; Chevet: norm(Av) < eps / 2
    for all with norm(v) <= eps / 4. Source: chapter 8; not in the sources of the book.

    Parameters
    ----------
    n, eps, delta, R.  As for `simultaneous_dimension`; all but n may be arrays.

    Examples
    --------
    >>> simultaneous_dimension_width(10, 0.5, 0.1)
    600
    """
    width = np.sqrt(2 * np.log(2 * n))
    root = 4 * width * (R / eps) + 2 * np.sqrt(2 * np.log(2 / delta))
    return _round_up(root**2)


def _round_up(k: Floats) -> Floats:
    """Return a dimension as an integer; beyond 2^53 floats are not exact."""
    return check_domain(np.ceil(k), "The dimension", 1.0, 2.0**53).astype(np.int64)
