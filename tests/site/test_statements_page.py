"""The page "Statements" has a row for every entry, and its links lead somewhere."""

import re

import pytest

from tools import statements
from tools.pages import BUILT
from tools.statements import anchor, slug

ENTRIES = statements.read()["statements"]


def html(name: str) -> str:
    """Return a built page of the book."""
    return (BUILT / "book" / f"{name}.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rows():
    """Return {anchor: row} of the page "Statements"."""
    parts = re.split(r'<tr class="[^"]*" id="(st-[^"]+)"', html("statements"))[1:]
    return dict(zip(parts[::2], (part.split("</tr>")[0] for part in parts[1::2]), strict=True))


def test_every_entry_has_a_row_whose_links_lead_somewhere(rows):
    assert list(rows) == [anchor(entry) for entry in ENTRIES]
    for entry in ENTRIES:
        targets = dict.fromkeys(re.findall(r'href="(?!http)([^"]+)"', rows[anchor(entry)]))
        assert f"checks.html#{slug(entry['test'])}" in targets
        module = entry["function"].split(".")[0]
        assert f"api/{module}.html#ptronlib.{entry['function']}" in targets
        assert sum(target.startswith("errata.html#") for target in targets) == len(
            entry.get("errata", ())
        )
        assert any(re.match(r"\d\d_", target) for target in targets)
