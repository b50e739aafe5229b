"""The slides are the chapter: each block is shown or said, figures and statements are shown."""

from __future__ import annotations

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import slides
from tools.slides_split import Block, Splitter, lead, sentences


def made(*texts):
    splitter = Splitter()
    for text in texts:
        splitter.text(text)
    return splitter.slides


def test_a_section_begins_a_slide_and_a_bare_heading_none():
    text = "## 1.1. One\n\n### 1.1.1. Two\n\nWords.\n\n## 1.2. B"
    first, second, third = made("# 1. Title", text)
    assert (first.heading, first.level) == ("1. Title", 1)
    assert (second.above, second.heading) == ("1.1. One", "1.1.1. Two")
    assert second.blocks == [Block("prose", "Words.")] and third.heading == "1.2. B"


def test_prose_is_said_and_its_beginning_shown():
    long = "First sentence. " + "Another one that is long enough to fill a line of the slide. " * 9
    (slide,) = made(f"# T\n\n{long.strip()}\n\nA second paragraph.")
    assert slide.blocks[0].text.startswith("First sentence. Another")
    assert len(slide.blocks) == 1 and len(slide.blocks[0].text) < 300
    assert slide.notes == [long.strip(), "A second paragraph."]


def test_a_solution_is_for_the_speaker_and_a_proof_is_shown():
    fold = "<details>\n<summary><b>{}</b></summary>\n\n*Proof.* So it is. \u220e\n\n</details>"
    (slide,) = made("# T", fold.format("Solution to Exercise 1"), fold.format("The proof"))
    assert [block.text for block in slide.blocks] == ["*Proof.* So it is. \u220e"]
    assert slide.notes == ["**Solution to Exercise 1.** *Proof.* So it is. \u220e"]


def test_code_stays_with_what_it_prints():
    def cell(lines):
        return new_code_cell("x = 1\n" * lines, outputs=[new_output("stream", text="1\n" * 9)])

    title = new_markdown_cell("# T\n\n> **Theorem.** " + "Some words of it. " * 28)
    found = slides.split(new_notebook(cells=[title, cell(6), cell(16)]), "book/01_x")
    kinds = [[block.kind for block in slide.blocks] for slide in found]
    assert kinds == [["statement"], ["code", "output"], ["code"], ["output"]]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It holds. So there.", ["It holds.", "So there."]),
        ("Let $a. B$ be `x. Y`. Then", ["Let $a. B$ be `x. Y`.", "Then"]),
        ("*Is it so?* He said (it is.) Now", ["*Is it so?*", "He said (it is.)", "Now"]),
        ("At 0.5 of e.g. this", ["At 0.5 of e.g. this"]),
    ],
)
def test_sentences_end_where_they_end(text, parts):
    assert sentences(text) == parts
    assert lead(text) == " ".join(parts)
