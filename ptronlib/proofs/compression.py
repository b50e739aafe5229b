r"""The proofs that few examples cannot fit many by luck, with and without stability.

.. math:: \binom{2q}{q} \le 4^q, \qquad q \lfloor n/2q \rfloor \ge n/2 - q
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from math import comb, log
from typing import Annotated

import numpy as np

from .._validate import Array, Floats, domain
from ..bounds import consistent_error, stable_error
from .inequality import Inequality, line


@domain
def selection(
    n: Annotated[int, "[2, 2000]"], delta: Annotated[float, "(0, 1)"]
) -> tuple[Inequality, ...]:
    r"""Evaluate the proofs of the two bounds on schemes that are right on their sample.

    With a value for each size q = 0, 1, ..., below n the number of sets of at most q examples and
    the union over them; below n / 2 the choices of q blocks out of 2q, the examples in the others,
    and the union over these choices. A union is stated for the error theta that `consistent_error`
    or `stable_error` gives, or for 1. Numbers of sets, choices and unions are given by their
    logarithms. Source: chapter 7.

    Parameters
    ----------
    n : int, 2 <= n <= 2,000.  Size of the sample.
    delta : float, 0 < delta < 1.  Probability of failure.

    Examples
    --------
    >>> selection(100, 0.05)[-1]
    Inequality(eq-c7-union: holds for all 50 sizes)
    """
    q = np.arange(n)
    most, errs = q * (1 + np.log(n / np.maximum(q, 1))), consistent_error(q, n, delta)
    sets = np.array([log(s) for s in accumulate(comb(n, j) for j in q.tolist())])
    few = q[2 * q < n]
    choices = np.array([log(comb(2 * k, k)) for k in few.tolist()])
    rest = np.where(few > 0, few * (n // np.maximum(2 * few, 1)), n)
    passed = choices + rest * _passed(stable_error(few, n, delta))
    theta = r"\sum_{j\leq q}\binom nj\,(1-\theta)^{n-q} \leq \delta"
    union = r"\binom{2q}{q}(1-\theta)^{q\lfloor n/2q\rfloor} \leq \delta"
    each = partial(line, over="sizes")
    return (
        each("eq-c7-sets", r"\sum_{j\leq q}\binom nj \leq (en/q)^q", sets, most),
        each("eq-c7-theta", theta, sets + (n - q) * _passed(errs), log(delta)),
        each("eq-c7-choices", r"\binom{2q}{q} \leq 4^q", choices, few * log(4)),
        each("eq-c7-rest", r"n/2-q \leq q\lfloor n/2q\rfloor", n / 2 - few, rest),
        each("eq-c7-union", union, passed, log(delta)),
    )


def _passed(error: Floats) -> Array:
    """Return the logarithm of the probability to pass one test with an error of at least this."""
    with np.errstate(divide="ignore"):  # an error of 1 is always noticed
        return np.log1p(-np.minimum(error, 1.0))
