"""The hot loop of every perceptron: scan, update and beta rule, compiled as a whole.

The same source runs uncompiled where numba is absent, and then makes the same mistakes, later.
Nothing is checked here: the public functions have done it.
"""

from __future__ import annotations

import numpy as np

from ._compile import COMPILED, njit
from .betas import GROWING, POWER, R_INDEPENDENT


@njit(cache=True, fastmath={"reassoc", "nsz"})  # the sum may be taken in any order: SIMD
def _dot(a, b):
    total = 0.0
    for k in range(a.size):
        total += a[k] * b[k]
    return total


@njit(cache=True)
def _add(w, z):
    """Add z to w, in place."""
    for j in range(w.size):
        w[j] += z[j]


@njit(cache=True)
def _lowest(Z, w):
    """The smallest score and the first example that has it."""
    worst = 0
    lowest = np.inf
    for i in range(Z.shape[0]):
        score = _dot(Z[i], w)
        if score < lowest:
            lowest = score
            worst = i
    return lowest, worst


if not COMPILED:  # a loop over entries would be a hundred times slower
    _dot = np.dot

    def _add(w, z):
        w += z

    def _lowest(Z, w):
        scores = Z @ w
        worst = int(scores.argmin())
        return scores[worst], worst


@njit(cache=True)
def next_beta(kind, parameter, R2, beta, t, norm2):
    """BetaRule.next, for the compiled loop."""
    if kind == R_INDEPENDENT:
        return parameter * norm2 if beta < norm2 else beta
    if kind == GROWING:
        return 0.5 * R2 * ((t + 1.0) ** parameter - float(t) ** parameter - 1.0)
    if kind == POWER:
        return R2 * float(t) ** parameter
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
        _add(w, Z[i])
        clean = 0
        beta = next_beta(kind, parameter, R2, beta, t + k + 1, norms2[i])
        mistakes[k] = i
        betas[k] = beta
        k += 1
    return k, p, clean, examined


@njit(cache=True)
def scan_sparse(
    data, indices, indptr, norms2, sequence, clean, w, t, beta, kind, parameter, R2, mistakes, betas
):
    """Once through the sequence as `scan` does, over the rows of a compressed sparse matrix.

    Returns (k, clean, examined); an examination costs as much as its row has entries.
    """
    k = 0
    examined = 0
    while clean < sequence.size and examined < sequence.size and k < mistakes.size:
        i = sequence[examined]
        examined += 1
        score = 0.0
        for j in range(indptr[i], indptr[i + 1]):
            score += data[j] * w[indices[j]]
        if score > beta:
            clean += 1
            continue
        for j in range(indptr[i], indptr[i + 1]):
            w[indices[j]] += data[j]
        clean = 0
        beta = next_beta(kind, parameter, R2, beta, t + k + 1, norms2[i])
        mistakes[k] = i
        betas[k] = beta
        k += 1
    return k, clean, examined


@njit(cache=True)
def descend(Z, norms2, w, t, beta, kind, parameter, R2, mistakes, betas):
    """Update with the example of smallest score, the first among equals, until none violates.

    Changes w, writes mistakes and betas as `scan` does, and returns (k, finished).
    """
    for k in range(mistakes.size):
        lowest, worst = _lowest(Z, w)
        if lowest > beta:
            return k, True
        _add(w, Z[worst])
        beta = next_beta(kind, parameter, R2, beta, t + k + 1, norms2[worst])
        mistakes[k] = worst
        betas[k] = beta
    return mistakes.size, False


@njit(cache=True)
def _length(w):
    """The norm of w, also where its squares underflow."""
    largest = np.abs(w).max()
    if largest == 0.0:
        return 0.0
    total = 0.0
    for j in range(w.size):
        total += (w[j] / largest) ** 2
    return largest * np.sqrt(total)


@njit(cache=True)
def _project(w, z):
    """Take from w its component along z."""
    share = _dot(z, w) / _dot(z, z)
    for j in range(w.size):
        w[j] -= share * z[j]


@njit(cache=True)
def scan_cosines(Z, w, sigma, p, clean, mistakes):
    """Examine Z[p], Z[p + 1], ... round and round, project where the cosine is <= -sigma.

    Stops when as many in a row as there are examples were clean, or when the buffer is full.
    Changes w, writes the k updates to mistakes[:k] and returns (k, p, clean, examined).
    """
    n = Z.shape[0]
    norms = np.empty(n)
    for i in range(n):
        norms[i] = np.sqrt(_dot(Z[i], Z[i]))
    length = _length(w)
    k = 0
    examined = 0
    while clean < n and k < mistakes.size:
        i = p
        p = p + 1 if p + 1 < n else 0
        examined += 1
        if _dot(Z[i], w) > -sigma * length * norms[i]:
            clean += 1
            continue
        _project(w, Z[i])
        length = _length(w)
        clean = 0
        mistakes[k] = i
        k += 1
    return k, p, clean, examined


@njit(cache=True)
def project_in_turn(Z, w):
    """Return the weights after each of the projections along Z[0], Z[1], ..."""
    path = np.empty(Z.shape)
    w = w.copy()
    for k in range(Z.shape[0]):
        _project(w, Z[k])
        path[k] = w
    return path
