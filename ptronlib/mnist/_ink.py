"""Products with images that are mostly paper: only ink costs time.

An image of a digit has about 150 pixels with ink out of 784, so a product with the images, and the
sum of their outer products with a gradient, need a fifth of the multiplications of a dense one.
The images are a CSR matrix. Nothing is checked here.
"""

from __future__ import annotations

import numpy as np

from .._compile import COMPILED, compiled


@compiled()
def _add_products(indptr, indices, data, chosen, W, out):
    for k in range(chosen.size):
        for q in range(indptr[chosen[k]], indptr[chosen[k] + 1]):
            ink, row = data[q], W[indices[q]]
            for j in range(row.size):
                out[k, j] += ink * row[j]


@compiled()
def _add_outer_products(indptr, indices, data, chosen, G, W):
    for k in range(chosen.size):
        for q in range(indptr[chosen[k]], indptr[chosen[k] + 1]):
            ink, row = data[q], W[indices[q]]
            for j in range(row.size):
                row[j] += ink * G[k, j]


def times(images, chosen: np.ndarray, W: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Return bias + images[chosen] @ W."""
    if not COMPILED:
        return images[chosen] @ W + bias
    out = np.tile(bias, (len(chosen), 1))
    _add_products(images.indptr, images.indices, images.data, chosen, W, out)
    return out


def add_outer(images, chosen: np.ndarray, G: np.ndarray, W: np.ndarray) -> None:
    """Add images[chosen].T @ G to W, in place."""
    if COMPILED:
        _add_outer_products(images.indptr, images.indices, images.data, chosen, G, W)
    else:
        W += images[chosen].T @ G
