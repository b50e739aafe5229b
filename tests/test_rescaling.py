"""Chapter 5: what a stretch of space does to the margin, and the machine that lives on it."""

from dataclasses import replace

import numpy as np
import pytest
from strategies import failures, grid_sample, hundred_or_thousand

from ptronlib import UpdateBudgetExceeded, bounds, max_margin, perceptron, proofs, samples, scores
from ptronlib.learning import rescaled_perceptron as rescaled


def hard(rng, d):
    """The exponential sample with more examples that its separator has right, turned."""
    sample = samples.exponential(d)
    more = np.sign(rng.standard_normal((int(rng.integers(0, 4)), d)))
    X = np.vstack([sample.X, more])
    y = np.r_[sample.y, np.where(more @ sample.w_star > 0, 1.0, -1.0)]
    rotation, _ = np.linalg.qr(rng.standard_normal((d, d)))
    return rng.uniform(0.1, 10, (len(X), 1)) * X @ rotation, y


@hundred_or_thousand
def test_a_stretch_widens_the_margin_as_stated(count):
    """Any sample, any w that is nowhere plainly wrong; c of either sign and any size."""
    rng = np.random.default_rng(5)
    ratios = []
    for _ in range(count):
        X, y, u = grid_sample(rng, int(rng.integers(2, 12)), int(rng.integers(2, 6)))
        Z = y[:, None] * X / np.linalg.norm(X, axis=1)[:, None]
        best = max_margin(Z, np.ones(len(Z)))
        w = u + rng.uniform(0, 0.5) * rng.standard_normal(u.size)
        w /= np.linalg.norm(w)
        lowest = (Z @ w).min()
        if lowest <= -0.9:
            continue
        sigma, c = max(1e-3, -lowest * (1 + 1e-12)), w @ best.w / np.linalg.norm(best.w)
        longer = Z + np.outer(Z @ w, w)
        longer /= np.linalg.norm(longer, axis=1)[:, None]
        after = max_margin(longer, np.ones(len(Z))).margin
        ratios.append(after / bounds.margin_stretched(sigma, c, best.margin))
    assert min(ratios) >= 1 - 1e-9 and len(ratios) > count / 2
    assert np.quantile(ratios, 0.1) < 1.1  # often nearly attained


def test_average_gain_pays_for_the_starts():
    """The numbers of the proof: 0.32, 0.035 and 60, for the worst c and eps that are allowed."""
    for d in (1, 2, 3, 10, 100, 10_000):
        eps = np.linspace(0.001, 1, 200)[:, None] / (16 * np.sqrt(d))
        high, small = np.geomspace(d**-0.5, 1, 99), np.linspace(0, 1, 99) / (16 * np.sqrt(d))
        low = np.r_[np.linspace(-0.999, 1, 999), small]
        good, bad = (
            np.log(bounds.margin_stretched(1 / (32 * d), c, eps) / eps) for c in (high, low)
        )
        assert good.min() >= 0.32 / d and bad.min() >= -0.035 / d
        assert bounds.good_start(d) >= 0.15
        average = 0.15 * good.min() + 0.85 * bad.min()
        assert bounds.rescaling_starts(d, 0.01) * average >= np.log(100)


@pytest.mark.parametrize("seed", range(10))
def test_every_line_of_the_rescaling_proof(seed):
    """Separated in the end, by w itself; each line holds at each stretch."""
    rng = np.random.default_rng(seed)
    d = int(rng.integers(9, 12))
    X, y = hard(rng, d)
    run = rescaled(X, y, rng=rng)
    assert (scores(run.w, X, y) > 0).all()
    assert 1 <= len(run.directions) <= run.n_starts
    lines = proofs.rescaled(run)
    assert not failures(lines)
    assert np.abs(lines[4].slack).max() < 1e-9  # an equality
    first = max_margin(X / np.linalg.norm(X, axis=1)[:, None], y).margin
    assert run.n_starts <= bounds.rescaling_starts(d, first)


def test_without_a_stretch_it_is_the_perceptron_on_unit_examples():
    X, y, _ = grid_sample(np.random.default_rng(5), 20, 4)
    run = rescaled(X, y, rng=np.random.default_rng(5))
    plain = perceptron(X / np.linalg.norm(X, axis=1)[:, None], y)
    assert run.w.tolist() == plain.w.tolist() and run.n_updates == plain.n_updates
    assert run.n_starts == len(run.directions) == 0
    with pytest.raises(ValueError, match="must have stretched space; this one never did"):
        proofs.rescaled(run)


def test_a_forged_direction_fails_in_the_named_line():
    sample = samples.exponential(10)
    run = rescaled(sample.X, sample.y, rng=np.random.default_rng(7))
    forged = replace(run, directions=-run.directions[:1])
    assert "eq-res-nowhere" in failures(proofs.rescaled(forged))


def test_inseparable_samples_spend_the_budget():
    X = [[0, 1], [1, -0.6], [-1, -0.6]]
    with pytest.raises(UpdateBudgetExceeded, match="Either the sample is not separable") as error:
        rescaled(X, [1, 1, 1], rng=np.random.default_rng(5), max_updates=10_000)
    assert error.value.run.n_updates > 10_000
