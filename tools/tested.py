"""Run the parts of the tests, each to its end, and report on all of them together.

``python tools/tested.py PART ...`` makes each part; parts joined by ``+`` run side by side, and
what they print comes when they have ended. The reports are then read once more: nothing may be
skipped, no notebook left out, and every statement of ``book/statements.yml`` must have been checked
by the test that it names.
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
SLOWEST = 10


def side_by_side(parts: list[str]) -> dict[str, tuple[bool, float]]:
    """Make the parts at the same time; return for each whether it passed, and the minutes."""
    logs = {part: (REPORTS / f"{part}.log").open("w+") for part in parts} if parts[1:] else {}
    start, result = time.monotonic(), {}
    running = {
        part: subprocess.Popen(["make", part], stdout=logs.get(part), stderr=logs.get(part))
        for part in parts
    }
    while running:
        for part, process in list(running.items()):
            if process.poll() is None:
                continue
            del running[part]
            result[part] = process.returncode == 0, (time.monotonic() - start) / 60
            if part in logs:
                with logs[part] as log:
                    log.seek(0)
                    print(log.read(), end="", flush=True)
        time.sleep(0.2)
    return result


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


def slowest(found: list[ElementTree.Element]) -> list[str]:
    """Name the tests that took the longest."""
    found = sorted(found, key=lambda case: -float(case.get("time", 0)))[:SLOWEST]
    return [
        f"{float(case.get('time', 0)):6.1f} s  {case.get('classname')}::{case.get('name')}"
        for case in found
    ]


def problems(reports: dict[str, list[ElementTree.Element]]) -> list[str]:
    """Say what was not tested: parts without tests, skipped tests, notebooks, statements."""
    wrong = [f"{name}: no test ran" for name, found in reports.items() if not found]
    for name, found in reports.items():
        skipped = [case.get("name") for case in found if case.find("skipped") is not None]
        wrong += [f"{name}: skipped {test}" for test in skipped]
    if "notebooks" in reports:
        wrong += left_out(reports["notebooks"])
    if "unit" in reports:
        wrong += unchecked(reports["unit"], statements.published(statements.read()))
    return wrong


def main(groups: list[str]) -> int:
    """Make the parts and print what became of each; the exit status says whether all is well."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    for old in REPORTS.glob("*.xml"):
        old.unlink()
    result: dict[str, tuple[bool, float]] = {}
    for group in groups:
        result |= side_by_side(group.split("+"))
    reports = {path.stem: cases(path) for path in sorted(REPORTS.glob("*.xml"))}
    every = [case for found in reports.values() for case in found]
    print("\nThe slowest:", *slowest(every), sep="\n")
    print("\npart               minutes")
    for part, (passed, minutes) in result.items():
        print(f"{part:18} {minutes:7.1f}  {'passed' if passed else 'FAILED'}")
    wrong = problems(reports)
    if wrong:
        print("tested:", *wrong, sep="\n        ")
    print("tested: " + ", ".join(f"{len(found)} in {name}" for name, found in reports.items()))
    return int(bool(wrong) or not all(passed for passed, _ in result.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
