"""Cover's number, general position, and the enumeration of dichotomies and eps-partitions."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, log2

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import linprog
from scipy.stats import norm
from strategies import hundred_or_ten_thousand, hundred_or_thousand, refused

from ptronlib import bounds, lift, max_margin, radius
from ptronlib.counting import (
    Degenerate,
    GeneralPosition,
    capacity,
    cover_count,
    enumerate_dichotomies,
    enumerate_eps_partitions,
    in_general_position,
    separable_fraction,
    separate_dichotomies,
    uniform_error,
)
from ptronlib.counting.labelings import margins_of_labelings

CUBE = np.array(list(product((0, 1), repeat=3)))


def rank(X):
    return np.linalg.matrix_rank(X) if len(X) else 0


def in_general(P, N, rng):
    """Integer points in general position."""
    while True:
        X = rng.integers(-60, 61, (P, N)).astype(float)
        if isinstance(in_general_position(X), GeneralPosition):
            return X


def degenerate(P, N, rng):
    """Integer points, none zero, with repeated directions, opposite points and dependences."""
    X = rng.integers(-2, 3, (P, N)).astype(float)
    for _ in range(2):
        i, j, k = rng.integers(P, size=3)
        X[i] = rng.choice([-2.0, 1.0, 3.0]) * X[j] + rng.integers(-1, 2) * X[k]
    X[~X.any(axis=1), 0] = 1.0
    return X


def lp_separates(Z):
    """Whether some w has all scores at least 1, by linear programming."""
    return linprog(np.zeros(Z.shape[1]), -Z, -np.ones(len(Z)), bounds=(None, None)).status == 0


def by_linear_programming(X):
    labels = [(1, *rest) for rest in product((-1, 1), repeat=len(X) - 1)]
    half = [y for y in labels if lp_separates(np.array(y)[:, None] * X)]
    return sorted(half + [tuple(-v for v in y) for y in half])


# -- the formula


@pytest.mark.parametrize("N", range(1, 6))
def test_enumeration_agrees_with_covers_formula(N):
    rng = np.random.default_rng(N)
    for P in range(1, 15):
        labels = enumerate_dichotomies(in_general(P, N, rng))
        assert len(labels) == len(np.unique(labels, axis=0)) == cover_count(P, N)


def test_formula_recursion_and_consequences():
    for P, N in product(range(1, 41), range(1, 13)):
        assert cover_count(P, N) == 2 * sum(comb(P - 1, k) for k in range(N))
        below = cover_count(P, N - 1) if N > 1 else 0
        assert cover_count(P + 1, N) == cover_count(P, N) + below
        if P <= N:
            assert cover_count(P, N) == 2**P
    assert all(2 * cover_count(2 * N, N) == 2 ** (2 * N) for N in range(1, 60))


@pytest.mark.parametrize("N", range(1, 7))
def test_the_vc_dimension_is_the_number_of_weights(N):
    rng = np.random.default_rng(N)
    assert cover_count(N, N) == 2**N and cover_count(N + 1, N) == 2 ** (N + 1) - 2
    X = in_general(N + 1, N, rng)
    assert len(enumerate_dichotomies(X[:N])) == 2**N
    for points in (X, degenerate(N + 1, N, rng)):
        assert len(enumerate_dichotomies(points)) <= cover_count(N + 1, N)
    missing = np.sign(np.linalg.svd(X.T)[2][-1])
    assert not any((y == missing).all() for y in enumerate_dichotomies(X))


@hundred_or_ten_thousand
def test_points_shattered_with_a_margin_are_few(count):
    rng, shattered = np.random.default_rng(1), 0
    for case in range(count):
        d = int(rng.integers(1, 5))
        X = rng.standard_normal((d + 1, d)) * rng.choice([0.1, 1.0, 10.0], (d + 1, 1))
        if case % 2:
            X = np.rint(X)  # repeated, opposite and zero points
        assert margins_of_labelings(X).min() < 1e-9  # one more than the weights
        X = X[: int(rng.integers(1, d + 1))]
        least = margins_of_labelings(X).min()
        if least > 1e-9:
            assert len(X) <= bounds.updates_constant(0.0, radius(X), least)
            shattered += 1
    assert shattered > count / 2
    for m in range(1, 6):
        least = margins_of_labelings(np.eye(m)).min()
        assert bounds.updates_constant(0.0, 1.0, least) == pytest.approx(m)


def test_what_shattering_needs():
    line, R = np.array([-1.0, 1.0]), 1.0
    with_bias = list(product((-1.0, 1.0), (-2.0, 0.0, 2.0)))
    for y in product((-1, 1), repeat=2):  # a bias: two points on a line, at the margin R
        assert max(min(y * (w * line + b)) for w, b in with_bias) >= 1.0 and len(line) > R**2
    copies = np.ones((5, 1))  # not all labelings: five copies of a point, all of one sign
    assert margins_of_labelings(copies).max() == pytest.approx(1.0) and len(copies) > 1.0
    X = np.diag([1.0, 10.0])  # the smallest norm for the largest
    assert len(X) * margins_of_labelings(X).min() ** 2 > np.linalg.norm(X, axis=1).min() ** 2


def test_growth_in_the_number_of_points():
    for N in range(1, 7):
        ratios = [
            Fraction(cover_count(P, N) * factorial(N - 1), 2 * P ** (N - 1))
            for P in (10**3, 10**4, 10**5)
        ]
        assert abs(ratios[0] - 1) >= abs(ratios[1] - 1) >= abs(ratios[2] - 1)
        assert abs(ratios[2] - 1) < 1e-3
    assert [round(cover_count(P, 3) / P**2, 4) for P in (10, 100, 1000)] == [0.92, 0.9902, 0.999]


def test_fraction_is_the_exact_one():
    for P, N in product(range(1, 80, 3), range(1, 60, 2)):
        exact = float(Fraction(cover_count(P, N), 2**P))
        assert separable_fraction(P, N) == pytest.approx(exact, rel=1e-12)
    exact = float(Fraction(cover_count(40_000, 19_800), 2**40_000))
    assert separable_fraction(40_000, 19_800) == pytest.approx(exact, rel=1e-9)


def test_fraction_of_millions():
    N = 1_000_000
    assert separable_fraction(2 * N, N) == 0.5
    P = np.array([1_990_000, 1_997_000, 1_999_999, 2_000_001, 2_004_000])
    share = separable_fraction(P, N)
    assert share == pytest.approx(1 - separable_fraction(P, P - N), rel=1e-9)
    assert np.abs(share - norm.cdf((2 - P / N) * np.sqrt(N * N / P))).max() < 1e-3
    assert 0 < separable_fraction(2_100_000, N) < 1e-300 or separable_fraction(3 * N, N) == 0


def test_fraction_falls_with_P_and_rises_with_N():
    P, N = np.meshgrid(np.arange(1, 60), np.arange(1, 60))
    share = separable_fraction(P, N)
    assert (np.diff(share, axis=1) <= 0).all() and (np.diff(share, axis=0) >= 0).all()


# -- what the count says of new examples


def mistakes(W, Z):
    """Return the sets of examples on which weights make mistakes, ties included, each once."""
    return np.unique(Z @ W.T <= 0, axis=1).T


def test_the_uniform_bound_and_the_steps_of_its_proof():
    rng = np.random.default_rng(14)
    for n, N, delta in ((1, 1, 0.5), (3, 2, 0.1), (40, 5, 0.05), (300, 400, 1e-6)):
        count = 2 * sum(comb(2 * n - 1, k) for k in range(N + 1))
        a = uniform_error(n, N, delta)
        assert a == pytest.approx(2 / n * log2(2 * count / delta), rel=1e-12)
        assert count >= 4 * n and (n == 1 or n * a >= 8)  # the use of Chebyshev's inequality
    ties = 0
    for _ in range(60):
        n, N = int(rng.integers(2, 5)), int(rng.integers(1, 4))
        Z = rng.integers(-1, 2, (2 * n, N)).astype(float)  # many ties, repetitions and zeros
        W = np.array(list(product(range(-3, 4), repeat=N)))
        sets = mistakes(W, Z)
        assert len(sets) <= cover_count(2 * n, N + 1)
        ties += len(sets) > cover_count(2 * n, N)
        coins = np.array(list(product((False, True), repeat=n)))
        for k in range(1, n + 1):  # which exchanges leave the first without a mistake?
            many = sets[sets.sum(axis=1) >= k]
            first, second = many[:, None, :n], many[:, None, n:]
            clean = ~np.where(coins, second, first).any(axis=2)
            assert (clean.mean(axis=1) <= 0.5 ** many.sum(axis=1)).all()
            assert clean.any(axis=0).mean() <= cover_count(2 * n, N + 1) * 0.5**k
    assert ties > 5  # so that the dimension more is needed


def test_no_separator_in_the_plane_errs_more_than_the_uniform_bound():
    rng = np.random.default_rng(15)
    for n in (50, 400):
        angles = rng.uniform(-np.pi / 2, np.pi / 2, (500, n))
        worst = np.maximum(np.pi / 2 - angles.max(axis=1), np.pi / 2 + angles.min(axis=1)) / np.pi
        assert 0.05 < np.quantile(worst, 0.95) / uniform_error(n, 2, 0.05) < 1


def test_the_capacity_with_a_margin_is_that_of_drawn_samples():
    assert capacity(0.0) == 2.0  # Cover's
    for gamma in (0.0, 0.3, 1.0, 4.0):
        whole = quad(lambda t, g=gamma: (t + g) ** 2 * norm.pdf(t), -gamma, 40.0)[0]
        assert capacity(gamma) == pytest.approx(1 / whole, rel=1e-9)
    rng, N = np.random.default_rng(16), 100
    for a in (0.5, 1.0, 1.5):
        draws = rng.standard_normal((9, round(a * N), N))
        margins = [max_margin(Z, np.ones(len(Z))).margin for Z in draws]
        assert capacity(np.median(margins)) == pytest.approx(a, rel=0.06)


# -- the enumeration


@hundred_or_thousand
def test_enumeration_agrees_with_linear_programming_on_degenerate_samples(count):
    rng = np.random.default_rng(7)
    short = 0
    while short < count / 5:  # so many have fewer dichotomies than points in general position
        P, N = rng.integers(2, 7), rng.integers(1, 5)
        X = degenerate(P, N, rng)
        labels = enumerate_dichotomies(X)
        assert list(map(tuple, labels)) == by_linear_programming(X)
        short += len(labels) < cover_count(P, N)


@hundred_or_thousand
def test_new_point_adds_the_dichotomies_of_the_projected_points(count):
    rng = np.random.default_rng(9)
    for _ in range(count):
        X = degenerate(rng.integers(2, 8), rng.integers(2, 5), rng)
        seen, x = X[:-1], X[-1]
        projected = seen * (x @ x) - np.outer(seen @ x, x)
        added = len(enumerate_dichotomies(projected)) if projected.any(axis=1).all() else 0
        assert len(enumerate_dichotomies(X)) - len(enumerate_dichotomies(X[:-1])) == added


@pytest.mark.parametrize(
    ("X", "count"),
    [
        ([[1, 0], [2, 0], [0, 1]], 4),  # though no subset smaller than N is dependent
        ([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]], 12),
        (2 * CUBE - 1, 14),
        (lift(CUBE), 104),
        (lift(list(product((0, 1, 2), repeat=2))), 58),
        (lift(list(product((0, 1), repeat=4))), 1882),
    ],
)
def test_known_counts_off_general_position(X, count):
    assert len(enumerate_dichotomies(X)) == count < cover_count(*np.shape(X))
    assert isinstance(in_general_position(X), Degenerate)


def test_separators_separate():
    rng = np.random.default_rng(11)
    for X in (degenerate(9, 4, rng), rng.standard_normal((12, 3)), lift(CUBE), np.eye(5)):
        labels, W = enumerate_dichotomies(X), separate_dichotomies(X)
        assert (labels * (W @ np.transpose(X)) > 0).all()
        assert np.linalg.norm(W, axis=1) == pytest.approx(1)


def test_nothing_is_rounded():
    """A point a hair off a plane is off it."""
    X = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 1e-100], [0, 0, 1]])
    assert len(enumerate_dichotomies(X)) == cover_count(4, 3) == 14
    assert isinstance(in_general_position(X), GeneralPosition)
    with pytest.raises(ArithmeticError, match="double precision"):
        separate_dichotomies(X)


# -- general position


def test_general_position_is_independence_of_the_small_subsets():
    rng = np.random.default_rng(12)
    found = {GeneralPosition: 0, Degenerate: 0}
    for _ in range(1000):
        P, N = rng.integers(1, 7), rng.integers(1, 5)
        X = rng.integers(-4, 5, (P, N)).astype(float)
        answer = in_general_position(X)
        found[type(answer)] += 1
        small = combinations(range(P), min(P, N))
        assert isinstance(answer, GeneralPosition) == all(rank(X[list(B)]) == len(B) for B in small)
        if isinstance(answer, Degenerate):
            chosen = X[list(answer.indices)]
            assert len(chosen) <= min(X.shape) and rank(chosen) == len(chosen) - 1
            assert np.abs(answer.coef).max() == 1 and answer.coef.all()
            assert np.abs(answer.coef @ chosen).max() <= 1e-14 * np.abs(chosen).max()
    assert min(found.values()) > 200


# -- labelings with a margin


def test_eps_partitions_are_the_dichotomies_with_that_margin():
    rng = np.random.default_rng(13)
    for _ in range(60):
        X = degenerate(rng.integers(1, 6), rng.integers(1, 4), rng)
        labels = enumerate_dichotomies(X)
        margins = np.array([max_margin(X, y).margin for y in labels])
        middle = np.median(margins)
        for eps in (margins.min(), middle, margins.max()):
            kept = enumerate_eps_partitions(X, eps)
            assert kept.tolist() == labels[margins >= eps * (1 - 1e-9)].tolist()
    assert enumerate_eps_partitions(np.eye(8), 1.0).shape == (0, 8)


# -- what does not fit

CROWD = np.random.default_rng(1).standard_normal((1000, 10))


test_what_does_not_fit_is_refused_with_its_reason = refused(
    (lambda: enumerate_dichotomies(CROWD), r"1000 points .* 10-dim.* about 2\^"),
    (lambda: in_general_position(CROWD), "1000 points in 10 dimensions"),
    (lambda: enumerate_eps_partitions(CROWD[:17], 1.5), "n must be at most 16"),
)
