"""The map of the book says what the chapters say, and every one of its links leads somewhere."""

from itertools import pairwise

from tools import bookmap, bookmap_layout
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


def test_nodes_have_places_of_their_own_and_lines_run_down_between_them():
    plan = bookmap_layout.Layout(STATEMENTS)
    width, height = bookmap_layout.WIDTH, bookmap_layout.HEIGHT
    corners = {label: plan.corner(label) for label in STATEMENTS}
    assert len(set(corners.values())) == len(corners)
    for a, b in EDGES:
        for (x0, y0), (x1, y1) in pairwise(plan.line(b, a)):
            assert y0 <= y1, (a, b)
            for label, (x, y) in corners.items():
                beside = max(x0, x1) <= x or min(x0, x1) >= x + width
                assert beside or max(y0, y1) <= y or min(y0, y1) >= y + height, (a, b, label)
