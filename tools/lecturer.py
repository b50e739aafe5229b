"""Write what only lecturers get, ``_build/lecturer``: solutions with points, answers, examinations.

``python -m tools.lecturer`` needs no built book.  A file for each chapter holds its exercises with
their solutions and points, and its short questions with the answers; the questions stand there for
Moodle, too.  Students get the build of ``tools.student``, which has none of this.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from ptronlib.course import assign, exercises, questions
from ptronlib.course._clone import chapters
from ptronlib.course._plain import Words
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


def write(target: Path = TARGET, root: Path = ROOT) -> list[Path]:
    """Write the folder anew; return its files."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    words, made = Words(root), {}
    for chapter, path in chapters(root).items():
        count = len(exercises.EXERCISE.findall(words.texts[chapter]))
        found = exercises.find([f"{chapter}.{k}" for k in range(1, count + 1)], root=root)
        made[f"{path.stem}.md"] = assign.scheme(found, f"Chapter {chapter}")
        if questions.file(chapter, root).is_file():
            asked = questions.bank([chapter], root)
            made[f"{path.stem}-questions.txt"] = questions.text(asked, answers=True, root=root)
    if any(name.endswith("-questions.txt") for name in made):
        made["questions-moodle.xml"] = questions.moodle(questions.bank(root=root), root)
    teaching = (root / "book" / "teaching.md").read_text("utf-8")
    made["examination.md"] = scheme(teaching, words, "Questions for an examination")
    for name, text in made.items():
        (target / name).write_text(text, "utf-8")
    return [target / name for name in made]


if __name__ == "__main__":
    print(
        f"lecturer: {len(write())} files in {TARGET.relative_to(ROOT)}, none of them for students"
    )
