"""Below each exercise that can be checked the book says what `answer` should be."""

import json

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx_exercise.nodes import exercise_node

from book._ext.cells import show_checks
from ptronlib.exercises import check, labels, wanted


def lines(*names):
    """Return the lines below exercises with these labels."""
    doctree = new_document("chapter")
    doctree += [exercise_node(label=name) for name in names]
    show_checks(None, doctree)
    assert all(len(exercise) <= 1 for exercise in doctree)
    return [line.astext() for line in doctree.findall(nodes.paragraph)]


def test_the_call_and_the_form_of_the_answer_stand_below_an_exercise():
    assert lines("ex-ball", "ex-c5-hand") == [
        'Check it: check("ex-ball", answer), where answer is a number: the best margin, '
        "to two digits.",
        'Check it: check("ex-c5-hand", answer), where answer is three numbers: w at the end.',
    ]


def test_an_exercise_without_a_checker_has_no_such_line():
    assert lines("ex-c5-integer") == []


@pytest.mark.parametrize("label", labels())
def test_the_form_is_the_one_that_the_checker_names_itself(label):
    form = wanted(label)
    assert form in repr(check(label, ...))
    # "answer is" is to go on in a sentence: with an article, or with how many there are
    assert form.split()[0] in {"A", "An", "The", "Two", "Three", "Five", "Eight"}
    (line,) = lines(label)
    assert line.endswith(f"where answer is {form[0].lower()}{form[1:]}")
    assert json.dumps(label) in line
