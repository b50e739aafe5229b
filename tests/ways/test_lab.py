"""``make lab``: a student's own folder, and what is seen there in JupyterLab."""

import json
import shutil
import subprocess
import sys
import time
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect, sync_playwright

from tools import lab
from tools.browser import QUIET, find_browser


@pytest.fixture
def given(tmp_path):
    folder = tmp_path / "given"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.ipynb").write_text(f"{name} 1")
    return folder


def texts(folder):
    return {path.name: path.read_text() for path in sorted(folder.glob("*.ipynb"))}


def test_what_a_student_has_changed_is_never_overwritten(given, tmp_path):
    mine = tmp_path / "mine"
    assert lab.hand_out(given, mine) == [] and texts(mine) == {"a.ipynb": "a 1", "b.ipynb": "b 1"}
    (mine / "a.ipynb").write_text("a, and what I did")
    assert lab.hand_out(given, mine) == []
    assert texts(mine) == {"a.ipynb": "a, and what I did", "b.ipynb": "b 1"}


def test_a_new_version_stands_beside_what_was_changed_and_replaces_what_was_not(given, tmp_path):
    mine = tmp_path / "mine"
    lab.hand_out(given, mine)
    (mine / "a.ipynb").write_text("a, and what I did")
    for name in ("a", "b"):
        (given / f"{name}.ipynb").write_text(f"{name} 2")
    (said,) = lab.hand_out(given, mine)
    assert said == "a.ipynb is yours; the new version is a (new version).ipynb"
    wanted = {"a.ipynb": "a, and what I did", "a (new version).ipynb": "a 2", "b.ipynb": "b 2"}
    assert texts(mine) == wanted
    assert lab.hand_out(given, mine) == [] and texts(mine) == wanted  # said once


def test_a_notebook_that_was_there_before_is_left_alone(given, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "a.ipynb").write_text("mine")
    lab.hand_out(given, mine)
    assert texts(mine) == {"a.ipynb": "mine", "b.ipynb": "b 1"}


KERNEL = """async code => {
  const panel = jupyterapp.shell.currentWidget;
  const future = panel.sessionContext.session.kernel.requestExecute({ code });
  let said = "";
  future.onIOPub = m => { if (m.header.msg_type === "stream") said += m.content.text; };
  await future.done;
  return said;
}"""
IDLE = """() => {
  const panel = window.jupyterapp?.shell?.currentWidget;
  return panel?.sessionContext?.session?.kernel?.status === "idle";
}"""
RUN_ALL = """() => {
  window.finished = false;
  jupyterapp.commands.execute("notebook:run-all-cells").finally(() => { window.finished = true; });
}"""
READ = """
import gc, json
from ptronlib.widgets import PerceptronExplorer
found = [w for w in gc.get_objects() if isinstance(w, PerceptronExplorer) and not w.brief]
print(json.dumps([w.n_steps for w in found]))
"""


@pytest.fixture
def opened(tmp_path):
    """JupyterLab as `make lab` starts it, with chapter 1 open; for a folder of this test's own."""
    code = (
        "import pathlib, tools.lab as lab\n"
        f"lab.MINE = pathlib.Path({str(tmp_path / 'mine')!r})\n"
        "lab.ROOT = lab.MINE.parent\nlab.main()"
    )
    options = ("--no-browser", "--IdentityProvider.token=", "--port=0", "--expose-app-in-browser")
    options += ("--allow-root", "--ServerApp.open_browser=False")
    log = tmp_path / "log"
    with log.open("w") as out:
        server = subprocess.Popen(
            [sys.executable, "-c", code, *options], cwd=lab.ROOT, stdout=out, stderr=out
        )
    try:
        address = ""
        while not address:  # the tests' own limit of time ends this if it never comes
            assert server.poll() is None, log.read_text()
            time.sleep(0.2)
            lines = log.read_text().split()
            address = next((w for w in lines if w.startswith("http://localhost:")), "")
        address = address.split("/lab")[0]
        urlopen(address + "/api").close()
        yield address
    finally:
        subprocess.run(["pkill", "-P", str(server.pid)], check=False)
        server.terminate()
        server.wait()


@pytest.mark.thorough
@pytest.mark.needs("book", "browser")
def test_a_student_sees_statements_folded_solutions_and_working_pictures(opened, tmp_path):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(QUIET))
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        page.set_default_timeout(60_000)
        expect.set_options(timeout=30_000)
        page.goto(f"{opened}/lab/tree/01_perceptron.ipynb?reset")
        page.wait_for_function(IDLE)
        page.evaluate(RUN_ALL)
        page.wait_for_function("() => window.finished")
        notebook = page.locator(".jp-NotebookPanel")
        page.evaluate("""() => { const all = jupyterapp.shell.currentWidget.content;
          for (let k = 0; k < all.widgets.length; k++) all.scrollToItem?.(k); }""")
        cells = page.evaluate("""() => jupyterapp.shell.currentWidget.content.widgets.map(
          cell => cell.model.sharedModel.getSource())""")
        place = next(k for k, text in enumerate(cells) if "**Theorem 1.1" in text)
        page.evaluate(f"() => jupyterapp.shell.currentWidget.content.scrollToItem({place})")
        expect(notebook.locator("strong", has_text="Theorem 1.1").first).to_be_visible()
        expect(notebook.locator("mjx-container, .MathJax").first).to_be_visible()
        place = next(k for k, text in enumerate(cells) if "<b>Solution" in text)
        page.evaluate(f"() => jupyterapp.shell.currentWidget.content.scrollToItem({place})")
        solution = notebook.locator("details:has(summary b:text('Solution'))").first
        expect(solution).to_be_visible()
        assert solution.get_attribute("open") is None
        place = next(k for k, text in enumerate(cells) if "PerceptronExplorer(" in text
                     and "brief" not in text)  # fmt: skip
        page.evaluate(f"() => jupyterapp.shell.currentWidget.content.scrollToItem({place})")
        explorer = notebook.locator(".ptx:has(.ptx-more)").first
        explorer.scroll_into_view_if_needed()
        before = json.loads(page.evaluate(KERNEL, READ))
        explorer.get_by_role("button", name="Step", exact=True).click()
        page.wait_for_timeout(500)
        after = json.loads(page.evaluate(KERNEL, READ))
        assert sum(after) == sum(before) + 1
        place = next(k for k, text in enumerate(cells) if "@interact(" in text)
        page.evaluate(f"() => jupyterapp.shell.currentWidget.content.scrollToItem({place})")
        sliders = notebook.locator(".widget-interact")
        picture = sliders.locator("img").first
        picture.scroll_into_view_if_needed()
        shown = picture.get_attribute("src")
        sliders.locator(".noUi-handle").first.press("ArrowRight")
        expect(picture).not_to_have_attribute("src", shown)  # drawn anew, by the kernel
        browser.close()
    shutil.rmtree(tmp_path / "mine")
