"""Compressing a run, leaving one out, the generalization bounds: exact, simulated, broken."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from strategies import (
    SLACK,
    grid_sample,
    hundred_or_ten_thousand,
    hundred_or_thousand,
    refused,
    separable_samples,
    stopped,
)

from ptronlib import (
    betas,
    bounds,
    cosine_perceptron,
    max_margin,
    perceptron,
    proofs,
    radius,
    samples,
)
from ptronlib.geometry.elimination import best_margin_squared
from ptronlib.learning import (
    compress,
    kernel_perceptron,
    leave_one_out_mistakes,
    leave_one_out_sums,
    online_sums,
)

HEXAGON = np.array([[3, 1], [1, 2], [2, 2], [1, -1], [-1, 2], [2, 0]]), np.ones(6)


# -- compression


@hundred_or_thousand
def test_the_run_comes_back_bit_for_bit_for_every_rule(count):
    """From what was used alone, and with any of the others left in."""
    source, shorter = np.random.default_rng(3), 0
    floats = [(s.X, s.y, s, {}) for s in (samples.linear(99, 20, 0.05, source) for _ in "ab")]
    for X, y, _, _ in (*separable_samples(0, count), *floats):
        for beta in (0.0, 1.5, betas.r_independent(), betas.growing(1.2, radius(X))):
            run = perceptron(X, y, beta, max_updates=10**6)
            kept = compress(run)
            again = perceptron(X[kept], y[kept], beta, max_updates=10**6)
            assert again.w.tobytes() == run.w.tobytes()
            assert kept[again.mistakes].tolist() == run.mistakes.tolist()
            assert again.betas.tolist() == run.betas.tolist()
            assert (np.diff(kept) > 0).all() and len(kept) <= run.n_updates
            assert kept.verify(X, y, beta)
            more = np.union1d(kept, np.flatnonzero(source.random(len(X)) < 0.5))
            between = perceptron(X[more], y[more], beta, max_updates=10**6)
            assert between.w.tobytes() == run.w.tobytes()
            assert more[between.mistakes].tolist() == run.mistakes.tolist()
            shorter += len(kept) < len(more) < len(X)
    assert shorter > count / 2


def test_a_compression_is_verified_and_a_forged_one_refused():
    X, y = np.array([[2.0, 1], [0, 1], [-1, 2]]), np.array([1.0, -1, -1])
    short = compress(perceptron(X, y))
    assert short.verify(X, y) and len(short) == 2 and X[short].tolist() == short.X.tolist()
    assert short.verify(np.vstack([X, [[3, 1]]]), [*y, 1])  # right about one that is new
    aggressive = compress(perceptron(X, y, 1.0))
    assert aggressive.verify(X, y, 1.0) and not aggressive.verify(X, y)
    turned = replace(short, kept=short.kept[::-1], X=short.X[::-1], y=short.y[::-1])
    for forged, line in (
        (replace(short, kept=np.array([0, 3])), "are rows"),
        (replace(short, kept=np.array([-3, 1])), "are rows"),
        (replace(short, kept=np.array([0.0, 1.0])), "are rows"),
        (turned, "are rows"),
        (replace(short, kept=np.array([0, 2])), "those rows"),
        (replace(short, y=-short.y), "those rows"),
        (replace(short, w=np.array([1.0, 2.0])), "right about every example"),
        (replace(short, w=np.array([1.0])), "right about every example"),
        (replace(short, n_updates=2), "stops after"),
        (replace(short, w=2 * short.w), "bit for bit"),
    ):
        assert line in forged.verify(X, y).line, forged
    assert "right about" in short.verify(np.vstack([X, [[-3, -1]]]), [*y, 1]).line


# -- leaving one out


@hundred_or_thousand
def test_leaving_out_an_unused_example_changes_nothing(count):
    for X, y, _, _ in separable_samples(2, count):
        run = perceptron(X, y)
        wrong = leave_one_out_mistakes(X, y)
        for k in range(len(X)):
            others = np.arange(len(X)) != k
            w = perceptron(X[others], y[others]).w if others.any() else np.zeros(X.shape[1])
            assert wrong[k] == (y[k] * (X[k] @ w) <= 0)
            if k not in run.support:
                assert w.tobytes() == run.w.tobytes() and not wrong[k]


@pytest.mark.parametrize(
    "population, n, error, support",
    [
        ((np.eye(3), np.ones(3)), 2, Fraction(4, 9), Fraction(19, 27)),
        ((np.eye(4), np.ones(4)), 3, Fraction(27, 64), Fraction(175, 256)),
        (HEXAGON, 3, None, None),
        pytest.param(HEXAGON, 4, None, None, marks=pytest.mark.thorough),
    ],
)
def test_leave_one_out_exactly(population, n, error, support):
    """Both sides are sums over all samples; the left side also as a mean over the left-out one."""
    X, y = population
    sums = leave_one_out_sums(X, y, n)
    assert sums.error <= sums.used <= sums.bound
    assert error in (None, sums.error) and support in (None, sums.used)
    wrong = sum(
        int(leave_one_out_mistakes(X[list(s)], y[list(s)]).sum())
        for s in product(range(len(X)), repeat=n + 1)
    )
    assert sums.error == Fraction(wrong, (n + 1) * len(X) ** (n + 1))


@hundred_or_thousand
def test_thousand_populations_exactly(count):
    """Leave-one-out, online-to-batch and the exact margin, on random integer populations."""
    source = np.random.default_rng(4)
    for _ in range(count):
        X, y, _ = grid_sample(source, int(source.integers(1, 4)), 2, size=4)
        X *= 16
        sums = leave_one_out_sums(X, y, 2)
        assert sums.error <= sums.used <= sums.bound
        online = online_sums(X, y, 3)
        assert online.error == online.used <= online.bound
        best = max_margin(X, y).margin
        assert float(best_margin_squared(y[:, None] * X)) == pytest.approx(best**2, rel=1e-9)


@pytest.mark.parametrize(("k", "n"), [(k, n) for n in (2, 3) for k in range(2, n + 2)])
def test_no_learner_does_better(k, n):
    """The best answers to every sample of orthogonal points, labels by coin: a sum over all."""
    mass = [Fraction(n - k + 1, n), *[Fraction(1, n)] * (k - 1)]
    seen = {}  # what a learner sees: the members drawn, and their labels
    for labels in product((-1, 1), repeat=k):
        for drawn in product(range(k), repeat=n):
            key = drawn, tuple(labels[i] for i in drawn)
            seen.setdefault(key, []).append(labels)
    best = Fraction(0)
    for (drawn, _), possible in seen.items():
        weight = Fraction(1, 2**k)
        for i in drawn:
            weight *= mass[i]
        for i in range(k):  # the answer +1 or -1 that is wrong for fewer of the labels
            positive = sum(labels[i] > 0 for labels in possible)
            best += weight * mass[i] * min(positive, len(possible) - positive)
    least = bounds.unavoidable_error(1.0, k**-0.5, n)
    assert least == pytest.approx((k - 1) / (2 * n) * (1 - 1 / n) ** n)
    assert (k - 1) / (8 * n) * (1 - 1e-12) <= least <= float(best) * (1 + 1e-12)
    assert k <= n or least == pytest.approx(float(best))  # without a first point it is attained
    members = [0] * (n - k + 1) + list(range(1, k))  # the perceptron, whose ties are mistakes
    sums = leave_one_out_sums(np.eye(k)[members], np.ones(n), n)
    assert best < sums.error <= sums.bound


def test_a_shorter_sample_leaves_as_many_points_as_it_can():
    assert bounds.unavoidable_error(1.0, 0.01, 10) == pytest.approx(0.5 * 0.9**10)
    assert bounds.unavoidable_error(2.0, 2.0, 10) == 0


def test_the_rate_is_the_square():
    """ERR-D3: 10^4 orthonormal examples; R / (n eps) is broken by a factor of ten."""
    N, n = 10_000, 100
    error = (1 - 1 / N) ** n
    distinct = N * (1 - (1 - 1 / N) ** (n + 1))
    assert error == pytest.approx(0.990, abs=1e-3)
    assert error <= bounds.leave_one_out_error(distinct, n) == pytest.approx(0.995, abs=1e-3)
    least_margin = 1 / np.sqrt(n + 1)
    assert bounds.leave_one_out_error(1 / least_margin, n) < 0.1 < error


# -- bounds


def test_the_constant_5_by_the_lines_of_the_proof():
    """Wherever the bound says anything, both of Bernstein's tails fit into it."""
    said = 0
    for n in np.unique(np.geomspace(2, 10**7, 40).astype(int)):
        for q in np.unique(np.geomspace(1, max(1, n // 2), 30).astype(int)):
            for delta in (0.999, 0.5, 0.05, 1e-6):
                v = q * np.log(n / q) - np.log(delta)
                u = q * np.log(np.e * n / q) + np.log(2 / delta)
                eta, N, a = 5 * v / n, n - q, q / n
                if eta >= 1:
                    continue
                assert a < 0.0788
                said += 1
                L = np.linspace(0, 1, 101)
                gap = np.sqrt(eta * L) + eta
                assert (L * q / N + np.sqrt(2 * (L * n / N) * u / N) + 2 * u / N <= gap).all()
                assert (np.sqrt(2 * L * u / N) + 2 * u / (3 * N) + a <= gap).all()
    assert said > 1000


def test_the_memoriser():
    """ERR-A15: with a size near n the printed bound is false, so it is refused; ours is not."""
    n, delta = 1000, 0.5  # right on the first q examples, wrong on all others
    for q in (1000, 990, 985):
        with pytest.raises(ValueError, match="size must lie in"):
            bounds.compression_error(q, n, delta)
    assert (bounds.consistent_error(np.arange(500, n), n, delta) > 1).all()


def test_consistent_error_is_within_a_factor_of_three_of_the_truth():
    """Keep the ends of the longest empty arc and be wrong inside: the error is its length.

    This scheme is not stable, since a new longest arc appears when others are dropped: without the
    logarithm the bound is false.
    """
    source, n, delta = np.random.default_rng(14), 4000, 0.5
    gaps = np.array([np.diff(np.sort(source.random(n))).max() for _ in range(200)])
    bound = bounds.consistent_error(2, n, delta)
    assert (gaps > bound).mean() <= delta and bound < 2.6 * np.median(gaps)
    assert (gaps > bounds.stable_error(2, n, delta)).mean() > 0.9


def test_both_errors_stay_close_on_noisy_labels():
    """Keep the first q points and cut at their median; a quarter of the labels are wrong."""
    source, n, q, delta = np.random.default_rng(11), 4000, 5, 0.05
    zeta = bounds.compression_error(q, n, delta)
    outside = missed = 0
    for _ in range(1000):
        x = source.random(n)
        y = (x > 0.5) != (source.random(n) < 0.25)
        cut = np.median(x[:q])
        true, seen = 0.25 + 0.5 * abs(cut - 0.5), ((x > cut) != y).mean()
        gap = bounds.compression_error(q, n, delta, empirical=seen) - seen
        assert gap == pytest.approx(np.sqrt(zeta * seen) + zeta)
        outside += abs(true - seen) > gap
        missed += true > seen
    assert outside <= delta * 1000 and missed > 1000 / 4


@hundred_or_ten_thousand
def test_the_smallest_box_around_the_sample(count):
    """Stable, of size 2 d: what lies outside is an error, and the bound is near its quantile."""
    source, d, n, delta = np.random.default_rng(13), 2, 200, 0.05
    X = source.random((10 * count, n, d))
    error = 1 - np.prod(X.max(axis=1) - X.min(axis=1), axis=1)
    bound = bounds.stable_error(2 * d, n, delta)
    assert (error > bound).mean() <= delta
    assert bound < bounds.consistent_error(2 * d, n, delta) and bound < 3 * np.quantile(error, 0.95)


def test_what_a_promise_needs():
    """Schemes that err on half of the population, and would promise less than 0.01."""
    source, n = np.random.default_rng(3), 4000
    assert bounds.stable_error(1, n, 0.5) < 0.01
    x, y = source.random((2, n)), source.integers(0, 2, (2, n))  # a sample, and one more; coins
    assert abs((y[0] == 1).mean() - 0.5) < 0.05  # not right on the sample: 1 whatever comes
    positive = x[0][y[0] == 1]  # more than q: all positive examples are kept, and known again
    assert (np.isin(x[0], positive) == y[0]).all()
    assert abs((np.isin(x[1], positive) == y[1]).mean() - 0.5) < 0.05
    assert bounds.stable_error(len(positive) - n // 20, n, 0.5) > 0.5
    one = perceptron(np.eye(2)[np.zeros(n, int)], np.ones(n))  # not independent: one draw, n times
    assert one.support.size == 1 and (one.w <= 0).mean() == 0.5
    assert bounds.leave_one_out_error(one.n_updates, n) < 0.5  # nor exchangeable


@pytest.mark.parametrize("n", [2, 3, 10, 57, 400])
@pytest.mark.parametrize("delta", [0.5, 0.05, 1e-6])
def test_the_lines_of_both_proofs(n, delta):
    lines = proofs.selection(n, delta)
    assert [line.holds for line in lines] == [True] * 5
    for square in np.arange(1.0, n / 2, n / 40):  # R^2 / eps^2, whole or not
        q, given = int(square), (np.sqrt(square), 1.0, n, delta)
        smaller = bounds.consistent_error(q, n, delta / 2), bounds.stable_error(q, n, delta / 2)
        assert smaller[0] <= bounds.perceptron_error(*given) * SLACK
        assert smaller[1] <= bounds.perceptron_error(*given, stable=True) * SLACK


@pytest.mark.parametrize("count", [1000, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_draws_of_unit_vectors_of_which_most_are_rare(count):
    """The error is the probability of the vectors not drawn: a tenth of the bound fails."""
    source, q, n, delta = np.random.default_rng(15), 20, 400, 0.05
    rare = np.r_[1 - (q - 1) / n, np.full(q - 1, 1 / n)]
    error = np.empty(count)
    for k in range(count):
        run = perceptron(np.eye(q)[source.choice(q, n, p=rare)], np.ones(n))
        error[k] = rare[run.w <= 0].sum()
    most = np.quantile(error, 1 - delta)
    for stable in (False, True):
        bound = bounds.perceptron_error(1.0, q**-0.5, n, delta, stable=stable)
        assert (error > bound).mean() <= delta and bound < 10 * most
    claimed = bounds.perceptron_error(1.0, 1.0, n, 0.5, stable=True)  # samples have no such margin
    assert (error > claimed).mean() > 0.5


@hundred_or_ten_thousand
def test_draws_from_populations_with_a_margin(count):
    """Uniform draws from a finite population: the error is a count. The SVM beside it."""
    rng, delta, said = np.random.default_rng(2), 0.05, 0
    crowds = [samples.linear(200, d, margin, rng) for d, margin in ((2, 0.3), (3, 0.5), (8, 0.4))]
    for case in range(count):
        crowd, n = crowds[case % 3], int(rng.integers(40, 400))
        chosen = rng.integers(0, 200, n)
        X, y = crowd.X[chosen], crowd.y[chosen]
        run = perceptron(X, y)
        q, error = run.support.size, (crowd.y * (crowd.X @ run.w) <= 0).mean()
        if 2 * q < n:
            assert error <= bounds.stable_error(q, n, delta / n)
            said += bounds.stable_error(q, n, delta / n) < 1
        assert error <= bounds.consistent_error(q, n, delta / n)
        assert error <= bounds.perceptron_error(1.0, crowd.margin, n, delta)
        if n * crowd.margin**2 > 2:
            assert error <= bounds.perceptron_error(1.0, crowd.margin, n, delta, stable=True)
        if case < 1000:
            of_svm = (crowd.y * (crowd.X @ max_margin(X, y).w) <= 0).mean()
            assert of_svm <= bounds.svm_error(1.0, crowd.margin, n, delta)
    assert said > count / 2


def printed(eps, n, delta, constant=50.0):
    """Return the bound of theorem 1.1 as it is printed, for R = 1."""
    return constant * (np.log(eps**2 * n) + np.log(2 / delta)) / (eps**2 * n)


def test_the_printed_margin_bound_needs_its_hypotheses():
    """ERR-A14: with few examples it is negative, and in another unit than R = 1 it is 1e-5."""
    for n, delta in product((1, 30, 1000, 10**6), (0.999, 0.5, 0.05, 1e-6)):
        eps = np.sqrt(np.geomspace(1.001, n, 50) / n) if n > 1 else np.ones(0)
        said = eps[printed(eps, n, delta, 5.0) < 1]
        ours = bounds.perceptron_error(1.0, said, n, delta)
        assert (ours <= printed(said, n, delta, 5.0)).all()  # so that 5 is enough
    with pytest.raises(ValueError, match=r"n eps\^2 / R\^2 must lie in \(1"):
        bounds.perceptron_error(1.0, 0.1, 1, 0.5)
    assert printed(0.1, 1, 0.5) < -16_000
    M, n = 1e4, 200  # draws from M e_1, ..., M e_4000 with random labels, 195 distinct ones
    eps = M / np.sqrt(195)
    assert printed(eps, n, 0.5) < 2e-5 and bounds.perceptron_error(M, eps, n, 0.5) > 1
    with pytest.raises(ValueError, match="eps must be at most R"):
        bounds.perceptron_error(1.0, eps, n, 0.5)


def test_values_of_the_bounds_by_hand():
    assert bounds.consistent_error(1, 11, np.exp(-1.0)) == pytest.approx((2 + np.log(11)) / 10)
    assert bounds.stable_error(1, 12, np.exp(-1.0)) == pytest.approx((1 + np.log(4)) / 5)
    stable = bounds.perceptron_error(1.0, 0.5, 16, 2 / np.e, stable=True)
    assert stable == pytest.approx(np.log(4) + 0.25)
    eta = 5 * (2 * np.log(50) + 1) / 100
    assert bounds.compression_error(2, 100, np.exp(-1.0)) == pytest.approx(eta)
    assert bounds.svm_error(1.0, 0.5, 16, 2 * np.exp(-2.0)) == pytest.approx(1.5)


# -- the kernel perceptron


def test_kernel_perceptron_makes_the_mistakes_of_the_features():
    for X, y, _, _ in separable_samples(8, 200):
        run, plain = kernel_perceptron(X @ X.T, y), perceptron(X, y)
        assert run.mistakes.tolist() == plain.mistakes.tolist()
        assert (run.coef @ X == plain.w).all() and run.support.tolist() == plain.support.tolist()


# -- what does not fit

X_3, Y_3 = [[2, 1], [0, 1], [-1, 2]], [1, -1, -1]
SHUFFLED = {"order": "shuffled", "rng": np.random.default_rng(1)}


test_what_does_not_fit_is_refused_with_its_reason = refused(
    (lambda: compress(perceptron(X_3, Y_3, order="worst")), "order 'worst'"),
    (lambda: compress(perceptron(X_3, Y_3, **SHUFFLED)), "order 'shuffled'"),
    (
        lambda: compress(stopped(perceptron, [[1], [1], [-1]], [1, 1, 1], max_updates=3)),
        "must be finished; this one stopped early, after 3",
    ),
    (lambda: compress(perceptron(X_3, Y_3, w_init=[5, -1])), "from w = 0.*w_init = "),
    (lambda: compress(cosine_perceptron(X_3, Y_3, 0.1, w_init=[1, -1])), "update 'project'"),
    (lambda: leave_one_out_sums(*HEXAGON, 8), "X and n must make at most 200,000 .* of 6"),
    (lambda: kernel_perceptron([[2, 1 + 1e-8], [1, 2]], [1, 1]), "K must be symmetric"),
)


def test_the_budget_of_a_kernel_perceptron_keeps_its_run():
    run = stopped(kernel_perceptron, [[1, 1], [1, 1]], [1, -1], max_updates=20)
    assert run.mistakes.tolist() == [0, 1] * 10
