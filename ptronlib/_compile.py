"""Compile the hot loops with numba, and keep what was compiled for the next session.

Where numba is absent, in the browser for one, the same source runs as plain Python.
"""

from __future__ import annotations

try:
    import numba
except ImportError:
    COMPILED = False
else:
    COMPILED = True

SUMS = {"reassoc", "nsz"}  # a sum may be taken in any order: several terms at once


def njit(**options):
    """Return a decorator that compiles a function, and caches it where some folder can be written.

    That is the package's own __pycache__, else the user's cache folder; numba refuses to decorate
    if there is neither.
    """
    return lambda function: _compiled(function, options)


def _compiled(function, options):
    if not COMPILED:
        return function
    try:
        return numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no folder for the cache: compile anew in each session
        return numba.njit(**options)(function)

