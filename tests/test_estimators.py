"""The classifier: scikit-learn's checks, the library's runs, and what its attributes promise."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_digits, load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron
from sklearn.model_selection import GridSearchCV, StratifiedShuffleSplit, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator
from strategies import separable

from ptronlib import UpdateBudgetExceeded, betas, data, lift, margins, perceptron, voting
from ptronlib.compression import kernel_perceptron
from ptronlib.estimators import PerceptronClassifier
from ptronlib.estimators._memory import averaged
from ptronlib.estimators._tasks import verdict

RULES = {  # the rule of a classifier, and the same as a beta of the library
    "plain": lambda R: 0.0,
    "aggressive": lambda R: R**2,
    "r_independent": lambda R: betas.r_independent(),
    "infinity": lambda R: betas.growing(1.2, R),
}
each_rule = pytest.mark.parametrize("rule", RULES)
PATHS = [  # every option that takes another way through the code
    {},
    {"fit_intercept": False},
    {"order": "cyclic"},
    {"order": "worst"},
    {"prediction": "average"},
    {"prediction": "vote"},
    {"multi_class": "ovr"},
    {"rule": "aggressive"},
    {"rule": "r_independent"},
    {"rule": "infinity"},
    {"rule": "cosine", "delta": 0.5},
    {"rule": "cosine", "delta": 0.5, "multi_class": "ovr"},
    {"kernel": "rbf"},
    {"kernel": "poly", "gamma": "auto", "coef0": 1.0},
    {"kernel": "precomputed"},
    {"kernel": "rbf", "prediction": "vote"},
    {"kernel": "rbf", "rule": "aggressive", "order": "worst", "multi_class": "ovr"},
]


def name(options):
    return " ".join(str(value) for value in options.values()) or "default"


def blobs(n=60, classes=3, seed=7):
    """Classes around corners, well apart."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return 6 * np.eye(classes)[y] + rng.uniform(-1, 1, (n, classes)), y


def noisy(n=80, seed=7):
    """Two classes that no hyperplane separates."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    X = rng.normal(size=(n, 3)) + y[:, None]
    return np.vstack([X, X[:1]]), np.append(y, 1 - y[0])


def perceive(X, y, beta, **options):
    """Run the library's perceptron, and take what there is when the budget ends."""
    try:
        return perceptron(X, y, beta, **options)
    except UpdateBudgetExceeded as stopped:
        return stopped.run


def quiet(estimator, X, y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return estimator.fit(X, y)


# -- scikit-learn's checks


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(
    "options",
    [{"max_updates": 300}, *(pytest.param(path, marks=pytest.mark.thorough) for path in PATHS)],
    ids=name,
)
def test_scikit_learns_checks(options):
    budget = {"max_updates": 300} if options else {}
    found = check_estimator(PerceptronClassifier(**options | budget), on_skip=None)
    assert {check["status"] for check in found} <= {"passed", "skipped"}
    # It needs a variable of the environment, whatever the estimator.
    skipped = {check["check_name"] for check in found if check["status"] == "skipped"}
    assert skipped <= {"check_array_api_input"}


# -- two roads to each run


@each_rule
@given(separable())
def test_linear_runs_are_the_librarys(rule, drawn):
    X, y, _ = drawn
    if len(set(y)) < 2:
        y = np.r_[y, -y[0]]
        X = np.vstack([X, -X[0]])
    R = margins.radius(X)
    for order in ("cyclic", "worst"):
        run = perceive(X, y, RULES[rule](R), order=order, max_updates=500)
        model = PerceptronClassifier(rule, fit_intercept=False, order=order, max_updates=500)
        model = quiet(model.set_params(prediction="final"), X, y)
        assert model.converged_[0] == run.converged and model.n_updates_[0] == run.n_updates
        assert np.array_equal(model.coef_[0], run.w) and model.intercept_[0] == 0
        assert np.array_equal(model.support_, run.support)
        assert model.margins_[0] == pytest.approx(run.margin)
        assert np.allclose(model.dual_coef_ @ X[model.support_], model.coef_)


@given(separable(), st.sampled_from(list(RULES)), st.sampled_from(["cyclic", "worst", "shuffled"]))
def test_dense_sparse_and_kernel_make_the_same_mistakes(drawn, rule, order):
    X, y, _ = drawn
    X, y = np.vstack([X, -X]), np.r_[y, -y]
    models = [
        quiet(
            PerceptronClassifier(rule, order=order, random_state=3, kernel=kernel, max_updates=300),
            points,
            y,
        )
        for points, kernel in [
            (X, "linear"),
            (sparse.csr_array(X), "linear"),
            (X, "precomputed"),
            (X, lambda A, B: A @ B.T),
        ]
        for points in [X @ X.T if kernel == "precomputed" else points]
    ]
    first = models[0]
    for model in models[1:]:
        assert np.array_equal(model.n_updates_, first.n_updates_), model.kernel
        assert np.array_equal(model.support_, first.support_)
        assert np.array_equal(model.dual_coef_, first.dual_coef_)
    scores = first.decision_function(X)
    assert np.allclose(models[1].decision_function(sparse.csr_array(X)), scores)
    assert np.allclose(models[2].decision_function(X @ X.T), scores)
    assert np.allclose(models[3].margins_, first.margins_)


def test_kernel_run_is_the_librarys():
    X, y = blobs(classes=2)
    y = 2.0 * y - 1
    run = kernel_perceptron((X @ X.T + 1) ** 2, y)
    options = {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0, "fit_intercept": False}
    model = PerceptronClassifier(order="cyclic", **options).fit(X, y)
    assert np.array_equal(model.support_, run.support)
    assert np.array_equal(model.dual_coef_[0], run.coef[run.support])


def test_average_and_vote_are_those_of_chapter_4():
    X, y = noisy()
    signs = 2.0 * y - 1
    # twice the same point would be refused
    run = perceive(np.vstack([X[:-1], 1.5 * X[:1]]), signs, 0.0, max_updates=200)
    options = {"order": "cyclic", "max_updates": 200, "fit_intercept": False}
    average = quiet(PerceptronClassifier(prediction="average", **options), run.X, y)
    assert np.allclose(average.coef_[0], voting.averaged(run))
    for kernel in ("linear", "precomputed"):
        points = run.X @ run.X.T if kernel == "precomputed" else run.X
        vote = quiet(PerceptronClassifier(prediction="vote", kernel=kernel, **options), points, y)
        assert np.allclose(vote.decision_function(points), voting.vote(run, run.X))
    auto = quiet(PerceptronClassifier(**options), run.X, y)
    assert np.array_equal(auto.coef_, average.coef_)
    final = quiet(PerceptronClassifier(prediction="final", **options), run.X, y)
    assert np.allclose(final.coef_[0], run.w)


def test_cosine_rule_is_right_where_it_promises():
    sample = data.exponential(12)
    for X in (sample.X, sparse.csr_array(sample.X)):
        y = sample.y.copy()
        model = PerceptronClassifier("cosine", sigma=0.1, fit_intercept=False, random_state=1)
        model.fit(X, y)
        lengths = np.linalg.norm(sample.X, axis=1) * np.linalg.norm(model.coef_)
        cosines = y * (X @ model.coef_[0]) / lengths
        assert model.converged_[0] and model.n_updates_[0] < 248 and (cosines > -0.1).all()
        assert not hasattr(model, "dual_coef_")


def test_cosine_rule_does_not_see_the_lengths_of_the_examples():
    """Powers of two, so that no rounding sees them either."""
    sample = data.gaussian_teacher(60, 5, np.random.default_rng(2))
    factors = 2.0 ** np.random.default_rng(3).integers(-4, 5, 60)[:, None]
    updates = set()
    for kind in (np.asarray, sparse.csr_array):
        for order in ("cyclic", "shuffled"):
            models = []
            for X in (sample.X, factors * sample.X):
                model = PerceptronClassifier(
                    "cosine", order=order, sigma=0.1, fit_intercept=False, random_state=1
                )
                models.append(quiet(model, kind(X), sample.y))
            first, again = models
            assert first.n_updates_[0] == again.n_updates_[0] > 0
            assert first.coef_ == pytest.approx(again.coef_, rel=1e-9)
            assert np.linalg.norm(first.coef_) == pytest.approx(1.0) or kind is np.asarray
            updates.add((order, int(first.n_updates_[0])))
    assert len(updates) <= 2  # for each order the same, whether sparse or not


def test_sparse_and_dense_batches_of_a_stream_go_together():
    X, y = blobs(classes=2)
    batches = np.array_split(np.arange(len(X)), 4)
    models = []
    for kinds in ([np.asarray] * 4, [sparse.csr_array, np.asarray] * 2):
        model = PerceptronClassifier(kernel="poly", degree=2, random_state=0)
        for rows, kind in zip(batches, kinds, strict=True):
            model.partial_fit(kind(X[rows]), y[rows], classes=[0, 1])
        models.append(model)
    assert np.allclose(models[0].decision_function(X), models[1].decision_function(X))


def test_votes_come_before_distances():
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    near = 1e-3  # class 0 wins twice by little and loses by much, class 1 the other way round
    scores = verdict(np.array([[-near, -near, 1e6, -1e6, near, -near]]), pairs, 4)
    assert scores[0, 0] > scores[0, 1]
    assert np.abs(scores[0] - [2, 1, 1, 2]).max() < 1 / 3
    assert verdict(np.zeros((1, 3)), pairs[:2] + pairs[3:4], 3).tolist() == [[2.0, 1.0, 0.0]]


def test_a_batch_is_examined_to_its_last_example():
    model = PerceptronClassifier(fit_intercept=False, order="cyclic")
    model.partial_fit([[1.0, 0.0]], [1], classes=[0, 1])  # w = (1, 0)
    before = int(model.n_updates_[0])
    model.partial_fit([[1.0, 1.0], [2.0, 1.0], [1.0, -5.0]], [1, 1, 0])
    assert int(model.n_updates_[0]) == before + 1


def test_mean_over_no_examination_is_nothing():
    assert averaged(np.zeros(2), np.zeros(2), 0).tolist() == [0.0, 0.0]


def test_gamma_is_one_over_the_features_and_their_variance():
    X, y = blobs(classes=2)
    for word, number in (("auto", 1 / X.shape[1]), ("scale", 1 / (X.shape[1] * X.var()))):
        named = PerceptronClassifier(kernel="rbf", gamma=word, random_state=0).fit(X, y)
        told = PerceptronClassifier(kernel="rbf", gamma=number, random_state=0).fit(X, y)
        assert np.allclose(named.decision_function(X), told.decision_function(X), rtol=1e-9)


# -- what comes out


@each_rule
def test_theorems_hold_with_the_intercept_as_a_feature(rule):
    sample = data.linear(80, 4, 0.1, np.random.default_rng(7))
    model = PerceptronClassifier(rule, random_state=0).fit(sample.X, sample.y)
    best = margins.max_margin(lift(sample.X), sample.y)
    found = margins.margin(np.r_[model.coef_[0], model.intercept_], lift(sample.X), sample.y)
    least = {"plain": 0.0, "aggressive": best.margin / 3, "r_independent": best.margin / 3}
    assert best.margin >= found >= least.get(rule, 0.0)
    assert model.margins_[0] >= found  # without the intercept the norm is smaller


def test_intercept_scaling_is_that_of_lift():
    X, y = blobs(classes=2)
    run = perceptron(lift(X, 3.0), 2.0 * y - 1)
    model = PerceptronClassifier(order="cyclic", intercept_scaling=3.0).fit(X, y)
    assert np.allclose(model.decision_function(X), lift(X, 3.0) @ run.w)


@pytest.mark.parametrize("multi_class", ["ovo", "ovr"])
@pytest.mark.parametrize("options", [{}, {"kernel": "rbf"}, {"prediction": "vote"}], ids=name)
def test_several_classes_by_name(multi_class, options):
    X, codes = blobs()
    y = np.array(["apple", "fig", "pear"])[codes]
    model = PerceptronClassifier(multi_class=multi_class, random_state=0, **options).fit(X, y)
    assert model.score(X, y) == 1 and list(model.classes_) == ["apple", "fig", "pear"]
    assert model.decision_function(X).shape == (60, 3)
    assert model.margins_.shape == (3,) and (model.margins_ > 0).all()
    again = pickle.loads(pickle.dumps(clone(model).fit(X, y))) if "kernel" not in options else model
    assert np.array_equal(again.predict(X), model.predict(X))


def test_decision_of_two_classes_is_the_hyperplane():
    X, y = blobs(classes=2)
    model = PerceptronClassifier(random_state=0).fit(X, y)
    assert np.allclose(model.decision_function(X), X @ model.coef_[0] + model.intercept_[0])
    assert np.array_equal(model.predict(X), (model.decision_function(X) > 0).astype(int))


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "worst"])
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_budget_ends_with_a_warning_and_an_answer(order, kernel):
    X, y = noisy()
    model = PerceptronClassifier(order=order, kernel=kernel, max_updates=50, random_state=0)
    with pytest.warns(ConvergenceWarning, match="1 of 1 perceptrons stopped after a budget"):
        model.fit(X, y)
    assert model.n_updates_[0] == 50 and not model.converged_[0] and model.margins_[0] <= 0


def test_budget_that_is_just_enough_is_enough():
    X, y = blobs(classes=2)
    needed = int(PerceptronClassifier(order="cyclic").fit(X, y).n_updates_[0])
    assert PerceptronClassifier(order="cyclic", max_updates=needed).fit(X, y).converged_[0]


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "worst"])
def test_zero_examples_cannot_be_right_and_do_no_harm(order):
    X, y = blobs(classes=2)
    X[5] = 0
    model = PerceptronClassifier(order=order, fit_intercept=False, random_state=0)
    with pytest.warns(ConvergenceWarning):
        model.fit(X, y)
    assert 5 not in model.support_ and model.n_updates_[0] < 100
    assert (np.delete(model.predict(X), 5) == np.delete(y, 5)).all()


# -- streams


@pytest.mark.parametrize("points", [np.asarray, sparse.csr_array], ids=["dense", "sparse"])
@each_rule
def test_stream_in_batches_is_one_pass(rule, points):
    X, y = noisy()
    model = PerceptronClassifier(rule, prediction="final", fit_intercept=False)
    longest = np.argmax(np.linalg.norm(X, axis=1))
    order = np.r_[longest, np.delete(np.arange(len(X)), longest)]  # so R is known at once
    X, y = X[order], y[order]
    for part in np.array_split(np.arange(len(X)), 7):
        model.partial_fit(points(X[part]), y[part], classes=[0, 1])
    w, beta, t = np.zeros(3), 0.0, 0
    made = RULES[rule](margins.radius(X))
    made = made if isinstance(made, betas.BetaRule) else betas.constant(made)
    beta = made.start
    for x, s in zip(X, 2 * y - 1, strict=True):
        if s * (x @ w) <= beta:
            w, t = w + s * x, t + 1
            beta = made.next(beta, t, x @ x)
    assert np.allclose(model.coef_[0], w) and model.n_updates_[0] == t


@pytest.mark.parametrize("prediction", ["average", "vote"])
def test_stream_of_a_kernel_is_the_linear_one(prediction):
    X, y = blobs()
    linear = PerceptronClassifier(prediction=prediction)
    kernel = PerceptronClassifier(prediction=prediction, kernel=lambda A, B: A @ B.T)
    for part in np.array_split(np.arange(len(X)), 5):
        linear.partial_fit(X[part], y[part], classes=[0, 1, 2])
        kernel.partial_fit(X[part], y[part], classes=[0, 1, 2])
    assert np.array_equal(linear.n_updates_, kernel.n_updates_)
    assert np.allclose(linear.decision_function(X), kernel.decision_function(X))


def test_stream_of_the_cosine_rule_learns():
    X, y = blobs(300, classes=2)
    model = PerceptronClassifier("cosine", random_state=0)
    for part in np.array_split(np.arange(len(X)), 10):
        model.partial_fit(X[part], y[part], classes=[0, 1])
    assert model.score(X, y) > 0.8


def test_stream_goes_on_from_fit_and_drops_what_no_longer_holds():
    X, y = blobs()
    model = PerceptronClassifier(random_state=0).fit(X, y)
    before = model.n_updates_.sum()
    model.partial_fit(X[:3], np.roll(y[:3], 1))
    assert model.n_updates_.sum() > before
    assert not {"support_", "margins_", "dual_coef_"} & set(vars(model))


# -- bad input


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rule": "clever"}, "rule must be one of plain, aggressive"),
        ({"order": "sorted"}, "order must be one of"),
        ({"multi_class": "all"}, "multi_class must be one of ovo, ovr"),
        ({"prediction": "best"}, "prediction must be one of"),
        ({"beta": -1.0}, "beta must lie"),
        ({"sigma": 1.0}, "sigma must"),
        ({"max_updates": 0}, "max_updates must be at least 1"),
        ({"intercept_scaling": 0.0}, "intercept_scaling must"),
        ({"rule": "cosine", "kernel": "rbf"}, "needs kernel='linear'; got 'rbf'"),
        ({"rule": "cosine", "prediction": "vote"}, "cosine rule predicts by its final weights"),
        ({"rule": "infinity", "alpha": 2.0}, "alpha must"),
        ({"kernel": "rbf", "gamma": -1.0}, "gamma must"),
        ({"kernel": "silly"}, "kernel must"),
    ],
    ids=lambda value: value if isinstance(value, str) else name(value),
)
def test_unusable_parameters_say_what_to_use(options, message):
    X, y = blobs(classes=2)
    with pytest.raises(ValueError, match=message):
        PerceptronClassifier(**options).fit(X, y)


def test_streams_say_what_they_need():
    X, y = blobs(classes=2)
    with pytest.raises(ValueError, match="classes must be passed on the first call"):
        PerceptronClassifier().partial_fit(X, y)
    model = PerceptronClassifier().partial_fit(X, y, classes=[0, 1])
    with pytest.raises(ValueError, match="classes must stay"):
        model.partial_fit(X, y, classes=[0, 1, 2])
    with pytest.raises(ValueError, match=r"Every label must be one of \[0 1\]; got .*2"):
        model.partial_fit(X, y + 1)
    with pytest.raises(AttributeError, match="partial_fit"):
        PerceptronClassifier(kernel="precomputed").partial_fit(X @ X.T, y, classes=[0, 1])
    with pytest.raises(ValueError, match="at least two classes; got one class"):
        PerceptronClassifier().fit(X, np.zeros(60))


def test_text_that_is_no_number_is_named():
    X, y = blobs(classes=2)
    with pytest.raises(ValueError, match="X must hold numbers; could not convert .*three"):
        PerceptronClassifier().fit(np.full(X.shape, "three"), y)
    with pytest.raises(ValueError, match="X must hold numbers; could not convert .* 'three'"):
        PerceptronClassifier().fit(X, y).predict([["three", "3"]])


# -- at home in scikit-learn


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_pipeline_and_grid_search():
    X, y = load_iris(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), PerceptronClassifier(random_state=0))
    assert cross_val_score(pipeline, X, y, cv=3).min() > 0.9
    grid = {"perceptronclassifier__rule": ["plain", "aggressive"]}
    search = GridSearchCV(pipeline, grid, cv=3).fit(X, y)
    assert search.best_score_ > 0.94


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(
    "load", [load_breast_cancer, load_iris, pytest.param(load_digits, marks=pytest.mark.thorough)]
)
def test_accuracy_is_at_least_that_of_scikit_learns_perceptron(load):
    X, y = load(return_X_y=True)
    splits = StratifiedShuffleSplit(20, test_size=0.3, random_state=7)
    ours, theirs = (
        cross_val_score(make_pipeline(StandardScaler(), model), X, y, cv=splits)
        for model in (PerceptronClassifier(random_state=0), Perceptron(random_state=0))
    )
    noise = np.std(ours - theirs, ddof=1) / np.sqrt(20)
    assert ours.mean() >= theirs.mean() - 2 * noise
