"""Intervals and paired comparisons of repeated experiments."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ptronlib.trials import Interval, compare, holm, interval, load_runs

VALUES = st.lists(st.integers(0, 400), min_size=2, max_size=12).map(lambda v: np.array(v) / 100)


@given(VALUES)
def test_interval_is_students(values):
    found = interval(values)
    assert found.mean == pytest.approx(values.mean()) and found.n == len(values)
    if values.std() > 0:
        low, high = stats.t.interval(
            0.95, len(values) - 1, values.mean(), stats.sem(values)
        )  # fmt: skip
        assert (found.low, found.high) == pytest.approx((low, high))


def test_interval_covers_about_as_often_as_it_says():
    rng = np.random.default_rng(7)
    found = [interval(rng.normal(1.4, 0.05, 10)) for _ in range(2000)]
    covered = np.mean([each.low <= 1.4 <= each.high for each in found])
    assert abs(covered - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 2000)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_is_the_step_down_rule(p):
    """Rejected at a level: going up from the smallest, each below level / (hypotheses left)."""
    for level in (0.01, 0.05, 0.3):
        rejected = set()
        for rank, i in enumerate(np.argsort(p, kind="stable")):
            if p[i] * (len(p) - rank) > level:
                break
            rejected.add(int(i))
        assert {i for i, q in enumerate(holm(p)) if q <= level} == rejected


@given(VALUES, st.integers(0, 2**32))
def test_paired_difference_is_scipys_paired_test(values, seed):
    other = values + np.random.default_rng(seed).normal(0.0, 0.1, len(values))
    rows = {"a": other, "b": values}
    (found,) = compare(rows, {"a": np.ones(5), "b": np.zeros(5)})
    assert found.p == pytest.approx(stats.ttest_rel(other, values).pvalue, abs=1e-12)
    assert found.over_images.mean == 100.0


def test_pairing_finds_what_the_spread_of_seeds_hides():
    luck = np.array([0.0, 0.2, 0.4, 0.6, 0.8])
    wrong = {"a": np.repeat([1.0, 0.0], [300, 700]), "b": np.repeat([1.0, 0.0], [200, 800])}
    (found,) = compare({"a": luck + [0.11, 0.1, 0.09, 0.1, 0.1], "b": luck}, wrong)
    assert found.real and stats.ttest_ind(luck + 0.1, luck).pvalue > 0.5


def test_a_difference_that_new_images_may_turn_round_is_not_real():
    """Every seed agrees, but on four images only."""
    wrong = {"a": np.zeros(1000), "b": np.zeros(1000)}
    wrong["a"][:3], wrong["b"][3:4] = 1.0, 1.0
    (found,) = compare({"a": [0.31, 0.3, 0.32], "b": [0.11, 0.1, 0.11]}, wrong)
    assert found.p < 0.05 and not found.over_images.excludes_zero and not found.real


@pytest.mark.parametrize(("low", "high"), [(-2.0, 0.0), (0.0, 2.0), (-1.0, 1.0), (0.0, 0.0)])
def test_an_interval_that_ends_at_zero_does_not_exclude_it(low, high):
    assert not Interval((low + high) / 2, low, high, 3).excludes_zero
    assert Interval(1.5, 1.0, 2.0, 3).excludes_zero and Interval(-1.5, -2.0, -1.0, 3).excludes_zero


def test_shares_of_wrong_images_lie_between_0_and_1():
    for share in (-0.5, 1.5):
        with pytest.raises(ValueError, match="wrong"):
            compare({"a": [0.1, 0.2], "b": [0.1, 0.2]}, {"a": [share], "b": [0.5]})


def test_equal_rows_do_not_differ():
    (found,) = compare({"a": [1.0, 2.0], "b": [1.0, 2.0]}, {"a": np.zeros(3), "b": np.zeros(3)})
    assert found.p == 1.0 and not found.real


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: interval([1.0]), "the number of values must be at least 2"),
        (lambda: interval([1.0, np.nan]), "values must lie in"),
        (lambda: holm([1.2]), "p_values must lie in"),
        (lambda: compare({"a": [1, 2], "b": [1]}, {"a": [0], "b": [0]}), "must have the same rows"),
        (lambda: compare({"a": [1, 2]}, {"b": [0]}), "must have the same rows"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_runs_come_by_row_and_seed_in_order(tmp_path):
    (tmp_path / "runs").mkdir()
    for row, seed in (("b", 10), ("b", 2), ("a", 0)):
        result = {"job": {"row": row, "seed": seed}}
        (tmp_path / "runs" / f"{row}-{seed}.json").write_text(json.dumps(result))
    found = load_runs(tmp_path)
    assert {row: list(seeds) for row, seeds in found.items()} == {"a": [0], "b": [2, 10]}
    (tmp_path / "runs" / "torn.json").write_text('{"job": ')
    with pytest.raises(ValueError, match="torn.json must be a whole result"):
        load_runs(tmp_path)
    with pytest.raises(ValueError, match="there are none"):
        load_runs(tmp_path / "elsewhere")
