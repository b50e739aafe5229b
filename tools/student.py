"""Build the book without solutions and answers: site, notebooks and slides, ``_build/student``.

``python -m tools.student`` copies the sources, takes the solutions out of the copy, and builds it.
So nothing of them can be left in a page, the search, a download or the state of a widget; the built
files are searched all the same.  With a solution goes the code that belongs to it, and whatever
code uses that.  The public build stays as it is.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ptronlib.course import questions
from tools import examinations
from tools.pages import ROOT

TARGET = ROOT / "_build" / "student"
LEFT_OUT = (
    "book/questions/",
    "examinations/",
    "tests/exercises/",
    "tests/examination_answers.py",
    "tests/prose_numbers.yml",
)  # they quote solutions
BOX = re.compile(r"^(`{3,}|:{3,})\{solution\} *([^\n]*)\n(.*?)^\1 *$\n?", re.MULTILINE | re.DOTALL)
ASKS = re.compile(r"^(`{3,})\{questions\} *(\d+) *([\d-]*)\n\1 *$", re.MULTILINE)
EXERCISE = re.compile(r"^(`{3,}|:{3,})\{exercise\}", re.MULTILINE)
FOLDED = {"hide-cell", "remove-cell"}  # so the code of a solution is tagged
# What a reader would recognize: words that stand together, without formulas and markup.
WORDS = re.compile(r"[A-Za-z][A-Za-z0-9 ,.;:'()\u2013-]{24,}[a-z]")
SEARCHED = {".html", ".js", ".json", ".ipynb", ".txt", ".md", ".xml", ".py", ".yml", ".csv"}


def without_solutions(text: str, root: Path = ROOT) -> str:
    """Return Markdown without solutions, the short questions as lists without their replies."""
    return ASKS.sub(lambda m: _listed(questions.file(int(m[2]), root), m[3]), BOX.sub("", text))


def _listed(path: Path, which: str) -> str:
    parts = []
    for k, question in questions.numbered(questions.read(path), which):
        named = zip(questions.letters(question), question.choices, strict=True)
        choices = "\n".join(f"- ({letter}) {choice.says}" for letter, choice in named)
        parts.append(f"**{k}.** {question.ask}\n\n{choices}")
    return "\n\n".join(parts)


def strip_notebook(notebook: dict, root: Path = ROOT) -> dict:
    """Take solutions out of a notebook, with their code and all code that uses it."""
    kept, lost, exercises, solved = [], set(), False, False
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            exercises |= bool(EXERCISE.search(source))
            solved |= bool(BOX.search(source))
            cell["source"] = without_solutions(source, root).strip("\n")
            kept += [cell] if cell["source"] else []
            continue
        own = exercises and solved and FOLDED & set(cell["metadata"].get("tags", ()))
        sets, uses = _names(source)
        if own or uses & lost:
            lost |= sets
            kept += _numbers(cell)
        else:
            lost -= sets
            kept.append(cell)
    notebook["cells"] = kept
    return notebook


def _numbers(cell: dict) -> list[dict]:
    """Return in place of a cell what it glues into the text, if that is anything: no code."""
    glued = [o for o in cell["outputs"] if "scrapbook" in o.get("metadata", {})]
    source = "# The text shows numbers that were computed here; the code belongs to a solution."
    metadata = {"tags": ["remove-cell"]}
    return [cell | {"source": source, "outputs": glued, "metadata": metadata}] if glued else []


def _names(source: str) -> tuple[set[str], set[str]]:
    """Return the names that code sets, and those that it takes from other cells."""
    sets, uses = set(), set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            (uses if isinstance(node.ctx, ast.Load) else sets).add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            sets.add(node.name)
        elif isinstance(node, ast.arg):
            sets.add(node.arg)
        elif isinstance(node, ast.alias):
            sets.add((node.asname or node.name).partition(".")[0])
    return sets, uses - sets


def copy_sources(target: Path, root: Path = ROOT) -> None:
    """Copy what git knows, without solutions, and with the site's scripts where they are set up."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        source, copy = root / name, target / name
        if not source.is_file() or name.startswith(LEFT_OUT):
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, copy)
        if name.startswith("book/") and copy.suffix == ".md":
            copy.write_text(without_solutions(source.read_text("utf-8"), root), "utf-8")
        elif name.startswith("book/") and copy.suffix == ".ipynb":
            made = strip_notebook(json.loads(source.read_text("utf-8")), root)
            copy.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if (root / "node_modules").is_dir():
        (target / "node_modules").symlink_to(root / "node_modules", target_is_directory=True)


# -- what must not be left


def secrets(root: Path = ROOT) -> dict[str, set[str]]:
    """Return for each solution, reply to a question, and examination, what is looked for.

    The first forty characters as they are written, and the first words that stand together, three
    times; but not what the book also says elsewhere.
    """
    found: dict[str, set[str]] = {}
    for path in sorted((root / "book").glob("*.*")):
        if path.suffix in (".md", ".ipynb"):
            for _, label, body in BOX.findall(_markdown(path)):
                body = "\n".join(x for x in body.splitlines() if not x.startswith(":")).strip()
                found[label.strip()] = _marks(body)
    for path in sorted((root / "book" / "questions").glob("*.yml")):
        for question in questions.read(path):
            for letter, choice in zip(questions.letters(question), question.choices, strict=True):
                found[f"{question.id} ({letter})"] = _marks(choice.reply)
    for path in examinations.files(root):
        for one in examinations.read(path):
            found[one.id] = _marks(one.ask)
            for k, award in enumerate(one.scheme, 1):
                found[f"{one.id}, line {k}"] = _marks(award.words)
    known = public(root)
    return {name: {m for m in marks if m not in known} for name, marks in found.items()}


def _markdown(path: Path) -> str:
    text = path.read_text("utf-8")
    if path.suffix == ".md":
        return text
    cells = (c for c in json.loads(text)["cells"] if c["cell_type"] == "markdown")
    return "\n\n".join("".join(cell["source"]) for cell in cells)


def _marks(text: str) -> set[str]:
    words = islice(WORDS.findall(text), 3)
    return {mark for mark in (text[:40], *(found[:40] for found in words)) if len(mark) >= 20}


def public(root: Path = ROOT) -> str:
    """Return what everybody may read: the pages without solutions, and the library."""
    pages = (p for p in sorted((root / "book").glob("*.*")) if p.suffix in (".md", ".ipynb"))
    code = (path.read_text("utf-8") for path in sorted((root / "ptronlib").rglob("*.py")))
    return "\n".join([*(without_solutions(_markdown(page), root) for page in pages), *code])


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every built file, of those in archives, too."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".zip", ".whl"):
            with zipfile.ZipFile(path) as packed:
                for name in packed.namelist():
                    yield f"{path.name}: {name}", packed.read(name).decode("utf-8", "replace")
        elif path.suffix in SEARCHED and path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_text("utf-8", "replace")


def leaks(folder: Path, root: Path = ROOT) -> list[str]:
    """Return a line for each solution of which something stands in a folder."""
    looked, said = secrets(root), []
    for name, text in texts(folder):
        # In JSON a line break is two characters, and a backslash is doubled.
        plain = text.replace("\\n", "\n").replace("\\\\", "\\")
        for label, marks in looked.items():
            said += [
                f"{name}: {label}: {mark!r}" for mark in marks if mark in text or mark in plain
            ]
    return said


def without_slides(root: Path = ROOT) -> str:
    """Return why slides cannot be made, and what to do; nothing if they can."""
    if shutil.which("node") is None:
        return ("Node is not installed: install Node 18 or newer from nodejs.org, type `npm ci` in "
                f"{root}, and run `make student` again")  # fmt: skip
    for name in ("reveal.js", "mathjax"):
        if not (root / "node_modules" / name).is_dir():
            return (f"{root / 'node_modules' / name} is missing: type `npm ci` in {root}, and run "
                    "`make student` again")  # fmt: skip
    return ""


def main() -> None:
    """Copy, build, make slides, and search."""
    missing = without_slides()
    if missing:
        print(f"student: it goes on without slides, since {missing}", file=sys.stderr)
    shutil.rmtree(TARGET, ignore_errors=True)
    source = TARGET / "source"
    copy_sources(source)
    python = [sys.executable, "-m"]
    steps = [[Path(sys.executable).with_name("jupyter-book"), "build", ".", "-q"]]
    if not missing:
        steps += [[*python, "tools.lighten"], [*python, "tools.slides", "--site"]]
    variables = os.environ | {"PYTHONPATH": str(source)}  # the copy's own tools and library
    for words in steps:
        done = subprocess.run(words, cwd=source, env=variables, check=False)
        if done.returncode:
            shown = " ".join(map(str, words))
            raise SystemExit(
                f"student: `{shown}` failed in {source}, see above; nothing of the book is in "
                f"{TARGET} yet. Mend what it names, and run `make student` again."
            )
    for name in ("html", "notebooks"):
        shutil.move(source / "_build" / name, TARGET / name)
    if found := leaks(TARGET):
        raise SystemExit("student: something of a solution is left\n" + "\n".join(found[:20]))
    print(f"student: open {TARGET.relative_to(ROOT)}/html/index.html; no solution was found in it")
    if missing:
        print(f"student: there are no slides in it, since {missing}")


if __name__ == "__main__":
    main()
