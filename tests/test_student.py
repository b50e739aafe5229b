"""Students get a book without solutions, and lecturers all of them."""

import json
import re
import subprocess

import pytest

from ptronlib.course import exercises, varied
from ptronlib.course._plain import Words
from tools import lecturer, student
from tools.pages import ROOT

SOLUTION = """Before.

```{exercise}
:label: ex-a

How much?
```

````{solution} ex-a
:class: dropdown

By a computation that nobody should see, it is $7$.

```python
print(7)
```
````

After."""
SAMPLE = """
- id: q01-1
  kind: choice
  ask: Which?
  choices:
    - says: this
      reply: A reply that would tell students everything.
      right: true
    - says: that
      reply: Another reply that would tell students something.
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of the sources without solutions."""
    folder = tmp_path_factory.mktemp("student") / "source"
    student.copy_sources(folder)
    return folder


def code(source, *tags):
    return {"cell_type": "code", "source": source, "metadata": {"tags": list(tags)}, "outputs": []}


def test_every_solution_is_looked_for():
    boxes = [label for path in (ROOT / "book").glob("*.*") if path.suffix in (".md", ".ipynb")
             for label in re.findall(r"^`{3,}\{solution\} (\S+)",
                                     student._markdown(path), re.MULTILINE)]  # fmt: skip
    secrets = student.secrets()
    assert set(boxes) <= secrets.keys() and len(boxes) > 80
    seen = [label for label in boxes if secrets[label]]
    assert len(seen) == len(boxes), set(boxes) - set(seen)


def test_nothing_of_a_solution_is_in_the_sources_for_students(copy):
    assert student.leaks(copy) == []
    assert not (copy / "book" / "questions").exists()
    for path in (copy / "book").glob("*.ipynb"):
        text = student._markdown(path)
        assert "{solution}" not in text and "{questions}" not in text
        whole = student._markdown(ROOT / "book" / path.name)
        assert text.count("{exercise}") == whole.count("{exercise}")


def test_what_is_left_is_found(copy, tmp_path):
    label, marks = next((label, m) for label, m in student.secrets().items() if m)
    (tmp_path / "searchindex.js").write_text(json.dumps({"docs": next(iter(marks))}), "utf-8")
    assert [line.split(": ")[1] for line in student.leaks(tmp_path)] == [label]


def test_text_without_solutions():
    assert student.without_solutions(SOLUTION) == (
        SOLUTION[: SOLUTION.index("````{sol")] + "\nAfter."
    )


def test_the_questions_stay_without_their_replies(tmp_path):
    (tmp_path / "book" / "questions").mkdir(parents=True)
    (tmp_path / "book" / "intro.md").touch()
    (tmp_path / "book" / "questions" / "01.yml").write_text(SAMPLE, "utf-8")
    text = student.without_solutions("## Six\n\n```{questions} 01\n```\n", tmp_path)
    assert "**1.** Which?" in text and text.count("- (") == 2 and "reply" not in text
    assert student.without_solutions("```{questions} 01 1\n```\n", tmp_path) in text
    looked = student.secrets(tmp_path)
    assert looked.keys() == {"q01-1 (a)", "q01-1 (b)"} and all(looked.values())


def test_the_code_of_a_solution_goes_and_what_uses_it():
    glue = {"metadata": {"scrapbook": {"name": "n"}}}
    numbers = code("glued = secret") | {"outputs": [glue, {"metadata": {}}]}
    cells = [
        code("folded = 1", "hide-cell"),
        {"cell_type": "markdown", "source": [SOLUTION], "metadata": {}},
        code("secret = 7", "hide-cell"),
        numbers,
        code("assert secret == 7"),
        code("def own(secret):\n    return secret"),
        code("print(folded)"),
    ]
    left = student.strip_notebook({"cells": cells})["cells"]
    sources = [cell["source"] for cell in left if cell["cell_type"] == "code"]
    assert [sources[0], *sources[2:]] == ["folded = 1", cells[5]["source"], "print(folded)"]
    assert sources[1].startswith("# The text shows numbers") and left[2]["outputs"] == [glue]


def test_lecturers_get_every_solution_with_its_points(tmp_path):
    files = {path.name: path.read_text("utf-8") for path in lecturer.write(tmp_path / "made")}
    words = Words()
    for chapter, text in words.texts.items():
        (name,) = (name for name in files if re.match(rf"{chapter:02}_.*\.md", name))
        for k in range(1, len(exercises.EXERCISE.findall(text)) + 1):
            (exercise,) = exercises.find([f"{chapter}.{k}"])
            assert exercise.solution in files[name] and f"({exercise.label})" in files[name]
    assert files["examination.md"].count("**Solution.**") >= 8
    assert "**Solution.** \n" not in "".join(files.values())

    # A quiz is for students, its formulas are set, and how many variants there are is counted.
    quiz, answered = files["03_margins-quiz.html"], files["03_margins-questions.html"]
    assert "is right" not in quiz and answered.count("is right") == 6 and quiz.count("<li>") >= 12
    assert "$" not in quiz.split("<body>")[1] and "mathjax.js" in quiz and r"\(" in quiz
    rows = re.findall(r"^\| [\d.]+ \| (ex-\S+) \| (\d+) \|$", files["variants.md"], re.MULTILINE)
    assert [label for label, _ in rows] == varied() and all(int(n) >= 100 for _, n in rows)


def test_why_there_are_no_slides_is_said_with_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(student.shutil, "which", lambda name: None)
    assert student.without_slides(tmp_path).startswith("Node is not installed: install Node 18")
    monkeypatch.setattr(student.shutil, "which", lambda name: "/bin/node")
    said = student.without_slides(tmp_path)
    assert str(tmp_path / "node_modules" / "reveal.js") in said and "`npm ci`" in said
    for name in ("reveal.js", "mathjax"):
        (tmp_path / "node_modules" / name).mkdir(parents=True)
    assert student.without_slides(tmp_path) == ""


@pytest.mark.parametrize("missing", ["", "node_modules/reveal.js is missing: type `npm ci`"])
def test_the_last_line_says_that_there_are_no_slides(tmp_path, monkeypatch, capsys, missing):
    ran = []

    def run(words, cwd, **given):
        ran.append(str(words[-1]))
        for name in ("html", "notebooks"):
            (cwd / "_build" / name).mkdir(parents=True, exist_ok=True)
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(student, "TARGET", ROOT / "_build" / tmp_path.name)
    monkeypatch.setattr(student, "copy_sources", lambda folder: folder.mkdir(parents=True))
    monkeypatch.setattr(student, "without_slides", lambda: missing)
    monkeypatch.setattr(student, "leaks", lambda folder: [])
    monkeypatch.setattr(student.subprocess, "run", run)
    student.main()
    student.shutil.rmtree(student.TARGET)
    last = capsys.readouterr().out.strip().splitlines()[-1]
    assert ("no slides in it" in last and missing in last) == bool(missing)
    assert ("--site" in ran) == (not missing)
