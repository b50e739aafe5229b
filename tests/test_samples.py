"""Every generator keeps the promise it makes about its sample."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptronlib import lift, margin, max_margin, quadratic_lift, radius, samples


@given(st.integers(1, 30), st.integers(1, 6), st.floats(0.01, 0.95), st.integers(0, 10**6))
def test_linear_has_exactly_the_margin_it_was_asked_for(n, d, asked, seed):
    sample = samples.linear(n, d, asked, np.random.default_rng(seed))
    assert sample.X.shape == (n, d) and sample.y.shape == (n,)
    assert radius(sample.X) <= 1 + 1e-12
    assert margin(sample.w_star, sample.X, sample.y) == pytest.approx(asked)
    assert max_margin(sample.X, sample.y).margin == pytest.approx(asked)


@given(st.integers(2, 30), st.integers(1, 6), st.floats(0.01, 0.9), st.integers(0, 10**6))
def test_affine_has_exactly_the_margin_it_was_asked_for(n, d, asked, seed):
    """The best affine margin is half the distance of the hulls: the certificate is one pair."""
    sample = samples.affine(n, d, asked, np.random.default_rng(seed))
    assert radius(sample.X) <= 1 + 1e-12
    assert np.linalg.norm(sample.w_star[:-1]) == pytest.approx(1.0)
    assert abs(sample.w_star[-1]) < 1 - asked
    assert (sample.y * (lift(sample.X) @ sample.w_star)).min() == pytest.approx(asked)
    P, Q = sample.X[sample.y > 0], sample.X[sample.y < 0]
    distances = np.linalg.norm(P[:, None] - Q[None, :], axis=2)
    assert distances.min() == pytest.approx(2 * asked)


@pytest.mark.parametrize(
    "name, argument", [("orthonormal", 9), ("exponential", 5), ("two_points", 0.3)]
)
def test_constructed_samples_know_their_best_margin(name, argument):
    sample = getattr(samples, name)(argument)
    best = max_margin(sample.X, sample.y)
    assert best.margin == pytest.approx(sample.margin)
    assert best.w == pytest.approx(sample.w_star)


def test_exponential_rows_alternate_as_printed():
    sample = samples.exponential(4)
    assert sample.X.tolist() == [[1, 0, 0, 0], [1, -1, 0, 0], [-1, -1, 1, 0], [1, 1, 1, -1]]
    assert sample.y.tolist() == [1, -1, 1, -1]


def test_flip_labels():
    sample = samples.affine(2000, 2, 0.1, np.random.default_rng(7))
    flipped = samples.flip_labels(sample, 0.25, np.random.default_rng(7))
    assert (flipped.y != sample.y).mean() == pytest.approx(0.25, abs=0.03)
    assert flipped.margin < 0
    assert samples.flip_labels(sample, 0.0, np.random.default_rng(7)).margin == pytest.approx(0.1)


@given(st.integers(1, 5), st.integers(0, 10**6))
def test_quadratic_lift_spans_every_quadratic_form(d, seed):
    rng = np.random.default_rng(seed)
    A, b, c = rng.standard_normal((d, d)), rng.standard_normal(d), rng.standard_normal()
    A = (A + A.T) / 2
    X = rng.standard_normal((7, d))
    i, j = np.triu_indices(d, 1)
    w = np.r_[np.diag(A), 2 * A[i, j], b, c]
    assert quadratic_lift(X).shape[1] == d * (d + 3) // 2 + 1
    assert quadratic_lift(X) @ w == pytest.approx(np.einsum("ni,ij,nj->n", X, A, X) + X @ b + c)
