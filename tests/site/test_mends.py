"""The list of patterns in built HTML: each is needed, says why, and stands nowhere else."""

import ast
import json
import re

import pytest

from book._ext import mends
from tools.pages import ROOT

APPLIED = [*mends.PAGES, *mends.LIGHT, *mends.SCRIPTS]


@pytest.mark.parametrize("mend", APPLIED, ids=lambda mend: mend.why[:40])
def test_each_mend_was_needed_by_some_page_of_this_build(mend):
    found = json.loads(mends.FOUND.read_text("utf-8"))
    assert found[mend.pattern.pattern] > 0, (
        f"No page has this any more: {mend.pattern.pattern!r}.\n"
        f"Delete the mend, or, if its reason ({mend.why}) still holds, write the pattern anew."
    )


def test_each_says_why_and_what_its_makers_could_do():
    for mend in [*APPLIED, *mends.NAMED.values()]:
        assert mend.why.endswith(".")
    assert all(mend.ask for mend in APPLIED)


def test_no_other_file_searches_built_html():
    """A pattern that begins a tag belongs into the list."""
    for path in [*(ROOT / "book/_ext").glob("*.py"), *(ROOT / "tools").glob("*.py")]:
        if path.name == "mends.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            calls = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if calls and getattr(node.func.value, "id", "") == "re" and node.args:
                pattern = node.args[0]
                text = pattern.value if isinstance(pattern, ast.Constant) else ""
                assert not re.match(r"<[a-z(]", text), f"{path.name}, line {node.lineno}: {text}"
