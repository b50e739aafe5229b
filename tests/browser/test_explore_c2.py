"""The explorer of chapter 2 on the built page: by mouse, touch and keyboard, with no kernel."""

from __future__ import annotations

import numpy as np
import pytest
from explorer import Explorer, open_at, tap
from layout import check_layout
from playwright.sync_api import expect
from sets import one_quick

from ptronlib import bounds, max_margin, perceptron, radius

PAGE = "book/02_convergence.html"


class ProofExplorer(Explorer):
    @property
    def slack(self):
        return [float(value) if value else None for value in self.fact("slack").split(" ")]


@pytest.fixture(params=one_quick(["phone", "page"]))
def explorer(request, site):
    page = request.getfixturevalue(request.param)
    return ProofExplorer(page, open_at(page, site + PAGE, ".ptp"))


@pytest.mark.thorough
def test_next_in_turn_makes_the_mistakes_of_perceptron_and_the_lines_hold(explorer):
    X, y = explorer.sample
    run = perceptron(X, y)
    for t in range(1, run.n_updates + 1):
        explorer.press("Next in turn")
        assert explorer.mistakes == run.mistakes[:t].tolist()
        assert min(explorer.slack) >= -1e-9
    assert explorer.fact("converged") == "true"
    assert "No mistake left" in explorer.status
    bound = (radius(X) / max_margin(X, y).margin) ** 2
    assert float(explorer.fact("bound")) == pytest.approx(bound)
    assert explorer.root.get_by_role("button", name="Worst").is_disabled()
    explorer.press("Back")
    assert explorer.mistakes == run.mistakes[:-1].tolist()
    explorer.press("Reset")
    assert explorer.mistakes == []


@pytest.mark.thorough
def test_play_ends_and_worst_first_is_the_order_worst(explorer):
    X, y = explorer.sample
    explorer.press("Play")
    expect(explorer.root).to_have_attribute("data-converged", "true")
    assert explorer.mistakes == perceptron(X, y).mistakes.tolist()
    explorer.press("Reset")
    worst = perceptron(X, y, order="worst")
    for _ in range(worst.n_updates):
        explorer.press("Worst")
    assert explorer.mistakes == worst.mistakes.tolist()


def test_a_click_or_a_tap_adds_a_mistake_and_refuses_what_is_right(explorer):
    tap(explorer.page, *explorer.centre(explorer.touch(4)))
    expect(explorer.root).to_have_attribute("data-mistakes", "4")
    tap(explorer.page, *explorer.centre(explorer.touch(4)))
    expect(explorer.root.get_by_role("status")).to_contain_text("Point 4 is right")
    assert explorer.mistakes == [4]


@pytest.mark.thorough
@pytest.mark.parametrize("explorer", ["page"], indirect=True)
def test_dragging_an_example_keeps_what_is_still_a_mistake(explorer):
    """By mouse; that a finger drags as well is chapter 1's test of the same plane."""
    X, y = explorer.sample
    explorer.press("Next in turn")
    x0, y0 = explorer.centre(explorer.touch(3))
    mouse = explorer.page.mouse
    mouse.move(x0, y0)
    mouse.down()
    for k in range(1, 11):
        mouse.move(x0 - 2 * k, y0 + k)
    mouse.up()
    moved, labels = explorer.sample
    assert (moved[3] < X[3]).all() and (np.delete(moved, 3, 0) == np.delete(X, 3, 0)).all()
    assert explorer.mistakes == [0]  # a drag is not a click
    bound = (radius(moved) / max_margin(moved, labels).margin) ** 2
    assert float(explorer.fact("bound")) == pytest.approx(bound)


@pytest.mark.thorough
def test_another_start_and_step_by_keyboard(explorer):
    X, y = explorer.sample
    explorer.root.locator(".ptp-start").focus()
    keys = explorer.page.keyboard
    for key in ("Shift+ArrowLeft", "Shift+ArrowLeft", "ArrowUp"):
        keys.press(key)
    start = [float(value) for value in explorer.fact("start").split()]
    assert start == [-2.0, 0.25]
    explorer.root.get_by_label("Size of a step").select_option("0.5")
    best, R = max_margin(X, y), radius(X)
    run = perceptron(X, y, w_init=np.array(start) / 0.5)
    for _ in range(run.n_updates):
        explorer.press("Next in turn")
        assert min(explorer.slack) >= -1e-9
    assert explorer.mistakes == run.mistakes.tolist()
    cosine = float(np.array(start) @ best.w_star / np.linalg.norm(start))
    most = bounds.updates_from(np.linalg.norm(start) / 0.5, R, best.margin, cosine=cosine)
    assert float(explorer.fact("bound")) == pytest.approx(most)
    explorer.press("Start at 0")
    assert explorer.fact("start") == "0 0" and explorer.mistakes == []


@pytest.mark.thorough
def test_without_a_separator_only_the_length_is_left(explorer):
    explorer.root.locator(".ptx-point").first.focus()
    keys = explorer.page.keyboard
    keys.press("f")
    keys.press("Enter")
    assert explorer.fact("separable") == "false"
    first, second, third, fourth = explorer.slack
    assert first is second is fourth is None and third >= -1e-9
    assert explorer.root.locator(".ptp-lost").count() == 3
    for _ in range(12):
        explorer.press("Next in turn")
    assert len(explorer.mistakes) == 13 and explorer.slack[2] >= -1e-9
    explorer.press("Starting sample")
    assert explorer.fact("separable") == "true"


@pytest.mark.thorough
def test_the_page_holds_it_without_overflow(explorer):
    explorer.press("Nearest tie")
    check_layout(explorer.page, explorer.root)
