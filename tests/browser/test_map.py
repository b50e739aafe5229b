"""The map of the book by mouse, touch and keyboard, on a laptop and on a phone."""

import pytest


def marked(page, kind: str) -> set[str]:
    """Return the labels of the boxes that stand out in one way."""
    labels = "boxes => boxes.map(box => box.id.slice(4))"
    return set(page.eval_on_selector_all(f".book-map .{kind}", labels))


def box(page, label):
    return page.locator(f"#map-{label}")


def test_a_tap_leads_to_the_theorem(phone, site):
    phone.goto(site + "book/map.html")
    box(phone, "thm-c9-game").locator("a").first.tap()
    phone.wait_for_url("**/09_separation_games.html#thm-c9-game")


@pytest.mark.thorough
def test_focus_and_pointer_mark_and_the_enter_key_opens(page, site):
    page.goto(site + "book/map.html")
    link = box(page, "thm-c7-loo").locator("a").first
    link.focus()
    assert marked(page, "map-below") == {"thm-c7-compress", "thm-novikoff"}
    box(page, "thm-c6-cover").hover()
    assert marked(page, "map-above") == {
        "cor-c6-consequences",
        "prop-c6-vc",
        "thm-c6-uniform",
    }
    assert "lem-c6-both" in marked(page, "map-below")
    page.mouse.move(2, 2)
    assert marked(page, "map-on") == {"thm-c7-loo"}
    link.press("Enter")
    page.wait_for_url("**/07_compression.html#thm-c7-loo")
