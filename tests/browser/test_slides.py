"""The slides in a real browser: they ask nobody, typeset, and no slide holds more than it can."""

import threading

import pytest

from tools import slides
from tools.serve import open_server

pytestmark = pytest.mark.thorough
CHAPTERS = [path.stem for path in sorted(slides.NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))]
TURN = """k => {
  const slide = Reveal.getSlides()[k];
  const { h, v } = Reveal.getIndices(slide);
  Reveal.slide(h, v);
  const box = slide.querySelector(".fit");
  const edge = box.getBoundingClientRect();
  const inside = [...box.querySelectorAll("mjx-math, img, pre")].map(
    (node) => node.getBoundingClientRect());
  return {
    name: slide.querySelector("h1, h2, h3").textContent,
    bottom: box.offsetTop + box.scrollHeight,
    over: Math.max(0, ...inside.map(({ right }) => right - edge.right)),
    low: Math.min(720, ...[...box.querySelectorAll("img")].map((img) => img.clientHeight)),
    size: parseFloat(box.style.fontSize || "1"),
    errors: box.querySelectorAll("mjx-merror").length,
    raw: /\\\\\\(|\\$\\$/.test(box.textContent),
  };
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Serve slides made anew, in the place of the book, and return their address."""
    folder = tmp_path_factory.mktemp("slides")
    slides.write(folder)
    server = open_server(0, folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def ready(page):
    page.wait_for_function("window.Reveal && Reveal.isReady()", timeout=60_000)


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_slide_holds_what_is_on_it(page, site, name):
    page.goto(f"{site}{name}.html")
    ready(page)
    total = page.evaluate("Reveal.getTotalSlides()")
    assert total > 20
    for k in range(total):
        slide = page.evaluate(TURN, k)
        assert slide["bottom"] <= 720 and slide["over"] <= 1, slide
        assert slide["low"] >= 300, slide  # a picture is seen from the last row
        assert slide["size"] >= 0.6 and not slide["errors"] and not slide["raw"], slide
