"""The page with the map of the book shows every statement, and what it rests on."""

import re

from bs4 import BeautifulSoup

from tools import bookmap
from tools.pages import BUILT, ROOT


def test_every_statement_of_the_built_pages_is_on_the_map():
    statements = bookmap.read(ROOT / "book")
    used = bookmap.used_by(statements)
    html = "".join(p.read_text("utf-8") for p in (BUILT / "book").glob("[0-9][0-9]_*.html"))
    built = re.findall(
        rf'<div class="proof (?:{"|".join(bookmap.KINDS)}) admonition" id="([^"]+)"', html
    )
    article = BeautifulSoup((BUILT / "book/map.html").read_text("utf-8"), "html.parser").article
    boxes = {box["id"].removeprefix("map-"): box for box in article.select(".book-map > li")}
    assert set(boxes) == set(built) == set(statements)
    for label, box in boxes.items():
        named = [link["href"].partition("#")[2] for link in box.select("a")]
        assert named == [label, *statements[label].rests_on, *used[label]]
