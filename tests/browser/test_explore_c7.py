"""The explorer of chapter 7 on the built page: by mouse, touch and keyboard, no kernel."""

import numpy as np
import pytest
from layout import check_layout

from ptronlib import perceptron
from ptronlib.widgets import COMPRESSION_SAMPLE

PAGE = "book/07_compression.html"
POINTS = np.array(COMPRESSION_SAMPLE)


@pytest.fixture(params=["page", "phone"])
def explorer(request, site):
    page = request.getfixturevalue(request.param)
    page.goto(site + PAGE)
    root = page.locator(".ptx-dropping")
    root.wait_for(state="visible")
    root.locator(".ptx-plane").evaluate(
        "node => window.scrollBy({ top: node.getBoundingClientRect().top - 90, "
        "behavior: 'instant' })"
    )
    return root


def press(root, name):
    root.get_by_role("button", name=name, exact=True).click()


def touch(root, i):
    """Press example i with the mouse or, where there is one, a finger."""
    box = root.locator(".ptx-touch").nth(i).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone = root.page.evaluate("navigator.maxTouchPoints") > 0
    (root.page.touchscreen.tap if phone else root.page.mouse.click)(x, y)


def fact(root, name):
    return [float(value) for value in root.get_attribute(f"data-{name}").split()]


def expected(dropped):
    kept = np.setdiff1d(np.arange(len(POINTS)), dropped)
    run = perceptron(POINTS[kept, :2], POINTS[kept, 2])
    return run.w.tolist(), kept[run.mistakes].tolist()


def says(root):
    return root.get_by_role("status").inner_text()


def test_a_used_example_matters_and_an_unused_one_does_not(explorer):
    touch(explorer, 9)
    assert (fact(explorer, "w"), fact(explorer, "mistakes")) == expected([9])
    assert explorer.get_attribute("data-same") == "false" and fact(explorer, "wrong") == [9]
    assert "a new w = (3.0625, \u22121.25)" in says(explorer) and "gets 9 wrong" in says(explorer)
    assert explorer.locator(".ptx-crosses line").count() == 4
    check_layout(explorer.page, explorer)
    touch(explorer, 9)
    assert fact(explorer, "dropped") == [] and explorer.get_attribute("data-same") == "true"
    touch(explorer, 3)
    assert fact(explorer, "dropped") == [3] and "same w bit for bit" in says(explorer)


def test_the_compression_gives_the_same_w(explorer):
    press(explorer, "Keep only the compression")
    assert fact(explorer, "dropped") == [3, 5, 6, 7, 8, 11]
    assert (fact(explorer, "w"), fact(explorer, "mistakes")) == expected([])
    assert "same w bit for bit" in says(explorer)
    assert explorer.locator(".ptx-last").count() == 6
    press(explorer, "Drop one that was never used")
    assert "none is left to drop" in says(explorer) and len(fact(explorer, "dropped")) == 6
    press(explorer, "Keep all")
    press(explorer, "Drop one that was never used")
    assert fact(explorer, "dropped") == [3]
    check_layout(explorer.page, explorer)


def test_the_keyboard_drops_and_restores(explorer):
    point = explorer.locator(".ptx-point").nth(10)
    point.press("Enter")
    assert point.get_attribute("aria-pressed") == "true" and fact(explorer, "dropped") == [10]
    assert (fact(explorer, "w"), fact(explorer, "mistakes")) == expected([10])
    point.press(" ")
    assert point.get_attribute("aria-pressed") == "false" and fact(explorer, "dropped") == []
    for i in range(len(POINTS)):
        explorer.locator(".ptx-point").nth(i).press("Enter")
    assert fact(explorer, "w") == [0, 0] and "Nothing is kept" in says(explorer)
    check_layout(explorer.page, explorer)
