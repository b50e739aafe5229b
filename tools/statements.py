"""Read ``book/statements.yml``, and what its entries point to: labels, tests, their markers.

Everything is read from the sources, so that a page can be built and a test can complain without
running anything.
"""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import yaml

ROOT = Path(__file__).parents[1]
FILE = ROOT / "book" / "statements.yml"
SCHEMA = ROOT / "book" / "statements.schema.json"
THEOREM = re.compile(
    r"^[`:]{3,}\{prf:(?!proof)\w+\}[^\n]*\n(?::(?!label)[^\n]*\n)*:label: *(\S+)", re.M
)
EXERCISE = re.compile(r"^[`:]{3,}\{exercise\}[^\n]*\n(?::(?!label)[^\n]*\n)*:label: *(\S+)", re.M)
EQUATION = re.compile(r"^\$\$ *\(([a-z]\S*)\)", re.M)
EQUATION_END = re.compile(r"\$\$ *\((eq-\S+)\)")


@dataclass(frozen=True)
class Label:
    """A label of a chapter: "theorem", "figure", "equation" or "exercise", and where it is."""

    kind: str
    chapter: int
    page: str


@dataclass(frozen=True)
class Test:
    """A test function: its source, its first line, the statements in its markers."""

    source: str
    line: int
    statements: frozenset[str]


def read(path: Path = FILE) -> dict:
    """Return the file's content, once it follows the schema and no id comes twice."""
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    jsonschema.validate(content, json.loads(SCHEMA.read_text(encoding="utf-8")))
    ids = [entry["id"] for entry in content["statements"]]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise ValueError(f"statements.yml: ids must be unique; {', '.join(twice)} come twice.")
    return content


def published(content: dict) -> list[dict]:
    """Return the entries whose chapter is in the book."""
    return [e for e in content["statements"] if e.get("chapter", 0) <= content["published"]]


def slug(name: str) -> str:
    """Turn the name of a test into an anchor: test_x.py::test_y_z into check-test-x-test-y-z."""
    return "check-" + re.sub(r"[^a-z0-9]+", "-", name.lower().replace(".py", "")).strip("-")


def anchor(entry: dict) -> str:
    """Turn an id into an anchor that needs no escaping."""
    return "st-" + re.sub(r"[^A-Za-z0-9.()-]", "-", entry["id"])


def labels(book: Path = ROOT / "book") -> dict[str, Label]:
    """Return every label of the chapters."""
    found = {}
    for path in sorted(book.glob("[0-9][0-9]_*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
        figures = (c["metadata"].get("mystnb", {}).get("figure", {}).get("name") for c in cells)
        kinds = {
            "theorem": THEOREM.findall(text),
            "exercise": EXERCISE.findall(text),
            "equation": EQUATION_END.findall(text) + EQUATION.findall(text),
            "figure": [name for name in figures if name],
        }
        for kind, names in kinds.items():
            found |= {name: Label(kind, int(path.stem[:2]), path.stem) for name in names}
    return found


def tests(folder: Path = ROOT / "tests") -> dict[str, Test]:
    """Return every test function below tests/ by "file.py::name"."""
    found = {}
    for path in sorted(folder.glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                source = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
                named = frozenset(name for d in node.decorator_list for name in _marked(d))
                found[f"{path.name}::{node.name}"] = Test(source, first, named)
    return found


def _marked(decorator: ast.expr) -> list[str]:
    """Return the arguments of ``pytest.mark.statement(...)``, nothing for another decorator."""
    if (
        not isinstance(decorator, ast.Call)
        or ast.unparse(decorator.func) != "pytest.mark.statement"
    ):
        return []
    return [ast.literal_eval(argument) for argument in decorator.args]
