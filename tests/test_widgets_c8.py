"""The explorer of projections: its table against the library, its JavaScript against numpy."""

import json
from pathlib import Path

import numpy as np
import pytest
from node import ask_javascript

from ptronlib.counting import cover_count
from ptronlib.projection import gaussian_map, margins_of_labelings, project
from ptronlib.widgets import ProjectionExplorer


def test_table_is_the_direct_computation():
    X = np.random.default_rng(1).standard_normal((5, 20))
    explorer = ProjectionExplorer(X, [2, 20, 7, 4], rng=np.random.default_rng(3))
    A = gaussian_map(20, 20, np.random.default_rng(3)) * np.sqrt(20)
    assert explorer.ks == [20, 7, 4, 2] and explorer.k == 20 and explorer.d == 20
    assert explorer.before == pytest.approx(margins_of_labelings(X), abs=1e-4)
    for k, after in zip(explorer.ks, explorer.after, strict=True):
        direct = margins_of_labelings(project(X, A[:k] / np.sqrt(k)))
        assert after == pytest.approx(direct, abs=1e-4)
        assert (np.array(after) == 0).tolist() == (direct == 0).tolist()


def test_what_is_lost_is_cover_s_number():
    explorer = ProjectionExplorer()
    for k, after in zip(explorer.ks, explorer.after, strict=True):
        assert 2 * np.count_nonzero(after) == cover_count(8, k)


def test_javascript_counts_like_numpy(tmp_path):
    explorer = ProjectionExplorer()
    before = np.array(explorer.before)
    cases = [[explorer.before, after] for after in explorer.after]
    answers = ask_javascript(explorer, "([b, a]) => m.tally(b, a)", cases, tmp_path)
    for after, answer in zip(np.array(explorer.after), answers, strict=True):
        assert answer["lost"] == (after == 0).sum()
        assert answer["kept"] == (2 * after >= before).sum()
        assert answer["kept"] + answer["shrunk"] + answer["lost"] == len(before)
        assert answer["smallest"] == pytest.approx((after / before).min(), rel=1e-12)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: ProjectionExplorer(np.eye(11)), ValueError, "at most 10 points; got 11"),
        (lambda: ProjectionExplorer([[1, 1], [2, 2]]), ValueError, "linearly independent"),
        (lambda: ProjectionExplorer([1, 2]), ValueError, "X must be a matrix"),
        (lambda: ProjectionExplorer(np.eye(3), [4]), ValueError, "at most 3; got 4"),
        (lambda: ProjectionExplorer(np.eye(3), [1.5]), TypeError, "must be an integer"),
        (lambda: ProjectionExplorer(np.eye(3), []), ValueError, "at least one dimension"),
        (lambda: ProjectionExplorer(rng=7), TypeError, "rng must be"),
        (lambda: setattr(ProjectionExplorer(np.eye(3)), "k", 4), ValueError, "one of 3, 2, 1"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_chapter_carries_this_version():
    chapter = Path(__file__).parents[1] / "book" / "08_projection.ipynb"
    stored = json.loads(chapter.read_text("utf-8"))["metadata"].get("widgets", {})
    states = stored.get("application/vnd.jupyter.widget-state+json", {"state": {}})["state"]
    shown = [model["state"] for model in states.values() if model["model_name"] == "AnyModel"]
    assert shown, "Chapter 8 holds no explorer. Run: make notebooks"
    explorer = ProjectionExplorer()
    for state in shown:
        for name in ("_esm", "_css", "ks", "before", "after"):
            assert state[name] == getattr(explorer, name), "The stored explorer is old."
