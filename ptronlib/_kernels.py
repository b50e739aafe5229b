"""The hot loop of every perceptron: scan, update and beta rule, compiled as a whole.

The same source runs uncompiled where numba is absent, and then makes the same mistakes, later.
Nothing is checked here: the public functions have done it.
"""

from __future__ import annotations

import numpy as np

from .betas import GROWING, R_INDEPENDENT

try:
    from numba import njit
except ImportError:  # in the browser, for one
    COMPILED = False

    def njit(**_options):
        return lambda function: function
else:
    COMPILED = True


@njit(cache=True, fastmath={"reassoc", "nsz"})  # the sum may be taken in any order: SIMD
def _dot(a, b):
    total = 0.0
    for k in range(a.size):
        total += a[k] * b[k]
    return total


if not COMPILED:
    _dot = np.dot


@njit(cache=True)
def next_beta(kind, parameter, R2, beta, t, norm2):
    """BetaRule.next, for the compiled loop."""
    if kind == R_INDEPENDENT:
        return parameter * norm2 if beta < norm2 else beta
    if kind == GROWING:
        return 0.5 * R2 * ((t + 1.0) ** parameter - float(t) ** parameter - 1.0)
    return beta


@njit(cache=True)
def scan(Z, norms2, sequence, around, p, clean, w, t, beta, kind, parameter, R2, mistakes, betas):
    """Examine Z[sequence[p]], Z[sequence[p + 1]], ... and update with those that violate.

    Stops when as many in a row as there are examples were clean, when the buffers are full, or at
    the end of the sequence unless it goes around. Changes w, writes the k updates to mistakes[:k]
    and the thresholds after them to betas[:k]; returns (k, p, clean, examined).
    """
    n = sequence.size
    k = 0
    examined = 0
    while clean < n and k < mistakes.size:
        if p == n:
            if not around:
                break
            p = 0
        i = sequence[p]
        p += 1
        examined += 1
        if _dot(Z[i], w) > beta:
            clean += 1
            continue
        for j in range(w.size):
            w[j] += Z[i, j]
        clean = 0
        beta = next_beta(kind, parameter, R2, beta, t + k + 1, norms2[i])
        mistakes[k] = i
        betas[k] = beta
        k += 1
    return k, p, clean, examined


@njit(cache=True)
def descend(Z, norms2, w, t, beta, kind, parameter, R2, mistakes, betas):
    """Update with the example of smallest score, the first among equals, until none violates.

    Changes w, writes mistakes and betas as `scan` does, and returns (k, finished).
    """
    for k in range(mistakes.size):
        worst = 0
        lowest = np.inf
        for i in range(Z.shape[0]):
            score = _dot(Z[i], w)
            if score < lowest:
                lowest = score
                worst = i
        if lowest > beta:
            return k, True
        for j in range(w.size):
            w[j] += Z[worst, j]
        beta = next_beta(kind, parameter, R2, beta, t + k + 1, norms2[worst])
        mistakes[k] = worst
        betas[k] = beta
    return mistakes.size, False
