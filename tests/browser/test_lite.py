"""Every chapter in the site's own JupyterLite: opened, run to its end, asking nobody else."""

from __future__ import annotations

import time

import pytest

from tools.lite import NOTEBOOKS
from tools.lite_pages import address
from tools.pages import LITE

from .conftest import watch

CHAPTERS = [path.stem for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))]
LONGEST = 300  # seconds for a chapter, on a busy machine
# JupyterLab says much on the console; what counts here are the addresses and the cells.
READY = """() => {
    const kernel = window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel;
    return kernel?.status === "idle";
}"""
RUN = """() => {
    const panel = jupyterapp.shell.currentWidget;
    const code = panel.content.widgets.filter((cell) => cell.model.type === "code");
    for (const cell of code) cell.model.clearExecution();
    window.finished = false;
    jupyterapp.commands.execute("notebook:run-all-cells").finally(() => (window.finished = true));
}"""
CELLS = """() => jupyterapp.shell.currentWidget.content.widgets
    .filter((cell) => cell.model.type === "code")
    .map((cell) => ({
        source: cell.model.sharedModel.getSource(),
        count: cell.model.executionCount,
        outputs: cell.model.outputs.toJSON(),
    }))"""
FIRST = """() => jupyterapp.shell.currentWidget.content.widgets
    .some((cell) => cell.model.type === "code" && cell.model.outputs.length)"""


@pytest.fixture
def lite(browser, site):
    """A fresh page that knows which requests left the site; workers count as well."""
    if not (LITE / "index.html").is_file():
        pytest.fail(f"No JupyterLite: {LITE}/index.html is missing. Run: make lite", pytrace=False)
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    watch(page, site)
    yield page
    context.close()


def foreign(problems: list[str]) -> list[str]:
    """Keep what may not happen in JupyterLite either; its console is not ours to judge."""
    return [said for said in problems if not said.startswith(("console:", "exception:"))]


@pytest.mark.parametrize("name", CHAPTERS)
def test_chapter_runs_to_its_end(lite, site, name, record_property):
    start = time.perf_counter()
    lite.goto(site + address(name))
    lite.wait_for_function(READY, timeout=1000 * LONGEST)
    lite.evaluate(RUN)
    lite.wait_for_function(FIRST, timeout=1000 * LONGEST)
    record_property("first output", f"{time.perf_counter() - start:.0f}")
    lite.wait_for_function("() => window.finished", timeout=1000 * LONGEST)
    record_property("all cells", f"{time.perf_counter() - start:.0f}")
    cells = lite.evaluate(CELLS)
    failed = [
        f"{cell['source']}\n{output['ename']}: {output['evalue']}"
        for cell in cells
        for output in cell["outputs"]
        if output["output_type"] == "error"
    ]
    assert not failed, failed[0]
    assert cells and all(cell["count"] for cell in cells), "some cells did not run"
    assert not foreign(lite.problems), "\n".join(lite.problems)


