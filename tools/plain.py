"""Write the notebooks of the book in plain Markdown, for whoever opens them elsewhere.

    python -m tools.plain                    after the pages are built, as `make book` does it
    python -m tools.plain --branch FOLDER    what the branch holds from which they are launched

The notebooks go to ``_build/notebooks`` and, for the download, beside the pages.  Their code is
that of the book, below a first cell that installs the library where it is missing; their text has
the book's own numbers in it; their figures have their captions as text.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from string import Template

import nbformat
import yaml
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from tools.pages import BUILT, ROOT, sources
from tools.plain_names import Names
from tools.plain_text import Plain

OUT = ROOT / "_build" / "notebooks"
RESULTS = ROOT / "experiments" / "results"
GLUED = "application/papermill.record/text/plain"
RECORDED = '"experiments" / "results"'
HIDDEN = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
SETUP = Path(__file__).with_name("plain_setup.txt")
ALWAYS = ("fast", "plots", "widgets")
EXTRAS = {
    "load_mnist": "data",
    "sklearn": "sklearn",
}


def settings() -> dict[str, str]:
    """Return what `_config.yml` says about where the book is published, empty where nothing.

    The keys are `site`, the address of the published pages, and `library`, what pip installs
    where ptronlib is missing: by default the repository, at the commit that is checked out.
    """
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    repository = config.get("repository") or {}
    given = config["sphinx"]["config"]
    library = given.get("ptron_library") or ""
    if not library and repository.get("url"):
        library = f"git+{repository['url']}@{_commit()}"
    return {"site": (config.get("html") or {}).get("baseurl") or "", "library": library}


def _commit() -> str:
    command = ["git", "rev-parse", "HEAD"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(
            "plain: the notebooks must name the commit whose library they install, and this "
            f"folder has none ({done.stderr.strip()}). Set ptron_library in _config.yml."
        )
    return done.stdout.strip()


def convert(notebook: NotebookNode, page: str, names: Names, site="", library="") -> NotebookNode:
    """Return a notebook of the book in plain form.

    Parameters
    ----------
    notebook : NotebookNode
        With its outputs stored.
    page : str
        The page it makes, as "book/01_perceptron".
    names : Names
        What the book calls its labels.
    site, library : str
        Addresses of the published pages and of the library, empty where there are none.
    """
    plain = Plain(names, page, _glued(notebook), site)
    cells = [_setup(notebook, names.env.titles[page].astext(), site, library)]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cells.append(new_markdown_cell(plain.text(cell.source), id=cell.id))
        elif cell.source.strip():
            cells += _code(cell, plain)
    if plain.sources:
        listed = "\n".join(f"- {source}" for source in plain.sources)
        cells.append(new_markdown_cell(f"## References\n\n{listed}", id="references"))
    made = nbformat.v4.new_notebook(cells=cells, metadata=notebook.metadata)
    nbformat.validate(made)
    return made


def _glued(notebook: NotebookNode) -> dict[str, str]:
    """Return what the cells of a notebook stored for its text, by name."""
    outputs = [o for c in notebook.cells if c.cell_type == "code" for o in c.outputs]
    return {
        o.metadata.scrapbook.name: o.data[GLUED] for o in outputs if GLUED in o.get("data", {})
    }


def _setup(notebook: NotebookNode, title: str, site: str, library: str) -> NotebookNode:
    """Return the first cell: it says where the notebook is from, and gets what it needs."""
    code = "\n".join(c.source for c in notebook.cells if c.cell_type == "code")
    words = set(re.findall(r"\w+", " ".join(re.findall(r"^(?:from|import) .*", code, re.M))))
    extras = {*ALWAYS, *(EXTRAS[word] for word in words & set(EXTRAS))}
    parts = re.split(r"^# -- \w+\n", SETUP.read_text("utf-8"), flags=re.M)
    installed, absent, glue, results = parts[1:]
    values = {
        "title": title,
        "origin": f", {site}" if site else "",
        "wanted": _requirement(extras, library),
        "results": f"{site.rstrip('/')}/notebooks/results.zip" if site else "",
    }
    wanted = [installed if library else absent, glue, *[results] * (RECORDED in code)]
    text = "\n".join(wanted).strip()
    cell = new_code_cell(Template(text).substitute(values), id="setup")
    cell.metadata["jupyter"] = {"source_hidden": True}
    return cell


def _requirement(extras: set[str], library: str) -> str:
    return f"ptronlib[{','.join(sorted(extras))}] @ {library}"


def _code(cell: NotebookNode, plain: Plain) -> list[NotebookNode]:
    """Return a code cell, folded where the book folds it, and the caption of its figure."""
    figure = cell.metadata.get("mystnb", {}).get("figure")
    shown = [o for o in cell.outputs if GLUED not in o.get("data", {})]
    made = new_code_cell(cell.source, id=cell.id, outputs=shown)
    made.execution_count = cell.execution_count
    if HIDDEN & set(cell.metadata.get("tags", ())):
        made.metadata["jupyter"] = {"source_hidden": True}
    if not figure:
        return [made]
    number = plain.names.name(figure["name"]).text
    caption = f"**{number}.** {plain.text(figure['caption'])}"
    return [made, new_markdown_cell(caption, id=f"caption-{cell.id}"[:64])]


def write() -> None:
    """Write all notebooks, to both places, and the recorded results that some of them read."""
    names, given = Names(), settings()
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    for path in (path for path in sources() if path.suffix == ".ipynb"):
        page = path.relative_to(ROOT).with_suffix("").as_posix()
        notebook = nbformat.read(path, as_version=4)
        nbformat.write(convert(notebook, page, names, **given), OUT / path.name)
    with zipfile.ZipFile(OUT / "results.zip", "w") as packed:
        for path in sorted(RESULTS.rglob("*.json")):  # without dates, the same from every build
            entry = zipfile.ZipInfo(path.relative_to(RESULTS).as_posix())
            packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    shutil.copytree(OUT, BUILT / "notebooks", dirs_exist_ok=True)


def branch(folder: Path) -> None:
    """Fill a folder with the notebooks, the recorded runs, and what Binder is to install."""
    if not (library := settings()["library"]):
        print("plain: no repository.url in _config.yml, so there is nothing to launch")
        return
    shutil.copytree(OUT, folder / "book", ignore=shutil.ignore_patterns("*.zip"))
    shutil.copytree(RESULTS, folder / "experiments" / "results")
    wanted = _requirement({*ALWAYS, *EXTRAS.values()}, library)
    (folder / "requirements.txt").write_text(f"{wanted}\n", "utf-8")


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description="Write the notebooks in plain Markdown.")
    parser.add_argument("--branch", metavar="FOLDER", type=Path, help="fill the launch branch")
    folder = parser.parse_args().branch
    if folder:
        branch(folder)
    else:
        write()


if __name__ == "__main__":
    main()
