"""Read the examination papers of ``examinations``, and write them with their marking schemes.

A question has its chapters, minutes, the sections that each of its parts needs, what is asked, and
a scheme: what earns which points, and common slips.  The numbers of a scheme stand under
``answers`` and are put in place of <<name>>; `tests/examination_answers.py` computes them anew.  No
page is made of these files, and students' copies have none of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ptronlib.course.printed import mathjax, printable
from tools.pages import ROOT
from tools.plans import Course

FOLDER = "examinations"
MINUTES, READING = 120, 10  # of a paper, and what of them is for reading it
KEYS = {"id", "chapters", "title", "minutes", "sections", "ask", "answers", "scheme", "slips"}
PART = re.compile(r"^\(([a-z])\) ", re.MULTILINE)  # of a question
NAME = re.compile(r"<<(\w+)>>")
RULES = """Two hours; the first {reading} minutes are for reading. {total} points. No computer; a \
pocket calculator and one sheet of notes, written by hand, are allowed. Give reasons: an answer \
alone earns at most half of its points. You may use every theorem of the course by its name, and \
all separating planes pass through the origin, unless a question says otherwise; a tie is a \
mistake."""


@dataclass(frozen=True)
class Award:
    """What earns how many points."""

    points: int
    words: str


@dataclass(frozen=True)
class ExamQuestion:
    """A question of a paper; texts are Markdown, those of the scheme with their numbers put in."""

    id: str
    chapters: tuple[int, ...]
    title: str
    minutes: int
    ask: str
    scheme: tuple[Award, ...]
    slips: tuple[str, ...]
    sections: dict[str, tuple[str, ...]]  # of the book, by the letters of the parts

    @property
    def points(self) -> int:
        """All points that it can earn."""
        return sum(award.points for award in self.scheme)


def files(root: Path = ROOT) -> list[Path]:
    """Return the files of the papers, in order."""
    return sorted((root / FOLDER).glob("paper*.yml"))


def read(path: Path) -> list[ExamQuestion]:
    """Return the questions of a paper.

    Raises
    ------
    ValueError.  A question is not well formed; says which, what was expected and what came.
    """
    return [question(entry, path.name) for entry in yaml.safe_load(path.read_text("utf-8"))]


def question(entry: dict[str, Any], where: str) -> ExamQuestion:
    """Return one question, the numbers of its scheme put in."""
    where = f"{where}, {entry.get('id', 'a question without id')}"
    if entry.keys() != KEYS:
        wrong = ", ".join(sorted(entry.keys() ^ KEYS))
        expected = ", ".join(sorted(KEYS))
        raise ValueError(f"{where}: missing or unknown: {wrong}; expected {expected}.")
    answers, used = entry["answers"], set()

    def put(match: re.Match) -> str:
        used.add(match[1])
        if match[1] not in answers:
            raise ValueError(f"{where}: no answer is called {match[1]}; there are {list(answers)}.")
        return answers[match[1]]

    sections = {part: tuple(named) for part, named in entry["sections"].items()}
    if list(sections) != PART.findall(entry["ask"]) or not all(sections.values()):
        asked = ", ".join(PART.findall(entry["ask"])) or "none"
        raise ValueError(
            f"{where}: sections should name what each part needs; the parts are {asked}, and "
            f"sections has {', '.join(sections) or 'none'}."
        )
    scheme = tuple(Award(a["points"], NAME.sub(put, a["for"]).strip()) for a in entry["scheme"])
    if idle := answers.keys() - used:
        raise ValueError(f"{where}: the scheme uses no <<{min(idle)}>>.")
    return ExamQuestion(
        entry["id"], tuple(entry["chapters"]), entry["title"], entry["minutes"],
        entry["ask"].strip(), scheme, tuple(entry["slips"]), sections,
    )  # fmt: skip


def _head(number: int, k: int, one: ExamQuestion) -> str:
    chapters = ", ".join(map(str, one.chapters))
    return (
        f"## {number}.{k} {one.title}\n\n"
        f"*{one.points} points, {one.minutes} minutes; chapter {chapters}.*"
    )


def _needs(one: ExamQuestion, course: Course) -> str:
    """Return which sections a question needs, and which plans teach all of them."""
    parts, used = [], set()
    for part, named in one.sections.items():
        places = [course.place(name) for name in named]
        used |= set(places)
        shown = "; ".join(f"{course.numbers[place]} {place[1]}" for place in places)
        parts.append(f"({part}) {shown}")
    plans = [str(n) for n in course.data["plans"] if used <= course.taught(n)]
    taught = f"Taught in full by the plan for {' and '.join(plans)} meetings"
    whole = taught if plans else "No plan teaches all of them"
    return f"*Sections needed: {'. '.join(parts)}. {whole}.*"


def paper(number: int, asked: list[ExamQuestion]) -> str:
    """Return a paper as Markdown, as it is given to students."""
    total = sum(one.points for one in asked)
    parts = [f"# Examination, paper {number}", RULES.format(reading=READING, total=total)]
    for k, one in enumerate(asked, 1):
        parts += [_head(number, k, one), one.ask]
    return "\n\n".join(parts) + "\n"


def scheme(number: int, asked: list[ExamQuestion], course: Course) -> str:
    """Return the marking scheme of a paper as Markdown, the questions with it."""
    total = sum(one.points for one in asked)
    rows = [f"| {number}.{k} {one.title} | {', '.join(map(str, one.chapters))} | {one.minutes} | "
            f"{one.points} |" for k, one in enumerate(asked, 1)]  # fmt: skip
    parts = [
        f"# Marking scheme of paper {number}, not for students",
        f"An error is paid for once: go on with what the student has. A reason that leads to a "
        f"wrong number by a slip of arithmetic loses one point of its line, if it has two. "
        f"If you have not taught a chapter, strike its question and scale to {total} points.",
        "\n".join(["| question | chapter | minutes | points |", "|---|---|---:|---:|", *rows,
                   f"| reading | | {READING} | |",
                   f"| together | | {READING + sum(one.minutes for one in asked)} | {total} |"]),
    ]  # fmt: skip
    for k, one in enumerate(asked, 1):
        earned = [f"| {award.points} | {award.words.replace('|', chr(92) + '|')} |"
                  for award in one.scheme]  # fmt: skip
        slips = "\n".join(f"- {slip}" for slip in one.slips)
        parts += [
            _head(number, k, one), _needs(one, course), one.ask,
            "\n".join(["| points | for |", "|---:|---|", *earned]), f"Common slips:\n\n{slips}",
        ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def write(target: Path, root: Path = ROOT) -> list[Path]:
    """Write papers and schemes into a folder, as Markdown and to be printed; return the files."""
    made, course = {}, Course(root / "book")
    for number, path in enumerate(files(root), 1):
        asked = read(path)
        for name, text in (
            (f"paper{number}", paper(number, asked)),
            (f"paper{number}-scheme", scheme(number, asked, course)),
        ):
            made[f"{name}.md"], made[f"{name}.html"] = text, printable(text)
    for name, text in made.items():
        (target / name).write_text(text, "utf-8")
    return [*(target / name for name in made), mathjax(target)]
