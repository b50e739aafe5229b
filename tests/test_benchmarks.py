"""The benchmarks that `make bench` runs: what is compared, and how a missed figure is told."""

import numpy as np

from benchmarks import table
from benchmarks.measure import Pair, Row, compare, summary


def test_a_ratio_is_that_of_two_works():
    row = Row("k", "work", "peer", 1.0, lambda: Pair(lambda: None, lambda: None), repeats=3)
    found = compare(row, {"read": 1e9, "flops": 1e9})
    assert all(value > 0 for value in found["value"].values())
    assert summary(np.array([4.0, 1, 2, 3, 5])) == {"median": 3.0, "low": 2.0, "high": 4.0}


def test_rows_have_distinct_keys_and_a_missed_figure_says_so():
    keys = [row.key for row in table.rows()]
    assert len(keys) == len(set(keys)) > 10
    value = {"median": 2.0, "low": 1.5, "high": 2.5}
    found = {"key": "k", "work": "w", "peer": "p", "least": 3.0, "value": value}
    assert "MISSED" in table.line(found)
    assert "MISSED" not in table.line(found | {"least": 2.0})
