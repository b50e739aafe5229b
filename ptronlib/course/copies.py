"""Find answers that are written alike, for somebody to look at; nobody loses points by it.

It is a hint and no verdict: two who learned from the same page may write the same loop.  So code
is compared without comments and docstrings and whatever its own names are, but only if it is long;
what is shorter must agree in its names, too, and what is very short is not compared.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

SHORT = 60  # letters: what is shorter, two may well write alike
LONG = 200  # letters without the names: what is shorter, two may well write alike but for the names


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


class _Renamed(ast.NodeTransformer):
    """Give every name that the code itself binds a name by its turn, and drop docstrings."""

    def __init__(self, tree: ast.AST):
        bound = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                bound.add(node.id)
            elif isinstance(node, DEFINED):
                bound.add(node.name)
        self.bound = bound
        self.names: dict[str, str] = {}

    def _of(self, name: str) -> str:
        return self.names.setdefault(name, f"v{len(self.names)}") if name in self.bound else name

    def visit_Name(self, node: ast.Name) -> ast.AST:  # noqa: N802  as ast calls it
        node.id = self._of(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg, node.annotation = self._of(node.arg), None
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        node.arg = self._of(node.arg) if node.arg else None
        self.generic_visit(node)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, DEFINED):
            node.name = self._of(node.name)
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        return super().generic_visit(node)


DEFINED = (ast.FunctionDef, ast.ClassDef)


def renamed(text: str) -> str:
    """Return code with its own names replaced by their turns; nothing if it is none."""
    try:
        tree = ast.parse(text)
        return ast.unparse(ast.fix_missing_locations(_Renamed(tree).visit(tree)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def compared(cell: dict[str, Any]) -> str:
    """Return what of a cell is compared with those of others; nothing if it is too short."""
    text = written(cell)
    if cell["kind"] == "code":
        if only_data(text):
            return ""
        if len(plain := renamed(text)) >= LONG:
            return plain
    return text if len(text) >= SHORT else ""


# What an expression of data is made of: numbers and words, in lists and arrays, and arithmetic.
DATA = (
    ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.UnaryOp, ast.BinOp, ast.unaryop,
    ast.operator, ast.expr_context, ast.Call, ast.keyword,
)  # fmt: skip


def only_data(text: str) -> bool:
    """Whether code gives a name to numbers or words: whoever is right writes the same.

    Arrays of numbers are data, too: np.array, np.ones.
    """
    try:
        (line,) = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    if not isinstance(line, ast.Assign):
        return False
    inside = list(ast.walk(line.value))
    return all(
        isinstance(node, (*DATA, ast.Attribute))
        or (isinstance(node, ast.Name) and node.id in ("np", "numpy"))
        for node in inside
    )


def alike(marked: Iterable[Submission], given: list[dict[str, Any]]) -> Copies:
    """Return the cells that several students wrote alike, apart from what they were given."""
    known = {compared(cell) for cell in given} | {""}
    found: dict[tuple[str, str], list[str]] = {}
    for one in marked:
        for cell in one.cells:
            own = cell["name"].partition("-")[0] in ("answer", "reason")
            if own and (text := compared(cell)) not in known:
                students = found.setdefault((cell["name"], text), [])
                students += [one.student] * (one.student not in students)
    return Copies([(name, group) for (name, _), group in found.items() if len(group) > 1])
