"""One style sheet for all pages, with those rules only that some page can use.

The theme, Bootstrap within it, and the extensions bring half a megabyte in a dozen files, for all
of which a reader waits before the first word appears.  On a processor four times slower than ours,
behind 4 Mb/s, the first words of three chapters appeared after 0.50 to 0.64 s; with all rules in
the one sheet after 0.80 to 0.90 s, and with the sheets as they come after 0.86 to 1.00 s (medians,
benchmarks/first_paint.py).
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path, PurePosixPath
from posixpath import normpath

from book._ext.mends import NAMED
from tools.pages import ROOT, STATIC, mark

BUNDLED = (
    "basic.css",  # theme.css of the theme is but an @import of it
    "styles/pydata-sphinx-theme.css",
    "pygments.css",
    "styles/sphinx-book-theme.css",
    "togglebutton.css",
    "copybutton.css",
    "mystnb.*.css",
    "proof.css",
    "exercise.css",
    "sphinx-design.min.css",
    "sphinx-codeautolink.css",
    "mathjax.css",
    "ptron.css",
)
URL = re.compile(r"url\((?![\"']?(?:data:|#))[\"']?([^)\"']+)[\"']?\)")
COMMENT = re.compile(r"/\*.*?\*/|(?<=\n)\s+", re.DOTALL)


def bundle(pages: list[Path], more: str) -> str:
    """Write the one style sheet that these pages need; return its name with a mark of its content.

    `more` is put before it.
    """
    files = [file for name in BUNDLED for file in STATIC.glob(name)]
    sheet = STATIC / "site.css"
    sheet.write_text("\n".join([more, *map(rebased, files)]), "utf-8")
    content = [*pages, *STATIC.glob("*.js"), *STATIC.glob("scripts/[bps]*.js")]
    command = [ROOT / "node_modules/.bin/purgecss", "--font-face", "--keyframes"]
    command += ["--css", sheet, "--output", sheet, "--content", *content]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"styles: purgecss failed.\n{done.stderr}\nRun: make setup")
    text = COMMENT.sub("", sheet.read_text("utf-8"))
    sheet.write_text(text, "utf-8")
    return f"site.css?v={mark(text)}"


def rebased(file: Path) -> str:
    """Return a sheet with its addresses as seen from the folder of the one sheet."""
    folder = file.parent.relative_to(STATIC).as_posix()
    css = file.read_text("utf-8")
    return URL.sub(lambda m: f'url("{normpath(f"{folder}/{m[1]}")}")', css)


def link(page: str, root: str, sheet: str) -> str:
    """Return the page with one style sheet in place of all those."""
    names = (
        *(PurePosixPath(name).name for name in BUNDLED),
        "theme.css",
        "sphinx-thebe.css",
        "site.css",
    )

    def kept(found: re.Match) -> str:
        ours = any(PurePosixPath(found[1]).match(name) for name in names)
        return "" if ours else found[0]

    here = f'<link rel="stylesheet" href="{root}_static/{sheet}" />\n'
    start = NAMED["LINK"].pattern.search(page).start()
    return page[:start] + here + NAMED["LINK"].pattern.sub(kept, page[start:])
