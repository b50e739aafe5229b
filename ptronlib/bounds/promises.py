"""Rounding a bound to the side of its promise, so that what it bounds can be compared with it.

A formula in floating point is off by some units in the last place, to either side; a bound that is
met exactly would then be broken by its own rounding. So "at most" is rounded up and "at least"
down, by 8 + 2 abs(ln(bound)) units, of which the logarithm is for powers. A count, of updates say,
is whole: what lies so near to a whole number is that number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import numpy as np

from .._validate import Floats

P = ParamSpec("P")
UNIT = 2.0**-52
Decorator = Callable[[Callable[P, Floats]], Callable[P, Floats]]


def slack(value: Floats) -> Floats:
    """Return what rounding may have moved a bound by, at most."""
    size = np.abs(value)
    with np.errstate(divide="ignore", invalid="ignore"):
        units = 8 + 2 * np.abs(np.log(size))
        return np.where((size > 0) & np.isfinite(size), units * UNIT * size, 0.0)


def _rounded(to_side: Callable[[Floats], Floats]) -> Decorator:
    """Make a decorator that rounds what a function returns."""

    def decorate(bound: Callable[P, Floats]) -> Callable[P, Floats]:
        @wraps(bound)
        def promised(*args: P.args, **kwargs: P.kwargs) -> Floats:
            return to_side(bound(*args, **kwargs))

        return promised

    return decorate


def _count(value: Floats) -> Floats:
    """Round a count up, but for what is whole up to rounding."""
    more = slack(value)
    with np.errstate(invalid="ignore"):  # infinity is no farther from itself
        whole = np.abs(value - np.rint(value)) <= more
    return np.where(whole, np.rint(value), value + more)


at_most = _rounded(lambda value: value + slack(value))
at_least = _rounded(lambda value: value - slack(value))
at_most_count = _rounded(_count)
