"""Products with images that are mostly paper: only ink costs time.

An image of a digit has about 150 pixels with ink out of 784, so a product with the images, and the
sum of their outer products with a gradient, need a fifth of the multiplications of a dense one.
Eight terms at a time, so that a row of the result is read and written an eighth as often.
Nothing is checked here.
"""

from __future__ import annotations

import numpy as np

from ._kernels import njit

SUMS = {"reassoc", "nsz", "contract"}  # the eight terms may be added in any order


@njit(cache=True, fastmath=SUMS)
def times(start, column, value, chosen, W, bias, out):
    """Write bias + x W to out, a row for each chosen image x."""
    m = W.shape[1]
    for k in range(chosen.size):
        q, end = start[chosen[k]], start[chosen[k] + 1]
        for j in range(m):
            out[k, j] = bias[j]
        while q + 8 <= end:
            x0, x1, x2, x3 = value[q], value[q + 1], value[q + 2], value[q + 3]
            x4, x5, x6, x7 = value[q + 4], value[q + 5], value[q + 6], value[q + 7]
            c0, c1, c2, c3 = column[q], column[q + 1], column[q + 2], column[q + 3]
            c4, c5, c6, c7 = column[q + 4], column[q + 5], column[q + 6], column[q + 7]
            for j in range(m):
                out[k, j] += (
                    (x0 * W[c0, j] + x1 * W[c1, j] + x2 * W[c2, j] + x3 * W[c3, j])
                    + (x4 * W[c4, j] + x5 * W[c5, j] + x6 * W[c6, j] + x7 * W[c7, j])
                )  # fmt: skip
            q += 8
        for p in range(q, end):
            x, c = value[p], column[p]
            for j in range(m):
                out[k, j] += x * W[c, j]


@njit(cache=True)
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


@njit(cache=True, fastmath=SUMS)
def add_outer(first, image, value, G, W):
    """Add x g to W for each image x and its row g of G, the images sorted by `by_column`."""
    width, m = W.shape
    for c in range(width):
        q, end = first[c], first[c + 1]
        while q + 8 <= end:
            x0, x1, x2, x3 = value[q], value[q + 1], value[q + 2], value[q + 3]
            x4, x5, x6, x7 = value[q + 4], value[q + 5], value[q + 6], value[q + 7]
            k0, k1, k2, k3 = image[q], image[q + 1], image[q + 2], image[q + 3]
            k4, k5, k6, k7 = image[q + 4], image[q + 5], image[q + 6], image[q + 7]
            for j in range(m):
                W[c, j] += (
                    (x0 * G[k0, j] + x1 * G[k1, j] + x2 * G[k2, j] + x3 * G[k3, j])
                    + (x4 * G[k4, j] + x5 * G[k5, j] + x6 * G[k6, j] + x7 * G[k7, j])
                )  # fmt: skip
            q += 8
        for p in range(q, end):
            x, k = value[p], image[p]
            for j in range(m):
                W[c, j] += x * G[k, j]
