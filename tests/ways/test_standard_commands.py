"""The commands that everybody knows, typed in a copy of the sources and a new environment.

``pip install``, ``jupyter-book build .``, ``pytest``: without make, without this project's options,
and without Node, which only lightens the pages.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from explorer import EXPLORERS, facts, open_at, press
from playwright.sync_api import expect, sync_playwright

from tools.browser import QUIET, find_browser
from tools.pages import pages
from tools.serve import serving

pytestmark = [pytest.mark.thorough, pytest.mark.needs("browser")]
ROOT = Path(__file__).parents[2]
TORCH = re.search(r"^torch==.*$", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE)[0]
CHAPTER = "book/01_perceptron.html"


def typed(folder, environment, *words):
    """Type a command in a folder: the programs of an environment, and of the system but Node."""
    programs = folder.parent / "programs"
    if not programs.exists():
        programs.mkdir()
        for path in (Path(p) for place in ("/usr/bin", "/bin") for p in Path(place).glob("*")):
            if (
                path.name not in ("node", "npm", "npx", "nodejs")
                and not (programs / path.name).exists()
            ):
                (programs / path.name).symlink_to(path)
    kept = ("HOME", "LANG", "TMPDIR", "PIP_INDEX_URL", "PIP_FIND_LINKS", "PIP_CONFIG_FILE")
    variables = {name: os.environ[name] for name in kept if name in os.environ}
    variables["PATH"] = f"{environment / 'bin'}:{programs}"
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
    said = f"{' '.join(command)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    assert done.returncode == 0, said
    return done.stdout


def copy_of_the_sources(folder):
    """Copy what git has or would add."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, files.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An empty folder with the sources in it."""
    return copy_of_the_sources(tmp_path_factory.mktemp("new") / "sources")


@pytest.fixture(scope="module")
def environment(folder):
    """A new environment, in which somebody has typed ``pip install .[book]``."""
    place = folder.parent / "environment"
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    typed(folder, place, "pip", "install", "-q", ".[book]")
    return place


@pytest.fixture(scope="module")
def built(folder, environment):
    """The book that ``jupyter-book build .`` makes."""
    typed(folder, environment, "jupyter-book", "build", ".")
    return folder / "_build" / "html"


@pytest.fixture(scope="module")
def page(built):
    """A page of a browser, with what went wrong in it; and the address of the book."""
    with serving(built) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(QUIET))
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        wrong = []
        page.on("console", lambda it: wrong.append(it.text) if it.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        aborted = "net::ERR_ABORTED"  # by leaving the page while it loads
        page.on(
            "requestfailed",
            lambda it: it.failure == aborted or wrong.append(f"{it.url}: {it.failure}"),
        )
        page.on(
            "request",
            lambda it: it.url.startswith((site, "data:", "blob:")) or wrong.append(it.url),
        )
        page.site, page.wrong = site, wrong
        yield page
        browser.close()


def test_every_page_is_there_with_its_figures_and_its_download(built):
    for name in pages():
        text = (built / name).read_text("utf-8")
        for address in re.findall(r'(?:src|href)="((?:\.\./)+(?:_images|notebooks)/[^"]+)"', text):
            assert (built / name).parent.joinpath(address).resolve().is_file(), (name, address)
    chapter = (built / CHAPTER).read_text("utf-8")
    assert (
        "notebooks/01_perceptron.ipynb" in chapter
        and "minutes, not counting the exercises" in chapter
    )


def test_the_front_page_leads_to_the_chapters_and_its_first_board_plays(page):
    page.goto(f"{page.site}index.html")
    expect(page.locator("#board svg")).to_be_visible()
    page.locator(f'a[href="{CHAPTER}"]').first.click()
    expect(page.locator("h1").first).to_contain_text("The perceptron")
    assert page.wrong == []


def test_formulas_are_set_proofs_are_folded_and_a_theorem_is_linked(page):
    page.goto(page.site + CHAPTER)
    page.wait_for_function("window.MathJax?.startup?.promise")
    page.evaluate("MathJax.startup.promise.then(() => true)")
    assert page.locator("mjx-container").count() > 100
    assert not page.evaluate(r"/\\\(|\\\[/.test(document.querySelector('article').innerText)")
    assert page.locator("details.sd-dropdown:not([open])").count() > 0
    assert page.locator(".proof.theorem").count() > 0
    assert page.wrong == []


def test_an_explorer_moves(page):
    root = open_at(page, page.site + CHAPTER, EXPLORERS["perceptron"][1])
    press(root, "Step")
    assert len(facts(root, "mistakes")) == 1
    assert page.wrong == []


def test_pytest_collects_everything_and_names_what_is_missing(folder, environment, built):
    pinned = folder.parent / "pinned.txt"
    pinned.write_text(f"{TORCH}\n", "utf-8")  # else, on Linux, a build with gigabytes for GPUs
    typed(folder, environment, "pip", "install", "-q", "-c", pinned, ".[test]")
    said = typed(folder, environment, "pytest", "-q", "--collect-only", "-W", "default")
    assert "NOT RUN" in said and "the built book: make book" in said and "Node 18" in said
    few = ("tests/test_margins.py", "tests/test_direction.py", "ptronlib/bounds")
    assert " passed" in typed(folder, environment, "pytest", "-q", *few)
    assert " passed" in typed(
        folder, environment, "pytest", "--nbval", "book/practice_libraries.ipynb"
    )
