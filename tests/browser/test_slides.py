"""The slides in a real browser: nothing of a chapter is lost, and no slide holds too much."""

import pytest
from bs4 import BeautifulSoup

from tools import slides
from tools.serve import serving

pytestmark = pytest.mark.thorough
TURN = """k => {
  const slide = Reveal.getSlides()[k];
  const { h, v } = Reveal.getIndices(slide);
  Reveal.slide(h, v);
  const edge = slide.getBoundingClientRect();
  const scale = Reveal.getScale();
  const inside = [...slide.querySelectorAll(":scope > :not(.notes), img, pre, mjx-math")]
    .map((node) => node.getBoundingClientRect()).filter(({ height }) => height);
  return {
    name: slide.querySelector("h1, h2, h3").textContent,
    bottom: Math.max(...inside.map(({ bottom }) => bottom - edge.top)) / scale,
    over: Math.max(...inside.map(({ right }) => right - edge.right)) / scale,
    bare: slide.children.length < 2,
  };
}"""


@pytest.fixture(scope="module")
def pages():
    return slides.write()


@pytest.fixture(scope="module")
def site(pages):
    """Serve the slides, with the book beside them, and return their address."""
    with serving(slides.TARGET.parent) as address:
        yield address


@pytest.mark.parametrize("k", range(10))
def test_every_slide_holds_what_is_on_it(page, site, pages, k):
    page.goto(f"{site}slides/{pages[k].name}")
    page.wait_for_function("window.Reveal && Reveal.isReady()", timeout=60_000)
    total = page.evaluate("Reveal.getTotalSlides()")
    assert total > 20
    found = [page.evaluate(TURN, k) for k in range(total)]
    too_much = [slide for slide in found if slide["bottom"] > 720 or slide["over"] > 2]
    assert too_much == []


def without_questions(article):
    soup = BeautifulSoup(article, "html.parser")
    for questions in soup.select("div.questions"):
        questions.decompose()
    return str(soup)


def test_nothing_of_a_chapter_is_lost(pages):
    for page, made in zip(slides.chapters(), pages, strict=True):
        html, text = page.read_text("utf-8"), made.read_text("utf-8")
        article = html[html.index("<article") : html.index("</article>")]
        article = without_questions(article)  # they are for the page
        for words in ("<mjx-container", '<div class="proof', "<figcaption", "<h3>", "<summary "):
            assert text.count(words) == article.count(words), (page, words)
