"""Plans of a course: meetings minute by minute, what they take from the chapters, what they skip.

``book/plans.yml`` says what is done in which minutes and which sections of the chapters that is on.
What a section needs is computed: how long it takes to read, which statements stand in it, and on
which others they rest.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from book._ext.complete import FOLDED, OPTIONAL, minutes
from ptronlib.course.exercises import EXERCISE, SOLUTION, label_of
from tools import bookmap

LENGTH = 90  # minutes of a meeting
HEADING = re.compile(r"(?m)^(?=#{2,3} )")
NUMBERED = re.compile(r"^(#{2,3}) (.*)", re.MULTILINE)
TITLE = re.compile(r"#{2,3} (.*)")
Place = tuple[int, str]  # a chapter, and the title of a section


@dataclass
class Section:
    """A section of a chapter: its length, and the labels of its statements."""

    place: Place
    minutes: float
    statements: list[str]


@dataclass(frozen=True)
class Step:
    """What is done in a meeting, for how long, and on which sections."""

    minutes: int
    do: str
    on: tuple[Place, ...]


@dataclass(frozen=True)
class Meeting:
    """A meeting: its title, its steps, and what is done at home afterward."""

    title: str
    steps: tuple[Step, ...]
    homework: tuple[str, ...]

    @property
    def places(self) -> set[Place]:
        """The sections that it is on."""
        return {place for step in self.steps for place in step.on}


@dataclass
class Course:
    """The chapters as a lecturer sees them, in the folder of the book's sources."""

    folder: Path
    owners: dict[str, Place] = field(default_factory=dict)  # the section of each label

    @cached_property
    def statements(self) -> dict[str, bookmap.Statement]:
        """The statements of the book, with what they rest on."""
        return bookmap.read(self.folder)

    @cached_property
    def texts(self) -> dict[int, str]:
        """The Markdown of each chapter."""
        return {int(path.name[:2]): markdown(path) for path in bookmap.chapters(self.folder)}

    @cached_property
    def sections(self) -> dict[Place, Section]:
        """The sections of all chapters, in order."""
        found: dict[Place, Section] = {}
        for path in bookmap.chapters(self.folder):
            for place, counts, labels in _sections(path):
                known = [label for label in labels if label in self.statements]
                found[place] = Section(place, minutes(*counts), known)
                self.owners |= dict.fromkeys(labels, place)
        return found

    @cached_property
    def numbers(self) -> dict[Place, str]:
        """The number of each section as the page shows it, "7.2.1"."""
        found: dict[Place, str] = {}
        for chapter, text in self.texts.items():
            section, below = 0, 0
            for level, title in NUMBERED.findall(text):
                section, below = (section + 1, 0) if level == "##" else (section, below + 1)
                number = f"{chapter}.{section}" + f".{below}" * bool(below)
                found.setdefault((chapter, title.strip()), number)
        return found

    @cached_property
    def exercises(self) -> dict[str, tuple[int, int, set[str]]]:
        """Each exercise: its chapter, its number there, and the statements it refers to."""
        found = {}
        for chapter, text in self.texts.items():
            solved = {of.strip(): body for _, of, _, body in SOLUTION.findall(text)}
            for k, (_, _, options, body) in enumerate(EXERCISE.findall(text), 1):
                label = label_of(options)
                named = bookmap.REFERENCE.findall(body + solved.get(label, ""))
                found[label] = chapter, k, {name for name in named if name in self.statements}
        return found

    @cached_property
    def data(self) -> dict[str, Any]:
        """What ``plans.yml`` says."""
        return yaml.safe_load((self.folder / "plans.yml").read_text("utf-8"))

    def plan(self, meetings: int) -> list[Meeting]:
        """Return the plan for so many meetings.

        Raises
        ------
        ValueError.  There is no such plan, or a step is on a section that does not exist.
        """
        plans = self.data["plans"]
        if meetings not in plans:
            known = ", ".join(map(str, plans))
            raise ValueError(f"There is no plan for {meetings} meetings, but for {known}.")
        return [
            Meeting(e["title"], tuple(map(self._step, e["steps"])), tuple(e.get("homework", ())))
            for e in plans[meetings]
        ]

    def taught(self, meetings: int) -> set[Place]:
        """Return the sections that a plan is on."""
        return {place for meeting in self.plan(meetings) for place in meeting.places}

    def _step(self, step: dict[str, Any]) -> Step:
        if not {"minutes", "do"} <= step.keys() <= {"minutes", "do", "book"}:
            raise ValueError(f"A step has minutes, do and perhaps book; got {sorted(step)}.")
        return Step(step["minutes"], step["do"], tuple(map(self.place, step.get("book", ()))))

    def place(self, name: str) -> Place:
        """Return the section that is called, as "3 A fixed threshold", or by a label in it.

        Raises
        ------
        ValueError.  There is no such section; says which the chapter has.
        """
        chapter, _, title = name.partition(" ")
        sections = self.sections
        place = self.owners.get(title, (int(chapter), title))
        if place not in sections or place[0] != int(chapter):
            known = "; ".join(title for number, title in sections if number == int(chapter))
            raise ValueError(f"There is no section {name!r}; chapter {chapter} has: {known}.")
        return place

    def recalled(self, plan: list[Meeting]) -> list[list[str]]:
        """Return for each meeting the statements that it uses, but no meeting has taught."""
        taught: set[str] = set()
        missing = []
        for meeting in plan:
            here = [s for place in self.sections if place in meeting.places
                    for s in self.sections[place].statements]  # fmt: skip
            taught |= set(here)
            used = dict.fromkeys(s for label in here for s in self.statements[label].rests_on)
            missing.append([s for s in used if s not in taught])
            taught |= set(missing[-1])  # they have been recalled
        return missing

    def broken(self, place: Place) -> list[str]:
        """Return the statements elsewhere that rest on one of this section, in the book's order."""
        own = set(self.sections[place].statements)
        return [s.label for s in self.statements.values()
                if s.label not in own and own & set(s.rests_on)]  # fmt: skip

    def uses(self) -> dict[int, dict[int, list[str]]]:
        """Return for each chapter, and each earlier one it uses, the statements of that one."""
        found: dict[int, dict[int, list[str]]] = {chapter: {} for chapter in self.texts}
        for s in self.statements.values():
            for other in s.rests_on:
                there = int(self.statements[other].page[:2])
                if there != int(s.page[:2]):
                    known = found[int(s.page[:2])].setdefault(there, [])
                    known += [other] if other not in known else []
        return {chapter: dict(sorted(used.items())) for chapter, used in found.items()}


def markdown(path: Path) -> str:
    """Return the Markdown of a notebook."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


def _sections(path: Path) -> list[tuple[Place, list[int], list[str]]]:
    """Return the sections of a chapter: words, formulas and figures of each, and its labels."""
    chapter, title = int(path.name[:2]), ""
    found: dict[Place, tuple[list[int], list[str]]] = {}
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        text = "".join(cell["source"]) if cell["cell_type"] == "markdown" else ""
        for piece in HEADING.split(text):
            if heading := TITLE.match(piece):
                title = heading[1].strip()
            counts, labels = found.setdefault((chapter, title), ([0, 0, 0], []))
            counts[0] += len(FOLDED.sub("", piece).split())
            counts[1] += OPTIONAL.sub("", piece).count("$$") // 2
            labels += re.findall(r"^:label: (\S+)", piece, re.MULTILINE)
        if "curious" not in cell["metadata"].get("tags", ()):
            outputs = (output.get("data", {}) for output in cell.get("outputs", ()))
            found.setdefault((chapter, title), ([0, 0, 0], []))[0][2] += sum(
                "image/png" in data for data in outputs
            )
    return [(place, counts, labels) for place, (counts, labels) in found.items() if place[1]]
