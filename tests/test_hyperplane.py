"""The best hyperplane of any sample, or the mixture that rules one out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_labels, grid_sample

from ptronlib import Separable, lift, max_margin, samples, separability
from ptronlib.geometry import Mixture, Plane, decide, hull_distance


def best_margin(X, y, intercept):
    if intercept:
        return hull_distance(X[y > 0], X[y < 0]).distance / 2
    return max_margin(X, y).margin


@given(any_labels(), st.booleans())
def test_decision_agrees_with_the_exact_one_and_proves_it(drawn, intercept):
    X, y = drawn
    X, y = np.vstack([X, X[:1] + 1, X[:1] - 1]), np.r_[y, 1.0, -1.0]
    L = lift(X) if intercept else X
    found, exact = decide(X, y, intercept=intercept), separability(L, y)
    assert isinstance(found, Plane) == isinstance(exact, Separable)
    if isinstance(found, Mixture):
        assert found.rows.size <= L.shape[1] + 1 and (found.coef > 0).all()
        assert np.linalg.norm((found.coef * y[found.rows]) @ L[found.rows]) < 1e-9
        return
    scores = y * (X @ found.w + found.b)
    assert np.linalg.norm(found.w) == pytest.approx(1) and found.margin <= scores.min() + 1e-12
    best = best_margin(X, y, intercept)
    assert found.margin == pytest.approx(best) and found.upper == pytest.approx(best)


@pytest.mark.parametrize("intercept", [True, False])
def test_decision_of_many_examples_looks_at_few(intercept):
    X, y, _ = grid_sample(np.random.default_rng(7), 4000, 4)
    found = decide(X, y, intercept=intercept)
    best = best_margin(X, y, intercept)
    assert found.margin == pytest.approx(best, rel=1e-8)
    y[17] *= -1
    mixed = decide(X, y, intercept=intercept)
    assert isinstance(mixed, Mixture) and mixed.rows.size <= 6 and 17 in mixed.rows


def test_decision_survives_columns_of_all_sizes():
    sample = samples.linear(300, 5, 0.05, np.random.default_rng(7))
    X = sample.X * 10.0 ** np.array([-8, -3, 0, 4, 9])
    found = decide(X, sample.y)
    assert isinstance(found, Plane) and (sample.y * (X @ found.w + found.b) > 0).all()


def test_one_label_alone_is_named():
    with pytest.raises(ValueError, match="must hold both labels; got -1 only"):
        decide(np.eye(2), -np.ones(2))
