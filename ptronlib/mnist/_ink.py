"""Products with images that are mostly paper: only ink costs time.

An image of a digit has about 150 pixels with ink out of 784, so a product with the images, and the
sum of their outer products with a gradient, need a fifth of the multiplications of a dense one.
The images are a CSR matrix. Nothing is checked here.
"""

from __future__ import annotations

import numpy as np

from .._compile import COMPILED, compiled

MAX_PRODUCTS = 2**28  # in one call of a compiled function: a tenth of a second


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
    ink, out = (images.indptr, images.indices, images.data), np.tile(bias, (len(chosen), 1))
    for part in _parts(chosen, W):
        if COMPILED:
            _add_products(*ink, chosen[part], W, out[part])
        else:
            out[part] += images[chosen[part]] @ W
    return out


def add_outer(images, chosen: np.ndarray, G: np.ndarray, W: np.ndarray) -> None:
    """Add images[chosen].T @ G to W, in place."""
    ink = images.indptr, images.indices, images.data
    for part in _parts(chosen, W):
        if COMPILED:
            _add_outer_products(*ink, chosen[part], G[part], W)
        else:
            W += images[chosen[part]].T @ G[part]


def _parts(chosen: np.ndarray, W: np.ndarray) -> list[slice]:
    """Cut the images into parts, since a compiled function cannot be interrupted."""
    many = max(1, MAX_PRODUCTS // W.size)
    return [slice(p, p + many) for p in range(0, len(chosen), many)]
