"""The explorer of chapter 9 on the built page, with no kernel: keys, mouse or touch, the slider."""

from __future__ import annotations

import re

import numpy as np
import pytest
from explorer import open_at
from sets import one_quick

from ptronlib.separation import Close, Wall, separate_hulls

CORNER = re.compile(r"corner \d+ of ([KL]), at \((-?[\d.]+), (-?[\d.]+)\)")


@pytest.fixture(params=one_quick(["page", "phone"]))
def explorer(request, site):
    page = request.getfixturevalue(request.param)
    return page, open_at(page, site + "book/09_separation_games.html", ".ptx-hulls")


def check(root):
    """The picture's answer is the library's, for the corners that a screen reader is told."""
    labels = [node.get_attribute("aria-label") for node in root.locator(".ptx-point").all()]
    rows = [CORNER.match(label).groups() for label in labels]
    P, Q = (np.array([[float(x), float(y)] for k, x, y in rows if k == name]) for name in "KL")
    found = separate_hulls(P, Q, float(root.get_attribute("data-eps")))
    assert root.get_attribute("data-kind") == type(found).__name__
    assert int(root.get_attribute("data-updates")) == found.n_updates
    value, name = (found.gap, "gap") if isinstance(found, Wall) else (found.distance, "distance")
    assert float(root.get_attribute(f"data-{name}")) == pytest.approx(value, rel=1e-12)
    return type(found)


def test_keys_and_slider(explorer):
    _, root = explorer
    assert check(root) is Wall
    corner = root.locator(".ptx-point").nth(1)
    corner.focus()
    for _ in range(4):
        corner.press("ArrowRight")
    assert check(root) is Close
    root.get_by_role("slider").fill("4")
    check(root)
    root.get_by_role("button", name="Start again").click()
    assert check(root) is Wall


@pytest.mark.thorough
def test_a_corner_can_be_dragged(explorer):
    page, root = explorer
    corner = root.locator(".ptx-point").nth(1)
    before = corner.get_attribute("aria-label")
    box = corner.locator(".ptx-touch").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 30, steps=4)
    page.mouse.up()
    assert corner.get_attribute("aria-label") != before
    check(root)
