"""The domain of a bound: an interval for each argument, checked before the formula is evaluated."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import cleandoc, signature
from typing import Any, ParamSpec, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._validate import Array, check_domain

Floats: TypeAlias = float | NDArray[Any]
P = ParamSpec("P")


def with_raises(doc: str | None, when: str) -> str:
    """Return a docstring that says, above its notes, when a ValueError is raised."""
    said = f"Raises\n------\nValueError\n    {when}\n\nNotes\n-----"
    return cleandoc(doc or "").replace("Notes\n-----", said)


def domain(**intervals: str) -> Callable[[Callable[P, Floats]], Callable[P, Floats]]:
    """Check the arguments of a bound, and document the error; for floats it returns a float.

    An interval reads like "[0, inf)"; it may end at an argument named before: eps="(0, R]".
    """

    def decorate(bound: Callable[P, Floats]) -> Callable[P, Floats]:
        parameters = signature(bound)

        @wraps(bound)
        def checked(*args: P.args, **kwargs: P.kwargs) -> Floats:
            given = parameters.bind(*args, **kwargs)
            given.apply_defaults()
            for name, interval in intervals.items():
                given.arguments[name] = _check(given.arguments, name, interval)
            with np.errstate(over="ignore"):  # a bound beyond the floats is infinite
                value = np.asarray(bound(*given.args, **given.kwargs))
            return value if value.ndim else value.item()

        checked.__doc__ = with_raises(bound.__doc__, "A number is outside the domain given above.")
        return checked

    return decorate


def refuse(bad: bool | NDArray[np.bool_], rule: str, **values: Floats) -> None:
    """Raise for the first place where `bad` is true, with the values that break the rule there."""
    if np.any(bad):
        k, shape = int(np.argmax(bad)), np.shape(bad)
        got = (f"{name}={np.broadcast_to(v, shape).flat[k]:g}" for name, v in values.items())
        raise ValueError(f"{rule}; got {' and '.join(got)}{f' at index {k}' if shape else ''}.")


def _check(given: dict[str, Any], name: str, interval: str) -> Array:
    low, high = interval[1:-1].split(", ")
    if high not in given:
        ends = interval[0] + interval[-1]
        return check_domain(given[name], name, float(low), float(high), ends=ends)
    values = check_domain(given[name], name, float(low), ends=interval[0] + ")")
    too_large = values > given[high] * (1 + 1e-12)  # they may be equal, but for rounding
    refuse(too_large, f"{name} must be at most {high}", **{name: values, high: given[high]})
    return values
