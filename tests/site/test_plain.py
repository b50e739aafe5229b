"""The notebooks in plain Markdown hold the whole page and all the code, and run."""

import re
from pathlib import Path

import nbformat
import pytest

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
def test_the_code_below_the_first_cell_is_that_of_the_book(path):
    setup, *rest = code(made(path))
    assert rest == code(nbformat.read(path, as_version=4))
    assert "import ptronlib" in setup and "In the folder of the book's sources run" in setup


def test_recorded_runs_are_looked_for_beside_the_notebook(tmp_path, monkeypatch):
    cell = made(BOOK / "10_mnist.ipynb").cells[0].source
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="results.zip must be there"):
        exec(cell, {})
    (tmp_path / "results.zip").write_bytes((plain.OUT / "results.zip").read_bytes())
    exec(cell, {})
    unpacked = Path("..") / "experiments" / "results"
    recorded = {path.name: path.read_bytes() for path in plain.RESULTS.iterdir()}
    assert {path.name: path.read_bytes() for path in unpacked.iterdir()} == recorded


# The code of the others is that of the book, which nbval runs; test_lite.py runs the chapters.
@pytest.mark.thorough
def test_it_runs():
    execute(made(BOOK / "practice_libraries.ipynb"), BOOK)
