"""Check in pytest's reports that everything was tested: nothing skipped, no notebook left out, and
every statement of ``book/statements.yml`` by the test that it names.

``python tools/tested.py FOLDER`` reads the JUnit files that ``make test`` writes there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import nbformat

if __package__:  # imported by a test, or run as a script
    from . import statements
else:
    import statements

ROOT = Path(__file__).parents[1]
PARTS = ("unit.xml", "notebooks.xml", "browser.xml")


def cases(report: Path) -> list[ElementTree.Element]:
    """Return the test cases of one report."""
    if not report.is_file():
        sys.exit(f"tested: there is no {report.name}; that part did not run. Run: make test")
    return list(ElementTree.parse(report).getroot().iter("testcase"))


def compared(case: ElementTree.Element) -> str:
    """Return the stem of the notebook that a case belongs to."""
    return case.get("classname", "").split(".ipynb")[0].split(".")[-1]


def left_out(found: list[ElementTree.Element]) -> list[str]:
    """Name the notebooks of which not every code cell was compared."""
    problems = []
    for path in sorted((ROOT / "book").glob("*.ipynb")):
        cells = nbformat.read(path, as_version=4).cells
        expected = sum(cell.cell_type == "code" for cell in cells)
        count = sum(compared(case) == path.stem for case in found)
        if count != expected or not expected:
            problems.append(f"{path.name}: {count} of {expected} code cells were compared")
    return problems


def unchecked(found: list[ElementTree.Element], entries: list[dict]) -> list[str]:
    """Name the statements whose own test did not run under their marker, or did not pass."""
    passed = set()
    for case in found:
        if not any(case.find(bad) is not None for bad in ("failure", "error", "skipped")):
            module = case.get("classname", "").split(".")[-1]
            test = f"{module}.py::{case.get('name', '').split('[')[0]}"
            marks = case.iterfind("properties/property[@name='statement']")
            passed |= {(mark.get("value"), test) for mark in marks}
    left = [entry for entry in entries if (entry["id"], entry["test"]) not in passed]
    return [f"{entry['id']}: {entry['test']} did not run under its marker" for entry in left]


def times(found: list[ElementTree.Element]) -> list[str]:
    """Say of each chapter when it can be read, and when its cells have run in JupyterLite."""
    lines = []
    for case in found:
        name = Path(case.get("name", "").split("[")[-1].rstrip("]")).stem
        marks = case.iterfind("properties/property")
        taken = {mark.get("name"): mark.get("value") for mark in marks}
        if "readable" in taken:
            lines.append(f"page: {name} can be read after {taken['readable']} s")
        if "all cells" in taken:
            first, last = taken["first output"], taken["all cells"]
            lines.append(f"lite: {name}: first output after {first} s, all cells after {last} s")
    return sorted(lines)


if __name__ == "__main__":
    reports = {name: cases(Path(sys.argv[1]) / name) for name in PARTS}
    wrong = [f"{name}: no test ran" for name, found in reports.items() if not found]
    for name, found in reports.items():
        skipped = [case.get("name") for case in found if case.find("skipped") is not None]
        wrong += [f"{name}: skipped {test}" for test in skipped]
    wrong += left_out(reports["notebooks.xml"])
    wrong += unchecked(reports["unit.xml"], statements.published(statements.read()))
    if wrong:
        sys.exit("tested: " + "\n        ".join(wrong))
    for line in times(reports["browser.xml"]):
        print(line)
    print("tested: " + ", ".join(f"{len(found)} in {name[:-4]}" for name, found in reports.items()))
