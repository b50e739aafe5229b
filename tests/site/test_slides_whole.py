"""The slides are the chapter: nothing of it is lost."""

import nbformat
import pytest

from tools import slides
from tools.slides_split import LINES, blocks

CHAPTERS = sorted(slides.NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_nothing_of_a_chapter_is_lost(path):
    notebook = nbformat.read(path, as_version=4)
    found = slides.split(notebook, f"book/{path.stem}")
    shown = "\n\n".join(block.text for slide in found for block in slide.blocks)
    everything = shown + "\n\n".join(note for slide in found for note in slide.notes)
    headings = "\n".join(f"{slide.above}\n{slide.heading}" for slide in found)
    for cell in (cell for cell in notebook.cells if cell.cell_type == "markdown"):
        for block in blocks(cell.source):
            if block.kind == "heading":
                assert block.text.lstrip("# ") in headings
            elif block.kind == "statement":
                assert block.text in shown
            elif block.kind in ("prose", "formula", "table", "caption"):
                assert block.text in everything
            for part in blocks(block.text) if block.kind == "folded" else ():
                assert part.text in everything
    pictures = [o for c in notebook.cells for o in c.get("outputs", ()) if "image/png" in str(o)]
    assert sum(b.kind == "picture" for slide in found for b in slide.blocks) == len(pictures)
    for slide in found:
        assert slide.lines <= LINES or len(slide.blocks) <= 2
