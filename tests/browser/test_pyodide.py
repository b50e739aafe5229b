"""Every chapter in the site's own JupyterLite: opened, run to its end, asking nobody else."""

import pytest

from book._ext.complete import lite_address
from tools.lite import NOTEBOOKS
from tools.pages import LITE

pytestmark = [pytest.mark.thorough, pytest.mark.needs("lite")]
CHAPTERS = [path.stem for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))]
LONGEST = 600  # seconds for a chapter, on a busy machine
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
# What Python has just made shows itself in the output of its cell: an explorer draws, and below
# the sliders of ipywidgets stands a picture.
DRAWN = """(number) => {
    const cells = jupyterapp.shell.currentWidget.content.widgets;
    const cell = cells.filter((cell) => cell.model.type === "code")[number];
    cell.node.scrollIntoView();
    return cell.node.querySelector(".jp-OutputArea-output :is(svg, canvas, .widget-interact img)")
        !== null;
}"""
VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def lite(page):
    """A page for JupyterLite, whose console is not ours to judge; its requests are."""
    if not (LITE / "index.html").is_file():
        pytest.fail(f"No JupyterLite: {LITE}/index.html is missing. Run: make lite", pytrace=False)
    page.set_default_timeout(1000 * LONGEST)
    yield page
    page.problems[:] = [
        said for said in page.problems if not said.startswith(("console:", "exception:"))
    ]


@pytest.mark.parametrize("name", CHAPTERS)
def test_chapter_runs_to_its_end(lite, site, name):
    lite.goto(site + lite_address(name))
    lite.get_by_text("Loading JupyterLab and Python, up to").wait_for(state="attached")
    assert lite.evaluate("document.getElementById('back').href") == f"{site}book/{name}.html"
    lite.wait_for_function(READY)
    lite.get_by_text("Trusted", exact=True).wait_for()
    lite.evaluate(RUN)
    lite.wait_for_function("() => window.finished")
    cells = lite.evaluate(CELLS)
    failed = [
        f"{cell['source']}\n{output['ename']}: {output['evalue']}"
        for cell in cells
        for output in cell["outputs"]
        if output["output_type"] == "error"
    ]
    assert not failed, failed[0]
    assert cells and all(cell["count"] for cell in cells), "some cells did not run"
    for number, cell in enumerate(cells):
        if any(VIEW in output.get("data", ()) for output in cell["outputs"]):
            lite.wait_for_function(DRAWN, arg=number, timeout=60_000)
