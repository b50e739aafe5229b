"""The map of the book says what the chapters say, and every one of its links leads somewhere."""

import json
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


def write(folder, *texts):
    """Write chapters that consist of one text each."""
    for k, text in enumerate(texts, 1):
        cells = [{"cell_type": "markdown", "source": text.splitlines(keepends=True)}]
        (folder / f"{k:02}_some.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return folder


def statement(label, body="It holds.", kind="theorem") -> str:
    return f"```{{prf:{kind}}} Title\n:label: {label}\n{body}\n```\n\n"


def proof(body) -> str:
    return f"```{{prf:proof}}\n{body}\n```\n\n"


# -- reading the chapters


def test_known_uses_are_found_and_nothing_rests_on_itself_or_a_later_chapter():
    assert {
        ("thm-novikoff", "alg-perceptron"),
        ("thm-hull", "thm-novikoff"),  # through a formula of its proof
        ("thm-c6-cover", "lem-c6-both"),
        ("thm-c9-game", "thm-aggressive"),  # in another chapter
    } <= EDGES
    assert not [label for label in STATEMENTS if label in above(label)]
    assert not [(a, b) for a, b in EDGES if STATEMENTS[b].page > STATEMENTS[a].page]


def test_a_proof_belongs_to_what_it_names_or_else_follows(tmp_path):
    write(
        tmp_path,
        statement("thm-a") + statement("thm-b") + proof("Of {prf:ref}`thm-a`. $$ 1 $$ (eq-one)"),
        statement("lem-c", kind="lemma") + proof("By {eq}`eq-one` and {prf:ref}`thm-b`."),
    )
    read = bookmap.read(tmp_path)
    assert read["thm-a"].rests_on == []
    assert sorted(read["lem-c"].rests_on) == ["thm-a", "thm-b"]


# -- the plan


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
