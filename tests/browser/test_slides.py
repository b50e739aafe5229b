"""The slides in a real browser: each holds what is on it, has one idea, and comes bit by bit."""

import os
import re
import shutil

import pytest

from tools import slides
from tools.serve import serving

pytestmark = pytest.mark.thorough
MOST = 50  # words beside formulas and captions; a sentence is not cut
WHOLE = 90  # words of a statement or an exercise, which is not cut either
LOOK = """() => Reveal.getSlides().map((slide, k) => {
  const { h, v } = Reveal.getIndices(slide);
  Reveal.slide(h, v, 99); // with all that comes one by one
  const edge = slide.getBoundingClientRect();
  const scale = Reveal.getScale();
  const shown = [...slide.querySelectorAll(".block")];
  const parts = ":scope > :not(.notes), img, pre, mjx-math, table, .ptx";
  const inside = [...slide.querySelectorAll(parts)]
    .map((node) => node.getBoundingClientRect()).filter(({ height }) => height);
  const said = (node, without) => {
    const copy = node.cloneNode(true);
    copy.querySelectorAll(`mjx-container, .notes, .eqno, ${without}`).forEach((it) => it.remove());
    return (copy.textContent.match(/\\S*[\\p{L}\\d]\\S*/gu) ?? []).length;
  };
  const whole = ".statement, .exercise";
  const counted = shown.map((block) => block.matches(whole) ? 0 :
    said(block, "pre, table, figcaption, .live, .widget-subarea"));
  return {
    name: `${k + 1}: ${slide.querySelector("h1, h2").textContent}`,
    kinds: shown.map((block) => block.dataset.kind),
    bottom: Math.max(...inside.map(({ bottom }) => bottom - edge.top)) / scale,
    over: Math.max(...inside.map(({ right }) => right - edge.right)) / scale,
    words: counted.reduce((sum, one) => sum + one, 0),
    whole: shown.filter((block) => block.matches(whole)).map((block) => said(block, "none")),
    pictures: [...slide.querySelectorAll(".figure img")].map((image) => {
      const { width, height } = image.getBoundingClientRect();
      const { naturalWidth: w, naturalHeight: h } = image;
      return (Math.min(width / w, height / h) / scale) ** 2 * w * h / (1280 * 720);
    }),
    coming: slide.querySelectorAll(".fragment").length,
    folds: slide.querySelectorAll(":scope > :not(.notes) details:not(.live details)").length,
    notes: slide.querySelectorAll(".notes").length,
  };
})"""
STARTED = "document.querySelector('html.started')"
THERE = "[...document.querySelectorAll('.live > div')].every((box) => box.querySelector('details'))"
DRAWN = "[...document.querySelectorAll('.live > div')].every((box) => box.dataset.fitted)"


@pytest.fixture(scope="module")
def pages():
    """Write the decks where no other worker does, beside the book whose pictures they show."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "here")
    target = slides.TARGET.with_name(f"slides-{worker}")
    yield slides.write(target)
    shutil.rmtree(target)


@pytest.fixture(scope="module")
def site(pages):
    """Serve the slides, with the book beside them, and return their address."""
    with serving(slides.TARGET.parent) as address:
        yield address


def at(site, deck):
    return f"{site}{deck.parent.name}/{deck.name}"


def opened(page, address):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(address)
    page.wait_for_function(STARTED, timeout=60_000)


@pytest.mark.parametrize("k", range(10))
def test_every_slide_holds_what_is_on_it(page, site, pages, k):
    opened(page, at(site, pages[k]))
    page.wait_for_function(THERE)
    wanted = pages[k].read_text("utf-8")
    found = page.evaluate(LOOK)
    assert len(found) > 40
    assert [slide for slide in found if slide["bottom"] > 720 or slide["over"] > 2] == []
    assert [slide for slide in found if slide["words"] > MOST] == []
    assert [slide for slide in found if max(slide["whole"], default=0) > WHOLE] == []
    nearly_empty = [
        slide for slide in found[1:] if slide["bottom"] < 180 or not slide["kinds"]
    ]  # of 720, with a heading of 90
    assert nearly_empty == []
    assert [slide for slide in found if min(slide["pictures"], default=1) < 0.2] == []
    assert [slide for slide in found if slide["folds"] or slide["notes"] > 1] == []
    # Of a proof, a list and an output the first may be there at once.
    for slide in found:
        kinds = slide["kinds"]
        come = sum(kind in ("step", "item", "output") for kind in kinds)
        assert slide["coming"] >= come - (kinds[:1] in (["step"], ["item"], ["output"]))
    # Nothing is lost between the sections and the slides but what may be left to the speaker.
    kept = [kind for slide in found for kind in slide["kinds"]]
    for kind in ("statement", "exercise", "figure", "live", "step", "item", "code", "table"):
        assert kept.count(kind) == wanted.count(f'data-kind="{kind}"'), kind
    needed = wanted.count('data-kind="text"') - wanted.count(" data-free")
    assert kept.count("text") >= needed


def find(page, selector):
    """Turn to the first slide that has this, at its beginning."""
    page.evaluate(
        """selector => {
          const slide = document.querySelector(selector).closest("section");
          const { h, v } = Reveal.getIndices(slide);
          Reveal.slide(h, v, -1);
        }""",
        selector,
    )


def test_the_keyboard_brings_a_proof_step_by_step(page, site, pages):
    opened(page, at(site, pages[0]))
    find(page, ".step ~ .step")
    here = page.evaluate("JSON.stringify(Reveal.getIndices())")
    steps = page.locator("section.present > section.present .step.fragment")
    assert (
        steps.count()
        and page.locator("section.present > section.present .step.fragment.visible").count() == 0
    )
    for k in range(steps.count()):
        page.keyboard.press("Space")
        assert (
            page.locator("section.present > section.present .step.fragment.visible").count()
            == k + 1
        )
    page.keyboard.press("Space")
    assert page.evaluate("JSON.stringify(Reveal.getIndices())") != here


def test_an_interactive_runs_in_its_slide_and_keeps_its_keys(page, site, pages):
    opened(page, at(site, pages[0]))
    find(page, ".live")
    step = page.locator("section.present > section.present .live").get_by_role(
        "button", name="Step", exact=True
    )
    step.click()
    here = page.evaluate("JSON.stringify(Reveal.getIndices())")
    facts = page.locator("section.present > section.present .live .ptx").inner_text()
    step.press("Enter")
    assert page.locator("section.present > section.present .live .ptx").inner_text() != facts
    page.keyboard.press("ArrowRight")
    assert page.evaluate("JSON.stringify(Reveal.getIndices())") == here
    page.keyboard.press("PageDown")  # of a presenter's remote
    assert page.evaluate("JSON.stringify(Reveal.getIndices())") != here


def test_the_notes_are_those_of_the_slide(page, site, pages):
    opened(page, at(site, pages[0]))
    told = page.evaluate(
        """() => Reveal.getSlides().filter((slide) => slide.querySelector(".exercise"))
          .map((slide) => {
            const notes = document.createElement("div");
            notes.innerHTML = Reveal.getSlideNotes(slide);
            return [slide.querySelector(".exercise").textContent, notes.textContent];
          })"""
    )
    assert len(told) >= 12
    for k, (exercise, notes) in enumerate(told, 1):
        assert f"Exercise 1.{k} " in f"{' '.join(exercise.split())} "
        assert re.findall(r"Solution to\s+Exercise\s+1\.(\d+)", notes) == [str(k)]


def test_print_shows_every_step_and_a_page_for_each_slide(page, site, pages):
    opened(page, at(site, pages[0]))
    total = page.evaluate("Reveal.getTotalSlides()")
    opened(page, at(site, pages[0]) + "?print-pdf")
    page.wait_for_function("document.querySelector('.pdf-page')")
    assert page.locator(".pdf-page").count() == total
    hidden = page.evaluate(
        """() => [...document.querySelectorAll(".fragment")]
          .filter((node) => getComputedStyle(node).opacity !== "1"
            || getComputedStyle(node).visibility !== "visible").length"""
    )
    assert page.locator(".fragment").count() > 20 and hidden == 0
    page.wait_for_function(DRAWN)
