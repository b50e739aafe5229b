"""The Python side of the explorers: states, refusals, and what the chapters have stored."""

import json
from pathlib import Path

import ipywidgets
import numpy as np
import pytest
from traitlets import TraitError

from ptronlib import perceptron, widgets
from ptronlib.counting import cover_count, margins_of_labelings
from ptronlib.learning import compress
from ptronlib.projection import gaussian_map, project
from tools import states

BOOK = Path(__file__).parents[1] / "book"


@pytest.mark.parametrize("path", sorted(BOOK.glob("[01]*.ipynb")), ids=lambda path: path.stem)
def test_the_chapters_show_this_version(path):
    """What a chapter keeps, made whole, is the explorer that its cell would make today."""
    metadata = json.loads(path.read_text("utf-8"))["metadata"]
    kept = metadata[states.KEPT]
    assert kept, "The chapter holds no explorer. Run: make notebooks"
    assert all("_esm" not in state for state in kept.values())
    states.whole(metadata)
    models = metadata["widgets"][states.STATES]["state"]
    for state in (models[name]["state"] for name in kept):
        name = state[states.ID].rpartition(".")[2]
        given = ([[1, 1]], [1]) if name == "ProofExplorer" else ()
        kind = {"brief": True} if state.get("brief") else {}
        one = getattr(widgets, name)(*given, **kind)
        now = json.loads(json.dumps(one.get_state(), default=str))
        now = {key: value for key, value in now.items() if value is not None}
        assert json.loads(json.dumps(state)).keys() == now.keys(), "It is old. Run: make notebooks"
        same = ["_esm", "_css", "card"] if given else now.keys() - {"layout"}
        assert all(json.loads(json.dumps(state[key])) == now[key] for key in same), "It is old."
        assert models[state["layout"].removeprefix("IPY_MODEL_")]["model_name"] == "LayoutModel"
        assert 'from "./' not in state["_esm"]  # one module: nothing else is fetched


def test_what_is_kept_is_what_jupyter_saved_without_the_scripts():
    one = widgets.CountExplorer()
    saved = ipywidgets.Widget.get_manager_state(widgets=[one])
    kept = states.thin({states.STATES: saved})
    assert list(kept) == [one.model_id] and "points" in kept[one.model_id]
    metadata = {states.KEPT: kept}
    states.whole(metadata)
    again = metadata["widgets"][states.STATES]["state"][one.model_id]
    was = saved["state"][one.model_id]
    lost = {key for key, value in was["state"].items() if value is None} | {"layout"}
    assert {k: was[k] for k in was if k != "state"} == {k: again[k] for k in again if k != "state"}
    for key in was["state"].keys() - lost:
        assert json.dumps(again["state"][key]) == json.dumps(was["state"][key]), key


def test_chapter_7_reports_each_run_to_python():
    one = widgets.CompressionExplorer()
    points = np.array(one.points)
    whole = perceptron(points[:, :2], points[:, 2])
    assert one.mistakes == whole.mistakes.tolist() and one.w == whole.w.tolist()
    one.dropped = [9, 3]
    assert one.w != whole.w.tolist()
    one.dropped = np.setdiff1d(np.arange(12), compress(whole)).tolist()
    assert one.mistakes == whole.mistakes.tolist() and one.w == whole.w.tolist()
    one.dropped = list(range(12))
    assert one.mistakes == [] and one.w == [0, 0]


def test_chapter_8_shows_the_direct_computation_and_loses_covers_number():
    one, rng = widgets.ProjectionExplorer(), np.random.default_rng(8)
    X = rng.standard_normal((8, 64))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    A = gaussian_map(64, 64, rng) * np.sqrt(64)
    assert one.before == pytest.approx(margins_of_labelings(X), abs=1e-4)
    for k, after in zip(one.ks, one.after, strict=True):
        direct = margins_of_labelings(project(X, A[:k] / np.sqrt(k)))
        assert after == pytest.approx(direct, abs=1e-4)
        assert 2 * np.count_nonzero(after) == 2 * np.count_nonzero(direct) == cover_count(8, k)


def test_points_are_rounded_to_sixteenths_and_the_picture_reports_back():
    one = widgets.PerceptronExplorer(points=[[1.0, 0.51, 1], [-0.03, 2.0, -1]])
    assert one.points == one.start["points"] == [[1.0, 0.5, 1], [0.0, 2.0, -1]]
    seen = []
    one.observe(lambda change: seen.append((change.name, change.new)), ["points", "mistakes"])
    rows = [[1.0, 1.0, 1], [1.0, -1.0, -1]]
    one.set_state({"points": rows, "n_steps": 1, "mistakes": [0], "w": [1.0, 1.0]})
    assert (one.points, one.n_steps, one.mistakes, one.w) == (rows, 1, [0], [1.0, 1.0])
    assert sorted(seen) == [("mistakes", [0]), ("points", rows)]
    one.set_state({"points": []})
    assert one.points == [] and len(one.start["points"]) == 2
    with pytest.raises(TraitError, match="read-only"):
        one.mistakes = [1]


REFUSED = {
    "too many": ("ProofExplorer", (np.ones((17, 2)), np.ones(17)), "at most 16 points"),
    "outside": ("ProofExplorer", ([[0, 1], [2.5, 1]], [1, 1]), "square.*2.5, 1.0, 1.0. at index 1"),
    "three numbers": ("ProofExplorer", ([[1, 1, 1]], [1]), "must hold 3 numbers"),
    "beta": ("MarginExplorer", {"beta": 7.0}, "beta.*not be greater than 6.25"),
    "the origin": ("CosineExplorer", {"points": [[0.01, 0, 1]]}, "not lie at the origin"),
    "rows": ("CountExplorer", {"points": [[0, 1]]}, "must hold 3 numbers"),
    "ten points": ("CountExplorer", {"points": np.ones((10, 3))}, "at most 9 points; got 10"),
    "dropped": ("CompressionExplorer", {"dropped": [12]}, "not be greater than 11"),
}


@pytest.mark.parametrize(("name", "given", "said"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused(name, given, said):
    with pytest.raises((ValueError, TypeError, TraitError), match=said):
        if isinstance(given, tuple):
            getattr(widgets, name)(*given)
        else:
            ((trait, value),) = given.items()
            setattr(getattr(widgets, name)(), trait, value)


def test_what_the_replies_to_question_6_of_chapter_7_say():
    whole = widgets.CompressionExplorer()
    assert 7 not in whole.mistakes and 7 in widgets.CompressionExplorer(dropped=[1]).mistakes
    assert len(set(widgets.CompressionExplorer(dropped=[10]).mistakes)) == 4
