"""Bounds as functions: values by hand, arrays and limits."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptronlib import bounds, cosine_perceptron, perceptron, samples


@pytest.mark.parametrize(
    "value, expected",
    [
        (bounds.updates_constant(9.0, 3.0, 1.0), 27.0),
        (bounds.updates_constant(0.0, 2.0, 2.0), 1.0),
        (bounds.margin_constant(9.0, 3.0, 1.5), 0.5),
        (bounds.margin_constant(0.0, 2.0, 2.0), 0.0),
        (bounds.updates_from(2.0, 3.0, 0.5), 36.0 + 8.0),
        (bounds.updates_from(2.0, 3.0, 0.5, cosine=1.0), 36.0 - 8.0),
        (bounds.updates_from(1e9, 1.0, 0.5, cosine=1.0), 0.0),
        (bounds.updates_from(1.0, 1.0, 1.0, cosine=-1.0 - 5e-13), 3.0),
        (bounds.updates_affine(4.0, 0.5, bias=3.0), 680.0),
        (bounds.updates_affine(4.0, 0.5, bias=3.0, scale=4.0), 200.0),
        (bounds.updates_affine(1.0, 0.5, bias=0.0), 8.0),
        (bounds.updates_worst_first(24.0, 2.0, 0.5), 144.0),
        (bounds.margin_worst_first(24.0, 2.0, 0.5), 1 / 3),
        (bounds.updates_r_independent(2.0, 0.5), 144.0),
        (bounds.updates_growing(1.5, 2.0, 1.0), 16.0),
        (bounds.updates_growing(1.0, 3.0, 0.5), 36.0),
        (bounds.updates_growing(1.999, 1.0, 0.1), np.inf),
        (bounds.margin_growing(1.0, 3.0, 36.0), 0.0),
        (bounds.margin_constant(1e12, 3.0, 0.6), 0.3),
        (bounds.margin_growing(1.5, 2.0, 1.0), 2**1.5 - 2),
        (bounds.share_growing(1.0), 0.0),
        (bounds.leave_one_out_error(0.0, 1.0), 0.0),
        (bounds.stable_error(0.0, 2.0, np.exp(-1.0)), 1.0),
        (bounds.consistent_error(0.0, 1.0, np.exp(-1.0)), 1.0),
        (bounds.updates_cosine(0.5, 1.0), 0.0),
        (bounds.sgd_gap_constant(1.0, 2.0, 1.0), 2.0),
    ],
)
def test_values_by_hand_and_at_the_ends_of_a_domain(value, expected):
    assert isinstance(value, float) and value == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_growing_margin_is_stable_far_out():
    """For large T it is alpha / 2 * T^(alpha / 2 - 1), and never negative."""
    for alpha in (1.2, 1.5, 1.8):
        for T in (1e12, 1e17, 1e20):
            expected = alpha / 2 * T ** (alpha / 2 - 1) - T ** (-alpha / 2) / 2
            assert bounds.margin_growing(alpha, 1.0, T) == pytest.approx(expected, rel=1e-9)


def test_arrays_broadcast():
    eps = np.array([0.1, 0.2, 0.4])
    table = bounds.updates_constant(np.array([[0.0], [1.0]]), 1.0, eps)
    assert table.shape == (2, 3)
    assert table[1, 2] == bounds.updates_constant(1.0, 1.0, 0.4)
    assert (np.diff(bounds.updates_from(5.0, 1.0, 0.1, cosine=np.linspace(-1, 1, 9))) <= 1e-9).all()
    assert bounds.margin_growing_guarantee([1.2, 1.5], 1.0, 0.5).shape == (2,)
    assert isinstance(bounds.jl_dimension(9, 0.5, 0.1), int)


def test_values_that_do_not_go_together_are_named():
    with pytest.raises(ValueError, match="eps must be at most R; got eps=2 and R=1 at index 1"):
        bounds.updates_growing(1.5, 1.0, [0.5, 2.0])
    with pytest.raises(ValueError, match="The dimension must lie in"):
        bounds.simultaneous_dimension_width(10, 1e-8, 0.1)


# -- a bound is a promise: compared with what meets it exactly, with no slack


def test_mistakes_on_the_tight_samples_are_within_the_bounds():
    for n in range(1, 400):  # n mistakes, and the bound is n: eps = 1 / sqrt(n) is rounded
        sample = samples.orthonormal(n)
        bound = bounds.updates_constant(0.0, 1.0, sample.margin)
        assert perceptron(sample.X, sample.y).n_updates <= bound == n
    for n in (5, 10, 40):
        eps = 1 / np.sqrt(n)
        sample = samples.orthonormal(n)
        for beta in (0.5, 1.0, 3.7):
            run = perceptron(sample.X, sample.y, beta)
            assert run.n_updates <= bounds.updates_constant(beta, 1.0, eps)
            assert run.margin >= bounds.margin_constant(beta, 1.0, eps)
        worst = perceptron(sample.X, sample.y, 2.0, order="worst")
        assert worst.n_updates <= bounds.updates_worst_first(2.0, 1.0, eps)
        assert worst.margin >= bounds.margin_worst_first(2.0, 1.0, eps)
    for sigma in (0.1, 0.3, 0.9):
        sample, start = samples.cosine_adversary(sigma, 0.05)
        run = cosine_perceptron(sample.X, sample.y, sigma, w_init=start)
        assert run.n_updates <= bounds.updates_cosine(sigma, 0.05)


@given(
    st.fractions(0, 100), st.fractions(Fraction(1, 1000), 1000), st.fractions(Fraction(1, 1000), 1)
)
def test_bounds_are_rounded_to_the_side_of_their_promise(beta, R, share):
    b, r = float(beta), float(R)
    e = r * float(share)
    beta, R, eps = Fraction(b), Fraction(r), Fraction(e)
    for found, exact in (
        (bounds.updates_constant(b, r, e), (2 * beta + R**2) / eps**2),
        (bounds.updates_deviation(r, e, 0.0), (R / eps) ** 2),
    ):
        assert np.floor(found) >= int(exact)  # which is what bounds a number of updates
        assert found >= exact or found == np.rint(found)
        assert abs(Fraction(found) - exact) <= exact / 10**13
    assert Fraction(bounds.margin_constant(b, r, e)) <= beta * eps / (2 * beta + R**2)


def test_the_multiclass_perceptron_keeps_its_bound():
    """Random classes with a teacher; and one example, for which the bound is exact."""
    rng = np.random.default_rng(7)
    cases = [(np.array([[3.0]]), np.array([1]), np.array([[-1.0], [1.0]]) / 2**0.5)]
    for k in (2, 3, 5):
        teacher, X = rng.standard_normal((k, 4)), rng.standard_normal((60, 4))
        cases.append((X, (X @ teacher.T).argmax(axis=1), teacher / np.linalg.norm(teacher)))
    for X, y, teacher in cases:
        room = X @ teacher.T
        own = room[np.arange(len(y)), y]
        room[np.arange(len(y)), y] = -np.inf
        gamma, R = (own - room.max(axis=1)).min(), np.linalg.norm(X, axis=1).max()
        W, mistakes, clean = np.zeros_like(teacher), 0, False
        while not clean:
            clean = True
            for x, own in zip(X, y, strict=True):
                scores = W @ x
                others = np.where(np.arange(len(W)) == own, -np.inf, scores)
                if scores[own] <= others.max():
                    W[own] += x
                    W[others.argmax()] -= x
                    mistakes, clean = mistakes + 1, False
        assert 0 < mistakes <= bounds.updates_multiclass(R, gamma)
