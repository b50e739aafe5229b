"""Statements of the sources, and of the book's own, that no other file of tests checks."""

from itertools import product

import numpy as np
import pytest
from matplotlib.figure import Figure
from reference import in_turn
from scipy.stats import halfnorm
from strategies import SLACK, separable_samples, stopped

from ptronlib import betas, bounds, lift, margin, max_margin, perceptron, plots, radius, samples
from ptronlib.learning import descend, risk, voting

# -- one neuron


def test_a_threshold_is_a_weight():
    """Minus the threshold is the weight of the constant 1; of -1 it is the threshold itself."""
    source = np.random.default_rng(0)
    for _ in range(200):
        X, w = source.integers(-16, 17, (5, 3)) / 16, source.integers(-16, 17, 3) / 16
        theta = float(source.integers(-16, 17)) / 16
        net = X @ w - theta
        assert (lift(X) @ np.r_[w, -theta] == net).all()
        assert (np.column_stack([X, -np.ones(5)]) @ np.r_[w, theta] == net).all()


def test_a_neuron_is_drawn_with_every_wire():
    names, weights = ["$x_1$", "$x_2$", "$-1$"], ["$w_1$", "$w_2$", r"$\theta$"]
    ax = plots.neuron(names, weights, "$y$", ax=Figure().subplots())
    drawn = [text.get_text() for text in ax.texts]
    assert {*names, *weights, "$y$"} <= set(drawn)
    assert drawn.count("") == len(names) + 1  # a wire for each input, and one out


@pytest.mark.parametrize("w, b", [([3.0, 4.0], 0.0), ([1.0, -2.0], 0.5)])
def test_the_boundary_is_orthogonal_to_w(w, b):
    ax = plots.boundary(w, b, ax=plots.plane(2.0, ax=Figure().subplots()))
    p, q = np.array(ax.lines[-1].get_xy1()), np.array(ax.lines[-1].get_xy2())
    assert np.dot(w, q - p) == pytest.approx(0.0) and (p != q).any()
    assert np.dot(w, p) + b == pytest.approx(0.0)


def test_score_contours_lie_where_the_score_is_what_they_say():
    w, b = np.array([1.5, -1.0]), 0.25
    ax = plots.score_contours(
        w, b, ax=plots.plane(2.0, ax=Figure().subplots()), levels=[-2.0, 0.0, 1.0]
    )
    drawn = {}
    for lines in ax.collections:
        for level, path in zip(lines.levels, lines.get_paths(), strict=True):
            drawn[float(level)] = path.vertices
    assert set(drawn) == {-2.0, 0.0, 1.0}
    for level, points in drawn.items():
        assert len(points) and points @ w + b == pytest.approx(np.full(len(points), level))


# -- runs


def test_examinations_outnumber_the_examples_and_updates_need_not():
    """The last pass is clean, and the first look a mistake; T < n for most of these samples."""
    few = 0
    for X, y, _, _ in separable_samples(2, 300):
        run = perceptron(X, y)
        assert run.n_updates + len(X) <= run.examinations <= run.n_updates * len(X) + 1
        few += run.n_updates < len(X)
    assert few > 100


def test_epochs_are_one_run_on_copies():
    sample = samples.orthonormal(9)
    for X, y, best, _ in (*separable_samples(3, 100), (sample.X, sample.y, sample, {})):
        run = perceptron(X, y)
        epochs = run.examinations // len(X) + 1
        copies = in_turn(np.tile(X, (epochs, 1)), np.tile(y, epochs))
        updates = (np.diff(copies, axis=0, prepend=0.0) != 0).any(axis=1).sum()
        assert updates == run.n_updates
        assert updates <= bounds.updates_constant(0.0, radius(X), best.margin) * SLACK


def test_updates_fall_with_the_margin_but_slower_than_the_bound():
    """A margin eight times as wide: a few times fewer updates, where the bound falls 64-fold."""
    source, counts = np.random.default_rng(4), []
    for gamma in (0.05, 0.1, 0.2, 0.4):
        runs = []
        for _ in range(60):
            sample = samples.affine(200, 2, gamma, source)
            runs.append(perceptron(lift(sample.X), sample.y).n_updates)
            bias = abs(sample.w_star[-1])
            assert runs[-1] <= bounds.updates_affine(1.0, gamma, bias=bias) * SLACK
        counts.append(np.mean(runs))
    assert (np.diff(counts) < 0).all()
    assert 2 < counts[0] / counts[-1] < 64 / 2


def test_a_walk_with_random_signs_progresses_like_a_square_root():
    """Over all signs the mean square of the progress is a sum of squares; learning has T eps."""
    for X, y, best, _ in separable_samples(5, 40):
        run = perceptron(X, y)
        Z = (y[:, None] * X)[run.mistakes][:10]
        walks = np.array(list(product((-1.0, 1.0), repeat=len(Z)))) @ Z
        walked = ((walks @ best.w) ** 2).mean()
        assert walked == pytest.approx(((Z @ best.w) ** 2).sum())
        assert walked <= len(Z) * radius(X) ** 2 * SLACK
        assert (Z.sum(axis=0) @ best.w) ** 2 * SLACK >= len(Z) ** 2 * best.margin**2


@pytest.mark.parametrize("N, P", [(20, 100), (10, 200)])
def test_the_typical_run_is_far_shorter_than_the_teacher_says(N, P):
    """ERR-E12: the teacher's margin is as the source says, and the number of updates is not."""
    source, smallest = np.random.default_rng(6), []
    for k in range(400):
        sample = samples.gaussian_teacher(P, N, source)
        smallest.append(margin(sample.w_star, sample.X, sample.y))
        assert smallest[-1] == pytest.approx(sample.margin)
        assert (sample.X**2).sum(axis=1).mean() == pytest.approx(1.0, abs=0.3)
        if k < 10:
            T, R = perceptron(sample.X, sample.y).n_updates, radius(sample.X)
            best = max_margin(sample.X, sample.y).margin
            assert T <= (R / best) ** 2 <= (R / smallest[-1]) ** 2
            assert T < P**2 * N / 50
    typical = np.log(2) * np.sqrt(np.pi / 2) / (P * np.sqrt(N))
    assert np.median(smallest) == pytest.approx(typical, rel=0.2)
    medians = [n * halfnorm.ppf(1 - 0.5 ** (1 / n)) for n in (10.0, 100.0, 1e6)]
    assert medians[-1] == pytest.approx(typical * P * np.sqrt(N), rel=1e-5)
    assert np.diff(np.abs(np.array(medians) - medians[-1]))[0] < 0


# -- thresholds, features, margins


@pytest.mark.parametrize("alpha", [1.2, 1.4, 1.5, 1.75, 1.9])
def test_the_growing_threshold_is_nearly_a_power(alpha):
    """beta_t is below alpha / 2 * t^(alpha - 1), by one half at most."""
    sample = samples.two_points(0.5 if alpha > 1.8 else 0.2)
    run = perceptron(sample.X, sample.y, betas.growing(alpha), max_updates=10**6)
    power = 0.5 * alpha * np.arange(1.0, run.n_updates + 1) ** (alpha - 1)
    assert run.n_updates > 10
    assert (run.betas[1:] <= power * SLACK).all() and (run.betas[1:] >= power - 0.5).all()


def test_one_feature_for_each_example_separates_anything_consistent():
    """n examples with any labels, one more feature each: a margin of at least 1 / sqrt(n)."""
    source = np.random.default_rng(7)
    for n in (1, 2, 5, 30):
        X, y = source.standard_normal((n, 3)), source.choice([-1.0, 1.0], n)
        best = max_margin(np.hstack([X, np.eye(n)]), y)
        assert best.margin >= 1 / np.sqrt(n) / SLACK


def test_a_finite_mean_of_one_over_the_margin_is_enough():
    """Markov: P[margin < eps] <= eps K, so below delta / 2 for every eps < delta / (2 K)."""
    source, delta = np.random.default_rng(8), 0.2
    for n in (5, 20):
        margins = []
        for _ in range(400):
            X = source.uniform(-1, 1, (n, 2))
            X[:, 1] = np.abs(X[:, 1]) ** 0.25  # no positive margin on the population
            margins.append(max_margin(X, np.ones(n)).margin)
        K = np.mean(1 / np.array(margins))
        eps = 0.999 * largest_eps(delta, K)
        assert np.mean(np.array(margins) < eps) < delta / 2
        assert min(margins) < 0.5 * np.median(margins)  # so that a mean is needed
        nu = 4.0  # and the bound applies with this eps
        assert bounds.perceptron_error(2.0, eps, nu * (2.0 / eps) ** 2, delta) > 0


def largest_eps(delta, K):
    return delta / (2 * K)


# -- descent and votes


def test_projecting_never_moves_away_from_the_ball():
    """One step of descent from the centre, far out, and back: no nearer to any point before."""
    source = np.random.default_rng(10)
    for _ in range(300):
        d, rho = int(source.integers(1, 5)), float(source.uniform(0.5, 2.0))
        v, u = 3 * source.standard_normal(d), source.standard_normal(d)
        u *= rho * source.uniform() / np.linalg.norm(u)
        back = descend(lambda w, v=v: -v, np.zeros(d), [1.0], rho).iterates[-1]
        assert np.linalg.norm(back) <= rho * SLACK
        assert np.linalg.norm(back - u) <= np.linalg.norm(v - u) * SLACK


def test_two_walls_have_the_risk_of_one_half_at_best():
    source = np.random.default_rng(11)
    for _ in range(100):
        d = int(source.integers(1, 5))
        w_star = source.standard_normal(d)
        Z = source.standard_normal((6, d))
        Z += np.outer(1 - Z @ w_star, w_star) / (w_star @ w_star)  # now Z @ w_star = 1
        X, y = np.repeat(Z, 4, axis=0), np.tile([1.0, 1.0, 1.0, -1.0], 6)
        assert risk(w_star, X, y, 1.0) == pytest.approx(0.5)
        for w in (*source.standard_normal((9, d)), 1.1 * w_star, 0.9 * w_star):
            assert risk(w, X, y, 1.0) >= 0.5 - 1e-12


def test_a_majority_is_at_most_twice_as_wrong_as_its_members():
    """On labels that are partly lies; an abstention counts as an error, a tie of votes too."""
    source, ratios = np.random.default_rng(12), []
    for _ in range(200):
        X = source.standard_normal((9, 2))
        y = np.sign(X[:, 0])
        lies = y * np.where(source.random(len(y)) < 0.25, -1, 1)
        run = stopped(perceptron, X, lies, max_updates=40)
        vote, counts = voting.vote(run, X), voting.survival(run, None)
        members = [np.mean(y * (X @ w) <= 0) for w in run.replay()]
        mean = counts @ members / counts.sum()
        ratios.append(np.mean(y * vote <= 0) / mean if mean else 0.0)
    assert max(ratios) <= 2 * SLACK
    assert max(ratios) > 1
