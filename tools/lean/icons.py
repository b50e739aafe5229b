"""Draw the few icons of the theme into the pages; its own way is a script of 1.5 MB on each.

The drawings are read from that very script, Font Awesome, which the theme brings along.
"""

from __future__ import annotations

import re
from functools import cache

from tools.pages import BUILT

FONT_AWESOME = BUILT / "_static" / "scripts" / "fontawesome.js"
ICON = re.compile(
    r'<(?P<tag>i|span) class="(?P<classes>(?:[\w-]+ +)*?(?P<set>fa-solid|fas|fab) [^"]*)"'
    r"(?P<rest>[^>]*)></(?P=tag)>"
)
STYLES = (
    ".svg-inline--fa { display: inline-block; height: 1em; overflow: visible; "
    "box-sizing: content-box; vertical-align: -0.125em; }\n"
    ".svg-inline--fa.fa-lg { font-size: 1.25em; line-height: 0.05em; vertical-align: -0.2em; }\n"
)


@cache
def drawing(name: str, brand: bool) -> tuple[str, str, str]:
    """Return width, height and path of an icon, known by its name or an older one.

    The script holds brands first, then outlined icons, then solid ones.
    """
    body = r':\[(\d+),(\d+),\[[^\]]*\],"[0-9a-f]+","([^"]*)"\]'
    alias = rf':\[(\d+),(\d+),\[[^\]]*"{name}"[^\]]*\],"[0-9a-f]+","([^"]*)"\]'
    script = FONT_AWESOME.read_text("utf-8")
    found = re.findall(rf'[{{,]"?{name}"?{body}', script) or re.findall(alias, script)
    if not found:
        raise SystemExit(f"icons: Font Awesome of the theme has no icon called {name}.")
    return found[0 if brand else -1]


def _draw(match: re.Match) -> str:
    classes = match["classes"].split()
    styles = ("fa-solid", "fas", "fab", "fa-lg")
    name = next(c for c in classes if c.startswith("fa-") and c not in styles)
    width, height, path = drawing(name.removeprefix("fa-"), match["set"] == "fab")
    return (
        f'<svg class="svg-inline--fa {" ".join(classes)}"{match["rest"]} aria-hidden="true" '
        f'viewBox="0 0 {width} {height}"><path fill="currentColor" d="{path}"/></svg>'
    )


def draw(page: str) -> str:
    """Return the page with its icons drawn."""
    return ICON.sub(_draw, page)
