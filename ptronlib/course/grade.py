"""Mark the submissions of an assignment: each in a kernel of its own, shut in, with limits.

`marks.csv` gets a row for each student, and each student a page with what was wrong.  A checker
runs in a process that a submission does not reach, on answers that were written out as text; a
function that is an answer is called in the student's process, and only its values come back.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from .._extras import needs

with needs("course"):
    import nbformat

from ..exercises._checking import UNANSWERED
from ._kernel import PACKAGE
from .assign import key_file, seeds
from .copies import Copies, alike
from .exercises import cell_name
from .feedback import COMMENT, as_number, in_all, page

KEY = "ptronlib_assignment"  # as `assign` writes it
LARGEST = 2**24  # bytes of a notebook


@dataclass(frozen=True)
class Limits:
    """What a submission may use: seconds for a cell or a call, and in all; bytes of memory."""

    seconds: float = 20.0
    total: int = 120
    memory: int = 2**31


@dataclass
class Marked:
    """A submission with its marks.

    Attributes
    ----------
    student : str.  By the name of the file, or of its folder.
    cells : list of dict.  Code and texts, by their names in the assignment.
    points : dict.  Those that the checkers gave, by the numbers of the exercises.
    said : dict.  What the checkers said; empty where an answer is right.
    notes : list of str.  What happened.
    same : list of str.  Whose answers are written alike.
    by_hand : dict.  Points given by hand, by the numbers of the exercises, as they stand in the
        table of an earlier call.
    """

    student: str
    cells: list[dict[str, Any]] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    by_hand: dict[str, str] = field(default_factory=dict)


def assignment(path: Path) -> list[dict[str, Any]]:
    """Return what an assignment asks for: names, points and seeds, from the lecturer's own files.

    Raises
    ------
    ValueError.  It is no assignment, or the key to its variants is missing.
    """
    exercises = nbformat.read(path, as_version=4).metadata.get(KEY)
    if not exercises:
        raise ValueError(
            f"{path} is no assignment. Name the notebook that `assign` wrote: --of hw1.ipynb"
        )
    own = seeds(path)
    asked = [dict(e) | {"seed": own.get(e["label"], e.get("seed"))} for e in exercises]
    missing = [e["number"] for e in asked if e.get("variant") and e["seed"] is None]
    if missing:
        raise ValueError(
            f"{path} has numbers of its own in {', '.join(missing)}, and {key_file(path).name}, "
            "which says how to mark them, does not lie beside it. Copy it there from where "
            "`assign` wrote it, or write both again with the same exercises and the same --seed."
        )
    return asked


def assignment_of(folder: Path) -> Path:
    """Return the assignment that lies beside a folder of submissions, if there is only one."""
    found = sorted(folder.resolve().parent.glob("*.ipynb"))
    named = [path for path in found if path.stem == folder.resolve().name]
    if len(named or found) != 1:
        shown = ", ".join(path.name for path in found) or "none"
        raise ValueError(
            f"Which assignment is it? Notebooks beside {folder}: {shown}. "
            "Name the one that `assign` wrote: --of hw1.ipynb"
        )
    return (named or found)[0]


def submissions(folder: Path, of: Path) -> dict[str, Path]:
    """Return the notebook of each student: FOLDER/student.ipynb, or in a folder FOLDER/student.

    Of several in one folder the one counts that is called as the assignment is.  Links are left
    out, since they may lead anywhere, and so is the assignment itself.
    """
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.rglob("*.ipynb")):
        place = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in place.parts)
        linked = any((folder / part).is_symlink() for part in (place, *place.parents[:-1]))
        if not hidden and not linked and path.resolve() != of.resolve():
            found.setdefault(place.parts[0].removesuffix(".ipynb"), []).append(path)
    if not found:
        raise ValueError(
            f"There are no submissions in {folder}; expected are student.ipynb, or a folder for "
            "each student with a notebook in it."
        )
    return {
        student: next((path for path in paths if path.name == of.name), paths[0])
        for student, paths in found.items()
    }


def cells_of(path: Path) -> list[dict[str, Any]]:
    """Return the cells of a submission: kind, source, and name in the assignment."""
    if path.stat().st_size > LARGEST:
        raise ValueError(f"the notebook is larger than {LARGEST >> 20} MiB")
    notebook = json.loads(path.read_text("utf-8"))
    made = []
    for cell in notebook["cells"]:
        about = cell.get("metadata", {}).get("nbgrader", {})
        name = str(about.get("grade_id") or cell.get("id", ""))
        source = "".join(cell.get("source", "")).encode("utf-8", "replace").decode("utf-8")
        made.append({"kind": str(cell["cell_type"]), "source": source, "name": name})
    return made


def grade(
    folder: Path, of: Path, target: Path, *, jobs: int = 2, limits: Limits | None = None
) -> list[Marked]:
    """Mark all submissions of a folder; write `marks.csv` and a page for each student.

    Marks by hand that already stand in `marks.csv` are kept, and come to the pages.

    Parameters
    ----------
    folder : Path.  Of the submissions.
    of : Path.  The assignment, the notebook that `assign` wrote.
    target : Path.  The folder to write to.
    jobs : int.  How many are marked at a time.
    limits : Limits or None.  The usual ones if None.
    """
    from . import _confine  # it needs what Windows has not

    exercises, limits, given = assignment(of), limits or Limits(), submissions(folder, of)
    for needed in (PACKAGE, sys.prefix):  # by a kernel that must not see the submissions
        if Path(needed).is_relative_to(folder.resolve()):
            raise ValueError(f"{folder} holds {needed}; put submissions in a folder of their own.")
    walls = _confine.walls()
    target.mkdir(parents=True, exist_ok=True)
    _by_hand(target / "marks.csv", exercises)  # refuses a mark before the long part
    with tempfile.TemporaryDirectory(prefix="marks-") as scratch:
        told = {
            "walls": walls,
            "covered": [str(folder.resolve()), *(["/run"] if Path("/run").is_dir() else [])],
            "memory": limits.memory, "seconds": limits.seconds, "total": limits.total,
        }  # fmt: skip
        warm = _compiled(Path(scratch))
        with ThreadPoolExecutor(jobs) as pool:
            marks = partial(_marked, exercises=exercises, told=told, warm=warm)
            marked = list(pool.map(marks, given, given.values()))
    given_out = cells_of(of)
    for one in marked:
        one.notes += _differences(one.cells, given_out, exercises)
    report(marked, exercises, alike(marked, given_out), target, of.stem)
    return marked


def _differences(cells: list[dict], given_out: list[dict], exercises: list[dict]) -> list[str]:
    """Return what a lecturer should look at: another statement, answers where none is read."""
    known = {cell["name"]: cell["source"] for cell in given_out}
    added = "\n".join(c["source"] for c in cells if c["kind"] == "code" and c["name"] not in known)
    notes = []
    for number, name in ((e["number"], e["name"]) for e in exercises):
        statement = f"statement-{cell_name(number)}"
        told = [cell["source"] for cell in cells if cell["name"] == statement]
        if told and told[0].split() != known.get(statement, "").split():
            notes.append(
                f"Exercise {number} has another statement than the assignment: was it handed out "
                "with other numbers?"
            )
        if name and re.search(rf"^(?:{name}\s*=[^=]|def {name}\b)", added, re.MULTILINE):
            notes.append(
                f"Exercise {number}: a cell of the student's own sets {name} as well; only the "
                "cell below the exercise is marked."
            )
    return notes


def _compiled(scratch: Path) -> Path:
    """Compile the loop once, for copies: a kernel that is shut in could not keep it."""
    folder = scratch / "numba"
    code = "import ptronlib; ptronlib.perceptron([[1.0]], [1])"
    variables = os.environ | {"NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": PACKAGE}
    subprocess.run([sys.executable, "-P", "-c", code], env=variables, check=True)
    folder.mkdir(exist_ok=True)
    return folder


def _marked(student: str, path: Path, *, exercises: list[dict], told: dict, warm: Path) -> Marked:
    """Mark one submission; whatever goes wrong with it, the others are marked."""
    made = Marked(student, points=dict.fromkeys((e["number"] for e in exercises), 0))
    try:
        made.cells = cells_of(path)
        _mark(made, exercises, told, warm)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        said = " ".join(str(error).split())[:300]
        made.notes.append(f"It is no notebook that can be read: {type(error).__name__}: {said}.")
    return made


def _mark(made: Marked, exercises: list[dict], told: dict, warm: Path) -> None:
    """Run a submission, and write down what its marker says."""
    folder = Path(tempfile.mkdtemp(dir=warm.parent))
    shutil.copytree(warm, folder / "numba")
    code = [cell for cell in made.cells if cell["kind"] == "code"]
    job = {"folder": str(folder), "cells": code, "exercises": exercises, "limits": told}
    worth = {exercise["number"]: exercise["checked"] for exercise in exercises}
    for line in _lines(job, told["total"]):
        if "number" in line:
            number = line["number"]
            made.points[number] = worth[number] if line["right"] else 0
            made.said[number] = line["said"]
        made.notes += line.get("raised", [])
        if "failed" in line:
            made.notes.append(f"It was not marked to its end: {line['failed']}.")
    for number in (number for number in worth if worth[number] and number not in made.said):
        made.said[number] = "Not marked."
    asked = [said for number, said in made.said.items() if worth[number]]
    if asked and all(said.startswith(UNANSWERED) for said in asked):
        made.notes.append("No exercise was answered.")
    shutil.rmtree(folder, ignore_errors=True)


def _lines(job: dict, seconds: float) -> list[dict[str, Any]]:
    """Let a process mark; return what it says, up to where it was stopped if it had to be."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "ptronlib.course._mark"], cwd=job["folder"] + "/..",
        env=os.environ | {"PYTHONPATH": PACKAGE}, text=True, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    failed = []
    try:
        text, _ = process.communicate(json.dumps(job), timeout=seconds)
        if process.returncode:
            failed = [{"failed": f"its marker ended with the status {process.returncode}"}]
    except subprocess.TimeoutExpired:
        failed = [{"failed": f"it took more than {seconds:g} s in all"}]
        process.terminate()  # which ends its kernel, too
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        text, _ = process.communicate()
    return [json.loads(line) for line in text.splitlines() if line.endswith("}")] + failed


# -- the report


def report(
    marked: Sequence[Marked], exercises: list[dict], copies: Copies, target: Path, title: str
) -> None:
    """Write `marks.csv`, a page for each student, and one of all of them, for print."""
    kept = _by_hand(target / "marks.csv", exercises)
    for one in marked:
        one.same = copies.of(one.student)
        one.by_hand = kept.get(_word(one.student), {})
    with (target / "marks.csv").open("w", newline="", encoding="utf-8", errors="replace") as file:
        writer = csv.writer(file)
        writer.writerow(_head(exercises))
        writer.writerows(_row(one, exercises) for one in marked)
    for one in marked:
        text = page([one], exercises, title)
        (target / f"{one.student}.html").write_text(text, "utf-8", "replace")
    (target / "print").mkdir(exist_ok=True)  # apart, since a student may have any name
    text = page(marked, exercises, title)
    (target / "print" / "all.html").write_text(text, "utf-8", "replace")


def _by_hand(table: Path, exercises: list[dict]) -> dict[str, dict[str, str]]:
    """Return the marks and comments of an earlier table, by student; keep a copy of it."""
    if not table.is_file():
        return {}
    columns = {_column(e): e["number"] for e in exercises if e["by_hand"]}
    columns[COMMENT] = COMMENT
    found: dict[str, dict[str, str]] = {}
    with table.open(newline="", encoding="utf-8-sig", errors="replace") as file:
        sample = file.readline()
        file.seek(0)
        rows = csv.DictReader(file, delimiter=max(",;\t", key=sample.count))  # as it was saved
        if "student" not in (rows.fieldnames or ()):
            raise ValueError(
                f"{table} has no column `student`, so its marks by hand cannot be read. Save it as "
                "CSV with its head, or move it away to begin anew; nothing was changed."
            )
        for row in rows:
            marks = {number: (row.get(name) or "").strip() for name, number in columns.items()}
            found[str(row.get("student"))] = {n: mark for n, mark in marks.items() if mark}
    most = {e["number"]: e["by_hand"] for e in exercises if e["by_hand"]}
    for student, marks in found.items():
        for number in marks.keys() & most.keys():
            _refuse_mark(table, student, number, marks[number], most[number])
    if any(found.values()):
        shutil.copyfile(table, table.with_name("marks-before.csv"))
    return found


def _refuse_mark(table: Path, student: str, number: str, mark: str, most: int) -> None:
    try:
        given = as_number(mark)
    except ValueError:
        return  # a word that stands for a mark, such as "late"
    if not 0 <= given <= most:
        raise ValueError(
            f"{table}: the mark by hand of {student} in {number} is {mark}; it should be "
            f"from 0 to {most}. Correct it there, and grade again; nothing was changed."
        )


def _head(exercises: list[dict]) -> list[str]:
    head = ["student"]
    for e in exercises:
        head += [f"{e['number']} (of {e['checked']})"] * bool(e["checked"])
        head += [_column(e)] * bool(e["by_hand"])
    checked, by_hand = (sum(e[part] for e in exercises) for part in ("checked", "by_hand"))
    total = [f"in all (of {checked + by_hand})"] * bool(by_hand)
    return [*head, f"checked (of {checked})", *total, COMMENT, "written alike", "notes"]


def _column(exercise: dict) -> str:
    return f"{exercise['number']} by hand (of {exercise['by_hand']})"


def _row(one: Marked, exercises: list[dict]) -> list[Any]:
    row: list[Any] = [_word(one.student)]
    for e in exercises:
        row += [one.points[e["number"]]] * bool(e["checked"])
        row += [one.by_hand.get(e["number"], "")] * bool(e["by_hand"])
    row.append(sum(one.points.values()))
    if any(e["by_hand"] for e in exercises):
        total = in_all(one, exercises)
        row.append("" if total is None else f"{total:g}")
    row.append(_word(one.by_hand.get(COMMENT, "")))
    return [*row, _word("; ".join(one.same)), _word(" ".join(one.notes))]


def _word(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula."""
    text = " ".join(text.split())
    return f"'{text}" if text[:1] in "=+-@" and text else text
