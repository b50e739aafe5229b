r"""The one loop: while a score is at most the threshold, update w and take the next threshold.

The update is w + z, with z = y x; that of the cosine perceptron takes from w its component along z.
Thresholds follow a rule of `betas`. The loop is compiled by numba where that is installed; where it
is not, the same text runs, later, and makes the same mistakes, as `_arithmetic` states.
"""

from __future__ import annotations

import numpy as np

from .. import _arithmetic
from .._compile import COMPILED, compiled


@compiled(inline=True)
def dot(X, i, w):
    """Return x_i . w: eight sums, entry j in sum j mod 8, their total, and then the rest."""
    k, d = np.uintp(0), np.uintp(w.size)  # an index that cannot be negative is read sooner
    a = b = c = e = f = g = h = p = 0.0
    while k + np.uintp(8) <= d:
        a += X[i, k] * w[k]
        b += X[i, k + np.uintp(1)] * w[k + np.uintp(1)]
        c += X[i, k + np.uintp(2)] * w[k + np.uintp(2)]
        e += X[i, k + np.uintp(3)] * w[k + np.uintp(3)]
        f += X[i, k + np.uintp(4)] * w[k + np.uintp(4)]
        g += X[i, k + np.uintp(5)] * w[k + np.uintp(5)]
        h += X[i, k + np.uintp(6)] * w[k + np.uintp(6)]
        p += X[i, k + np.uintp(7)] * w[k + np.uintp(7)]
        k += np.uintp(8)
    total = ((a + b) + (c + e)) + ((f + g) + (h + p))
    while k < d:
        total += X[i, k] * w[k]
        k += np.uintp(1)
    return total


@compiled(inline=True)
def add(w, factor, X, i):
    """Add factor times x_i to w."""
    for k in range(w.size):
        w[k] += factor * X[i, k]


@compiled()
def norm(w):
    """Return the length of w."""
    return np.sqrt(dot(w.reshape(1, -1), 0, w))


@compiled()
def lowest(X, y, w):
    """Return the first example of smallest signed score."""
    worst, least = 0, np.inf
    for i in range(y.size):
        score = y[i] * dot(X, i, w)
        if score < least:
            worst, least = i, score
    return np.uintp(worst)


if not COMPILED:  # entry by entry it would take a hundred times as long

    def dot(X, i, w):
        return _arithmetic.inner(X[i], w)

    def add(w, factor, X, i):
        w += factor * X[i]

    def lowest(X, y, w):
        return int((y * _arithmetic.products(X, w)).argmin())


@compiled()
def learn(X, y, w, order, clean, rule, betas, mistakes):
    """Examine example after example; update w where the score is <= beta.

    X, y, w     examples, labels and weights; w changes by y_i x_i, so that
                labels s and -s give steps of size s
    order       the indices to examine
    clean       how many in a row were right before; after n the run is over
    rule        (jump, project, worst).  jump: a threshold below norm(x)^2
                becomes jump * norm(x)^2; project: project, instead of adding;
                worst: take the smallest score each time, whatever the order
    betas       betas[t] is the threshold after t updates
    mistakes    room for the indices of the updates

    Returns the numbers of updates and of examinations, and clean.
    """
    jump, project, worst = rule
    n, t, seen = len(y), 0, 0
    length = norm(w)
    while clean < n and seen < order.size and t < mistakes.size:
        i = lowest(X, y, w) if worst else order[seen]
        seen += 1
        score, beta = np.sign(y[i]) * dot(X, i, w), betas[t]
        if project:
            beta *= length * np.sqrt(dot(X, i, X[i]))
        if score > beta:
            clean += n if worst else 1
            continue
        clean = 0
        mistakes[t] = i
        t += 1
        if project:
            add(w, -score * y[i] / dot(X, i, X[i]), X, i)
            length = norm(w)
        else:
            add(w, y[i], X, i)
        if jump > 0.0:
            norm2 = dot(X, i, X[i])
            betas[t] = jump * norm2 if betas[t - 1] < norm2 else betas[t - 1]
    return t, seen, clean
