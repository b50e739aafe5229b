"""The explorers of chapter 6 on the built page: mouse and keyboard, screen and phone."""

import pytest
from explorer import SCROLL
from sets import one_quick

PAGE = "book/06_cover.html"


@pytest.fixture(params=one_quick(["page", "phone"]))
def reader(request, site):
    page = request.getfixturevalue(request.param)
    page.goto(site + PAGE)
    page.locator(".ptx-counting").nth(1).wait_for()
    return page


def test_moving_a_point_changes_the_count(reader):
    curve, count = (reader.locator(".ptx-counting").nth(k) for k in range(2))
    if curve.locator("input").count() == 0:
        curve, count = count, curve
    assert count.get_attribute("data-count") == count.get_attribute("data-cover") == "32"
    count.evaluate(SCROLL)
    count.get_by_role("button", name="Add point").click()
    assert count.get_attribute("data-cover") == "44"
    count.get_by_role("button", name="Starting points").click()
    point, target = (count.locator(".ptx-point").nth(k) for k in (5, 0))
    target.scroll_into_view_if_needed()
    here, there = (p.locator(".ptx-touch").bounding_box() for p in (point, target))
    reader.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    reader.mouse.down()
    reader.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=5)
    reader.mouse.up()
    assert count.get_attribute("data-count") == "22"  # coincides: nothing is added
    assert "coincide" in count.get_by_role("status").inner_text()
    point.press("Shift+ArrowDown")
    assert int(count.get_attribute("data-count")) > 22


def test_sliding_along_the_curve(reader):
    slider = reader.get_by_role("slider", name="points, P")
    root = reader.locator(".ptx-counting", has=slider)
    assert float(root.get_attribute("data-share")) == pytest.approx(0.5)
    slider.press("ArrowLeft")
    assert 0.5 < float(root.get_attribute("data-share")) < 0.6
    assert root.get_attribute("data-count") != str(2**39)
