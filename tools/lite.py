"""Build the site's own JupyterLite, in which every chapter runs in the reader's browser.

``python -m tools.lite`` writes ``_build/html/lite``: the pages of JupyterLite, Pyodide with the
packages that the chapters use, ptronlib as it stands here, and the notebooks.  It asks no other
server for anything when it is used.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ptronlib.mnist.load import obtain
from tools import lite_pages, plain, smaller
from tools.lite_packages import CACHE, OURS, add_pyodide, run
from tools.pages import LITE, ROOT

NOTEBOOKS = plain.OUT
NEEDED = ("jupyterlite-core", "jupyterlite-pyodide-kernel")
EXTENSIONS = (
    "@jupyter-widgets/jupyterlab-manager",
    "@jupyterlite/pyodide-kernel-extension",
    "anywidget",
)
MNIST_NOTE = """# MNIST

70,000 images of handwritten digits: Y. LeCun, C. Cortes and C. J. C. Burges, *The MNIST database of
handwritten digits*, 1998, under CC BY-SA 3.0. `ptronlib.load_mnist()` reads these files.
"""


def contents(target: Path) -> None:
    """Copy what the reader finds in the file browser: the notebooks, the recorded results."""
    (target / "book").mkdir(parents=True)
    changes = smaller.read()
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb")):
        notebook = json.loads(path.read_text("utf-8"))
        smaller.shrink(notebook, changes.get(path.stem, []), path.name)
        (target / "book" / path.name).write_text(json.dumps(notebook), "utf-8")
    shutil.copytree(ROOT / "experiments" / "results", target / "experiments" / "results")
    (target / "mnist").mkdir()
    (target / "mnist" / "README.md").write_text(MNIST_NOTE, "utf-8")
    for name, content in obtain()[1].items():  # by name and hash, from the cache or fetched
        (target / "mnist" / f"{name}.gz").write_bytes(gzip.compress(content, 6, mtime=0))


def build() -> None:
    """Build everything anew, beside the old one until it is whole."""
    for name in NEEDED:
        try:
            version(name)
        except PackageNotFoundError:
            raise SystemExit(f"lite: {name} is not installed. Run: make setup") from None
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
        run(sys.executable, "-m", "jupyterlite_core", "build", cwd=folder)
        add_pyodide(folder / "site" / "static" / "pyodide")
        shutil.rmtree(LITE, ignore_errors=True)
        shutil.move(folder / "site", LITE)


def main() -> None:
    """Build, and say how large it is."""
    print("lite: building the notebooks that run in the browser", flush=True)
    build()
    lite_pages.main()
    size = sum(path.stat().st_size for path in LITE.rglob("*") if path.is_file())
    print(f"lite: {size / 1e6:.0f} MB in {LITE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
