"""Subgradient descent, its proof and its bounds; regret; voted and averaged perceptrons."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import in_turn
from strategies import (
    SLACK,
    any_labels,
    distinct,
    failures,
    forced,
    grid_sample,
    hundred_or_thousand,
    refused,
    separable,
    stopped,
)

from ptronlib import bounds, perceptron, proofs, radius, samples
from ptronlib.learning import descend, loss, risk, subgradient, voting

# -- the loss and its subgradient


def test_loss_by_hand():
    assert loss([-2.0, 0.0, 3.0]).tolist() == [2.0, 0.0, 0.0]
    assert loss([-2.0, 0.0, 0.5, 3.0], 1.0).tolist() == [3.0, 1.0, 0.5, 0.0]
    assert loss(0.25, 1.0) == 0.75 and isinstance(loss(0, 1), float)
    X, y = np.array([[2.0, 1.0], [0.0, 1.0]]), np.array([1.0, -1.0])
    assert risk([1.0, 1.0], X, y) == 0.5
    assert risk([1.0, 1.0], X, y, 4.0) == (1.0 + 5.0) / 2


def test_subgradient_supports_the_risk_and_is_its_slope_off_the_kinks():
    """F(v) >= F(w) + g . (v - w) for all v; finite differences where no score equals beta."""
    source = np.random.default_rng(0)
    for _ in range(1000):
        X, y, _ = grid_sample(source, 6, 3, size=8, planted=False)
        beta = float(source.integers(0, 3)) / 4
        w, v = source.integers(-4, 5, (2, X.shape[1])) / 4.0
        g = subgradient(w, X, y, beta)
        assert risk(v, X, y, beta) >= risk(w, X, y, beta) + g @ (v - w) - 1e-12
        if (np.abs(y * (X @ w) - beta) > 1e-3).all():
            h = 2.0**-20
            up = [risk(w + h * e, X, y, beta) for e in np.eye(w.size)]
            assert (np.array(up) - risk(w, X, y, beta)) / h == pytest.approx(g, abs=1e-6)


@pytest.mark.parametrize("beta, eta", [(0.0, 1.0), (1.0, 1.0), (1.0, 0.25), (0.0, 0.125)])
@hundred_or_thousand
def test_stochastic_descent_is_the_perceptron(count, beta, eta):
    """Step for step: example by example, step eta on beta is step 1 on the threshold beta / eta."""
    source = np.random.default_rng(1)
    for _ in range(count):
        X, y, _ = grid_sample(source, 5, 3, size=16)
        run = stopped(perceptron, X, y, beta / eta, max_updates=30)
        n, turns = len(X), int(voting.rounds(run)[-1])
        order = iter(range(turns))

        def gradient(w, order=order, X=X, y=y, n=n):
            i = next(order) % n
            return subgradient(w, X[i : i + 1], y[i : i + 1], beta)

        down = descend(gradient, np.zeros(X.shape[1]), np.full(turns, eta))
        moved = np.flatnonzero((down.iterates[1:] != down.iterates[:-1]).any(axis=1))
        assert (moved % n).tolist() == run.mistakes.tolist()
        assert (moved + 1 == voting.rounds(run)).all()
        assert (down.iterates[1:][moved] == eta * run.replay()[1:]).all()


def test_the_other_subgradient_at_the_kink_never_starts():
    """With 0 taken at a tie, as torch.relu does, w = 0 is a fixed point."""
    sample = samples.linear(20, 3, 0.2, np.random.default_rng(2))
    stuck = descend(
        lambda w: -(sample.y * (sample.y * (sample.X @ w) < 0)) @ sample.X, np.zeros(3), np.ones(9)
    )
    assert not stuck.iterates.any()
    assert subgradient(np.zeros(3), sample.X, sample.y).any()


# -- descent: the theorem


def piecewise_linear(source):
    """F(w) = mean of |a_i . w - b_i| + |a_i . w - c_i|, with a known minimum and subgradients."""
    m, d = int(source.integers(1, 6)), int(source.integers(1, 4))
    A, w_star = source.integers(-8, 9, (m, d)) / 4.0, source.integers(-4, 5, d) / 4.0
    noise = source.integers(0, 9, m) / 4.0  # residuals in pairs: each pair is best at w_star
    A, b = np.vstack([A, A]), np.r_[A @ w_star + noise, A @ w_star - noise]
    objective = lambda w: float(np.abs(A @ w - b).mean())  # noqa: E731
    return objective, lambda w: np.sign(A @ w - b) @ A / len(b), w_star, noise.mean(), A


@hundred_or_thousand
def test_every_line_of_the_descent_proof(count):
    source = np.random.default_rng(4)
    for _ in range(count):
        objective, gradient, w_star, least, A = piecewise_linear(source)
        L = max(float(np.linalg.norm(A, axis=1).mean()), 0.25)
        assert objective(w_star) == pytest.approx(least)
        rho = max(float(np.linalg.norm(w_star)), 0.5) * source.choice([1.0, 2.0])
        T = int(source.integers(1, 25))
        steps = source.choice([1.0, 0.5, 0.125]) / np.sqrt(np.arange(1, T + 1)) ** source.integers(
            2
        )
        down = descend(gradient, np.zeros(w_star.size), steps, rho)
        lines = proofs.sgd(down, objective, w_star, L)
        assert not failures(lines), lines
        gap = objective(down.average) - least
        assert gap <= bounds.sgd_gap(rho, L, steps) * SLACK
        assert lines[-1].rhs[-1] == pytest.approx(bounds.sgd_gap(rho, L, steps))
        assert down.average == pytest.approx(steps @ down.iterates[:-1] / steps.sum())
        assert down.averages[-1] == pytest.approx(down.average)
        assert (np.linalg.norm(down.iterates, axis=1) <= rho * SLACK).all()


def test_bound_for_random_gradients_holds_in_expectation_exactly():
    """All n^T sequences of examples, so that the expectation is a finite sum."""
    source = np.random.default_rng(5)
    for _ in range(12):
        X, y, _ = grid_sample(source, 3, 2, size=16, planted=False)
        w_star = source.integers(-4, 5, 2) / 4.0
        rho, L, T = max(float(np.linalg.norm(w_star)), 0.5), radius(X), 4
        for steps in (np.full(T, rho / (L * np.sqrt(T))), rho / L / np.sqrt(np.arange(1, T + 1))):
            values = []
            for choice in product(range(len(X)), repeat=T):
                order = iter(choice)

                def gradient(w, order=order, X=X, y=y):
                    i = next(order)
                    return subgradient(w, X[i : i + 1], y[i : i + 1], 1.0)

                down = descend(gradient, np.zeros(2), steps, rho)
                values.append(risk(down.average, X, y, 1.0))
            gap = np.mean(values) - risk(w_star, X, y, 1.0)
            assert gap <= bounds.sgd_gap(rho, L, steps) * SLACK


def test_fresh_draws_bound_the_true_risk_and_repeated_ones_do_not():
    """All sequences of draws from a population of known probabilities."""

    def expected_gap(Z, chance, stream_of, T, v, beta, eta):
        found = 0.0
        for draws in product(range(len(Z)), repeat=stream_of(T)):
            turn = iter(np.resize(Z[list(draws)], (T, Z.shape[1])))

            def gradient(w, turn=turn):
                return subgradient(w, [next(turn)], [1.0], beta)

            end = descend(gradient, np.zeros(Z.shape[1]), np.full(T, eta)).average
            found += chance[list(draws)].prod() * (chance @ loss(Z @ end, beta))
        return found - chance @ loss(Z @ v, beta)

    source = np.random.default_rng(15)
    for _ in range(20):
        Z = source.integers(-4, 5, (3, 2)) / 2.0
        chance = source.dirichlet(np.ones(3))
        v, beta, T = source.integers(-4, 5, 2) / 2.0, float(source.integers(0, 3)), 4
        rho, R = max(float(np.linalg.norm(v)), 0.5), max(radius(Z), 0.5)
        for eta in (rho / R / 2.0, rho / R):
            gap = expected_gap(Z, chance, lambda T: T, T, v, beta, eta)
            assert gap <= bounds.sgd_gap(rho, R, [eta] * T) * SLACK
    one = np.ones((1, 1)), np.ones(1), lambda T: T, 1, np.ones(1), 1.0, 1.0
    assert expected_gap(*one) == pytest.approx(bounds.sgd_gap(1.0, 1.0, [1.0]))  # nothing is lost
    corners, half, v = np.eye(2), np.ones(2) / 2, np.ones(2)
    eta = np.sqrt(2 / 16)
    promised = bounds.sgd_gap(np.sqrt(2), 1.0, [eta] * 16)
    assert expected_gap(corners, half, lambda T: 1, 16, v, 1.0, eta) > 1.2 * promised


def test_passes_in_any_order_do_as_well_as_full_steps():
    """K passes with steps eta over n losses have the bound of K steps n eta on their mean."""

    def gap(Z, beta, v, turns, eta):
        turn, n = iter(turns.ravel()), len(Z)
        down = descend(
            lambda w: subgradient(w, Z[[next(turn)]], [1.0], beta),
            np.zeros(Z.shape[1]),
            np.full(turns.size, eta),
        )
        mean = down.iterates[:-1:n].mean(axis=0)  # of the weights with which the passes begin
        return risk(mean, Z, np.ones(n), beta) - risk(v, Z, np.ones(n), beta)

    source = np.random.default_rng(25)
    for _ in range(100):
        n, K = int(source.integers(1, 8)), int(source.integers(1, 9))
        Z = source.integers(-4, 5, (n, 2)) / 2.0
        v, beta = source.integers(-4, 5, 2) / 2.0, float(source.integers(0, 3))
        rho, L = max(float(np.linalg.norm(v)), 0.5), max(radius(Z), 0.5)
        cyclic = np.tile(np.arange(n), (K, 1))
        for turns in (cyclic, source.permuted(cyclic, axis=1)):
            for eta in rho / (n * L * np.sqrt(K)) * np.array([0.3, 1.0, 3.0]):
                assert gap(Z, beta, v, turns, eta) <= bounds.sgd_gap(rho, L, [n * eta] * K) * SLACK
    same = np.ones((4, 1)), 1.0, np.ones(1), np.arange(4)[None], 0.25
    assert gap(*same) == pytest.approx(bounds.sgd_gap(1.0, 1.0, [1.0]))  # nothing is lost


@pytest.mark.parametrize("d, rho, L", [(1, 1.0, 1.0), (2, 0.5, 3.0), (5, 2.0, 0.7), (16, 4.0, 1.5)])
def test_descent_bound_is_attained(d, rho, L):
    """F(w) = L max_i (-w_i), which is minus the smallest score of an orthogonal sample."""
    w_star, step = rho * np.ones(d) / np.sqrt(d), rho / (L * np.sqrt(d))
    down = descend(lambda w: -L * np.eye(d)[np.argmin(w)], np.zeros(d), np.full(d, step), rho)
    lines = proofs.sgd(down, lambda w: -L * w.min(), w_star, L)
    for line in lines:  # equations at every step, but for the sum and the bound: they are at last
        tight = line.slack[-1:] if line.name in ("eq-sgd-sum", "eq-sgd-bound") else line.slack
        assert tight == pytest.approx(0 * tight, abs=1e-9), line
    assert lines[-1].rhs[-1] == pytest.approx(bounds.sgd_gap_constant(rho, L, d))
    worst = perceptron(np.eye(d), np.ones(d), order="worst")
    assert down.iterates / (L * step) == pytest.approx(worst.replay()[: d + 1])


def test_start_on_the_rim_breaks_the_start_and_the_bound():
    """ERR-C6: a ball of radius rho that merely contains w_1 is not enough; (2 rho)^2 is."""
    down = descend(lambda w: np.sign(w - 1), [-1.0], [0.5] * 4, 1.0, centre=[0.0])
    lines = proofs.sgd(down, lambda w: abs(w[0] - 1), [1.0], 1.0)
    assert set(failures(lines)) == {"eq-sgd-start", "eq-sgd-sum", "eq-sgd-bound"}
    assert lines[-1].lhs[-1] == 1.25 > lines[-1].rhs[-1] == 0.5
    assert lines[-1].lhs[-1] <= bounds.sgd_gap(2.0, 1.0, [0.5] * 4)


def test_each_dropped_hypothesis_fails_in_its_own_line():
    """Not convex; subgradients longer than L."""
    well = lambda w: min(1.0, abs(float(w[0]) - 3.0))  # noqa: E731  flat far from its minimum
    slope = lambda w: np.sign(w - 3.0) * (abs(w - 3.0) < 1.0)  # noqa: E731
    lost = proofs.sgd(descend(slope, [0.0], [0.25] * 60, 3.0), well, [3.0], 1.0)
    assert "eq-sgd-convex" in failures(lost) and "eq-sgd-bound" in failures(lost)
    assert not failures(lost).keys() & {"eq-sgd-start", "eq-sgd-project", "eq-sgd-lipschitz"}
    steep = descend(lambda w: 8 * np.sign(w - 1), [0.0], [0.5] * 9, 2.0)
    lost = proofs.sgd(steep, lambda w: 8 * abs(w[0] - 1), [1.0], 1.0)
    assert "eq-sgd-lipschitz" in failures(lost)


def test_bounds_for_the_two_kinds_of_steps():
    T = np.unique(np.geomspace(1, 10**6, 60).astype(int))
    for rho, L, eta_0 in ((1.0, 1.0, 1.0), (3.0, 0.5, 6.0), (0.25, 4.0, 0.01)):
        steps = eta_0 / np.sqrt(np.arange(1, T[-1] + 1))
        sums, squares = np.cumsum(steps)[T - 1], np.cumsum(steps**2)[T - 1]
        exact = (rho**2 + L**2 * squares) / (2 * sums)
        assert (exact <= bounds.sgd_gap_decreasing(rho, L, eta_0, T) * SLACK).all()
        assert (exact[1:] * 1.35 >= bounds.sgd_gap_decreasing(rho, L, eta_0, T)[1:]).all()
        for t in (1, 7, 100):
            best = bounds.sgd_gap_constant(rho, L, t)
            eta = rho / (L * np.sqrt(t))
            assert bounds.sgd_gap(rho, L, [eta] * t) == pytest.approx(best)
            assert bounds.sgd_gap(rho, L, [1.1 * eta] * t) > best
            assert bounds.sgd_gap(rho, L, [0.9 * eta] * t) > best
    found = bounds.sgd_gap_constant(2.0, 3.0, np.array([1, 4, 9]))
    assert found == pytest.approx([6.0, 3.0, 2.0], rel=1e-14) and (found >= [6, 3, 2]).all()
    assert isinstance(bounds.sgd_gap_decreasing(1, 1, 1, 1), float)


# -- regret and the mistake bound


@hundred_or_thousand
def test_every_line_of_the_regret_proof(count):
    """On any labels, against any unit vector and margin; Novikoff where the vector separates."""
    source = np.random.default_rng(6)
    for done in range(count):
        X, y, w = grid_sample(source, 8, 3, size=8, planted=bool(done % 2))
        X, y = distinct(X, y)
        order = ("cyclic", "worst")[done // 2 % 2]
        run = stopped(perceptron, X, y, order=order, max_updates=200)
        u = source.standard_normal(X.shape[1])
        gamma = float(source.uniform(0.05, 2.0))
        lines = proofs.regret(run, u / np.linalg.norm(u), gamma)
        assert not failures(lines), (done, lines)
        z = y[run.mistakes, None] * X[run.mistakes]
        D = np.sqrt((np.maximum(0.0, gamma - z @ u / np.linalg.norm(u)) ** 2).sum())
        most = bounds.updates_deviation(radius(X), gamma, D)
        assert lines[-1].rhs[-1] == pytest.approx(most) and run.n_updates <= most * SLACK
        if done % 2:
            eps = float((y * (X @ w)).min())
            separated = proofs.regret(run, w, eps * (1 - 1e-12))
            assert not failures(separated), done
            novikoff = bounds.updates_constant(0.0, radius(X), eps)
            assert separated[-1].rhs == pytest.approx(np.full(run.n_updates, novikoff))


@pytest.mark.parametrize("d, R, missed", [(9, 1.0, 0.0), (9, 1.0, 1.0), (4, 3.0, 0.5), (5, 0.2, 2)])
def test_regret_bound_is_attained_with_and_without_deviations(d, R, missed):
    """Orthogonal examples, that u misses by the same amount each: no slack at the last update."""
    sample = samples.orthonormal(d)
    gamma = (1 + missed) * R * sample.margin
    for line in proofs.regret(perceptron(R * sample.X, sample.y), sample.w_star, gamma):
        assert line.slack[-1] == pytest.approx(0.0, abs=1e-9), line


def test_a_run_with_another_rule_breaks_the_bound():
    """Update on everything, right or wrong: the line of the mistakes fails, and the bound too."""
    many = forced(np.array([[1.0, 0.0]]), np.ones(1), [0] * 9)
    broken = failures(proofs.regret(many, [1.0, 0.0], 1.0))
    assert {"eq-reg-mistake", "eq-reg-bound"} <= broken.keys()


# -- voted and averaged


@given(any_labels(), st.integers(1, 6))
def test_voted_and_averaged_against_the_plain_loop(sample, passes):
    X, y = distinct(*sample)
    run, until = stopped(perceptron, X, y, max_updates=400), passes * len(X)
    if not run.converged and voting.rounds(run)[-1] < until:
        return
    after = in_turn(np.tile(X, (passes, 1)), np.tile(y, passes))
    counts = voting.survival(run, until)
    assert counts.sum() == until and (counts >= 0).all()
    assert (np.repeat(run.replay(), counts, axis=0) == after).all()
    assert voting.averaged(run, until=until) == pytest.approx(after.mean(axis=0))
    new = np.random.default_rng(0).integers(-3, 4, (7, X.shape[1])) / 2.0
    expected = np.sign(after @ new.T).mean(axis=0)
    assert voting.vote(run, new, until=until) == pytest.approx(expected)


@given(separable(), st.just(0.0) | st.floats(1e-6, 2.0))
def test_the_average_loses_no_more_than_the_weights_do_on_average(sample, beta):
    X, y, _ = sample
    run = perceptron(X, y, max_updates=10**6)
    counts = voting.survival(run, None)
    values = [risk(w, X, y, beta) for w in run.replay()]
    mean = counts @ values / counts.sum()
    assert risk(voting.averaged(run), X, y, beta) <= mean * SLACK + 1e-12


# -- what does not fit

DOWN = descend(np.sign, [1.0], [0.5] * 4, 1.0)
WORST = perceptron(np.eye(3), np.ones(3), order="worst")
ENDLESS = stopped(perceptron, samples.lift(samples.xor().X), samples.xor().y, max_updates=100)


test_what_does_not_fit_is_refused_with_its_reason = refused(
    (lambda: descend(np.sign, [3.0], [1.0], 1.0, centre=[0.0]), "w_1 must lie in the ball"),
    (lambda: proofs.sgd(DOWN, lambda w: abs(w[0]), [-3.0], 1.0), "w_star must lie in the ball"),
    (lambda: voting.averaged(WORST), "in the order 'cyclic'"),
    (lambda: voting.averaged(ENDLESS, until=101), "until must be at most 100, the last update"),
)
