"""Make slides of the chapters, ``_build/slides``, from the notebooks that ``tools.plain`` wrote.

They are the chapters themselves, split by rule (tools/slides_split.py), with no text of their own;
reveal.js shows them, and it and MathJax are copied beside them, so that no network is needed.
"""

from __future__ import annotations

import shutil
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template

import nbformat
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from tools.pages import ROOT
from tools.slides_cells import split
from tools.slides_split import Block, Slide

NOTEBOOKS = ROOT / "_build" / "notebooks"
TARGET = ROOT / "_build" / "slides"
MATHJAX, SCRIPT = ROOT / "node_modules" / "mathjax" / "es5", "tex-mml-chtml.js"
REVEAL = ROOT / "node_modules" / "reveal.js"
FILES = ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js", "LICENSE")
OWN = ROOT / "site" / "slides"


def _formula(content: str, options: dict) -> str:
    left, right = (r"\[", r"\]") if options["display_mode"] else (r"\(", r"\)")
    return f"{left}{escape(content)}{right}"


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
dollarmath_plugin(MARKDOWN, allow_space=True, double_inline=True, renderer=_formula)


def render(block: Block) -> str:
    """Return the HTML of a block."""
    if block.kind == "code":
        return highlight(block.text, PythonLexer(), HtmlFormatter(cssclass="code"))
    if block.kind == "output":
        return f'<pre class="output">{escape(block.text)}</pre>'
    if block.kind == "picture":
        return f'<img src="data:image/png;base64,{block.text}" alt="{escape(block.about)}">'
    return f'<div class="{block.kind}">{MARKDOWN.render(block.text)}</div>'


def section(slide: Slide) -> str:
    """Return one slide."""
    level = min(slide.level, 3)
    heading = MARKDOWN.renderInline(slide.heading)
    notes = MARKDOWN.render("\n\n".join(slide.notes))
    body = "\n".join(map(render, slide.blocks))
    said = f'<aside class="notes">{notes}</aside>' if notes else ""
    above = f'<p class="above">{MARKDOWN.renderInline(slide.above)}</p>' if slide.above else ""
    inner = f"{above}<h{level}>{heading}</h{level}>\n{body}"
    return f'<section><div class="fit">{inner}</div>{said}</section>'


def document(slides: list[Slide]) -> str:
    """Return the page of a chapter: its sections side by side, their slides one below another."""
    stack = -1
    numbered = []
    for slide in slides:
        stack += slide.level <= 2 or bool(slide.above)
        numbered.append((stack, slide))
    stacks = (
        "<section>" + "\n".join(section(slide) for _, slide in group) + "</section>"
        for _, group in groupby(numbered, key=lambda pair: pair[0])
    )
    page = Template((OWN / "page.html").read_text("utf-8"))
    return page.substitute(title=escape(slides[0].heading), slides="\n".join(stacks))


def write(target: Path = TARGET, notebooks: Path = NOTEBOOKS) -> list[Path]:
    """Write one page for each chapter and an index, and return the chapters' pages."""
    chapters = sorted(notebooks.glob("[0-9][0-9]_*.ipynb"))
    if not chapters:
        raise SystemExit(f"slides: there are no notebooks in {notebooks}. Run: make book")
    missing = [name for name in FILES if not (REVEAL / name).is_file()]
    if missing:
        raise SystemExit(f"slides: reveal.js lacks {missing[0]}. Run: npm ci")
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "_assets" / "mathjax", target / "mathjax")  # its fonts
    shutil.copyfile(MATHJAX / SCRIPT, target / "mathjax" / SCRIPT)
    (target / "reveal").mkdir()
    for name in FILES:
        shutil.copyfile(REVEAL / name, target / "reveal" / Path(name).name)
    style = HtmlFormatter(style="default").get_style_defs(".code")
    (target / "slides.css").write_text((OWN / "slides.css").read_text("utf-8") + style, "utf-8")
    shutil.copyfile(OWN / "slides.js", target / "slides.js")
    shutil.copyfile(ROOT / "site" / "static" / "favicon.svg", target / "favicon.svg")
    made, items = [], []
    for path in chapters:
        slides = split(nbformat.read(path, as_version=4), f"book/{path.stem}")
        made.append(target / f"{path.stem}.html")
        made[-1].write_text(document(slides), "utf-8")
        items.append(f'<li><a href="{path.stem}.html">{escape(slides[0].heading)}</a></li>')
    index = Template((OWN / "index.html").read_text("utf-8")).substitute(items="\n".join(items))
    (target / "index.html").write_text(index, "utf-8")
    return made


if __name__ == "__main__":
    count = len(write())
    print(f"slides: {count} chapters; open {TARGET.relative_to(ROOT)}/index.html, S for the notes")
