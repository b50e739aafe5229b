"""What the notebooks in the browser are made of: verified files and smaller cells."""

import ast
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


def test_a_cell_that_needs_torch_says_so_and_prints_what_the_book_printed(capsys):
    source = nbformat.read(ROOT / "book" / "10_mnist.ipynb", as_version=4)
    notebook = nbformat.from_dict(source)
    lite.without_torch(notebook, source)
    code = {cell.id: cell.source for cell in notebook.cells if cell.cell_type == "code"}
    changed = {key for key in code if code[key].startswith(f"print('{lite.NO_TORCH}")}
    assert {"c10-import-torch", "c10-torch", "c10-grid-figure"} <= changed
    exec(code["c10-torch"], {})  # what is left needs nothing
    assert capsys.readouterr().out.splitlines()[1] == "W1, b1, W2 agree to 1e-4: [True, True, True]"
    assert "# optimizer.step()" in code["c10-torch"].replace("    ", "")
    assert "shows its figure" in code["c10-grid-figure"]


@pytest.mark.parametrize("path", sorted((ROOT / "book").glob("*.ipynb")), ids=lambda p: p.stem)
def test_what_uses_torch_is_tagged_and_nothing_else_stands_on_it(path):
    """Every name that a tagged cell defines is used by tagged cells only."""
    cells = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    tagged = [c for c in cells if "needs-torch" in c.metadata.get("tags", ())]
    free = [c for c in cells if c not in tagged]
    names = [set(), set()]
    for kind, group in enumerate((tagged, free)):
        for cell in group:
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    names[kind].add(node.id)
                elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                    names[kind].add(node.name)
                elif isinstance(node, ast.Import | ast.ImportFrom):
                    names[kind] |= {(a.asname or a.name).split(".")[0] for a in node.names}
    only = names[0] - names[1]
    for cell in free:
        used = {n.id for n in ast.walk(ast.parse(cell.source)) if isinstance(n, ast.Name)}
        assert not used & only, f"{cell.id} uses {used & only}: tag it needs-torch, or define it"
