"""Twelve submissions, good and bad, get the marks that they are due, and no other."""

import csv
import json
import re
import tempfile
from dataclasses import replace
from pathlib import Path

import nbformat
import numpy as np
import pytest
from strategies import RIGHT
from test_exercises import CASES as ALL_CASES

from ptronlib.course import _confine, _kernel, _wire, assign, copies, exercises, grade
from ptronlib.course.__main__ import main
from ptronlib.exercises import check
from ptronlib.exercises._checking import EXERCISES

CASES = [case for case in ALL_CASES if EXERCISES[case[0]][0]]  # those of the chapters

# What each exercise is worth here, so that a sum says which were right.
POINTS = {"ex-hand": 1, "ex-tight": 2, "ex-kernel": 4, "ex-c2-trace": 8}
HAND = "{hand} = [0, 1, 2, 0, 2], (3, 2)"
TIGHT = "{tight} = lambda d: (np.eye(d), np.ones(d))"
TRACE = "{trace} = np.array([0.0, -0.764537, -0.349471, -0.491687])"
KERNEL = """
def {kernel}(K, y):
    scores, found, clean, i = np.zeros(len(y)), [], 0, 0
    while clean < len(y):
        clean += 1
        if y[i] * scores[i] <= 0:
            scores, clean = scores + y[i] * K[i], 0
            found.append(i)
        i = (i + 1) % len(y)
    return found
"""
SOLVED = {"ex-hand": HAND, "ex-tight": TIGHT, "ex-kernel": KERNEL, "ex-c2-trace": TRACE}
REPLACED = """
import ptronlib.exercises, ptronlib.exercises._checking as c, ptronlib.course, sys, builtins
check = lambda *a: True
for module in (ptronlib.exercises, c, ptronlib.course):
    module.check = module.check_variant = check
c.EXERCISES.clear()
c.Reply.__bool__ = lambda self: True
c.isclose = lambda *a, **k: True
class Equal(float):
    __eq__ = __ge__ = __le__ = lambda self, other: True
    __hash__ = float.__hash__
{hand} = [Equal(1)] * 5, (Equal(3), Equal(2))
"""
PRINTS = """
import json, os, sys
for number in {numbers}:
    line = json.dumps({{"number": number, "right": True, "said": ""}})
    print(line), print(line, file=sys.__stderr__), sys.__stdout__.write(line)
    for there in range(3, 64):
        try:
            os.write(there, (line + "\\n").encode())
        except OSError:
            pass
"""
DELETES = """
import pathlib, shutil
for path in {paths}:
    shutil.rmtree(path, ignore_errors=True)
    try:
        pathlib.Path(path).unlink()
    except OSError:
        pass
{hand} = [0, 1, 2, 0, 2], (3, 2)
"""
WRONG = {
    "ex-hand": "{hand} = object()",
    "ex-tight": "{tight} = 'np.eye'",
    "ex-kernel": "class Odd:\n    def __getattr__(self, name):\n        raise SystemExit\n"
                 "{kernel} = Odd()",
    "ex-c2-trace": "{trace} = np.array([None, {{}}, print, 1j])",
}  # fmt: skip
LOOP = {
    "ex-hand": HAND + "\nwhile True:\n    pass",
    "ex-tight": "def {tight}(d):\n    while True:\n        pass",
    "ex-kernel": KERNEL,
}
EXIT = {
    "ex-hand": HAND + "\nimport sys\nsys.exit()",
    "ex-tight": TIGHT,
    "ex-kernel": KERNEL + "\nimport os\nos._exit(0)",
    "ex-c2-trace": TRACE,
}
HOG = {
    "ex-hand": "hog = [bytearray(2**30) for _ in range(64)]",
    "ex-tight": TIGHT,
    "ex-kernel": "def {kernel}(K, y):\n    return [0] * 10**10",
    "ex-c2-trace": TRACE,
}
CLASS = {  # a student: answers by exercise, and the points that they are due
    "right": (SOLVED, 15),
    "half": (SOLVED | {"ex-tight": "{tight} = 3", "ex-c2-trace": "{trace} = [0, 0, 0, 0]"}, 5),
    "loop": (LOOP, 1 + 4),
    "exit": (EXIT, 1 + 2),
    "replaced": (dict.fromkeys(["ex-hand"], REPLACED), 0),
    "copied": ({"ex-kernel": "# my own\n" + KERNEL}, 4),
    "empty": ({}, 0),
    "syntax": (SOLVED | {"ex-tight": "{tight} = lambda d: (np.eye(d)"}, 1 + 4 + 8),
    "hog": (HOG, 2 + 8),
    "deletes": ({"ex-hand": DELETES}, 1),
    "prints": ({"ex-hand": PRINTS}, 0),
    "types": (WRONG, 0),
}


def class_of(place, students):
    """Write an assignment into a folder, and the submissions of these students beside it."""
    asked = [replace(e, checked=POINTS[e.label]) for e in exercises.find(list(POINTS))]
    names = {"ex-hand": "hand", "ex-tight": "tight", "ex-kernel": "kernel", "ex-c2-trace": "trace"}
    words = {names[e.label]: e.name for e in asked} | {"numbers": [e.number for e in asked]}
    # Without walls the files of the class would really be gone.
    paths = [place, place / "hw1", place / "hw1.ipynb"] if _confine.walls() else ["."]
    words["paths"] = [str(path) for path in paths]
    assign.write(asked, place / "hw1.ipynb", "plain")
    (place / "hw1").mkdir()
    for student in students:
        notebook = nbformat.read(place / "hw1.ipynb", as_version=4)
        for exercise in asked:
            name = f"answer-{exercise.number.replace('.', '-')}"
            (cell,) = (c for c in notebook.cells if c.id == name)
            if answer := CLASS[student][0].get(exercise.label):
                cell.source = answer.format(**words)
        nbformat.write(notebook, place / "hw1" / f"{student}.ipynb")


def marks_of(place):
    """Mark a class with the command; return the rows of its table by the students' names."""
    options = ["--seconds", "10", "--total", "60", "--memory", "2", "-o", str(place / "marks")]
    assert main(["grade", str(place / "hw1"), *options]) == 0
    with (place / "marks" / "marks.csv").open(encoding="utf-8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def points(rows):
    return {student: int(row["checked (of 15)"]) for student, row in rows.items()}


def test_what_a_submission_does_to_the_checker_earns_nothing(tmp_path):
    students = ("right", "exit", "replaced")
    class_of(tmp_path, students)
    assert points(marks_of(tmp_path)) == {name: CLASS[name][1] for name in students}


def test_marks_by_hand_stay_in_the_table_and_come_to_the_pages(tmp_path):
    class_of(tmp_path, ["right"])
    (row,) = marks_of(tmp_path).values()
    table = tmp_path / "marks" / "marks.csv"
    by_hand = [name for name in row if " by hand (of " in name]
    total = next(name for name in row if name.startswith("in all (of "))
    assert len(by_hand) >= 2 and {row[name] for name in (*by_hand, total)} == {""}

    # The lecturer reads the reasons, and another paper comes.
    row |= dict.fromkeys(by_hand, "0.5") | {"comment": "See <page 3>."}
    for apart in "\t;":  # as some spreadsheets write
        with table.open("w", newline="", encoding="utf-8-sig") as file:
            writer = csv.DictWriter(file, row, delimiter=apart)
            writer.writeheader()
            writer.writerow(row)
        again = marks_of(tmp_path)["right"]
        assert [again[name] for name in by_hand] == ["0.5"] * len(by_hand)
    assert [again[name] for name in by_hand] == ["0.5"] * len(by_hand)
    assert float(again[total]) == 15 + 0.5 * len(by_hand)
    assert "0.5" in (tmp_path / "marks" / "marks-before.csv").read_text("utf-8")
    page = (tmp_path / "marks" / "right.html").read_text("utf-8")
    assert page.count("By hand: 0.5 of") == len(by_hand)
    assert "See &lt;page 3&gt;." in page and again["comment"] == "See <page 3>."
    whole = (tmp_path / "marks" / "print" / "all.html").read_text("utf-8")
    assert page.partition("<article>")[2] == whole.partition("<article>")[2]
    assert f"hw1: 15 of 15 points from the checkers; with those by hand {again[total]} of" in page

    table.write_text(table.read_text("utf-8").replace("0.5", "9", 1), "utf-8")
    before = table.read_bytes()
    with pytest.raises(ValueError, match=r"of right in \S+ is 9; it should be from 0 to \d+\."):
        grade.grade(tmp_path / "hw1", tmp_path / "hw1.ipynb", tmp_path / "marks")
    assert table.read_bytes() == before  # nothing is lost

    table.write_bytes(before.replace(b"student", b"name", 1))
    with pytest.raises(ValueError, match="no column `student`"):
        grade.grade(tmp_path / "hw1", tmp_path / "hw1.ipynb", tmp_path / "marks")
    assert table.read_bytes() == before.replace(b"student", b"name", 1)


def test_another_statement_and_an_answer_elsewhere_are_noted(tmp_path):
    class_of(tmp_path, ["right"])
    path = tmp_path / "hw1" / "right.ipynb"
    notebook = nbformat.read(path, as_version=4)
    hand, tight = exercises.find(["ex-hand", "ex-tight"])
    for cell in notebook.cells:
        if cell.id == f"statement-{hand.number.replace('.', '-')}":
            cell.source += " Let the first example be another one."
    notebook.cells.append(nbformat.v4.new_code_cell(f"{tight.name} = 3", id="own"))
    nbformat.write(notebook, path)
    notes = marks_of(tmp_path)["right"]["notes"]
    assert f"Exercise {hand.number} has another statement than the assignment" in notes
    own = f"Exercise {tight.number}: a cell of the student's own sets {tight.name} as well"
    assert own in notes


@pytest.mark.thorough
def test_a_class_gets_the_marks_that_it_is_due(tmp_path):
    class_of(tmp_path, CLASS)
    rows = marks_of(tmp_path)
    assert points(rows) == {student: due for student, (_, due) in CLASS.items()}

    # The lecturer's files are still there.
    assert len(list((tmp_path / "hw1").glob("*.ipynb"))) == len(CLASS)
    assert (tmp_path / "hw1.ipynb").is_file()

    # Answers written alike are reported, and not punished.
    alike = {student for student, row in rows.items() if "copied" in row["written alike"]}
    assert {"right", "half"} <= alike and "right" in rows["copied"]["written alike"]
    assert not rows["empty"]["written alike"] and not rows["deletes"]["written alike"]

    # What was stopped is named with its exercise, and for how long it ran.
    hand, tight = (exercises.find([label])[0].number for label in ("ex-hand", "ex-tight"))
    notes = rows["loop"]["notes"]
    assert f"Exercise {hand}: its cell was stopped after 10 seconds." in notes
    assert f"Exercise {tight}: a call of the answer was stopped after 10 seconds." in notes
    assert f"Exercise {hand}: its cell ended with SystemExit" in rows["exit"]["notes"]
    assert f"Exercise {tight}: its cell ended with SyntaxError" in rows["syntax"]["notes"]

    assert rows["empty"]["notes"] == "No exercise was answered." and not rows["right"]["notes"]

    # Each student gets a page that says what was wrong, and shows code as text.
    pages = {p.stem: p.read_text("utf-8") for p in (tmp_path / "marks").glob("*.html")}
    assert pages.keys() == CLASS.keys()
    whole = (tmp_path / "marks" / "print" / "all.html").read_text("utf-8")
    assert whole.count("<article>") == len(CLASS)
    said = {
        "right": "15 of 15 points", "loop": "it took too long", "exit": "the kernel has ended",
        "syntax": "SyntaxError", "hog": "MemoryError", "empty": "not answered yet",
    }  # fmt: skip
    assert not [student for student, words in said.items() if words not in pages[student]]
    assert "&lt;= 0" in pages["right"] and "scores[i] <= 0" not in pages["right"]


# -- what leads to a submission


def test_a_folder_for_each_student_is_read_and_links_are_not(tmp_path):
    for place in (
        "given/hw1.ipynb",
        "ann/hw1.ipynb",
        "ann/other.ipynb",
        "bob/x/hw1.ipynb",
        "cid.ipynb",
    ):
        (tmp_path / "in" / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / place).touch()
    (tmp_path / "secret.ipynb").touch()
    (tmp_path / "in" / "dan.ipynb").symlink_to(tmp_path / "secret.ipynb")
    found = grade.submissions(tmp_path / "in", tmp_path / "in" / "given" / "hw1.ipynb")
    assert {name: path.name for name, path in found.items()} == {
        "ann": "hw1.ipynb", "bob": "hw1.ipynb", "cid": "cid.ipynb",
    }  # fmt: skip
    (tmp_path / "none").mkdir()
    with pytest.raises(ValueError, match="There are no submissions"):
        grade.submissions(tmp_path / "none", tmp_path / "hw1.ipynb")


def test_an_assignment_is_found_beside_its_submissions_or_asked_for(tmp_path):
    (tmp_path / "in").mkdir()
    with pytest.raises(ValueError, match="Name the one that `assign` wrote"):
        grade.assignment_of(tmp_path / "in")
    nbformat.write(nbformat.v4.new_notebook(), tmp_path / "hw.ipynb")
    assert grade.assignment_of(tmp_path / "in").name == "hw.ipynb"
    with pytest.raises(ValueError, match="is no assignment"):
        grade.assignment(tmp_path / "hw.ipynb")


def test_a_file_that_is_no_notebook_gets_a_row(tmp_path):
    class_of(tmp_path, ())
    (tmp_path / "hw1" / "-1+2.ipynb").write_text("[" * 100_000, "utf-8")
    (tmp_path / "hw1" / "odd.ipynb").write_text('{"cells": {"a": "\\ud800"}}', "utf-8")
    words = ["grade", str(tmp_path / "hw1"), "-o", str(tmp_path / "out"), "--at-least", "1"]
    assert main(words) == 1
    assert "no notebook" in (tmp_path / "out" / "-1+2.html").read_text("utf-8")
    assert "'-1+2,0," in (tmp_path / "out" / "marks.csv").read_text("utf-8")


LOOP_BY = '''
def answer_1_8(K, labels):
    """Mine."""
    scores, found, clean, i = np.zeros(len(labels)), [], 0, 0  # first
    while clean < len(labels):
        clean += 1
        if labels[i] * scores[i] <= 0:
            scores, clean = scores + labels[i] * K[i], 0
            found.append(i)
        i = (i + 1) % len(labels)
    return found
'''


def test_only_what_is_long_and_no_data_is_alike():
    def one(student, source, kind="code"):
        return grade.Marked(student, [{"kind": kind, "source": source, "name": "answer-1-1"}])

    long = "answer_1_1 = lambda x: [x * k for k in range(10)] + [sum(x) for _ in range(3)]"
    data = f"answer_1_1 = ({list(range(30))}, {list(range(5))})"
    arrays = f"answer_1_1 = (np.array({list(range(30))}), np.ones(30), -16 / 3)"
    for source, found in (
        (long, ["answer-1-1: b"]), (data, []), (arrays, []), ("answer_1_1 = f(3)", []),
    ):  # fmt: skip
        pair = [one("a", source), one("b", f"# mine\n{source}  # mine")]
        assert copies.alike(pair, []).of("a") == found
        assert copies.alike(pair, pair[0].cells).of("a") == []  # it was given
    mine, yours = LOOP_BY, LOOP_BY
    for name, other in (("K", "G"), ("labels", "y"), ("scores", "h"), ("found", "out"),
                        ("clean", "n"), ("answer_1_8", "answer_1_8")):  # fmt: skip
        yours = re.sub(rf"\b{name}\b", other, yours)
    yours = yours.replace('"""Mine."""', '"""Really mine."""').replace("# first", "# second")
    pair = [one("a", mine), one("b", yours), one("c", mine.replace("<= 0", "< 0"))]
    assert copies.alike(pair, []).of("a") == ["answer-1-1: b"]  # names and words are changed
    assert copies.alike(pair, []).of("c") == []
    short = "def answer_1_4(d):\n    return np.eye(d), np.ones(d)"  # two may well write this
    assert copies.alike([one("a", short), one("b", short.replace("(d)", "(n)"))], []).groups == []
    for k in (3, 4):  # the same few words, and another number
        pair[k - 3] = one("ab"[k - 3], f"answer_1_1 = lambda x: sum(x) * {k}")
    assert copies.alike(pair[:2], []).groups == []
    words = "By induction the weights are a multiple of those of the run with step one."
    pair = [one("a", words, "markdown"), one("b", words.replace(" ", "\n"), "markdown")]
    assert copies.alike(pair, []).of("b") == ["answer-1-1: a"]


# -- what carries an answer


@pytest.fixture(autouse=True)
def one_process(monkeypatch):
    """Let the student's side and the marker's be this process, where a test has no kernel."""
    monkeypatch.setattr(_wire, "_back", _wire.called)


def carried(value):
    return _wire.received(_wire.sent(value), _wire.called)


@pytest.mark.parametrize(
    "value",
    [None, True, 3, -(10**30), 0.1, float("inf"), "word", [1, (2.5, "x")], (), ..., np.float32(3)],
    ids=repr,
)
def test_a_value_arrives_as_it_was(value):
    assert carried(value) == value


def test_arrays_functions_objects_and_generators_arrive():
    X = np.arange(6, dtype=np.int32).reshape(2, 3)
    assert (carried(X) == X).all() and carried(X).dtype == X.dtype
    assert carried(lambda a, b: (a @ b, "x"))(X, X.T)[0].tolist() == (X @ X.T).tolist()
    with pytest.raises(Exception, match="float division by zero") as raised:
        carried(lambda: 1.0 / 0.0)()
    assert type(raised.value).__name__ == "ZeroDivisionError"
    rng = np.random.default_rng(3)
    assert carried(lambda given: given.integers(100))(rng) == np.random.default_rng(3).integers(100)

    class Body:
        dimension = 2

        def support(self, u):
            return u

    body = carried(Body())
    assert body.dimension == 2 and body.support([1, 2]) == [1, 2]


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1]", "1", '{"kind": "int", "is": []}', '{"kind": "array", "type": "O"}',
     '{"kind": "array", "type": "<f8", "shape": [9], "is": ""}', '{"kind": "__import__"}',
     "[" * 100_000, '{"kind": "function", "is": "x"}', '{"kind": "thing", "is": 3}'],
    ids=lambda text: text[:30],
)  # fmt: skip
def test_what_is_no_value_is_refused(text):
    with pytest.raises(_wire.NotCarried):
        _wire.received(text, lambda number, given: "")


@pytest.mark.parametrize("label, answer, said", CASES)
def test_a_checker_says_the_same_of_an_answer_that_was_carried(label, answer, said):
    verdict = check(label, carried(answer))
    assert bool(verdict) == (said is RIGHT) and said in repr(verdict), verdict


def test_an_answer_may_call_what_its_checker_passes_to_it(tmp_path):
    told = {"walls": _confine.walls(), "covered": [], "memory": 2**31, "seconds": 20, "total": 60}
    with tempfile.TemporaryDirectory() as folder:  # sockets want a short path
        kernel = _kernel.Kernel(Path(folder), told)
        assert kernel.run("f = lambda ask, x: ask(x) + ask(x + 1)") == ""
        answer = _wire.received(kernel.look("f"), kernel.call)
        assert answer(lambda x: 10 * x, 2) == 50
        kernel.close()
        kernel.client.stop_channels()


def test_a_kernel_inherits_nothing_of_the_lecturer(monkeypatch, tmp_path):
    monkeypatch.setenv("SOME_TOKEN", "secret")
    assert "secret" not in json.dumps(_kernel.environment(tmp_path))
