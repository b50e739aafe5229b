"""Make the built pages lighter: ``python -m tools.lighten``, after the build and after JupyterLite.

A page says the same before and after; it only loads less, and sooner.  Formulas are typeset here,
by MathJax under Node, and not by every reader; the style sheets become one; icons become drawings;
the states of the interactives are fetched when they come near; scripts that nothing on a page
calls are not sent.  All of it may be done again to a page that is light.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path

from PIL import Image

from book._ext.complete import root_of
from book._ext.mends import LIGHT, NAMED, SCRIPTS, applied, record
from tools import formulas, styles
from tools.pages import BUILT, ROOT, STATIC, built_texts, mark

ICONS = ROOT / "node_modules" / "@fortawesome" / "fontawesome-free" / "svgs"
ICON_STYLES = (
    ".svg-inline--fa { display: inline-block; height: 1em; overflow: visible; "
    "box-sizing: content-box; vertical-align: -0.125em; }\n"
    ".svg-inline--fa.fa-lg { font-size: 1.25em; line-height: 0.05em; vertical-align: -0.2em; }\n"
)
# The pixels that an interactive takes on a phone and beside the text, by its kind.
ROOM = {
    "Perceptron": (1075, 630), "Proof": (970, 540), "Margin": (1110, 580),
    "Descent": (1275, 780), "Cosine": (1105, 630), "Count": (900, 580), "Cover": (1110, 615),
    "Compression": (860, 520), "Projection": (735, 450), "Hull": (850, 490), "Game": (1025, 620),
    "Digit": (1095, 660), "brief": (810, 425),
}  # fmt: skip


@cache
def drawing(name: str, kind: str) -> str:
    """Return the drawing of an icon of Font Awesome, without what stands around it."""
    text = (ICONS / kind / f"{name}.svg").read_text("utf-8")
    box, path = re.search(r'viewBox="([^"]+)".*?(<path .*)</svg>', text, re.DOTALL).groups()
    return f'viewBox="{box}">' + path.replace("<path", '<path fill="currentColor"')


def draw(icon: re.Match) -> str:
    """Return an icon as a drawing."""
    name = re.search(r"\bfa-(?!solid|lg)([\w-]+)", icon["classes"])[1]
    kind = "brands" if icon["set"] == "fab" else "solid"
    of = f'class="svg-inline--fa {icon["classes"]}"{icon["rest"]} aria-hidden="true"'
    return f"<svg {of} {drawing(name, kind)}</svg>"


def late(image: re.Match) -> str:
    """Return a figure that is fetched when the reader comes near it; then nothing jumps."""
    wanted = '<img loading="lazy" decoding="async"'
    if not re.search(r"\b(?:width|height)=", re.sub(r'alt="[^"]*"', "", image[0])):
        with Image.open(BUILT / "_images" / Path(image["src"]).name) as picture:
            wanted += f' width="{picture.width}" height="{picture.height}"'
    return image[0].replace("<img", wanted, 1)


def move_states(page: str, path: Path, root: str) -> str:
    """Move the saved states of interactives, 50 kB each, into a file that is fetched when wanted.

    A script carries them, not a JSON file, because a page opened from a folder may fetch nothing.
    """
    if not (found := NAMED["STATE"].pattern.search(page)):
        return page
    models = json.loads(found[1])["state"].items()
    states = {name: m["state"] for name, m in models if m["model_name"] != "LayoutModel"}
    if wrong := [state for state in states.values() if "_esm" not in state]:
        raise SystemExit(f"lighten: the site shows anywidgets only; got {wrong[0]}.")

    def with_room(view: re.Match) -> str:
        """Return a saved view after the box that it is drawn in."""
        state = states[json.loads(view[1])["model_id"]]
        kind = state["_anywidget_id"].rpartition(".")[2].removesuffix("Explorer")
        phone, wide = ROOM["brief" if state.get("brief") else kind]
        style = f"--phone:{phone}px;--wide:{wide}px"
        return f'<div class="widget-subarea" style="{style}"></div>{view[0]}'

    page = NAMED["VIEW"].pattern.sub(with_room, page)
    text = f"window.ptronlibStates = {json.dumps(states, ensure_ascii=False)};\n"
    (STATIC / "states").mkdir(exist_ok=True)
    (STATIC / "states" / f"{path.stem}.js").write_text(text, "utf-8")
    address = f"{root}_static/states/{path.stem}.js?v={mark(text)}"
    page = NAMED["STATE"].pattern.sub("", page)
    return NAMED["LOADER"].pattern.sub(f'<script defer data-states="{address}"', page)


def lighten(page: str, path: Path, found: Counter[str]) -> str:
    """Return a page whose formulas are typeset, light but for its style sheet.

    What of `LIGHT` it needed is counted in `found`.
    """
    page = applied(LIGHT, page, found)
    options = (STATIC / "documentation_options.js").read_text("utf-8").strip()
    page = NAMED["OPTIONS"].pattern.sub(lambda _: f"<script>{options}</script>", page)
    if path.name != "search.html":
        page = NAMED["SEARCH"].pattern.sub("", page)
    page = NAMED["IMAGE"].pattern.sub(late, NAMED["ICON"].pattern.sub(draw, page))
    return move_states(page, path, root_of(page))


def main() -> None:
    """Rewrite the built pages in place."""
    before = {path: text for path, text in built_texts().items() if " data-content_root=" in text}
    found: Counter[str] = Counter()
    texts = {path: lighten(text, path, found) for path, text in formulas.typeset(before).items()}
    script = STATIC / "scripts" / "pydata-sphinx-theme.js"
    script.write_text(applied(SCRIPTS, script.read_text("utf-8"), found), "utf-8")
    record(found)
    _store(texts, before)
    sheet = styles.bundle(list(texts), ICON_STYLES)
    _store({p: styles.link(text, root_of(text), sheet) for p, text in texts.items()}, texts)
    keep_fonts_of_mathjax()


def keep_fonts_of_mathjax() -> None:
    """Delete what the pages no longer ask of MathJax, which is all but its fonts."""
    for path in (STATIC / "mathjax").iterdir():
        if path.is_file():
            path.unlink()
        elif path.name != "output":
            shutil.rmtree(path)


def _store(texts: dict[Path, str], before: dict[Path, str]) -> None:
    for path, text in texts.items():
        if text != before[path]:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
