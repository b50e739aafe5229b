"""The map of the book by mouse, touch and keyboard, on a laptop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


def marked(page, kind: str) -> set[tuple[str, str]]:
    """Return the lines of one kind that stand out, as pairs from ground to heir."""
    return set(
        map(
            tuple,
            page.eval_on_selector_all(
                f".map-use.{kind}", "lines => lines.map(l => [l.dataset.from, l.dataset.to])"
            ),
        )
    )


def box(page, label):
    return page.locator(f'.map-node[data-label="{label}"]')


@pytest.mark.thorough
@pytest.mark.parametrize("device", ["page", "phone"])
def test_the_page_does_not_scroll_sideways(request, site, device):
    page = request.getfixturevalue(device)
    page.goto(site + "book/map.html")
    width, inner = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= inner
    box_width, picture = page.evaluate(
        "[document.querySelector('.book-map-box').clientWidth,"
        " document.querySelector('.book-map').getBoundingClientRect().width]"
    )
    # On a phone the picture keeps a legible size, and scrolls in its own box.
    assert picture > box_width if device == "phone" else picture <= box_width


@pytest.mark.thorough
@pytest.mark.parametrize("device", ["page", "phone"])
def test_titles_fit_in_their_boxes(request, site, device):
    page = request.getfixturevalue(device)
    page.goto(site + "book/map.html")
    wide = page.eval_on_selector_all(
        ".map-node",
        """boxes => boxes.filter(b => [...b.querySelectorAll("text")].some(t => {
          const inner = t.getBBox(), outer = b.querySelector("rect").getBBox();
          return inner.x < outer.x + 2 || inner.x + inner.width > outer.x + outer.width - 2
            || inner.y < outer.y || inner.y + inner.height > outer.y + outer.height;
        })).map(b => b.textContent)""",
    )
    assert wide == []


@pytest.mark.thorough
def test_a_click_leads_to_the_theorem(page, site):
    page.goto(site + "book/map.html")
    box(page, "thm-c6-cover").click()
    page.wait_for_url("**/06_cover.html#thm-c6-cover")
    expect(page.locator("#thm-c6-cover")).to_contain_text("Cover")


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


@pytest.mark.thorough
def test_the_map_works_without_scripts(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + "book/map.html")
    box(page, "thm-novikoff").click()
    page.wait_for_url("**/01_perceptron.html#thm-novikoff")
    context.close()
