"""Passes through large samples: a clean one, and those in which many examples are mistakes."""

from __future__ import annotations

import warnings

import numpy as np
from scipy import sparse
from sklearn.linear_model import Perceptron, SGDClassifier
from threadpoolctl import threadpool_limits

from ptronlib import UpdateBudgetExceeded, _kernels, perceptron
from ptronlib._compile import SUMS, njit
from ptronlib._examples import examples
from ptronlib.betas import constant

from .measure import Pair, Row, alternate

PASSES = 50
NOISE = 0.05  # share of labels flipped: no w is right everywhere, so the updates never end


def scikit_perceptron(X, y, **options):
    """Return scikit-learn's perceptron, fitted for so many passes in sample order."""
    options = {"tol": None, "shuffle": False, "fit_intercept": False} | options
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Perceptron(**options).fit(X, y)


def budgeted(X, y, max_updates):
    """Return the run of so many updates."""
    try:
        return perceptron(X, y, max_updates=max_updates)
    except UpdateBudgetExceeded as error:
        return error.run


def planted(n, d, dtype=np.float64, noise=0.0):
    """Return X, the labels by a random w (some of them flipped), and w."""
    rng = np.random.default_rng(7)
    X, w = rng.standard_normal((n, d), dtype=dtype), rng.standard_normal(d)
    y = np.where(X @ w.astype(dtype) > 0, 1.0, -1.0)
    return X, np.where(rng.random(n) < noise, -y, y), w


def clean(n, d, dtype=np.float64) -> Pair:
    """The call of `perceptron` that finds nothing to correct, its checks included."""
    X, y, w = planted(n, d, dtype)
    far = y * (X @ w)
    X, y = X[far > 1e-3], y[far > 1e-3]  # so that rounding decides nothing
    run = perceptron(X, y, w_init=w)
    assert run.n_updates == 0 and run.examinations == len(X)
    w_same = w.astype(dtype)

    def product():
        with threadpool_limits(1):
            return X @ w_same

    return Pair(lambda: perceptron(X, y, w_init=w), product, read=X.nbytes, flops=2.0 * X.size)


@njit(fastmath=SUMS)
def _sum(numbers):
    total = 0.0
    for q in range(numbers.size):
        total += numbers[q]
    return total


@njit(fastmath=SUMS)
def _gather(data, indices, w):
    total = 0.0
    for q in range(data.size):
        total += data[q] * w[np.uintp(indices[q])]
    return total


def profile(X, y, most, passes, repeats=41) -> dict[str, float]:
    """Return the seconds of ever more of a pass, by what it does; the least of some repetitions."""
    sample, n = examples(X, y), X.shape[0]
    in_turn, ones = np.arange(n), np.ones(X.shape[1])
    found, after = np.empty(most, dtype=np.int64), np.empty(most)
    rule = constant(0.0)
    numbers = rule.kind, rule.parameter, rule.factor

    def loop(labels, w):
        at = 0, 0, n, 0
        _kernels.scan(
            *sample.rows, labels, None, in_turn, True, at, w, None, 0, 0.0, numbers, 1.0, found,
            after,
        )  # fmt: skip

    if isinstance(X, np.ndarray):
        stages = {"reading": lambda: _sum(X.ravel())}
    else:
        stages = {
            "reading": lambda: (_sum(X.data), _sum(X.indices)),
            "weights": lambda: _gather(X.data, X.indices, ones),
        }
    agreeing = np.where(sample.products(ones) > 0, 1.0, -1.0)
    stages |= {
        "scores": lambda: sample.products(ones),
        "clean pass": lambda: loop(agreeing, ones),
        "mistakes": lambda: loop(y, np.zeros(X.shape[1])),
    }
    times = {name: float(alternate([work], repeats).min()) for name, work in stages.items()}
    return times | {"mistakes": times["mistakes"] / passes}


def noisy(X, y, read, flops, peer=scikit_perceptron) -> Pair:
    """A few passes with mistakes in them, the checks of both sides included."""
    few = budgeted(X, y, X.shape[0])
    most = int(few.n_updates * PASSES * X.shape[0] / few.examinations)
    run = budgeted(X, y, most)
    examined = run.examinations - len(y)  # by the loop; at the end all are looked at once more
    return Pair(
        lambda: budgeted(X, y, most),
        lambda: peer(X, y, max_iter=PASSES),
        units=run.examinations / X.shape[0],
        peer_units=PASSES,
        read=read,
        flops=flops,
        facts={
            "examples": len(y),
            "mistakes": run.n_updates / examined,
            "profile": profile(X, y, most, examined / len(y)),
        },
    )


def dense(n, d, dtype=np.float64, peer=scikit_perceptron) -> Pair:
    """Of an array."""
    X, y, _ = planted(n, d, dtype, NOISE)
    return noisy(X, y, X.nbytes, 2.0 * X.size, peer)


def scattered(n=100_000, d=50_000, density=1e-3) -> Pair:
    """Of a CSR matrix."""
    rng = np.random.default_rng(7)
    X = sparse.random_array((n, d), density=density, rng=rng, format="csr")
    X = X[np.diff(X.indptr) > 0]
    X.data -= 0.5
    y = np.where(X @ rng.standard_normal(d) > 0, 1.0, -1.0)
    y = np.where(rng.random(len(y)) < NOISE, -y, y)
    return noisy(X, y, X.data.nbytes + X.indices.nbytes, 2.0 * X.nnz)


def sgd(X, y, max_iter):
    """Return scikit-learn's SGDClassifier with the perceptron's loss."""
    options = {"loss": "perceptron", "eta0": 1.0, "learning_rate": "constant", "alpha": 0.0}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return SGDClassifier(
            **options, penalty=None, tol=None, shuffle=False, fit_intercept=False, max_iter=max_iter
        ).fit(X, y)


ROWS = (
    Row("clean", "clean pass, 200,000 x 784", "NumPy X @ w, one core", 1.0,
        lambda: clean(200_000, 784)),
    Row("clean32", "the same in float32", "NumPy X @ w, one core", 1.0,
        lambda: clean(200_000, 784, np.float32)),
    Row("low", "pass with updates, 100,000 x 20", "scikit-learn Perceptron", 3.0,
        lambda: dense(100_000, 20)),
    Row("high", "pass with updates, 200,000 x 784", "scikit-learn Perceptron", 3.0,
        lambda: dense(200_000, 784), 5),
    Row("sgd", "pass with updates, 100,000 x 20", "scikit-learn SGDClassifier", 3.0,
        lambda: dense(100_000, 20, peer=sgd)),
    Row("sparse", "pass with updates, CSR, 100,000 x 50,000 at 0.1%", "scikit-learn Perceptron",
        2.0, scattered),
)  # fmt: skip
