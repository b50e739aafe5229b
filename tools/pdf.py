"""Print the built book as one PDF: the articles of all pages in one page, which Chromium prints.

Numbers, formulas and figures are those of the site.  A link to another page of the book becomes a
link within the PDF; every id is prefixed with its page's name, so that none occurs twice.
"""

from __future__ import annotations

import threading
from pathlib import Path
from posixpath import dirname, normpath
from posixpath import join as join_path
from urllib.parse import unquote

from bs4 import BeautifulSoup
from playwright.sync_api import sync_playwright

from tools.browser import QUIET, find_browser
from tools.pages import BUILT, pages
from tools.serve import open_server

WHOLE = "whole-book.html"  # written beside the pages while it is printed
TARGET = BUILT.parent / "perceptron-book.pdf"
UNPRINTABLE = "script[type*=widget], .headerlink, .toctree-wrapper, .prev-next-footer, .run-here"
# Lazy pictures come when a reader does; paper has none.
PICTURES = """() => Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.decode();
}))"""
STYLE = """
@page { size: A4; margin: 18mm 16mm 20mm; }
body { background: #fff; }
article { break-before: page; max-width: none; font-size: 10.5pt; }
article:first-of-type { break-before: auto; }
h2, h3, h4, figcaption { break-after: avoid; }
figure, .math, .proof.theorem, .proof.definition, pre { break-inside: avoid; }
figure img { max-height: 20cm; }
pre { white-space: pre-wrap; }
details.hide, .copybtn, .ptx { display: none !important; }
"""


def article(page: str, html: str, names: dict[str, str]) -> str:
    """Return the article of a page, its ids and links made fit for the one page."""
    soup = BeautifulSoup(html, "html.parser").find("article")
    for node in soup.select(UNPRINTABLE):
        node.decompose()
    for node in soup.find_all("details", "sd-dropdown"):  # folded proofs are printed
        node["open"] = ""
    for node in soup.select("a:has(> img)"):  # a link to the picture itself
        node.unwrap()
    own = names[page]
    for node in soup.find_all(id=True):
        node["id"] = f"{own}--{node['id']}"
    soup["id"] = own
    folder = dirname(page)
    for image in soup.find_all("img", src=True):
        if not image["src"].startswith("data:"):
            image["src"] = normpath(join_path(folder, image["src"]))
    for link in soup.find_all("a", href=True):
        link["href"] = local(link["href"], page, names)
    return str(soup)


def local(href: str, page: str, names: dict[str, str]) -> str:
    """Return the address within the one page, if it is one of the book; else as it is."""
    if "://" in href or href.startswith("mailto:"):
        return href
    address, _, fragment = href.partition("#")
    target = normpath(join_path(dirname(page), unquote(address))) if address else page
    if target not in names:
        return href
    return f"#{names[target]}--{fragment}" if fragment else f"#{names[target]}"


def assemble(addresses: list[str]) -> str:
    """Return one page with the head of the first page and the articles of all."""
    missing = [page for page in addresses if not (BUILT / page).is_file()]
    if missing:
        raise SystemExit(f"pdf: {missing[0]} has not been built. Run: make book")
    names = {page: page.removesuffix(".html").replace("/", "-") for page in addresses}
    head = BeautifulSoup((BUILT / addresses[0]).read_text("utf-8"), "html.parser").head
    for node in head.select("meta[http-equiv], script"):
        node.decompose()
    for node in head.select("[href], [src]"):
        key = "href" if node.has_attr("href") else "src"
        if not node[key].startswith(("http", "data:")):
            node[key] = normpath(join_path(dirname(addresses[0]), node[key]))
    articles = [article(page, (BUILT / page).read_text("utf-8"), names) for page in addresses]
    body = "\n".join(articles)
    return (
        f'<!DOCTYPE html><html lang="en" data-theme="light">{str(head)}<style>{STYLE}</style>'
        f'<body class="bd-content">{body}</body></html>'
    )


def print_pages(addresses: list[str], target: Path) -> None:
    """Print these pages of the built book, in this order, into one PDF."""
    (BUILT / WHOLE).write_text(assemble(addresses), "utf-8")
    server = open_server(0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=list(QUIET))
            page = browser.new_page()
            page.set_default_timeout(0)
            page.goto(f"http://127.0.0.1:{server.server_port}/{WHOLE}")
            page.evaluate(PICTURES)
            page.pdf(path=str(target), prefer_css_page_size=True, outline=True, tagged=True)
            browser.close()
    finally:
        server.shutdown()
        (BUILT / WHOLE).unlink()


if __name__ == "__main__":
    print_pages(pages(), TARGET)
    print(f"pdf: {TARGET.relative_to(Path.cwd())}, {TARGET.stat().st_size / 2**20:.1f} MiB")
