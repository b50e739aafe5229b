"""Write the notebooks of the book in plain Markdown, for whoever opens them elsewhere.

The build calls this at its end; so does ``python -m tools.plain``.  Text, numbers and captions are
those of the built page; the code is that of the notebook, below a first cell that installs the
library where it is missing.  Below an exercise that can be checked stands a cell for the answer.
Everything goes to ``_build/notebooks`` and beside the pages, the library as a wheel and the
recorded results as an archive.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import zipfile
from pathlib import Path
from string import Template
from urllib.parse import urljoin

import nbformat
import yaml
from bs4 import Tag
from markdownify import MarkdownConverter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ptronlib import __version__
from ptronlib.exercises import labels, wanted
from ptronlib.exercises._checking import EXERCISES
from tools import states
from tools.article import Article, pieces
from tools.pages import BUILT, ROOT, sources

OUT = ROOT / "_build" / "notebooks"
RESULTS = ROOT / "experiments" / "results"
GLUED = "application/papermill.record/text/plain"
HIDDEN = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
SETUP = Path(__file__).with_name("plain_setup.txt")
WHEEL = f"ptronlib-{__version__}-py3-none-any.whl"
# What an import asks for: the modules that must be there, and the extra that brings them.
ASKED = {
    "load_mnist": (["pooch"], "data"),
    "matplotlib": (["matplotlib"], "plots"),
    "pandas": (["pandas"], "tables"),
    "plots": (["matplotlib"], "plots"),
    "sklearn": (["sklearn"], "sklearn"),
    "widgets": (["anywidget", "ipywidgets"], "widgets"),
    "ipywidgets": (["ipywidgets"], "widgets"),
    "mnist": (["pooch"], "data"),
    "torch": (["torch", "tqdm"], "torch"),
}
PIP = {"sklearn": "scikit-learn"}  # where pip's name of a module is another


class Plain(MarkdownConverter):
    """Markdown of a page's text; references lead to the published pages, or are words.

    Formulas are kept aside while the text is turned, since nothing in them is to be escaped.
    """

    def __init__(self, article: Article, address: str):
        super().__init__(heading_style="ATX", bullets="-", wrap=False)
        self.article, self.address, self.kept = article, address, []
        self.cited: dict[str, None] = {}  # sources in full, in order

    def text(self, node: Tag) -> str:
        """Return the Markdown of a piece of the page."""
        text = re.sub(r"\n{3,}", "\n\n", self.convert(str(node))).strip("\n")
        return re.sub(r"\ue000(\d+)\ue001", lambda m: self.kept[int(m[1])], text)

    def _keep(self, text: str) -> str:
        self.kept.append(text)
        return f"\ue000{len(self.kept) - 1}\ue001"

    def convert_formula(self, el, text, parent_tags):
        """An inline formula; the displayed ones are convert_div's."""
        return self._keep(f"${self.article.tex(el)}$")

    def convert_div(self, el, text, parent_tags):
        """A displayed formula, a boxed statement, or nothing in particular."""
        classes = el.get("class", ())
        if "math" in classes:
            number = el.select_one(".eqno")
            tag = rf" \tag{{{number.get_text().strip('()')}}}" if number else ""
            tex = " ".join(self.article.tex(el.formula).split())
            return f"\n\n{self._keep(f'$$ {tex}{tag} $$')}\n\n"
        if "solution" in classes:
            title = el.p.get_text()
            return self._folded(title, text.strip().partition("\n")[2])
        if "admonition" in classes and (title := el.select_one("p.admonition-title")):
            return self.convert_blockquote(el, text, parent_tags)
        if "proof" in classes:
            return f"\n\n{text.strip()} \u220e\n\n"
        return f"\n\n{text}\n\n"

    def convert_span(self, el, text, parent_tags):
        """The number of a figure stands in bold letters."""
        number = "caption-number" in el.get("class", ()) and el.find_parent("figcaption")
        return f"**{text.strip()}.** " if number else text

    def convert_aside(self, el, text, parent_tags):
        """A note in the margin."""
        return self.convert_blockquote(el, text, parent_tags)

    def convert_p(self, el, text, parent_tags):
        """A paragraph; a title stands in bold letters."""
        title = {"admonition-title", "sidebar-title"} & set(el.get("class", ()))
        words = " ".join(text.split())
        text = (f"**{words}**" if words else "") if title else text
        return super().convert_p(el, text, parent_tags)

    def convert_details(self, el, text, parent_tags):
        """A fold stays one."""
        title = el.summary.get_text().strip()
        return self._folded(title, text.strip().removeprefix(title))

    def _folded(self, title: str, text: str) -> str:
        head = f"<details>\n<summary><b>{' '.join(title.split())}</b></summary>"
        return f"\n\n{head}\n\n{text.strip()}\n\n</details>\n\n"

    def convert_a(self, el, text, parent_tags):
        """A link, whose address is that of the site; without one the words remain."""
        if el.find_parent(class_="bibtex-citation"):
            self.cited[" ".join(el["title"].split())] = None
        if not self.address and "external" not in el.get("class", ()):
            return text
        el["href"], el["title"] = urljoin(self.address, el["href"]), ""
        return super().convert_a(el, text, parent_tags)


def settings() -> dict[str, str]:
    """Return what `_config.yml` says about where the book is published, empty where nothing.

    The keys are `site`, the address of the published pages, and `library`, what pip installs
    where ptronlib is missing: by default the repository, at the commit that is checked out, or
    else the wheel that the published pages carry.
    """
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    repository, library = config["repository"]["url"], config["sphinx"]["config"]["ptron_library"]
    site = config["html"]["baseurl"]
    site = f"{site.rstrip('/')}/" if site else ""
    if repository and not library:
        command = ["git", "rev-parse", "HEAD"]
        commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        library = f"git+{repository}@{commit.stdout.strip()}"
    elif site and not library:
        library = urljoin(site, f"notebooks/{WHEEL}")
    return {"site": site, "library": library}


def convert(path: Path, site: str = "", library: str = "") -> NotebookNode:
    """Return a notebook of the book in plain form.

    Parameters
    ----------
    path : Path
        The notebook, with its outputs stored; its page must be built.
    site, library : str
        Addresses of the published pages and of the library, empty where there are none.
    """
    page = path.relative_to(ROOT).with_suffix(".html").as_posix()
    article = Article(BUILT / page)
    article.part_questions(folded=True)
    plain = Plain(article, urljoin(site, page) if site else "")
    notebook = nbformat.read(path, as_version=4)
    left = [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]
    cells, texts = [_setup(notebook, article.tree.h1.get_text(), site, library)], []

    def close() -> None:
        if texts:
            cells.append(new_markdown_cell("\n\n".join(texts), id=f"text-{len(cells)}"))
            texts.clear()

    for piece in pieces(article.tree):
        if "cell" not in piece.get("class", ()):
            if re.fullmatch("h[1-6]", piece.name):
                close()
            texts.append(plain.text(piece))
            if "exercise" in piece.get("class", ()) and piece.get("id") in labels():
                close()
                cells.append(_answer(piece["id"]))
            continue
        close()
        while "remove-cell" in left[0].metadata.get("tags", ()):  # not on the page
            cells.append(_code(left.pop(0)))
        cells.append(_code(left.pop(0)))
        texts += [plain.text(caption) for caption in piece.select("figcaption")]
    close()
    cells += map(_code, left)
    if plain.cited:
        listed = "\n".join(f"- {source}" for source in plain.cited)
        cells.append(new_markdown_cell(f"## References\n\n{listed}", id="references"))
    states.whole(notebook.metadata)
    made = new_notebook(cells=cells, metadata=notebook.metadata)
    nbformat.validate(made)
    return made


def imported(notebook: NotebookNode) -> set[str]:
    """Return the words of a notebook's imports: modules, their parts, and what is taken of them."""
    words: set[str] = set()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    words.update(*(alias.name.split(".") for alias in node.names))
                    words.update((getattr(node, "module", None) or "").split("."))
    return words - {""}


def reads_results(notebook: NotebookNode) -> bool:
    """Whether a notebook reads recorded results, which a download has to bring along."""
    return any(
        '"experiments" / "results"' in c.source for c in notebook.cells if c.cell_type == "code"
    )


def _setup(notebook: NotebookNode, title: str, site: str, library: str) -> NotebookNode:
    """Return the first cell: it says where the notebook is from, and gets what it needs."""
    words = imported(notebook)
    asked = [ASKED[word] for word in sorted(words & ASKED.keys())]
    modules = dict.fromkeys(["ptronlib", *sorted(m for names, _ in asked for m in names)])
    extras = sorted({"fast", *(extra for _, extra in asked)})
    _, needs, glue, results = re.split(r"^# -- \w+\n", SETUP.read_text("utf-8"), flags=re.M)
    values = {
        "title": title,
        "origin": f", {site}" if site else "",
        "needed": json.dumps({name: PIP.get(name, name) for name in modules}),
        "extras": ",".join(extras),
        "library": library,
        "wheel": WHEEL,
        "results": urljoin(site, "notebooks/results.zip") if site else "",
    }
    text = needs + glue + (results if reads_results(notebook) else "")
    cell = new_code_cell(Template(text.strip()).substitute(values), id="setup")
    cell.metadata["jupyter"] = {"source_hidden": True}
    return cell


def _answer(label: str) -> NotebookNode:
    """Return the cell below an exercise, ready for an answer."""
    form = textwrap.fill(wanted(label), 88, initial_indent="# ", subsequent_indent="# ")
    name = EXERCISES[label][0] or label  # the number in the book, where it has one
    # No chapter calls anything so; several have an `answer` of their own.
    call = f'my_answer = ...\ncheck("{name}", my_answer)'
    source = f"from ptronlib.exercises import check\n\n{form}\n{call}"
    cell = new_code_cell(source, id=f"answer-{label}"[:64])
    cell.metadata["tags"] = ["answer"]
    return cell


def _code(cell: NotebookNode) -> NotebookNode:
    """Return a code cell, folded where the book folds it."""
    outputs = [o for o in cell.outputs if GLUED not in o.get("data", {})]
    made = new_code_cell(cell.source, id=cell.id, outputs=outputs)
    made.execution_count = cell.execution_count
    if HIDDEN & set(cell.metadata.get("tags", ())):
        made.metadata["jupyter"] = {"source_hidden": True}
    return made


def build_wheel(target: Path) -> None:
    """Write the library as a wheel, built from a copy, since setuptools leaves folders behind."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, source)
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "ptronlib", source / "ptronlib", ignore=ignored)
        code = f"from setuptools import build_meta as b; b.build_wheel({str(target)!r})"
        # The same wheel from every build: no time of its own.
        variables = os.environ | {"SOURCE_DATE_EPOCH": "1577836800"}
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=source, env=variables, capture_output=True, text=True
        )
    if done.returncode or not (target / WHEEL).is_file():
        raise RuntimeError(f"plain: the library could not be packed.\n{done.stdout}{done.stderr}")


def main() -> None:
    """Write all notebooks, to both places, with what they need."""
    given = settings()
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    for path in (path for path in sources() if path.suffix == ".ipynb"):
        nbformat.write(convert(path, **given), OUT / path.name)
    with zipfile.ZipFile(OUT / "results.zip", "w") as packed:
        for path in sorted(RESULTS.glob("*.json*")):  # without dates, the same from every build
            packed.writestr(zipfile.ZipInfo(path.name), path.read_bytes(), zipfile.ZIP_DEFLATED)
    build_wheel(OUT)
    shutil.copytree(OUT, BUILT / "notebooks", dirs_exist_ok=True)


if __name__ == "__main__":
    main()
