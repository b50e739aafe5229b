"""Time until no training error is left, on separable samples of different shape."""

from __future__ import annotations

import warnings

import numpy as np
from sklearn.linear_model import Perceptron

from ptronlib import perceptron, samples
from ptronlib.mnist import load_mnist

from .measure import Pair, Row
from .passes import scikit_perceptron

MOST = 3000  # passes that the peer may take
UPDATES = 10**8


def epochs(X, y) -> int:
    """Return after how many passes in sample order scikit-learn's perceptron errs nowhere."""
    model = Perceptron(tol=None, shuffle=False, fit_intercept=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for k in range(1, MOST + 1):
            model.partial_fit(X, y, classes=[-1.0, 1.0])
            if (y * (X @ model.coef_[0]) > 0).all():
                return k
    raise RuntimeError(f"scikit-learn's Perceptron errs after {MOST} passes")


def to_the_end(X, y) -> Pair:
    """Both go on until none is left; the peer is told beforehand how many passes that takes."""
    needed = epochs(X, y)
    run = perceptron(X, y, max_updates=UPDATES)
    model = scikit_perceptron(X, y, max_iter=needed)
    assert run.converged and (y * (X @ model.coef_[0]) > 0).all()
    passes = run.examinations / X.shape[0]
    return Pair(
        lambda: perceptron(X, y, max_updates=UPDATES),
        lambda: scikit_perceptron(X, y, max_iter=needed),
        read=X.nbytes * passes,
        flops=2.0 * X.size * passes,
        facts={"passes": passes, "peer_passes": needed, "mistakes": run.n_updates},
    )


def drawn(n, d, margin) -> Pair:
    """A sample whose best margin is known."""
    sample = samples.linear(n, d, margin, np.random.default_rng(7))
    return to_the_end(sample.X, sample.y)


def digits() -> Pair:
    """MNIST, 0 against 1."""
    mnist = load_mnist(digits=(0, 1))
    return to_the_end(mnist.X_train.reshape(len(mnist.X_train), -1), _signs(mnist.y_train))


def _signs(y):
    return np.where(y == y.max(), 1.0, -1.0)


PEER = "scikit-learn Perceptron"
ROWS = (
    Row("square", "to zero errors, 2,000 x 50", PEER, 3.0, lambda: drawn(2_000, 50, 0.02)),
    Row("tall", "to zero errors, 100,000 x 20", PEER, 3.0, lambda: drawn(100_000, 20, 0.02)),
    Row("wide", "to zero errors, 500 x 5,000", PEER, 3.0, lambda: drawn(500, 5_000, 0.02)),
    Row("digits", "to zero errors, digits 0 against 1", PEER, 3.0, digits),
)
