"""Margins and certificates: each answer checked by its own certificate and a second road."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from scipy.optimize import linprog
from strategies import SLACK, any_labels
from strategies import separable as separable_samples

from ptronlib import lift, margin, max_margin, quadratic_lift, radius, samples, scores, separable
from ptronlib.geometry import hull_distance


@given(separable_samples())
def test_best_margin_carries_its_certificate(sample):
    X, y, u = sample
    best = max_margin(X, y)
    assert (best.coef >= 0).all() and best.coef.sum() == pytest.approx(1.0)
    assert np.linalg.norm(best.w) == pytest.approx(1.0)
    assert scores(best.w, X, y).min() == pytest.approx(best.margin)
    Z = (y[:, None] * X)[best.rows]
    assert np.linalg.norm(best.coef @ Z) == pytest.approx(best.upper) and best.verify(X, y)
    assert best.margin == pytest.approx(best.upper, rel=1e-9)
    assert margin(u, X, y) <= best.upper * (1 + 1e-9)


@given(separable_samples(max_n=4, max_d=2))
def test_best_margin_equals_a_search_over_directions(sample):
    """In the plane, a fine fan of directions comes as close from below as its mesh allows."""
    X, y, _ = sample
    if X.shape[1] == 1:
        X = np.column_stack([X, 0 * X])
    angles = np.linspace(0, 2 * np.pi, 20001)
    fan = np.stack([np.cos(angles), np.sin(angles)])
    found = ((y[:, None] * X) @ fan).min(axis=0).max()
    best = max_margin(X, y).margin
    assert found <= best * (1 + 1e-9)
    assert found >= best - radius(X) * (angles[1] - angles[0])


@given(any_labels())
def test_separability_agrees_with_a_linear_program(sample):
    X, y = sample
    Z = y[:, None] * X
    answer = separable(X, y, intercept=False)
    program = linprog(np.zeros(X.shape[1]), A_ub=-Z, b_ub=-np.ones(len(Z)), bounds=(None, None))
    assert bool(answer) == (program.status == 0) and answer.verify(X, y)
    if answer:
        assert scores(answer.w, X, y).min() == pytest.approx(answer.margin)
    else:
        assert (answer.coef > 0).all() and answer.coef.sum() == pytest.approx(1.0)
        assert answer.coef @ Z[answer.rows] == pytest.approx(0, abs=1e-15 * radius(X))
        with pytest.raises(ValueError, match="separable"):
            max_margin(X, y)


def test_xor_certificate_and_the_lift_that_cures_it():
    sample = samples.xor()
    answer = separable(lift(sample.X), sample.y, intercept=False)
    assert not answer
    assert answer.coef == pytest.approx(np.full(4, 0.25))
    product = np.column_stack([lift(sample.X), sample.X[:, 0] * sample.X[:, 1]])
    assert separable(product, sample.y, intercept=False)


def test_degenerate_samples_have_certificates():
    with pytest.raises(ValueError, match="separable"):
        max_margin([[1.0, 0.0], [0.0, 0.0], [0.3, 0.7]], [1, 1, 1])
    zero = separable([[1.0, 0.0], [0.0, 0.0]], [1, 1], intercept=False)
    assert not zero and (zero.rows, zero.weights) == ([1], (1,))
    contradiction = separable([[1.0, 2.0], [1.0, 2.0]], [1, -1], intercept=False)
    assert not contradiction
    assert contradiction.weights == (1, 1)


def test_lifting_tax():
    """The points 999 and 1001: exact rationals on one side, the library on the other."""
    X, y = np.array([[999.0], [1001.0]]), np.array([-1.0, 1.0])
    for scale, eps2, ratio in [
        (1, Fraction(1, 1_000_001), 1_002_003_002_002),
        (1001, Fraction(1_002_001, 2_002_001), 4_004_002),
    ]:
        lifted = lift(X, scale)
        R2 = 1001**2 + scale**2
        assert R2 / eps2 == ratio
        assert max_margin(lifted, y).margin ** 2 == pytest.approx(float(eps2), rel=1e-6)
        assert radius(lifted) ** 2 == pytest.approx(R2)
    assert ratio <= 4 * 1001**2


def test_lift_with_the_radius_costs_at_most_a_factor_four():
    """R'^2 / eps'^2 <= 4 R^2 / gamma^2."""
    for seed in range(100):
        affine = samples.affine(12, 3, 0.05, np.random.default_rng(seed))
        lifted, R = lift(affine.X, radius(affine.X)), radius(affine.X)
        assert radius(lifted) / max_margin(lifted, affine.y).margin <= 2 * R / 0.05 * SLACK


def test_ball_needs_the_constant_feature():
    """ERR-B6: (0,0)+, (2,0)+, (1,0)-."""
    X, y = np.array([[0.0, 0.0], [2.0, 0.0], [1.0, 0.0]]), np.array([1.0, 1.0, -1.0])
    features = quadratic_lift(X)
    assert not separable(features[:, :-1], y, intercept=False)
    assert max_margin(features, y).margin == pytest.approx(0.2182, abs=1e-4)


@pytest.mark.parametrize("d", [2, 10, 300])
@pytest.mark.parametrize("eps", [1e-6, 0.05, None])
def test_many_examples_have_certificates(d, eps):
    """So many that few are looked at together; None: labels at random, not separable."""
    rng, n = np.random.default_rng(7), 1200
    if eps is None:
        X, y = rng.standard_normal((n, d)), rng.choice([-1.0, 1.0], n)
        answer = separable(X, y, intercept=False)
        assert not answer and answer.rows.size <= d + 1 and answer.verify(X, y)
        return
    sample = samples.linear(n, d, eps, rng)
    best = max_margin(sample.X, sample.y)
    assert best.margin == pytest.approx(eps, rel=1e-9) and best.verify(sample.X, sample.y)
    assert best.upper == pytest.approx(best.margin, rel=1e-9)
    assert separable(sample.X, sample.y, intercept=False)


def test_classes_far_larger_than_the_working_set():
    """Two clouds of a thousand points, at a distance that 0 and 2 e_1 attain."""
    rng = np.random.default_rng(7)
    P, Q = rng.standard_normal((2, 1000, 20))
    P[:, 0], Q[:, 0], P[500], Q[700] = 2 + abs(P[:, 0]), -abs(Q[:, 0]), 2 * np.eye(20)[0], 0
    found = hull_distance(P, Q)
    assert found.distance == pytest.approx(2.0, rel=1e-12)
    assert found.lower == pytest.approx(2.0, rel=1e-12)
    assert (found.P_coef[500], found.Q_coef[700]) == (1.0, 1.0)
