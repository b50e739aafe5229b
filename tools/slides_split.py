"""Split a notebook in plain Markdown into slides: what is shown, and what the speaker says.

Shown are headings, statements, proofs, formulas with the sentence before them, code, outputs,
figures and exercises; of other paragraphs the first after a heading, by its first sentences.  The
whole prose, and the solutions, are the speaker's notes: nothing of the chapter is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

LINES = 15  # what a slide holds; the page makes the rest smaller
LINE = 88  # characters
LEAD = 280  # characters of a paragraph that are shown
KEPT = re.compile(r"\$[^$]+\$|`[^`]+`|\[[^\]]*\]\([^)]*\)")
SENTENCE = re.compile(r"(?<=[.?!])([\"\u201d)*]*) +(?=[\"\u201c(*A-Z\0])")
FENCE = re.compile(r"^(`{3,}).*?^\1 *$", re.MULTILINE | re.DOTALL)
FOLDED = re.compile(r"<details>\n<summary><b>(.*?)</b></summary>\n(.*?)</details>", re.DOTALL)


@dataclass
class Block:
    """A piece of a slide: its kind, its text, and for a picture its alternative text."""

    kind: str
    text: str
    about: str = ""


@dataclass
class Slide:
    """What is shown, in order, and what is said."""

    heading: str
    level: int
    above: str = ""  # the section's heading, where it would stand on a slide alone
    blocks: list[Block] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def lines(self) -> float:
        """About how many lines it takes."""
        return sum(height(block) for block in self.blocks)


def height(block: Block) -> float:
    """Return about how many lines of a slide a block takes."""
    if block.kind in ("code", "output"):
        return 0.75 * (block.text.count("\n") + 1) + 0.6
    if block.kind == "picture":
        return 13.0  # with its caption
    if block.kind == "caption":
        return 0.0
    if block.kind == "formula":
        return 2.2 + 1.4 * block.text.count("\\\\") + 1.2 * ("\\begin{pmatrix}" in block.text)
    parts = re.split(r"\$\$(.*?)\$\$", block.text, flags=re.DOTALL)
    prose, formulas = parts[::2], parts[1::2]
    rows = sum(1 + len(line) // LINE for part in prose for line in part.splitlines() if line)
    return rows + 0.6 + sum(height(Block("formula", tex)) for tex in formulas)


def sentences(text: str) -> list[str]:
    """Split a paragraph; what a formula, a piece of code or a link holds is no sentence's end."""
    kept: list[str] = []
    masked = KEPT.sub(lambda m: kept.append(m[0]) or f"\0{len(kept) - 1}\0", text)
    ends = [found.end(1) for found in SENTENCE.finditer(masked)]
    parts = [masked[i:k] for i, k in zip([0, *ends], [*ends, None], strict=True)]
    return [re.sub(r"\0(\d+)\0", lambda m: kept[int(m[1])], part).strip() for part in parts]


def lead(text: str) -> str:
    """Return the first sentences of a paragraph, as many as a slide has room for."""
    shown, *others = sentences(text)
    for sentence in others:
        if len(shown) + len(sentence) > LEAD:
            break
        shown += f" {sentence}"
    return shown


def blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a cell's text in order."""
    taken: list[Block] = []

    def keep(block: Block) -> str:
        taken.append(block)
        return f"\n\n\0{len(taken) - 1}\n\n"

    text = FOLDED.sub(lambda m: keep(Block("folded", m[2].strip(), m[1])), text)
    text = FENCE.sub(lambda m: keep(Block("listing", m[0])), text)
    for part in re.split(r"\n{2,}", text):
        part = part.strip("\n")
        if part.startswith("\0"):
            yield taken[int(part[1:])]
        elif part.startswith("#"):
            yield Block("heading", part)
        elif part.startswith("> **"):
            yield Block("statement", re.sub(r"^> ?", "", part, flags=re.MULTILINE))
        elif part.startswith("$$"):
            yield Block("formula", part)
        elif part.startswith("|"):
            yield Block("table", part)
        elif part.startswith("**Fig. "):
            yield Block("caption", part)
        elif part:
            yield Block("prose", part)


class Splitter:
    """Slides of one notebook, filled block by block."""

    def __init__(self) -> None:
        self.slides: list[Slide] = []
        self.opened = False  # the paragraph to come is the first after a heading
        self.proving = False
        self.solving = False  # code to come belongs to the solution of an exercise

    @property
    def slide(self) -> Slide:
        """The slide that is being filled."""
        return self.slides[-1]

    def show(self, block: Block, after: Block | None = None) -> None:
        """Put a block on the slide, or on the next one if it and what it leads to have no room."""
        alone = block.kind in ("statement", "picture")
        full = self.slide.lines + height(block) + (height(after) if after else 0) > LINES
        if self.slide.blocks and (full or alone and self.slide.lines > 4):
            self.slides.append(Slide(self.slide.heading, 4))
        self.slide.blocks.append(block)
        self.opened = False

    def say(self, text: str) -> None:
        """Put text among the notes."""
        self.slide.notes.append(text)

    def text(self, source: str) -> None:
        """Take the text of a cell."""
        found = list(blocks(source))
        for block, after in zip(found, [*found[1:], None], strict=True):
            self.solving = False
            if block.kind == "prose":
                self._prose(block, after if after and after.kind == "formula" else None)
            else:
                getattr(self, f"_{block.kind}", self.show)(block)

    def _heading(self, block: Block) -> None:
        marks, _, words = block.text.splitlines()[0].partition(" ")
        bare = self.slides and self.slide.level == 2 and not (self.slide.blocks or self.slide.notes)
        above = self.slides.pop().heading if bare else ""
        self.slides.append(Slide(words, len(marks), above))
        self.opened, self.proving = True, False

    def _prose(self, block: Block, formula: Block | None) -> None:
        self.proving |= block.text.startswith("*Proof.*")
        if self.proving:
            self.show(block, formula)
            self.proving = "\u220e" not in block.text
        elif formula:
            self.show(Block("prose", sentences(block.text)[-1]), formula)
            self.say(block.text)
        else:
            if self.opened:
                self.show(Block("prose", lead(block.text)))
            self.say(block.text)

    def _folded(self, block: Block) -> None:
        """Show a folded proof; a folded solution is for the speaker."""
        if block.about.startswith("Solution"):
            self.say(f"**{block.about}.** {block.text}")
            self.solving = True
            return
        parts = list(blocks(block.text))
        for part, after in zip(parts, [*parts[1:], None], strict=True):
            self.show(part, after if after and after.kind == "formula" else None)

    def _caption(self, block: Block) -> None:
        """Put a caption under its picture; one too long goes to the notes as well."""
        short = lead(block.text)
        self.slide.blocks.append(Block("caption", short))
        if short != block.text:
            self.say(block.text)

    def _listing(self, block: Block) -> None:
        self.show(Block("code", "\n".join(block.text.splitlines()[1:-1])))

