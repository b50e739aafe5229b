"""Write an assignment as a notebook, for nbgrader, for Otter, or to be handed out as it is.

Below each statement stands a cell for the answer, below that a locked cell that marks it, and a
cell for the reason, and for whatever else is asked, which is marked by hand.

A variant's seed would give its answer away.  So students get the numbers that were drawn, and a
cell that looks only at the form of an answer.  The seed stands in a key for the lecturer, or, for
nbgrader, in hidden tests, which it takes out of what it releases.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path

from .._extras import needs

with needs("course"):
    import nbformat
    from nbformat import NotebookNode
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from .exercises import Exercise, cell_name

FORMATS = ("nbgrader", "otter", "plain")
KEY = "ptronlib_assignment"  # of the notebook's metadata: what is marked, and for how many points
INTRO = """# {title}

Give each answer in the cell below its exercise, under the name that stands there, in place of the \
three dots. The cell below that says whether it will do, or only whether its form is \
right; leave that one as it is. Reasons, and whatever else an exercise asks, are read by a person: \
write them where "Your reason" stands, in words and formulas.

{total} points in all."""
SETUP = """\
# Where Python finds no ptronlib, the page of your course says how it is installed.
import numpy as np

import ptronlib
from ptronlib.exercises import check, wanted"""
LEFT = "in place of this line.*"  # so ends what a student has not touched
REASON = "*{what}, for {points}: " + LEFT
ALONE = "Your reason"
BESIDE = f"{ALONE}, and all that the answer above does not say"
HIDE = "### BEGIN SOLUTION\n### END SOLUTION"  # there nbgrader asks for the student's code
HIDDEN = "### BEGIN HIDDEN TESTS\n{test}\n### END HIDDEN TESTS"  # nbgrader releases none of it
SEEDED = re.compile(r'check_variant\("([\w-]+)", (\d+), ')


def notebook(
    exercises: Sequence[Exercise], title: str, form: str = "nbgrader", file: str = ""
) -> NotebookNode:
    """Return the notebook of an assignment.

    Parameters
    ----------
    exercises : list of Exercise.  In their order.
    title : str.  It stands above.
    form : str.  "nbgrader": the source from which it generates the assignment; "otter": with calls
        of tests that lie beside it; "plain": to be handed out as it is, for `grade`.
    file : str.  The name of the notebook's file, for Otter, without its ending; by default title.
    """
    total = sum(e.checked + e.by_hand for e in exercises)
    setup = [SETUP]
    if form == "otter":
        setup.append(f'import otter\n\ngrader = otter.Notebook("{file or title}.ipynb")')
    cells = [new_markdown_cell(INTRO.format(title=title, total=total), id="intro")]
    cells.append(new_code_cell("\n\n".join(setup), id="setup"))
    for exercise in exercises:
        cells += _cells(exercise, form)
    made = new_notebook(cells=cells)
    made.metadata["kernelspec"] = {
        "name": "python3", "display_name": "Python 3", "language": "python",
    }  # fmt: skip
    made.metadata["language_info"] = {"name": "python"}
    made.metadata[KEY] = [
        {
            "number": e.number, "label": e.label, "name": e.name, "variant": e.seed is not None,
            "checked": e.checked, "by_hand": e.by_hand,
        }
        for e in exercises
    ]  # fmt: skip
    nbformat.validate(made)
    return made


def _cells(exercise: Exercise, form: str) -> list[NotebookNode]:
    total, own = exercise.checked + exercise.by_hand, cell_name(exercise.number)
    head = f"## Exercise {exercise.number} ({_points(total)})\n\n{exercise.statement}"
    cells = [_marked(new_markdown_cell(head), f"statement-{own}", locked=True)]
    if exercise.checked:
        cells.append(_answer(exercise, form))
        if form == "otter":
            cells.append(new_code_cell(f'grader.check("{test_name(exercise)}")', id=f"test-{own}"))
        else:
            test = new_code_cell(test_source(exercise, form))
            cells.append(
                _marked(test, f"test-{own}", locked=True, grade=True, points=exercise.checked)
            )
    if exercise.by_hand:
        what = BESIDE if exercise.checked else ALONE
        reason = new_markdown_cell(REASON.format(what=what, points=_points(exercise.by_hand)))
        reason = _marked(
            reason, f"reason-{own}", solution=True, grade=True, points=exercise.by_hand
        )
        cells += _question(reason, own) if form == "otter" else [reason]
    return cells


def _answer(exercise: Exercise, form: str) -> NotebookNode:
    asked = textwrap.fill(exercise.form, 88, initial_indent="# ", subsequent_indent="# ")
    source = f"{asked}\n{exercise.name} = ..."
    if form == "nbgrader":
        source += f"\n{HIDE}"
    own = cell_name(exercise.number)
    return _marked(new_code_cell(source), f"answer-{own}", solution=True)


def _question(cell: NotebookNode, own: str) -> list[NotebookNode]:
    """Put Otter's marks around what it collects for marking by hand."""
    marks = (("begin", "<!-- BEGIN QUESTION -->"), ("end", "<!-- END QUESTION -->"))
    begin, end = (new_markdown_cell(text, id=f"{name}-{own}") for name, text in marks)
    return [begin, cell, end]


def _marked(
    cell: NotebookNode,
    name: str,
    *,
    locked: bool = False,
    grade: bool = False,
    solution: bool = False,
    points: int | None = None,
) -> NotebookNode:
    """Give a cell its name and what nbgrader needs to know of it."""
    cell.id = name
    cell.metadata["nbgrader"] = {
        "grade_id": name, "schema_version": 3, "cell_type": cell.cell_type, "task": False,
        "locked": locked, "grade": grade, "solution": solution,
    }  # fmt: skip
    if points is not None:
        cell.metadata["nbgrader"]["points"] = points
    return cell


def _points(count: int) -> str:
    return f"{count} point{'s' * (count != 1)}"


def call(exercise: Exercise) -> tuple[str, str]:
    """Return the import of what a student may call on an answer, and the call."""
    if exercise.seed is None:
        return "from ptronlib.exercises import check", f'check("{exercise.label}", {exercise.name})'
    imported = "from ptronlib.course import check_form"
    return imported, f'check_form("{exercise.label}", {exercise.name})'


def test_source(exercise: Exercise, form: str = "plain") -> str:
    """Return the code of the locked cell, which imports its own checker."""
    marks = "This cell marks the answer above."
    if exercise.seed is not None:
        marks = "This cell sees only the form of the answer above, whose numbers are marked later."
    source = f"# {marks} Leave it as it is.\n" + "\n".join(_test(exercise))
    if exercise.seed is not None and form == "nbgrader":
        hidden = (
            "from ptronlib.course import check_variant\n\n"
            f'reply = check_variant("{exercise.label}", {exercise.seed}, {exercise.name})\n'
            "assert reply, reply"
        )
        source += "\n" + HIDDEN.format(test=hidden)
    return source


def _test(exercise: Exercise) -> list[str]:
    """Return the lines that a student's notebook has to test an answer."""
    imported, called = call(exercise)
    if exercise.seed is None:
        return [imported, "", f"reply = {called}", "assert reply, reply"]
    return [imported, "", f"wrong = {called}", "assert not wrong, wrong"]


# -- the key


def key_file(target: Path) -> Path:
    """Return where the key of an assignment lies: hw1.ipynb has hw1-key.json beside it."""
    return target.with_name(f"{target.stem}-key.json")


def seeds(target: Path) -> dict[str, int]:
    """Return the seeds of an assignment by label, from its key or from its hidden tests."""
    if (key := key_file(target)).is_file():
        return {label: int(seed) for label, seed in json.loads(key.read_text("utf-8")).items()}
    cells = nbformat.read(target, as_version=4).cells
    return {label: int(seed) for cell in cells for label, seed in SEEDED.findall(cell.source)}


# -- Otter


def test_name(exercise: Exercise) -> str:
    """Return what Otter calls the test of an exercise."""
    return f"q{exercise.number.replace('.', '_')}"


def otter_tests(exercises: Sequence[Exercise]) -> dict[str, str]:
    """Return the test files for Otter by their names, in its format of exceptions.

    That of a variant sees only the form, for no points; `grade` gives them.
    """
    made = {}
    for exercise in (e for e in exercises if e.checked):
        points = exercise.checked if exercise.seed is None else 0
        lines = textwrap.indent("\n".join(_test(exercise)), "    ")
        made[f"{test_name(exercise)}.py"] = (
            "from otter.test_files import test_case\n\n"
            "OK_FORMAT = False\n\n"
            f'name = "{test_name(exercise)}"\npoints = {points}\n\n\n'
            f"@test_case(points={points}, hidden=False)\n"
            f"def test_answer({exercise.name}):\n{lines}\n"
        )
    return made


# -- for whoever marks


def scheme(exercises: Sequence[Exercise], title: str) -> str:
    """Return the solutions with their points, in Markdown."""
    parts = [f"# {title}: solutions, not for students"]
    for e in exercises:
        given = [f"{_points(e.checked)} by its checker"] * bool(e.checked)
        given += [f"{_points(e.by_hand)} by hand, for the reason and the rest"] * bool(e.by_hand)
        variant = f", variant of the seed {e.seed}" if e.seed is not None else ""
        parts.append(f"## Exercise {e.number} ({e.label}{variant})\n\n{'; '.join(given)}.")
        parts += [e.statement, f"**Solution.** {e.solution}"]
    return "\n\n".join(parts) + "\n"


def write(
    exercises: Sequence[Exercise], target: Path, form: str = "nbgrader", title: str | None = None
) -> list[Path]:
    """Write an assignment, for Otter with its tests, and its key if it needs one; return the files.

    The solutions are not among them: nbgrader gives students all that lies beside a notebook.  So
    for nbgrader there is no key either; the seeds stand in hidden tests.
    """
    made = [target]
    nbformat.write(notebook(exercises, title or target.stem, form, target.stem), target)
    if form == "otter":
        folder = target.parent / "tests"
        folder.mkdir(exist_ok=True)
        for name, source in otter_tests(exercises).items():
            made.append(folder / name)
            made[-1].write_text(source, "utf-8")
    own = {e.label: e.seed for e in exercises if e.seed is not None}
    key_file(target).unlink(missing_ok=True)  # of an assignment that stood here before
    if own and form != "nbgrader":
        made.append(key_file(target))
        made[-1].write_text(json.dumps(own, indent=1) + "\n", "utf-8")
    return made
