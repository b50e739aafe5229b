"""Walls and nearly touching points: each answer checked by its certificate and by another road."""

import numpy as np
import pytest
from scipy.optimize import linprog
from strategies import SLACK, failures, hundred_or_thousand, refused

from ptronlib import UpdateBudgetExceeded
from ptronlib.bounds import length_bound
from ptronlib.geometry import (
    Close,
    Combination,
    Ellipsoid,
    Picks,
    Polytope,
    Solution,
    Wall,
    approach,
    farkas,
    hull_distance,
    separate_hulls,
)
from ptronlib.proofs import separation


def pair(rng, distance, shift=0.0):
    """Two clouds at exactly this distance, which the points 0 and distance * u attain.

    Below 0 they overlap: the one cloud is pushed into the other.
    """
    d = int(rng.integers(2, 21))
    n, m = rng.integers(1, 12, 2)
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    P, Q = (0.3 * rng.standard_normal((k, d)) for k in (n, m))
    P += np.outer(np.abs(P @ u) - P @ u, u)
    Q -= np.outer(np.abs(Q @ u) + Q @ u, u)
    P, Q = np.concatenate([P, np.zeros((1, d))]), np.concatenate([Q, np.zeros((1, d))])
    P = P[rng.permutation(n + 1)] + distance * u
    return P + shift * u[::-1], Q[rng.permutation(m + 1)] + shift * u[::-1]


def diameter(P, Q):
    return np.linalg.norm(P[:, None] - Q, axis=2).max()


@pytest.mark.statement("N-alg-c9-walk", "A-Lem1.6", "A-Thm1.5")
@pytest.mark.parametrize("shift", [0.0, 1000.0])
@hundred_or_thousand
def test_thousand_pairs(count, shift):
    """Exactly one answer, its certificate, the constants of the lemma, every line of its proof."""
    rng, kinds, tight = np.random.default_rng(9), [], 0.0
    for case in range(count):
        true = [0.0, -0.05, float(rng.uniform(0, 1)), float(rng.integers(1, 17)) / 16][case % 4]
        P, Q = pair(rng, true, shift)
        R = diameter(P, Q)
        exact = hull_distance(P, Q)
        if case % 4:
            assert exact.distance == pytest.approx(max(true, 0.0), abs=1e-9) or true < 0
        near = exact.distance * [1, 1 - 1e-15, 1 + 1e-15][case % 3]
        eps = min(R, max(near if case % 2 else 0.0, R * float(rng.uniform(0.1, 0.5))))
        found = separate_hulls(P, Q, eps)
        kinds.append(type(found))
        assert found.verify(P, Q), case
        lines = separation(found.steps, max(0.0, exact.lower - 1e-9))
        assert not failures(lines), case
        if isinstance(found, Wall):
            assert found.n_updates <= 3 * (R / eps) ** 2 * SLACK
            assert found.margin * SLACK >= eps / 6
            assert 2 * found.margin <= exact.distance + 1e-9
            tight = max(tight, eps / 6 / found.margin)
        else:
            assert found.distance < eps
            assert found.distance >= exact.distance - 1e-9
            assert found.n_updates <= 3 * (R / eps) ** 2 + 1
    assert set(kinds) == {Wall, Close} and tight > 0.4


@pytest.mark.statement("A-Thm1.5")
@hundred_or_thousand
def test_hull_distance_is_enclosed_and_a_linear_program_agrees(count):
    """Nearest points, their weights, and the bound below; and who meets, by another program."""
    rng = np.random.default_rng(1)
    for case in range(count):
        P, Q = pair(rng, [0.0, -0.1, 0.5, 1e-6][case % 4])
        found = hull_distance(P, Q)
        assert (found.P_coef >= 0).all() and found.P_coef.sum() == pytest.approx(1.0)
        assert found.P_coef @ P == pytest.approx(found.p, abs=1e-12)
        assert found.Q_coef @ Q == pytest.approx(found.q, abs=1e-12)
        assert np.linalg.norm(found.p - found.q) == pytest.approx(found.distance, abs=1e-9)
        assert found.distance - found.lower <= 1e-9 * diameter(P, Q)
        assert np.linalg.norm(found.w) == pytest.approx(1.0 if found.distance else 0.0)
        if case < 100:
            (n, d), m = P.shape, len(Q)
            meet = linprog(
                np.zeros(n + m),
                A_eq=np.block([[P.T, -Q.T], [np.ones(n), np.zeros(m)], [np.zeros(n), np.ones(m)]]),
                b_eq=np.r_[np.zeros(d), 1.0, 1.0],
            )
            if case % 4 < 3:  # 1e-6 is within the program's tolerance
                assert (meet.status == 0) == (found.distance < 1e-9)


@pytest.mark.statement("A-Lem1.6")
def test_far_from_the_origin_the_printed_algorithm_breaks_its_bounds():
    """ERR-A12: (100, 0) and (100.6, 0.8), at distance 1. Lifted: 331 updates, not below 100."""
    P, Q = np.array([[100.0, 0.0]]), np.array([[100.6, 0.8]])
    Z = np.array([[100, 0, 1], [-100.6, -0.8, -1]])
    w, T = np.zeros(3), 0
    while (Z @ w).min() < 1:
        w, T = w + Z[np.argmax(Z @ w < 1)], T + 1
    assert T == 331 and np.linalg.norm(w) > np.sqrt(6 * T)
    found = separate_hulls(P, Q, 0.999)
    assert isinstance(found, Wall) and 2 * found.n_updates <= 6
    assert found.margin == pytest.approx(0.5) and found.verify(P, Q)


@pytest.mark.statement("A-Thm1.5")
def test_touching_sets_may_have_a_separating_line_and_no_gap():
    """ERR-A10: the two points (-1, 0), (0, 1) are apart; the squares touch along a side."""
    found = separate_hulls([[-1, 0]], [[0, 1]], 1.0)
    assert isinstance(found, Wall)
    square = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    assert isinstance(separate_hulls(square, square + [1, 0], 0.01), Close)


def test_a_dropped_hypothesis_breaks_the_line_that_used_it():
    """Adding pairs that are not violated breaks the score line, and in the end the length."""
    lines = separation(np.tile([1.0, 0.0], (9, 1)), 1.0)
    # The first repetition has the score 1, which is a tie.
    later = {"eq-sep-score": 3, "eq-sep-growth": 3, "eq-sep-length": 4, "eq-sep-bound": 4}
    assert failures(lines) == later
    far = separation([[1.0, 0.0]], 2.0)  # a distance that is none: the hull contains 1
    assert list(failures(far)) == ["eq-sep-hull", "eq-sep-bound"]


def test_the_open_step_is_two_over_t_plus_one_and_the_average_is_one():
    P, Q = np.random.default_rng(3).uniform(1.0, 3.0, (5, 3)), np.zeros((1, 3))
    for step, share in (("open", lambda t: 2 / (t + 1)), ("average", lambda t: 1 / t)):
        x = P[0]
        for t in range(2, 9):
            x = x + share(t) * (min(P, key=lambda p: p @ x) - x)
            found = approach(P, Q, step, t)
            length = np.linalg.norm(x)
            assert found.x == pytest.approx(x) and found.norms[-1] == pytest.approx(length)
            assert found.lower[-1] == pytest.approx((P @ x).min() / length)


class Moved:
    """A body, all of it moved by a vector."""

    def __init__(self, body, vector):
        self.body, self.vector, self.dimension = body, vector, vector.size

    def support(self, u):
        return self.body.support(u) + self.vector


@pytest.mark.statement("A-Lem1.6")
def test_bodies_with_infinitely_many_points():
    rng = np.random.default_rng(4)
    for case in range(100):
        d = int(rng.integers(2, 8))
        u = rng.standard_normal(d)
        u /= np.linalg.norm(u)
        kinds = [
            Polytope(rng.standard_normal((4, d))),
            Ellipsoid(rng.standard_normal(d), rng.standard_normal((d, 3)) / 3),
            Ellipsoid(rng.standard_normal(d), rng.uniform(0.1, 1, d)),
            Polytope(rng.uniform(-1, 1, (2 * d, d))),
            Moved(Ellipsoid(np.zeros(d), np.full(d, 0.5)), rng.standard_normal(d)),
        ]
        K, L = kinds[case % 5], kinds[case // 5 % 5]
        apart = [0.0, 0.1, 0.4, -0.1][case % 4]
        move = L.support(u) - K.support(-u) + apart * u
        M = Moved(K, move)  # now at exactly that distance, along u
        found = separate_hulls(M, L, 0.3)
        assert found.verify(M, L), case
        if apart == 0.4:
            assert isinstance(found, Wall) and 0.05 <= found.margin <= 0.2 * SLACK
        elif apart < 0.1:
            assert isinstance(found, Close)
        assert not found.verify(L, M)


@pytest.mark.statement("A-Farkas")
@hundred_or_thousand
def test_farkas_on_thousand_systems(count):
    rng, kinds = np.random.default_rng(3), []
    for _ in range(count):
        n, d = rng.integers(1, 9), rng.integers(1, 6)
        A = rng.integers(-16, 17, (n, d)) / 16
        R = np.linalg.norm(A, axis=1).max()
        if R == 0:
            continue
        eps = R * float(rng.uniform(0.1, 1))
        found = farkas(A, eps)
        kinds.append(type(found))
        exact = hull_distance(A, np.zeros((1, d))).distance
        if isinstance(found, Solution):
            assert found.counts @ A == pytest.approx(found.x)
            assert found.counts.sum() <= 3 * (R / eps) ** 2 * SLACK
            assert eps / 3 <= found.margin * SLACK <= exact * SLACK**2
            assert (A @ found.x >= found.margin * np.linalg.norm(found.x) / SLACK).all()
        else:
            assert isinstance(found, Combination) and found.coef.sum() == pytest.approx(1.0)
            assert np.linalg.norm(found.coef @ A) == pytest.approx(found.norm)
            assert exact <= found.norm + 1e-9 and found.norm < eps
    assert min(kinds.count(Solution), kinds.count(Combination)) > count / 10


@pytest.mark.statement("N-cor-c9-caratheodory")
def test_few_points_come_near_any_point_of_their_hull():
    rng, used = np.random.default_rng(6), []
    for case in range(300):
        n, d = rng.integers(2, 12, 2)
        P = np.eye(n) if case % 3 == 0 else rng.integers(-16, 17, (n, d)) / 16
        v = rng.multinomial(64, np.full(n, 1 / n))[None] / 64 @ P  # exact: a point of the hull
        R = np.linalg.norm(P - v, axis=1).max()
        eps = R * float(rng.uniform(0.1, 1))
        found = separate_hulls(P, v, eps)
        assert isinstance(found, Close) and found.n_updates <= (R / eps) ** 2 + 1
        used.append(found.n_updates / ((R / eps) ** 2 + 1))
    assert max(used) > 0.8


@pytest.mark.statement("N-prop-c9-approach")
def test_three_steps_approach_the_same_distance():
    rng = np.random.default_rng(5)
    for _ in range(100):
        P, Q = pair(rng, 0.5)
        for step in ("average", "open", "line"):
            walk = approach(P, Q, step, 300)
            assert walk.norms.min() >= 0.5 / SLACK and walk.lower.max() <= 0.5 * SLACK
            t = np.arange(1, 301)
            assert (walk.norms <= length_bound(step, t, diameter(P, Q), 0.5) * SLACK).all()
        assert (np.diff(walk.norms) <= 1e-12).all()  # the line search never goes back


class Oracle:
    """A body made of a function, which claims a new point each time, never the farthest."""

    def __init__(self, *points, dimension=2):
        self.points, self.dimension = list(points), dimension

    def support(self, u):
        self.points.append(self.points.pop(0))
        return np.array(self.points[-1])


CORNERS = [[5.5, 2.0], [5.5, -2.0]]


test_what_does_not_fit_is_refused_with_its_reason = refused(
    (lambda: hull_distance([[1.0, 2.0, 3.0]], CORNERS), "P and Q must lie in one space"),
    (lambda: separate_hulls(Oracle([0.0]), CORNERS, 0.1), r"P.support returns must have shape"),
    (lambda: separate_hulls(Oracle([0, np.nan]), CORNERS, 0.1), "P.support returns must be finite"),
    (
        lambda: separate_hulls(Oracle([3.0, 0.0], [5.0, 0.0]), CORNERS, 0.1),
        "P.support must return a point farthest .* own point 1",
    ),
    (
        lambda: separate_hulls(Oracle([0, 0], dimension=None), Oracle([1, 1], dimension=None), 0.1),
        "must say its `dimension`",
    ),
    (lambda: Ellipsoid([0, 0], np.ones((3, 3))), "axes must have 2 rows"),
    (lambda: separate_hulls(Ellipsoid([0], [1]), CORNERS, 0.1), "P and Q must lie in one space"),
    (lambda: Ellipsoid([0, 0], [1, 1]).support([1]), "direction must have shape"),
)


def test_spent_budget_keeps_what_was_found():
    with pytest.raises(UpdateBudgetExceeded, match="Raise max_updates") as error:
        separate_hulls([[0, 0], [1, 1]], [[0, 1], [1, 0.3]], 1e-6, max_updates=5)
    assert error.value.run.n_updates == 5


def test_a_certificate_has_as_many_points_of_both_sets():
    """One point of Q against two of P: the sum would be short, the distance of the means is not."""
    P, Q = [[1.0, 0.0], [1.0, 2.0]], [[2.0, 2.0]]
    both, one = Picks(np.array(P), np.array([0, 1])), Picks(np.array(Q), np.array([0]))
    far = Close(both, one, 1.0, np.array([1.0, 1.0]), np.array([2.0, 2.0]), 0.5)
    assert "as many points of P as of Q" in far.verify(P, Q).line
