"""The explorer of chapter 2 on the built page: by mouse, touch and keyboard, with no kernel."""

from __future__ import annotations

import re

import numpy as np
import pytest
from layout import check_layout

from ptronlib import bounds, max_margin, perceptron, radius

PAGE = "book/02_convergence.html"
POINT = re.compile(r"point (\d+), label ([+-]1), at \((-?[\d.]+), (-?[\d.]+)\)")


class Explorer:
    """The explorer of the page, as a reader sees it."""

    def __init__(self, page, root):
        self.page, self.root = page, root

    def press(self, name):
        self.root.get_by_role("button", name=name, exact=True).click()

    def fact(self, name):
        return self.root.get_attribute(f"data-{name}")

    @property
    def mistakes(self):
        return [int(i) for i in self.fact("mistakes").split()]

    @property
    def slack(self):
        return [float(value) if value else None for value in self.fact("slack").split(" ")]

    @property
    def sample(self):
        nodes = self.root.locator(".ptx-point").all()
        rows = [POINT.match(node.get_attribute("aria-label")).groups() for node in nodes]
        return np.array([[x, y] for *_, x, y in rows], float), np.array([r[1] for r in rows], float)

    @property
    def status(self):
        return self.root.get_by_role("status").inner_text()

    def centre(self, selector):
        box = self.root.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def point(self, i):
        return f'.ptx-point[data-index="{i}"] .ptx-touch'


@pytest.fixture(params=["page", "phone"])
def explorer(request, site):
    page = request.getfixturevalue(request.param)
    page.goto(site + PAGE)
    root = page.locator(".ptp").first
    root.wait_for(state="visible")
    root.evaluate(
        "node => window.scrollBy({ top: node.getBoundingClientRect().top - 120, "
        "behavior: 'instant' })"
    )
    return Explorer(page, root)


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


def test_play_ends_and_worst_first_is_the_order_worst(explorer):
    X, y = explorer.sample
    explorer.press("Play")
    explorer.page.wait_for_function(
        "node => node.dataset.converged === 'true'",
        arg=explorer.root.element_handle(),
        timeout=60_000,
    )
    assert explorer.mistakes == perceptron(X, y).mistakes.tolist()
    explorer.press("Reset")
    worst = perceptron(X, y, order="worst")
    for _ in range(worst.n_updates):
        explorer.press("Worst")
    assert explorer.mistakes == worst.mistakes.tolist()


def test_a_click_or_a_tap_adds_a_mistake_and_refuses_what_is_right(explorer):
    touch = explorer.page.evaluate("navigator.maxTouchPoints") > 0
    tap = explorer.page.touchscreen.tap if touch else explorer.page.mouse.click
    tap(*explorer.centre(explorer.point(4)))
    assert explorer.mistakes == [4]
    tap(*explorer.centre(explorer.point(4)))
    assert explorer.mistakes == [4]
    assert "Point 4 is right" in explorer.status


@pytest.mark.parametrize("explorer", ["page"], indirect=True)
def test_dragging_an_example_keeps_what_is_still_a_mistake(explorer):
    """By mouse; that a finger drags as well is chapter 1's test of the same plane."""
    X, y = explorer.sample
    explorer.press("Next in turn")
    x0, y0 = explorer.centre(explorer.point(3))
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


def test_the_page_holds_it_without_overflow(explorer):
    explorer.press("Nearest tie")
    check_layout(explorer.page, explorer.root)
