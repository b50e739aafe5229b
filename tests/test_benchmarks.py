"""The harness measures what it says; the library's cost grows as the theory says; bits stay.

Clocks of busy machines lie: each claim about time is the ratio of the best of several rounds in
which the two sizes take turns, and may be tried again before it counts as false.
"""

import json

import numpy as np
import pytest
from scipy import sparse

from benchmarks import table
from benchmarks.measure import Pair, Row, alternate, compare, seconds, summary
from ptronlib import UpdateBudgetExceeded, betas, data, perceptron

TRIES, ROUNDS = 6, 7
LIMITS = {"read": 1e9, "flops": 1e9}


def doubling(small, large):
    """Return how many times as long the large work takes, by the least time of each."""
    times = alternate([small, large], ROUNDS)
    return times[:, 1].min() / times[:, 0].min()


def clean_pass(n, d, kind=np.asarray):
    """Return a function that goes once through n examples of d features."""
    rng = np.random.default_rng(7)
    X, w = rng.choice([-1.0, 1.0], (n, d)), np.ones(d)
    X[:, 0] = d  # every score is positive
    X, y = kind(X), np.ones(n)
    return lambda: perceptron(X, y, w_init=w)


def updates(T):
    """Return a function that makes T updates on two points."""
    sample, rule = data.two_points(1e-4), betas.growing(1.5)

    def run():
        with pytest.raises(UpdateBudgetExceeded):
            perceptron(sample.X, sample.y, rule, max_updates=T)

    return run


SIZES = {
    "examples": lambda k: clean_pass(k * 50_000, 100),
    "features": lambda k: clean_pass(2_000, k * 8_000),
    "entries of a CSR matrix": lambda k: clean_pass(k * 20_000, 200, sparse.csr_array),
    "updates": lambda k: updates(k * 500_000),
}


@pytest.mark.parametrize("what", SIZES)
def test_twice_the_work_takes_twice_the_time(what):
    small, large = SIZES[what](1), SIZES[what](2)
    seen = []
    for _ in range(TRIES):
        seen.append(doubling(small, large))
        if 1.8 <= seen[-1] <= 2.3:
            return
    pytest.fail(f"doubling {what} multiplied the time by {np.round(seen, 2)}")


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


def test_ratio_is_that_of_the_medians():
    row = Row("k", "work", "peer", 1.0, lambda: Pair(lambda: spin(1), lambda: spin(8), read=8.0))
    found = compare(row, LIMITS)
    assert 2.0 < found["value"]["median"] < 32.0
    assert found["value"]["low"] <= found["value"]["high"]
    assert found["of_reading"] == pytest.approx(8.0 / found["ours"]["median"] / 1e9)
    assert json.loads(json.dumps(found)) == found


def spin(k):
    """Do k times the same work."""
    return [np.sort(np.arange(100_000)[::-1] % 977) for _ in range(k)]


def test_units_divide_the_time():
    row = Row("k", "work", "none", 1.0, lambda: Pair(lambda: spin(4), units=4))
    found = compare(row, LIMITS)
    assert found["value"]["median"] == pytest.approx(1.0 / found["ours"]["median"])
    assert seconds(lambda: spin(4)) > found["ours"]["median"]


def test_summary_orders_its_quartiles():
    assert summary(np.array([4.0, 1.0, 2.0, 3.0, 5.0])) == {"median": 3.0, "low": 2.0, "high": 4.0}


def test_rows_have_distinct_keys_and_a_missed_figure_says_so():
    keys = [row.key for row in table.rows()]
    assert len(keys) == len(set(keys)) > 10
    value = {"median": 2.0, "low": 1.5, "high": 2.5}
    found = {"key": "k", "work": "w", "peer": "p", "least": 3.0, "value": value}
    assert "MISSED" in table.line(found)
    assert "MISSED" not in table.line(found | {"least": 2.0})
