"""The cosine explorer's JavaScript against the library, and the Python side of the widget."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from node import ask_javascript
from strategies import grid_sample

from ptronlib import UpdateBudgetExceeded, bounds, cosine_perceptron, max_margin
from ptronlib.widgets import CosineExplorer
from ptronlib.widgets.cosine import COSINE_START

MAX_STEPS = 60
ANSWER = """({ points, sigma, start, steps, c }) => ({
  run: m.cosineRun(points, sigma, start, steps), bound: m.updateBound(sigma, c) })"""


def direction(degrees):
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])


def make_cases():
    """Grid samples of the plane, most of them separable, with a threshold and a start."""
    rng = np.random.default_rng(7)
    cases = []
    for k in range(300):
        X, y, u = grid_sample(rng, int(rng.integers(1, 17)), 2, planted=k % 4 > 0)
        keep = np.flatnonzero(X.any(axis=1))
        start = direction(int(rng.integers(0, 360)))
        cases.append((X[keep], y[keep], float(rng.uniform(0.01, 0.95)), start, float(u @ start)))
    return cases


CASES = make_cases()


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What the module that the explorer ships says to the cases."""
    batch = [
        {
            "points": np.c_[X, y].tolist(),
            "sigma": s,
            "start": w.tolist(),
            "steps": MAX_STEPS,
            "c": c,
        }
        for X, y, s, w, c in CASES
    ]
    folder = tmp_path_factory.mktemp("explore")
    return ask_javascript(CosineExplorer(), ANSWER, batch, folder)


def test_javascript_makes_the_mistakes_of_the_library(answers):
    updates = endless = 0
    for (X, y, sigma, start, _), answer in zip(CASES, answers, strict=True):
        try:
            run = cosine_perceptron(X, y, sigma, w_init=start, max_updates=MAX_STEPS)
        except UpdateBudgetExceeded as stop:
            run = stop.run
            endless += 1
        assert answer["run"]["mistakes"] == run.mistakes.tolist()
        assert np.array(answer["run"]["path"]) == pytest.approx(run.replay(), abs=1e-12)
        assert answer["run"]["converged"] == run.converged
        if run.converged:
            assert answer["run"]["examinations"] == run.examinations
        updates += run.n_updates
    assert endless > 20 and updates > 500


def test_javascript_knows_the_bound_of_the_library(answers):
    for (_, _, sigma, _, c), answer in zip(CASES, answers, strict=True):
        if c > 0:
            assert answer["bound"] == pytest.approx(bounds.updates_cosine(sigma, c), rel=1e-12)
        else:
            assert answer["bound"] is None  # infinity, in JSON


def test_the_starting_sample_is_worth_stepping_through():
    X, y = np.array(COSINE_START)[:, :2], np.array(COSINE_START)[:, 2]
    explorer = CosineExplorer()
    start = direction(explorer.angle)
    run = cosine_perceptron(X, y, explorer.sigma, w_init=start)
    values = y * (X @ run.w)
    assert run.n_updates == 4 and (values <= 1e-9).sum() == 2
    c = max_margin(X, y).w_star @ start
    assert 0 < c < 0.2 and run.n_updates < bounds.updates_cosine(explorer.sigma, c)


def test_the_state_is_what_the_page_needs():
    explorer = CosineExplorer([[1, 0.51], [-1, 0.5]], [1, 1], sigma=0.5, angle=610)
    state = explorer.get_state()
    assert {"points", "start", "sigma", "angle", "n_steps", "mistakes", "w"} <= set(state)
    assert state["points"] == [[1.0, 0.5, 1], [-1.0, 0.5, 1]]
    assert state["start"] == {"points": state["points"], "sigma": 0.5, "angle": 250}
    assert 'from "./' not in state["_esm"]  # one module: nothing else is fetched
    json.dumps({key: value for key, value in state.items() if key != "layout"})


@pytest.mark.parametrize("name", ["mistakes", "w", "start"])
def test_what_the_picture_reports_is_read_only(name):
    with pytest.raises(Exception, match="read-only"):
        setattr(CosineExplorer(), name, [1])


BAD = {
    "labels": (lambda: CosineExplorer([[1, 1]], [0]), ValueError, r"only -1 and \+1"),
    "no labels": (lambda: CosineExplorer([[1, 1]]), TypeError, "X and y go together"),
    "origin": (lambda: CosineExplorer([[0.01, 0]], [1]), ValueError, "zero vector at index 0"),
    "sigma": (lambda: CosineExplorer(sigma=1.0), ValueError, r"sigma must lie in \(0, 1\)"),
    "angle": (lambda: CosineExplorer(angle=0.5), TypeError, "angle must be an integer"),
}


@pytest.mark.parametrize("call, error, message", BAD.values(), ids=BAD)
def test_bad_input_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_bad_traits_are_refused():
    explorer = CosineExplorer()
    with pytest.raises(ValueError, match="n_steps must be at least 0"):
        explorer.n_steps = -1
    with pytest.raises(ValueError, match="points must hold at least one"):
        explorer.points = []


def test_the_chapter_carries_this_version():
    chapter = Path(__file__).parents[1] / "book" / "05_cosine.ipynb"
    stored = json.loads(chapter.read_text("utf-8"))["metadata"].get("widgets", {})
    states = stored.get("application/vnd.jupyter.widget-state+json", {"state": {}})["state"]
    shown = [model["state"] for model in states.values() if model["model_name"] == "AnyModel"]
    assert shown, "Chapter 5 holds no explorer. Run: make notebooks"
    for state in shown:
        assert state["_esm"] == CosineExplorer()._esm, "The stored explorer is old."
        assert state["_css"] == CosineExplorer()._css, "The stored explorer is old."
