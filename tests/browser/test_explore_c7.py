"""The explorer of chapter 7 on the built page: by mouse, touch and keyboard, no kernel."""

import numpy as np
import pytest
from explorer import open_at, press, tap
from layout import check_layout
from playwright.sync_api import expect
from sets import one_quick

from ptronlib import perceptron
from ptronlib.widgets.compression import COMPRESSION_SAMPLE

PAGE = "book/07_compression.html"
POINTS = np.array(COMPRESSION_SAMPLE)


@pytest.fixture(params=one_quick(["phone", "page"]))
def explorer(request, site):
    page = request.getfixturevalue(request.param)
    return open_at(page, site + PAGE, ".ptx-dropping")


def touch(root, i, dropped):
    """Press example i with the mouse or, where there is one, a finger, and see what is dropped."""
    box = root.locator(".ptx-touch").nth(i).bounding_box()
    tap(root.page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(root).to_have_attribute("data-dropped", dropped)


def facts(root, name):
    return [float(value) for value in root.get_attribute(f"data-{name}").split()]


def expected(dropped):
    kept = np.setdiff1d(np.arange(len(POINTS)), dropped)
    run = perceptron(POINTS[kept, :2], POINTS[kept, 2])
    return run.w.tolist(), kept[run.mistakes].tolist()


def says(root):
    return root.get_by_role("status").inner_text()


def test_a_used_example_matters_and_an_unused_one_does_not(explorer):
    touch(explorer, 9, dropped="9")
    assert (facts(explorer, "w"), facts(explorer, "mistakes")) == expected([9])
    assert explorer.get_attribute("data-same") == "false" and facts(explorer, "wrong") == [9]
    assert "a new w = (3.0625, \u22121.25)" in says(explorer) and "gets 9 wrong" in says(explorer)
    assert explorer.locator(".ptx-crosses line").count() == 4
    check_layout(explorer.page, explorer)
    touch(explorer, 9, dropped="")
    assert explorer.get_attribute("data-same") == "true"
    touch(explorer, 3, dropped="3")
    assert "same w bit for bit" in says(explorer)


@pytest.mark.thorough
def test_the_compression_gives_the_same_w(explorer):
    press(explorer, "Keep only the compression")
    assert facts(explorer, "dropped") == [3, 5, 6, 7, 8, 11]
    assert (facts(explorer, "w"), facts(explorer, "mistakes")) == expected([])
    assert "same w bit for bit" in says(explorer)
    assert explorer.locator(".ptx-last").count() == 6
    press(explorer, "Drop one that was never used")
    assert "none is left to drop" in says(explorer) and len(facts(explorer, "dropped")) == 6
    press(explorer, "Keep all")
    press(explorer, "Drop one that was never used")
    assert facts(explorer, "dropped") == [3]
    check_layout(explorer.page, explorer)


@pytest.mark.thorough
def test_the_keyboard_drops_and_restores(explorer):
    point = explorer.locator(".ptx-point").nth(10)
    point.press("Enter")
    assert point.get_attribute("aria-pressed") == "true" and facts(explorer, "dropped") == [10]
    assert (facts(explorer, "w"), facts(explorer, "mistakes")) == expected([10])
    point.press(" ")
    assert point.get_attribute("aria-pressed") == "false" and facts(explorer, "dropped") == []
    for i in range(len(POINTS)):
        explorer.locator(".ptx-point").nth(i).press("Enter")
    assert facts(explorer, "w") == [0, 0] and "Nothing is kept" in says(explorer)
    check_layout(explorer.page, explorer)
