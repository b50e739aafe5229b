"""The mutants of the library: small changes that Cosmic Ray's operators make, one at a time.

Left out are changes that no test could notice or that every one does: annotations (never
evaluated), the compiler's decorators (the tests run the kernels interpreted), and replacements of
an arithmetic operator by one that floats refuse.
"""

from __future__ import annotations

import ast
import random
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from trees import CACHE, ROOT

TOOL = CACHE / "tool"  # where README.md has Cosmic Ray installed
UNTOUCHED = ("plots.py", "widgets/", "explore/", "__main__.py")  # looked at, or tested in a browser
OPERATORS = """
    ReplaceBinaryOperator: Add_Sub Add_Mul Sub_Add Mul_Div Mul_Add Div_Mul FloorDiv_Div
        Mod_FloorDiv Pow_Mul BitOr_BitAnd BitAnd_BitOr
    ReplaceComparisonOperator: Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt
        Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is
    ReplaceUnaryOperator: Delete_USub Delete_Not Delete_Invert
    : AddNot ReplaceTrueWithFalse ReplaceFalseWithTrue ReplaceAndWithOr ReplaceOrWithAnd
        ReplaceBreakWithContinue ReplaceContinueWithBreak ExceptionReplacer NumberReplacer
        RemoveDecorator ZeroIterationForLoop
"""


@dataclass(frozen=True)
class Mutant:
    """A place that one operator can change: the module, the definition it is in, and its line."""

    module: str
    operator: str
    occurrence: int
    place: str
    line: int

    @property
    def code(self) -> str | None:
        """The module's text with the change; None where it does not parse or says the same."""
        from cosmic_ray.mutating import mutate_code

        after = mutate_code(source(self.module), operators()[self.operator], self.occurrence)
        try:
            same = ast.dump(ast.parse(after or "")) == ast.dump(ast.parse(source(self.module)))
        except SyntaxError:
            return None
        return None if same or not after else after

    def name(self, code: str) -> str:
        """Say what is changed; the name stays as long as the line does, wherever it moves."""
        old, new = source(self.module).splitlines(), code.splitlines()
        at = next(k for k, pair in enumerate(zip(old, new, strict=False)) if len(set(pair)) > 1)
        before, after = (" ".join(lines[at].split()) for lines in (old, new))
        return f"{self.module}::{self.place}: {before} -> {after}"


@cache
def source(module: str) -> str:
    return (ROOT / module).read_text(encoding="utf-8")


def library() -> list[str]:
    """Return the modules that are mutated."""
    files = sorted((ROOT / "ptronlib").rglob("*.py"))
    names = [file.relative_to(ROOT).as_posix() for file in files]
    return [n for n in names if not n.removeprefix("ptronlib/").startswith(UNTOUCHED)]


@cache
def operators() -> dict:
    """Return Cosmic Ray's operators of the table above, by name."""
    sys.path.append(str(TOOL))
    try:
        from cosmic_ray.operators.provider import OperatorProvider
    except ImportError as error:
        raise SystemExit(f"Cosmic Ray is needed: see {Path(__file__).parent}/README.md") from error
    known, prefix, names = OperatorProvider(), "", []
    for word in OPERATORS.split():
        if word.endswith(":"):
            prefix = word[:-1] and word[:-1] + "_"
        else:
            names.append(prefix + word)
    return {name: known[name]() for name in names}


def passed_over(code: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where (line, column) annotations and the compiler's decorators begin and end."""
    parts = []
    for node in ast.walk(ast.parse(code)):
        parts += [getattr(node, "annotation", None), getattr(node, "returns", None)]
        parts += [d for d in getattr(node, "decorator_list", ()) if "njit" in ast.unparse(d)]
    return [
        ((part.lineno, part.col_offset - 1), (part.end_lineno, part.end_col_offset))  # -1: the @
        for part in parts
        if part is not None
    ]


def separates_arguments(node) -> bool:
    """Whether this is the * of a signature, which Cosmic Ray takes for a product."""
    return node.parent is not None and node.parent.type == "parameters"


def mutants(module: str) -> list[Mutant]:
    """Return all mutants of a module, in the order of its lines."""
    table = operators()
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.ast.ast_query import ASTQuery

    skipped, found = passed_over(source(module)), []
    nodes = list(ast_nodes(get_ast(source(module))))
    for name, operator in table.items():
        spots = [(node, start) for node in nodes for start, _ in operator.mutation_positions(node)]
        for occurrence, (node, start) in enumerate(spots):
            if separates_arguments(node):
                continue
            if not any(first <= start < last for first, last in skipped):
                place = ASTQuery(node).get_definition_name() or ""
                found.append(Mutant(module, name, occurrence, place, start[0]))
    return sorted(found, key=lambda m: (m.line, m.operator, m.occurrence))


def drawn(seed: int) -> list[Mutant]:
    """Return all mutants in a random order; each beginning has a like share of each module."""
    placed = []
    for module in library():
        every = mutants(module)
        random.Random(f"{seed} {module}").shuffle(every)
        placed += [((k + 0.5) / len(every), mutant) for k, mutant in enumerate(every)]
    return [mutant for _, mutant in sorted(placed, key=lambda pair: (pair[0], pair[1].module))]
