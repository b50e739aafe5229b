r"""What Cover's number says of new examples, and the capacity that a margin leaves.

.. math:: \operatorname{err}(w) \le \frac2n \log_2 \frac{2\,C(2n, N+1)}{\delta}, \qquad
          a(\gamma) = 1 \Big/ \int_{-\gamma}^\infty (t+\gamma)^2 \varphi(t)\,dt
"""

from __future__ import annotations

from math import log2
from typing import Annotated

import numpy as np

from .._validate import Floats, domain
from .cover import cover_count


@domain
def uniform_error(
    n: Annotated[int, "[1, inf)"],
    N: Annotated[int, "[1, inf)"],
    delta: Annotated[float, "(0, 1)"],
) -> float:
    r"""Bound the error of every w that makes no mistake on n examples, all at once.

    It is :math:`\frac2n \log_2 (2\,C(2n, N+1)/\delta)`. It says nothing where it is 1 or more.

    Draw n examples more. A w with a larger error makes at least n/2 times that error of mistakes
    among the new ones, with probability one half. If each old example may change places with a new
    one, by a coin, all those mistakes fall among the new ones with probability 2^-k; and 2n
    examples have at most C(2n, N + 1) patterns of mistakes. Source: after Vapnik and
    Chervonenkis (1971); chapter 6.

    Parameters
    ----------
    n, N : int, >= 1.  Examples, and weights: count the bias as one.
    delta : float, 0 < delta < 1.  Probability with which the bound may fail.

    Examples
    --------
    >>> uniform_error(1000, 10, 0.05)
    0.188...
    """
    return 2 / n * (1 + log2(cover_count(2 * n, N + 1)) - log2(delta))


@domain
def capacity(gamma: Annotated[Floats, "[0, inf)"]) -> Floats:
    r"""Return the number of Gaussian examples per weight that can have a margin, in the limit.

    Their coordinates are standard normal and their labels arbitrary. With a margin of 0 the answer
    is Cover's 2; if there are more examples, the probability that some unit vector gives each of
    them a score of at least gamma tends to 0 as the number of weights grows.

    The integral is :math:`(1+\gamma^2)\,\Phi(\gamma) + \gamma\,\varphi(\gamma)`. Source:
    Gardner (1988); the upper half from Gordon (1988), after Stojnic; chapter 6.

    Parameters
    ----------
    gamma : float or array, >= 0.  The margin; the examples are about sqrt(N) long.

    Examples
    --------
    >>> capacity(0.0)
    2.0
    >>> capacity(1.0)
    0.519...
    """
    from scipy.special import ndtr  # slow to import

    density = np.exp(-0.5 * np.square(gamma)) / np.sqrt(2 * np.pi)
    return 1 / ((1 + np.square(gamma)) * ndtr(gamma) + gamma * density)
