"""Products with images that are mostly paper: only ink costs time.

An image of a digit has about 150 pixels with ink out of 784, so a product with the images, and the
sum of their outer products with a gradient, need a fifth of the multiplications of a dense one.
Eight terms at a time, so that a row of the result is read and written an eighth as often.
Nothing is checked here.
"""

from __future__ import annotations

import numpy as np

from ._compile import COMPILED, SUMS, njit

FUSED = SUMS | {"contract"}  # a product may be added without being rounded


@njit(fastmath=FUSED)
def add_rows(q, end, value, which, M, out):
    """Add to out the rows of M named by which[q:end], each times its value."""
    m = M.shape[1]
    while q + 8 <= end:
        x0, x1, x2, x3 = value[q], value[q + 1], value[q + 2], value[q + 3]
        x4, x5, x6, x7 = value[q + 4], value[q + 5], value[q + 6], value[q + 7]
        r0, r1, r2, r3 = which[q], which[q + 1], which[q + 2], which[q + 3]
        r4, r5, r6, r7 = which[q + 4], which[q + 5], which[q + 6], which[q + 7]
        for j in range(m):
            out[j] += (
                (x0 * M[r0, j] + x1 * M[r1, j] + x2 * M[r2, j] + x3 * M[r3, j])
                + (x4 * M[r4, j] + x5 * M[r5, j] + x6 * M[r6, j] + x7 * M[r7, j])
            )  # fmt: skip
        q += 8
    for p in range(q, end):
        x, r = value[p], which[p]
        for j in range(m):
            out[j] += x * M[r, j]


@njit(fastmath=FUSED)
def times(start, column, value, chosen, W, bias, out):
    """Write bias + x W to out, a row for each chosen image x."""
    for k in range(chosen.size):
        out[k] = bias
        add_rows(start[chosen[k]], start[chosen[k] + 1], value, column, W, out[k])


@njit()
def by_column(start, column, value, chosen, width):
    """Sort the ink of the chosen images by pixel, as (first, image, value); c from first[c] on."""
    first = np.zeros(width + 1, np.int64)
    for i in chosen:
        for q in range(start[i], start[i + 1]):
            first[column[q] + 1] += 1
    for c in range(width):
        first[c + 1] += first[c]
    free = first[:-1].copy()
    image = np.empty(first[width], np.int64)
    ink = np.empty(first[width], value.dtype)
    for k in range(chosen.size):
        for q in range(start[chosen[k]], start[chosen[k] + 1]):
            at = free[column[q]]
            image[at] = k
            ink[at] = value[q]
            free[column[q]] += 1
    return first, image, ink


@njit(fastmath=FUSED)
def add_outer(first, image, value, G, W):
    """Add x g to W for each image x and its row g of G, the images sorted by `by_column`."""
    for c in range(W.shape[0]):
        add_rows(first[c], first[c + 1], value, image, G, W[c])


if not COMPILED:  # scipy's products, compiled elsewhere, take the same arrays
    from scipy.sparse import csr_array

    def times(start, column, value, chosen, W, bias, out):
        shape = (start.size - 1, len(W))
        out[:] = csr_array((value, column, start), shape)[chosen] @ W + bias

    def by_column(start, column, value, chosen, width):
        ink = csr_array((value, column, start), (start.size - 1, width))[chosen].tocsc()
        return ink.indptr, ink.indices, ink.data

    def add_outer(first, image, value, G, W):
        W += csr_array((value, image, first), (len(W), len(G))) @ G
