"""The notebooks in plain Markdown say what the pages say, and run.

The numbers in them come from Sphinx's environment; here they are held against the built pages.
"""

import re
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

from tools import plain
from tools.notebooks import BOOK, execute
from tools.pages import BUILT
from tools.plain_names import Names

NOTEBOOKS = sorted(BOOK.glob("*.ipynb"))
ADDRESS = "https://example.org/ptronlib-1.0-py3-none-any.whl"
MARKUP = re.compile(r"\{[a-z]+(?::[a-z]+)?\}`|^:{3,}|^`{3,}\{|^\([\w-]+\)=|^:[a-z]+: ", re.M)
NOT_PROSE = (
    ".headerlink, .cell_input, .cell_output > *:not(figure), details.hide > summary, "
    ".prev-next-area, .run-here, #functions, script, style"
)
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@pytest.fixture(scope="session")
def names():
    return Names()


def made(path):
    """The plain form of a notebook of the book, as `make book` left it."""
    return nbformat.read(plain.OUT / path.name, as_version=4)


def prose(notebook) -> str:
    return "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


def code(notebook) -> list[str]:
    return [c.source for c in notebook.cells if c.cell_type == "code" and c.source.strip()]


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:[.,][^\W_]+)*", text)


def shown(path) -> list[str]:
    """The words of the built page, its numbers and captions included, without code and formulas."""
    page = BeautifulSoup((BUILT / "book" / f"{path.stem}.html").read_text("utf-8"), "html.parser")
    article = page.find("article")
    for node in article.select(NOT_PROSE):
        node.decompose()
    for formula in article.select(".math"):
        number = formula.find(class_="eqno")
        formula.replace_with(number.get_text() if number else " ")
    return words(article.get_text())


def rendered(notebook) -> list[str]:
    """The words that a notebook program shows, once its formulas are taken out."""
    text = prose(notebook).partition("\n## References\n")[0]
    tags = r"\$\$.*?(?:\\tag\{([\d.]+)\}\s*)?\$\$"
    text = re.sub(tags, lambda m: f" ({m[1]}) " if m[1] else " ", text, flags=re.DOTALL)
    text = re.sub(r"(?<!\\)\$[^$]+\$", " ", text)
    html = MarkdownIt("commonmark").enable("table").render(text)
    return words(BeautifulSoup(html, "html.parser").get_text())


@each_notebook
def test_every_word_and_number_is_that_of_the_page(path):
    assert rendered(made(path)) == shown(path)


@each_notebook
def test_no_markup_of_the_book_is_left(path):
    notebook = made(path)
    nbformat.validate(notebook)
    text = re.sub(r"^```.*?^```$", "", prose(notebook), flags=re.DOTALL | re.MULTILINE)
    assert not MARKUP.findall(text)
    assert text.count("<details>") == text.count("</details>")
    for cell in (cell for cell in notebook.cells if cell.cell_type == "markdown"):
        assert cell.source.count("$$") % 2 == 0, cell.source
        quoted = [line for line in cell.source.splitlines() if line.startswith(">")]
        assert all(line.count("$$") in (0, 2) for line in quoted), cell.source


@each_notebook
def test_the_code_below_the_first_cell_is_that_of_the_book(path):
    setup, *rest = code(made(path))
    assert rest == code(nbformat.read(path, as_version=4))
    assert "import ptronlib" in setup


# -- what a reader has elsewhere


def test_the_first_cell_installs_what_is_configured_and_else_says_what_to_do(names):
    notebook = nbformat.read(BOOK / "06_cover.ipynb", as_version=4)
    cell = plain.convert(notebook, "book/06_cover", names, library=ADDRESS).cells[0].source
    assert f'pip install -q "ptronlib[data,fast,plots,widgets] @ {ADDRESS}"' in cell
    cell = plain.convert(notebook, "book/06_cover", names).cells[0].source
    assert ADDRESS not in cell and "In the folder of the book's sources run" in cell


def test_recorded_runs_are_looked_for_beside_the_notebook(tmp_path, monkeypatch):
    cell = made(BOOK / "10_mnist.ipynb").cells[0].source
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="results.zip must be there"):
        exec(cell, {})
    (tmp_path / "results.zip").write_bytes((plain.OUT / "results.zip").read_bytes())
    exec(cell, {})
    unpacked = Path("..") / "experiments" / "results"
    for folder in (plain.RESULTS, unpacked):
        assert {"runs", "speed"} <= {path.parent.name for path in folder.rglob("*.json")}
    recorded = {path.relative_to(plain.RESULTS) for path in plain.RESULTS.rglob("*.json")}
    assert {path.relative_to(unpacked) for path in unpacked.rglob("*.json")} == recorded


# -- they run


def printed(notebook) -> list[str]:
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return [output.text for output in outputs if output.output_type == "stream"]


# The code of the others is that of the book, which nbval runs; test_lite.py runs the chapters.
@pytest.mark.thorough
@pytest.mark.parametrize("name", ["06_cover", "practice_classifier"])
def test_it_runs_and_prints_what_is_stored(name):
    notebook = made(BOOK / f"{name}.ipynb")
    stored = printed(notebook)
    execute(notebook, BOOK)
    assert printed(notebook) == stored
