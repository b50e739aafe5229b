"""Which tests concern a mutant: those that execute its line, as `recording` found."""

from __future__ import annotations

import ast
import json
from collections import Counter
from functools import cache

from mutants import Mutant, source
from recording import test_of
from trees import CACHE

RECORD = CACHE / "record.json"
QUICK, QUICK_FILES = 3.0, 1  # seconds and files of the tests that are tried first
DEFINITIONS = "tests/test_definitions.py"  # its tests look at what others execute


@cache
def record() -> dict:
    if not RECORD.is_file():
        raise SystemExit("Nothing is recorded yet: run tests/mutation/run.py record.")
    return json.loads(RECORD.read_text(encoding="utf-8"))


def tests_of(mutant: Mutant) -> list[str]:
    """Return the tests that execute the mutant's statement, fastest first.

    What runs at import (a default, a constant, a class) concerns every test of the function, the
    module, or, where a module only defines, its folder.
    """
    tests = executing(mutant.module, [mutant.line])
    if not tests:
        tests = executing(mutant.module, statement_lines(mutant))
    if at_import(mutant):
        tests = tests or of_module(mutant.module) or of_folder(mutant.module)
        tests |= {case for case in record()["seconds"] if file_of(case) == DEFINITIONS}
    cases = {case for test in tests if test in record()["seconds"] for case in siblings(test)}
    nearest = cases or of_module(mutant.module) or of_folder(mutant.module)
    cases |= unrecorded({mutant.module, *map(file_of, nearest)})
    return sorted(cases, key=lambda case: (seconds_of(case), case))


def unrecorded(files: set[str]) -> set[str]:
    """Return the cases in these files that nothing is known of yet: they may execute any line."""
    known = {test_of(case) for case in (*record()["seconds"], *record()["failed"])}
    unknown = {test: cases for test, cases in record()["cases"].items() if test not in known}
    return {case for test, cases in unknown.items() if file_of(test) in files for case in cases}


def file_of(case: str) -> str:
    return case.partition("::")[0]


def siblings(case: str) -> list[str]:
    """Return the case, and those of its test of which nothing is known."""
    known = {*record()["seconds"], *record()["failed"]}
    return [case, *(c for c in record()["cases"].get(test_of(case), []) if c not in known)]


def seconds_of(case: str) -> float:
    """Return how long a case computes, or the recorded one of its siblings."""
    seconds = record()["seconds"]
    cases = [case, *record()["cases"].get(test_of(case), [])]
    return next((seconds[c] for c in cases if c in seconds), 0.2)


def executing(module: str, lines) -> set[str]:
    known = record()["lines"].get(module, {})
    return {test for line in lines for test in known.get(str(line), ())}


def of_module(module: str) -> set[str]:
    return executing(module, record()["lines"].get(module, {}))


def of_folder(module: str) -> set[str]:
    folder = module.rpartition("/")[0]
    return {t for m in record()["lines"] if m.startswith(folder) for t in of_module(m)}


def enclosing(mutant: Mutant) -> list[ast.stmt]:
    """Return the statements around the mutant's line, the innermost last."""
    statements = [s for s in ast.walk(ast.parse(source(mutant.module))) if isinstance(s, ast.stmt)]
    around = [s for s in statements if first_line(s) <= mutant.line <= (s.end_lineno or 0)]
    return sorted(around, key=lambda s: (first_line(s), -(s.end_lineno or 0)))


def first_line(statement: ast.stmt) -> int:
    return min(s.lineno for s in [statement, *getattr(statement, "decorator_list", ())])


def at_import(mutant: Mutant) -> bool:
    functions = [s for s in enclosing(mutant) if isinstance(s, ast.FunctionDef)]
    return not functions or enclosing(mutant)[-1] is functions[0]


def statement_lines(mutant: Mutant) -> range:
    """Return the lines of the mutant's statement: of a whole function, of only a loop's head."""
    around = enclosing(mutant)
    if not around or isinstance(around[-1], ast.ClassDef):
        return range(0)
    inner, body = around[-1], getattr(around[-1], "body", None)
    if isinstance(inner, ast.FunctionDef):
        return range(body[0].lineno, inner.end_lineno + 1)
    return range(inner.lineno, (body[0].lineno if body else inner.end_lineno + 1))


def stages(mutant: Mutant, longest: float) -> list[list[str]]:
    """Return the tests in two portions: some of the files that know the code best; the rest."""
    tests = tests_of(mutant)
    files = Counter(map(file_of, tests))
    best = {mutant.module, *(name for name, _ in files.most_common(QUICK_FILES))}
    quick = within([t for t in tests if file_of(t) in best], QUICK)
    rest = within([t for t in tests if t not in set(quick)], longest)
    return [portion for portion in (quick, rest) if portion]


def within(tests: list[str], seconds: float) -> list[str]:
    """Return the first tests that take no more than these seconds together."""
    total, kept = 0.0, []
    for test in tests:
        total += seconds_of(test)
        if total > seconds:
            break
        kept.append(test)
    return kept
