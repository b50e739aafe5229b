"""The hot loop of every perceptron: scan, update and beta rule, compiled as a whole.

The same source runs uncompiled where numba is absent, and then makes the same mistakes, later.
Examples come as (X, None, None), or as (data, indices, indptr) of a compressed sparse matrix, the
data as a matrix of one row; the compiler drops the branches for the other kind. Nothing is copied,
converted or multiplied by its label beforehand. The public functions have checked what comes in,
but for the entries: those are checked shortly before the examination that reads them anyway.
"""

from __future__ import annotations

import numpy as np

from . import _arithmetic
from ._compile import COMPILED, SUMS, njit
from ._validate import SMALLEST
from .betas import GROWING, POWER, R_INDEPENDENT

BLOCK = 2**13  # entries that are checked before they are examined

growth = njit()(_arithmetic.growth)
power = njit()(_arithmetic.power)


# A row is read by its number, not taken out first: a view costs as much as a score in the plane.


@njit(forceinline=True)  # a call would cost as much as a score in the plane
def _dense_score(X, i, w):
    """Add in the order that _arithmetic states: eight sums at a time, then the rest."""
    k, d = np.uintp(0), np.uintp(X.shape[1])  # no index is negative, so none is compared with 0
    a = b = c = e = f = g = h = p = 0.0
    while k + np.uintp(8) <= d:
        a += np.float64(X[i, k]) * w[k]
        b += np.float64(X[i, k + np.uintp(1)]) * w[k + np.uintp(1)]
        c += np.float64(X[i, k + np.uintp(2)]) * w[k + np.uintp(2)]
        e += np.float64(X[i, k + np.uintp(3)]) * w[k + np.uintp(3)]
        f += np.float64(X[i, k + np.uintp(4)]) * w[k + np.uintp(4)]
        g += np.float64(X[i, k + np.uintp(5)]) * w[k + np.uintp(5)]
        h += np.float64(X[i, k + np.uintp(6)]) * w[k + np.uintp(6)]
        p += np.float64(X[i, k + np.uintp(7)]) * w[k + np.uintp(7)]
        k += np.uintp(8)
    total = ((a + b) + (c + e)) + ((f + g) + (h + p))
    while k < d:
        total += np.float64(X[i, k]) * w[k]
        k += np.uintp(1)
    return total


@njit()
def _sparse_score(data, indices, indptr, i, w):
    """Add in the order of the entries."""
    total = 0.0
    for q in range(np.uintp(indptr[i]), np.uintp(indptr[i + 1])):
        total += np.float64(data[0, q]) * w[np.uintp(indices[q])]
    return total


@njit(forceinline=True)
def _dense_add(y, X, i, w):
    for k in range(X.shape[1]):
        w[k] += y * X[i, k]


@njit()
def _sparse_add(y, data, indices, indptr, i, w):
    for q in range(np.uintp(indptr[i]), np.uintp(indptr[i + 1])):
        w[np.uintp(indices[q])] += y * data[0, q]


@njit(fastmath=SUMS)
def _dense_size(X, i):
    norm2 = 0.0
    tiny = 0.0  # counted as a float, since that adds up four at a time
    for k in range(X.shape[1]):
        square = np.float64(X[i, k]) * np.float64(X[i, k])
        norm2 += square
        tiny += (1.0 if square < SMALLEST**2 else 0.0) - (1.0 if X[i, k] == 0.0 else 0.0)
    return norm2, tiny


@njit(fastmath=SUMS)
def _sparse_size(data, indptr, i):
    norm2 = 0.0
    tiny = 0.0
    first = np.uintp(indptr[i])
    for k in range(np.intp(indptr[i + 1]) - np.intp(indptr[i])):
        q = first + np.uintp(k)
        square = np.float64(data[0, q]) * np.float64(data[0, q])
        norm2 += square
        tiny += (1.0 if square < SMALLEST**2 else 0.0) - (1.0 if data[0, q] == 0.0 else 0.0)
    return norm2, tiny


if not COMPILED:

    def _dense_score(X, i, w):
        return _arithmetic.inner(X[i], w[: X.shape[1]])

    def _dense_add(y, X, i, w):
        w[: X.shape[1]] += y * X[i]

    def _sparse_score(data, indices, indptr, i, w):
        entries = slice(indptr[i], indptr[i + 1])
        total = 0.0
        for product in (data[0, entries] * w[indices[entries]]).tolist():
            total += product
        return total

    def _sparse_add(y, data, indices, indptr, i, w):
        entries = slice(indptr[i], indptr[i + 1])
        w[indices[entries]] += y * data[0, entries]


@njit(forceinline=True)
def score(X, indices, indptr, i, w):
    """Return x_i . w, for a row of either kind; w may have a further entry."""
    if indptr is None:
        return _dense_score(X, i, w)
    return _sparse_score(X, indices, indptr, i, w)


@njit(forceinline=True)
def add(y, X, indices, indptr, i, w):
    """Add y x_i to w."""
    if indptr is None:
        _dense_add(y, X, i, w)
    else:
        _sparse_add(y, X, indices, indptr, i, w)


@njit()
def size(X, indptr, i):
    """Return the squared norm of x_i, and how many entries are too small to be squared."""
    if indptr is None:
        return _dense_size(X, i)
    return _sparse_size(X, indptr, i)


@njit()
def _unusable(X, indptr, i, longest2):
    """Whether a row is zero, longer than it may be, or has an entry that cannot be squared.

    In doubt it is: then the checks that can say what is wrong have the word.
    """
    norm2, tiny = size(X, indptr, i)
    return tiny != 0.0 or not 0.0 < norm2 <= longest2


@njit()
def first_unusable(X, indices, indptr, start, end, longest2):
    """Return the first row from start on, before end, that `_unusable` refuses; end if none."""
    for i in range(start, end):
        if _unusable(X, indptr, i, longest2):
            return i
    return end


@njit()
def scores_of(X, indices, indptr, n, w):
    """Return the scores of all n rows, without their labels."""
    out = np.empty(n)
    for i in range(n):
        out[i] = score(X, indices, indptr, i, w)
    return out


@njit()
def count_violated(X, indices, indptr, y, w, beta):
    """Count the signed scores that are not above beta."""
    count = 0
    for i in range(y.size):
        if not y[i] * score(X, indices, indptr, i, w) > beta:
            count += 1
    return count


@njit()
def share_a_slot(keys, salt):
    """Mark the integers that fall into one slot of a table with another one, as equal ones do."""
    slots = 8
    while slots < 8 * keys.size:
        slots *= 2
    table = np.zeros(slots, np.uint8)
    at = np.empty(keys.size, np.uint32)
    for k in range(keys.size):
        mixed = (keys[k] ^ (keys[k] >> np.uint64(29))) * salt
        at[k] = (mixed >> np.uint64(32)) & np.uint64(slots - 1)
        table[at[k]] = min(table[at[k]] + 1, 2)
    shared = np.empty(keys.size, np.bool_)
    for k in range(keys.size):
        shared[k] = table[at[k]] > 1
    return shared


@njit()
def squared_norm(X, indptr, i):
    """Return the squared norm of x_i, summed in the order of a score."""
    if indptr is None:
        return _dense_score(X, i, X[i])
    total = 0.0
    for q in range(np.uintp(indptr[i]), np.uintp(indptr[i + 1])):
        total += np.float64(X[0, q]) * np.float64(X[0, q])
    return total


@njit(forceinline=True)
def _next_beta(rule, beta, t, X, indptr, i, lift):
    """BetaRule.next, for the compiled loop."""
    kind, parameter, factor = rule
    if kind == R_INDEPENDENT:
        norm2 = squared_norm(X, indptr, i)
        if lift is not None:
            norm2 += lift * lift
        return parameter * norm2 if beta < norm2 else beta
    if kind == GROWING:
        return 0.5 * factor * (growth(t, parameter) - 1.0)
    if kind == POWER:
        return factor * power(t, parameter)
    return beta


@njit()
def scan(
    X, indices, indptr, y, lift, sequence, around, at, w, late, t, beta, rule, longest2,
    mistakes, betas,
):  # fmt: skip
    """Examine the examples sequence[p], sequence[p + 1], ... and update with those that violate.

    at = (p, clean, checked, seen): where to begin, how many in a row were clean, how many rows,
    the first ones, have been checked, and how many examinations there have been. Stops when as many
    in a row as there are examples were clean, when the buffers are full, at the end of the sequence
    unless it goes around, or at an unusable row; while there are rows to check, the sequence is the
    order of the sample. The constant feature `lift`, unless None, has its weight at the end of w.
    Changes w, and `late`, unless None, by each example added times the number of its examination;
    writes the k updates to mistakes[:k] and the thresholds after them to betas[:k]; returns
    (k, at, whether all rows were usable).
    """
    p, clean, checked, seen = at
    n = sequence.size
    k = 0
    while clean < n and k < mistakes.size and (around or p < n):
        if p == checked:  # a block that stays in the cache for its examination
            end = min(n, p + _block(X, indptr, p, n))
            if first_unusable(X, indices, indptr, p, end, longest2) < end:
                return k, (p, clean, checked, seen), False
            checked = end
        while clean < n and k < mistakes.size:
            if p >= checked:
                if not around or checked < n:
                    break
                p = 0
            i = np.uintp(sequence[p])  # which cannot be negative: no reading compares it with 0
            p += 1
            seen += 1
            value = score(X, indices, indptr, i, w)
            if lift is not None:
                value += lift * w[-1]
            if y[i] * value > beta:
                clean += 1
                continue
            clean = 0
            add(y[i], X, indices, indptr, i, w)
            if lift is not None:
                w[-1] += y[i] * lift
            if late is not None:
                add(seen * y[i], X, indices, indptr, i, late)
                if lift is not None:
                    late[-1] += seen * y[i] * lift
            beta = _next_beta(rule, beta, t + k + 1, X, indptr, i, lift)
            mistakes[k] = i
            betas[k] = beta
            k += 1
    return k, (p, clean, checked, seen), True


@njit()
def _block(X, indptr, start, n):
    """Return how many rows from start on hold some ten thousand entries together."""
    if indptr is None:
        return 1 + BLOCK // X.shape[1]
    rows = 1
    while start + rows < n and indptr[start + rows] - indptr[start] < BLOCK:
        rows += 1
    return rows


@njit()
def _lowest(X, indices, indptr, y, w):
    """The smallest signed score and the first example that has it."""
    worst = 0
    lowest = np.inf
    for i in range(y.size):
        value = y[i] * score(X, indices, indptr, i, w)
        if value < lowest:
            lowest = value
            worst = i
    return lowest, worst


if not COMPILED:  # a loop over examples would be a hundred times slower
    _one_by_one = _lowest

    def _lowest(X, indices, indptr, y, w):
        if indptr is not None:
            return _one_by_one(X, indices, indptr, y, w)
        scores = y * _arithmetic.products(X, w)
        worst = int(scores.argmin())
        return scores[worst], worst


@njit()
def descend(X, indices, indptr, y, w, t, beta, rule, mistakes, betas):
    """Update with the example of smallest score, the first among equals, until none violates.

    Changes w, writes mistakes and betas as `scan` does, and returns (k, finished).
    """
    for k in range(mistakes.size):
        lowest, worst = _lowest(X, indices, indptr, y, w)
        if lowest > beta:
            return k, True
        add(y[worst], X, indices, indptr, worst, w)
        beta = _next_beta(rule, beta, t + k + 1, X, indptr, worst, None)
        mistakes[k] = worst
        betas[k] = beta
    return mistakes.size, False


@njit()
def _length(w):
    """The norm of w, also where its squares underflow."""
    largest = np.abs(w).max()
    if largest == 0.0:
        return 0.0
    total = 0.0
    for j in range(w.size):
        share = w[j] / largest
        total += share * share
    return largest * np.sqrt(total)


@njit()
def _project(w, Z, i):
    """Take from w its component along z_i."""
    share = _dense_score(Z, i, w) / _dense_score(Z, i, Z[i])
    for j in range(w.size):
        w[j] -= share * Z[i, j]


@njit()
def _wrong(Z, i, w, sigma, length):
    """Whether the cosine of w and z_i is -sigma or less; so it is for w = 0."""
    return not _dense_score(Z, i, w) > -sigma * length * np.sqrt(_dense_score(Z, i, Z[i]))


@njit()
def count_wrong(Z, w, sigma):
    """Count the examples of which w is plainly wrong."""
    length = _length(w)
    count = 0
    for i in range(Z.shape[0]):
        count += _wrong(Z, i, w, sigma, length)
    return count


@njit()
def scan_cosines(Z, w, sigma, p, clean, mistakes):
    """Examine Z[p], Z[p + 1], ... round and round, project where the cosine is <= -sigma.

    Stops when as many in a row as there are examples were clean, or when the buffer is full.
    Changes w, writes the k updates to mistakes[:k] and returns (k, p, clean, examined).
    """
    n = Z.shape[0]
    norms = np.empty(n)
    for i in range(n):
        norms[i] = np.sqrt(_dense_score(Z, i, Z[i]))
    length = _length(w)
    k = 0
    examined = 0
    while clean < n and k < mistakes.size:
        i = p
        p = p + 1 if p + 1 < n else 0
        examined += 1
        if _dense_score(Z, i, w) > -sigma * length * norms[i]:
            clean += 1
            continue
        _project(w, Z, i)
        length = _length(w)
        clean = 0
        mistakes[k] = i
        k += 1
    return k, p, clean, examined


@njit()
def project_in_turn(Z, w):
    """Return the weights after each of the projections along Z[0], Z[1], ..."""
    path = np.empty(Z.shape)
    w = w.copy()
    for k in range(Z.shape[0]):
        _project(w, Z, k)
        path[k] = w
    return path
