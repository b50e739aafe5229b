"""The page with the map of the book shows every statement, and its links lead somewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tools import bookmap
from tools.pages import BUILT, ROOT

STATEMENTS = bookmap.read(ROOT / "book")
EDGES = {(s.label, other) for s in STATEMENTS.values() for other in s.rests_on}


class _Map(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.nodes, self.lines, self.styles = [], {}, set(), []
        self.depth = 0

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.depth += tag == "article"
        if not self.depth:
            return
        if tag == "a" and "headerlink" not in a.get("class", ""):
            self.links.append(a["href"])
        if "map-node" in a.get("class", ""):
            self.nodes[a["data-label"]] = a["href"]
        if "map-use" in a.get("class", ""):
            self.lines.add((a["data-to"], a["data-from"]))
        self.styles += [k for k in a if k == "style" or k.startswith("on")]

    def handle_endtag(self, tag):
        self.depth -= tag == "article"


@pytest.fixture(scope="module")
def built():
    parser = _Map()
    parser.feed((BUILT / "book/map.html").read_text(encoding="utf-8"))
    return parser


def built_statements() -> set[str]:
    """Return the labels of the numbered statements that stand on the built pages."""
    html = "".join(p.read_text("utf-8") for p in (BUILT / "book").glob("[0-9][0-9]_*.html"))
    kinds = "|".join(bookmap.KINDS)
    return set(re.findall(rf'<div class="proof (?:{kinds}) admonition" id="([^"]+)"', html))


def test_every_statement_of_the_built_pages_is_on_the_map(built):
    assert set(built.nodes) == built_statements() == set(STATEMENTS)
    assert built.lines == EDGES


def test_every_link_of_the_map_resolves(built):
    assert len(built.links) > 2 * len(STATEMENTS)
    for link in built.links:
        page, _, anchor = link.partition("#")
        html = (BUILT / "book" / page).read_text("utf-8") if page else ""
        assert not anchor or not page or f'id="{anchor}"' in html, link


def test_the_list_says_what_the_picture_shows(built):
    for label in STATEMENTS:
        uses = sum(label in edge for edge in EDGES)
        named_above = label == "thm-novikoff"  # in the text before the picture
        # the node, its own line in the list, and once for each use
        assert built.links.count(built.nodes[label]) == 2 + uses + named_above, label


def test_the_map_has_no_inline_styles_or_handlers(built):
    assert not built.styles


@pytest.mark.parametrize("name", ["map.js", "map.css"])
def test_its_files_are_loaded_on_the_map_only(name):
    pages = {p.stem for p in (BUILT / "book").glob("*.html") if name in p.read_text("utf-8")}
    assert pages == {"map"}
