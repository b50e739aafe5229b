"""The cosine explorer of chapter 5 on the built page: by mouse, touch and keyboard, no kernel."""

from __future__ import annotations

import re

import numpy as np
import pytest
from explorer import fact, open_at, press, tap
from playwright.sync_api import expect
from sets import one_quick

from ptronlib import cosine_perceptron
from ptronlib.widgets.cosine import COSINE_START

PAGE = "book/05_cosine.html"
POINTS = np.array(COSINE_START)


@pytest.fixture(params=one_quick(["page", "phone"]))
def explorer(request, site):
    page = request.getfixturevalue(request.param)
    return open_at(page, site + PAGE, ".ptx-cosine")


def expected(angle, sigma=0.25):
    start = [np.cos(np.radians(angle)), np.sin(np.radians(angle))]
    return cosine_perceptron(POINTS[:, :2], POINTS[:, 2], sigma, w_init=start)


def test_steps_are_the_mistakes_of_the_library(explorer):
    run = expected(168)
    for t in range(1, run.n_updates + 1):
        press(explorer, "Step")
        assert fact(explorer, "mistakes").split() == [str(i) for i in run.mistakes[:t]]
        assert float(fact(explorer, "length")) == pytest.approx(run.norms[t], abs=1e-12)
    assert fact(explorer, "converged") == "false"
    press(explorer, "Step")
    assert fact(explorer, "converged") == "true" and fact(explorer, "wrong") == "2"
    assert "all of them in the wedge" in explorer.get_by_role("status").inner_text()
    press(explorer, "Back")
    assert fact(explorer, "converged") == "false"
    press(explorer, "Reset")
    assert fact(explorer, "updates") == "0"


@pytest.mark.thorough
def test_two_points_go_on_for_ever(explorer):
    press(explorer, "Two points")
    assert fact(explorer, "bound") == "Infinity"
    for _ in range(41):
        press(explorer, "Step")
    assert fact(explorer, "updates") == "40" and fact(explorer, "converged") == "false"
    assert "go on for ever" in explorer.get_by_role("status").inner_text()
    assert 0 < float(fact(explorer, "length")) < 1e-11
    press(explorer, "Starting sample")
    assert explorer.locator(".ptx-point").count() == len(POINTS)


@pytest.mark.thorough
def test_the_keyboard_sets_threshold_and_start(explorer):
    threshold = explorer.get_by_label("threshold")
    threshold.focus()
    explorer.page.keyboard.press("ArrowRight")
    assert explorer.locator(".ptx-reading").first.inner_text() == "0.3"
    explorer.get_by_label("start at").focus()
    explorer.page.keyboard.press("ArrowLeft")
    run = expected(167, 0.3)
    for _ in range(run.n_updates + 1):
        press(explorer, "Step")
    assert fact(explorer, "mistakes").split() == [str(i) for i in run.mistakes]
    assert fact(explorer, "converged") == "true"


@pytest.mark.thorough
def test_a_click_starts_w_there_and_a_drag_moves_a_point(explorer):
    page, box = explorer.page, explorer.locator(".ptx-plane").bounding_box()
    tap(page, box["x"] + 0.5 * box["width"], box["y"] + 0.93 * box["height"])
    angle = explorer.locator(".ptx-reading").last
    expect(angle).to_have_text(re.compile("26[4-9]°|27[0-6]°"))  # the plane snaps to sixteenths
    point = explorer.locator(".ptx-point").first
    before = point.get_attribute("aria-label")
    point.focus()
    page.keyboard.press("ArrowUp")
    assert point.get_attribute("aria-label") != before
    assert "Moved point 0" in explorer.get_by_role("status").inner_text()


@pytest.mark.thorough
def test_play_ends_by_itself(explorer):
    press(explorer, "Play")
    expect(explorer).to_have_attribute("data-converged", "true")
    explorer.get_by_role("button", name="Play").wait_for()


@pytest.mark.thorough
def test_the_page_holds_it_without_overflow(explorer):
    page = explorer.page
    press(explorer, "Step")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    small = explorer.evaluate(
        """root => [...root.querySelectorAll("button, label, .ptx-touch")]
             .map((node) => node.getBoundingClientRect())
             .filter(({ width, height }) => Math.min(width, height) < 24).length"""
    )
    assert small == 0
