"""The bounds of chapters 6 to 9 on ten thousand drawn samples, and what fails without a hypothesis.

Whatever holds for every sample is checked on each; whatever holds with probability 1 - delta was
never seen to fail at all, so loose are the constants. Below each theorem its hypotheses are dropped
one at a time, and the bound is broken.
"""

from itertools import product

import numpy as np
import pytest
from strategies import SLACK

from ptronlib import bounds, max_margin, perceptron, radius, samples
from ptronlib.geometry import (
    Close,
    Wall,
    approach,
    regret_matching,
    separate_hulls,
    sparse_strategies,
)
from ptronlib.projection import labelings, margins_of_labelings

drawn = pytest.mark.parametrize("count", [100, pytest.param(10_000, marks=pytest.mark.thorough)])


# -- chapter 6: points that can be labelled in all ways, with and without a margin


@drawn
def test_no_more_points_are_shattered_than_there_are_weights_or_margins(count):
    rng, shattered = np.random.default_rng(1), 0
    for case in range(count):
        d = int(rng.integers(1, 5))
        X = rng.standard_normal((d + 1, d)) * rng.choice([0.1, 1.0, 10.0], (d + 1, 1))
        if case % 2:
            X = np.rint(X)  # repeated, opposite and zero points
        assert margins_of_labelings(X).min() < 1e-9  # one more than the weights
        X = X[: int(rng.integers(1, d + 1))]
        least = margins_of_labelings(X).min()
        assert len(X) * least**2 <= radius(X) ** 2 * SLACK
        shattered += least > 1e-9
    assert shattered > count / 2


def test_what_shattering_needs():
    with_bias = [(w, b) for w, b in product((-1.0, 1.0), (-2.0, 0.0, 2.0))]
    line, R = np.array([-1.0, 1.0]), 1.0
    for y in product((-1, 1), repeat=2):  # a bias: two points on a line, at the margin R
        assert max(min(y * (w * line + b)) for w, b in with_bias) >= 1.0 and len(line) > R**2
    copies = np.ones((5, 1))  # not all labelings: five copies of a point, all of one sign
    assert margins_of_labelings(copies).max() == pytest.approx(1.0) and len(copies) > 1.0
    X = np.diag([1.0, 10.0])  # the smallest norm for the largest
    assert len(X) * margins_of_labelings(X).min() ** 2 > np.linalg.norm(X, axis=1).min() ** 2


# -- chapter 7: stable schemes


@drawn
def test_the_perceptron_is_stable_and_its_size_bounds_its_error(count):
    """Uniform draws from a finite population: the error is a count."""
    rng, delta, said = np.random.default_rng(2), 0.05, 0
    crowds = [samples.linear(200, d, margin, rng) for d, margin in ((2, 0.3), (3, 0.5), (8, 0.4))]
    for case in range(count):
        crowd, n = crowds[case % 3], int(rng.integers(40, 400))
        chosen = rng.integers(0, 200, n)
        X, y = crowd.X[chosen], crowd.y[chosen]
        run = perceptron(X, y)
        q, error = run.support.size, (crowd.y * (crowd.X @ run.w) <= 0).mean()
        J = np.union1d(run.support, np.flatnonzero(rng.random(n) < rng.random()))
        assert perceptron(X[J], y[J]).w.tobytes() == run.w.tobytes()
        if 2 * q < n:
            assert error <= bounds.stable_error(q, n, delta / n)
            said += bounds.stable_error(q, n, delta / n) < 1
        assert error <= bounds.consistent_error(q, n, delta / n)
        assert error <= bounds.perceptron_error(1.0, crowd.margin, n, delta)
        if n * crowd.margin**2 > 2:
            assert error <= bounds.perceptron_error(1.0, crowd.margin, n, delta, stable=True)
    assert said > count / 2


def test_what_a_promise_needs():
    rng, n, delta, draws = np.random.default_rng(3), 4000, 0.5, 200
    gaps = np.array([np.diff(np.sort(rng.random(n))).max() for _ in range(draws)])
    assert (gaps > bounds.stable_error(2, n, delta)).mean() > 0.9  # not stable: the longest gap
    # Three stable schemes that err on half of the population, with a promise of less than 0.01.
    assert bounds.stable_error(1, n, delta) < 0.01
    x, y = rng.random((2, n)), rng.integers(0, 2, (2, n))  # a sample, and one more; coins
    assert abs((y[0] == 1).mean() - 0.5) < 0.05  # not right on the sample: 1 whatever comes
    positive = x[0][y[0] == 1]  # more than q: all positive examples are kept, and known again
    assert (np.isin(x[0], positive) == y[0]).all()
    assert abs((np.isin(x[1], positive) == y[1]).mean() - 0.5) < 0.05
    assert bounds.stable_error(len(positive) - n // 20, n, delta) > 0.5
    basis = np.eye(2)[np.full(n, rng.integers(2))]  # not independent: one draw, n times
    run = perceptron(basis, np.ones(n))
    assert run.support.size == 1 and (run.w <= 0).mean() == 0.5


# -- chapter 8: all robust concepts at once, and no map does much better


@drawn
@pytest.mark.parametrize(
    "dimension", [bounds.simultaneous_dimension, bounds.simultaneous_dimension_width]
)
def test_no_robust_concept_is_lost_and_none_is_invented(count, dimension):
    """eps is one, two or four times a margin that occurs, so that each way is tried at its edge."""
    rng, robust, weak = np.random.default_rng(4), 0, 0
    for case in range(count):
        n, d = int(rng.integers(2, 5)), int(rng.integers(2, 4))
        X = rng.standard_normal((n, d))
        X /= radius(X)
        before = margins_of_labelings(X)
        eps = float(np.clip(rng.choice(before) * (1, 2, 4)[case % 3], 0.3, 1.0))
        k = dimension(n, eps, 0.5)
        after = margins_of_labelings(X @ (rng.standard_normal((d, k)) / np.sqrt(k)))
        assert (after[before >= eps] >= eps / 2).all()
        assert (before[after >= eps / 2] >= eps / 4).all()
        robust, weak = robust + (before >= eps).any(), weak + (before < eps / 4).any()
    assert min(robust, weak) > count / 4


def test_what_the_map_needs():
    """The factor 1 / sqrt(k) and the number of rows are dropped in test_projection.py."""
    rng = np.random.default_rng(5)
    k, two = bounds.simultaneous_dimension(2, 0.7, 0.5), np.eye(2)
    for _ in range(20):  # rows that are not independent: one of them, k times
        A = np.repeat(rng.standard_normal((1, 2)), k, axis=0) / np.sqrt(k)
        assert margins_of_labelings(two).min() > 0.7 and margins_of_labelings(two @ A.T).min() == 0
    k = bounds.simultaneous_dimension(1, 0.7, 0.5)  # a point that is chosen after the map
    A = rng.standard_normal((k, k + 1)) / np.sqrt(k)
    v = np.linalg.svd(A)[2][-1:]
    assert margins_of_labelings(v)[0] > 0.7 and margins_of_labelings(v @ A.T)[0] < 1e-9
    # Points of norm R, with eps in the place of eps / R: the basis times R has all margins 1, and
    # no map to fewer than n dimensions keeps its labelings.
    assert bounds.simultaneous_dimension(10**5, 1.0, 0.5) < 10**5


@drawn
def test_few_dimensions_hold_few_robust_concepts(count):
    """At every margin that occurs; for one positive point (the lifted basis) n is the count."""
    rng, kept = np.random.default_rng(6), 0
    for case in range(count):
        k = int(rng.integers(1, 4))
        n = k + 1 if case % 2 else int(rng.integers(2, 6))
        X = rng.standard_normal((n, k))
        if case % 2:  # near the vertices of a simplex, where one point can be told from the others
            X = np.linalg.svd(np.eye(n) - 1 / n)[0][:, :k] + 0.1 * X
        R, margins, Y = radius(X), margins_of_labelings(X), labelings(n)
        for eps in np.unique(margins[margins > 1e-9]):
            number = 2 * (margins >= eps * (1 - 1e-9)).sum()
            assert number <= bounds.count_separators(k, min(eps, R), R=R) * SLACK
        single = margins[abs(Y.sum(axis=1)) == n - 2]
        least = single.min() if n > 2 else margins.min()
        if least > 1e-9:
            assert n <= bounds.count_separators(k, min(least, R), R=R) * SLACK
            kept += 1
    assert kept > count / 4


def test_what_the_lower_bound_needs():
    """Points on a parabola in space: each is cut off from the others, however many there are."""
    s, most = np.arange(200.0), bounds.count_separators(3, 0.25)
    U = np.column_stack([np.ones_like(s), s, s**2])
    W = np.column_stack([0.5 - s**2, 2 * s, -np.ones_like(s)])
    W /= np.linalg.norm(W, axis=1, keepdims=True)
    signed = 2 * np.eye(len(s)) - 1  # row j: point j is positive, the others are not
    margins = (signed * (W @ U.T) / radius(U)).min(axis=1)
    assert (margins > 0).all() and len(s) > most  # norms of 1, and no margin
    longer = 0.25 / margins.min()  # the margin 0.25, and norms of any size
    assert (longer * margins >= 0.25 / SLACK).all() and len(s) > most
    assert len(s) < bounds.count_separators(3, 0.25, R=longer)


# -- chapter 9: a wall or a near miss, games


def clouds(rng, distance):
    """Two clouds at this distance: points 0 and distance * e_1 are in them."""
    d = int(rng.integers(2, 9))
    P, Q = (np.abs(0.3 * rng.standard_normal((int(rng.integers(2, 8)), d))) for _ in "PQ")
    P[:, 1:] *= rng.choice([-1, 1], P[:, 1:].shape)
    Q[:, 1:] *= rng.choice([-1, 1], Q[:, 1:].shape)
    P[0], Q[0] = 0.0, 0.0
    return P + distance * np.eye(d)[0], Q * np.r_[-1.0, np.ones(d - 1)]


@drawn
def test_a_wall_or_a_near_miss(count):
    rng, kinds = np.random.default_rng(7), []
    for case in range(count):
        true = float(rng.uniform(0, 1)) * (case % 4 > 0)
        P, Q = clouds(rng, true)
        R = np.linalg.norm(P[:, None] - Q, axis=2).max()
        eps = max(true if case % 2 else 0.0, R * float(rng.uniform(0.25, 0.6)))
        found = separate_hulls(P, Q, eps)
        kinds.append(type(found))
        if isinstance(found, Wall):
            assert found.n_updates <= 3 * (R / eps) ** 2 * SLACK and true >= eps / 3 / SLACK
            assert found.margin * SLACK >= eps / 6 and 2 * found.margin <= true * SLACK
        else:
            assert true / SLACK <= found.distance < eps
            assert found.n_updates <= 3 * (R / eps) ** 2 + 1
    assert min(kinds.count(Wall), kinds.count(Close)) > count / 10


@drawn
def test_few_points_come_near_any_point_of_a_hull(count):
    rng = np.random.default_rng(11)
    for _ in range(count):
        P = rng.standard_normal(rng.integers(2, 9, 2))
        v = rng.dirichlet(np.ones(len(P))) @ P
        eps = float(rng.uniform(0.2, 1)) * (R := np.linalg.norm(P - v, axis=1).max())
        near = separate_hulls(P, [v], eps)
        assert isinstance(near, Close) and near.n_updates <= (R / eps) ** 2 + 1


@drawn
def test_three_steps_approach_the_distance(count):
    rng, t = np.random.default_rng(8), np.arange(1, 31)
    for case in range(count):
        true = float(rng.uniform(0, 1))
        P, Q = clouds(rng, true)
        R = np.linalg.norm(P[:, None] - Q, axis=2).max()
        step = ("average", "open", "line")[case % 3]
        walk = approach(P, Q, step, 30)
        most = bounds.length_bound(step, t, R, true)
        assert (walk.norms <= most * SLACK + 1e-12).all() and walk.norms.min() >= true / SLACK


@drawn
def test_a_sparse_strategy_is_within_its_factor(count):
    rng, draws = np.random.default_rng(9), 0
    while draws < count:
        V = rng.standard_normal((int(rng.integers(1, 7)), int(rng.integers(1, 5))))
        V *= np.sign(V @ rng.standard_normal(V.shape[1]))[:, None]
        value, R = max_margin(V, np.ones(len(V))).margin, radius(V)
        if 8 * value < R:
            continue
        draws += 1
        sparse = sparse_strategies(V, order=("cyclic", "worst")[draws % 2])
        T = sparse.run.n_updates
        assert (sparse.losses <= R * np.sqrt(3 / np.arange(1, T + 1)) * SLACK).all()
        assert R**2 / (3 * value**2) <= T * SLACK and 3 * R**2 / value**2 * SLACK >= T
        assert sparse.losses[-1] <= 3 * value * SLACK and value <= 3 * sparse.gains[-1] * SLACK
        beta = R**2 * float(rng.uniform(0.1, 4))
        assert sparse_strategies(V, beta).losses[-1] <= (2 + R**2 / beta) * value * SLACK


@drawn
def test_regret_matching_encloses_the_value(count):
    rng, T = np.random.default_rng(10), 25
    t = np.arange(1, T + 1)
    for _ in range(count):
        A = rng.uniform(-1, 1, rng.integers(1, 7, 2)) * rng.choice([0.01, 1.0, 100.0])
        play = regret_matching(A, T)
        gap = play.upper - play.lower
        assert (gap >= -1e-9).all() and (gap <= np.ptp(A) * np.sqrt(len(A) / t) + 1e-9).all()


def test_what_walks_and_games_need():
    """Pairs that are not violated, a far origin and a value of 0 are in the files of the walks."""
    delta = 0.05
    V = np.array([[1.0, 0.0], [delta, np.sqrt(1 - delta**2)]])
    value = max_margin(V, np.ones(2)).margin
    lazy = sparse_strategies(V, 0.0)  # a threshold of 0 for R^2
    assert lazy.gains[-1] == pytest.approx(delta) and lazy.gains[-1] < value / 3
    far = separate_hulls([[1.0, 0.0]], [[0.0, 0.0]], 0.5)  # a point that is not in the hull
    assert isinstance(far, Wall)
    t = np.arange(1, 100)  # not the worst difference: e_1 for ever, of the hull of e_1 and e_2
    excess, C = 1.0 - 0.5, 1.0 - 0.5
    assert (excess > 4 * C / (t + 1))[-1] and (excess > C / t * np.cumsum(1 / t))[-1]
    pennies = np.array([[1.0, -1.0], [-1.0, 1.0]])  # no regrets are kept: the first row for ever
    x, y = np.array([1.0, 0.0]), np.array([0.0, 1.0])  # and the best answer to it
    gap = (pennies @ y).max() - (x @ pennies).min()
    assert gap > np.ptp(pennies) * np.sqrt(2 / 100)
