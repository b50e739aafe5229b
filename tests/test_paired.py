"""Intervals and paired comparisons of repeated experiments."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptronlib.mnist.paired import compare, holm, interval, load_runs


def rows(images=1000, **errors):
    """Runs whose errors are these, in percent, each on its first images."""
    return {
        row: {
            seed: {"error": e, "wrong": range(round(e * images / 100)), "images": (9, images)}
            for seed, e in enumerate(found)
        }
        for row, found in errors.items()
    }


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


def test_pairing_finds_what_the_spread_of_seeds_hides():
    luck = np.array([20.0, 20.2, 20.4, 20.6, 20.8])
    (found,) = compare(rows(a=luck + [10.1, 10, 9.9, 10, 10], b=luck))
    assert found.real and found.p < 1e-6 and (found.first, found.second) == ("a", "b")
    assert found.over_seeds.mean == pytest.approx(10.0)
    assert found.over_images.mean == pytest.approx(10.0)


def test_a_difference_that_new_images_may_turn_round_is_not_real():
    """Every seed agrees, but on two images only."""
    (found,) = compare(rows(a=[0.31, 0.3, 0.32], b=[0.11, 0.1, 0.11]))
    assert found.p < 0.05 and found.over_images.low <= 0.0 and not found.real


def test_only_seeds_that_all_rows_have_are_compared():
    runs = rows(a=[1.0, 2.0, 4.0], b=[1.5, 2.0, 3.0])
    runs["b"][7] = runs["b"].pop(1)
    (found,) = compare(runs)
    assert found.over_seeds.mean == pytest.approx(((1.0 - 1.5) + (4.0 - 3.0)) / 2)


def test_runs_come_by_row_and_seed_in_order(tmp_path):
    (tmp_path / "runs").mkdir()
    for row, seed in (("b", 10), ("b", 2), ("a", 0)):
        result = {"job": {"row": row, "seed": seed}}
        (tmp_path / "runs" / f"{row}-{seed}.json").write_text(json.dumps(result))
    found = load_runs(tmp_path)
    assert {row: list(seeds) for row, seeds in found.items()} == {"a": [0], "b": [2, 10]}
    with pytest.raises(ValueError, match="there are none"):
        load_runs(tmp_path / "elsewhere")
