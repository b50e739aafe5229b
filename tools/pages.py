"""List the pages of the book from ``_toc.yml``; as a script, check that each was really built.

The check reads the built pages themselves, not the build's log: a page counts when its file is at
least as new as its source and carries its source's title.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "_build" / "html"
LITE = BUILT / "lite"  # JupyterLite's own pages, which are none of the book's


def sources() -> list[Path]:
    """Return the source file of every page, in reading order."""
    found = []
    for name in _files(yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))):
        candidates = [ROOT / f"{name}{ending}" for ending in ("", ".md", ".ipynb")]
        present = [path for path in candidates if path.is_file()]
        if not present:
            raise SystemExit(f"_toc.yml lists {name}, but there is no {name}.md or {name}.ipynb.")
        found.append(present[0])
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


def rewrite(texts: dict[Path, str], change: Callable[[str], str]) -> None:
    """Write those built files anew that the change makes different."""
    for path, text in texts.items():
        if (changed := change(text)) != text:
            path.write_text(changed, "utf-8")


def title(source: Path) -> str:
    """Return the first heading of a page's source."""
    text = source.read_text(encoding="utf-8")
    if source.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    heading = re.search(r"^# +(.+)$", text, re.MULTILINE)
    if not heading:
        raise SystemExit(f"{source.relative_to(ROOT)} has no heading of the first level.")
    return heading[1].strip()


def problem(source: Path) -> str | None:
    """Say what is wrong with the built page of a source, if anything."""
    name = source.relative_to(ROOT).with_suffix(".html")
    page = BUILT / name
    if not page.is_file():
        return f"{name} was not built"
    if page.stat().st_mtime < source.stat().st_mtime:
        return f"{name} is older than its source"
    heading = re.search(r"<h1>(.*?)<a class=\"headerlink", page.read_text(encoding="utf-8"), re.S)
    shown = _plain(unescape(re.sub(r"<[^>]+>", "", heading[1]))) if heading else ""
    if _plain(title(source)) not in shown:
        return f"{name} is headed {shown!r}, not {title(source)!r}"
    return None


def _plain(text: str) -> str:
    """Keep letters and digits only: markup, quotes and dashes change on the way to HTML."""
    return re.sub(r"[\W_]+", "", text).lower()


if __name__ == "__main__":
    every = sources()
    wrong = [said for source in every if (said := problem(source))]
    if wrong:
        sys.exit("pages: " + "; ".join(wrong) + ". Run: make book")
    print(f"pages: all {len(every)} pages of _toc.yml are built")
