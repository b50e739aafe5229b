"""Runs keep their bits whatever holds the sample, bad entries are found on the way, and the harness
of the benchmarks measures what it says.
"""

import json
import time

import numpy as np
import pytest
from scipy import sparse

from benchmarks import table
from benchmarks.measure import Pair, Row, compare, summary
from ptronlib import betas, data, perceptron

LIMITS = {"read": 1e9, "flops": 1e9}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_same_bits_on_every_run(kind, dtype):
    rng = np.random.default_rng(3)
    sample = data.linear(300, 37, 0.02, rng)
    X = kind(sample.X.astype(dtype))
    first, *others = (perceptron(X, sample.y, max_updates=10**6) for _ in range(3))
    moved = perceptron(X.copy(), sample.y, max_updates=10**6)
    for run in (*others, moved):
        assert run.mistakes.tobytes() == first.mistakes.tobytes()
        assert run.w.tobytes() == first.w.tobytes()


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "worst"])
@pytest.mark.parametrize("rule", [0.0, betas.r_independent(), betas.growing(1.2, 40.0)])
def test_every_kind_of_array_makes_the_same_mistakes(order, rule):
    """On integers, which every kind holds exactly; the sample is not touched."""
    rng = np.random.default_rng(5)
    X = rng.integers(-3, 4, (60, 9)).astype(float)
    X[:, 0] = 7.0
    y = np.where(X @ np.arange(1.0, 10.0) > 0, 1.0, -1.0)
    X[:, 0] = np.where(y > 0, 7.0, -6.0)
    kinds = [X, X.astype(np.float32), np.asfortranarray(X), sparse.csr_array(X)]
    kinds += [sparse.csc_array(X), sparse.csr_array(X.astype(np.float32))]
    runs = []
    for given in kinds:
        draw = {"rng": np.random.default_rng(1)} if order == "shuffled" else {}
        runs.append(perceptron(given, y, rule, order=order, max_updates=10**6, **draw))
    for run in runs:
        assert run.mistakes.tolist() == runs[0].mistakes.tolist()
        assert run.betas.tolist() == runs[0].betas.tolist()
        assert run.w.tolist() == runs[0].w.tolist()
        assert run.replay()[-1].tolist() == run.w.tolist()
        assert run.margin == pytest.approx(runs[0].margin)
        assert run.examinations == runs[0].examinations


def test_arrays_of_floats_are_read_where_they_are():
    sample = data.linear(50, 5, 0.1, np.random.default_rng(1))
    for X in (sample.X, sample.X.astype(np.float32)):
        assert perceptron(X, sample.y).X is X
    X = sparse.csr_array(sample.X)
    assert np.shares_memory(perceptron(X, sample.y).X.data, X.data)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e200, 1e-200])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_bad_entry_is_found_on_the_way(kind, value):
    sample = data.linear(50, 5, 0.1, np.random.default_rng(1))
    X = sample.X.copy()
    X[40, 3] = value
    with pytest.raises(ValueError, match="at index 40, feature 3"):
        perceptron(kind(X), sample.y)
    with pytest.raises(ValueError, match="at index 40, feature 3"):
        perceptron(kind(X), sample.y, max_updates=1)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_zero_example_and_contradiction_are_found(kind):
    sample = data.linear(50, 5, 0.1, np.random.default_rng(1))
    X, y = sample.X.copy(), sample.y.copy()
    X[30] = 0.0
    with pytest.raises(ValueError, match="zero vector at index 30"):
        perceptron(kind(X), y)
    X[30], y[30] = X[10], -y[10]
    with pytest.raises(ValueError, match="at index 10 and index 30"):
        perceptron(kind(X), y)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_ones_beside_a_tiny_entry_do_not_make_up_for_it(kind):
    X = np.array([[1.0, 0.0], [1.0, 1e-160], [0.0, 1.0]])
    with pytest.raises(ValueError, match="at index 1, feature 1"):
        perceptron(kind(X), [1, 1, 1])


def test_contradiction_is_found_where_zeros_are_stored():
    stored = sparse.csr_array(([1.0, 0.0, 1.0, 3.0], [0, 1, 0, 1], [0, 2, 3, 4]), (3, 2))
    with pytest.raises(ValueError, match="at index 0 and index 1"):
        perceptron(stored, [1, -1, 1])


@pytest.mark.parametrize("most", [10**7, 6 * 10**6])
def test_budget_with_which_weights_could_leave_the_floats_is_refused(most):
    """Before the run starts: 2 beta T is at least 1.2e307."""
    with pytest.raises(ValueError, match="no squared norm of w exceeds 1e\\+307"):
        perceptron([[1.0]], [1], 1e300, max_updates=most)


# -- the harness


@pytest.fixture
def takes(monkeypatch):
    """Return a function that makes a work of a list: the time that each of its calls takes."""
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    def work(*lengths):
        left = iter(lengths)

        def call():
            now[0] += next(left)

        return call

    return work


def test_ratio_is_that_of_the_medians_after_a_first_round(takes):
    ours, peer = takes(99.0, 1.0, 4.0, 2.0), takes(99.0, 16.0, 8.0, 40.0)
    row = Row("k", "work", "peer", 1.0, lambda: Pair(ours, peer, read=8.0), repeats=3)
    found = compare(row, LIMITS)
    assert found["value"] == summary(np.array([16.0, 2.0, 20.0])) | {"median": 8.0}
    assert found["of_reading"] == 8.0 / 2.0 / 1e9
    assert json.loads(json.dumps(found)) == found


def test_units_divide_the_time(takes):
    row = Row("k", "work", "none", 1.0, lambda: Pair(takes(*[4.0] * 8), units=4))
    found = compare(row, LIMITS)
    assert found["ours"]["median"] == found["value"]["median"] == 1.0


def test_summary_orders_its_quartiles():
    assert summary(np.array([4.0, 1.0, 2.0, 3.0, 5.0])) == {"median": 3.0, "low": 2.0, "high": 4.0}


def test_rows_have_distinct_keys_and_a_missed_figure_says_so():
    keys = [row.key for row in table.rows()]
    assert len(keys) == len(set(keys)) > 10
    value = {"median": 2.0, "low": 1.5, "high": 2.5}
    found = {"key": "k", "work": "w", "peer": "p", "least": 3.0, "value": value}
    assert "MISSED" in table.line(found)
    assert "MISSED" not in table.line(found | {"least": 2.0})
