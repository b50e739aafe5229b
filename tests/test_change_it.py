"""The cells with ipywidgets: one a chapter; its function runs at every corner of its sliders."""

import ast
import itertools
from pathlib import Path

import ipywidgets
import matplotlib.pyplot as plt
import nbformat
import pytest

CHAPTERS = sorted((Path(__file__).parents[1] / "book").glob("[01][0-9]_*.ipynb"))


def defined_before(notebook, place) -> ast.Module:
    """Imports and functions of the cells above, without what they compute."""
    code = "\n".join(c.source for c in notebook.cells[:place] if c.cell_type == "code")
    kinds = ast.Import | ast.ImportFrom | ast.FunctionDef
    return ast.Module([node for node in ast.parse(code).body if isinstance(node, kinds)], [])


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_sliders_run_the_chapters_python_and_the_page_keeps_its_first_picture(path, monkeypatch):
    notebook = nbformat.read(path, as_version=4)
    tagged = [k for k, c in enumerate(notebook.cells) if "change-it" in c.metadata.get("tags", ())]
    (place,) = tagged
    cell, shown = notebook.cells[place], []
    monkeypatch.setattr(
        ipywidgets, "interact", lambda **sliders: lambda function: shown.append((function, sliders))
    )
    space = {}
    exec(compile(defined_before(notebook, place), str(path), "exec"), space)
    exec(cell.source, space)
    ((function, sliders),) = shown
    function()
    for ends in itertools.product(*((ends[0], ends[1]) for ends in sliders.values())):
        function(**dict(zip(sliders, ends, strict=True)))
        assert plt.gcf().axes
        plt.close("all")
    assert any("image/png" in output.get("data", {}) for output in cell.outputs)
    assert "widget" not in str([list(output.get("data", {})) for output in cell.outputs])
