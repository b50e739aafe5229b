"""The page with the map of the book shows every statement, and its links lead somewhere."""

import re

import pytest
from bs4 import BeautifulSoup

from tools import bookmap
from tools.pages import BUILT, ROOT

STATEMENTS = bookmap.read(ROOT / "book")
EDGES = {(s.label, other) for s in STATEMENTS.values() for other in s.rests_on}


@pytest.fixture(scope="module")
def article():
    html = (BUILT / "book/map.html").read_text(encoding="utf-8")
    return BeautifulSoup(html, "html.parser").find("article")


def links(article) -> list[str]:
    return [a["href"] for a in article.select("a[href]:not(.headerlink)")]


def nodes(article) -> dict[str, str]:
    return {node["data-label"]: node["href"] for node in article.select(".map-node")}


def built_statements() -> set[str]:
    """Return the labels of the numbered statements that stand on the built pages."""
    html = "".join(p.read_text("utf-8") for p in (BUILT / "book").glob("[0-9][0-9]_*.html"))
    kinds = "|".join(bookmap.KINDS)
    return set(re.findall(rf'<div class="proof (?:{kinds}) admonition" id="([^"]+)"', html))


def test_every_statement_of_the_built_pages_is_on_the_map(article):
    assert set(nodes(article)) == built_statements() == set(STATEMENTS)
    assert {(use["data-to"], use["data-from"]) for use in article.select(".map-use")} == EDGES


def test_the_list_says_what_the_picture_shows(article):
    for label, place in nodes(article).items():
        uses = sum(label in edge for edge in EDGES)
        named_above = label == "thm-novikoff"  # in the text before the picture
        # the node, its own line in the list, and once for each use
        assert links(article).count(place) == 2 + uses + named_above, label
