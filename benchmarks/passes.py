"""Passes through large samples: a clean one, and those in which many examples are mistakes."""

from __future__ import annotations

import warnings

import numpy as np
from sklearn.linear_model import Perceptron, SGDClassifier
from threadpoolctl import threadpool_limits

from ptronlib import UpdateBudgetExceeded, perceptron
from ptronlib._arithmetic import products
from ptronlib.core.loop import learn

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


def planted(n, d, noise=0.0):
    """Return X, the labels by a random w (some of them flipped), and w."""
    rng = np.random.default_rng(7)
    X, w = rng.standard_normal((n, d)), rng.standard_normal(d)
    y = np.where(X @ w > 0, 1.0, -1.0)
    return X, np.where(rng.random(n) < noise, -y, y), w


def clean(n, d) -> Pair:
    """The call of `perceptron` that finds nothing to correct, its checks included."""
    X, y, w = planted(n, d)
    far = y * (X @ w)
    X, y = X[far > 1e-3], y[far > 1e-3]  # so that rounding decides nothing
    run = perceptron(X, y, w_init=w)
    assert run.n_updates == 0 and run.examinations == len(X)

    def product():
        with threadpool_limits(1):
            return X @ w

    return Pair(lambda: perceptron(X, y, w_init=w), product, read=X.nbytes, flops=2.0 * X.size)


def profile(X, y, most, passes, repeats=41) -> dict[str, float]:
    """Return the seconds of ever more of a pass, by what it does; the least of some repetitions."""
    n, ones, rule = len(y), np.ones(X.shape[1]), (0.0, False, False)
    in_turn = np.tile(np.arange(n, dtype=np.uintp), int(np.ceil(passes)))
    found, betas = np.empty(most, dtype=np.intp), np.zeros(most + 1)

    def loop(labels, w):
        learn(X, labels, w, in_turn, 0, rule, betas, found)

    agreeing = np.where(products(X, ones) > 0, 1.0, -1.0)
    stages = {
        "reading": lambda: np.vdot(X, X),
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


def dense(n, d, peer=scikit_perceptron) -> Pair:
    """Of an array."""
    X, y, _ = planted(n, d, NOISE)
    return noisy(X, y, X.nbytes, 2.0 * X.size, peer)


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
    Row("low", "pass with updates, 100,000 x 20", "scikit-learn Perceptron", 3.0,
        lambda: dense(100_000, 20)),
    Row("high", "pass with updates, 200,000 x 784", "scikit-learn Perceptron", 3.0,
        lambda: dense(200_000, 784), 5),
    Row("sgd", "pass with updates, 100,000 x 20", "scikit-learn SGDClassifier", 3.0,
        lambda: dense(100_000, 20, peer=sgd)),
)  # fmt: skip
