"""The explorer's JavaScript against the library, and the Python side of the widget."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from node import ask_javascript
from strategies import grid_sample

from ptronlib import (
    Inseparable,
    UpdateBudgetExceeded,
    lift,
    max_margin,
    perceptron,
    radius,
    separability,
)
from ptronlib.widgets import PerceptronExplorer
from ptronlib.widgets.explorer import MAX_POINTS
from ptronlib.widgets.perceptron import START

MAX_STEPS = 500
ANSWER = """({ points, bias, steps }) => ({ run: m.perceptronRun(points, bias, steps),
  best: m.bestMargin(m.signedExamples(points, bias)) })"""


def ask_explorer(cases, folder):
    """Give (X, y, bias) cases to the module that the explorer ships."""
    batch = [
        {"points": np.c_[X, y].tolist(), "bias": bias, "steps": MAX_STEPS} for X, y, bias in cases
    ]
    return ask_javascript(PerceptronExplorer(), ANSWER, batch, folder)


def make_cases():
    """Grid samples of the plane, half of them with planted labels, each with and without a bias."""
    rng = np.random.default_rng(7)
    cases = []
    for k in range(200):
        X, y, _ = grid_sample(rng, int(rng.integers(1, 13)), 2, planted=k % 2 == 0)
        cases += [(X, y, False), (X, y, True)]
    xor = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), np.array([-1, 1, 1, -1.0])
    crowd = rng.integers(-32, 33, (MAX_POINTS, 2)) / 16.0
    special = [
        xor,
        (crowd, np.where(crowd[:, 0] > 0, 1.0, -1.0)),
        ([[1.0, 1.0], [1.0, 1.0]], [1, -1]),  # one point with both labels
        ([[0.0, 0.0], [1.0, 1.0]], [1, 1]),  # the origin
        ([[1.0, 0.5], [-2.0, -1.0]], [1, 1]),  # opposite directions
    ]
    for X, y in special:
        cases += [(np.array(X), np.array(y, float), bias) for bias in (False, True)]
    return cases


CASES = make_cases()


def lifted(X, bias):
    return lift(X, 1.0) if bias else X


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    return ask_explorer(CASES, tmp_path_factory.mktemp("explore"))


def library_run(X, y, max_updates):
    try:
        return perceptron(X, y, 0.0, max_updates=max_updates)
    except UpdateBudgetExceeded as stop:
        return stop.run


def test_javascript_makes_the_mistakes_of_the_library(answers):
    compared = 0
    for (X, y, bias), answer in zip(CASES, answers, strict=True):
        X = lifted(X, bias)
        try:
            run = library_run(X, y, MAX_STEPS)
        except ValueError:  # an example that is zero, or has both labels: only the picture shows it
            assert not answer["best"]["separable"]
            continue
        assert answer["run"]["mistakes"] == run.mistakes.tolist()
        assert answer["run"]["w"] == run.w.tolist()
        if run.n_updates < MAX_STEPS:
            assert answer["run"]["converged"]
            assert answer["run"]["examinations"] == run.examinations
        compared += 1
    assert compared >= 400


def test_javascript_finds_the_best_margin_of_the_library(answers):
    found = {True: 0, False: 0}
    for (X, y, bias), answer in zip(CASES, answers, strict=True):
        X, best = lifted(X, bias), answer["best"]
        Z, coef = y[:, None] * X, np.array(best["coef"])
        separable = not isinstance(separability(X, y), Inseparable)
        found[separable] += 1
        assert best["separable"] == separable
        assert coef.min() >= 0 and coef.sum() == pytest.approx(1, abs=1e-12)
        assert np.linalg.norm(coef @ Z) == pytest.approx(best["margin"], abs=1e-12)
        if separable:
            assert best["margin"] == pytest.approx(max_margin(X, y).margin, abs=1e-9)
            assert (Z @ best["w_star"]).min() == pytest.approx(best["margin"], abs=1e-12)
    assert min(found.values()) >= 50


@pytest.mark.parametrize("bias", [False, True])
def test_the_starting_sample_is_worth_stepping_through(bias):
    X, y = np.array(START)[:, :2], np.array(START)[:, 2]
    run = perceptron(lifted(X, bias), y)
    best = max_margin(lifted(X, bias), y).margin
    assert 5 <= run.n_updates <= 15
    assert run.n_updates < (radius(lifted(X, bias)) / best) ** 2
    assert run.margin < 0.8 * best


def test_the_points_are_kept_rounded_to_sixteenths():
    explorer = PerceptronExplorer([[1.0, 0.51], [-0.03, 2.0]], [1, -1])
    assert explorer.points == [[1.0, 0.5, 1], [0.0, 2.0, -1]]
    assert explorer.start == explorer.points
    explorer.points = [(0.26, -1, -1.0)]
    assert explorer.points == [[0.25, -1.0, -1]]
    assert len(explorer.start) == 2


def test_the_state_is_what_the_page_needs():
    explorer = PerceptronExplorer(bias=True)
    state = explorer.get_state()
    assert {"points", "start", "bias", "n_steps", "mistakes", "w", "_esm", "_css"} <= set(state)
    assert state["points"] == [list(point) for point in START]
    assert (state["n_steps"], state["mistakes"], state["w"]) == (0, [], [0.0, 0.0, 0.0])
    assert 'from "./' not in state["_esm"]  # one module: nothing else is fetched
    json.dumps({key: value for key, value in state.items() if key != "layout"})


def test_the_text_form_does_not_change_from_run_to_run():
    text = "PerceptronExplorer(8 points, bias=False, 0 mistakes so far)"
    assert repr(PerceptronExplorer()) == text


def test_the_picture_reports_back():
    explorer = PerceptronExplorer()
    seen = []
    explorer.observe(lambda change: seen.append((change.name, change.new)), ["points", "mistakes"])
    rows = [[1.0, 1.0, 1], [1.0, -1.0, -1]]
    explorer.set_state({"points": rows, "n_steps": 1, "mistakes": [0], "w": [1.0, 1.0]})
    assert (explorer.points, explorer.n_steps) == (rows, 1)
    assert (explorer.mistakes, explorer.w) == ([0], [1.0, 1.0])
    assert sorted(name for name, _ in seen) == ["mistakes", "points"]
    explorer.set_state({"points": []})
    assert explorer.points == []


@pytest.mark.parametrize("name", ["mistakes", "w", "start"])
def test_what_the_picture_reports_is_read_only(name):
    with pytest.raises(Exception, match="read-only"):
        setattr(PerceptronExplorer(), name, [1])


BAD = {
    "labels 0/1": (([[1, 1], [0, 1]], [1, 0]), ValueError, r"only -1 and \+1; got 0.0 at index 1"),
    "a label short": (([[1, 1], [0, 1]], [1]), ValueError, r"shape \(2,\)"),
    "one dimension": (([1, 1], [1, -1]), ValueError, r"shape \(n, d\)"),
    "three columns": (([[1, 1, 1]], [1]), ValueError, r"two columns.*\(1, 3\)"),
    "NaN": (([[1, np.nan]], [1]), ValueError, r"finite; got nan at index 0"),
    "infinity": (([[0, 1], [np.inf, 1]], [1, 1]), ValueError, r"finite; got inf at index 1"),
    "text": (([["a", "b"]], [1]), TypeError, r"real numbers"),
    "empty": ((np.empty((0, 2)), []), ValueError, r"at least one example"),
    "too many": ((np.ones((17, 2)), np.ones(17)), ValueError, r"at most 16 points; got 17"),
    "outside": (([[0, 1], [2.5, 1]], [1, 1]), ValueError, r"square.*\(2.5, 1\) at index 1"),
    "no labels": (([[1, 1]], None), TypeError, r"X and y go together"),
}


@pytest.mark.parametrize("args, error, message", BAD.values(), ids=BAD)
def test_bad_samples_are_refused(args, error, message):
    with pytest.raises(error, match=message):
        PerceptronExplorer(*args)


def test_bad_traits_are_refused():
    explorer = PerceptronExplorer()
    with pytest.raises(TypeError, match="bias must be True or False; got int"):
        PerceptronExplorer(bias=1)
    with pytest.raises(ValueError, match="n_steps must be at least 0; got -1"):
        explorer.n_steps = -1
    with pytest.raises(TypeError, match="n_steps must be an integer"):
        explorer.n_steps = 1.5
    with pytest.raises(ValueError, match=r"rows \[x, y, label\]; got shape \(1, 2\)"):
        explorer.points = [[1, 1]]
    with pytest.raises(ValueError, match=r"only -1 and \+1; got 2.0 at index 0"):
        explorer.points = [[1, 1, 2]]
    assert explorer.n_steps == 0 and len(explorer.points) == len(START)


def test_the_chapter_carries_this_version():
    chapter = Path(__file__).parents[1] / "book" / "01_perceptron.ipynb"
    stored = json.loads(chapter.read_text("utf-8"))["metadata"].get("widgets", {})
    states = stored.get("application/vnd.jupyter.widget-state+json", {"state": {}})["state"]
    shown = [model["state"] for model in states.values() if model["model_name"] == "AnyModel"]
    assert shown, "Chapter 1 holds no explorer. Run: make notebooks"
    explorer = PerceptronExplorer()
    for state in shown:
        assert state["_esm"] == explorer._esm, "The stored explorer is old. Run: make notebooks"
        assert state["_css"] == explorer._css, "The stored explorer is old. Run: make notebooks"
