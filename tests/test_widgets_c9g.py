"""The game of chapter 9 that is played by hand: its JavaScript against the library."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from node import ask_javascript

from ptronlib.games import game_value, sparse_strategies
from ptronlib.widgets import GameExplorer
from ptronlib.widgets.games import GAME_POINTS

ROUNDS = 200
ANSWER = """({ V, angle }) => { const play = m.playRounds(V, 200);
  return { ...play, ...m.bracket(V, angle, play) }; }"""


def make_cases():
    """Grid sets of 1 to 10 points, two in three of them in a half-plane, some with equal points."""
    rng = np.random.default_rng(59)
    cases = [(np.array(GAME_POINTS), 160)]
    while len(cases) < 300:
        V = rng.integers(-32, 33, (int(rng.integers(1, 11)), 2)) / 16
        if len(cases) % 3:
            V[:, 1] = np.abs(V[:, 1])
        if len(cases) % 5 == 0:
            V[-1] = V[0]
        if V.any(axis=1).all():
            cases.append((V, int(rng.integers(0, 360))))
    return cases


@pytest.mark.statement("A-Claim1.7")
def test_javascript_picks_the_points_of_the_library(tmp_path):
    cases = make_cases()
    batch = [{"V": V.tolist(), "angle": angle} for V, angle in cases]
    ended = 0
    answers = ask_javascript(GameExplorer(), ANSWER, batch, tmp_path)
    for (V, angle), answer in zip(cases, answers, strict=True):
        sparse = sparse_strategies(V, order="worst", max_updates=ROUNDS)
        t = sparse.run.n_updates
        assert answer["picks"] == sparse.run.mistakes.tolist()
        assert answer["finished"] == sparse.run.converged
        assert answer["upper"] == pytest.approx(sparse.losses[-1], rel=1e-14)
        assert answer["used"] == sparse.sizes[-1]
        assert np.array(answer["counts"]) / t == pytest.approx(sparse.mixture(t))
        turn = np.radians(angle)
        lower = (V @ [np.cos(turn), np.sin(turn)]).min()
        assert answer["lower"] == pytest.approx(lower, abs=1e-14)
        value = game_value(V).value
        assert answer["value"] == pytest.approx(value, abs=1e-12)
        assert lower - 1e-12 <= value <= answer["upper"] + 1e-12
        ended += answer["finished"]
    assert 100 < ended < 290


def test_the_starting_points_make_a_game_worth_playing():
    V = np.array(GAME_POINTS)
    sparse = sparse_strategies(V, order="worst")
    assert sparse.run.n_updates == 30 and sparse.sizes[-1] == 4
    value = game_value(V).value
    assert value == pytest.approx(0.3754, abs=1e-4)
    assert sparse.losses[-1] < 1.12 * value
    turns = np.radians(np.arange(360))
    guarantees = (V @ [np.cos(turns), np.sin(turns)]).min(axis=0)
    assert guarantees.max() > 0.99 * value > 0 > guarantees[GameExplorer().angle]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: GameExplorer([[0, 3]]), ValueError, "square from -2 to 2"),
        (lambda: GameExplorer([[0, 1, 2]]), ValueError, "two columns"),
        (lambda: GameExplorer([[1, 1], [0.01, 0]]), ValueError, "zero vector at index 1"),
        (lambda: GameExplorer(np.ones((17, 2))), ValueError, "at most 16 points; got 17"),
        (lambda: GameExplorer(angle=0.5), TypeError, "angle must be an integer"),
        (lambda: setattr(GameExplorer(), "rounds", -1), ValueError, "rounds must be at least 0"),
        (lambda: setattr(GameExplorer(), "rounds", 501), ValueError, "rounds must be at most 500"),
        (lambda: setattr(GameExplorer(), "picks", [1]), Exception, "read-only"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_chapter_carries_this_version():
    chapter = Path(__file__).parents[1] / "book" / "09_separation_games.ipynb"
    stored = json.loads(chapter.read_text("utf-8"))["metadata"].get("widgets", {})
    states = stored.get("application/vnd.jupyter.widget-state+json", {"state": {}})["state"]
    models = [model["state"] for model in states.values() if model["model_name"] == "AnyModel"]
    shown = [state for state in models if "playRounds" in state["_esm"]]
    assert shown, "Chapter 9 holds no game. Run: make notebooks"
    for state in shown:
        assert state["_esm"] == GameExplorer()._esm, "The stored game is old."
        assert state["_css"] == GameExplorer()._css, "The stored game is old."
