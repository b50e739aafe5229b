"""One style sheet for all pages, with those rules only that some page can use.

The theme, Bootstrap within it, and the extensions bring half a megabyte in ten files, for all of
which a reader waits before the first word appears.
"""

from __future__ import annotations

import re
from pathlib import Path

from tools import lite_pages
from tools.lean import formulas, icons
from tools.lean.node import ask
from tools.lean.scripts import BUNDLED, STATIC, mark, root_of

SHEET = "site.css"
BUNDLED_STYLES = (
    "basic.css",  # theme.css of the theme is but an @import of it
    "styles/pydata-sphinx-theme.css",
    "pygments.css",
    "styles/sphinx-book-theme.css",
    "togglebutton.css",
    "copybutton.css",
    "mystnb.css",  # carries a hash in its name
    "proof.css",
    "exercise.css",
    "sphinx-design.min.css",
    formulas.STYLES,
    "ptron.css",
)
UNUSED = ("theme.css", "sphinx-thebe.css")
LINK = re.compile(r'[ \t]*<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"?]*)[^"]*"[^>]*>\n?')
URL = re.compile(r"url\((?![\"']?(?:data:|#))[\"']?([^)\"']+)[\"']?\)")


def _files() -> list[Path]:
    found = [STATIC / name for name in BUNDLED_STYLES if name != "mystnb.css"]
    found.insert(BUNDLED_STYLES.index("mystnb.css"), *STATIC.glob("mystnb*.css"))
    return found


def _rebased(css: str, file: Path) -> str:
    """Return the sheet with its addresses as seen from the folder of the one sheet."""
    folder = file.parent.relative_to(STATIC)
    return URL.sub(lambda m: f'url("{_join(folder, m[1])}")', css)


def _join(folder: Path, address: str) -> str:
    parts: list[str] = []
    for part in [*folder.parts, *address.split("/")]:
        parts = parts[:-1] if part == ".." else [*parts, part] if part != "." else parts
    return "/".join(parts)


def bundle(pages: list[Path]) -> str:
    """Write the one style sheet that these pages need and return its name with its mark."""
    later = Path(lite_pages.__file__)  # puts a button into pages that are already light
    content = [*pages, later, *STATIC.glob("*.js"), *(STATIC / name for name in BUNDLED)]
    files = _files()
    task = {"content": list(map(str, content)), "css": list(map(str, files))}
    sheets = [_rebased(css, file) for css, file in zip(ask("purge.mjs", task), files, strict=True)]
    whole = _small("\n".join([icons.STYLES, *sheets]))
    (STATIC / SHEET).write_text(whole, "utf-8")
    return f"{SHEET}?v={mark(whole)}"


def _small(css: str) -> str:
    """Return the sheet without comments and most white space."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return re.sub(r"\s*\n\s*", "\n", css).strip() + "\n"


def link(page: str, bundled: str) -> str:
    """Return the page with one style sheet in place of all those."""
    names = {file.name for file in _files()} | {*UNUSED, SHEET}
    here = f'    <link rel="stylesheet" href="{root_of(page)}_static/{bundled}" />\n'
    first = LINK.search(page)
    mark_, rest = page[: first.start()], page[first.start() :]
    kept = LINK.sub(lambda m: "" if m[1].rpartition("/")[2] in names else m[0], rest)
    return mark_ + here + kept
