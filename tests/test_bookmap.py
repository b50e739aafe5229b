"""The map of the book says what the chapters say, and every one of its links leads somewhere."""

import re

from tools import bookmap
from tools.pages import ROOT

STATEMENTS = bookmap.read(ROOT / "book")
EDGES = {(s.label, other) for s in STATEMENTS.values() for other in s.rests_on}


def above(label) -> set[str]:
    """Return everything that a statement rests on, at whatever distance."""
    found, new = set(), {label}
    while new:
        new = {other for a in new for other in STATEMENTS[a].rests_on} - found
        found |= new
    return found


def test_known_uses_are_found_and_nothing_rests_on_itself_or_a_later_chapter():
    assert {
        ("thm-novikoff", "alg-perceptron"),
        ("thm-hull", "thm-novikoff"),  # through a formula of its proof
        ("thm-c6-cover", "lem-c6-both"),
        ("thm-c9-game", "thm-aggressive"),  # in another chapter
    } <= EDGES
    assert not [label for label in STATEMENTS if label in above(label)]
    assert not [(a, b) for a, b in EDGES if STATEMENTS[b].page > STATEMENTS[a].page]


def test_the_ten_chapters_rest_on_what_their_boxes_say():
    text = (ROOT / "book" / "map.md").read_text("utf-8")
    boxes = re.findall(
        r"^(\d+)\. \{doc\}`.*<(\S+)>`\. \{prf:ref\}`([\w-]+)`(.*)$", text, re.MULTILINE
    )
    assert [int(number) for number, *_ in boxes] == list(range(1, 11))
    for number, page, label, rest in boxes:
        assert STATEMENTS[label].page == page and STATEMENTS[label].kind == "theorem"
        below = {int(STATEMENTS[b].page[:2]) for a, b in EDGES if STATEMENTS[a].page == page}
        said = {int(k) for k in re.findall(r"\d+", rest.rpartition("Rests on")[2])}
        assert said == below - {int(number)} if "Rests on" in rest else number == "1"
