"""The game of chapter 9 on the built page, with no kernel: rounds, keys, mouse, layout."""

from __future__ import annotations

import re

import numpy as np
import pytest
from explorer import fact, open_at, press, tap
from layout import check_layout
from playwright.sync_api import expect
from sets import one_quick

from ptronlib.games import sparse_strategies
from ptronlib.widgets.games import GAME_POINTS

V = np.array(GAME_POINTS)


@pytest.fixture(params=one_quick(["page", "phone"]))
def game(request, site):
    page = request.getfixturevalue(request.param)
    return open_at(page, site + "book/09_separation_games.html", ".ptx-game")


@pytest.mark.thorough
def test_rounds_are_the_library_s_and_the_bracket_holds_the_value(game):
    sparse = sparse_strategies(V, order="worst")
    assert fact(game, "picks") == "" and fact(game, "upper") == ""
    t = 0
    for name, more in (("Next round", 1), ("Next round", 1), *[("Ten rounds", 10)] * 3):
        press(game, name)
        t = min(t + more, sparse.run.n_updates)
        assert fact(game, "picks").split() == [str(i) for i in sparse.run.mistakes[:t]]
        upper = float(fact(game, "upper"))
        assert upper == pytest.approx(sparse.losses[t - 1], rel=1e-12)
        assert float(fact(game, "lower")) <= float(fact(game, "value")) <= upper
    assert fact(game, "finished") == "true"
    assert "stops after 30 rounds" in game.get_by_role("status").inner_text()
    assert game.get_by_role("button", name="Next round").is_disabled()
    press(game, "Reset")
    assert fact(game, "picks") == ""


@pytest.mark.thorough
def test_the_slider_turns_by_keys_and_the_value_is_shown_on_demand(game):
    slider = game.get_by_role("slider")
    slider.focus()
    slider.press("ArrowLeft")
    assert fact(game, "angle") == "159"
    turn = np.radians(159)
    lower = (V @ [np.cos(turn), np.sin(turn)]).min()
    assert float(fact(game, "lower")) == pytest.approx(lower, abs=1e-12)
    assert game.locator(".ptx-game-value").count() == 0
    game.get_by_label("Show the value").check()
    assert game.locator(".ptx-game-value").count() == 2
    check_layout(game.page, game)


def test_the_arrow_is_dragged_and_a_click_turns_it(game):
    page, box = game.page, game.locator(".ptx-plane").bounding_box()
    handle = game.locator(".ptx-game-knob").bounding_box()
    middle = box["x"] + box["width"] / 2
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(middle, box["y"] + 0.2 * box["height"], steps=5)
    page.mouse.up()
    assert abs(int(fact(game, "angle")) - 90) <= 2
    tap(page, middle + 0.4 * box["width"], box["y"] + box["height"] / 2)
    expect(game).to_have_attribute("data-angle", re.compile("^(0|1|359)$"))
