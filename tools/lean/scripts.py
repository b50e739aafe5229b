"""One deferred script for all pages, and none that a page has no use for.

The theme loads some twenty scripts while the reader waits, the index of the search among them,
which only the page of results uses.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from tools.pages import BUILT

STATIC = BUILT / "_static"
BUNDLE = "site.js"
# In this order; all of them wait for the document themselves.
BUNDLED = (
    "doctools.js",
    "sphinx_highlight.js",
    "clipboard.min.js",
    "copybutton.js",
    "scripts/sphinx-book-theme.js",
    "togglebutton.js",
    "reading.js",
    "focusable.js",
    "scripts/bootstrap.js",
    "scripts/pydata-sphinx-theme.js",
)
# What the theme does at once to every box that may scroll, focusable.js does in quiet moments.
HASTY = re.compile(
    r'document\.querySelectorAll\((\["pre",[^\]]*\]\.join\(", "\))\)\.forEach\(.*?:-1\}\)'
)
TABS = "design-tabs.js"
SEARCH = ("_static/searchtools.js", "_static/language_data.js", "searchindex.js")
DROPPED = (
    "scripts/fontawesome.js",  # tools/lean/icons.py
    "mathjax/tex-mml-chtml.js",  # tools/lean/formulas.py
)
SOURCE = r'[ \t]*<script\b[^>]*\bsrc="[^"]*?{}(?:\?[^"]*)?"[^>]*>\s*</script>\n?'
PRELOAD = re.compile(r'[ \t]*<link rel="preload" as="script"[^>]*>\n?')
OPTIONS = re.compile(
    r'<script(?: src="[^"]*_static/documentation_options\.js[^"]*")?>'
    r"(?:const DOCUMENTATION_OPTIONS = .*?)?</script>",
    re.DOTALL,
)
SETTINGS = re.compile(r"[ \t]*<script>window\.MathJax = .*?</script>\n?")
THEBE = re.compile(
    r'[ \t]*<script type="text/x-thebe-config">.*?</script>\s*<script>kernelName.*?</script>\n?',
    re.DOTALL,
)


# The theme's own line says "auto", which is no colour, and the page is painted twice.
UNDECIDED = 'document.documentElement.dataset.theme = localStorage.getItem("theme") || "auto";'
DECIDED = """const asked = localStorage.getItem("mode") || "auto";
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.documentElement.dataset.theme = asked === "auto" ? system : asked;"""


def bundle() -> str:
    """Write the one script and return its name with a mark that changes when it does."""
    texts = [(STATIC / name).read_text("utf-8") for name in BUNDLED]
    body = "\n;\n".join(re.sub(r"^//# sourceMappingURL=.*$", "", t, flags=re.M) for t in texts)
    body, found = HASTY.subn(r"makeFocusable(\1)", body)
    if found != 1:
        raise SystemExit("scripts: focusable.js finds no place in the theme's script.")
    # Some state "use strict", which at the head of the one script would bind all of them.
    body = f";\n{body}"
    (STATIC / BUNDLE).write_text(body, "utf-8")
    return f"{BUNDLE}?v={mark(body)}"


def mark(text: str) -> str:
    """Return eight letters that stand for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def root_of(page: str) -> str:
    """Return the way from a page to the root of the site, as the page states it."""
    return re.search(r'<html[^>]* data-content_root="([^"]*)"', page)[1]


def _without(page: str, names: tuple[str, ...]) -> str:
    return re.sub(SOURCE.format(f"(?:{'|'.join(map(re.escape, names))})"), "", page)


def lighten(page: str, path: Path, bundled: str) -> str:
    """Return the page with its one script, and others only if it needs them."""
    page = PRELOAD.sub("", SETTINGS.sub("", THEBE.sub("", page)))
    unused = [f"_static/{name}" for name in (*BUNDLED, *DROPPED, BUNDLE)]
    if "sd-tab-set" not in page:
        unused.append(f"_static/{TABS}")
    if path.name != "search.html":
        unused += SEARCH
    page = _without(page, tuple(unused))
    page = page.replace(UNDECIDED, DECIDED)
    options = (STATIC / "documentation_options.js").read_text("utf-8").strip()
    ours = f'<script defer src="{root_of(page)}_static/{bundled}"></script>'
    page = OPTIONS.sub(lambda _: f"<script>{options}</script>\n    {ours}", page, count=1)
    return re.sub(r"<script(?! defer)(?=[^>]*\bsrc=)", "<script defer", page)
