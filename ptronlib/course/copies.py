"""Find answers that are written alike, for somebody to look at; nobody loses points by it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

SHORT = 60  # letters: what is shorter, two may well write alike


class Submission(Protocol):
    """What is looked at."""

    student: str
    cells: list[dict[str, Any]]


@dataclass
class Copies:
    """Who wrote which cell like whom."""

    groups: list[tuple[str, list[str]]] = field(default_factory=list)  # cell, students

    def of(self, student: str) -> list[str]:
        """Return a line for each cell that this student wrote like others."""
        return [
            f"{cell}: {', '.join(name for name in students if name != student)}"
            for cell, students in self.groups
            if student in students
        ]


def written(cell: dict[str, Any]) -> str:
    """Return what a cell says without what is easily changed: comments, spaces, line breaks."""
    if cell["kind"] == "code":
        try:
            return ast.unparse(ast.parse(cell["source"]))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
    return " ".join(cell["source"].split())


def only_data(text: str) -> bool:
    """Whether code gives a name to numbers or words: whoever is right writes the same."""
    try:
        (line,) = ast.parse(text).body
        ast.literal_eval(line.value)  # type: ignore[attr-defined]  # or it has none
    except (SyntaxError, ValueError, TypeError, AttributeError, RecursionError, MemoryError):
        return False
    return True


def alike(marked: Iterable[Submission], given: list[dict[str, Any]]) -> Copies:
    """Return the cells that several students wrote alike, apart from what they were given."""
    known = {written(cell) for cell in given}
    found: dict[tuple[str, str], list[str]] = {}
    for one in marked:
        for cell in one.cells:
            text, own = written(cell), cell["name"].partition("-")[0] in ("answer", "reason")
            if own and text not in known and len(text) >= SHORT and not only_data(text):
                students = found.setdefault((cell["name"], text), [])
                students += [one.student] * (one.student not in students)
    return Copies([(name, group) for (name, _), group in found.items() if len(group) > 1])
