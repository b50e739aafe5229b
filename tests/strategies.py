"""Samples for the property tests, on a grid of sixteenths: scores are exact, ties are real ties."""

import numpy as np
import pytest
from hypothesis import strategies as st

from ptronlib import Run, UpdateBudgetExceeded, max_margin, radius

SLACK = 1 + 1e-9  # for bounds in which a root is rounded
RIGHT = "right."  # what a checker says of the right answer
UNIT = 16  # points are integers / UNIT: products and sums of a run stay exact in a double

# A hundred samples take a theorem through its cases; make test-all takes it through a thousand.
hundred_or_thousand = pytest.mark.parametrize(
    "count", [100, pytest.param(1000, marks=pytest.mark.thorough)]
)
hundred_or_ten_thousand = pytest.mark.parametrize(
    "count", [100, pytest.param(10_000, marks=pytest.mark.thorough)]
)


def grid_sample(rng: np.random.Generator, n: int, d: int, size: int = 32, planted: bool = True):
    """Return (X, y, u): grid points off the hyperplane of the unit vector u, with its labels."""
    X = rng.integers(-size, size + 1, (4 * n + 8, d)).astype(float) / UNIT
    w = np.zeros(d)
    while not w.any():
        w = rng.integers(-8, 9, d).astype(float)
    heights = X @ w
    keep = np.flatnonzero(heights != 0)[:n]
    X, y = X[keep], np.sign(heights[keep])
    if not len(keep):  # every draw lay on the hyperplane: the normal itself does not
        X, y = w[None, :] / UNIT, np.ones(1)
    if not planted:  # random labels instead
        y = rng.choice([-1.0, 1.0], len(X))
    return X, y, w / np.linalg.norm(w)


def distinct(X, y):
    """Return a sample with one label for each of its points, as perceptron wants it."""
    _, first = np.unique(X, axis=0, return_index=True)
    return X[first], y[first]


def separable_samples(seed: int, count: int, most: float = 15):
    """Yield (X, y, its best margin, how to run) with R / eps at most so large: runs are short."""
    source, orders = np.random.default_rng(seed), ("cyclic", "worst", "shuffled")
    done = 0
    while done < count:
        n, d = int(source.integers(1, 9)), int(source.integers(1, 5))
        X, y, _ = grid_sample(source, n, d, size=12)
        best = max_margin(X, y)
        if radius(X) <= most * best.margin:
            yield X, y, best, {**ordered(orders[done % 3], done), "max_updates": 10**6}
            done += 1


def ordered(order: str, seed: int = 0) -> dict:
    """Return an order, with the generator that it needs."""
    return {"order": order} | ({"rng": np.random.default_rng(seed)} if order == "shuffled" else {})


def stopped(algorithm, *arguments, **options):
    """Return a run, whether it ends or its budget does."""
    try:
        return algorithm(*arguments, **options)
    except UpdateBudgetExceeded as error:
        return error.run


def forced(X, y, mistakes, beta=0.0):
    """Return a run that updates with these examples, mistakes or not."""
    total = (y[:, None] * X)[mistakes].sum(axis=0)
    betas = np.full(len(mistakes) + 1, beta)
    return Run(X, y, 0 * total, total, np.array(mistakes), betas, True, len(mistakes))


def failures(lines):
    """Return {name: the update at which it fails first} of the lines that do not hold."""
    return {line.name: line.first_failure for line in lines if not line.holds}


def loose(lines, share=0.03):
    """Return the lines that nowhere come so near to equality: a wrong constant would hide there."""
    return {line.name for line in lines if (line.slack > share * np.abs(line.rhs)).all()}


def refused(*cases):
    """Return a test of calls that fail, each with what the error says."""

    @pytest.mark.parametrize("call, message", cases, ids=[message for _, message in cases])
    def test(call, message):
        with pytest.raises((ValueError, TypeError, RuntimeError), match=message):
            call()

    return test


@st.composite
def separable(draw, max_n: int = 12, max_d: int = 5):
    """A sample that is separable through the origin, with a unit separator."""
    n, d = draw(st.integers(1, max_n)), draw(st.integers(1, max_d))
    return grid_sample(np.random.default_rng(draw(st.integers(0, 2**32))), n, d)


@st.composite
def any_labels(draw, max_n: int = 8, max_d: int = 4):
    """A sample with random labels, separable or not."""
    n, d = draw(st.integers(1, max_n)), draw(st.integers(1, max_d))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    X, y, _ = grid_sample(rng, n, d, size=4, planted=False)
    return X, y
