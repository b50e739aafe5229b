r"""Arithmetic with the same result, to the last bit, on every machine.

IEEE 754 fixes sums, products, quotients and square roots of two numbers. It leaves open in which
order a library adds many, and how it raises to a power; so whatever decides over a mistake, or
makes a sample, is computed here. An inner product is summed in eight lanes: the product of the
entries j < 8 floor(d / 8) goes to lane j mod 8, the lanes are added as

.. math:: ((s_0 + s_1) + (s_2 + s_3)) + ((s_4 + s_5) + (s_6 + s_7)),

and then the remaining products, in order. The compiled loop and the explorers do the same. No
product is fused with a sum. What numpy's ``X @ w`` returns is another matter: its last digits are
those of the linear algebra library on the machine.
"""

from __future__ import annotations

import numpy as np

from ._validate import Array

BLOCK_FLOATS = 2**17  # held at once: 1 MiB
ROUNDING = 1e-9  # relative slack granted to what was rounded: roots, sums, what a solver finds


def inner(a: Array, b: Array) -> float:
    """Return the inner product of two vectors."""
    products = np.multiply(a, b, dtype=np.float64)
    whole = products.size - products.size % 8
    s = (np.add.reduce(products[:whole].reshape(-1, 8), axis=0) + 0.0).tolist()
    total = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]))
    for product in products[whole:].tolist():
        total += product
    return total


def products(A: Array, b: Array) -> Array:
    """Return the inner products of the rows of A with b, a vector, or with the rows of b."""
    n, d = A.shape
    out, whole, many = np.empty(n), d - d % 8, max(1, BLOCK_FLOATS // d)
    for start in range(0, n, many):
        rows = slice(start, start + many)
        other = b[:, None] if b.ndim == 1 else b[rows].T
        terms = np.multiply(A[rows].T, other, dtype=np.float64, order="C")  # a column an example
        s = np.add.reduce(terms[:whole].reshape(-1, 8, terms.shape[1]), axis=0) + 0.0
        total = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]))
        for term in terms[whole:]:
            total = total + term
        out[rows] = total
    return out


def norm(a: Array) -> float:
    """Return the length of a vector whose squares neither overflow nor underflow."""
    return float(np.sqrt(inner(a, a)))


def unit(a: Array) -> Array:
    """Return a divided by its length, which may be too small to be squared; 0 stays 0."""
    w = a / (np.abs(a).max() or 1.0)
    return w / (norm(w) or 1.0)


def norms(A: Array) -> Array:
    """Return the lengths of the rows of A."""
    return np.sqrt(products(A, A))


def growth(t, alpha):
    """Return (t + 1)^alpha - t^alpha for t >= 0 and alpha in [1, 2), with no cancellation.

    Follows both powers factor by factor, t^(1/2), t^(1/4), ... by the binary digits of alpha, and
    their difference with them: a sum of positive terms.
    """
    u, v, step = t + 1.0, t + 0.0, 1.0  # the factors, and u - v
    lower, gain = v, 1.0 + 0.0 * v  # the power of t so far, and how far that of t + 1 is above it
    rest = alpha - 1.0
    while rest > 0.0:
        u, v = np.sqrt(u), np.sqrt(v)
        step = step / (u + v)
        rest *= 2.0
        if rest >= 1.0:
            rest -= 1.0
            gain = gain * u + lower * step
            lower = lower * v
    return gain


def power(x, exponent):
    """Return x^exponent for x >= 0 and an exponent in [0, 1], by repeated square roots."""
    result, rest = 1.0 + 0.0 * x, exponent
    while rest > 0.0:
        if rest >= 1.0:
            rest -= 1.0
            result = result * x
        x = np.sqrt(x)
        rest *= 2.0
    return result
