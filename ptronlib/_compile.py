"""Compile the hot loops with numba where it is there, and keep what was compiled if that can be.

A kernel never fails for its cache: on a full disk, in a folder that cannot be written or from a
torn file it is compiled anew, which costs seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

try:
    import numba
    from numba.core.caching import FunctionCache
except ImportError:  # in the browser, for one
    COMPILED = False
else:
    COMPILED = True

    class _Cache(FunctionCache):
        """Numba's cache of one function, where a fault means that nothing is kept there."""

        def load_overload(self, sig, target_context):
            try:
                found = super().load_overload(sig, target_context)
            except Exception:  # whatever reading a torn file raises
                self._start_afresh()
                return None
            # Two processes that save at once may leave one's code under the other's types.
            return found if found is None or found.signature.args == tuple(sig) else None

        def save_overload(self, sig, data):
            try:
                super().save_overload(sig, data)
            except Exception:  # the next process compiles it again
                self._start_afresh()

        def _start_afresh(self):
            with suppress(OSError):
                self.flush()


SUMS = {"reassoc", "nsz"}  # a sum may be taken in any order: several terms at once


def njit(**options) -> Callable[[Callable], Callable]:
    """Return numba's decorator with these options, or one that changes nothing without numba."""

    def compiled(function: Callable) -> Callable:
        if not COMPILED:
            return function
        dispatcher = numba.njit(**options)(function)
        if dispatcher is not function:  # it is, with NUMBA_DISABLE_JIT=1
            with suppress(RuntimeError):  # numba found no folder that can be written
                dispatcher._cache = _Cache(function)
        return dispatcher

    return compiled
