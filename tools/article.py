"""The article of a built page, to be made into something else: a notebook, slides, print."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from string import ascii_lowercase

from bs4 import BeautifulSoup, Tag

from book._ext.mends import NAMED
from tools import formulas

FORMULA = NAMED["TYPESET"].pattern
SITE_ONLY = ".headerlink, span.panels, svg, .prev-next-footer, .run-here"


class Article:
    """A page's article as a tree, in which an element <formula> stands for each formula."""

    def __init__(self, page: Path):
        html = formulas.marked(page.read_text("utf-8"))
        html = html[html.index("<article") : html.index("</article>") + len("</article>")]
        self.formulas: list[re.Match] = []
        self.tree = BeautifulSoup(FORMULA.sub(self._put_aside, html), "html.parser").article
        # The pictures of several panels, with how many stand side by side, and how many in all.
        self.panels = [
            (panels.find_previous_sibling("img"), _columns(panels), len(panels.select(".panel")))
            for panels in self.tree.select("img + span.panels")
        ]
        for node in self.tree.select(SITE_ONLY):
            node.decompose()
        for link in self.tree.select("pre a"):  # of code, to the library's reference
            link.unwrap()

    def _put_aside(self, found: re.Match) -> str:
        self.formulas.append(found)
        return f'<formula data-number="{len(self.formulas) - 1}"></formula>'

    def tex(self, node: Tag) -> str:
        """Return the TeX of the formula that this element stands for."""
        return unescape(self.formulas[int(node["data-number"])][1])

    def part_questions(self, folded: bool) -> None:
        """List the choices of the short questions, and put the replies below the last of them.

        On paper a fold lies open, and would tell which choice is right; in a notebook the formulas
        of a choice are set in its list, not in the title of a fold.
        """
        for box in self.tree.select("div.questions"):
            below = _tag("details" if folded else "div", _tag("summary" if folded else "p"))
            below.contents[0].string = "Replies to these questions"
            for question in box.select("div.question"):
                k = question["id"].rpartition("-")[2]
                listed = _tag("ul")
                for letter, fold in zip(ascii_lowercase, question.select("details"), strict=False):
                    said, reply = fold.select_one(".sd-summary-text"), fold.select_one("div")
                    listed.append(_tag("li", *list(said.contents)))
                    _begin(reply, f"{k} ({letter}) ")
                    below.append(_tag("div", *list(reply.contents)))
                    fold.decompose()
                question.append(listed)
            box.append(below)

    def without_questions(self) -> None:
        """Leave out the short questions, with the section that holds nothing else."""
        for box in self.tree.select("div.questions"):
            section = box.parent
            box.decompose()
            left = section.find_all(True, recursive=False)
            if section.name == "section" and all(re.fullmatch("h[2-6]", n.name) for n in left):
                section.decompose()

    def html(self, node: Tag | None = None) -> str:
        """Return the HTML of a node, by default of the whole, formulas included."""
        placed = r'<formula data-number="(\d+)"></formula>'
        return re.sub(placed, lambda m: self.formulas[int(m[1])][0], str(node or self.tree))


def _columns(panels: Tag) -> int:
    """Return how many panels stand side by side."""
    return int(re.search(r"--columns:\s*(\d+)", panels["style"])[1])


def _tag(name: str, *children) -> Tag:
    """Return a new element with these children."""
    made = BeautifulSoup("", "html.parser").new_tag(name)
    made.extend(children)
    return made


def _begin(node: Tag, words: str) -> None:
    """Put words in front of the first paragraph."""
    first = node.find("p") or node
    first.insert(0, words)


def pieces(node: Tag):
    """Yield the parts of an article in order: cells, and what lies between them.

    Sections, and folds that hold cells, are taken apart.
    """
    for child in node.find_all(True, recursive=False):
        if (
            child.name == "section"
            or "cell" not in child.get("class", ())
            and child.select(".cell")
        ):
            yield from pieces(child)
        else:
            yield child
