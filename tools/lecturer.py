"""Write what only lecturers get, ``_build/lecturer``: solutions with points, answers, examinations.

``python -m tools.lecturer`` needs no built book.  A file for each chapter holds its exercises with
their solutions and points, and its short questions with the answers; the questions stand there for
Moodle and for print, too.  A table counts the variants of exercises.  The examination papers come
with their marking schemes, to be read and to be printed.  Students get the build of
``tools.student``, which has none of this.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from ptronlib.course import assign, exercises, printed, questions, varied
from ptronlib.course._clone import chapters
from ptronlib.course._plain import Words
from ptronlib.course.variants import distinct
from tools import examinations
from tools.pages import ROOT

TARGET = ROOT / "_build" / "lecturer"


def scheme(text: str, words: Words, title: str) -> str:
    """Return the exercises of a page of text that has no numbers, with their solutions."""
    parts = [f"# {title}, not for students"]
    for k, (_, _, options, body) in enumerate(exercises.EXERCISE.findall(text), 1):
        label = exercises.label_of(options)
        solution = exercises.solution_of(label, text, words)
        parts += [f"## {k} ({label})", words.plain(body), f"**Solution.** {solution}"]
    return "\n\n".join(parts) + "\n"


def counted(words: Words) -> str:
    """Return a table: which exercises have variants, and how many different ones seeds draw."""
    rows = [f"| {words.titles[label].removeprefix('exercise ')} | {label} | {distinct(label)} |"
            for label in varied()]  # fmt: skip
    return "\n".join([
        "# Exercises with variants", "",
        "So many different statements are drawn by the seeds 0 to 199, computed when this page was "
        "written.", "",
        "| exercise | label | of 200 |", "|---|---|---:|", *rows, "",
    ])  # fmt: skip


def write(target: Path = TARGET, root: Path = ROOT) -> list[Path]:
    """Write the folder anew; return its files."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    words, made = Words(root), {}
    for chapter, path in chapters(root).items():
        count = len(exercises.EXERCISE.findall(words.texts[chapter]))
        found = exercises.find([f"{chapter}.{k}" for k in range(1, count + 1)], root=root)
        made[f"{path.stem}.md"] = solved = assign.scheme(found, f"Chapter {chapter}")
        made[f"{path.stem}.html"] = printed.printable(solved)
        if questions.file(chapter, root).is_file():
            asked = questions.bank([chapter], root)
            made[f"{path.stem}-questions.txt"] = questions.text(asked, answers=True, root=root)
            made[f"{path.stem}-questions.html"] = printed.quiz(asked, answers=True, root=root)
            made[f"{path.stem}-quiz.html"] = printed.quiz(asked, root=root)
    if any(name.endswith("-questions.txt") for name in made):
        made["questions-moodle.xml"] = questions.moodle(questions.bank(root=root), root)
    public = (root / "book" / "teaching_class.md").read_text("utf-8")
    made["examination.md"] = scheme(public, words, "Questions for an examination")
    made["variants.md"] = counted(words)
    for name, text in made.items():
        (target / name).write_text(text, "utf-8")
    return [*(target / name for name in made), *examinations.write(target, root)]


if __name__ == "__main__":
    print(
        f"lecturer: {len(write())} files in {TARGET.relative_to(ROOT)}, none of them for students"
    )
