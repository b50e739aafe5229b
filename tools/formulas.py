"""Typeset the formulas of the built pages once, here, instead of in every reader's browser.

MathJax runs under Node and its output goes into the pages: the glyphs a reader sees, MathML for
screen readers, and the TeX, which is what copying gives.
"""

from __future__ import annotations

import json
import re
import subprocess
from html import escape, unescape
from pathlib import Path

from book._ext.mends import NAMED
from tools.pages import ROOT, STATIC

SCRIPT = Path(__file__).with_name("typeset.mjs")
MATH = NAMED["MATH"].pattern
# The size at which an x of the formula is as high as an x of the text around it, in any font.
SCALE = "mjx-container { font-size: calc(1ex / 0.442); position: relative; }\n"
REPEATED = re.compile(
    r' class="MathJax" jax="CHTML"| style="position: relative;"| class=" MJX-TEX"'
    r'| xmlns="http://www.w3.org/1998/Math/MathML"'
)


def _formula(match: re.Match) -> tuple[str, bool]:
    """Return the TeX of a formula, and whether it is displayed."""
    return unescape(match["tex"]).strip(), match["mark"] == "["


def _typeset(wanted: list[tuple[str, bool]]) -> dict[tuple[str, bool], str]:
    """Return the HTML of each formula; write the style sheet that they need."""
    if not wanted:  # the pages are light
        return {}
    asked = json.dumps([{"tex": tex, "display": display} for tex, display in wanted])
    command = ["node", str(SCRIPT)]
    done = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"formulas: MathJax failed; correct the TeX.\n{done.stderr}")
    answer, made = json.loads(done.stdout), {}
    for (tex, display), html in zip(wanted, answer["html"], strict=True):
        named = f'<mjx-container data-tex="{escape(tex)}"'
        made[tex, display] = REPEATED.sub("", html).replace("<mjx-container", named, 1)
    css = answer["css"].replace('[jax="CHTML"]', "").replace(".MJX-TEX", "mjx-math")
    (STATIC / "mathjax.css").write_text(css + SCALE, "utf-8")
    return made


def marked(page: str) -> str:
    """Return a page in which a formula that is not typeset yet stands in a container as well."""

    def placed(m: re.Match) -> str:
        tex, left, right = m["tex"].strip(), m["mark"], {"(": ")", "[": "]"}[m["mark"]]
        box = f'<mjx-container data-tex="{tex}">\\{left}{tex}\\{right}</mjx-container>'
        return m["open"] + m["before"] + box + m["close"] + m["point"]

    return MATH.sub(placed, page)


def typeset(texts: dict[Path, str]) -> dict[Path, str]:
    """Return the pages with all their formulas typeset."""
    found = {_formula(match) for text in texts.values() for match in MATH.finditer(text)}
    known = _typeset(sorted(found))

    def placed(m: re.Match) -> str:
        formula = m["open"] + m["before"] + known[_formula(m)] + m["close"]
        # Browsers would break a line between a formula and the comma after it.
        return f'<span class="nobreak">{formula}{m["point"]}</span>' if m["point"] else formula

    return {path: MATH.sub(placed, text) for path, text in texts.items()}
