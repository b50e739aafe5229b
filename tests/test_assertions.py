"""No assertion holds by its literals alone: each of its terms looks up a name that was computed.

``assert 4.0 - 0.5 == 3.5`` says nothing of a run; it cannot fail, whatever the cells above it do.
"""

import ast
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
# Names that compute nothing by themselves: arithmetic on literals stays arithmetic on literals.
ARITHMETIC = {
    "abs", "all", "any", "approx", "float", "int", "isclose", "len", "math", "max", "min", "np",
    "pi", "pow", "pytest", "range", "round", "sqrt", "sum",
}  # fmt: skip


def terms(test: ast.expr) -> list[ast.expr]:
    """Return the parts that an assertion joins by `and`, and the links of chained comparisons."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [term for value in test.values for term in terms(value)]
    if isinstance(test, ast.Compare) and len(test.ops) > 1:
        sides = [test.left, *test.comparators]
        return [
            ast.Compare(left, [op], [right])
            for left, op, right in zip(sides[:-1], test.ops, sides[1:], strict=True)
        ]
    return [test]


def idle(source: str) -> list[str]:
    """Return the terms of assertions in which no computed name is looked up."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assert):
            for term in terms(node.test):
                names = {n.id for n in ast.walk(term) if isinstance(n, ast.Name)}
                if names <= ARITHMETIC:
                    found.append(ast.unparse(term))
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_assertion_of_a_notebook_holds_by_its_literals(path):
    cells = nbformat.read(path, as_version=4).cells
    found = [(c.id, term) for c in cells if c.cell_type == "code" for term in idle(c.source)]
    assert found == []


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_no_assertion_of_a_test_holds_by_its_literals(path):
    assert idle(path.read_text("utf-8")) == []


def test_terms_of_literals_are_found_one_by_one():
    source = "assert 4.0 - 0.5 == 3.5 and x > 1\nassert 0 < 1 < y\nassert math.sqrt(2) < 1.5"
    assert idle(source) == ["4.0 - 0.5 == 3.5", "0 < 1", "math.sqrt(2) < 1.5"]
    assert idle("assert run.n_updates == 7 and len(found) == 2 < R**2") == []
