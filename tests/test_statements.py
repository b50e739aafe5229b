"""Every statement of the sources has its place, its function and its check; none is forgotten."""

import re
from importlib import import_module
from itertools import pairwise

import pytest

from tools import statements

CONTENT = statements.read()
ENTRIES = CONTENT["statements"]
LABELS = statements.labels()
TESTS = statements.tests()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_an_entry_has_its_place_its_function_and_its_check(entry):
    assert entry["label"] in LABELS, f"no chapter has the label {entry['label']}"
    module, _, name = entry["function"].rpartition(".")
    assert callable(getattr(import_module(f"ptronlib.{module}"), name))
    assert entry["test"] in TESTS, f"there is no {entry['test']}"
    assert "\n@pytest.mark.thorough" not in f"\n{TESTS[entry['test']]}", "for `make test`"


def test_every_theorem_of_a_chapter_has_an_entry():
    named = {entry["label"] for entry in ENTRIES}
    forgotten = {label for label in LABELS if statements.role(label) == "prf:ref"} - named
    assert not forgotten, "give these an entry in book/statements.yml"


def test_differences_are_explained():
    for entry in ENTRIES:
        if entry["verdict"] in {"corrected", "made precise"}:
            assert entry["note"] or entry.get("errata"), entry["id"]
        if entry["verdict"] == "corrected":
            assert entry["note"] and entry.get("errata"), entry["id"]
        assert (entry["verdict"] == "added") == entry["id"].startswith("N-"), entry["id"]


def test_sources_are_in_order_and_cited():
    letters = [entry["id"][0] for entry in CONTENT["statements"]]
    assert letters == sorted(letters, key=list(CONTENT["sources"]).index)
    bibliography = (statements.ROOT / "book" / "references.bib").read_text(encoding="utf-8")
    for source in CONTENT["sources"].values():
        assert "cite" not in source or f"{{{source['cite']}," in bibliography


def test_every_erratum_has_a_cell_and_is_named_by_an_entry():
    path = statements.ROOT / "book" / "errata.ipynb"
    cells = statements.json.loads(path.read_text(encoding="utf-8"))["cells"]
    listed = []
    for cell, after in pairwise(cells):
        tags = re.findall(r"^\(((?:err|[a-e])-\w+)\)=$", "".join(cell["source"]), re.M)
        assert not tags or after["cell_type"] == "code", tags
        listed += [tag.upper() for tag in tags]
    named = {tag.upper() for entry in ENTRIES for tag in entry.get("errata", ())}
    assert sorted(listed) == sorted(named)
