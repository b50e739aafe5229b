"""Proofs fold, and references show what they refer to: by mouse and by keyboard."""

import re

import pytest
from test_site import lay_out

pytestmark = pytest.mark.thorough
PAGE = "book/07_compression.html"


@pytest.fixture
def chapter(page, site):
    page.goto(site + PAGE)
    lay_out(page)  # nothing moves any more
    return page


def reference(page, selector):
    link = page.locator(f"article a.reference.internal{selector}").first
    link.evaluate("node => node.scrollIntoView({ behavior: 'instant', block: 'center' })")
    return link


def test_a_proof_folds_and_a_link_into_it_opens_it(chapter):
    proof = chapter.locator("div.proof:has(#equation-eq-c7-swap)")
    button = proof.locator(".proof-fold")
    formula = chapter.locator("#equation-eq-c7-swap")
    assert formula.is_visible() and button.get_attribute("aria-expanded") == "true"
    button.click()
    assert not formula.is_visible() and button.get_attribute("aria-expanded") == "false"
    button.press("Enter")
    assert formula.is_visible()
    button.click()
    chapter.evaluate("location.hash = '#equation-eq-c7-swap'")
    formula.wait_for(state="visible")
    button.click()
    chapter.emulate_media(media="print")
    assert formula.is_visible() and not button.is_visible()


@pytest.mark.parametrize(
    ("selector", "says"),
    [
        ("[href='#thm-c7-consistent']", r"Theorem 7\.\d+ \(No errors on the sample\)"),
        ("[href='#equation-eq-c7-sets']", r"^\(7\.\d+\)"),
        ("[href='#fig-c7-loo']", "Fig. 7.2"),
        ("[href*='bibliography.html#']", r"\d{4}\.$"),
    ],
)
def test_a_reference_shows_what_it_refers_to(chapter, selector, says):
    link = reference(chapter, selector)
    link.hover()
    preview = chapter.locator(".preview.preview-placed")
    preview.wait_for()
    assert re.search(says, preview.inner_text())
    box, size = preview.bounding_box(), chapter.viewport_size
    assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    assert preview.locator("[id]").count() == 0 and link.get_attribute("aria-describedby")
    chapter.keyboard.press("Escape")
    assert chapter.locator(".preview").count() == 0


def test_the_keyboard_opens_a_preview_from_another_page(chapter, site):
    chapter.goto(site + "book/errata.html")
    lay_out(chapter)
    link = chapter.locator("article a.reference.internal[href*='#thm-']:visible").first
    link.focus()
    chapter.keyboard.press("Shift+Tab")
    chapter.keyboard.press("Tab")
    preview = chapter.locator(".preview.preview-placed")
    preview.wait_for()
    assert "Theorem" in preview.inner_text()
    assert preview.locator("mjx-container").count() > 0
    of = preview.get_attribute("data-of")
    chapter.keyboard.press("Tab")
    chapter.wait_for_function(
        "of => document.querySelector('.preview-placed')?.dataset.of !== of", arg=of
    )


def test_no_preview_for_a_finger(phone, site):
    phone.goto(site + PAGE)
    lay_out(phone)  # a finger would miss what still moves
    phone.clock.install()
    reference(phone, "[href='#thm-c7-consistent']").tap()
    phone.wait_for_url("**#thm-c7-consistent")
    phone.clock.run_for(1000)  # of the page's milliseconds; for a mouse there is one after 250
    assert phone.locator(".preview").count() == 0
