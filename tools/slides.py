"""Make slides of the chapters, ``_build/slides``, from the built pages.

They are the chapters themselves, with no text of their own: statements, proofs, formulas with the
sentence before them, figures, code with what it prints, exercises, and the first paragraph after a
heading.  The other prose and the solutions are the speaker's notes; the short questions stay on the
page.  reveal.js shows them; slides.js spreads over several slides what one cannot hold.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from string import Template

from bs4 import Tag

from tools.article import Article, pieces
from tools.pages import BUILT, ROOT, SLIDES

TARGET = ROOT / "_build" / "slides"
REVEAL = ROOT / "node_modules" / "reveal.js"
FILES = ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js", "LICENSE")
OWN = ROOT / "site" / "slides"
LONG = 20  # lines of an output that are shown


def chapters() -> list[Path]:
    """Return the built pages of the chapters, in order."""
    if not (found := sorted((BUILT / "book").glob("[0-9][0-9]_*.html"))):
        raise SystemExit("slides: there is no built book. Run: make book")
    return found


def document(page: Path) -> tuple[str, str]:
    """Return the title of a chapter and its slides: a stack for each section, with its parts."""
    article = Article(page)
    article.without_questions()
    stacks: list[list[str]] = []
    shown, said, solving, title = [], [], False, article.tree.h1.get_text()

    def close() -> None:
        if shown:
            notes = f'<aside class="notes">{"".join(said)}</aside>' if said else ""
            stacks[-1].append(f"<section>{''.join(shown)}{notes}</section>")
        shown.clear(), said.clear()

    for box in article.tree.select(".admonition section"):
        box.name = "div"  # to reveal.js a section is a slide
    for fold in article.tree.select("details.sd-dropdown"):
        fold["open"] = ""
    parts = list(pieces(article.tree))
    for part, after in zip(parts, [*parts[1:], article.tree], strict=True):
        classes = part.get("class", ())
        if part.name in ("h1", "h2", "h3"):
            close()
            if part.name != "h3" or not stacks:
                stacks.append([])
        if "cell" in classes:
            part = _cell(part, page)
        else:
            solving = "solution" in classes
        leading = len(shown) == 1 or "math" in after.get("class", ())
        hidden = solving or (part.name == "p" and not leading)
        (said if hidden else shown).append(article.html(part))
    close()
    slides = "".join(f"<section>{''.join(stack)}</section>" for stack in stacks if stack)
    return title, slides.replace('src="../', 'src="../html/').replace(' loading="lazy"', "")


def _cell(cell: Tag, page: Path) -> Tag:
    """Return what is shown of a cell: no folded code; an interactive is a link to the page."""
    for node in cell.select("details.hide"):
        node.decompose()
    for printed in cell.select(".output pre"):
        if len(lines := printed.get_text().splitlines()) > LONG:
            printed.string = "\n".join([*lines[:LONG], "..."])
    for view in cell.select("script"):
        view.name, view.attrs = "a", {"class": "live", "href": f"../html/book/{page.name}"}
        view.string = "Live in the book"
    return cell


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
        made[-1].write_text(page.substitute(title=title, slides=slides), "utf-8")
        items.append(f'<li><a href="{path.name}">{title}</a></li>')
    (target / "index.html").write_text(index.substitute(items="\n".join(items)), "utf-8")
    return made


def into_site() -> None:
    """Copy the slides into the site, where the book lies one folder up and not beside them."""
    shutil.rmtree(SLIDES, ignore_errors=True)
    shutil.copytree(TARGET, SLIDES)
    for page in SLIDES.glob("*.html"):
        page.write_text(page.read_text("utf-8").replace("../html/", "../"), "utf-8")


if __name__ == "__main__":
    count = len(write())
    if "--site" in sys.argv[1:]:
        into_site()
    print(f"slides: {count} chapters; open {TARGET.relative_to(ROOT)}/index.html, S for the notes")
