"""Print the built book as one PDF: the articles of all pages in one page, which Chromium prints.

Numbers, formulas and figures are those of the site.  A link to another page of the book becomes a
link within the PDF; every id is prefixed with its page's name, so that none occurs twice.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

from playwright.sync_api import sync_playwright

from tools.article import Article
from tools.browser import QUIET, find_browser
from tools.pages import BUILT, pages
from tools.serve import serving

WHOLE = "whole-book.html"  # written beside the pages while it is printed
TARGET = BUILT.parent / "perceptron-book.pdf"
# Lazy pictures come when a reader does; paper has none.
PICTURES = """() => Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.decode();
}))"""
PAGE = """<!DOCTYPE html><html lang="en" data-theme="light"><head><meta charset="utf-8">
<title>The Perceptron Book</title><link rel="stylesheet" href="_static/site.css"><style>
@page { size: A4; margin: 18mm 16mm 20mm; }
body { background: #fff; }
article { break-before: page; max-width: none; font-size: 10.5pt; }
article:first-of-type { break-before: auto; }
h2, h3, h4, figcaption { break-after: avoid; }
figure, .math, .proof.theorem, .proof.definition, pre { break-inside: avoid; }
figure img { max-height: 20cm; }
pre { white-space: pre-wrap; }
details.hide, .copybtn, .toctree-wrapper { display: none !important; }
</style></head><body class="bd-content">%s</body></html>"""


def article(page: str, names: dict[str, str]) -> str:
    """Return the article of a page, its ids and links made fit for the one page."""
    part, own = Article(BUILT / page), names[page]
    part.part_questions(folded=False)
    for node in part.tree.select("script"):
        node.decompose()
    for node in part.tree.select("details.sd-dropdown"):  # folded proofs are printed
        node["open"] = ""
    for node in part.tree.select("a:has(> img)"):  # a link to the picture itself
        node.unwrap()
    for node in part.tree.find_all(id=True):
        node["id"] = f"{own}--{node['id']}"
    part.tree["id"] = own
    for image in part.tree.select("img[src]"):
        image["src"] = urljoin(page, image["src"])
    for link in part.tree.select("a[href]"):
        address, fragment = urldefrag(urljoin(page, link["href"]))
        if name := names.get(unquote(address)):
            link["href"] = f"#{name}--{fragment}" if fragment else f"#{name}"
    return part.html()


def assemble(addresses: list[str]) -> str:
    """Return one page with the articles of all."""
    names = {page: page.removesuffix(".html").replace("/", "-") for page in addresses}
    return PAGE % "\n".join(article(page, names) for page in addresses)


def print_pages(addresses: list[str], target: Path) -> None:
    """Print these pages of the built book, in this order, into one PDF."""
    (BUILT / WHOLE).write_text(assemble(addresses), "utf-8")
    try:
        with serving() as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=list(QUIET))
            page = browser.new_page()
            page.set_default_timeout(0)
            page.goto(site + WHOLE)
            page.evaluate(PICTURES)
            page.pdf(path=str(target), prefer_css_page_size=True, outline=True, tagged=True)
            browser.close()
    finally:
        (BUILT / WHOLE).unlink()


if __name__ == "__main__":
    print_pages(pages(), TARGET)
    print(f"pdf: {TARGET.relative_to(Path.cwd())}, {TARGET.stat().st_size / 2**20:.1f} MiB")
