"""Read ``book/statements.yml``, and what its entries point to: labels and tests.

Everything is read from the sources, so that a page can be built and a test can complain without
running anything.
"""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import jsonschema
import yaml

ROOT = Path(__file__).parents[1]
FILE = ROOT / "book" / "statements.yml"
SCHEMA = ROOT / "book" / "statements.schema.json"
# A label says by its beginning what it stands for; all but these stand for numbered statements.
ROLES = {"fig": "numref", "eq": "eq", "ex": "ref"}
LABEL = re.compile(
    r'(?:"name": "|:label: |\$\$ *\()((?:fig|eq|ex|thm|lem|prop|cor|def|alg)-[\w-]+)'
)


@cache
def read(path: Path = FILE) -> dict:
    """Return the file's content, once it follows the schema and no id comes twice."""
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    jsonschema.validate(content, json.loads(SCHEMA.read_text(encoding="utf-8")))
    ids = [entry["id"] for entry in content["statements"]]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise ValueError(f"statements.yml: ids must be unique; {', '.join(twice)} come twice.")
    return content


def slug(name: str) -> str:
    """Turn the name of a test into an anchor: test_x.py::test_y_z into check-test-x-test-y-z."""
    return "check-" + re.sub(r"[^a-z0-9]+", "-", name.lower().replace(".py", "")).strip("-")


def anchor(entry: dict) -> str:
    """Turn an id into an anchor that needs no escaping."""
    return "st-" + re.sub(r"[^A-Za-z0-9.()-]", "-", entry["id"])


def role(label: str) -> str:
    """Return the role that refers to a label of the book."""
    return ROLES.get(label.partition("-")[0], "prf:ref")


def labels(book: Path = ROOT / "book") -> dict[str, str]:
    """Return the chapter, as the name of its page, of every label."""
    pages = sorted(book.glob("[0-9][0-9]_*.ipynb"))
    return {name: page.stem for page in pages for name in LABEL.findall(page.read_text("utf-8"))}


def tests(folder: Path = ROOT / "tests") -> dict[str, str]:
    """Return the source of every test function below tests/ by "file.py::name", in order."""
    found = {}
    for path in sorted(folder.glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                source = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
                found[f"{path.name}::{node.name}"] = source
    return found
