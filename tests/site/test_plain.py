"""The notebooks in plain Markdown hold the whole page and all the code, and run."""

import importlib.util
import re
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup

from ptronlib.exercises import labels, wanted
from tools import plain
from tools.article import FORMULA
from tools.notebooks import BOOK, execute
from tools.pages import BUILT

NOTEBOOKS = sorted(BOOK.glob("*.ipynb"))
MARKUP = re.compile(
    r"\{[a-z]+(?::[a-z]+)?\}`|^:{3,}|^`{3,}\{|^\([\w-]+\)=|^:[a-z]+: |[\ue000\ue001]"
)
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def made(path):
    """The plain form of a notebook of the book, as `make book` left it."""
    return nbformat.read(plain.OUT / path.name, as_version=4)


def code(notebook) -> list[str]:
    return [c.source for c in notebook.cells if c.cell_type == "code" and c.source.strip()]


@each_notebook
def test_the_text_is_whole_and_no_markup_is_left(path):
    text = "\n\n".join(c.source for c in made(path).cells if c.cell_type == "markdown")
    page = (BUILT / "book" / f"{path.stem}.html").read_text("utf-8")
    article = page[page.index("<article") : page.index("</article>")].partition('id="functions"')[0]
    assert text.count("$$") == 2 * article.count('<div class="math notranslate')
    assert len(re.findall(r"\$\$[^$]+\$\$|\$[^$]+\$", text)) == len(FORMULA.findall(article))
    for heading in re.findall(r"<h[1-4]>.*?</span>([^<]+)<", article):
        assert re.sub(r"\W", "", heading) in re.sub(r"\W", "", text)
    assert text.count("<details>") == text.count("</details>")
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert not MARKUP.findall(prose) and not re.search(r"</?(?:div|span|formula|section)\b", prose)


@each_notebook
def test_the_code_below_the_first_cell_is_that_of_the_book_and_cells_for_answers(path):
    setup, *rest = made(path).cells
    answers = {c.id for c in rest if "answer" in c.metadata.get("tags", ())}
    kept = [c.source for c in rest if c.cell_type == "code" and c.id not in answers]
    assert kept == code(nbformat.read(path, as_version=4))
    assert (
        setup.source.startswith("# The Perceptron Book")
        and '"ptronlib": "ptronlib"' in setup.source
    )
    text = path.read_text("utf-8")
    assert answers == {f"answer-{name}" for name in labels() if f":label: {name}\\n" in text}


@pytest.mark.parametrize("label", labels())
def test_an_answer_that_is_still_to_come_is_no_error(label):
    answer = plain._answer(label).source
    space = {}
    *lines, call = answer.splitlines()
    exec("\n".join(lines), space)
    reply = eval(call, space)
    assert not reply and "not answered yet" in repr(reply) and wanted(label) in repr(reply)


def first_cell(name, library=""):
    """The first cell of a notebook, without what only IPython knows."""
    notebook = nbformat.read(BOOK / f"{name}.ipynb", as_version=4)
    source = plain._setup(notebook, name, "", library).source
    return source.replace("%pip install -q {wanted}", "ASKED.append(wanted)")


def test_who_has_the_notebook_alone_is_told_what_to_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        ModuleNotFoundError, match=rf"also offers the library, as the file {plain.WHEEL}"
    ):
        exec(first_cell("01_perceptron"), {"ASKED": []})


def test_the_library_comes_from_the_wheel_beside_the_notebook(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    (tmp_path / plain.WHEEL).touch()
    space = {"ASKED": []}
    with pytest.raises(ModuleNotFoundError, match="could not do it"):
        exec(first_cell("practice_classifier"), space)
    extras = "fast,plots,sklearn,tables"
    assert f"ptronlib[{extras}]" in space["ASKED"][0]
    assert f"@ {(tmp_path / plain.WHEEL).as_uri()}" in space["ASKED"][0]


def test_what_is_missing_beside_the_library_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda m: None if m == "sklearn" else there(m))
    space = {"ASKED": []}
    with pytest.raises(ModuleNotFoundError, match="sklearn must be installed"):
        exec(first_cell("practice_classifier"), space)
    assert space["ASKED"] == ['"scikit-learn"']


@each_notebook
def test_a_page_offers_what_its_notebook_needs(path):
    page = BeautifulSoup((BUILT / "book" / f"{path.stem}.html").read_text("utf-8"), "html.parser")
    offered = {Path(link["href"]).name for link in page.select('a[href*="notebooks/"]')}
    wants = {path.name, plain.WHEEL}
    if plain.reads_results(nbformat.read(path, as_version=4)):
        wants.add("results.zip")
    assert offered == wants


def test_some_notebooks_read_results():
    reading = {p.stem for p in NOTEBOOKS if plain.reads_results(nbformat.read(p, as_version=4))}
    assert reading == {"10_mnist", "errata", "practice_classifier", "practice_speed"}


def test_recorded_runs_are_looked_for_beside_the_notebook(tmp_path, monkeypatch):
    cell = first_cell("10_mnist")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="results.zip must be there"):
        exec(cell, {})
    (tmp_path / "results.zip").write_bytes((plain.OUT / "results.zip").read_bytes())
    exec(cell, {})
    unpacked = Path("..") / "experiments" / "results"
    recorded = {path.name: path.read_bytes() for path in plain.RESULTS.iterdir()}
    assert {path.name: path.read_bytes() for path in unpacked.iterdir()} == recorded


# The code of the others is that of the book, which nbval runs; test_pyodide.py runs the chapters.
@pytest.mark.thorough
def test_it_runs():
    execute(made(BOOK / "practice_libraries.ipynb"), BOOK)
