"""What the notebooks in the browser are made of: verified files and smaller cells."""

from pathlib import Path

import nbformat

from tools import lite, pyodide

ROOT = Path(__file__).parents[1]


def test_wheels_have_the_versions_of_the_requirements():
    pinned = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    assert set(pyodide.wheels()) <= set(pinned)


def test_every_change_finds_its_cell():
    for name, changes in lite.smaller().items():
        notebook = nbformat.read(ROOT / "book" / f"{name}.ipynb", as_version=4)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        before = {cell.id: lite.without_claims(cell.source) for cell in code}
        lite.shrink(notebook, changes)
        after = {cell.id: cell.source for cell in code}
        changed = {key for key in before if before[key] != after[key]}
        assert changed == {entry["cell"] for entry in changes}
        assert any(lite.SAYS in after[key] for key in changed)
