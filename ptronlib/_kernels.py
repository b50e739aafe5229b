"""The hot loop of every perceptron: scan, update and beta rule, compiled as a whole.

The same source runs uncompiled where numba is absent, and then makes the same mistakes, later.
`rows` is (X,) for an array, (data, indices, indptr) for a compressed sparse matrix; nothing is
copied, converted or multiplied by its label beforehand. The public functions have checked what
comes in, but for the entries: those are checked by the examination that reads them anyway.
"""

from __future__ import annotations

import numpy as np

from ._compile import COMPILED, SUMS, by_type, njit
from ._validate import SMALLEST
from .betas import GROWING, POWER, R_INDEPENDENT


@njit(fastmath=SUMS)
def _dot(a, b):
    total = 0.0
    for k in range(a.size):
        total += np.float64(a[k]) * b[k]
    return total


@njit(fastmath=SUMS)
def _dot_at(values, places, w):
    total = 0.0
    for k in range(values.size):
        total += values[k] * w[places[k]]
    return total


@njit()
def _add(y, z, w):
    for j in range(z.size):
        w[j] += y * z[j]


@njit()
def _add_at(y, values, places, w):
    for k in range(values.size):
        w[places[k]] += y * values[k]


if not COMPILED:

    def _dot_at(values, places, w):
        return np.dot(values, w[places])

    def _add(y, z, w):
        w[: z.size] += y * z

    def _add_at(y, values, places, w):
        w[places] += y * values

    _dot = np.dot


def row(rows, i):
    """Return row i: (z,), or (values, places) of a sparse one."""
    if len(rows) == 1:
        return (rows[0][i],)
    data, indices, indptr = rows
    return data[indptr[i] : indptr[i + 1]], indices[indptr[i] : indptr[i + 1]]


@by_type(row)
def _row(rows, i):
    if len(rows) == 1:
        return lambda rows, i: (rows[0][i],)

    def entries(rows, i):
        first, end = rows[2][i], rows[2][i + 1]
        return rows[0][first:end], rows[1][first:end]

    return entries


def score(z, w):
    """Return z . w, for a row of either kind; w may have a further entry."""
    return _dot(z[0], w[: z[0].size]) if len(z) == 1 else _dot_at(z[0], z[1], w)


@by_type(score)
def _score(z, w):
    if len(z) == 1:
        return lambda z, w: _dot(z[0], w)
    return lambda z, w: _dot_at(z[0], z[1], w)


def add(y, z, w):
    """Add y z to w."""
    _add(y, z[0], w) if len(z) == 1 else _add_at(y, z[0], z[1], w)


@by_type(add)
def _add_row(y, z, w):
    if len(z) == 1:
        return lambda y, z, w: _add(y, z[0], w)
    return lambda y, z, w: _add_at(y, z[0], z[1], w)


@njit(fastmath=SUMS)
def _unusable(values, longest2):
    """Whether a row is zero, longer than it may be, or has an entry that cannot be squared.

    In doubt it is: then the checks that can say what is wrong have the word.
    """
    norm2 = 0.0
    tiny = 0.0  # counted as a float, since that adds up four at a time
    if values.itemsize == 4:  # no float32 is too small
        norm2 = _dot(values, values)
    else:
        for k in range(values.size):
            square = values[k] * values[k]
            norm2 += square
            tiny += (1.0 if square < SMALLEST**2 else 0.0) - (1.0 if values[k] == 0.0 else 0.0)
    return tiny != 0.0 or not 0.0 < norm2 <= longest2


@njit()
def first_unusable(rows, start, end, longest2):
    """Return the first row from start on, before end, that `_unusable` refuses; end if none."""
    for i in range(start, end):
        if _unusable(row(rows, i)[0], longest2):
            return i
    return end


@njit()
def scores_of(rows, w):
    """Return the scores of all rows, without their labels."""
    n = rows[-1].shape[0] - (len(rows) - 1) // 2
    out = np.empty(n)
    for i in range(n):
        out[i] = score(row(rows, i), w)
    return out


@njit()
def _power(kind, parameter, t):
    """The power of t that the growing rule needs twice: once after update t - 1, once after t."""
    return (t + 1.0) ** parameter if kind == GROWING else 0.0


@njit()
def _next_beta(rule, beta, t, power, ahead, z):
    """BetaRule.next, for the compiled loop; the growing rule has its powers of t and t + 1."""
    kind, parameter, factor = rule
    if kind == R_INDEPENDENT:
        norm2 = _dot(z[0], z[0])
        return parameter * norm2 if beta < norm2 else beta
    if kind == GROWING:
        return 0.5 * factor * (ahead - power - 1.0)
    if kind == POWER:
        return factor * float(t) ** parameter
    return beta


@njit()
def scan(rows, y, lift, sequence, around, at, w, late, t, beta, rule, longest2, mistakes, betas):
    """Examine the examples sequence[p], sequence[p + 1], ... and update with those that violate.

    at = (p, clean, checked, seen): where to begin, how many in a row were clean, how many rows,
    the first ones, have been checked, and how many examinations there have been. Stops when as many
    in a row as there are examples were clean, when the buffers are full, at the end of the sequence
    unless it goes around, or at an unusable row. The constant feature `lift`, if not 0, has its
    weight at the end of w. Changes w, and if `late` has entries adds to it each example added times
    the number of its examination; writes the k updates to mistakes[:k] and the thresholds after
    them to betas[:k]; returns (k, at, whether all rows were usable).
    """
    p, clean, checked, seen = at
    n = sequence.size
    k = 0
    power = _power(rule[0], rule[1], t)
    while clean < n and k < mistakes.size:
        if p == n:
            if not around:
                break
            p = 0
        i = sequence[p]
        z = row(rows, i)
        if i == checked:
            if _unusable(z[0], longest2):
                return k, (p, clean, checked, seen), False
            checked += 1
        p += 1
        seen += 1
        value = score(z, w)
        if lift != 0.0:
            value += lift * w[-1]
        if y[i] * value > beta:
            clean += 1
            continue
        clean = 0
        add(y[i], z, w)
        if lift != 0.0:
            w[-1] += y[i] * lift
        if late.size:
            add(seen * y[i], z, late)
            late[-1] += seen * y[i] * lift
        ahead = _power(rule[0], rule[1], t + k + 1)
        beta = _next_beta(rule, beta, t + k + 1, power, ahead, z)
        power = ahead
        mistakes[k] = i
        betas[k] = beta
        k += 1
    return k, (p, clean, checked, seen), True


@njit()
def descend(rows, y, w, t, beta, rule, mistakes, betas):
    """Update with the example of smallest score, the first among equals, until none violates.

    Changes w, writes mistakes and betas as `scan` does, and returns (k, finished).
    """
    power = _power(rule[0], rule[1], t)
    for k in range(mistakes.size):
        worst = 0
        lowest = np.inf
        for i in range(y.size):
            value = y[i] * score(row(rows, i), w)
            if value < lowest:
                lowest = value
                worst = i
        if lowest > beta:
            return k, True
        z = row(rows, worst)
        add(y[worst], z, w)
        ahead = _power(rule[0], rule[1], t + k + 1)
        beta = _next_beta(rule, beta, t + k + 1, power, ahead, z)
        power = ahead
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
        total += (w[j] / largest) ** 2
    return largest * np.sqrt(total)


@njit()
def _project(w, z):
    """Take from w its component along z."""
    share = _dot(z, w) / _dot(z, z)
    for j in range(w.size):
        w[j] -= share * z[j]


@njit()
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


@njit()
def project_in_turn(Z, w):
    """Return the weights after each of the projections along Z[0], Z[1], ..."""
    path = np.empty(Z.shape)
    w = w.copy()
    for k in range(Z.shape[0]):
        _project(w, Z[k])
        path[k] = w
    return path
