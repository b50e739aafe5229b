"""Which cells of a notebook a slide shows: text by tools/slides_split.py, code with its outputs.

Code stays on the slide of what it prints.  Set-up, bookkeeping and the solutions of exercises,
with what they print, are the speaker's.
"""

from __future__ import annotations

import re

import nbformat

from tools.slides_split import LINES, Block, Slide, Splitter, height

WIDGET = "application/vnd.jupyter.widget-view+json"
LONG = 14  # lines of an output that are shown
SPEAKING = ("def ", "for ", "while ", "assert ")  # code that is shown though nothing comes of it


def split(notebook: nbformat.NotebookNode, page: str) -> list[Slide]:
    """Return the slides of a notebook in plain Markdown; `page` is where its widgets live."""
    made = Splitter()
    cells = [cell for cell in notebook.cells if cell.id != "setup"]
    for cell, after in zip(cells, [*cells[1:], None], strict=True):
        if cell.cell_type == "markdown":
            made.text(cell.source)
            continue
        if not made.slides:
            raise ValueError(f"{page}: a chapter must begin with its title.")
        caption = after.source if after else ""
        outputs = [block for o in cell.outputs if (block := _output(o, page, caption))]
        if made.solving:
            _say_solution(made, cell.source, outputs)
            continue
        if not cell.metadata.get("jupyter", {}).get("source_hidden"):
            _show_code(made, cell, outputs)
        for block in outputs:
            made.show(block)
    return made.slides


def _say_solution(made: Splitter, source: str, outputs: list[Block]) -> None:
    """Give the code of an exercise's solution, and what it prints, to the speaker alone."""
    for text in (source, *(block.text for block in outputs if block.kind == "output")):
        made.say(f"```\n{text}\n```")
    for block in outputs:
        if block.kind != "output":
            made.show(block)


def _show_code(made: Splitter, cell, outputs: list[Block]) -> None:
    """Show code that has something to show for; set-up and bookkeeping are for the speaker."""
    shown = re.sub(r"^glue\(.*\)\n?", "", cell.source, flags=re.MULTILINE).rstrip()
    if any(line.startswith(SPEAKING) for line in shown.splitlines()) or (
        cell.outputs and not any(WIDGET in o.get("data", {}) for o in cell.outputs)
    ):
        block = Block("code", shown)
        printed = next((o for o in outputs if o.kind == "output"), None)
        together = printed and height(block) + height(printed) <= LINES
        made.show(block, printed if together else None)
    else:
        made.say(f"```\n{cell.source}\n```")


def _output(output, page: str, caption: str) -> Block | None:
    """Return what is shown of an output, if anything is."""
    data = output.get("data", {})
    if "image/png" in data:
        words = re.sub(r"[*$`\\]", "", caption) if caption.startswith("**Fig") else "Figure"
        return Block("picture", data["image/png"].replace("\n", ""), words)
    if WIDGET in data:
        name = data["text/plain"].split("(")[0]
        return Block("live", f"[{name}, live in the book](../html/{page}.html)")
    if "text" in output:
        lines = output["text"].rstrip().splitlines()
        cut = ["..."] * (len(lines) > LONG)
        return Block("output", "\n".join(lines[:LONG] + cut))
    return None
