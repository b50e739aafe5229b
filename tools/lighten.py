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
from functools import cache
from pathlib import Path

from PIL import Image

from book._ext.complete import root_of
from tools import formulas, styles
from tools.pages import BUILT, STATIC, built_texts, mark

SCRIPT = r'[ \t]*<script\b[^>]*\bsrc="[^"]*?(?:{})(?:\?[^"]*)?"[^>]*>\s*</script>\n?'
MENDS = (
    # What is done here already: formulas, icons.
    (SCRIPT.format(r"fontawesome.js|mathjax/tex-[\w-]+.js"), ""),
    (r"[ \t]*<script>window\.MathJax = .*?</script>\n?", ""),
    # Nobody waits for a script, nor does one come before the words.
    (r'[ \t]*<link rel="preload" as="script"[^>]*>\n?', ""),
    (r"<script(?! defer)(?=[^>]*\bsrc=)(?![^>]*documentation_options)", "<script defer"),
)
# Scripts in the page, which run first, set more of these options.
OPTIONS = re.compile(r"<script[^>]*_static/documentation_options\.js[^>]*></script>")
SEARCH = re.compile(SCRIPT.format("searchtools.js|language_data.js|searchindex.js"))
ICON = re.compile(
    r'<(?P<tag>i|span) class="(?P<classes>(?:[\w-]+ +)*?(?P<set>fa-solid|fas|fab) [^"]*)"'
    r"(?P<rest>[^>]*)></(?P=tag)>"
)
ICON_STYLES = (
    ".svg-inline--fa { display: inline-block; height: 1em; overflow: visible; "
    "box-sizing: content-box; vertical-align: -0.125em; }\n"
    ".svg-inline--fa.fa-lg { font-size: 1.25em; line-height: 0.05em; vertical-align: -0.2em; }\n"
)
IMAGE = re.compile(r'<img\b(?![^>]* loading=)[^>]*?\bsrc="(?P<src>[^":]*_images/[^"]*\.png)"[^>]*>')
STATE = re.compile(
    r'[ \t]*<script type="application/vnd\.jupyter\.widget-state\+json">(.*?)</script>\n?',
    re.DOTALL,
)
VIEW = re.compile(r'<script type="application/vnd\.jupyter\.widget-view\+json">(.*?)</script>')
# The pixels that an interactive takes on a phone and beside the text, by its kind.
ROOM = {
    "Perceptron": (1060, 615), "Proof": (1300, 825), "Margin": (1110, 620),
    "Descent": (1320, 785), "Cosine": (1045, 600), "Count": (960, 540), "Cover": (1170, 665),
    "Compression": (915, 540), "Projection": (790, 465), "Hull": (875, 545), "Game": (1020, 570),
    "Digit": (1105, 725), "brief": (785, 440),
}  # fmt: skip
LOADER = re.compile(r'<script defer(?=[^>]*\bsrc="[^"]*_static/load-widgets\.js)')


@cache
def drawing(name: str, brand: bool) -> tuple[str, str, str]:
    """Return width, height and path of an icon of Font Awesome, which the theme brings along.

    That script, 1.5 MB, is not sent.  It holds brands first, then outlined icons, then solid ones.
    """
    script = (STATIC / "scripts" / "fontawesome.js").read_text("utf-8")
    body = r'\],"[0-9a-f]+","([^"]*)"\]'
    found = re.findall(rf'[{{,]"?{name}"?:\[(\d+),(\d+),\[[^\]]*{body}', script)
    found = found or re.findall(rf':\[(\d+),(\d+),\[[^\]]*"{name}"[^\]]*{body}', script)
    return found[0 if brand else -1]


def draw(icon: re.Match) -> str:
    """Return an icon as a drawing."""
    name = re.search(r"\bfa-(?!solid|lg)([\w-]+)", icon["classes"])[1]
    width, height, path = drawing(name, icon["set"] == "fab")
    return (
        f'<svg class="svg-inline--fa {icon["classes"]}"{icon["rest"]} aria-hidden="true" '
        f'viewBox="0 0 {width} {height}"><path fill="currentColor" d="{path}"/></svg>'
    )


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
    if not (found := STATE.search(page)):
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

    page = VIEW.sub(with_room, page)
    text = f"window.ptronlibStates = {json.dumps(states, ensure_ascii=False)};\n"
    (STATIC / "states").mkdir(exist_ok=True)
    (STATIC / "states" / f"{path.stem}.js").write_text(text, "utf-8")
    address = f"{root}_static/states/{path.stem}.js?v={mark(text)}"
    return LOADER.sub(f'<script defer data-states="{address}"', STATE.sub("", page))


def lighten(page: str, path: Path) -> str:
    """Return a page whose formulas are typeset, light but for its style sheet."""
    for pattern, replacement in MENDS:
        page = re.sub(pattern, replacement, page, flags=re.DOTALL)
    options = (STATIC / "documentation_options.js").read_text("utf-8").strip()
    page = OPTIONS.sub(lambda _: f"<script>{options}</script>", page)
    if path.name != "search.html":
        page = SEARCH.sub("", page)
    page = IMAGE.sub(late, ICON.sub(draw, page))
    return move_states(page, path, root_of(page))


def main() -> None:
    """Rewrite the built pages in place."""
    before = {path: text for path, text in built_texts().items() if " data-content_root=" in text}
    texts = {path: lighten(text, path) for path, text in formulas.typeset(before).items()}
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
