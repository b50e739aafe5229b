"""The domain of a function: an interval for each number, checked before the function is called."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from inspect import cleandoc, signature
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._validate import MAX_INTEGER, Array, check_count, check_domain, check_real, check_rng

Floats: TypeAlias = float | NDArray[Any]
P = ParamSpec("P")
T = TypeVar("T")
RAISES = """Raises
------
ValueError, TypeError.  An argument is not as described above.
"""
SECTION = re.compile(r"^(?:Raises\n------\n|(?=(?:Notes\n-----|Examples\n--------)\n))", re.M)


def domain(**intervals: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Check the numbers that a function is given, and document the error.

    An interval reads like "[0, inf)"; it may end at an argument named before: eps="(0, R]". What is
    annotated `int` must be a whole number in it, `float` one number (which None is let through as
    the default of), and the rest an array of numbers. An `rng` must be a generator. What the
    function returns without an axis comes back as a float.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        parameters = signature(function)
        kinds = {name: str(p.annotation) for name, p in parameters.parameters.items()}

        @wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> T:
            given = parameters.bind(*args, **kwargs)
            given.apply_defaults()
            for name, interval in intervals.items():
                if given.arguments[name] is not None or "None" not in kinds[name]:
                    given.arguments[name] = _check(given.arguments, name, interval, kinds[name])
            if "rng" in kinds and "None" not in kinds["rng"]:
                check_rng(given.arguments["rng"], f"which {function.__name__} draws with")
            with np.errstate(over="ignore"):  # a bound beyond the floats is infinite
                value = function(*given.args, **given.kwargs)
            if isinstance(value, np.ndarray | np.generic) and not value.ndim:
                return value.item()
            return value

        text = cleandoc(function.__doc__ or "")
        checked.__doc__ = SECTION.sub(lambda head: RAISES + "\n" * (not head[0]), text, count=1)
        return checked

    return decorate


def refuse(bad: bool | NDArray[np.bool_], rule: str, **values: Floats) -> None:
    """Raise for the first place where `bad` is true, with the values that break the rule there."""
    if np.any(bad):
        k, shape = int(np.argmax(bad)), np.shape(bad)
        got = (f"{name}={np.broadcast_to(v, shape).flat[k]:g}" for name, v in values.items())
        raise ValueError(f"{rule}; got {' and '.join(got)}{f' at index {k}' if shape else ''}.")


def _check(given: dict[str, Any], name: str, interval: str, kind: str) -> Any:
    value, ends = given[name], interval[0] + interval[-1]
    low, high = interval[1:-1].split(", ")
    if high in given:
        values = _check(given, name, f"{ends[0]}{low}, inf)", kind)
        too_large = values > given[high] * (1 + 1e-12)  # they may be equal, but for rounding
        refuse(too_large, f"{name} must be at most {high}", **{name: values, high: given[high]})
        return values
    if kind.startswith("int"):
        return check_count(value, name, int(low), MAX_INTEGER if high == "inf" else int(high))
    check: Callable[..., float | Array] = check_real if kind.startswith("float") else check_domain
    return check(value, name, float(low), float(high), ends=ends)
