r"""How a stretch widens the margin, and how many random starts that takes.

.. math:: \varepsilon' \ge \varepsilon\,\frac{1-\sigma}{\sqrt{1+3\sigma^2}}
          \Big(1 - \tfrac34 c^2 + \tfrac12 c\,\varepsilon + \tfrac14\varepsilon^2\Big)^{-1/2}
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .._validate import Floats, domain
from .promises import at_least, at_most


@domain
@at_least
def margin_stretched(
    sigma: Annotated[Floats, "(0, 1)"],
    cosine: Annotated[Floats, "(-1, 1]"],
    eps: Annotated[Floats, "(0, 1]"],
) -> Floats:
    r"""Bound from below the best margin after space was stretched along w.

    It is that of the examples z + (w . z) w, divided by their lengths.

    With a = w . z and a_star = w . w_star, which is `cosine`, the vector
    w_star + (eps - a_star) w / 2 has the score z . w_star + eps a, at least eps (1 + a), on an
    example whose new length is sqrt(1 + 3 a^2); the second root is its own length.
    Source: our own, after Dunagan and Vempala; chapter 5.

    Parameters
    ----------
    sigma : float or array, 0 < sigma < 1
        No example of length 1 has a cosine of -sigma or less to w.
    cosine : float or array, -1 < cosine <= 1.  Of the angle between w and w_star.
    eps : float or array, 0 < eps <= 1.  The best margin before, that of w_star.

    Examples
    --------
    >>> margin_stretched(0.01, 0.5, 0.1)
    0.108...
    """
    length2 = 1 - 0.75 * cosine**2 + 0.5 * cosine * eps + 0.25 * eps**2
    return eps * (1 - sigma) / np.sqrt((1 + 3 * sigma**2) * length2)


@domain
@at_most
def rescaling_starts(d: Annotated[Floats, "[1, inf)"], eps: Annotated[Floats, "(0, 1]"]) -> Floats:
    r"""Bound from above the expected number of starts of the rescaled perceptron.

    It is :math:`60\,d\,\ln(1/\varepsilon)`; each start is followed by at most ln(d) / sigma^2
    updates of the cosine perceptron, sigma = 1 / (32 d), and 256 d of the perceptron.

    A start is good with probability at least 0.15. Then ln(eps) grows by 0.32 / d, else it falls by
    at most 0.035 / d; on average it grows by 1 / (60 d), and it never exceeds 0. Source: our own,
    after Dunagan and Vempala; chapter 5.

    Parameters
    ----------
    d : int or array of ints, >= 1.  Dimension.
    eps : float or array, 0 < eps <= 1.  Best margin of the examples, divided by their lengths.

    Examples
    --------
    >>> rescaling_starts(12, 3.1e-4)
    5816.8...
    """
    return 60 * d * np.log(1 / eps)
