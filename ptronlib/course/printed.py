"""Write pages that a browser prints, on paper or into a PDF, with their formulas set.

The script that sets them lies beside the page, so no network is needed.
"""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path

from ._plain import Words
from .questions import Question, html, letters

SCRIPT = "mathjax.js"
PRINT = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
@page {{ size: A4; margin: 20mm 18mm; }}
body {{ font: 11pt/1.45 Georgia, serif; max-width: 17cm; margin: 1cm auto; }}
h1 {{ font-size: 16pt; }} h2 {{ font-size: 12pt; break-after: avoid; margin-top: 1.6em; }}
table {{ border-collapse: collapse; width: 100%; }}
td, th {{ border: 1px solid #999; padding: 0.25em 0.5em; text-align: left; vertical-align: top; }}
ul {{ list-style: none; padding-left: 1.4em; }} li {{ margin: 0.25em 0; }}
p:has(+ ul) {{ break-after: avoid; }} ul {{ break-inside: avoid; }}
@media print {{ body {{ margin: 0; }} }}
</style>
<script>MathJax = {{ options: {{ enableMenu: false }} }};</script>
<script defer src="mathjax.js"></script></head><body>
{body}
</body></html>
"""


def printable(text: str) -> str:
    """Return Markdown as a page that a browser prints, its formulas set by ``mathjax.js``."""
    title = text.split("\n", 1)[0].lstrip("# ")
    return PRINT.format(title=title, body=html(text))


def mathjax(folder: Path) -> Path:
    """Copy the script that sets formulas into a folder; return where it lies.

    Raises
    ------
    ModuleNotFoundError.  What the book is built with is not installed.
    """
    try:
        package = Path(import_module("sphinx-mathjax-offline").__file__ or "").parent
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "Pages for print need the script that sets formulas, of the package "
            "sphinx-mathjax-offline, which is not installed here. Type `make setup` in the clone, "
            "or `pip install sphinx-mathjax-offline`."
        ) from error
    return Path(shutil.copy(package / "static" / "mathjax" / "tex-svg.js", folder / SCRIPT))


def quiz(
    questions: dict[int, list[Question]], answers: bool = False, root: Path | None = None
) -> str:
    """Return questions as a page for print, with the answers after each chapter if wanted."""
    words = Words(root)
    parts = [f"# Questions on chapter {', '.join(map(str, questions))}"]
    for chapter, asked in questions.items():
        parts += [f"## Chapter {chapter}"] * (len(questions) > 1)
        for k, question in enumerate(asked, 1):
            parts.append(f"**{k}.** {words.plain(question.ask)}")
            named = zip(letters(question), question.choices, strict=True)
            parts.append("\n".join(f"- ({x}) {words.plain(choice.says)}" for x, choice in named))
        if answers:
            parts.append(f"## Answers, chapter {chapter}")
            for k, question in enumerate(asked, 1):
                parts.append(f"**{k}.** ({question.letter}) is right.")
                named = zip(letters(question), question.choices, strict=True)
                said = (f"- ({x}) {' '.join(words.plain(c.reply).split())}" for x, c in named)
                parts.append("\n".join(said))
    return printable("\n\n".join(parts) + "\n")
