"""Which functions of the library a text names: in its code by its imports, in its prose as code.

A function's name is ``module.name`` of the file that defines it, whichever way it was imported.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path

LIBRARY = "ptronlib"
FOLDER = Path(__file__).parents[1] / LIBRARY
COMMAND = f"python -m {LIBRARY} "
CHAIN = re.compile(r"[A-Za-z]\w*(\.\w+)*")


def modules() -> list[str]:
    """Return the name of every public module of the library, in alphabetical order."""
    files = (*FOLDER.glob("[a-z]*.py"), *FOLDER.glob("[a-z]*/__init__.py"))
    names = (path.parent.name if path.stem == "__init__" else path.stem for path in files)
    return sorted(name for name in names if hasattr(import_module(f"{LIBRARY}.{name}"), "__all__"))


def canonical(thing: object) -> str | None:
    """Return where a function or class of the library is defined, None for anything else."""
    if not (isfunction(thing) or isclass(thing)):
        return None
    name = f"{thing.__module__}.{thing.__qualname__}"
    return name if name.startswith(f"{LIBRARY}.") and "<" not in name else None


def found(name: str) -> object | None:
    """Return what a dotted name stands for, None if there is no such thing."""
    parts = name.split(".")
    for k in range(len(parts), 0, -1):
        try:
            return _attribute(import_module(".".join(parts[:k])), parts[k:])
        except (ModuleNotFoundError, AttributeError):
            continue
    return None


def _imported(module: str, name: str) -> object | None:
    """Return what ``from module import name`` gives: an attribute comes before a file."""
    return getattr(import_module(module), name, None) or found(f"{module}.{name}")


def _attribute(thing: object, names: list[str]) -> object:
    for name in names:
        thing = getattr(thing, name)
    return thing


@cache
def _by_last_name() -> dict[str, set[str]]:
    """Return for every public name the functions and classes that are called so."""
    known: dict[str, set[str]] = {}
    for module in map(import_module, (f"{LIBRARY}.{name}" for name in modules())):
        for name in module.__all__:
            if place := canonical(getattr(module, name)):
                known.setdefault(name, set()).add(place)
    return known


class Names:
    """The names that a page has imported, and what they mean in its code and in its prose."""

    def __init__(self, cells: list[str]):
        self.trees = [tree for cell in cells if (tree := _parsed(cell))]
        self.imported: dict[str, object] = {}
        for node in (node for tree in self.trees for node in ast.walk(tree)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(LIBRARY):
                for alias in node.names:
                    thing = _imported(node.module, alias.name)
                    self.imported[alias.asname or alias.name] = thing
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.split(".")[0] == LIBRARY:
                        name = alias.asname or LIBRARY
                        self.imported[name] = found(alias.name if alias.asname else LIBRARY)

    def in_code(self, cell: str) -> list[str]:
        """Return the functions that a cell uses, in the order of their lines."""
        nodes = [n for n in ast.walk(_parsed(cell) or ast.Module([])) if _is_name(n)]
        nodes.sort(key=lambda node: (node.lineno, node.col_offset))
        return list(dict.fromkeys(filter(None, (self._meant(ast.unparse(n)) for n in nodes))))

    def in_text(self, literal: str) -> str | None:
        """Return the function that a piece of inline code names, None if it names none."""
        if literal.startswith(COMMAND):
            return f"{LIBRARY}.geometry.hyperplane.separable"  # for the table in a file
        chain = CHAIN.match(literal)
        if not chain:
            return None
        name, called = chain[0], literal[chain.end() :].startswith("(")
        if place := self._meant(name):
            return place
        if "." in name:
            full = name if name.startswith(LIBRARY) else f"{LIBRARY}.{name}"
            return canonical(found(full))
        places = _by_last_name().get(name, set())
        # A word alone may be a variable of the text: a call, a compound and a class are none.
        telling = called or "_" in name or name[0].isupper()
        return min(places) if telling and len(places) == 1 else None

    def _meant(self, chain: str) -> str | None:
        first, *rest = chain.split(".")
        try:
            return canonical(_attribute(self.imported[first], rest))
        except (KeyError, AttributeError):
            return None


def _parsed(cell: str) -> ast.Module | None:
    try:
        return ast.parse(re.sub(r"^[%!].*$", "", cell, flags=re.MULTILINE))
    except SyntaxError:
        return None


def _is_name(node: ast.AST) -> bool:
    """Say whether a node is ``a`` or ``a.b.c``."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)
