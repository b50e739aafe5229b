"""Numbers at the edge, and a test for each defect that the fuzzing found."""

import itertools
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from ptronlib import (
    UpdateBudgetExceeded,
    betas,
    bounds,
    compression,
    cosine_perceptron,
    cosine_perceptron_restarts,
    counting,
    data,
    margins,
    max_margin,
    mnist,
    nearest,
    perceptron,
    plots,
    proofs,
    radius,
    separability,
    separation,
    sgd,
    voting,
)
from ptronlib.bodies import Ball
from ptronlib.decision import decide
from ptronlib.estimators import PerceptronClassifier
from ptronlib.exercises import check
from ptronlib.matrix_games import multiplicative_weights, regret_matching


@pytest.mark.parametrize("eps", [1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 0.5, 1.0])
@pytest.mark.parametrize("norm", [1e-140, 1e-30, 1.0, 1e30, 1e140])
def test_margins_are_right_down_to_where_the_docstring_says(eps, norm):
    sample = data.two_points(eps)
    X = norm * sample.X
    try:
        best = max_margin(X, sample.y)
    except (ValueError, ArithmeticError):
        assert eps <= 1e-11
        return
    digits = 1e-9 if eps > 1e-7 else 1e-6 if eps > 1e-9 else 1e-3
    assert best.margin == pytest.approx(norm * eps, rel=digits)
    assert best.margin <= best.upper * (1 + 1e-12)


@pytest.mark.parametrize("norm", [1e-140, 1e-75, 1.0, 1e75, 1e149])
def test_a_run_is_the_same_at_every_scale(norm):
    scale = 2.0 ** np.round(np.log2(norm))
    X, y = data.linear(12, 3, 0.2, np.random.default_rng(7)).X, np.ones(12)
    X = X * np.sign(X @ np.ones(3))[:, None]
    run, scaled = perceptron(X, y), perceptron(scale * X, y)
    assert run.mistakes.tolist() == scaled.mistakes.tolist()
    assert (scaled.w == scale * run.w).all() and np.isfinite(scaled.norms).all()
    assert perceptron(scale * X, y, radius(scale * X) ** 2).margin > 0


@pytest.mark.parametrize("n, d", [(1, 1), (1, 10**4), (10**6, 1), (10**6, 2), (2, 10**4)])
def test_sizes_at_the_edge(n, d):
    rng = np.random.default_rng(7)
    X = np.abs(rng.standard_normal((n, d))) + 0.1
    run = perceptron(X, np.ones(n))
    assert run.converged and run.n_updates >= 1 and np.isfinite(run.w).all()
    if n <= 2:
        best = max_margin(X, np.ones(n))
        assert best.margin == pytest.approx(best.upper, rel=1e-9)


@pytest.mark.parametrize(
    "beta, max_updates",
    [
        (betas.r_independent(1e300), 10),
        (betas.growing(1.9, 1e150), 10**9),
        (betas.power(0.1, 1e300), 10**9),
        (1e300, 10**8),
    ],
)
def test_thresholds_that_could_leave_the_floats_are_refused_before_the_run(beta, max_updates):
    with pytest.raises(ValueError, match="beta and max_updates must be such"):
        perceptron([[1e150, 0.0]], [1], beta, max_updates=max_updates)


def test_counts_that_would_take_for_ever_are_refused():
    with pytest.raises(ValueError, match="separable_fraction"):
        counting.cover_count(2**40, 2**40)
    with pytest.raises(ValueError, match="n or length must be smaller"):
        bounds.count_descriptions(10**9, 10**9)
    assert bounds.count_descriptions(300, 200) == bounds.count_descriptions(200, 300)
    with pytest.raises(ValueError, match="at most a million|at most 1,000,000 examples"):
        data.cosine_adversary(1e-9, 0.1)
    with pytest.raises(ValueError, match="at most 1000000 examples"):
        data.threshold_adversary(betas.constant(1.0), 2.0**31, 0.5)
    for call in (
        lambda: data.linear(10**9, 10**9, 0.5, np.random.default_rng(1)),
        lambda: data.gaussian_teacher(4, 2**31, np.random.default_rng(1)),
    ):
        with pytest.raises(ValueError, match="must be at most 1,073,741,824"):
            call()


def test_bounds_leave_the_floats_without_a_warning_and_never_as_nan():
    sizes = (1e-150, 1e-75, 1.0, 1e75, 1e150)
    for R, eps, other in itertools.product(sizes, repeat=3):
        if eps <= R:
            found = [
                bounds.updates_constant(other, R, eps),
                bounds.margin_constant(other, R, eps),
                bounds.updates_from(other, R, eps),
                bounds.updates_r_independent(R, eps, factor=max(1.0, other)),
                bounds.updates_growing(1.9, R, eps),
                bounds.updates_affine(R, eps, bias=other, scale=R),
                bounds.sgd_gap(R, other, [eps, R]),
                bounds.sgd_gap_decreasing(R, other, eps, 1e12),
                bounds.updates_deviation(R, eps, other),
            ]
            assert not np.isnan(found).any() and (np.array(found) >= 0).all()
    assert bounds.updates_constant(0.0, 1e150, 1e-150) == np.inf
    assert bounds.margin_constant(1e300, 1e150, 1e150) == pytest.approx(1e150 / 3)


def test_shapes_that_do_not_fit_are_named():
    with pytest.raises(ValueError, match="R and eps must have shapes that fit together"):
        bounds.updates_constant(0.0, [1.0, 2.0], [0.1, 0.2, 0.3])


X, Y = np.array([[1.0, 2.0], [2.0, -1.0]]), np.array([1.0, 1.0])


@pytest.mark.parametrize(
    "bad, kind, message",
    [
        (np.ma.masked_array(X, X > 1), ValueError, "X must not have masked entries"),
        (np.array([[10**400, 1], [1, 2]], object), ValueError, "X must be finite; got inf"),
        (np.full((2, 2), np.longdouble(10) ** 400), ValueError, "X must be finite; got inf"),
        (torch.ones(2, 2, requires_grad=True), TypeError, "X must be an array of real numbers"),
        (np.array([[1.0, True], [2.0, 3.0]], object), TypeError, "True is not one"),
        (np.full((2, 2), 1e150), ValueError, "Rows of X must have norms of at most 1e"),
    ],
)
def test_arrays_that_were_let_through_or_crashed(bad, kind, message):
    with pytest.raises(kind, match=message):
        perceptron(bad, Y)


@pytest.mark.parametrize("value", [10**400, 10**5000, -(10**5000)], ids=["400", "5000", "-5000"])
def test_integers_too_long_for_a_double_or_to_be_printed(value):
    with pytest.raises(ValueError, match="beta"):
        perceptron(X, Y, value)
    if value > 0:
        with pytest.raises(ValueError, match="d must be at most 500; got 2\\^"):
            data.exponential(value)


def test_the_average_of_a_run_of_projections_is_the_mean_of_its_weights():
    run = cosine_perceptron([[0, 0, 2.0]], [1], 0.3, w_init=[0.1, 0.4, -0.9])
    counts = voting.survival(run)
    assert run.n_updates == 1
    assert voting.averaged(run) == pytest.approx(counts @ run.replay() / counts.sum())


def test_bodies_answer_for_directions_of_every_length():
    for size in (5e-324, 1e-200, 1.0, 1e200, 1.7e308):
        assert Ball([1.0, 0.0], 2.0).support([0.0, size]) == pytest.approx([1.0, 2.0])


def test_sets_of_the_largest_size_are_separated():
    P = np.array([[-4e149, 3e149], [-3e149, 1e149]])
    found = separation.separate_hulls(P, [[1.0, 2.0]], 1e148)
    assert separation.verify(found, P, [[1.0, 2.0]])


def test_what_is_not_a_run_is_named():
    for call in (voting.rounds, proofs.convex_hull, lambda r: proofs.novikoff(r, [1.0])):
        with pytest.raises(TypeError, match="run must be what perceptron"):
            call(3)


def test_separability_of_one_point_and_one_feature():
    assert separability([[1e-150]], [1]).margin == 1e-150


def test_restarts_with_a_tiny_sigma_come_to_an_end():
    X, y = [[1.0, 0.5], [-1.0, 0.5], [0.0, -1.0]], np.ones(3)
    rng = np.random.default_rng(7)
    with pytest.raises(UpdateBudgetExceeded, match="Stopped after 5000 updates, in round 1 of 35"):
        cosine_perceptron_restarts(X, y, 1e-12, 0.01, rng=rng, max_updates=5000)
    with pytest.raises(UpdateBudgetExceeded) as spent:
        cosine_perceptron_restarts(X, y, 0.4, 1e-300, rng=rng, max_updates=5000)
    assert spent.value.run.n_updates <= bounds.updates_cosine(0.4, np.sqrt(0.5))


@pytest.mark.parametrize("sigma", [1e-12, Fraction(1, 20)])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_cosine_rule_of_the_estimator_comes_to_an_end(kind, sigma):
    X, y = [[1.0], [2.0], [3.0]], [1, -1, 1]  # separated by no intercept
    model = PerceptronClassifier("cosine", sigma=sigma, max_updates=500, random_state=1)
    with pytest.warns(ConvergenceWarning):
        assert model.fit(kind(X), y).n_updates_ <= 500


def test_a_loss_near_zero_and_a_scheme_that_keeps_nothing():
    X = 1e-150 * np.array([[3.0, -2.0], [1.0, 2.0]])
    assert sgd.risk([1e-150, 1e-150], X, [1, 1], beta=8.0) == 8.0
    n = 2.5e12
    assert bounds.consistent_error(0.0, n, 0.5) == pytest.approx(np.log(2) / n)


def test_ragged_lists_are_named():
    ragged = [[1.0], [1.0, 2.0]]
    with pytest.raises(TypeError, match="^D must be an array of real numbers"):
        bounds.updates_deviation(1.0, 0.5, ragged)
    with pytest.raises(TypeError, match="^T must be an array of real numbers"):
        bounds.sgd_gap_constant(1.0, 0.5, ragged)


def test_examples_of_too_different_size_are_undecided_not_inseparable():
    X = [
        [-6.5e64, -1.7e64, 1.7e65, 6.6e64],
        [-1.6e131, -5.2e128, -6.2e130, 1.5e130],
        [0.0, 2.4e19, 2.4e19, 1.6e20],
        [3.2e119, 5.1e119, -1.5e120, 2.3e120],
    ]
    with pytest.raises(ArithmeticError, match="differ too much in size"):
        decide(np.array(X), np.array([-1.0, 1.0, 1.0, 1.0]))


def test_functions_of_dense_samples_say_so():
    X, y = sparse.csr_array([[1.0, 2.0], [2.0, -1.0]]), [1, 1]
    for call in (compression.leave_one_out, compression.reconstruct):
        with pytest.raises(TypeError, match="^X.* must be an array of real numbers|must hold real"):
            call(X, y)
    with pytest.raises(TypeError, match="run must be one of an array"):
        voting.averaged(perceptron(X, y))


def test_more_rounds_than_memory_holds_are_refused():
    for play in (multiplicative_weights, regret_matching):
        with pytest.raises(ValueError, match="rounds times rows must be at most"):
            play([[1.0], [-1.0]], 2**31)


def test_an_answer_too_long_for_a_double_is_wrong():
    assert not check("ex-ball", 10**400) and not check("ex-ball", 10**5000)


def test_weights_at_the_end_of_the_floats_have_a_margin():
    assert margins.margin([1.7e308], [[1.4375]], [1.0]) == 1.4375


def test_labels_with_a_gradient_are_refused_by_name():
    labels = torch.ones(2, requires_grad=True)
    with pytest.raises(TypeError, match="digit_labels must be integers"):
        mnist.signed_labels(labels, 0)


def test_more_rounds_than_there_is_memory_are_refused():
    with pytest.raises(ValueError, match="rounds must be at most 100000000"):
        nearest.approach([[1.0]], [[2.0]], "average", 2**31)


def test_a_line_beyond_the_floats_is_refused_and_one_of_tiny_numbers_is_drawn():
    figure, ax = plt.subplots()
    plots.boundary([5e-324, 0.0], 1e-300, ax=ax)
    with pytest.raises(ValueError, match="so short that the line lies beyond the floats"):
        plots.boundary([5e-324, 0.0], 1.0, ax=ax)
    plt.close(figure)


def test_a_huge_budget_asks_for_no_more_memory_than_the_run_needs(monkeypatch):
    """The buffers grow with the run, so that its mistakes are there when the budget is spent."""
    asked = []
    enlarged = perceptron.__globals__["_enlarged"]
    monkeypatch.setitem(
        perceptron.__globals__,
        "_enlarged",
        lambda buffer, size: asked.append(size / buffer.size) or enlarged(buffer, size),
    )
    monkeypatch.setitem(perceptron.__globals__, "FIRST_BUFFER", 4)
    monkeypatch.setitem(perceptron.__globals__, "LARGEST_BUFFER", 32)
    sample = data.exponential(6)
    assert perceptron(sample.X, sample.y, max_updates=10**12).n_updates == 1365
    assert max(asked) <= 8.0 and max(asked[2:]) <= 2.0 and len(asked) > 8
