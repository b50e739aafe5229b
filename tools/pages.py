"""List the pages of the book from ``_toc.yml``, and read the built ones."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "_build" / "html"
STATIC = BUILT / "_static"
LITE = BUILT / "lite"  # JupyterLite's own pages, which are none of the book's


def sources() -> list[Path]:
    """Return the source file of every page, in reading order."""
    found = []
    for name in _files(yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))):
        path = ROOT / name
        endings = (path.with_suffix(ending) for ending in (".md", ".ipynb"))
        found.append(next(file for file in endings if file.is_file()))
    return found


def _files(entry) -> list[str]:
    """Collect ``root`` and ``file`` entries of the table of contents, depth first."""
    if isinstance(entry, list):
        return [name for item in entry for name in _files(item)]
    if not isinstance(entry, dict):
        return []
    names = [entry[key] for key in ("root", "file") if key in entry]
    return names + [name for value in entry.values() for name in _files(value)]


def pages() -> list[str]:
    """Return the address of every page below the site's root, in reading order."""
    return [path.relative_to(ROOT).with_suffix(".html").as_posix() for path in sources()]


def built_texts() -> dict[Path, str]:
    """Return the text of every built HTML file of the book."""
    files = sorted(path for path in BUILT.rglob("*.html") if LITE not in path.parents)
    return {path: path.read_text("utf-8") for path in files}


def title(source: Path) -> str:
    """Return the first heading of a page's source."""
    text = source.read_text("utf-8")
    if source.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return re.search(r"^# +(.+)$", text, re.MULTILINE)[1].strip()


def mark(text: str) -> str:
    """Return eight letters that stand for a text; in an address they make a browser fetch anew."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]
