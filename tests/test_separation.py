"""Walls and nearly touching points: each answer checked by its certificate and by another road."""

from dataclasses import replace

import numpy as np
import pytest
from strategies import SLACK, failures, hundred_or_ten_thousand, hundred_or_thousand, refused

from ptronlib import UpdateBudgetExceeded
from ptronlib.bounds import length_bound
from ptronlib.geometry import (
    Close,
    Combination,
    Ellipsoid,
    Picks,
    Polytope,
    Solution,
    Undecided,
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


@hundred_or_ten_thousand
def test_thousand_pairs(count):
    """The distance; an answer, its certificate, its constants, every line of the lemma's proof."""
    rng, kinds, tight = np.random.default_rng(9), [], 0.0
    for case in range(count):
        true = [0.0, -0.05, float(rng.uniform(0, 1)), float(rng.integers(1, 17)) / 16][case % 4]
        P, Q = pair(rng, true, shift=1000.0 * (case // 4 % 2))
        R = diameter(P, Q)
        exact = hull_distance(P, Q)
        assert exact.distance - exact.lower <= 1e-9 * R
        assert exact.P_coef @ P == pytest.approx(exact.p, abs=1e-9)
        assert exact.Q_coef @ Q == pytest.approx(exact.q, abs=1e-9)
        if case % 4 != 1:
            assert exact.distance == pytest.approx(true, abs=1e-9)
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


def test_a_dropped_hypothesis_breaks_the_line_that_used_it():
    """Adding pairs that are not violated breaks the score line, and in the end the length."""
    lines = separation(np.tile([2.0, 0.0], (9, 1)), 2.0)
    # The first repetition has the score 4, which is a tie: no line has slack until it fails.
    later = {"eq-sep-score": 3, "eq-sep-growth": 3, "eq-sep-length": 4, "eq-sep-bound": 4}
    assert failures(lines) == later and all((line.slack[1:] == 0).any() for line in lines)
    far = separation([[1.0, 0.0]], 2.0)  # a distance that is none: the hull contains 1
    assert list(failures(far)) == ["eq-sep-hull", "eq-sep-bound"]


def test_the_open_step_is_two_over_t_plus_one_and_the_average_is_one_over_t():
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


class Box:
    """A body that is none of the library's, and does not say its dimension."""

    def __init__(self, center, sizes):
        self.center, self.sizes = center, sizes

    def support(self, u):
        return self.center + np.where(u > 0, self.sizes, -self.sizes)


class Rounded(Polytope):
    """All points within 1/2 of a polytope."""

    def support(self, u):
        return super().support(u) + 0.5 * u / np.linalg.norm(u)


def flat(rng, d, at):
    return Ellipsoid(rng.standard_normal(d) + at, rng.standard_normal((d, 3)) / 3)


KINDS = {  # of bodies: each drawn in d dimensions about a point; a new kind needs a line here
    "polytope": lambda rng, d, at: Polytope(rng.standard_normal((4, d)) + at),
    "many points": lambda rng, d, at: Polytope(rng.uniform(-1, 1, (2 * d, d)) + at),
    "matrix": lambda rng, d, at: rng.standard_normal((4, d)) + at,
    "flat ellipsoid": flat,
    "ellipsoid": lambda rng, d, at: Ellipsoid(rng.standard_normal(d) + at, rng.uniform(0.1, 1, d)),
    "ball": lambda rng, d, at: Moved(Ellipsoid(np.zeros(d), np.full(d, 0.5)), at),
    "box": lambda rng, d, at: Box(rng.standard_normal(d) + at, rng.uniform(0.1, 1, d)),
    "rounded": lambda rng, d, at: Rounded(rng.standard_normal((4, d)) + at),
}
each_kind_of_body = pytest.mark.parametrize("kind", KINDS)


@each_kind_of_body
def test_bodies_at_a_known_distance(kind):
    """The one is moved to where the farthest points of both, along u, have the distance apart."""
    rng = np.random.default_rng(4)
    for case, other in enumerate(4 * list(KINDS)):
        d = int(rng.integers(2, 8))
        u = rng.standard_normal(d)
        u /= np.linalg.norm(u)
        K, L = (KINDS[name](rng, d, np.zeros(d)) for name in (kind, other))
        K, L = (Polytope(K) if isinstance(K, np.ndarray) else K for K in (K, L))
        apart = [0.0, 0.1, 0.4, -0.1][case * 4 // (4 * len(KINDS))]
        move = L.support(u) - K.support(-u) + apart * u
        M = Moved(K, move)  # now at exactly that distance, along u
        found = separate_hulls(M, L, 0.3)
        assert found.verify(M, L), case
        if apart == 0.4:
            assert isinstance(found, Wall) and 0.05 <= found.margin <= 0.2 * SLACK
        elif apart < 0.1:
            assert isinstance(found, Close)
        assert not found.verify(L, M)


@each_kind_of_body
def test_where_bodies_lie_does_not_matter(kind):
    """From a thousandth of the size of the bodies up to 1e12 times it, away from the origin."""
    rng, kinds = np.random.default_rng(7), set()
    for case, other in enumerate(16 * list(KINDS)):
        d = int(rng.integers(1, 8))
        at = 10.0 ** (case // len(KINDS) - 3) * rng.standard_normal(d)
        u = rng.standard_normal(d)
        K = KINDS[kind](rng, d, at)
        L = KINDS[other](rng, d, at + rng.uniform(0, 4) * u / np.linalg.norm(u))
        if not any(isinstance(body, np.ndarray) or hasattr(body, "dimension") for body in (K, L)):
            L = Moved(L, np.zeros(d))
        found = separate_hulls(K, L, 10 ** rng.uniform(-1, 0))
        assert found.verify(K, L), (case, found.verify(K, L))
        kinds.add(type(found))
    assert kinds == {Wall, Close}


def test_far_from_the_origin_a_thin_wall_is_right_and_a_wrong_point_is_refused():
    a, b = (Ellipsoid([1e6 + x, 0], [0.01, 0.01]) for x in (0, 0.022))
    found = separate_hulls(a, b, 0.002)
    assert found and found.verify(a, b) and found.margin == pytest.approx(0.001, rel=1e-6)
    moved = replace(found, P=replace(found.P, points=found.P.points + 1e-5))
    assert "points of P lie in P" in moved.verify(a, b).line


def test_bodies_whose_last_digits_are_coarser_than_eps_are_told_apart_or_undecided():
    for far in 10.0 ** np.arange(13, 18):
        K, L = (Ellipsoid([far + x, far], [0.3, 1.0]) for x in (0, 1))
        try:
            found = separate_hulls(K, L, 0.1)
        except (ValueError, Undecided, UpdateBudgetExceeded):
            continue
        assert found.verify(K, L), far


@hundred_or_thousand
def test_farkas_on_thousand_systems(count):
    rng, kinds = np.random.default_rng(3), []
    for _ in range(count):
        A = rng.integers(-16, 17, rng.integers(1, [9, 6])) / 16
        if not A.any():
            continue
        R = np.linalg.norm(A, axis=1).max()
        eps = R * float(rng.uniform(0.1, 1))
        found = farkas(A, eps)
        kinds.append(type(found))
        assert found.verify(A)
        exact = hull_distance(A, np.zeros((1, A.shape[1]))).distance
        if isinstance(found, Solution):
            assert found.counts.sum() <= 3 * (R / eps) ** 2 * SLACK
            assert eps / 3 <= found.margin * SLACK <= exact * SLACK**2
        else:
            assert isinstance(found, Combination) and found.coef.sum() == pytest.approx(1.0)
            assert exact <= found.norm + 1e-9 and found.norm < eps
    assert min(kinds.count(Solution), kinds.count(Combination)) > count / 10


@hundred_or_ten_thousand
def test_few_points_come_near_any_point_of_their_hull(count):
    rng, used = np.random.default_rng(6), []
    for case in range(count):
        n, d = rng.integers(2, 12, 2)
        P = np.eye(n) if case % 3 == 0 else rng.integers(-16, 17, (n, d)) / 16
        v = rng.multinomial(64, np.full(n, 1 / n))[None] / 64 @ P  # exact: a point of the hull
        R = np.linalg.norm(P - v, axis=1).max()
        eps = R * float(rng.uniform(0.1, 1))
        found = separate_hulls(P, v, eps)
        assert isinstance(found, Close) and found.n_updates <= (R / eps) ** 2 + 1
        used.append(found.n_updates / ((R / eps) ** 2 + 1))
    assert max(used) > 0.8


@hundred_or_ten_thousand
def test_three_steps_approach_the_same_distance(count):
    rng, t = np.random.default_rng(5), np.arange(1, 101)
    for case in range(count):
        P, Q = pair(rng, true := float(rng.uniform(0, 1)))
        step = ("average", "open", "line")[case % 3]
        walk, most = approach(P, Q, step, 100), length_bound(step, t, diameter(P, Q), true)
        assert (walk.norms <= most * SLACK).all()
        assert walk.norms.min() >= true / SLACK and walk.lower.max() <= true * SLACK
        if step == "line":
            assert (np.diff(walk.norms) <= 1e-12).all()  # it never goes back
        # Whoever adds e_1 each time, not the worst of e_1 and e_2, stays at length 1.
        assert length_bound(step, 99, 1.0, 0.5**0.5) < 1.0


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
    (lambda: hull_distance(CORNERS, Ellipsoid([0, 0], [1, 1])), r"Q .* got Ellipsoid.*separate_h"),
    (lambda: approach(Polytope(CORNERS), CORNERS, "line", 2), r"P .* of a Polytope its points"),
    (lambda: Ellipsoid([0, 0], [1, -1]), "none below 0, or a matrix; got -1 at index 1"),
    (lambda: Ellipsoid([0, 0], [1, 1, 1]), "axes must have shape"),
    (lambda: separate_hulls(Oracle([0.0]), CORNERS, 0.1), r"P.support returns must have shape"),
    (
        lambda: separate_hulls(Oracle([3.0, 0.0], [5.0, 0.0]), CORNERS, 0.1),
        "P.support must return a point farthest .* own point 1",
    ),
    (
        lambda: separate_hulls(Oracle([0, 0], dimension=None), Oracle([1, 1], dimension=None), 0.1),
        "must say its `dimension`",
    ),
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
