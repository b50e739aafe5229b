"""Typeset the formulas of the built pages once, here, instead of in every reader's browser.

MathJax runs under Node and its output goes into the pages: the glyphs a reader sees, MathML for
screen readers, and the TeX, which is what copying gives.  A formula that was typeset before comes
from ``.cache/formulas.json``, so that only new ones cost time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape, unescape
from pathlib import Path

from tools.lean import scripts
from tools.lean.node import ask
from tools.pages import BUILT, ROOT

CACHE = ROOT / ".cache" / "formulas.json"
SCRIPTS = ("typeset.mjs", "breaks.mjs")  # the first is run, and takes in the other
STYLES = "mathjax.css"
MATH = re.compile(
    r'(?P<open><(?P<tag>span|div) class="math notranslate nohighlight"[^>]*>)'
    r"(?P<before>(?:(?!\\[(\[]|</?(?:span|div|mjx)).|<span class=\"eqno\">.*?</span>)*?)"
    r"\\(?P<mark>[(\[])(?P<tex>.*?)\\[)\]](?P<after>\s*)(?=</(?P=tag)>)",
    re.DOTALL,
)
# The size at which an x of the formula is as high as an x of the text around it, in any font.
SCALE = "mjx-container { font-size: calc(1ex / 0.442); position: relative; }\n"
REPEATED = (' class="MathJax" jax="CHTML"', ' style="position: relative;"', ' class=" MJX-TEX"')


def formulas(page: str) -> set[tuple[str, bool]]:
    """Return the formulas of a page that are not typeset: their TeX, and whether displayed."""
    return {_formula(match) for match in MATH.finditer(page)}


def _formula(match: re.Match) -> tuple[str, bool]:
    return unescape(match["tex"]).strip(), match["mark"] == "["


def typeset(wanted: Iterable[tuple[str, bool]]) -> dict[tuple[str, bool], str]:
    """Return the HTML of each formula; MathJax is asked for those that it has not seen.

    Raises
    ------
    SystemExit : if MathJax does not understand one of them, with its TeX and its complaint.
    """
    known = json.loads(CACHE.read_text("utf-8")) if CACHE.is_file() else {}
    made_by = (ROOT / "node_modules/mathjax/package.json", *map(Path(__file__).with_name, SCRIPTS))
    version = scripts.mark("".join(path.read_text("utf-8") for path in made_by))
    keys = {item: f"{version} {item[1]:d} {item[0]}" for item in wanted}
    new = sorted(item for item, key in keys.items() if key not in known)
    if new or not (BUILT / "_static" / STYLES).is_file():
        print(f"formulas: typesetting {len(new)}", flush=True)
        answer = ask(SCRIPTS[0], [{"tex": tex, "display": display} for tex, display in new])
        for item, html in zip(new, answer["html"], strict=True):
            if isinstance(html, dict):
                raise SystemExit(f"formulas: {html['error']} in {item[0]}. Correct the TeX.")
            known[keys[item]] = _label(html, item[0])
        CACHE.parent.mkdir(exist_ok=True)
        CACHE.write_text(json.dumps(known, ensure_ascii=False), "utf-8")
        (BUILT / "_static" / STYLES).write_text(_styles(answer["css"]), "utf-8")
    return {item: known[key] for item, key in keys.items()}


def _label(html: str, tex: str) -> str:
    """Leave out what every formula repeats, and add its TeX."""
    for words in REPEATED:
        html = html.replace(words, "")
    html = html.replace("<mjx-container", f'<mjx-container data-tex="{escape(tex)}"', 1)
    return html.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "")


def _styles(css: str) -> str:
    """Return MathJax's style sheet for containers without their repeated attributes."""
    return css.replace('[jax="CHTML"]', "").replace(".MJX-TEX", "mjx-math") + SCALE


def place(page: str, known: dict[tuple[str, bool], str]) -> str:
    """Return the page with its formulas typeset."""
    return MATH.sub(
        lambda m: m["open"] + m["before"] + known[_formula(m)] + m["after"].rstrip(), page
    )


def typeset_pages(texts: dict[Path, str]) -> dict[Path, str]:
    """Return the pages with all their formulas typeset."""
    known = typeset(set().union(*map(formulas, texts.values())))
    return {path: place(text, known) for path, text in texts.items()}
