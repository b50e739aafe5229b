"""Which functions of the library a text names: in its code by its imports, in its prose as code.

A function's name is ``module.name`` of the file that defines it, whichever way it was imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path

LIBRARY = "ptronlib"
FOLDER = Path(__file__).parents[1] / LIBRARY
CHAIN = re.compile(r"(?<![\w.])[A-Za-z]\w*(?:\.\w+)*")
FROM = re.compile(rf"^from ({LIBRARY}[\w.]*) import (?:\(([^)]*)\)|(.*))", re.MULTILINE)


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
    """Return what a dotted name stands for, None if there is none; an attribute precedes a file."""
    parts = name.split(".")
    for k in range(1, len(parts) + 1):
        try:
            thing = import_module(".".join(parts[:k]))
            for part in parts[k:]:
                thing = getattr(thing, part)
            return thing
        except (ModuleNotFoundError, AttributeError):
            continue
    return None


@cache
def public() -> dict[str, set[str]]:
    """Return for every public name the functions and classes that are called so."""
    known: dict[str, set[str]] = {}
    for module in map(import_module, (f"{LIBRARY}.{name}" for name in modules())):
        for name in module.__all__:
            if place := canonical(getattr(module, name)):
                known.setdefault(name, set()).add(place)
    return known


def imported(code: str) -> dict[str, str]:
    """Return what each name stands for that a page's code imports from the library."""
    names = {LIBRARY: LIBRARY}
    for module, *words in FROM.findall(code):
        for word in "".join(words).split(","):
            if word.strip():
                name, _, other = word.strip().partition(" as ")
                names[other or name] = f"{module}.{name}"
    return names


def in_code(code: str, names: dict[str, str]) -> Iterator[str]:
    """Yield the functions that a piece of code names."""
    for chain in CHAIN.findall(code):
        first, dot, rest = chain.partition(".")
        if first in names and (place := canonical(found(names[first] + dot + rest))):
            yield place


def in_text(literal: str, names: dict[str, str]) -> Iterator[str]:
    """Yield the function that a piece of inline code names.

    A word alone may be a variable of the text; a call, a compound and a class are none.
    """
    if literal.startswith(f"python -m {LIBRARY} "):
        yield f"{LIBRARY}.geometry.hyperplane.separable"  # for the table in a file
    if not (chain := CHAIN.match(literal)):
        return
    name = chain[0]
    places = {*in_code(name, names)} or {canonical(found(f"{LIBRARY}.{name}"))} - {None}
    if not places and ("_" in name or name[0].isupper() or literal[chain.end() :].startswith("(")):
        places = public().get(name, set())
    if len(places) == 1:
        yield from places
