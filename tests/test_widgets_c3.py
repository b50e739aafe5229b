"""The margin explorer's JavaScript against the library, and its Python side."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from node import ask_javascript
from strategies import grid_sample

from ptronlib import betas, bounds, max_margin, perceptron, radius
from ptronlib.widgets import MarginExplorer
from ptronlib.widgets.margins import MARGIN_SAMPLE

ANSWER = """({ points, kind, value, R, eps }) => ({
  run: m.thresholdRun(m.signedExamples(points, false), kind, value, R, 100000),
  promised: m.guarantee(kind, value, R, eps) })"""


def ask_explorer(cases, folder):
    """Give (X, y, kind, value) cases to the module that the explorer ships."""
    batch = [
        {
            "points": np.c_[X, y].tolist(),
            "kind": kind,
            "value": value,
            "R": radius(X),
            "eps": max_margin(X, y).margin,
        }
        for X, y, kind, value in cases
    ]
    return ask_javascript(MarginExplorer(), ANSWER, batch, folder)


def make_cases():
    """Every position of both sliders on the explorer's sample, and random exact samples."""
    X, y = np.array(MARGIN_SAMPLE)[:, :2], np.array(MARGIN_SAMPLE)[:, 2]
    cases = [(X, y, "beta", k / 16) for k in range(101)]
    cases += [(X, y, "alpha", 1 + k / 16) for k in range(13)]
    rng = np.random.default_rng(7)
    while len(cases) < 414:
        X, y, _ = grid_sample(rng, int(rng.integers(1, 13)), 2)
        if radius(X) < 8 * max_margin(X, y).margin:
            cases.append((X, y, "beta", int(rng.integers(0, 65)) / 16))
            cases.append((X, y, "alpha", 1 + int(rng.integers(0, 9)) / 16))
    return cases


CASES = make_cases()


def library_run(X, y, kind, value):
    rule = value if kind == "beta" else betas.growing(value, radius(X))
    return perceptron(X, y, rule, max_updates=100_000)


def test_javascript_makes_the_updates_of_the_library(tmp_path):
    for case, answer in zip(CASES, ask_explorer(CASES, tmp_path), strict=True):
        X, y, kind, value = case
        run, told = library_run(*case), answer["run"]
        assert told["mistakes"] == run.mistakes.tolist(), case
        assert told["w"] == run.w.tolist() and told["converged"]
        assert told["examinations"] == run.examinations
        assert told["beta"] == pytest.approx(run.betas[-1], rel=1e-12)
        R, eps = radius(X), max_margin(X, y).margin
        if kind == "beta":
            promised = bounds.updates_constant(value, R, eps), bounds.margin_constant(value, R, eps)
        else:
            promised = (
                bounds.updates_growing(value, R, eps),
                bounds.margin_growing_guarantee(value, R, eps),
            )
        assert answer["promised"]["updates"] == pytest.approx(promised[0])
        assert answer["promised"]["margin"] == pytest.approx(promised[1], abs=1e-12)


def test_the_sample_is_worth_playing_with():
    """A bad start, R^2 well over half, and nearly everything in the end."""
    X, y = np.array(MARGIN_SAMPLE)[:, :2], np.array(MARGIN_SAMPLE)[:, 2]
    best = max_margin(X, y).margin
    share = {beta: perceptron(X, y, beta).margin / best for beta in (0.0, 1.5625)}
    assert radius(X) == 1.25 and best == pytest.approx(0.375)
    assert share[0.0] < 0.15 and 0.7 < share[1.5625] < 0.8
    assert library_run(X, y, "alpha", 1.75).margin > 0.99 * best


def test_state_and_report():
    explorer = MarginExplorer(kind="alpha", alpha=1.51)
    state = explorer.get_state()
    assert (state["kind"], state["beta"], state["alpha"]) == ("alpha", 0.0, 1.5)
    assert state["points"] == [list(point) for point in MARGIN_SAMPLE]
    assert (state["n_updates"], state["margin"]) == (0, None)
    assert 'from "./' not in state["_esm"]
    explorer.set_state({"beta": 0.25, "kind": "beta", "n_updates": 4, "margin": 0.1})
    assert (explorer.kind, explorer.beta, explorer.n_updates) == ("beta", 0.25, 4)
    assert repr(explorer) == "MarginExplorer(kind='beta', beta=0.25, alpha=1.5)"
    for name in ("points", "n_updates", "margin"):
        with pytest.raises(Exception, match="read-only"):
            setattr(explorer, name, 1)


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"kind": "gamma"}, ValueError, "kind must be one of beta, alpha; got 'gamma'"),
        ({"beta": 7.0}, ValueError, r"beta must lie in \[0, 6.25\]; got 7.0"),
        ({"beta": "1"}, TypeError, "beta must be a real number; got str"),
        ({"beta": np.nan}, ValueError, "beta must lie in"),
        ({"alpha": 0.5}, ValueError, r"alpha must lie in \[1, 1.75\]; got 0.5"),
        ({"alpha": True}, TypeError, "alpha must be a real number; got bool"),
    ],
)
def test_bad_settings_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        MarginExplorer(**options)


def test_the_chapter_carries_this_version():
    chapter = Path(__file__).parents[1] / "book" / "03_margins.ipynb"
    stored = json.loads(chapter.read_text("utf-8"))["metadata"].get("widgets", {})
    states = stored.get("application/vnd.jupyter.widget-state+json", {"state": {}})["state"]
    shown = [model["state"] for model in states.values() if model["model_name"] == "AnyModel"]
    assert shown, "Chapter 3 holds no explorer. Run: make notebooks"
    explorer = MarginExplorer()
    for state in shown:
        assert state["_esm"] == explorer._esm, "The stored explorer is old. Run: make notebooks"
        assert state["_css"] == explorer._css, "The stored explorer is old. Run: make notebooks"
