"""Chapter 5: the sample that takes exponentially long, the cosine perceptron, and their proofs."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    any_labels,
    failures,
    grid_sample,
    hundred_or_thousand,
    loose,
    ordered,
    refused,
    stopped,
)

from ptronlib import (
    UpdateBudgetExceeded,
    bounds,
    cosine_perceptron,
    perceptron,
    proofs,
    samples,
    scores,
)

UP = np.array([0.0, 1.0])
TWO_POINTS = np.array([[np.sqrt(0.75), 0.5], [-np.sqrt(0.75), 0.5]])  # 30 and 150 degrees


def naive(X, y, sigma, w):
    """The specification: (mistakes, w), the examples in turn until a round is clean."""
    Z, mistakes, p, clean = y[:, None] * X, [], 0, 0
    while clean < len(Z):
        z, clean = Z[p] / np.linalg.norm(Z[p]), clean + 1
        if z @ w <= -sigma * np.linalg.norm(w):
            w, clean = w - (z @ w) * z, 0
            mistakes.append(p)
        p = (p + 1) % len(Z)
    return mistakes, w


def angles(run):
    """The cosines of the angles between the final w and the signed examples."""
    lengths = np.linalg.norm(run.w) * np.linalg.norm(run.X, axis=1)
    return scores(run.w, run.X, run.y) / lengths


def good_start(u, rng):
    """A random vector on the side of u, and not very far on it."""
    g = rng.standard_normal(u.size)
    return g - (g @ u) * u + rng.uniform(0.05, 1) * u


@hundred_or_thousand
def test_thousand_exact_samples(count):
    """The naive loop's mistakes, the promise on stopping, every line of the proof, the bound."""
    rng = np.random.default_rng(5)
    updates = 0
    for _ in range(count):
        X, y, u = grid_sample(rng, int(rng.integers(1, 30)), int(rng.integers(1, 7)))
        sigma, w = rng.uniform(0.01, 0.9) ** 2, good_start(u, rng)
        run = cosine_perceptron(X, y, sigma, w_init=w)
        mistakes, last = naive(X, y, sigma, w)
        assert run.mistakes.tolist() == mistakes
        assert run.w == pytest.approx(last, abs=1e-9)
        assert run.converged and run.examinations >= run.n_updates + len(X)
        assert (angles(run) > -sigma).all()
        assert not failures(proofs.cosine(run, u))
        c = min(u @ w / np.linalg.norm(w), 1.0)
        assert run.n_updates <= bounds.updates_cosine(sigma, c)
        updates += run.n_updates
    assert updates > 2 * count


@given(any_labels(), st.floats(0.01, 0.99), st.integers(0, 10**6))
def test_run_follows_from_its_mistakes(sample, sigma, seed):
    """Bit for bit, separable or not; and each projection does what it says."""
    X, y = sample
    rng = np.random.default_rng(seed)
    run = stopped(cosine_perceptron, X, y, sigma, rng=rng, max_updates=40)
    assert run.converged or run.n_updates == 40
    W = run.replay()
    assert (W[-1] == run.w).all() and (W[0] == run.w_init).all()
    assert run.update == "project" and (run.betas == -sigma).all()
    assert np.linalg.norm(run.w_init) == pytest.approx(1.0)
    Z = (y[:, None] * X / np.linalg.norm(X, axis=1)[:, None])[run.mistakes]
    before = np.einsum("ij,ij->i", Z, W[:-1])
    assert (before <= -sigma * run.norms[:-1] * (1 - 1e-12)).all()
    assert np.abs(np.einsum("ij,ij->i", Z, W[1:])).max(initial=0.0) <= 1e-12
    assert run.norms[1:] ** 2 == pytest.approx(run.norms[:-1] ** 2 - before**2, abs=1e-12)


def test_a_cosine_of_exactly_minus_sigma_is_a_mistake():
    X, y = [[1, 0], [0, 2]], [1, 1]
    assert cosine_perceptron(X, y, 0.6, w_init=[-3, 4]).mistakes.tolist() == [0]
    assert cosine_perceptron(X, y, np.nextafter(0.6, 1), w_init=[-3, 4]).n_updates == 0


@pytest.mark.parametrize("scale", [1e-70, 1e-12, 1e12, 1e70])
def test_the_length_of_examples_and_start_does_not_matter(scale):
    X, y, u = grid_sample(np.random.default_rng(3), 20, 4)
    w = good_start(u, np.random.default_rng(4))
    lengths = np.geomspace(1 / scale, scale, len(X))
    run = cosine_perceptron(X, y, 0.1, w_init=w)
    other = cosine_perceptron(X * lengths[:, None], y, 0.1, w_init=w / scale)
    assert run.n_updates > 0 and other.mistakes.tolist() == run.mistakes.tolist()


@pytest.mark.parametrize("sigma", [0.02, 0.1, 0.5, 0.7])
@pytest.mark.parametrize("c", [0.01, 0.1, 0.5])
def test_the_bound_is_attained(sigma, c):
    sample, w_init = samples.cosine_adversary(sigma, c)
    assert (sample.X @ sample.w_star == 0).all()
    run = cosine_perceptron(sample.X, sample.y, sigma, w_init=w_init)
    assert run.n_updates == len(sample.X) == int(bounds.updates_cosine(sigma, c))
    lines = proofs.cosine(run, sample.w_star)
    assert not failures(lines)
    assert max(np.abs(lines[k].slack).max() for k in (0, 2, 3, 4)) <= 1e-7
    assert sigma > 0.1 or loose(lines) == {"eq-cos-positive"}  # the bound is many updates


def test_updates_below_the_threshold_fail_in_the_named_line():
    """A run that projected at smaller cosines than it says: the length shrinks too slowly."""
    sample, w_init = samples.cosine_adversary(0.1, 0.2)
    run = cosine_perceptron(sample.X, sample.y, 0.1, w_init=w_init)
    forged = replace(run, betas=np.full_like(run.betas, -0.3))
    broken = failures(proofs.cosine(forged, sample.w_star))
    assert broken["eq-cos-shrink"] == 1
    assert "eq-cos-bound" in broken and "eq-cos-progress" not in broken


def test_w_that_vanished_violates_everything():
    with pytest.raises(UpdateBudgetExceeded, match="shrunk to 0 of its length") as error:
        cosine_perceptron([[1.0]], [1], 0.5, w_init=[-2.0], max_updates=7)
    assert error.value.run.norms.tolist() == [2.0] + 7 * [0.0]
    lost = list(failures(proofs.cosine(error.value.run, [1.0])))
    assert lost == ["eq-cos-positive", "eq-cos-bound"]


def test_probability_of_a_good_start():
    d = np.arange(1, 1001)
    p = bounds.good_start(d)
    assert p[:4] == pytest.approx([0.5, 0.25, 0.5 * (1 - 1 / np.sqrt(3)), 0.1955], abs=5e-5)
    assert (np.diff(p) < 0).all() and p[-1] > 0.158655 and p[-1] > 1 / 8
    assert bounds.good_start(10**8) == pytest.approx(0.1586552539)
    rng = np.random.default_rng(5)
    for d in (3, 10, 100):
        g = rng.standard_normal((40_000, d))
        share = (g[:, 0] * np.sqrt(d) >= np.linalg.norm(g, axis=1)).mean()
        assert share == pytest.approx(bounds.good_start(d), abs=0.008)  # four standard deviations
    assert isinstance(bounds.good_start(2), float)


def test_number_of_rounds():
    """ERR-B5: the base is 8/7, not 4/3."""
    delta = np.array([0.1, 0.01, 0.001])
    rounds = bounds.restart_rounds(delta)
    assert rounds.tolist() == [18, 35, 52]
    assert ((7 / 8) ** rounds <= delta).all() and ((7 / 8) ** (rounds - 1) > delta).all()
    assert bounds.restart_rounds((7 / 8) ** np.arange(1, 40)).tolist() == list(range(1, 40))


def test_restarts_fail_no_more_often_than_delta():
    """On the two points, whose rounds fail by themselves with probability 1/3."""
    rng = np.random.default_rng(5)
    delta, failures = 0.2, 0
    cap = bounds.updates_cosine(0.5, 1 / np.sqrt(2))
    for _ in range(500):
        try:
            run = cosine_perceptron(TWO_POINTS, [1, 1], 0.5, rng=rng, delta=delta)
        except UpdateBudgetExceeded:
            failures += 1
            continue
        assert run.converged and run.n_updates <= cap and (angles(run) > -0.5).all()
    assert failures <= 500 * delta


@hundred_or_thousand
def test_exponential_proof_on_a_thousand_runs(count):
    """Every line, in every order of rows and of examination; the counts of each example."""
    rng = np.random.default_rng(5)
    for k in range(count):
        n = int(rng.integers(1, 6))
        sample = samples.exponential(n)
        turn = rng.permutation(np.r_[np.arange(n), rng.integers(0, n, rng.integers(0, 3))])
        order = ordered(("cyclic", "shuffled", "worst")[k % 3], k)
        run = perceptron(sample.X[turn], sample.y[turn], **order)
        assert run.n_updates == (4**n - 1) // 3
        assert run.w.tolist() == [2.0**i for i in range(n)]
        lines = proofs.exponential_count(run)
        assert not failures(lines)
        assert (lines[3].slack == 0).all() and lines[0].slack[0] == 0
        assert all(line.slack[-1] == 0 for line in lines[1:])
        i = np.arange(1, n + 1)
        used = np.bincount(turn[run.mistakes], minlength=n)
        assert (3 * used == 2 ** (2 * n - i) + 2 ** (i - 1)).all()


def test_floor_under_the_weights_of_any_vector():
    rng = np.random.default_rng(5)
    for _ in range(1000):
        n = int(rng.integers(1, 9))
        sample = samples.exponential(n)
        w = rng.integers(-20, 300, n).astype(float)
        lowest = scores(w, sample.X, sample.y).min()
        assert (w >= 2.0 ** np.arange(n) * lowest).all()


@pytest.mark.parametrize("d", range(1, 9))
def test_half_of_the_ties_in_any_order(d):
    """With sign(0) = +1 the weights end at the Jacobsthal numbers, never above them before."""
    rng = np.random.default_rng(d)
    ceiling = [(2**k - (-1) ** k) // 3 for k in range(d)]
    sample = samples.exponential(d)
    for _ in range(5):
        w, mistakes = np.zeros(d), 0
        while (wrong := np.flatnonzero(np.where(sample.X @ w >= 0, 1, -1) != sample.y)).size:
            i = rng.choice(wrong)
            w, mistakes = w + sample.y[i] * sample.X[i], mistakes + 1
            assert (w <= ceiling).all()
        assert w.tolist() == ceiling and 9 * mistakes == 4**d - 2 + (-2) ** d


def test_a_threshold_above_zero_fails_in_the_named_lines():
    sample = samples.exponential(4)
    run = perceptron(sample.X, sample.y, 2.0)
    forged = replace(run, betas=np.zeros_like(run.betas))
    lost = list(failures(proofs.exponential_count(forged)))
    assert lost == ["eq-exp-rule", "eq-exp-ceiling", "eq-exp-room"]


GOOD = cosine_perceptron(TWO_POINTS, [1, 1], 0.5, w_init=[-1, 0.1])
AROUND = [[0, 1], [1, -0.6], [-1, -0.6]]  # every w is plainly wrong on one of them


test_what_does_not_fit_is_refused_with_its_reason = refused(
    (lambda: proofs.cosine(GOOD, [1, 0]), "no negative score; example 1 has the score -0.866"),
    (lambda: cosine_perceptron([[1]], [1], 0.5, w_init=[1], delta=0.1), "that delta asks for"),
    (
        lambda: cosine_perceptron(AROUND, [1, 1, 1], 0.4, rng=np.random.default_rng(5), delta=0.01),
        "105 updates in 35 rounds of 35, none of which",
    ),
)
