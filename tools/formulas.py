"""Typeset the formulas of the built pages once, here, instead of in every reader's browser.

MathJax runs under Node and its output goes into the pages: the glyphs a reader sees, MathML for
screen readers, and the TeX, which is what copying gives.  A formula that was typeset before comes
from ``.cache/formulas.json``, so that only new ones cost time.
"""

from __future__ import annotations

import json
import re
import subprocess
from html import escape, unescape
from pathlib import Path

from tools.pages import ROOT, STATIC, mark

CACHE = ROOT / ".cache" / "formulas.json"
SCRIPT = Path(__file__).with_name("typeset.mjs")
MATH = re.compile(
    r'(?P<open><(?P<tag>span|div) class="math notranslate nohighlight"[^>]*>)'
    r"(?P<before>(?:(?!\\[(\[]|</?(?:span|div|mjx)).|<span class=\"eqno\">.*?</span>)*?)"
    r"\\(?P<mark>[(\[])(?P<tex>.*?)\\[)\]]\s*(?P<close></(?P=tag)>)"
    r"(?P<point>[.,;:!?)\]\u2019\u201d\u00bb]*)",
    re.DOTALL,
)
# The size at which an x of the formula is as high as an x of the text around it, in any font.
SCALE = "mjx-container { font-size: calc(1ex / 0.442); position: relative; }\n"
REPEATED = re.compile(
    r' class="MathJax" jax="CHTML"| style="position: relative;"| class=" MJX-TEX"'
    r'| xmlns="http://www.w3.org/1998/Math/MathML"'
)


def _formula(match: re.Match) -> tuple[str, bool]:
    """Return the TeX of a formula, and whether it is displayed."""
    return unescape(match["tex"]).strip(), match["mark"] == "["


def _typeset(wanted: set[tuple[str, bool]]) -> dict[tuple[str, bool], str]:
    """Return the HTML of each formula; MathJax is asked for those that it has not seen."""
    known = json.loads(CACHE.read_text("utf-8")) if CACHE.is_file() else {}
    made_by = (ROOT / "node_modules/mathjax/package.json", *SCRIPT.parent.glob("*.mjs"))
    version = mark("".join(path.read_text("utf-8") for path in sorted(made_by)))
    keys = {item: f"{version} {item[1]:d} {item[0]}" for item in wanted}
    new = sorted(item for item, key in keys.items() if key not in known)
    if new or not (STATIC / "mathjax.css").is_file():
        asked = json.dumps([{"tex": tex, "display": display} for tex, display in new])
        command = ["node", str(SCRIPT)]
        done = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"formulas: MathJax failed; correct the TeX.\n{done.stderr}")
        answer = json.loads(done.stdout)
        for (tex, display), html in zip(new, answer["html"], strict=True):
            html = REPEATED.sub("", html)
            known[keys[tex, display]] = html.replace(
                "<mjx-container", f'<mjx-container data-tex="{escape(tex)}"', 1
            )
        CACHE.parent.mkdir(exist_ok=True)
        CACHE.write_text(json.dumps(known, ensure_ascii=False), "utf-8")
        css = answer["css"].replace('[jax="CHTML"]', "").replace(".MJX-TEX", "mjx-math")
        (STATIC / "mathjax.css").write_text(css + SCALE, "utf-8")
    return {item: known[key] for item, key in keys.items()}


def typeset(texts: dict[Path, str]) -> dict[Path, str]:
    """Return the pages with all their formulas typeset."""
    known = _typeset({_formula(found) for text in texts.values() for found in MATH.finditer(text)})

    def placed(m: re.Match) -> str:
        formula = m["open"] + m["before"] + known[_formula(m)] + m["close"]
        # Browsers would break a line between a formula and the comma after it.
        return f'<span class="nobreak">{formula}{m["point"]}</span>' if m["point"] else formula

    return {path: MATH.sub(placed, text) for path, text in texts.items()}
