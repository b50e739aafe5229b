"""Read the exercises of the chapters: statement, stars, solution, and who can mark them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..exercises._checking import EXERCISES
from ._plain import Words
from .variants import said, variant, varied

BOX = r"^(`{{3,}})\{{{}\}} *([^\n]*)\n((?::[\w-]+:[^\n]*\n)*)\n*(.*?)^\1 *$"
EXERCISE, SOLUTION = (
    re.compile(BOX.format(kind), re.MULTILINE | re.DOTALL) for kind in ("exercise", "solution")
)
LABEL = re.compile(r"^:label: *(\S+)", re.MULTILINE)
STAR = "\u2605"
# What a program cannot mark: a reason.
REASONED = re.compile(
    r"\b(prove|proof|show|deduce|explain|why|argue|justify|which claim|which lines?)\b", re.I
)
# These ask for more than their checkers look at, in words that say nothing of a reason.
MORE = {
    "ex-best-lift", "ex-kernel", "ex-c2-trace", "ex-c2-start", "ex-c2-certificate", "ex-c2-hand",
    "ex-c2-contradict", "ex-c3-price", "ex-c3-three", "ex-c3-scale", "ex-c4-sharper", "ex-c5-hand",
    "ex-c5-counts", "ex-c5-stretched", "ex-c9-price", "ex-c9-break", "ex-c10-design",
}  # fmt: skip


@dataclass(frozen=True)
class Exercise:
    """An exercise as it is set: texts in Markdown, and the points of what is marked how.

    Attributes
    ----------
    number, label : str.  In the book: "1.2", "ex-margins".
    statement, solution : str.  In Markdown, without references.
    form : str.  What form an answer has that a program checks; empty if none does.
    checked, by_hand : int.  Points that a program gives, and that somebody gives who reads.
    seed : int or None.  Of the variant, if it is one.
    """

    number: str
    label: str
    statement: str
    solution: str
    form: str
    checked: int
    by_hand: int
    seed: int | None = None

    @property
    def name(self) -> str:
        """The name in Python under which an answer is looked for."""
        return f"answer_{self.number.replace('.', '_')}"


def cell_name(number: str) -> str:
    """Return what the names of an exercise's cells end with."""
    return number.replace(".", "-")


def points(stars: int, checked: bool, reasoned: bool) -> tuple[int, int]:
    """Return the points that the checker gives, and those for a reason: two a star together."""
    if checked and reasoned:
        return stars, stars
    return (2 * stars, 0) if checked else (0, 2 * stars)


def find(
    numbers: Sequence[str], seed: int | None = None, root: Path | None = None
) -> list[Exercise]:
    """Return these exercises, by number or label; with a seed those with variants come as one.

    Raises
    ------
    KeyError.  There is no such exercise; says which there are.
    ValueError.  A number comes twice.
    """
    words = Words(root)
    numbers = [words.titles.get(name, name).removeprefix("exercise ") for name in numbers]
    if len(set(numbers)) < len(numbers):
        twice = next(number for number in numbers if numbers.count(number) > 1)
        raise ValueError(f"Exercise {twice} is named twice; name each once.")
    return [_exercise(number, seed, words) for number in numbers]


def _exercise(number: str, seed: int | None, words: Words) -> Exercise:
    chapter, _, k = number.partition(".")
    text = words.texts.get(int(chapter) if chapter.isdigit() else -1, "")
    boxes = EXERCISE.findall(text)
    if not (k.isdigit() and 1 <= int(k) <= len(boxes)):
        there = f"Chapter {chapter} has 1 to {len(boxes)}" if boxes else "Chapters are 1, 2, ..."
        raise KeyError(f"There is no exercise {number!r}. {there}; write 3.1 for its first.")
    _, title, options, body = boxes[int(k) - 1]
    label = label_of(options)
    stars = max(1, body[: body.find("\n\n")].count(STAR))
    form = EXERCISES[label][1] if label in EXERCISES else ""
    body, solution = words.plain(body.lstrip(f"{STAR} ")), solution_of(label, text, words)
    if seed is not None and label in varied():
        drawn = variant(label, seed)
        solution = f"The answer: `{said(drawn.answer)}`.\n\n{drawn.solution}"
        checked, by_hand = points(stars, True, False)
        return Exercise(number, label, drawn.statement, solution, form, checked, by_hand, seed)
    more = label in MORE or bool(REASONED.search(body))
    checked, by_hand = points(stars, bool(form), more)
    return Exercise(number, label, body, solution, form, checked, by_hand)


def label_of(options: str) -> str:
    """Return the label among the options of a box."""
    return LABEL.search(options)[1]  # type: ignore[index]  # a test holds every exercise to one


def solution_of(label: str, text: str, words: Words) -> str:
    """Return the solution of an exercise, from the text of its page; empty if there is none."""
    for _, of, _, body in SOLUTION.findall(text):
        if of.strip() == label:
            return words.plain(body)
    return ""
