"""Every exercise can be set, in each format, and a variant is an exercise of its own."""

import ast
import re

import nbformat
import numpy as np
import pytest
from strategies import RIGHT
from test_exercises import CASES, numbered

from ptronlib.course import assign, check_form, check_variant, exercises, grade, variant, varied
from ptronlib.course.__main__ import main
from ptronlib.course._plain import Words
from ptronlib.course.variants import distinct
from ptronlib.exercises import labels
from ptronlib.exercises._checking import EXERCISES

SEEDS = (0, 1, 2026)
NUMBERED = {label: number for label, number in numbered().items() if number}
ALL = exercises.find(sorted(NUMBERED.values()))
LEFT = re.compile(r"\{[\w:.-]+\}`|^`{3,}\{|^:label:", re.MULTILINE)  # MyST


# -- the exercises


def test_every_exercise_of_the_chapters_can_be_set():
    assert {e.label: e.number for e in ALL} == NUMBERED
    for e in ALL:
        assert e.statement and e.solution and not LEFT.search(e.statement + e.solution), e.number
        assert bool(e.form) == bool(e.checked) == (e.label in labels()), e.number
        assert e.checked + e.by_hand in (2, 4, 6), e.number


def test_references_become_words_that_stand_alone():
    words = Words()
    label = next(label for label in words.equations if label.startswith("eq-"))
    said = words.plain(f"Text. {{prf:ref}}`thm-novikoff` and {{eq}}`{label}`.")
    assert said.startswith("Text. The theorem \u201c") and "of chapter" in said
    assert said.endswith(rf"\tag{{{label.removeprefix('eq-')}}} $$")
    assert words.plain("{ref}`its third <ex-tight>` of {ref}`ex-tight`") == (
        f"Its third of exercise {NUMBERED['ex-tight']}"
    )
    name = next(iter(words.numbers))
    assert words.plain(f"{{glue:text}}`{name}`") == words.numbers[name]


@pytest.mark.parametrize(
    "name, said",
    [("1.99", "Chapter 1 has 1 to"), ("9", "no exercise '9'"), ("zz.1", "Chapters are 1, 2")],
)
def test_an_exercise_that_is_not_there_is_named(name, said):
    with pytest.raises(KeyError, match=said):
        exercises.find([name])
    with pytest.raises(ValueError, match="named twice"):
        exercises.find(["1.1", "1.1"])


def test_points_follow_the_stars():
    assert exercises.points(3, True, True) == (3, 3)
    assert exercises.points(3, True, False) == (6, 0)
    assert exercises.points(2, False, True) == exercises.points(2, False, False) == (0, 4)


# -- variants


def test_at_least_five_exercises_have_variants():
    assert len(varied()) >= 5 and set(varied()) <= set(labels())


@pytest.mark.parametrize("label", varied())
def test_a_variant_has_its_own_answer_and_no_other(label):
    for seed in SEEDS:
        made = variant(label, seed)
        assert check_variant(label, seed, made.answer), made
        assert made == variant(EXERCISES[label][0], seed)
        assert "not answered yet" in repr(check_variant(label, seed, ...))
        assert check_form(label, made.answer) == "" and made.solution
        assert not check_variant(label, seed, "no answer")
        assert check_variant(label, seed, None).message
    assert len({repr(variant(label, seed).answer) for seed in range(8)}) > 1


@pytest.mark.parametrize("label", varied())
def test_two_classes_hardly_ever_get_the_same_variant(label):
    assert distinct(label) >= 100
    (set_so,) = exercises.find([label], seed=7)
    assert "The answer: `" in set_so.solution
    asked, solved = set_so.statement, variant(label, 7).solution
    assert solved in set_so.solution and set(re.findall(r"\d+", solved + asked))
    (published,) = exercises.find([label])
    assert published.solution not in set_so.solution


@pytest.mark.parametrize("label", varied())
def test_the_form_of_an_answer_is_looked_at_without_its_numbers(label):
    right = variant(label, 3).answer
    for odd in (None, "word", object(), {}, [], [[], "x"], [[[0.5]]]):
        assert check_form(label, odd).startswith("This form is asked for: "), odd
    assert "not answered yet" in check_form(label, ...)
    other = right + 1 if isinstance(right, float) else [*right]
    assert check_form(label, other) == "" == check_form(label, right)
    if isinstance(right, float):
        assert check_form(label, np.float64(right)) == ""


@pytest.mark.parametrize("label", varied())
def test_what_the_book_answers_is_no_answer_to_a_variant(label):
    published = [answer for name, answer, said in CASES if name == label and said is RIGHT]
    wrong = [seed for seed in range(8) for a in published if not check_variant(label, seed, a)]
    assert published and len(set(wrong)) >= 6  # another sample may now and then agree


# -- the notebooks


@pytest.mark.parametrize("form", assign.FORMATS)
def test_a_notebook_is_valid_and_its_code_can_be_read(form):
    made = assign.notebook(ALL, "hw1", form)
    nbformat.validate(made)
    for cell in made.cells:
        if cell.cell_type == "code":
            ast.parse(cell.source)
    assert ("### BEGIN SOLUTION" in str(made)) == (form == "nbgrader")


def test_cells_carry_what_nbgrader_asks_for():
    made = assign.notebook(ALL, "hw1")
    cells = {c.id: c for c in made.cells if "nbgrader" in c.metadata}
    told = {name: cell.metadata["nbgrader"] for name, cell in cells.items()}
    assert all(about["grade_id"] == name for name, about in told.items())
    assert all(about["schema_version"] == 3 and not about["task"] for about in told.values())
    assert len(cells) == len(made.cells) - 2  # all but the introduction and the imports
    for e in ALL:
        own = e.number.replace(".", "-")
        if e.checked:
            answer, test = told[f"answer-{own}"], told[f"test-{own}"]
            assert answer["solution"] and not answer["grade"] and not answer["locked"]
            assert test["locked"] and test["grade"] and test["points"] == e.checked
            assert f'check("{e.label}", {e.name})' in cells[f"test-{own}"].source
            assert "import check" in cells[f"test-{own}"].source
        if e.by_hand:
            reason = told[f"reason-{own}"]
            assert reason["grade"] and reason["solution"] and reason["points"] == e.by_hand
            assert cells[f"reason-{own}"].cell_type == "markdown"


@pytest.mark.parametrize("form", assign.FORMATS)
def test_no_solution_is_in_what_students_get(form, tmp_path):
    chosen = exercises.find(sorted(NUMBERED.values()), seed=5)
    files = assign.write(chosen, tmp_path / "hw1.ipynb", form)
    key = assign.key_file(tmp_path / "hw1.ipynb")
    assert (key in files) == (form != "nbgrader")
    text = "".join(path.read_text("utf-8") for path in files if path != key)
    told = nbformat.read(tmp_path / "hw1.ipynb", as_version=4)
    text += "".join(cell.source for cell in told.cells)
    assert set(files) == {path for path in tmp_path.rglob("*") if path.is_file()}
    for e in chosen:
        assert e.solution[:40] not in text, e.number
        assert e.seed is None or repr(variant(e.label, e.seed).answer) not in text, e.number
    released = re.sub(r"### BEGIN HIDDEN.*?### END HIDDEN TESTS", "", text, flags=re.DOTALL)
    assert "check_variant" not in released and '"seed"' not in released
    assert ("check_variant" in text) == (form == "nbgrader")
    of = {e["label"]: e["seed"] for e in grade.assignment(tmp_path / "hw1.ipynb")}
    assert of == {e.label: e.seed for e in chosen}


def test_an_exercise_that_asks_for_more_than_its_checker_sees_has_a_cell_for_it():
    assert set(labels()) >= exercises.MORE
    asked = {e.label: e for e in exercises.find(["3.2", "3.9", "1.8"])}
    assert all(e.checked and e.by_hand for e in asked.values())
    made = assign.notebook(list(asked.values()), "hw1", "plain")
    said = [c.source for c in made.cells if c.id.startswith("reason-")]
    assert len(said) == 3 and all("all that the answer above does not say" in s for s in said)


def test_a_missing_key_is_named_with_what_to_do(tmp_path):
    words = ["assign", "1.1", "--variants", "--format", "plain", "-o", str(tmp_path / "hw1.ipynb")]
    assert main(words) == 0
    assert grade.assignment(tmp_path / "hw1.ipynb")[0]["seed"] >= 0
    (tmp_path / "hw1-key.json").unlink()
    with pytest.raises(ValueError, match="1.1, and hw1-key.json.*does not lie beside.*same --seed"):
        grade.assignment(tmp_path / "hw1.ipynb")
    told = nbformat.read(tmp_path / "hw1.ipynb", as_version=4)
    told.metadata[assign.KEY][0]["seed"] = 7  # as it was written before there were keys
    nbformat.write(told, tmp_path / "old.ipynb")
    assert grade.assignment(tmp_path / "old.ipynb")[0]["seed"] == 7
    assert main(["assign", "1.3", "--format", "plain", "-o", str(tmp_path / "hw1.ipynb")]) == 0
    assert grade.assignment(tmp_path / "hw1.ipynb")[0]["seed"] is None


def test_a_locked_cell_marks_with_its_own_checker():
    (e,) = exercises.find(["ex-hand"])
    known = {"check": lambda *answer: True, e.name: ([0], [1, 1])}
    with pytest.raises(AssertionError, match="right for 1 mistake, and"):
        exec(assign.test_source(e), known)
    exec(assign.test_source(e), known | {e.name: ([0, 1, 2, 0, 2], [3, 2])})


def test_otter_gets_a_test_for_each_answer(tmp_path):
    chosen = exercises.find(["ex-hand", "ex-step"], seed=7)
    files = assign.write(chosen, tmp_path / "hw1.ipynb", "otter")
    name = assign.test_name(chosen[0])
    assert [path.name for path in files] == ["hw1.ipynb", f"{name}.py", "hw1-key.json"]
    source = files[1].read_text("utf-8")
    assert "OK_FORMAT = False" in source and f"def test_answer({chosen[0].name}):" in source
    ast.parse(source)
    text = files[0].read_text("utf-8")
    assert "<!-- BEGIN QUESTION -->" in text and 'otter.Notebook(\\"hw1.ipynb\\")' in text


def test_the_command_writes_the_solutions_only_where_it_is_told(tmp_path, capsys):
    words = ["assign", "1.1", "1.3", "--seed", "3", "-o", str(tmp_path / "hw1.ipynb")]
    assert main(words) == 0 and [p.name for p in tmp_path.iterdir()] == ["hw1.ipynb"]
    assert main([*words, "--solutions", str(tmp_path / "private.md")]) == 0
    text = (tmp_path / "private.md").read_text("utf-8")
    assert "not for students" in text and "variant of the seed 3" in text and "by hand" in text
    assert main([*words, "--solutions", str(tmp_path / "private.html")]) == 0
    page = (tmp_path / "private.html").read_text("utf-8")
    assert "<h1>hw1: solutions, not for students</h1>" in page and r"\(x_0" in page
    assert (tmp_path / "mathjax.js").is_file()
    assert main(["assign", "1.99", "-o", str(tmp_path / "x.ipynb")]) == 2
    assert capsys.readouterr().err.startswith("ptronlib.course assign: There is no exercise")


def test_numbers_that_students_may_have_are_not_drawn_again(tmp_path, capsys):
    target = str(tmp_path / "hw3.ipynb")
    words = ["assign", "3.3", "--variants", "--format", "plain", "-o", target]
    assert main([*words, "--title", "Learning theory, homework 3"]) == 0
    before = (tmp_path / "hw3-key.json").read_text("utf-8")
    head = nbformat.read(target, as_version=4).cells[0].source
    assert head.startswith("# Learning theory, homework 3\n")
    assert main(words) == 2
    assert "students may have it" in capsys.readouterr().err
    assert (tmp_path / "hw3-key.json").read_text("utf-8") == before
    assert main([*words, "--seed", "5"]) == 0  # who names a seed knows it
