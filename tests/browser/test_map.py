"""The map of the book by mouse, touch and keyboard, on a laptop and on a phone."""

import pytest

WIDE = """() => [...document.querySelectorAll(".map-node")].filter(node => {
    const outer = node.querySelector("rect").getBBox();
    return [...node.querySelectorAll("text")].map(text => text.getBBox()).some(inner =>
        inner.x < outer.x + 2 || inner.x + inner.width > outer.x + outer.width - 2
        || inner.y < outer.y || inner.y + inner.height > outer.y + outer.height);
}).map(node => node.textContent)"""
WIDTHS = """() => [".book-map-box", ".book-map"].map(
    selector => document.querySelector(selector).getBoundingClientRect().width)"""


def marked(page, kind: str) -> set[tuple[str, str]]:
    """Return the lines of one kind that stand out, as pairs from ground to heir."""
    ends = "lines => lines.map(line => [line.dataset.from, line.dataset.to])"
    return set(map(tuple, page.eval_on_selector_all(f".map-use.{kind}", ends)))


def box(page, label):
    return page.locator(f'.map-node[data-label="{label}"]')


@pytest.mark.thorough
def test_titles_fit_and_a_phone_scrolls_the_picture_in_its_box(device, site):
    device.goto(site + "book/map.html")
    frame, picture = device.evaluate(WIDTHS)
    assert (picture > frame) == (device.viewport_size["width"] < 500)
    assert device.evaluate(WIDE) == []


def test_a_tap_leads_to_the_theorem(phone, site):
    phone.goto(site + "book/map.html")
    box(phone, "thm-c9-game").tap()
    phone.wait_for_url("**/09_separation_games.html#thm-c9-game")


@pytest.mark.thorough
def test_the_focus_highlights_and_the_enter_key_opens(page, site):
    page.goto(site + "book/map.html")
    box(page, "thm-c7-loo").focus()
    assert marked(page, "map-below") == {
        ("thm-c7-compress", "thm-c7-loo"),
        ("thm-novikoff", "thm-c7-loo"),
    }
    assert marked(page, "map-above") == set()
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.dataset.label") != "thm-c7-loo"
    assert ("thm-novikoff", "thm-c7-loo") not in marked(page, "map-below")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/07_compression.html#thm-c7-loo")


@pytest.mark.thorough
def test_the_pointer_highlights_and_leaves_no_trace(page, site):
    page.goto(site + "book/map.html")
    box(page, "thm-c6-cover").hover()
    assert marked(page, "map-above") == {("thm-c6-cover", "cor-c6-consequences")}
    assert ("lem-c6-both", "thm-c6-cover") in marked(page, "map-below")
    page.mouse.move(2, 2)
    assert not marked(page, "map-above") | marked(page, "map-below")
    assert page.locator(".map-active, .map-on").count() == 0
