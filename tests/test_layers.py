"""The arrows between the files, read from their syntax trees; and what an import costs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ptronlib

LAYERS = [
    "_validate _extras _compile _exact __version__",
    "_arithmetic _domain certificates",
    "bounds",
    "core projection",
    "samples geometry mnist",
    "learning counting _machine",
    "proofs sklearn",
    "exercises __main__",
    "plots",
    "widgets",
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names.split()}
HEAVY = {"anywidget", "ipywidgets", "matplotlib", "numba", "pandas", "pooch", "scipy", "sklearn"}
PACKAGE = Path(ptronlib.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))


def imports(path):
    """Yield (level, module, names) of every import in the file, nested ones too."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield node.level, node.module or "", [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield 0, alias.name, []


def unit(path):
    """The file's place in LAYERS: its name, or that of the folder it lies in."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", [p for p in FILES if unit(p) != "__init__"], ids=unit)
def test_imports_point_downwards(path):
    assert unit(path) in RANK, f"give {unit(path)} its place in LAYERS"
    depth = len(path.relative_to(PACKAGE).parts)  # dots that lead to the package itself
    for level, module, names in imports(path):
        assert not (level == 0 and module.split(".")[0] == "ptronlib"), "import relatively"
        if level == depth:
            for target in [module.split(".")[0]] if module else names:
                assert RANK[target] < RANK[unit(path)], f"{unit(path)} imports {target} from above"


def test_import_loads_nothing_heavy():
    check = f"import sys, ptronlib; print([m for m in {HEAVY} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
