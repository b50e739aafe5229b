"""Counting robust concepts and projecting them: all labelings at once, in both directions."""

from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.linalg import hadamard
from scipy.stats import chi2
from strategies import SLACK, failures, grid_sample, hundred_or_thousand, refused

from ptronlib import bounds, lift, max_margin, proofs, radius, samples, separable
from ptronlib.projection import (
    fast_hadamard,
    gaussian_map,
    hadamard_map,
    labelings,
    margins_of_labelings,
    project,
    sign_map,
    sparse_map,
)

MAPS = [gaussian_map, sign_map, sparse_map, hadamard_map]
each_map = pytest.mark.parametrize("draw", MAPS, ids=lambda draw: draw.__name__)


# -- counting


@pytest.mark.statement("A-Thm1.2")
@hundred_or_thousand
def test_number_of_eps_partitions_stays_below_both_counts(count):
    """At every margin that occurs, on exact samples; and m updates describe each of them."""
    source = np.random.default_rng(0)
    for _ in range(count):
        X, _, _ = grid_sample(source, int(source.integers(1, 6)), int(source.integers(1, 5)), 8)
        R, margins = radius(X), margins_of_labelings(X)
        for eps in np.unique(margins[margins > 1e-9]):
            kept = 2 * np.count_nonzero(margins >= eps * (1 - 1e-9))
            m = int((R / eps) ** 2 * SLACK)
            assert kept <= bounds.count_descriptions(len(X), m) <= (2 * len(X) + 1) ** m
            loose = bounds.count_eps_partitions(len(X), min(eps, R), R=R)
            assert (2 * len(X) + 1) ** min(m, 50) <= loose * SLACK


@pytest.mark.statement("A-Thm1.2")
def test_descriptions_are_counted_exactly():
    for n, length in product(range(1, 5), range(5)):
        box = product(range(-length, length + 1), repeat=n)
        inside = sum(sum(map(abs, c)) <= length for c in box)
        assert inside == bounds.count_descriptions(n, length)


@pytest.mark.statement("A-Ex1.3")
def test_the_standard_basis_lifted():
    """Exact for every k: margin^2 = (n + 1) / (2 (n + 4 k (n - k))); 5 / 81 for n = 9, k = 3."""
    for n in range(2, 12):
        X = lift(np.eye(n)) / np.sqrt(2)
        for k in range(n + 1):
            best = max_margin(X, np.where(np.arange(n) < k, 1.0, -1.0))
            squared = (n + 1) / (2 * (n + 4 * k * (n - k)))
            assert best.margin**2 == pytest.approx(squared)
            assert squared >= 1 / (2 + 8 * k)
    y = np.where(np.arange(9) < 3, 1.0, -1.0)
    assert max_margin(lift(np.eye(9)) / np.sqrt(2), y).margin ** 2 == pytest.approx(5 / 81)


@pytest.mark.statement("A-Ex1.3")
def test_the_standard_basis_affine():
    """Half the distance of the two simplices; by the hull of all differences p - q."""
    for n in range(2, 9):
        for k in range(1, n):
            e = np.eye(n)
            differences = np.array([p - q for p, q in product(e[:k], e[k:])])
            distance = max_margin(differences, np.ones(len(differences))).margin
            assert distance / 2 == pytest.approx(np.sqrt(1 / k + 1 / (n - k)) / 2)
            assert distance / 2 >= 1 / (2 * np.sqrt(k)) - 1e-12


@pytest.mark.statement("A-Rem-K")
def test_descriptions_must_be_long():
    """C(n, k) lifted labelings of margin^2 >= 1/(2 + 8k) must all be described."""
    for n, k in [(100, 3), (1000, 10), (10**4, 20)]:
        shortest = np.log(float(comb(n, k))) / np.log(2 * n + 1)
        assert shortest >= k * np.log(n / k) / np.log(2 * n + 1) >= 0.3 * k


def test_margins_of_labelings_by_two_roads():
    """Against max_margin itself, also where there are more coordinates than points; zero rows."""
    source = np.random.default_rng(13)
    for d in (3, 40):
        X = source.standard_normal((5, d))
        for y, found in zip(labelings(5), margins_of_labelings(X), strict=True):
            assert found == pytest.approx(max_margin(X, y).margin if found else 0.0)
            assert found or not separable(X, y, intercept=False)
    assert not margins_of_labelings([[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]]).any()


# -- inner products


@pytest.mark.statement("A-Rem-injective")
@each_map
def test_different_points_stay_different(draw):
    source = np.random.default_rng(2)
    X = np.unique(source.integers(-8, 9, (200, 16)), axis=0)
    for k in (4, 8, 16):
        assert len(np.unique(project(X, draw(16, k, source)), axis=0)) == len(X)


@pytest.mark.statement("A-Lem5.1")
def test_both_tails_of_chi_square():
    k = np.unique(np.geomspace(1, 5000, 60).astype(int))[:, None]
    eta = np.linspace(0.01, 1.0, 100)
    bound = np.exp(-k * (eta**2 / 4 - eta**3 / 6))
    assert (chi2.sf(k * (1 + eta), k) <= bound).all()
    assert (chi2.cdf(k * (1 - eta), k) <= bound).all()


@pytest.mark.statement("A-Lem5.1")
@pytest.mark.parametrize("eta, delta", [(1.0, 0.5), (0.5, 0.5), (0.5, 0.1)])
def test_inner_products_are_kept(eta, delta):
    source, failures = np.random.default_rng(3), 0
    for _ in range(1000):
        X, _, _ = grid_sample(source, 5, 4, 8)
        X = X / radius(X)
        k = bounds.jl_dimension(len(X), eta, delta)
        AX = project(X, source.standard_normal((k, X.shape[1])) / np.sqrt(k))
        failures += np.abs(AX @ AX.T - X @ X.T).max() > eta
    assert failures <= delta * 1000


@pytest.mark.statement("A-Lem5.1")
def test_without_the_scale_lengths_grow_k_fold():
    """ERR-A18."""
    x = np.eye(60)[:1]
    A = np.sqrt(50) * gaussian_map(60, 50, np.random.default_rng(4))
    assert 25 < (project(x, A) ** 2).sum() < 100


@pytest.mark.statement("A-Fn4")
@each_map
def test_other_matrices_keep_inner_products_too(draw):
    source = np.random.default_rng(6)
    X = source.standard_normal((10, 512))
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    k = bounds.jl_dimension(10, 0.5, 0.1)
    failures = 0
    for _ in range(50):
        AX = project(X, draw(512, k, source))
        failures += np.abs(AX @ AX.T - X @ X.T).max() > 0.5
    assert failures <= 5


def test_fast_hadamard_is_the_matrix():
    source = np.random.default_rng(7)
    for D in (1, 2, 4, 64):
        X = source.integers(-9, 10, (5, D)).astype(float)
        assert fast_hadamard(X) == pytest.approx(X @ hadamard(D) / np.sqrt(D))
        assert fast_hadamard(fast_hadamard(X)) == pytest.approx(X)
    A = hadamard_map(6, 4, source)
    flips_gone = np.rint(4 * A[0] * A[1:])  # the product of two rows of the matrix is a third
    assert A.shape == (4, 6) and np.allclose(A**2, 1 / 4)
    assert all(row in hadamard(8)[1:, :6].tolist() for row in flips_gone.tolist())


def test_entries_of_the_maps():
    source = np.random.default_rng(8)
    assert np.var(gaussian_map(400, 200, source)) == pytest.approx(1 / 200, rel=0.02)
    assert sign_map(40, 9, source) ** 2 == pytest.approx(np.full((9, 40), 1 / 9))
    sparse = sparse_map(400, 100, source, density=0.1)
    assert np.mean(sparse != 0) == pytest.approx(0.1, abs=0.01)
    assert sparse[sparse != 0] ** 2 == pytest.approx(np.full(np.count_nonzero(sparse), 0.1))


# -- all labelings at once


@pytest.mark.statement("A-Thm1.4")
@hundred_or_thousand
def test_squared_margins_move_no_more_than_inner_products(count):
    """The lemma, for every labeling, whatever the matrix."""
    source = np.random.default_rng(9)
    for _ in range(count):
        X, _, _ = grid_sample(source, 4, 4, 8)
        A = source.integers(-4, 5, (int(source.integers(1, 5)), X.shape[1])) / 4.0
        if A.any():
            assert "eq-p8-gram" not in failures(proofs.gram(X, A, radius(X)))


@pytest.mark.statement("A-Thm1.4")
def test_the_lemma_is_tight():
    lines = proofs.gram([[3.0, 4.0]], 2 * np.eye(2), 5.0)
    assert lines[0].slack == pytest.approx(0.0)
    assert lines[1].rhs.tolist() == [3 * 25 / 16]
    assert [line.lhs.max() for line in lines[2:]] == [2.5, 1.25]  # eps / 2 and eps / 4


@pytest.mark.statement("N-thm-p8-width", "A-Thm1.4")
@pytest.mark.parametrize(
    "dimension", [bounds.simultaneous_dimension, bounds.simultaneous_dimension_width]
)
@hundred_or_thousand
def test_all_labelings_in_both_directions(count, dimension):
    """With probability 1 - delta nothing fails; eps is a margin that occurs, delta = 1/2."""
    source, lost = np.random.default_rng(10), 0
    for _ in range(count):
        X, _, _ = grid_sample(source, 4, 3, 8)
        X, eps = X / radius(X), float(source.uniform(0.5, 1.0))
        k = dimension(len(X), eps, 0.5)
        lines = proofs.gram(X, source.standard_normal((k, X.shape[1])) / np.sqrt(k), eps)
        lost += bool(failures(lines).keys() & {"eq-p8-there", "eq-p8-back"})
        if "eq-p8-error" not in failures(lines):
            assert not failures(lines)
    assert lost <= count / 2


@pytest.mark.statement("A-Thm1.4")
def test_without_the_scale_there_is_no_way_back():
    """ERR-A19: a margin of .05, no eps/4-partition for eps = .5, looks like an eps/2-partition."""
    X, rng = samples.two_points(0.05).X, np.random.default_rng(11)
    X = np.hstack([X, np.zeros((2, 298))])
    A = gaussian_map(300, 200, rng)
    assert margins_of_labelings(project(X, np.sqrt(200) * A))[0] > 0.5
    assert margins_of_labelings(project(X, A))[0] == pytest.approx(0.05, abs=0.02)
    assert list(failures(proofs.gram(X, np.sqrt(200) * A, 0.5))) == ["eq-p8-error", "eq-p8-back"]


@pytest.mark.statement("A-Thm1.4")
def test_too_few_dimensions_lose_a_robust_concept():
    """With k < n = 1/eps^2 the kernel of A names a labeling of the basis that is lost."""
    source = np.random.default_rng(12)
    for n in range(2, 8):
        A = gaussian_map(n, n - 1, source)
        assert margins_of_labelings(A.T).min() < 1e-9
        assert "eq-p8-there" in failures(proofs.gram(np.eye(n), A, n**-0.5))


# -- bounds, and what does not fit


def test_bounds_by_hand():
    assert bounds.count_eps_partitions(1, 1.0) == 4.0
    assert bounds.count_eps_partitions(3, 1.0, R=2.0) == 8.0**4
    assert bounds.count_eps_partitions(1000, 0.01) == np.inf
    assert bounds.jl_dimension(1, 1.0, 0.5) == 17  # ln 4 * 12 = 16.6
    assert bounds.simultaneous_dimension(9, 5.0, 0.1, R=10.0) == bounds.jl_dimension(9, 3 / 64, 0.1)
    eps = np.array([0.1, 0.01])
    ratio = np.divide(*bounds.simultaneous_dimension(9, eps, 0.1)[::-1])
    assert ratio == pytest.approx(1e4, rel=0.01)
    ratio = np.divide(*bounds.simultaneous_dimension_width(9, eps, 0.1)[::-1])
    assert ratio == pytest.approx(1e2, rel=0.3)


test_what_does_not_fit_is_refused_with_its_reason = refused(
    (lambda: gaussian_map(5, 6, np.random.default_rng(0)), "k must be at most d; got k=6 and d=5"),
    (lambda: fast_hadamard(np.ones((2, 6))), "power of two; got 6. Append"),
    (lambda: project(np.ones((2, 3)), np.ones((3, 2))), "one column for each"),
    (lambda: margins_of_labelings(np.ones((17, 2))), "n must be at most 16"),
    (lambda: bounds.simultaneous_dimension(5, 2.0, 0.1), "eps must be at most"),
)
