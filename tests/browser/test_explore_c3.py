"""The margin explorer of chapter 3 on the built page: by mouse, touch and keyboard, no kernel."""

from __future__ import annotations

import numpy as np
import pytest
from explorer import open_at, tap
from playwright.sync_api import expect
from sets import one_quick

from ptronlib import betas, max_margin, perceptron, radius
from ptronlib.widgets.margins import MARGIN_SAMPLE

PAGE = "book/03_margins.html"
X, Y = np.array(MARGIN_SAMPLE)[:, :2], np.array(MARGIN_SAMPLE)[:, 2]


@pytest.fixture(params=one_quick(["page", "phone"]))
def explorer(request, site):
    page = request.getfixturevalue(request.param)
    return open_at(page, site + PAGE, ".ptm")


def check(root, kind, value):
    """The page shows the run that the library makes."""
    rule = value if kind == "beta" else betas.growing(value, radius(X))
    run = perceptron(X, Y, rule)
    assert root.get_attribute("data-kind") == kind
    assert float(root.get_attribute("data-value")) == value
    assert int(root.get_attribute("data-updates")) == run.n_updates
    assert float(root.get_attribute("data-margin")) == pytest.approx(run.margin)
    assert [float(w) for w in root.get_attribute("data-w").split()] == run.w.tolist()
    share = 100 * run.margin / max_margin(X, Y).margin
    status = root.get_by_role("status").inner_text()
    assert f"{run.n_updates} updates" in status and f"{share:.1f}".removesuffix(".0") in status


@pytest.mark.thorough
def test_sliders_show_the_runs_of_the_library(explorer):
    check(explorer, "beta", 0.0)
    beta = explorer.get_by_role("slider", name="Fixed threshold")
    alpha = explorer.get_by_role("slider", name="Growing threshold")
    for value in (1.5625, 6.25, 0.4375):
        beta.fill(str(value))
        check(explorer, "beta", value)
    alpha.fill("1.75")
    check(explorer, "alpha", 1.75)
    assert explorer.get_by_role("radio", name="Growing threshold").is_checked()
    explorer.get_by_role("radio", name="Fixed threshold").check()
    check(explorer, "beta", 0.4375)
    width = explorer.page.viewport_size["width"]
    for node in explorer.locator("svg, input[type=range], dl").all():
        box = node.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width


def test_the_keyboard_moves_a_slider_by_a_sixteenth(explorer):
    beta = explorer.get_by_role("slider", name="Fixed threshold")
    beta.focus()
    for _ in range(3):
        beta.press("ArrowRight")
    check(explorer, "beta", 0.1875)
    beta.press("End")
    check(explorer, "beta", 6.25)


@pytest.mark.thorough
def test_a_click_or_a_tap_on_the_track_moves_the_slider(explorer):
    alpha = explorer.get_by_role("slider", name="Growing threshold")
    box = alpha.bounding_box()
    tap(explorer.page, box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    expect(explorer).to_have_attribute("data-kind", "alpha")
    check(explorer, "alpha", 1.75)
