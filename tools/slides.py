"""Make slides of the chapters, ``_build/slides``, from the built pages.

They are the chapters themselves, with no text of their own: tools/lecture.py chooses the blocks
that are shown, reveal.js shows them, and slides.js spreads them over slides of one idea, by words
and by height.  ``--pdf`` prints each deck, too; ``--site`` puts all into the built site.
"""

from __future__ import annotations

import re
import shutil
import sys
from html import escape
from pathlib import Path
from string import Template

import yaml
from bs4 import Tag
from playwright.sync_api import sync_playwright

from book._ext.mends import NAMED
from tools.article import Article
from tools.browser import QUIET, find_browser
from tools.lecture import Block, Lecture, Part
from tools.pages import BUILT, ROOT, SLIDES
from tools.serve import serving

TARGET = ROOT / "_build" / "slides"
REVEAL = ROOT / "node_modules" / "reveal.js"
FILES = ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js", "LICENSE")
OWN = ROOT / "site" / "slides"
ASKED = ROOT / "book" / "lecture"
COME = {"step", "item", "output"}  # one by one
VIEW = "application/vnd.jupyter.widget-view+json"
LIVE = NAMED["LIVE"].pattern
# Interactives are drawn, and have the size that fits.
READY = """() => document.querySelector("html.started .pdf-page")
  && [...document.querySelectorAll(".live > div")].every((box) => box.dataset.fitted)"""


def chapters() -> list[Path]:
    """Return the built pages of the chapters, in order."""
    if not (found := sorted((BUILT / "book").glob("[0-9][0-9]_*.html"))):
        raise SystemExit("slides: there is no built book. Run: make book")
    return found


def asked(page: Path) -> dict[str, list]:
    """Return the first words of sentences that a chapter wants shown, left, or beside a figure."""
    path = ASKED / f"{page.stem[:2]}.yml"
    return yaml.safe_load(path.read_text("utf-8")) if path.exists() else {}


def document(page: Path) -> tuple[str, str]:
    """Return the title of a chapter and its slides: a stack for each section, with its blocks."""
    lecture = Lecture(Article(page), asked(page))
    return lecture.title, "\n".join(_stack(part, lecture.article, page) for part in lecture.parts)


def _stack(part: Part, article: Article, page: Path) -> str:
    blocks = "".join(_block(block, article, page) for block in part.blocks)
    said = {"title": part.title, "above": part.above, "sitting": part.sitting}
    attrs = "".join(f' data-{name}="{escape(text)}"' for name, text in said.items() if text)
    return f"<section{attrs}>{blocks}</section>"


def _block(block: Block, article: Article, page: Path) -> str:
    for node in (block.node, *block.notes):
        _point_home(node, page)
    for node in block.notes:  # what is shown has the names, and nothing runs twice
        for named in (node, *node.find_all(True)):
            named.attrs.pop("id", None)
    come = " fragment" if block.kind in COME else ""
    notes = "".join(article.html(node) for node in block.notes)
    notes = f'<aside class="notes">{notes}</aside>' if notes else ""
    of = f' data-of="{block.node["data-of"]}"' if block.kind == "step" else ""
    of += " data-free" if block.free else ""
    shown = article.html(block.node)
    return (
        f'<div class="block {block.kind}{come}" data-kind="{block.kind}" '
        f'data-words="{block.words}"{of}>{shown}{notes}</div>'
    )


def _point_home(node: Tag, page: Path) -> None:
    """Let links and pictures of the page lead where they led, links into a tab of their own."""
    for image in node.select("img[src]"):
        image["src"] = re.sub(r"^\.\./", "../html/", image["src"])
    for link in node.select("a[href]"):
        address = link["href"]
        if not re.match(r"[a-z]+:", address):
            if address.startswith("#"):
                address = page.name + address
            link["href"] = re.sub(
                r"^book/\.\./", "", f"../html/book/{address}".replace("book/../", "")
            )
        link["target"] = "_blank"


def live(html: str) -> str:
    """Return the scripts that draw the interactives of a page, if it has any."""
    scripts = "\n".join(LIVE.findall(html)).replace('"../', '"../html/')
    return re.sub(r" defer(=\"[^\"]*\")?", "", scripts) if VIEW in html else ""


def write(target: Path = TARGET) -> list[Path]:
    """Write one page for each chapter and an index, and return the chapters' pages."""
    shutil.rmtree(target, ignore_errors=True)
    (target / "reveal").mkdir(parents=True)
    for name in FILES:
        shutil.copyfile(REVEAL / name, target / "reveal" / Path(name).name)
    for name in ("slides.css", "slides.js"):
        shutil.copyfile(OWN / name, target / name)
    page, index = (Template((OWN / name).read_text()) for name in ("page.html", "index.html"))
    made, items = [], []
    for path in chapters():
        title, slides = document(path)
        made.append(target / path.name)
        made[-1].write_text(
            page.substitute(title=title, slides=slides, live=live(path.read_text("utf-8"))), "utf-8"
        )
        items.append(f'<li><a href="{path.name}">{title}</a></li>')
    (target / "index.html").write_text(index.substitute(items="\n".join(items)), "utf-8")
    return made


def print_decks(pages: list[Path]) -> None:
    """Print each deck into a PDF beside it, a page a slide, with all that comes one by one."""
    with serving(TARGET.parent) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(QUIET))
        page = browser.new_page()
        page.set_default_timeout(0)
        for path in pages:
            page.goto(f"{site}{TARGET.name}/{path.name}?print-pdf")
            page.wait_for_function(READY)
            page.pdf(path=str(path.with_suffix(".pdf")), prefer_css_page_size=True)
        browser.close()
    index = TARGET / "index.html"
    text = re.sub(
        r'(?<=<li><a href=")(\w+)\.html">[^<]*</a>(?=</li>)',
        lambda m: m[0] + (f' (<a href="{m[1]}.pdf">PDF</a>)'),
        index.read_text("utf-8"),
    )
    index.write_text(text, "utf-8")


def into_site() -> None:
    """Copy the slides into the site, where the book lies one folder up and not beside them."""
    shutil.rmtree(SLIDES, ignore_errors=True)
    shutil.copytree(TARGET, SLIDES)
    for page in SLIDES.glob("*.html"):
        page.write_text(page.read_text("utf-8").replace("../html/", "../"), "utf-8")


if __name__ == "__main__":
    made = write()
    if "--pdf" in sys.argv[1:]:
        print_decks(made)
    if "--site" in sys.argv[1:]:
        into_site()
    print(
        f"slides: {len(made)} chapters; open {TARGET.relative_to(ROOT)}/index.html, S for the notes"
    )
