"""Compile the loop with numba where that is installed, and keep what was compiled."""

from __future__ import annotations

from collections.abc import Callable

try:
    import numba
except ImportError:  # in the browser, for one
    COMPILED = False
else:
    COMPILED = True


def compiled(inline: bool = False) -> Callable[[Callable], Callable]:
    """Return numba's decorator, or one that changes nothing where there is no numba."""

    def decorate(function: Callable) -> Callable:
        if not COMPILED:
            return function
        try:
            return numba.njit(function, cache=True, forceinline=inline)
        except RuntimeError:  # no folder to keep it in can be written
            return numba.njit(function, forceinline=inline)

    return decorate
