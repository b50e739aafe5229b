"""List the pages of the book from ``_toc.yml``, and read the built ones."""

from __future__ import annotations

import hashlib
from pathlib import Path

from sphinx_external_toc.parsing import parse_toc_yaml

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "_build" / "html"
STATIC = BUILT / "_static"
LITE = BUILT / "lite"  # JupyterLite's own pages, which are none of the book's
SLIDES = BUILT / "slides"  # nor are the slides
PDF = BUILT / "perceptron-book.pdf"


def sources() -> list[Path]:
    """Return the source file of every page, in reading order."""
    names = (ROOT / name for name in parse_toc_yaml(ROOT / "_toc.yml"))
    files = ((name.with_suffix(".md"), name.with_suffix(".ipynb")) for name in names)
    return [next(file for file in both if file.is_file()) for both in files]


def pages() -> list[str]:
    """Return the address of every page below the site's root, in reading order."""
    return [path.relative_to(ROOT).with_suffix(".html").as_posix() for path in sources()]


def built_texts() -> dict[Path, str]:
    """Return the text of every built HTML file of the book."""
    files = sorted(p for p in BUILT.rglob("*.html") if not {LITE, SLIDES} & set(p.parents))
    return {path: path.read_text("utf-8") for path in files}


def mark(text: str) -> str:
    """Return eight letters that stand for a text; in an address they make a browser fetch anew."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]
