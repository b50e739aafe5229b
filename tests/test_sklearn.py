"""The classifier: scikit-learn's checks, a plain loop, and what its attributes promise."""

import pickle
from itertools import repeat

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import check_estimator
from strategies import refused, separable

from ptronlib import betas, lift, margin, max_margin, radius, samples
from ptronlib.sklearn import PerceptronClassifier

RULES = {  # the rule of a classifier, and the same as a rule of the library
    "plain": lambda R: betas.constant(0.0),
    "aggressive": lambda R: betas.constant(R**2),
    "r_independent": lambda R: betas.r_independent(),
    "growing": lambda R: betas.growing(1.2, R),
}
THOROUGH = [
    {"prediction": "final"},
    {"prediction": "average", "multi_class": "ovr"},
    *({"rule": rule} for rule in ("aggressive", "r_independent", "growing")),
    {"kernel": "rbf"},
    {"kernel": "poly", "multi_class": "ovr"},
]
each_rule = pytest.mark.parametrize("rule", RULES)
unwarned = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def blobs(n=60, classes=3, seed=7):
    """Classes around corners, well apart."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return 6 * np.eye(classes)[y] + rng.uniform(-1, 1, (n, classes)), y


def noisy(n=80, seed=7):
    """Two classes that no hyperplane separates."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.normal(size=(n, 3)) + 0.3 * y[:, None], y


def loop(Z, rule, passes, budget=np.inf, steps=None):
    """Return the last weights, their mean over all examinations, and the mistakes."""
    steps = np.ones(len(Z)) if steps is None else steps
    w, total, seen, beta, mistakes = np.zeros(Z.shape[1]), np.zeros(Z.shape[1]), 0, rule.start, []
    for sequence in passes:
        before = len(mistakes)
        for i in sequence:
            if Z[i] @ w <= beta:
                w = w + steps[i] * Z[i]
                mistakes.append(i)
                beta = rule.next(beta, len(mistakes), Z[i] @ Z[i])
            total, seen = total + w, seen + 1
            if len(mistakes) == budget:
                return w, total / seen, mistakes
        if len(mistakes) == before:
            break
    return w, total / seen, mistakes


# -- scikit-learn's checks


@unwarned
@pytest.mark.parametrize(
    "options", [{}, *(pytest.param(options, marks=pytest.mark.thorough) for options in THOROUGH)]
)
def test_scikit_learns_checks(options):
    model = PerceptronClassifier(max_iter=100, **options)
    found = check_estimator(model, on_skip=None)
    assert {check["status"] for check in found} <= {"passed", "skipped"}
    # It needs a variable of the environment, whatever the estimator.
    skipped = {check["check_name"] for check in found if check["status"] == "skipped"}
    assert skipped <= {"check_array_api_input"}


# -- two roads to each run


@unwarned
@each_rule
@given(drawn=separable(), budget=st.sampled_from([1, 3, 10, 500]))
def test_a_fit_is_the_loop_over_shuffled_passes(rule, drawn, budget):
    X, y, _ = drawn
    X, y = np.vstack([X, -X]), np.r_[y, -y]
    Z, draws = y[:, None] * lift(X), np.random.RandomState(3)
    passes = (draws.permutation(len(Z)) for _ in repeat(None))
    last, mean, mistakes = loop(Z, RULES[rule](radius(Z)), passes, budget)
    for prediction in ("final", "average", "auto"):
        model = PerceptronClassifier(rule, prediction=prediction, max_updates=budget)
        model.set_params(random_state=3).fit(X, y)
        assert model.n_updates_[0] == len(mistakes)
        assert model.support_.tolist() == sorted(set(mistakes))
        final = prediction == "final" or (prediction == "auto" and model.converged_[0])
        w = last if final else mean
        assert np.allclose(np.r_[model.coef_[0], model.intercept_], w, rtol=1e-9, atol=1e-12)
        distances = (X @ w[:-1] + w[-1]) / (np.linalg.norm(w[:-1]) or 1)
        assert model.margins_[0] == pytest.approx((y * distances).min(), abs=1e-12)


@unwarned
@pytest.mark.parametrize("kernel", ["linear", lambda A, B: A @ B.T])
@each_rule
def test_weights_of_classes_multiply_the_steps_and_nothing_else(rule, kernel):
    X, y = noisy()
    signs, draws = np.where(y, 1, -1), np.random.RandomState(3)
    passes = [draws.permutation(len(y)) for _ in range(6)]
    steps = np.where(y, 1, 0.4)
    last, mean, mistakes = loop(
        signs[:, None] * lift(X), RULES[rule](radius(lift(X))), passes, steps=steps
    )
    for prediction, w in (("final", last), ("average", mean)):
        model = PerceptronClassifier(rule, kernel=kernel, prediction=prediction, random_state=3)
        model.set_params(class_weight={1: 2.5}, max_iter=6).fit(X, y)
        assert model.n_updates_[0] == len(mistakes) and model.n_iter_[0] == 6
        assert np.array_equal(model.support_, np.unique(mistakes))
        scores = (X @ w[:-1] + w[-1]) / np.linalg.norm(w[:-1])
        assert np.allclose(model.decision_function(X), scores)
        assert model.margins_[0] == pytest.approx((signs * scores).min())
        if kernel != "linear":
            assert np.array_equal(model.support_vectors_, X[model.support_])


# -- what comes out


@pytest.mark.parametrize("weights", [None, {1: 7.5}])
@each_rule
def test_theorems_hold_with_the_intercept_as_a_feature(rule, weights):
    sample = samples.linear(80, 4, 0.1, np.random.default_rng(7))
    model = PerceptronClassifier(rule, class_weight=weights, random_state=0)
    model.fit(sample.X, sample.y)
    best = max_margin(lift(sample.X), sample.y)
    found = margin(np.r_[model.coef_[0], model.intercept_], lift(sample.X), sample.y)
    least = {"plain": 0.0, "aggressive": best.margin / 3, "r_independent": best.margin / 3}
    assert best.margin >= found >= least.get(rule, 0.0)
    assert model.margins_[0] >= found  # without the intercept the norm is smaller
    own = clone(model).set_params(rule=RULES[rule](radius(lift(sample.X))))
    assert np.array_equal(own.fit(sample.X, sample.y).coef_, model.coef_)


@pytest.mark.parametrize("kernel", ["linear", lambda A, B: A @ B.T])
def test_budget_ends_with_a_warning_and_an_answer(kernel):
    X, y = noisy()
    model = PerceptronClassifier(kernel=kernel, max_updates=50, random_state=0)
    with pytest.warns(ConvergenceWarning, match="1 of 1 perceptrons stopped after a budget"):
        model.fit(X, y)
    assert model.n_updates_[0] == 50 and not model.converged_[0] and model.margins_[0] <= 0


def test_a_warning_names_the_pairs_that_did_not_converge():
    X, y = blobs()
    X, y = np.vstack([X, X[y == 1]]), np.r_[y, np.full(20, 2)]
    with pytest.warns(ConvergenceWarning, match="1 of 3 .* violated: 1 against 2.*separable"):
        PerceptronClassifier(random_state=0).fit(X, y)


@unwarned
def test_a_linear_machine_keeps_no_examples():
    X, y = noisy(4000)
    few, many = (PerceptronClassifier(random_state=0).fit(X[:n], y[:n]) for n in (40, 4000))
    few.support_ = many.support_ = None  # numbers of rows, not rows
    assert abs(len(pickle.dumps(many)) - len(pickle.dumps(few))) < 50


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_early_stopping_ends_a_fit_without_a_warning(kernel):
    model = PerceptronClassifier(kernel=kernel, early_stopping=True, validation_fraction=0.3)
    model.set_params(n_iter_no_change=3, random_state=0).fit(*noisy(200))
    assert 4 <= model.n_iter_[0] < 100 and model.support_.size <= 140


def test_an_interrupted_fit_leaves_the_weights_so_far():
    def table(t):
        if t[0] > 60:
            raise KeyboardInterrupt
        return 0 * t

    model = PerceptronClassifier(betas.BetaRule("interrupted", table=table), random_state=0)
    with pytest.raises(KeyboardInterrupt):
        model.fit(*noisy())
    assert model.n_updates_[0] > 60 and model.score(*noisy()) > 0.5


# -- streams


@each_rule
def test_stream_in_batches_is_one_pass(rule):
    X, y = noisy()
    longest = np.argmax(np.linalg.norm(X, axis=1))
    order = np.r_[longest, np.delete(np.arange(len(X)), longest)]  # so R is known at once
    X, y = X[order], y[order]
    Z = np.where(y, 1, -1)[:, None] * lift(X)
    last, mean, mistakes = loop(Z, RULES[rule](radius(Z)), [np.arange(len(Z))])
    for prediction, w in (("final", last), ("average", mean), ("auto", mean)):
        model = PerceptronClassifier(rule, prediction=prediction)
        for part in np.array_split(np.arange(len(X)), 7):
            model.partial_fit(X[part], y[part], classes=[0, 1])
        assert np.allclose(np.r_[model.coef_[0], model.intercept_], w)
        assert model.n_updates_[0] == len(mistakes) and not model.converged_[0]


@pytest.mark.parametrize("multi_class", ["ovo", "ovr"])
def test_a_class_may_come_late(multi_class):
    X, y = blobs(300)
    model = PerceptronClassifier(multi_class=multi_class)
    for part in (y < 1, y < 2, y < 3):
        model.partial_fit(X[part], y[part], classes=[0, 1, 2])
    assert model.score(X, y) > 0.9 and model.coef_.shape == (3, 3)


def test_stream_goes_on_from_fit_and_drops_what_no_longer_holds():
    X, y = blobs()
    model = PerceptronClassifier(random_state=0).fit(X, y)
    before = model.n_updates_.sum()
    model.partial_fit(X[:3], np.roll(y[:3], 1))
    assert model.n_updates_.sum() > before
    assert not {"support_", "margins_"} & set(vars(model))


# -- bad input


def fit(**options):
    return lambda: PerceptronClassifier(**options).fit(*blobs(classes=2))


test_unusable_parameters_say_what_to_use = refused(
    (fit(rule="clever"), "rule must be one of plain, aggressive"),
    (fit(multi_class="all"), "multi_class must be one of ovo, ovr"),
    (fit(prediction="best"), "prediction must be one of"),
    (fit(max_updates=0), "max_updates must be at least 1"),
    (fit(early_stopping=True, validation_fraction=1.0), "validation_fraction must lie in"),
    (fit(class_weight={0: -1}), "class_weight must lie in .0, infinity"),
    (fit(kernel="silly"), "kernel must be one of linear"),
)


def test_labels_and_streams_say_what_they_need():
    X, y = blobs(classes=2)
    with pytest.raises(ValueError, match="at least two classes; got one class"):
        PerceptronClassifier().fit(X, np.zeros(60))
    with pytest.raises(ValueError, match="classes must be passed on the first call"):
        PerceptronClassifier().partial_fit(X, y)
    model = PerceptronClassifier().partial_fit(X, y, classes=[0, 1])
    with pytest.raises(ValueError, match="not the same as on last call"):
        model.partial_fit(X, y, classes=[0, 1, 2])
    with pytest.raises(ValueError, match="must be subset of"):
        model.partial_fit(X, y + 1)
    assert not hasattr(PerceptronClassifier(kernel="rbf"), "partial_fit")
