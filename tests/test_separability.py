"""The best hyperplane of any sample, or the rows that rule one out."""

import sys
from time import perf_counter

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.optimize import linprog
from sklearn.datasets import make_classification
from strategies import grid_sample

from ptronlib import max_margin, perceptron, separable
from ptronlib.geometry import hull_distance, separate_hulls
from ptronlib.geometry.elimination import kernel, reduced
from ptronlib.geometry.exact import lowest_scores, squared_length
from ptronlib.geometry.problem import Problem


def best_margin(X, y, intercept):
    if intercept:
        return hull_distance(X[y > 0], X[y < 0]).distance / 2
    return max_margin(X, y).margin


@pytest.mark.parametrize("intercept", [True, False])
def test_of_many_examples_few_are_looked_at(intercept):
    X, y, _ = grid_sample(np.random.default_rng(7), 4000, 4)
    found = separable(X, y, intercept=intercept)
    assert found.margin == pytest.approx(best_margin(X, y, intercept), rel=1e-8)
    assert np.linalg.norm(found.w) == pytest.approx(1)
    quick = separable(X, y, intercept=intercept, tolerance=1.0)
    assert 0 < quick.margin <= found.margin <= quick.upper and quick.verify(X, y)
    y[17] *= -1
    mixed = separable(X, y, intercept=intercept)
    assert not mixed and mixed.rows.size <= 6 and 17 in mixed.rows
    assert list(mixed.weights) == sorted(mixed.weights, reverse=True)


@pytest.mark.parametrize("offset", [0.0, 1.7e9, 1e12])
def test_where_the_sample_lies_does_not_matter(offset):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((1000, 3)) + offset
    y = np.where(X[:, 0] > offset, 1, -1)
    found = separable(X, y)
    assert found and found.verify(X, y) and (y * found.scores(X) > 0).all()
    assert found.margin >= (1 - 1e-6) * found.upper


E15 = 1e15


@pytest.mark.parametrize(
    "P, Q, eps",
    [
        ([[8 * E15 + 2, -2], [8 * E15, 3]], [[8 * E15 + 3, -2], [8 * E15, 3]], 0.192),
        ([[1 - 8 * E15, -3], [4 - 8 * E15, 3]], [[2 - 8 * E15, 0], [-8 * E15, 2]], 0.121),
        (
            [[-4 * E15, 3], [3 - 4 * E15, 0], [3 - 4 * E15, -3]],
            [[-4 * E15, 2], [-4 * E15 - 3, -3], [-4 * E15 - 3, -1]],
            0.41223858866,
        ),
    ],
)
def test_far_walls_separate(P, Q, eps):
    found = separate_hulls(P, Q, eps)
    assert found.verify(P, Q)
    assert getattr(found, "margin", 0.0) <= hull_distance(P, Q).distance / 2


def test_rough_scores_and_lengths_bound_the_exact_ones():
    """Of thousands of ties, and of combinations with many entries."""
    rng, y = np.random.default_rng(7), np.tile([1.0, -1.0], 4000)
    X, w = np.column_stack([y, rng.integers(-9, 10, (8000, 59)) / 7]), np.eye(60)[0]
    problem, rows, coef = Problem(X, y, True), np.arange(8000), rng.random(8000)
    lows = lowest_scores(problem, w, rough=True), lowest_scores(problem, w)
    for low, exact in zip(*lows, strict=True):
        assert low < exact < low + 1e-9
    length = squared_length(problem, rows, coef)
    assert length < squared_length(problem, rows, coef, rough=True) < length * (1 + 1e-9)


def test_labels_names_and_matrices_of_all_kinds():
    X = np.array([[0.0, 0], [2, 0], [1, 3]])
    table = pd.DataFrame(X, columns=["width", "height"], index=["a", "b", "c"])
    for given_X in (X, table, sparse.csr_matrix(X), X.tolist()):
        for y in (["no", "no", "yes"], [9, 9, 10], np.array([False, False, True]), [-1.0, -1, 1]):
            found = separable(given_X, y)
            assert found.margin == 1.5 and found.classes == tuple(sorted(set(np.array(y).tolist())))
            assert list(found.scores(given_X) > 0) == [False, False, True]
    assert separable(table, [0, 0, 1]).columns == ["width", "height"]
    mixed = separable(pd.concat([table, table.iloc[:1]]), [0, 0, 1, 1])
    assert mixed.names == ["a", "a"] and mixed.weights == (1, 1) and not mixed.note


def test_a_sample_and_its_labels_must_have_the_same_index():
    X = pd.DataFrame({"width": [-4.0, -2.0, 1.0, 3.0]}, index=list("abcd"))
    y = pd.Series([-1, -1, 1, 1], index=list("abcd"))
    found = separable(X, y)
    for use in (separable, found.verify, max_margin, perceptron):
        with pytest.raises(ValueError, match=r"y.loc\[X.index\], or pair .* y.to_numpy()"):
            use(X, y.loc[list("cabd")])
    assert found.verify(X, y.to_numpy()) and found.verify(X.to_numpy(), y)
    assert separable(X, y.to_frame()).margin == separable(X, y).margin == 1.5
    assert found.verify(X, y.to_frame()) and perceptron(X, y.to_frame()).n_updates > 0


def test_errors_about_a_frame_name_its_rows_and_columns():
    X = pd.DataFrame({"width": [0.0, 2.0], "city": ["Rome", "Oslo"]}, index=["a", "b"])
    refused = {
        r"'Rome' at row 'a', column 'city'. .*get_dummies\(X, columns=\['city'\]\)": X,
        "a Timestamp at row 'a', column 'city'. Write dates as days": X.assign(
            city=pd.to_datetime(["2020-01-01", "2021-01-01"])
        ),
        "got a time at row 'a', column 'day'": pd.DataFrame(
            {"day": pd.to_datetime(["2020-01-01", "2021-01-01"])}, index=["a", "b"]
        ),
        "got nan at row 'b', column 'city'": X.assign(city=[1.0, np.nan]),
        "missing at row 'b', column 'city'": X.assign(city=pd.array([1, None], dtype="Int64")),
    }
    for message, frame in refused.items():
        with pytest.raises((TypeError, ValueError), match=message):
            separable(frame, [0, 1])
    with pytest.raises(TypeError, match="some entry is a text, 'x' at index 1, feature 0"):
        separable(np.array([[1, 2], ["x", 2]], dtype=object), [0, 1])
    for y in (pd.Series(["p", None], index=["a", "b"]), pd.Series([0.0, np.nan], index=["a", "b"])):
        with pytest.raises(ValueError, match="a label for each example; got .* at row 'b'"):
            separable(X[["width"]], y)


def test_scores_of_fractions_have_the_signs_that_are_proved():
    X = pd.DataFrame({"x": [123456789012345678901234567890, 123456789012345678901234567891]})
    found = separable(X, ["a", "b"])
    assert found.verify(X, ["a", "b"]) and list(found.scores(X) > 0) == [False, True]


def test_long_weights_of_doubles_say_why():
    x = np.array([[0.12345678912], [0.3456789123], [0.5678912345]])
    found = separable(x, [0, 1, 0])
    assert max(found.weights) > 2**53 and "binary fractions" in found.note
    assert not separable(x.round(2) * 100, [0, 1, 0]).note


def test_a_certificate_names_the_line_that_fails():
    X, y = np.array([[0.0, 0], [2, 0], [1, 3]]), [0, 0, 1]
    found = separable(X, y)
    assert str(found.verify(X, y)) == "valid"
    assert "at least margin" in found.verify(X + [[0, 0], [0, 0], [0, -1]], y).line
    assert "both classes" in separable([[0], [0]], [0, 1]).verify([[0], [0], [1]], [0, 0, 1]).line


def test_without_flint_elimination_is_the_same(monkeypatch):
    rng = np.random.default_rng(0)
    for case in range(200):
        A = np.array(rng.integers(-3, 4, rng.integers(1, 8, 2)).tolist(), dtype=object)
        A = A * 2 ** (case % 3 * 50) + case % 2
        found = reduced(A), kernel(A)
        with monkeypatch.context() as absent:
            absent.setitem(sys.modules, "flint", None)
            rows, pivots = reduced(A)
            v = kernel(A)
        assert (rows == found[0][0]).all() and pivots == found[0][1]
        assert (v is None) == (found[1] is None) == (len(pivots) == A.shape[1])
        assert v is None or v.any() and not (A @ v).any() and not (A @ found[1]).any()


@pytest.mark.parametrize("d", [40, 100])
def test_columns_that_depend_on_each_other_up_to_rounding_are_decided_soon(d):
    """HiGHS answers in its tolerance, and proves nothing; ours took a thousand times as long."""
    X, y = make_classification(
        500, d, n_informative=10, n_redundant=d // 4, class_sep=1, flip_y=0.05, random_state=5
    )
    signed = np.where(y == 1, 1.0, -1.0)[:, None] * np.c_[X, np.ones(len(X))]
    free, times = (None, None), []
    for _ in range(3):
        start = perf_counter()
        peer = linprog(np.zeros(d + 1), -signed, -np.ones(len(X)), bounds=free, method="highs")
        middle = perf_counter()
        found = separable(X, y)
        times.append((middle - start, perf_counter() - middle))
    assert peer.status == 2 and not found and found.verify(X, y)
    theirs, ours = map(min, zip(*times, strict=True))
    assert ours < 60 * theirs, (ours, theirs)


def test_scores_refuse_columns_in_another_order():
    pd = pytest.importorskip("pandas")
    X = pd.DataFrame({"x": [1.0, 2.0, 5.0], "y": [3.0, 1.0, 0.0]})
    found = separable(X, ["a", "a", "b"])
    assert (found.scores(X) > 0).tolist() == [False, False, True]
    with pytest.raises(ValueError, match=r"X must have the columns \['x', 'y'\], in this order"):
        found.scores(X[["y", "x"]])


LARGE = 2**53 + 1  # no double


@pytest.mark.parametrize(
    "X",
    [
        [[LARGE, 0.5], [LARGE - 1, 0.5]],
        [[np.int64(LARGE), 0.5], [np.int64(LARGE - 1), 0.5]],
        [[2**63 + 1, -1], [2**63, -1]],
        pd.DataFrame({"x": [LARGE, LARGE - 1], "z": [0.5, 0.5]}),
        pd.DataFrame({"x": np.array([2**63 + 1, 2**63], np.uint64), "z": [-1, -1]}),
    ],
    ids=["list", "numpy's integers", "two types", "frame", "frame of two types"],
)
def test_a_common_type_of_a_list_or_frame_rounds_no_integer(X):
    found = separable(X, ["a", "b"])
    assert found and found.margin == pytest.approx(0.5) and found.verify(X, ["a", "b"])


def test_labels_are_of_one_kind():
    with pytest.raises(TypeError, match="labels of one kind"):
        separable([[1.0], [2.0], [3.0]], [1, "1", 0])
