"""Bad input at the public doors: each message names what was expected, what came, where."""

import re

import numpy as np
import pytest

from ptronlib import (
    betas,
    bounds,
    data,
    max_margin,
    perceptron,
    separability,
)
from ptronlib import margin as margin_of
from ptronlib._validate import check_count

X = np.array([[1.0, 2.0], [2.0, -1.0], [0.5, 3.0]])
Y = np.array([1.0, -1.0, 1.0])


def put(array, index, value):
    changed = np.array(array, dtype=float)
    changed[index] = value
    return changed


BAD_SAMPLES = {
    "shapes disagree": (X, Y[:2], ValueError, "y must have shape (3,), one label for each row"),
    "labels in a column": (X, Y[:, None], ValueError, "got shape (3, 1)"),
    "empty": (np.empty((0, 2)), [], ValueError, "at least one example"),
    "no features": (np.empty((3, 0)), Y, ValueError, "at least one example and one feature"),
    "one-dimensional X": (X[:, 0], Y, ValueError, "got 1 dimension, shape (3,)"),
    "0/1 labels": (
        X,
        [1, 1, 0],
        ValueError,
        "y must contain only -1 and +1; got 0.0 at index 2. Map {0, 1} labels with 2 * y - 1.",
    ),
    "other labels": (X, [1, 3, -1], ValueError, "got 3.0 at index 1"),
    "NaN label": (X, [1, -1, np.nan], ValueError, "got nan at index 2"),
    "NaN": (
        put(X, (1, 0), np.nan),
        Y,
        ValueError,
        "X must be finite; got nan at index 1, feature 0",
    ),
    "infinity": (put(X, (2, 1), np.inf), Y, ValueError, "got inf at index 2, feature 1"),
    "words": ([["a", "b"]], [1], TypeError, "X must hold real numbers"),
    "ragged": ([[1.0], [1.0, 2.0]], [1, 1], TypeError, "X must be an array of real numbers"),
    "None": ([[1.0, None]] * 3, Y, TypeError, "None is not one"),
    "too small to square": (put(X, (1, 1), 1e-200), Y, ValueError, "got 1e-200 at index 1"),
    "too large to square": (put(X, (1, 1), -1e200), Y, ValueError, "Rescale X"),
    "boolean labels": (X, Y > 0, TypeError, "Map them with np.where(y, 1, -1)"),
    "complex": (X * 1j, Y, TypeError, "complex128"),
}
BAD_FOR_A_RUN = {
    "zero example": (put(X, 1, 0.0), Y, ValueError, "got the zero vector at index 1"),
    "both labels": (
        [[1, 2], [0.0, 1], [1, 2], [-0.0, 1]],
        [1, 1, 1, -1],
        ValueError,
        "same point with both, at index 1 and index 3",
    ),
}


@pytest.mark.parametrize("case", BAD_SAMPLES)
@pytest.mark.parametrize("door", [perceptron, max_margin, separability])
def test_unusable_sample(door, case):
    bad_X, bad_y, kind, message = BAD_SAMPLES[case]
    with pytest.raises(kind, match=re.escape(message)):
        door(bad_X, bad_y)


@pytest.mark.parametrize("case", BAD_FOR_A_RUN)
def test_sample_on_which_no_run_ends(case):
    bad_X, bad_y, kind, message = BAD_FOR_A_RUN[case]
    with pytest.raises(kind, match=re.escape(message)):
        perceptron(bad_X, bad_y)


@pytest.mark.parametrize(
    "call, kind, message",
    [
        (lambda: perceptron(X, Y, -1.0), ValueError, "beta must lie in [0, infinity); got -1.0"),
        (lambda: perceptron(X, Y, np.nan), ValueError, "beta must lie in [0, infinity); got nan"),
        (lambda: perceptron(X, Y, np.inf), ValueError, "got inf"),
        (lambda: perceptron(X, Y, "1"), TypeError, "beta must be a real number; got str"),
        (lambda: betas.growing(2.0), ValueError, "alpha must lie in [1, 2); got 2.0"),
        (lambda: betas.growing(0.5), ValueError, "alpha must lie in [1, 2); got 0.5"),
        (lambda: betas.growing(np.nan), ValueError, "got nan"),
        (lambda: betas.growing(1.5, 0.0), ValueError, "R must lie in (0, infinity); got 0.0"),
        (lambda: betas.r_independent(0.5), ValueError, "factor must lie in [1, infinity)"),
        (
            lambda: perceptron(X, Y, betas.growing(1.5, R=3.0)),
            ValueError,
            "R must be at least the largest norm of an example; got growing(1.5, R=3) for a norm "
            "of 3.04138 at index 2. Use R=radius(X).",
        ),
        (lambda: perceptron(X, Y, max_updates=0), ValueError, "max_updates must be at least 1"),
        (lambda: perceptron(X, Y, max_updates=-3), ValueError, "got -3"),
        (lambda: perceptron(X, Y, max_updates=1e5), TypeError, "max_updates must be an integer"),
        (lambda: perceptron(X, Y, max_updates=True), TypeError, "got bool True"),
        (lambda: perceptron(X, Y, order="random"), ValueError, "shuffled, worst; got 'random'"),
        (lambda: perceptron(X, Y, order="shuffled"), TypeError, "rng=np.random.default_rng(7)"),
        (lambda: perceptron(X, Y, order="shuffled", rng=7), TypeError, "got int"),
        (lambda: perceptron(X, Y, rng=np.random.default_rng(1)), ValueError, 'with order="cyclic"'),
        (lambda: margin_of([0, 0], X, Y), ValueError, "w must not be the zero vector"),
        (lambda: margin_of([1, 0, 0], X, Y), ValueError, "w must have shape (2,)"),
        (lambda: margin_of([1, np.nan], X, Y), ValueError, "w must be finite; got nan at index 1"),
        (lambda: data.lift(X, 0), ValueError, "scale must lie in (0, infinity); got 0.0"),
        (lambda: data.linear(3, 2, 1.0, 7), ValueError, "margin must lie in (0, 1); got 1.0"),
        (lambda: data.linear(3, 2, 0.5, 7), TypeError, "rng must be a numpy.random.Generator"),
        (lambda: data.orthonormal(0), ValueError, "d must be at least 1; got 0"),
        (lambda: data.exponential(501), ValueError, "d must be at most 500; got 501"),
        (lambda: data.flip_labels(data.xor(), 0.1, np.random.default_rng(1)), ValueError, "w_star"),
        (lambda: bounds.updates_constant(-1, 1, 1), ValueError, "beta must lie in"),
        (lambda: bounds.updates_constant(0, 1, 0), ValueError, "eps must lie in (0, infinity)"),
        (lambda: bounds.updates_constant(0, 1, [0.5, 0.0]), ValueError, "got 0.0 at index 1"),
        (lambda: bounds.updates_constant(0, 1, 1.5), ValueError, "eps must be at most R"),
        (lambda: bounds.updates_constant(0, 1, [1, 2]), ValueError, "eps=2 and R=1 at index 1"),
        (lambda: bounds.updates_constant(0, None, 1), TypeError, "R must be an array of real"),
        (lambda: betas.BetaRule("x", 7, 0.0, 1.0), ValueError, "kind must be 0, 1, 2 or 3"),
        (lambda: bounds.updates_growing(2, 1, 0.5), ValueError, "alpha must lie in [1, 2)"),
        (lambda: bounds.margin_growing(1.5, 1, 0), ValueError, "T must lie in [1, infinity)"),
    ],
)  # fmt: skip
def test_unusable_argument(call, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        call()


def test_input_is_left_alone_and_any_real_kind_is_taken():
    before = X.copy()
    run = perceptron(X.tolist(), Y.astype(np.int8))
    run.w[:] = 0.0
    assert (before == X).all()
    assert (perceptron(X.astype(np.float32), Y).mistakes == run.mistakes).all()


def test_counts_end_where_doubles_skip_integers():
    assert check_count(2**53, "n") == 2**53
    with pytest.raises(ValueError, match=f"n must be at most {2**53}"):
        check_count(2**53 + 1, "n")
