"""Games: values computed several ways, strategies checked by what they guarantee."""

import numpy as np
import pytest
from strategies import SLACK, hundred_or_ten_thousand, hundred_or_thousand, separable_samples

from ptronlib import betas, radius
from ptronlib.bounds import loss_bound
from ptronlib.geometry import (
    game_value,
    hull_distance,
    matrix_game,
    multiplicative_weights,
    regret_matching,
    sparse_strategies,
)


@hundred_or_thousand
def test_margin_value_and_distance_are_one_number(count):
    """The margin of a sample, the value of its game, the distance of its hull from the origin."""
    for X, y, best, _ in separable_samples(1, count, 12):
        game = game_value(y[:, None] * X)
        both = hull_distance(y[:, None] * X + 1.0, np.ones((1, X.shape[1])))
        assert best.margin == pytest.approx(game.value, rel=1e-9)
        assert best.margin == pytest.approx(both.distance, rel=1e-9)
        assert game.upper - game.lower <= 1e-9 * radius(X)


@pytest.mark.parametrize("order", ["cyclic", "worst"])
@hundred_or_ten_thousand
def test_sparse_strategies_on_thousand_games(count, order):
    rng, factors, brackets = np.random.default_rng(2), [], []
    for X, y, _, _ in separable_samples(2, count, 12):
        V = y[:, None] * X
        game, sparse = game_value(V), sparse_strategies(V, order=order)
        T, R = sparse.run.n_updates, sparse.R
        t = np.arange(1, T + 1)
        assert (sparse.losses <= loss_bound(t, R) * SLACK).all()
        assert (sparse.sizes <= t).all()
        assert (sparse.gains <= game.value * SLACK).all()
        assert (game.value <= sparse.losses * SLACK).all()
        assert R**2 / (3 * game.value**2) <= T * SLACK <= 3 * R**2 / game.value**2 * SLACK**2
        assert sparse.losses[-1] <= 3 * game.value * SLACK
        assert sparse.gains[-1] * SLACK >= max(R / np.sqrt(3 * T), game.value / 3)
        mu = sparse.mixture(T)
        assert np.linalg.norm(mu @ V) == pytest.approx(sparse.losses[-1])
        assert (mu > 0).sum() == sparse.sizes[-1]
        factors.append(sparse.losses[-1] / game.value)
        brackets.append(3 * T * game.value**2 / R**2)
        beta = R**2 * float(rng.uniform(0.1, 4))
        fixed = sparse_strategies(V, beta, order=order).losses[-1]
        assert fixed <= (2 + R**2 / beta) * game.value * SLACK
    assert max(factors) > 1.2 and min(brackets) < 4


def test_a_threshold_of_zero_can_leave_less_than_a_third_of_the_value():
    V = [[1.0, 0.0], [0.05, np.sqrt(1 - 0.05**2)]]
    lazy = sparse_strategies(V, 0.0)
    assert lazy.gains[-1] == pytest.approx(0.05) and lazy.gains[-1] < game_value(V).value / 3


def test_a_game_of_value_zero_never_ends_and_its_losses_vanish():
    sparse = sparse_strategies([[1.0, 0.0], [-1.0, 0.1], [0.0, -1.0]], max_updates=3000)
    t = np.arange(1, 3001)
    assert sparse.run.n_updates == 3000 and (sparse.losses <= loss_bound(t, sparse.R)).all()
    assert sparse.gains.max() <= 0


def test_the_infinity_perceptron_brings_the_factor_towards_one():
    """At most norm(w)^2 / (T beta): 2 + R^2 / beta if beta is fixed, near 2 / alpha if it grows."""
    eps = 0.2
    V = [[np.sqrt(1 - eps**2), eps], [-np.sqrt(1 - eps**2), eps]]
    value = game_value(V).value
    for alpha in (1.5, 1.7):
        sparse = sparse_strategies(V, betas.growing(alpha, 1.0), max_updates=10**6)
        T = sparse.run.n_updates
        factor = sparse.losses[-1] / value
        assert factor <= T ** (alpha - 1) / sparse.run.betas[-1] * SLACK
        assert T ** (alpha - 1) / sparse.run.betas[-1] < 1.1 * 2 / alpha
    for beta in (0.1, 1.0, 10.0, 100.0):
        sparse = sparse_strategies(V, beta)
        bound = sparse.run.norms[-1] ** 2 / (sparse.run.n_updates * beta)
        assert sparse.losses[-1] / value <= bound * SLACK <= (2 + 1 / beta) * SLACK**2


@hundred_or_ten_thousand
def test_play_encloses_the_value_within_its_regret(count):
    rng = np.random.default_rng(4)
    for _ in range(count):
        A = rng.integers(-16, 17, rng.integers(1, 9, 2)) * rng.choice([0.01, 0.25, 10.0])
        spread, n, T = np.ptp(A), len(A), 60
        value = matrix_game(A).value
        t = np.arange(1, T + 1)
        matching, weights = regret_matching(A, T), multiplicative_weights(A, T)
        for play in (matching, weights):
            assert (play.lower <= value + 1e-9).all() and (value <= play.upper + 1e-9).all()
            assert (play.upper - play.lower <= play.regret + 1e-9).all()
        assert (matching.regret <= spread * np.sqrt(n / t) + 1e-9).all()
        assert weights.regret[-1] <= spread * np.sqrt(np.log(n) / (2 * T)) + 1e-9


def test_multiplicative_weights_by_the_plain_loop():
    A, T = np.random.default_rng(5).uniform(-1.0, 3.0, (4, 3)), 6
    rate, gains = np.sqrt(8 * np.log(4) / T) / (A.max() - A.min()), np.zeros(4)
    play = multiplicative_weights(A, T)
    for t in range(T):
        mix = np.exp(rate * gains) / np.exp(rate * gains).sum()
        assert play.rows[t] == pytest.approx(mix) and play.columns[t] == np.argmin(mix @ A)
        gains += A[:, play.columns[t]]
    assert (multiplicative_weights(np.ones((2, 2)), 3).rows == 0.5).all()  # no spread, no rate
