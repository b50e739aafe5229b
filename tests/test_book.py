"""The book's sources and stored outputs keep the promises that CONTRIBUTING.md makes for them.

Whether the stored outputs are what the code gives is nbval's job.
"""

import re

import nbformat
import pytest

from tools.notebooks import BOOK
from tools.pages import ROOT, sources

NOTEBOOKS = sorted(BOOK.glob("*.ipynb"))
HIDDEN = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
FORBIDDEN = {
    r"^\s*[!%]": "shell and magic commands",
    r"\bsys\.path\b": "sys.path",
    r"\bimport \*": "star imports",
    r"\bplt\.show\(": "plt.show()",
    r"\bnp\.random\.(seed|rand|randn|normal|uniform|choice)\b": "global random numbers",
    r";\s*\Z": "a last semicolon, which hides an output here but not from nbval",
}
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
each_source = pytest.mark.parametrize("path", sources(), ids=lambda path: path.stem)


def code_cells(path):
    """Return the code cells of a notebook that are not empty."""
    cells = nbformat.read(path, as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code" and cell.source.strip()]


# -- the notebooks


@each_notebook
def test_cells_were_run_once_from_top_to_bottom(path):
    counts = [cell.execution_count for cell in code_cells(path)]
    assert counts == list(range(1, len(counts) + 1)), "run: make notebooks"


@each_notebook
def test_a_figure_is_all_that_its_cell_shows(path):
    """A value left on the last line would be a second figure of the same name."""
    for cell in code_cells(path):
        if "figure" in cell.metadata.get("mystnb", {}):
            assert not [o for o in cell.outputs if o.output_type == "execute_result"], cell.source


@each_notebook
def test_a_glued_name_has_one_value(path):
    cells = "\n".join(cell.source for cell in code_cells(path))
    names = re.findall(r"""\bglue\("([^"{]+)",""", cells)
    assert sorted(set(names)) == sorted(names)


@each_notebook
def test_outputs_hold_no_error_and_nothing_of_this_machine(path):
    for cell in code_cells(path):
        kinds = {output.get("name", output.output_type) for output in cell.outputs}
        assert not kinds & {"error", "stderr"}, cell.source
    assert str(ROOT) not in path.read_text(encoding="utf-8")


@each_notebook
def test_code_follows_the_conventions(path):
    cells = code_cells(path)
    first = "\n".join(cell.source for cell in cells[:2])  # an interactive may stand above
    assert re.search(r"^rng = np\.random\.default_rng\(7\)$", first, re.MULTILINE)
    for cell in cells:
        for pattern, what in FORBIDDEN.items():
            assert not re.search(pattern, cell.source, re.MULTILINE), f"{what} in:\n{cell.source}"
        if not HIDDEN & set(cell.metadata.get("tags", ())):
            lines = cell.source.splitlines()
            assert len(lines) <= 20, f"{len(lines)} lines where code is shown:\n{cell.source}"
            # 80 letters are what the column of a page holds beside its two bars
            held = 80 if path.stem[0].isdigit() else 100
            assert max(map(len, lines)) <= held, f"a line is cut on the page:\n{cell.source}"
    assert "assert " in cells[-1].source


@each_notebook
def test_the_letters_of_figures_can_be_read_on_a_phone(path):
    for cell in code_cells(path):
        classes = cell.metadata.get("mystnb", {}).get("image", {}).get("classes", "panels-1")
        columns = int(classes.removeprefix("panels-").partition("x")[0])
        for width in re.findall(r"<Figure size (\d+)x", str(cell.outputs)):
            # On the 342 pixels that a figure has there, ten points are then 8 pixels high.
            assert int(width) <= 850 * columns, "leave figsize out, or use plots.panels"


@each_source
def test_every_exercise_has_a_solution(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        cells = nbformat.read(path, as_version=4).cells
        text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    blocks = re.findall(r"^(`{3,}|:{3,})\{exercise(?:-start)?\}(.*?)^\s*$", text, re.M | re.S)
    labels = [re.search(r":label:\s*(\S+)", options) for _, options in blocks]
    assert all(labels), "an exercise without a label cannot be solved"
    solved = set(re.findall(r"\{solution(?:-start)?\}\s*(\S+)", text))
    assert {label[1] for label in labels} == solved
