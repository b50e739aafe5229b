"""The explorer of chapter 7: its JavaScript against the library, and its Python side."""

import json
from pathlib import Path

import numpy as np
import pytest
from node import ask_javascript
from strategies import grid_sample

from ptronlib import perceptron, scores
from ptronlib.compression import compress
from ptronlib.leave_one_out import leave_one_out_mistakes
from ptronlib.widgets import CompressionExplorer
from ptronlib.widgets.compression import COMPRESSION_SAMPLE

ANSWER = "({ points, dropped }) => m.rerun(points, dropped)"
SAMPLE = np.array(COMPRESSION_SAMPLE)
X, y = SAMPLE[:, :2], SAMPLE[:, 2]


def make_cases():
    """Parts of the widget's sample and of others on the grid; the numbers that are dropped."""
    rng = np.random.default_rng(7)
    cases = []
    for k in range(300):
        A, b = X, y
        if k % 3:
            A, b, _ = grid_sample(rng, int(rng.integers(2, 17)), 2, planted=True)
        n = len(b)
        cases.append((A, b, rng.permutation(n)[: rng.integers(0, n)].tolist()))
    return cases


def test_javascript_runs_like_the_library(tmp_path):
    cases = make_cases()
    batch = [{"points": np.c_[A, b].tolist(), "dropped": dropped} for A, b, dropped in cases]
    answers = ask_javascript(CompressionExplorer(), ANSWER, batch, tmp_path)
    same = erring = 0
    for (A, b, dropped), answer in zip(cases, answers, strict=True):
        kept = np.setdiff1d(np.arange(len(b)), dropped)
        run = perceptron(A[kept], b[kept])
        assert answer["kept"] == kept.tolist()
        assert answer["mistakes"] == kept[run.mistakes].tolist()
        assert np.array(answer["w"], float).tobytes() == run.w.tobytes()
        wrong = [i for i in sorted(dropped) if scores(run.w, A, b)[i] <= 0]
        assert answer["wrong"] == wrong
        same += bool(dropped) and (run.w == perceptron(A, b).w).all()
        erring += bool(wrong)
    assert same > 10 and erring > 50


def test_python_reports_the_same_run():
    explorer = CompressionExplorer()
    whole = perceptron(X, y)
    assert explorer.mistakes == whole.mistakes.tolist() and explorer.w == whole.w.tolist()
    explorer.dropped = [9, 3]
    assert explorer.dropped == [3, 9] and explorer.w != whole.w.tolist()
    kept = compress(whole)
    explorer.dropped = np.setdiff1d(np.arange(12), kept).tolist()
    assert explorer.mistakes == whole.mistakes.tolist() and explorer.w == whole.w.tolist()
    explorer.dropped = range(12)
    assert explorer.mistakes == [] and explorer.w == [0, 0]
    assert repr(CompressionExplorer([1])) == "CompressionExplorer(dropped=[1])"


def test_half_of_the_sample_is_used_and_two_examples_are_missed():
    assert (np.round(X * 16) == X * 16).all()
    assert len(compress(perceptron(X, y))) == 6
    assert np.flatnonzero(leave_one_out_mistakes(X, y)).tolist() == [9, 10]


@pytest.mark.parametrize("name", ["points", "mistakes", "w"])
def test_what_the_picture_reports_is_read_only(name):
    with pytest.raises(Exception, match="read-only"):
        setattr(CompressionExplorer(), name, [1])


BAD = {
    "no list": (3, TypeError, "dropped must be a list of integers; got int"),
    "fraction": ([0.5], TypeError, "a dropped example must be an integer"),
    "negative": ([-1], ValueError, "must be at least 0; got -1"),
    "too large": ([12], ValueError, "must be at most 11; got 12"),
    "twice": ([1, 4, 1], ValueError, r"at most once; got \[1, 1, 4\]"),
}


@pytest.mark.parametrize("dropped, error, message", BAD.values(), ids=BAD)
def test_bad_input_is_refused(dropped, error, message):
    with pytest.raises(error, match=message):
        CompressionExplorer(dropped)
    explorer = CompressionExplorer()
    with pytest.raises(error, match=message):
        explorer.dropped = dropped
    assert explorer.dropped == []


def test_the_chapter_carries_this_version():
    chapter = Path(__file__).parents[1] / "book" / "07_compression.ipynb"
    stored = json.loads(chapter.read_text("utf-8"))["metadata"].get("widgets", {})
    states = stored.get("application/vnd.jupyter.widget-state+json", {"state": {}})["state"]
    shown = [model["state"] for model in states.values() if model["model_name"] == "AnyModel"]
    assert shown, "Chapter 7 holds no explorer. Run: make notebooks"
    for state in shown:
        assert state["_esm"] == CompressionExplorer()._esm, "The stored explorer is old."
        assert state["_css"] == CompressionExplorer()._css, "The stored explorer is old."
