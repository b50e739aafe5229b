"""Run the parts of the tests, each to its end, and read their reports.

``python tools/tested.py PART ...`` makes each part; parts joined by ``+`` run side by side.  No
test may be skipped, no notebook left out, and every statement of ``book/statements.yml`` must have
been checked by the test that it names.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import nbformat

if __package__:  # imported by a test, or run as a script
    from . import statements
else:
    import statements

ROOT = Path(__file__).parents[1]
REPORTS = ROOT / ".cache" / "reports"
BAD = ("failure", "error", "skipped")


def make(group: str) -> list[str]:
    """Make the parts of a group at the same time; return those that failed."""
    start, failed = time.monotonic(), []
    running = {part: subprocess.Popen(["make", part]) for part in group.split("+")}
    for part, process in running.items():
        if process.wait():
            failed.append(f"{part} failed")
    print(f"tested: {group} took {(time.monotonic() - start) / 60:.1f} minutes", flush=True)
    return failed


def cases(report: Path) -> list[ElementTree.Element]:
    """Return the test cases of one report."""
    return list(ElementTree.parse(report).getroot().iter("testcase"))


def left_out(found: list[ElementTree.Element]) -> list[str]:
    """Name the notebooks of which not every code cell was compared."""
    names = [case.get("classname", "").split(".ipynb")[0].split(".")[-1] for case in found]
    problems = []
    for path in sorted((ROOT / "book").glob("*.ipynb")):
        cells = nbformat.read(path, as_version=4).cells
        expected = sum(cell.cell_type == "code" for cell in cells)
        if (count := names.count(path.stem)) != expected or not expected:
            problems.append(f"{path.name}: {count} of {expected} code cells were compared")
    return problems


def unchecked(found: list[ElementTree.Element], entries: list[dict]) -> list[str]:
    """Name the statements whose own test did not run under their marker, or did not pass."""
    passed = set()
    for case in (case for case in found if all(case.find(bad) is None for bad in BAD)):
        module = case.get("classname", "").split(".")[-1]
        test = f"{module}.py::{case.get('name', '').split('[')[0]}"
        marks = case.iterfind("properties/property[@name='statement']")
        passed |= {(mark.get("value"), test) for mark in marks}
    left = [entry for entry in entries if (entry["id"], entry["test"]) not in passed]
    return [f"{entry['id']}: {entry['test']} did not run under its marker" for entry in left]


if __name__ == "__main__":
    REPORTS.mkdir(parents=True, exist_ok=True)
    for old in REPORTS.glob("*.xml"):
        old.unlink()
    wrong = [said for group in sys.argv[1:] for said in make(group)]
    reports = {path.stem: cases(path) for path in REPORTS.glob("*.xml")}
    for name, found in reports.items():
        skipped = (case.get("name") for case in found if case.find("skipped") is not None)
        wrong += [f"{name}: skipped {test}" for test in skipped]
    if "stored" in sys.argv[1:] or any("+stored" in group for group in sys.argv):
        wrong += left_out(reports.get("notebooks", []))
    if "unit" in sys.argv[1:]:
        entries = statements.published(statements.read())
        wrong += unchecked(reports.get("unit", []), entries)
    print("tested: " + ", ".join(f"{len(found)} in {name}" for name, found in reports.items()))
    sys.exit("\n        ".join(["tested:", *wrong]) if wrong else 0)
