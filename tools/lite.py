"""Build the site's own JupyterLite, in which every chapter runs in the reader's browser.

``python -m tools.lite`` writes ``_build/html/lite``: the pages of JupyterLite, Pyodide with the
packages that the chapters use, ptronlib as it stands here, and the notebooks, smaller where
``lite/smaller.yml`` says so, cell by cell.  It asks no other server for anything when it is used.
"""

from __future__ import annotations

import ast
import gzip
import json
import shutil
import sys
import tempfile
from pathlib import Path
from string import Template

import yaml
from nbformat.v4 import new_markdown_cell

from book._ext import complete
from ptronlib.mnist.load import obtain
from tools import lighten, plain
from tools.pages import LITE, ROOT
from tools.pyodide import CACHE, OURS, add_pyodide, run

NOTEBOOKS = plain.OUT
EXTENSIONS = (
    "@jupyter-widgets/jupyterlab-manager",
    "@jupyterlite/pyodide-kernel-extension",
    "anywidget",
)
FIRST = """*The Perceptron Book*: what you change here stays in this browser. Run the cells from the
top, each with Shift+Enter; the first one waits until Python is there."""
SAYS = "Smaller than in the book, to be quick in a browser"
UNCHECKED = "# Checked in the full version, not here, where less is computed"
NO_TORCH = "This cell needs PyTorch, which does not run in a browser."
MNIST_NOTE = """# MNIST

70,000 images of handwritten digits: Y. LeCun, C. Cortes and C. J. C. Burges, *The MNIST database of
handwritten digits*, 1998, under CC BY-SA 3.0. `ptronlib.load_mnist()` reads these files.
"""


def smaller() -> dict[str, list[dict]]:
    """Return the changes of each notebook, by its stem."""
    return yaml.safe_load((OURS / "smaller.yml").read_text("utf-8"))


def without_claim(source: str, claim: str) -> str:
    """Return the source with an assertion turned into a comment: it needs the whole computation."""
    lines = source.splitlines(keepends=True)
    found = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Assert)]
    texts = {n: " ".join("".join(lines[n.lineno - 1 : n.end_lineno]).split()) for n in found}
    named = [n for n in found if texts[n].startswith(claim)]
    if len(named) != 1:
        raise ValueError(f"smaller.yml: one assertion must begin with {claim!r}; got {len(named)}.")
    (node,) = named
    comment = f"{' ' * node.col_offset}{UNCHECKED}: {texts[node]}\n"
    before, after = lines[: node.lineno - 1], lines[node.end_lineno :]
    try:
        ast.parse(shorter := "".join([*before, comment, *after]))
    except SyntaxError:  # a block needs a statement
        shorter = "".join([*before, comment, f"{' ' * node.col_offset}pass\n", *after])
    return shorter


def shrink(notebook: dict, changes: list[dict]) -> None:
    """Change the cells of a notebook, in place; what is to be replaced must be there.

    An assertion stays, unless it is named because the smaller computation breaks it.
    """
    cells = {cell["id"]: cell for cell in notebook["cells"] if cell["cell_type"] == "code"}
    for change in changes:
        cell = cells[change["cell"]]
        source = "".join(cell["source"])
        for old, new in change.get("change", {}).items():
            if old not in source:
                raise ValueError(f"smaller.yml: cell {change['cell']} must contain {old!r}.")
            source = source.replace(old, new)
        for claim in change.get("unchecked", ()):
            source = without_claim(source, claim)
        said = f'print("{SAYS}: {change["says"]}.")\n' if "change" in change else ""
        cell["source"] = said + source


def without_torch(notebook: dict, source: dict) -> None:
    """Let the cells that the book tags "needs-torch" say so, and print what they printed there.

    Their code stays below, as a comment.
    """
    tagged = {c["id"] for c in source["cells"] if "needs-torch" in c["metadata"].get("tags", ())}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code" or cell["id"] not in tagged:
            continue
        printed = "".join(
            "".join(output["text"]) for output in cell["outputs"] if output.get("name") == "stdout"
        )
        pictures = any("image/png" in output.get("data", {}) for output in cell["outputs"])
        said = NO_TORCH + " The page of the book shows its figure." * pictures
        lines = [f"print({said + ' In the book it printed:' * bool(printed)!r})"]
        lines += [f"print({line!r})" for line in printed.splitlines()]
        code = [f"# {line}".rstrip() for line in "".join(cell["source"]).splitlines()]
        cell["source"] = "\n".join([*lines, "", *code])


def contents(target: Path) -> None:
    """Copy what the reader finds in the file browser: the notebooks, the recorded results."""
    (target / "book").mkdir(parents=True)
    changes = smaller()
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb")):
        notebook = json.loads(path.read_text("utf-8"))
        # The first cell would install what is here already.
        notebook["cells"][0] = new_markdown_cell(FIRST, id="first")
        for cell in notebook["cells"]:
            cell["metadata"]["trusted"] = True
        shrink(notebook, changes.get(path.stem, []))
        without_torch(notebook, json.loads((ROOT / "book" / path.name).read_text("utf-8")))
        (target / "book" / path.name).write_text(json.dumps(notebook), "utf-8")
    shutil.copytree(ROOT / "experiments" / "results", target / "experiments" / "results")
    (target / "mnist").mkdir()
    (target / "mnist" / "README.md").write_text(MNIST_NOTE, "utf-8")
    for name, content in obtain()[1].items():  # by name and hash, from the cache or fetched
        (target / "mnist" / f"{name}.gz").write_bytes(gzip.compress(content, 6, mtime=0))


def main() -> None:
    """Build everything anew, beside the old one until it is whole."""
    print("lite: building the notebooks that run in the browser", flush=True)
    shared = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix=".build-") as scratch:
        folder = Path(scratch)
        shutil.copy(OURS / "jupyter-lite.json", folder)
        settings = {
            "apps": ["notebooks", "tree"],
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
            "ignore_sys_prefix": ["federated_extensions"],
            "federated_extensions": [str(shared / name) for name in EXTENSIONS],
            "contents": ["contents"],
            "output_dir": "site",
        }
        config = folder / "jupyter_lite_config.json"
        config.write_text(json.dumps({"LiteBuildConfig": settings}), "utf-8")
        contents(folder / "contents")
        run("jupyterlite_core", "build", cwd=folder)
        add_pyodide(folder / "site" / "static" / "pyodide")
        page = folder / "site" / "notebooks" / "index.html"
        more = Template((OURS / "loading.html").read_text("utf-8"))
        more = more.substitute(size=complete.megabytes(folder / "site"))
        page.write_text(page.read_text("utf-8").replace("</body>", f"{more}</body>"), "utf-8")
        shutil.rmtree(LITE, ignore_errors=True)
        shutil.move(folder / "site", LITE)
    complete.main()
    lighten.main()
    size = sum(path.stat().st_size for path in LITE.rglob("*") if path.is_file())
    print(f"lite: {size / 1e6:.0f} MB in {LITE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
