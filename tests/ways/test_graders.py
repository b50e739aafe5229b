"""An assignment goes through nbgrader, from release to feedback, and through Otter."""

import csv
import os
import subprocess
import sys

import nbformat
import pytest

from ptronlib.course import assign, exercises, variant
from tools.pages import ROOT

pytestmark = pytest.mark.thorough
SEED = 5
CONFIG = "c = get_config()\nc.CourseDirectory.course_id = 'perceptron'\n"
CHOSEN = exercises.find(["ex-hand", "ex-tight", "ex-step"], seed=SEED)
HAND, TIGHT, _ = CHOSEN
ANSWERS = {
    "good": {
        HAND: f"{HAND.name} = {variant(HAND.label, SEED).answer}",
        TIGHT: f"{TIGHT.name} = lambda d: (np.eye(d), np.ones(d))",
    },
    "half": {
        HAND: f"{HAND.name} = [0], [1, 1]\ncheck = check_variant = lambda *answer: True",
        TIGHT: f"{TIGHT.name} = lambda d: (np.eye(d), np.ones(d))",
    },
    "loop": {HAND: "while True:\n    pass"},
}
DUE = {"good": HAND.checked + TIGHT.checked, "half": TIGHT.checked, "loop": 0}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return what runs a command of an environment with both graders."""
    place = tmp_path_factory.mktemp("graders") / "environment"
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    needed = ["nbgrader", "otter-grader", "ipykernel<7", "numpy", "scipy", "python-flint"]
    subprocess.run([place / "bin" / "python", "-m", "pip", "install", "-q", *needed], check=True)
    variables = os.environ | {
        "PYTHONPATH": str(ROOT), "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip

    def command(folder, *words):
        done = subprocess.run(
            [place / "bin" / words[0], *words[1:]], cwd=folder, env=variables, text=True,
            capture_output=True,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    return command


def answered(path, answers, target):
    """Write a notebook with answers in place of its cells for them."""
    notebook = nbformat.read(path, as_version=4)
    for exercise, source in answers.items():
        name = f"answer-{exercise.number.replace('.', '-')}"
        next(c for c in notebook.cells if c.id == name).source = source
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, target)


def test_nbgrader_from_release_to_feedback(run, tmp_path):
    (tmp_path / "source" / "hw1").mkdir(parents=True)
    assign.write(CHOSEN, tmp_path / "source" / "hw1" / "hw1.ipynb")
    (tmp_path / "nbgrader_config.py").write_text(CONFIG, "utf-8")
    status, said = run(tmp_path, "nbgrader", "generate_assignment", "hw1")
    assert status == 0, said
    released = tmp_path / "release" / "hw1" / "hw1.ipynb"
    for student, answers in ANSWERS.items():
        answered(released, answers, tmp_path / "submitted" / student / "hw1" / "hw1.ipynb")
    for words in (
        ("autograde", "hw1", "--ExecutePreprocessor.timeout=6"),
        ("generate_feedback", "hw1"),
        ("export",),
    ):
        status, said = run(tmp_path, "nbgrader", *words)
        assert status == 0, said
    with (tmp_path / "grades.csv").open(encoding="utf-8") as file:
        got = {row["student_id"]: float(row["raw_score"]) for row in csv.DictReader(file)}
    assert got == DUE
    pages = list((tmp_path / "feedback").rglob("*.html"))
    assert {page.parts[-3] for page in pages} == ANSWERS.keys()


def test_otter_checks_an_assignment(run, tmp_path):
    assign.write(exercises.find([e.label for e in CHOSEN]), tmp_path / "hw1.ipynb", "otter")
    answered(tmp_path / "hw1.ipynb", ANSWERS["half"], tmp_path / "half.ipynb")
    _, said = run(tmp_path, "otter", "check", "half.ipynb", "-t", "tests")
    right, wrong = assign.test_name(TIGHT), assign.test_name(HAND)
    assert f"{right} results: All test cases passed!" in said, said
    assert f"{wrong} - 1 result:" in said and "AssertionError" in said, said
