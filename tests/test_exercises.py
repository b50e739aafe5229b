"""Each exercise that can be checked is in the book by label and number; its replies are tested."""

import json
import re
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import torch
from strategies import RIGHT

from ptronlib import exercises, perceptron
from ptronlib.exercises import _checking
from ptronlib.exercises._checking import EXERCISES
from tools.notebooks import BOOK

FILES = (Path(__file__).parent / "exercises").glob("*.py")
CASES = [case for file in FILES for case in import_module(f"exercises.{file.stem}").CASES]
FOUND = re.compile(r"^`{3,}\{exercise\}.*\n:label: (\S+)", re.MULTILINE)

RAGGED = [[1.0], [1.0, 2.0]]
NONSENSE = [None, "three", -7.25, RAGGED, object, torch.ones(2, requires_grad=True)]
NONSENSE += [(a,) * k for a in (None, "three", RAGGED) for k in (2, 3)]
NONSENSE += [lambda *given, a=a: a for a in NONSENSE]


def numbered():
    """Return for each label of the notebooks its number in the book; practice pages have none."""
    numbers = {}
    for path in BOOK.glob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
        chapter = path.stem.split("_")[0].lstrip("0")
        for k, label in enumerate(FOUND.findall(text), 1):
            numbers[label] = f"{chapter}.{k}" if chapter.isdigit() else ""
    return numbers


def test_labels_and_numbers_are_those_of_the_book():
    numbers = numbered()
    assert {label: number for label, (number, *_) in EXERCISES.items()} == {
        label: numbers[label] for label in EXERCISES
    }


@pytest.mark.parametrize("label, answer, said", CASES)
def test_a_checker_accepts_what_is_right_and_says_this_of_any_other_answer(label, answer, said):
    verdict = exercises.check(label, answer)
    assert bool(verdict) == (said is RIGHT) and said in repr(verdict), verdict


@pytest.mark.parametrize("label", exercises.labels())
def test_what_is_no_answer_is_told_what_one_looks_like(label):
    for answer in NONSENSE:
        verdict = exercises.check(label, answer)
        assert not verdict and verdict.message, answer


def test_every_checker_has_its_replies_tested():
    right = {label for label, _, said in CASES if said is RIGHT}
    wrong = {label for label, _, said in CASES if said is not RIGHT}
    assert right == wrong == set(exercises.labels())
    assert all(exercises.wanted(label).endswith(".") for label in right)


def test_numbers_serve_as_well_as_labels_and_unknown_ones_are_helped_with():
    assert exercises.wanted("1.7") == exercises.wanted("ex-ball")
    with pytest.raises(KeyError, match="Did you mean 'ex-tight'"):
        exercises.check("ex-tigth", None)
    with pytest.raises(KeyError, match="No exercise that can be checked"):
        exercises.wanted("zzz")
    with pytest.raises(KeyError, match="No exercise that can be checked"):
        exercises.wanted("")  # exercises of practice pages have no number
    with pytest.raises(KeyError, match=r"1\.3.* a proof.* check\(\) knows 1\.1, 1\.2, 1\.4"):
        exercises.check("1.3", "my proof")


def test_a_function_that_exits_or_never_returns_is_an_answer_like_others(monkeypatch):
    def forever(*_):
        while True:
            with suppress(Exception):
                pass

    monkeypatch.setattr(_checking, "PATIENCE", 0.2)
    assert (
        "did not come back within 0.2 seconds" in exercises.check("ex-best-lift", forever).message
    )
    assert "raised SystemExit" in exercises.check("ex-best-lift", lambda R, b: sys.exit()).message
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_a_student_cannot_spoil_the_data():
    def greedy(X, y):
        unit = X / np.linalg.norm(X, axis=1, keepdims=True)
        counts = [perceptron(examples, y).n_updates for examples in (X, unit)]
        X[:] = 0
        return counts

    assert exercises.check("ex-c2-normalize", greedy)
