"""The loop against its specification, and each algorithm against its own theorem."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import examine, growing, naive, r_independent
from strategies import hundred_or_thousand, ordered, separable, separable_samples

from ptronlib import UpdateBudgetExceeded, betas, lift, perceptron, radius, samples
from ptronlib.core.perceptron import ORDERS


def algorithms(R):
    """Algorithms 1 to 4: the library's beta, and the specification's start and rule."""
    return {
        "1 perceptron": (0.0, {}),
        "2 aggressive": (1.5, {"start": 1.5}),
        "3 R-independent": (betas.r_independent(), {"rule": r_independent}),
        "4 infinity": (betas.growing(1.2, R), {"rule": growing(1.2, R)}),
    }


@pytest.mark.parametrize("order", ORDERS)
@hundred_or_thousand
def test_thousand_exact_samples(order, count):
    """The mistakes, thresholds and weights of the naive loop; the proofs' tests have the bounds."""
    for k, (X, y, _, _) in enumerate(separable_samples(ORDERS.index(order), count)):
        for name, (beta, specification) in algorithms(radius(X)).items():
            run = perceptron(X, y, beta, max_updates=10**6, **ordered(order, k))
            mistakes, thresholds, w = naive(X, y, **ordered(order, k), **specification)
            assert run.mistakes.tolist() == mistakes, (name, k)
            digits = 1e-9 if name == "4 infinity" else 0.0  # the naive powers cancel
            np.testing.assert_allclose(run.betas, thresholds, rtol=digits)
            assert run.w.tolist() == w.tolist(), (name, k)


def test_tie_is_a_mistake_and_the_pointer_goes_on_after_each_examination():
    """By hand. 0: tie. 1: -4. 2: clean. 0: clean. 1: tie. 2 (not 0, as after a restart): tie."""
    X, y = np.array([[-2.0, -2.0], [0.0, 2.0], [-1.0, -1.0]]), np.ones(3)
    run = perceptron(X, y)
    assert run.mistakes.tolist() == [0, 1, 1, 2]
    assert run.w.tolist() == [-3.0, 1.0]
    assert run.examinations == 6 + 3


@given(separable())
def test_run_follows_from_its_mistakes(sample):
    X, y, u = sample
    run = perceptron(X, y, max_updates=10**6)
    weights = run.replay()
    assert weights.shape == (run.n_updates + 1, X.shape[1])
    assert weights[-1].tolist() == run.w.tolist()
    assert run.w.tolist() == ((y[:, None] * X)[run.mistakes]).sum(axis=0).tolist()
    before = (y * X.T).T[run.mistakes] * weights[:-1]
    assert (before.sum(axis=1) <= run.betas[:-1]).all()
    assert run.norms == pytest.approx(np.linalg.norm(weights, axis=1))
    assert run.progress(u) == pytest.approx(weights @ u)
    assert run.support.tolist() == sorted(set(run.mistakes.tolist()))
    assert run.margin == pytest.approx((y * (X @ run.w)).min() / np.linalg.norm(run.w))
    assert run.converged and run.examinations >= run.n_updates + len(X)


def test_a_long_run_is_replayed_whole():
    """In more than one block: its million numbers are not held at once."""
    sample = samples.exponential(9)
    run = perceptron(np.tile(sample.X, 2), sample.y)
    weights = run.replay()
    assert weights.size > 2**20 and weights[-1].tolist() == run.w.tolist()
    assert (np.diff(weights, axis=0) == (run.y[:, None] * run.X)[run.mistakes]).all()
    assert len(run.norms) == len(run.progress(run.w)) == run.n_updates + 1


@given(separable(), st.sampled_from([0.25, 3.0, 7.0]))
def test_scaling_the_examples_changes_no_mistake(sample, step):
    """With w_0 = 0 a learning rate is a choice of unit."""
    X, y, _ = sample
    runs = [perceptron(Z, y, max_updates=10**6) for Z in (X, step * X)]
    assert runs[0].mistakes.tolist() == runs[1].mistakes.tolist()


def test_gluon_trace():
    """The four updates that source C prints, on its data, with its weights and scores."""
    X = [[0.57595438, -0.95017916], [-0.3469252, 0.03751944]]
    X += [[-1.80471897, -2.04010558], [0.60334933, -1.08074296]]
    y = np.array([-1.0, 1.0, 1.0, -1.0])
    weights = perceptron(lift(X), y).replay()
    printed = [[-0.57595438, 0.95017916, -1.0], [-0.92287958, 0.98769861, 0.0]]
    printed += [[-2.72759855, -1.05240697, 1.0], [-3.33094788, 0.02833599, 0.0]]
    assert weights[1:5] == pytest.approx(np.array(printed), abs=1e-6)
    before = (y[:, None] * lift(X) * weights[:4]).sum(axis=1)
    assert before == pytest.approx([0.0, -0.764537, -0.349471, -0.491687], abs=1e-6)


def test_budget_keeps_the_run():
    sample = samples.xor()
    with pytest.raises(
        UpdateBudgetExceeded,
        match=r"Stopped after 1000 .* 4 of 4 .*separable\(X, y, intercept=False\)",
    ) as e:
        perceptron(lift(sample.X), sample.y, max_updates=1000)
    run = e.value.run
    assert not run.converged and run.mistakes.tolist() == [0, 1, 2, 3] * 250
    assert (run.norms**2).max() == pytest.approx(3.0)
    copy = pickle.loads(pickle.dumps(e.value))  # as between processes
    assert str(copy) == str(e.value) and copy.run.mistakes.tolist() == run.mistakes.tolist()


def test_budget_that_is_just_enough():
    sample = samples.exponential(7)
    needed = (4**7 - 1) // 3
    for order in ("cyclic", "worst"):
        assert perceptron(sample.X, sample.y, order=order, max_updates=needed).converged
        with pytest.raises(UpdateBudgetExceeded) as e:
            perceptron(sample.X, sample.y, order=order, max_updates=needed - 1)
        assert e.value.run.n_updates == needed - 1


def plain_examinations(X, y, order, rng=None):
    """Count what the plain loop examines; then a pass is clean, of a permutation a whole one."""
    Z, w, count, n = y[:, None] * X, np.zeros(X.shape[1]), 0, len(X)
    for i in examine(Z, w, [0.0], order, rng):
        count += 1
        if Z[i] @ w <= 0:
            w += Z[i]
    passes = {"cyclic": count / n, "worst": count, "shuffled": np.ceil(count / n)}
    return round((passes[order] + 1) * n)


@pytest.mark.parametrize("order", ORDERS)
def test_examinations_are_counted_as_the_plain_loop_makes_them(order):
    for seed, (X, y, _, _) in enumerate(separable_samples(8, 100)):
        run = perceptron(X, y, max_updates=10**6, **ordered(order, seed))
        assert run.examinations == plain_examinations(X, y, **ordered(order, seed)), seed
