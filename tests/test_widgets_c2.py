"""The proof explorer's JavaScript against the library, and the Python side of the widget."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from node import ask_javascript
from strategies import UNIT, grid_sample

from ptronlib import UpdateBudgetExceeded, bounds, max_margin, perceptron, proofs, separability
from ptronlib.widgets import ProofExplorer

MAX_UPDATES = 200
ANSWER = """({ points, start, eta, way, chosen }) => {
  const Z = m.signedExamples(points, false);
  const mistakes = [...chosen];
  let run = m.followRun(Z, mistakes, start, eta);
  while (way && mistakes.length < MOST) {
    const next = m.CHOICES[way](Z, run);
    if (next === null) break;
    mistakes.push(next);
    run = m.followRun(Z, mistakes, start, eta);
  }
  const facts = { Z, start, eta, best: m.bestMargin(Z), R: m.radius(Z) };
  return { run, chain: m.chainAlong(run.path, facts), meeting: m.meetingPoint(facts) };
}""".replace("MOST", str(MAX_UPDATES))


def ask_explorer(cases, folder):
    """Give the cases to the module that the explorer ships."""
    return ask_javascript(ProofExplorer([[1, 1]], [1]), ANSWER, cases, folder)


def make_cases():
    """Grid samples, two thirds of them separable, with starts, steps and two ways to choose."""
    rng, cases = np.random.default_rng(7), []
    for k in range(240):
        X, y, _ = grid_sample(rng, int(rng.integers(1, 9)), 2, planted=k % 3 > 0)
        start = [0.0, 0.0] if k % 2 else (rng.integers(-48, 49, 2) / UNIT).tolist()
        case = {"points": np.c_[X, y].tolist(), "start": start, "eta": (0.25, 0.5, 1.0, 2.0)[k % 4]}
        cases.append({**case, "way": ("turn", "worst", "tie")[k % 3], "chosen": []})
    return cases


CASES = make_cases()
ORDER = {"turn": "cyclic", "worst": "worst"}


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    return ask_explorer(CASES, tmp_path_factory.mktemp("proof"))


def library_run(case):
    X, y = np.array(case["points"])[:, :2], np.array(case["points"])[:, 2]
    w_init = np.array(case["start"]) / case["eta"]
    order = ORDER[case["way"]]
    try:
        return perceptron(X, y, w_init=w_init, order=order, max_updates=MAX_UPDATES)
    except UpdateBudgetExceeded as stop:
        return stop.run


def test_javascript_makes_the_mistakes_of_the_library(answers):
    compared = 0
    for case, answer in zip(CASES, answers, strict=True):
        if case["way"] == "tie":
            continue
        try:
            run = library_run(case)
        except ValueError:  # one point with both labels: only the picture shows it
            continue
        assert answer["run"]["mistakes"] == run.mistakes.tolist()
        assert answer["run"]["w"] == (case["eta"] * run.w).tolist()
        compared += 1
    assert compared >= 100


def test_javascript_evaluates_the_lines_of_the_proof(answers):
    compared = 0
    for case, answer in zip(CASES, answers, strict=True):
        X, y = np.array(case["points"])[:, :2], np.array(case["points"])[:, 2]
        if case["way"] == "tie" or not hasattr(separability(X, y), "margin"):
            continue
        run, best, eta = library_run(case), max_margin(X, y), case["eta"]
        forward, length, cauchy, root, _ = proofs.any_start(run, best.w_star)
        chain = {k: np.array([link[k] for link in answer["chain"]][1:]) for k in answer["chain"][0]}
        assert chain["floor"] == pytest.approx(eta * forward.lhs, abs=1e-9)
        assert chain["progress"] == pytest.approx(eta * forward.rhs, abs=1e-9)
        assert chain["length"] == pytest.approx(eta * cauchy.rhs, abs=1e-9)
        assert chain["ceiling"] == pytest.approx(eta * np.sqrt(length.rhs), abs=1e-9)
        if run.n_updates:
            assert answer["meeting"] == pytest.approx(root.rhs[0], rel=1e-6, abs=1e-6)
        compared += 1
    assert compared >= 100


def test_every_way_to_choose_ends_within_the_bound(answers):
    for case, answer in zip(CASES, answers, strict=True):
        X, y = np.array(case["points"])[:, :2], np.array(case["points"])[:, 2]
        if not hasattr(separability(X, y), "margin"):
            assert answer["meeting"] is None  # Infinity
            assert all(link["floor"] is None for link in answer["chain"])
            continue
        assert len(answer["run"]["mistakes"]) <= answer["meeting"] * (1 + 1e-9)
        start = float(np.linalg.norm(case["start"])) / case["eta"]
        R, eps = np.linalg.norm(X, axis=1).max(), max_margin(X, y).margin
        assert answer["meeting"] <= bounds.updates_from(start, R, eps) * (1 + 1e-9)


def test_a_choice_that_is_no_mistake_ends_the_run(tmp_path):
    points = [[1.0, 0.0, 1], [0.0, 1.0, 1]]
    base = {"points": points, "start": [0.0, 0.0], "eta": 1.0, "way": None}
    cases = [{**base, "chosen": chosen} for chosen in ([0, 0, 1], [0, 1, 1], [5], [])]
    found = [answer["run"] for answer in ask_explorer(cases, tmp_path)]
    assert [run["mistakes"] for run in found] == [[0], [0, 1], [], []]
    assert found[0]["violated"] == [False, True]
    assert found[3]["violated"] == [True, True]


# -- the Python side


def test_the_state_is_what_the_page_needs():
    explorer = ProofExplorer([[1.0, 0.51], [-0.03, 2.0]], [1, -1])
    assert explorer.points == explorer.start == [[1.0, 0.5, 1], [0.0, 2.0, -1]]
    state = explorer.get_state()
    assert (state["w_init"], state["eta"], state["mistakes"]) == ([0.0, 0.0], 1.0, [])
    assert 'from "./' not in state["_esm"]  # one module: nothing else is fetched
    assert repr(explorer) == "ProofExplorer(2 points, 0 mistakes so far)"
    json.dumps({key: value for key, value in state.items() if key != "layout"})


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match=r"only -1 and \+1; got 0.0 at index 1"):
        ProofExplorer([[1, 1], [0, 1]], [1, 0])
    with pytest.raises(ValueError, match=r"square.*\(2.5, 1\) at index 0"):
        ProofExplorer([[2.5, 1]], [1])
    explorer = ProofExplorer([[1, 1]], [1])
    with pytest.raises(ValueError, match=r"eta must lie in \(0, infinity\)"):
        explorer.eta = 0.0
    with pytest.raises(ValueError, match=r"w_init must have shape \(2,\)"):
        explorer.w_init = [1.0]
    with pytest.raises(ValueError, match="w_init must be finite"):
        explorer.w_init = [0.0, float("inf")]


def test_the_chapter_carries_this_version():
    chapter = Path(__file__).parents[1] / "book" / "02_convergence.ipynb"
    stored = json.loads(chapter.read_text("utf-8"))["metadata"].get("widgets", {})
    states = stored.get("application/vnd.jupyter.widget-state+json", {"state": {}})["state"]
    shown = [model["state"] for model in states.values() if model["model_name"] == "AnyModel"]
    assert shown, "Chapter 2 holds no explorer. Run: make notebooks"
    explorer = ProofExplorer([[1, 1]], [1])
    for state in shown:
        assert state["_esm"] == explorer._esm, "The stored explorer is old. Run: make notebooks"
        assert state["_css"] == explorer._css, "The stored explorer is old. Run: make notebooks"
