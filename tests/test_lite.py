"""What the notebooks in the browser are made of: verified files and smaller cells."""

from pathlib import Path

import nbformat
import pytest

from tools import lite, pyodide

ROOT = Path(__file__).parents[1]


def test_wheels_have_the_versions_of_the_requirements():
    pinned = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    assert set(pyodide.wheels()) <= set(pinned)


def test_every_change_finds_its_cell_and_says_what_it_does():
    for name, changes in lite.smaller().items():
        notebook = nbformat.read(ROOT / "book" / f"{name}.ipynb", as_version=4)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        before = {cell.id: cell.source for cell in code}
        lite.shrink(notebook, changes)
        after = {cell.id: cell.source for cell in code}
        assert {key for key in before if before[key] != after[key]} == {e["cell"] for e in changes}
        for entry in changes:
            words = [lite.SAYS] * ("change" in entry) + [lite.UNCHECKED] * ("unchecked" in entry)
            assert words and all(said in after[entry["cell"]] for said in words)


def test_an_assertion_that_needs_the_whole_computation_becomes_a_comment():
    source = "for x in X:\n    assert x > (\n        1\n    )\nassert n == 2\n"
    one = lite.without_claim(source, "assert n")
    assert one == source.replace("assert n", f"{lite.UNCHECKED}: assert n")
    alone = lite.without_claim(source, "assert x > (")
    assert f"    {lite.UNCHECKED}: assert x > ( 1 )\n    pass\nassert n" in alone
    with pytest.raises(ValueError, match="one assertion must begin with 'assert y'; got 0"):
        lite.without_claim(source, "assert y")
