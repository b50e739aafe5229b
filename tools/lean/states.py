"""Move the saved states of a page's interactives into a file of their own, fetched when wanted.

Each holds the source of its module: some 50 kB that would come before the first word of the text.
A script carries them, not a JSON file, because a page opened from a folder may fetch nothing.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from tools.lean.scripts import STATIC, mark, root_of

FOLDER = STATIC / "states"
STATE = re.compile(
    r'[ \t]*<script type="application/vnd\.jupyter\.widget-state\+json">(.*?)</script>\n?',
    re.DOTALL,
)
LOADER = re.compile(r'(<script)([^>]*\bsrc="[^"]*_static/load-widgets\.js)')
KIND = ("anywidget", "AnyModel")


def models(state: str) -> dict[str, dict]:
    """Return the traits of each model of a saved state that draws something.

    Raises
    ------
    SystemExit : if one is not an anywidget, which the site's own loader could not show.
    """
    found = {}
    for name, model in json.loads(state)["state"].items():
        kind = model["model_module"], model["model_name"]
        if kind == KIND:
            found[name] = model["state"]
        elif kind[1] != "LayoutModel":
            raise SystemExit(
                f"states: the site shows anywidgets only; got {kind[1]} of {kind[0]}. "
                "Write it as an anywidget, or do not store its state."
            )
    return found


def move(page: str, path: Path) -> str:
    """Return the page without its states; the loader is told where they are."""
    found = STATE.search(page)
    if not found:
        return page
    text = f"window.ptronlibStates = {json.dumps(models(found[1]), ensure_ascii=False)};\n"
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{path.stem}.js").write_text(text, "utf-8")
    address = f"{root_of(page)}_static/states/{path.stem}.js?v={mark(text)}"
    return LOADER.sub(rf'\1 data-states="{address}"\2', STATE.sub("", page))
