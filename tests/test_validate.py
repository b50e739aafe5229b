"""What errors say: what was expected, what came, where, and what to try."""

import re

import numpy as np
import pytest
from scipy import sparse

from ptronlib import betas, bounds, perceptron, samples, separable
from ptronlib import margin as margin_of

X = np.array([[1.0, 2.0], [2.0, -1.0], [0.5, 3.0]])
Y = np.array([1.0, -1.0, 1.0])
RNG = np.random.default_rng(7)
REFUSED = [  # a call, its error, and what it says
    (lambda: perceptron(X, Y[:2]), ValueError, "y must have shape (3,), one label for each row"),
    (lambda: perceptron(np.empty((0, 2)), []), ValueError, "at least one example"),
    (lambda: perceptron(X[:, 0], Y), ValueError, "one example a row; got shape (3,)"),
    (lambda: perceptron(X, [1, 1, 0]), ValueError, "-1 and +1; got 0.0 at index 2. Map {0, 1} "),
    (lambda: perceptron([[1, 2], [np.nan, 3]], [1, 1]), ValueError, "got nan at index 1, feature"),
    (lambda: perceptron([["a", "b"]], [1]), TypeError, "X must hold real numbers"),
    (lambda: perceptron([[1], [1, 2]], [1, 1]), TypeError, "X must be an array of real numbers"),
    (lambda: perceptron(X, Y > 0), TypeError, "Map them with np.where(y, 1, -1)"),
    (lambda: perceptron(X, np.array([*"aba"])), TypeError, "np.where(y == one_of_them, 1, -1)"),
    (lambda: perceptron(sparse.csr_array(X), Y), TypeError, "a sparse matrix. Use X.toarray()"),
    (lambda: perceptron([[2**53 + 1]], [1]), ValueError, "up to 2^53; got 9007199254740993"),
    (lambda: perceptron(X, Y, "1"), TypeError, "beta must be a real number; got str"),
    (lambda: perceptron(X, Y, betas.growing(1.5, R=3.0)), ValueError,
     "R must be at least the largest norm of an example; got growing(1.5, R=3) for a norm of "
     "3.04138 at index 2. Use R=radius(X)."),
    (lambda: separable(X, [3, 1, 2]), ValueError, "labels of two kinds; got 3: 1, 2, 3."),
    (lambda: separable(X, np.array(["a", 1, 2], object)), TypeError, "labels that can be sorted"),
    (lambda: perceptron(X, Y, order="random"), ValueError, "shuffled, worst; got 'random'"),
    (lambda: perceptron(X, Y, order="shuffled"), TypeError, "rng=np.random.default_rng(7)"),
    (lambda: perceptron(X, Y, rng=RNG), ValueError, 'with order="cyclic"'),
    (lambda: margin_of([0, 0], X, Y), ValueError, "w must not be the zero vector"),
    (lambda: perceptron(np.ma.masked_less(X, 0), Y), TypeError, "no masked entries. Fill them in"),
    (lambda: samples.exponential(501), ValueError, "d must be at most 500; got 501"),
    (lambda: bounds.updates_constant(0, 1, [0.5, 0.0]), ValueError, "got 0.0 at index 1"),
    (lambda: samples.affine_adversary(1.0, 0.0, 1e-4), ValueError, "at most 100,000"),
]  # fmt: skip


@pytest.mark.parametrize("call, kind, message", REFUSED, ids=[case[-1] for case in REFUSED])
def test_an_error_says_what_to_do(call, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        call()
