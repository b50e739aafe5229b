"""The classifier: scikit-learn's checks, a plain loop, and what its attributes promise."""

import pickle
from itertools import product, repeat

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import Perceptron
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator
from strategies import refused, separable

from ptronlib import betas, lift, margin, max_margin, radius, samples
from ptronlib.sklearn import PerceptronClassifier

RULES = {  # the rule of a classifier, and the same as a rule of the library
    "plain": lambda R: betas.constant(0.0),
    "aggressive": lambda R: betas.constant(R**2),
    "r_independent": lambda R: betas.r_independent(),
}
THOROUGH = [
    {"rule": rule, "prediction": prediction, "max_updates": most, "class_weight": weights}
    for rule, prediction, most, weights in product(
        RULES, ("auto", "final", "average"), (None, 50), (None, "balanced")
    )
]
each_rule = pytest.mark.parametrize("rule", RULES)
unwarned = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def blobs(n=60, classes=3, seed=7):
    """Classes around corners, well apart."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return 6 * np.eye(classes)[y] + rng.uniform(-1, 1, (n, classes)), y


def size(X):
    """The constant that the classifier appends."""
    return np.sqrt((X**2).sum(axis=1).mean())


def with_constant(X):
    return lift(X, size(X))


def weights(model, scale):
    """The weights in the space with the constant."""
    return np.r_[model.coef_[0], model.intercept_ / scale]


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
    model = PerceptronClassifier(max_iter=100).set_params(**options)
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
    X, y = np.vstack([X, -2 * X]), np.r_[y, -y]  # -X would tie, with a constant of its length
    Z, draws = y[:, None] * with_constant(X), np.random.RandomState(3)
    passes = (draws.permutation(len(Z)) for _ in repeat(None))
    last, mean, mistakes = loop(Z, RULES[rule](radius(Z)), passes, budget)
    for prediction in ("final", "average", "auto"):
        model = PerceptronClassifier(rule, prediction=prediction, max_updates=budget)
        model.set_params(random_state=3).fit(X, y)
        assert model.n_updates_ == len(mistakes)
        assert model.support_.tolist() == sorted(set(mistakes))
        final = prediction == "final" or (prediction == "auto" and model.converged_)
        w = last if final else mean
        assert np.allclose(weights(model, size(X)), w, rtol=1e-9, atol=1e-12)
        distances = (X @ w[:-1] + size(X) * w[-1]) / (np.linalg.norm(w[:-1]) or 1)
        assert model.margin_ == pytest.approx((y * distances).min(), abs=1e-9)


@unwarned
@each_rule
def test_weights_of_classes_multiply_the_steps_and_nothing_else(rule):
    X, y = noisy()
    signs, draws = np.where(y, 1, -1), np.random.RandomState(3)
    passes = [draws.permutation(len(y)) for _ in range(6)]
    steps, Z = np.where(y, 1, 0.4), signs[:, None] * with_constant(X)
    last, mean, mistakes = loop(Z, RULES[rule](radius(Z)), passes, steps=steps)
    for prediction, w in (("final", last), ("average", mean)):
        model = PerceptronClassifier(rule, prediction=prediction, random_state=3)
        model.set_params(class_weight={1: 2.5}, max_iter=6).fit(X, y)
        assert model.n_updates_ == len(mistakes) and model.n_iter_ == 6
        assert np.array_equal(model.support_, np.unique(mistakes))
        scores = (X @ w[:-1] + size(X) * w[-1]) / np.linalg.norm(w[:-1])
        assert np.allclose(model.decision_function(X), scores)
        assert model.margin_ == pytest.approx((signs * scores).min())


# -- what comes out


@pytest.mark.parametrize("class_weight", [None, {1: 7.5}])
@each_rule
def test_theorems_hold_with_the_intercept_as_a_feature(rule, class_weight):
    sample = samples.linear(80, 4, 0.1, np.random.default_rng(7))
    model = PerceptronClassifier(rule, class_weight=class_weight, random_state=0)
    model.fit(sample.X, sample.y)
    lifted = with_constant(sample.X)
    best = max_margin(lifted, sample.y)
    found = margin(weights(model, size(sample.X)), lifted, sample.y)
    least = {"plain": 0.0, "aggressive": best.margin / 3, "r_independent": best.margin / 3}
    assert best.margin >= found >= least[rule]
    assert model.margin_ >= found  # without the intercept the norm is smaller
    own = clone(model).set_params(rule=RULES[rule](radius(lifted)))
    assert np.array_equal(own.fit(sample.X, sample.y).coef_, model.coef_)


@unwarned
@pytest.mark.parametrize("unit", [2.0**-40, 2.0**13])
def test_the_unit_of_the_table_does_not_matter(unit):
    X, y = noisy()
    model, other = (PerceptronClassifier(random_state=0).fit(u * X, y) for u in (1.0, unit))
    assert model.n_updates_ == other.n_updates_ and model.margin_ * unit == other.margin_


def test_budget_ends_with_a_warning_and_an_answer():
    X, y = noisy()
    model = PerceptronClassifier(max_updates=50, random_state=0)
    with pytest.warns(ConvergenceWarning, match="stopped after 1 passes and 50 updates"):
        model.fit(X, y)
    assert model.n_updates_ == 50 and not model.converged_ and model.margin_ <= 0


@unwarned
def test_a_fitted_model_keeps_no_examples():
    X, y = noisy(4000)
    few, many = (PerceptronClassifier(random_state=0).fit(X[:n], y[:n]) for n in (40, 4000))
    few.support_ = many.support_ = None  # numbers of rows, not rows
    assert abs(len(pickle.dumps(many)) - len(pickle.dumps(few))) < 50


@unwarned
def test_what_scikit_learn_does_for_more_classes_kernels_and_held_out_stopping():
    X, y = blobs(300)
    for more in (OneVsOneClassifier, OneVsRestClassifier):
        assert more(PerceptronClassifier(random_state=0)).fit(X, y).score(X, y) > 0.95
    angle = np.linspace(0, 2 * np.pi, 200)
    ring = np.c_[np.cos(angle), np.sin(angle)] * np.where(np.arange(200) % 2, 1, 3)[:, None]
    bent = make_pipeline(Nystroem(random_state=0), PerceptronClassifier(random_state=0))
    assert bent.fit(ring, np.arange(200) % 2).score(ring, np.arange(200) % 2) == 1.0
    search = GridSearchCV(PerceptronClassifier(random_state=0), {"max_iter": [1, 5, 20]})
    assert search.fit(*noisy(200)).best_params_["max_iter"] in (1, 5, 20)


def test_an_interrupted_fit_leaves_the_weights_so_far():
    def table(t):
        if t[0] > 60:
            raise KeyboardInterrupt
        return 0 * t

    model = PerceptronClassifier(betas.BetaRule("interrupted", table=table), random_state=0)
    with pytest.raises(KeyboardInterrupt):
        model.fit(*noisy())
    assert model.n_updates_ > 60 and model.score(*noisy()) > 0.5


# -- streams


@each_rule
def test_stream_in_batches_is_one_pass(rule):
    X, y = noisy()
    longest = np.argmax(np.linalg.norm(X, axis=1))
    order = np.r_[longest, np.delete(np.arange(len(X)), longest)]  # so R is known at once
    X, y, parts = X[order], y[order], np.array_split(np.arange(len(X)), 7)
    scale = size(X[parts[0]])
    Z = np.where(y, 1, -1)[:, None] * lift(X, scale)
    last, mean, mistakes = loop(Z, RULES[rule](radius(Z)), [np.arange(len(Z))])
    for prediction, w in (("final", last), ("average", mean), ("auto", mean)):
        model = PerceptronClassifier(rule, prediction=prediction)
        for part in parts:
            model.partial_fit(X[part], y[part], classes=[0, 1])
        assert model.constant_ == pytest.approx(scale)
        assert np.allclose(weights(model, scale), w)
        assert model.n_updates_ == len(mistakes) and not model.converged_


def test_a_stream_of_raw_measurements_is_learned_in_one_pass():
    """No worse than scikit-learn's Perceptron on the same batches, by the mean of ten orders."""
    X, y = load_breast_cancer(return_X_y=True)
    ours, theirs = [], []
    for seed in range(10):
        order = np.random.default_rng(seed).permutation(len(y))
        for found, model in ((ours, PerceptronClassifier()), (theirs, Perceptron())):
            for part in np.array_split(order, 10):
                model.partial_fit(X[part], y[part], classes=[0, 1])
            found.append(model.score(X, y))
    assert np.mean(ours) > max(0.8, np.mean(theirs))


def test_a_class_may_come_late():
    X, y = blobs(200, classes=2)
    model = PerceptronClassifier()
    for part in (y < 1, y < 2):
        model.partial_fit(X[part], y[part], classes=[0, 1])
    assert model.score(X, y) > 0.9


def test_stream_goes_on_from_fit_and_drops_what_no_longer_holds():
    X, y = blobs(classes=2)
    model = PerceptronClassifier(random_state=0).fit(X, y)
    before = model.n_updates_
    model.partial_fit(X[:3], np.roll(y[:3], 1))
    assert model.n_updates_ > before
    assert not {"support_", "margin_"} & set(vars(model))


# -- bad input


def fit(**options):
    return lambda: PerceptronClassifier(**options).fit(*blobs(classes=2))


test_unusable_parameters_say_what_to_use = refused(
    (fit(rule="clever"), "rule must be one of plain, aggressive"),
    (fit(prediction="best"), "prediction must be one of"),
    (fit(max_updates=0), "max_updates must be at least 1"),
    (fit(class_weight={0: -1}), "class_weight must lie in .0, infinity"),
)


def test_labels_and_streams_say_what_they_need():
    X, y = blobs(classes=2)
    with pytest.raises(ValueError, match="two classes; got one class, 0.0"):
        PerceptronClassifier().fit(X, np.zeros(60))
    with pytest.raises(ValueError, match="classes must be passed on the first call"):
        PerceptronClassifier().partial_fit(X, y)
    model = PerceptronClassifier().partial_fit(X, y, classes=[0, 1])
    with pytest.raises(ValueError, match="not the same as on last call"):
        model.partial_fit(X, y, classes=[0, 1, 2])
    with pytest.raises(ValueError, match=r"must be subset of \[0, 1\]; got labels 1, 2"):
        model.partial_fit(X, y + 1)
    with pytest.raises(ValueError, match="3 classes; use sklearn.multiclass.OneVsOneClassifier"):
        PerceptronClassifier().fit(*blobs())
    balanced = PerceptronClassifier(class_weight="balanced")
    assert not hasattr(balanced, "partial_fit")
