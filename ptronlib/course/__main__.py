"""Give a course with the book: its questions for Moodle or paper, assignments, and their marks.

Chapters and exercises are called as in the book: 3, 3.1. Nothing leaves this machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return 0, 1 if `grade` asks for more points, or 2 if it cannot be done."""
    given = _parser().parse_args(argv)
    try:
        for path in (given.output, getattr(given, "solutions", None)):
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
        return given.run(given)
    except (OSError, ValueError, KeyError, ModuleNotFoundError) as error:
        said = error.args[0] if isinstance(error, KeyError) else error
        print(f"ptronlib.course {given.command}: {said}", file=sys.stderr)
        return 2


def _write(text: str, target: Path | None) -> int:
    """Write a text to a file, or to the terminal."""
    if target is None:
        sys.stdout.write(text)
    else:
        target.write_text(text, "utf-8")
        print(f"{target}: written")
    return 0


def _questions(given: argparse.Namespace) -> int:
    from . import ledgers, questions

    if given.lines is None:
        bank = questions.bank(given.chapters)
    else:
        bank = ledgers.bank(given.chapters, given.lines, given.seed)
    if given.format == "html":
        return _page(bank, given)
    made = questions.moodle(bank) if given.format == "moodle" else ""
    return _write(made or questions.text(bank, given.answers), given.output)


def _page(bank, given: argparse.Namespace) -> int:
    """Write a page for print, with the script that it needs."""
    from . import printed

    if given.output is None:
        raise ValueError("A page for print needs a place: add -o quiz.html")
    status = _write(printed.quiz(bank, given.answers), given.output)
    script = printed.mathjax(given.output.parent)
    print(f"{script}: sets the formulas; keep it beside the page, and print that from a browser")
    return status


def _assign(given: argparse.Namespace) -> int:
    from . import assign, exercises

    if given.variants and given.seed is None and given.output.exists():
        _refuse_other_numbers(given.output)
    seed = randbelow(10**15) if given.variants and given.seed is None else given.seed
    chosen = exercises.find(given.exercises, seed)
    for path in assign.write(chosen, given.output, given.format, given.title):
        own = path == assign.key_file(given.output)
        print(f"{path}: written{', for you alone; `grade` needs it' * own}")
    if seed is not None:
        numbers = [one.number for one in chosen if one.seed is not None]
        said = ", ".join(numbers) or "none, as these have no variants"
        print(f"with numbers of their own: {said} (seed {seed}; whoever has it has the answers)")
    if given.solutions is not None:
        title = given.title or given.output.stem
        return _solutions(assign.scheme(chosen, title), given.solutions)
    return 0


def _refuse_other_numbers(target: Path) -> None:
    """Refuse to draw numbers anew where students may have the old ones."""
    from . import assign

    if assign.seeds(target):
        raise ValueError(
            f"{target} has numbers of its own, and students may have it; others would be marked "
            "wrong. To write the same again, add the --seed that its solutions name. To draw "
            f"others, write to another file, or delete {target.name} and its key first."
        )


def _solutions(text: str, target: Path) -> int:
    """Write solutions as Markdown, or as a page for print with the script that it needs."""
    if target.suffix != ".html":
        return _write(text, target)
    from . import printed

    printed.mathjax(target.parent)
    return _write(printed.printable(text), target)


def _grade(given: argparse.Namespace) -> int:
    if sys.platform == "win32":
        raise OSError("submissions need limits that Windows does not set; try WSL, Linux or macOS.")
    from . import grade
    from ._confine import walls

    limits = grade.Limits(given.seconds, given.total, int(given.memory * 2**30))
    of = given.of or grade.assignment_of(given.folder)
    folder = given.folder.resolve()
    target = given.output or folder.with_name(f"{folder.name}-marks")
    marked = grade.grade(given.folder, of, target, jobs=given.jobs, limits=limits)
    if not walls():
        print("Submissions could use the network and read and change files: this system has no "
              "unshare, or does not allow it.", file=sys.stderr)  # fmt: skip
    copied = sum(bool(one.same) for one in marked)
    print(f"{target / 'marks.csv'}: {len(marked)} students, {copied} with answers written alike")
    if copied:
        print("What is written alike is a hint to look at, and no verdict; it costs no points.")
    print(f"{target}: a page for each student, and all of them in print/all.html")
    print("The table has columns for marks by hand; they stay there, and come to the pages, when "
          "you grade again.")  # fmt: skip
    least = min(sum(one.points.values()) for one in marked)
    return int(least < given.at_least)


def _parser() -> argparse.ArgumentParser:
    first, more = __doc__.split("\n\n")
    parser = argparse.ArgumentParser("python -m ptronlib.course", description=first, epilog=more)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    _add_questions(commands)
    _add_assign(commands)
    _add_grade(commands)
    return parser


def _add_questions(commands) -> None:
    parser = commands.add_parser("questions", help="write the question bank of these chapters")
    add = parser.add_argument
    add("chapters", metavar="CHAPTER", type=int, nargs="*", help="1, 2, ...; by default all")
    add("--format", choices=("moodle", "html", "text"), default="moodle",
        help="Moodle XML, a page for print, or plain text with formulas in TeX")  # fmt: skip
    add("--answers", action="store_true", help="on paper, add the answers and the replies")
    add("--lines", type=int, metavar="N",
        help="draw N questions a chapter instead: which line of a proof fails?")  # fmt: skip
    add("--seed", type=int, default=0, metavar="N", help="what is drawn with --lines (0)")
    add("-o", "--output", metavar="FILE", type=Path, help="where to write (the terminal)")
    parser.set_defaults(run=_questions)


def _add_assign(commands) -> None:
    parser = commands.add_parser("assign", help="write an assignment of these exercises")
    add = parser.add_argument
    add("exercises", metavar="EXERCISE", nargs="+", help="1.2, 1.8, ...")
    add("--format", choices=("nbgrader", "otter", "plain"), default="nbgrader",
        help="for nbgrader, for Otter, or to be handed out as it is")  # fmt: skip
    add("--variants", action="store_true",
        help="draw other numbers where an exercise has variants, by a secret seed")  # fmt: skip
    add("--seed", type=int, metavar="N", help="draw them from this seed")
    add("--title", metavar="TEXT", help='above it: "Learning theory, homework 3, due 7 May" (hw1)')
    add("--solutions", metavar="FILE", type=Path,
        help="write the solutions with their points, as FILE.md or, for print, FILE.html; students "
             "must not get this file")  # fmt: skip
    add("-o", "--output", metavar="FILE", type=Path, required=True, help="the notebook, hw1.ipynb")
    parser.set_defaults(run=_assign)


def _add_grade(commands) -> None:
    parser = commands.add_parser("grade", help="mark the submissions of a folder")
    add = parser.add_argument
    add("folder", metavar="FOLDER", type=Path, help="student.ipynb, or a folder for each student")
    add("--of", metavar="FILE", type=Path, help="the assignment (the notebook beside FOLDER)")
    add(
        "-o", "--output", metavar="FOLDER", type=Path, help="marks and pages go here (FOLDER-marks)"
    )
    add("--at-least", type=int, default=0, metavar="POINTS",
        help="end with the status 1 if a submission has fewer")  # fmt: skip
    add("--seconds", type=float, default=20.0, help="for a cell, or a call of an answer (20)")
    add("--total", type=int, default=120, metavar="SECONDS", help="for a submission (120)")
    add("--memory", type=float, default=2.0, metavar="GIB", help="of a submission (2)")
    add("--jobs", type=int, default=2, help="how many are marked at a time (2)")
    parser.set_defaults(run=_grade)


if __name__ == "__main__":
    sys.exit(main())
