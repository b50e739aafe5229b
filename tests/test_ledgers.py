"""Questions on the lines of proofs: drawn by seed, answered by the ledgers, never ambiguous."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from ptronlib import perceptron, proofs
from ptronlib.course import ledgers, questions
from ptronlib.course.__main__ import main

chapters = pytest.mark.parametrize("chapter", ledgers.chapters())
LETTERS = "abcdefghijkl"


@chapters
def test_a_seed_draws_the_same_questions_and_another_one_others(chapter):
    first, again, other = (ledgers.draw(chapter, 4, seed) for seed in (3, 3, 4))
    assert first == again and {q.ask for q in first} != {q.ask for q in other}
    assert len({q.ask for q in first}) == len({q.id for q in first}) == 4


@chapters
def test_one_choice_is_right_and_the_replies_say_why(chapter):
    for question in (q for seed in range(2) for q in ledgers.draw(chapter, 4, seed)):
        right = [choice.right for choice in question.choices]
        assert sum(right) == 1 and question.kind == "line"
        k, last = right.index(True), len(right) - 1
        replies = [choice.reply for choice in question.choices[:-1]]
        assert all(reply.startswith("It holds") for reply in replies[:k]), question
        assert all(reply[-1] == "." and "nan" not in reply for reply in replies)
        if k < last:
            assert replies[k].startswith("It fails, and all lines above it hold.")
            assert f"({LETTERS[k]})" in question.choices[-1].reply
        assert question.choices[-1].says == ledgers.NONE


@chapters
def test_different_lines_fail(chapter):
    """The answer is not always the same, and sometimes no line fails."""
    drawn = [q for seed in range(4) for q in ledgers.draw(chapter, 4, seed)]
    answers = {[c.right for c in q.choices].index(True) for q in drawn}
    assert len(answers) >= 3
    assert any(q.choices[-1].right for q in drawn)


def test_an_answer_is_that_of_a_pencil():
    """Read the question back, run it, and evaluate the two lines of the proof by hand."""
    asked = [q for seed in range(6) for q in ledgers.draw(1, 4, seed) if "claims that $w" in q.ask]
    assert len(asked) > 8
    for question in asked:
        vectors = re.findall(r"z_\d = \((-?\d+), (-?\d+)\)", question.ask)
        Z = np.array(vectors, float)
        u = [eval(x) for x in re.search(r"w_\* = \(([\d/]+), ([\d/]+)\)", question.ask).groups()]
        claimed = eval(re.search(r"varepsilon = ([\d/]+)\$", question.ask)[1])
        w, t, clean, fails = np.zeros(2), 0, 0, []
        for z in np.tile(Z, (60, 1)):
            if clean == len(Z):
                break
            clean += 1
            if z @ w <= 0:
                w, t, clean = w + z, t + 1, 0
                fails += [0] if z @ u < claimed - 1e-9 else []
                fails += [1] if w @ u < t * claimed - 1e-9 else []
                fails += [5] if t > (Z**2).sum(axis=1).max() / claimed**2 + 1e-9 else []
        first = min(fails, default=6)  # the lines about lengths hold
        assert question.choices[first].right, question


def test_a_strict_line_with_equal_sides_is_not_asked():
    run = perceptron([[1.0, 0.0], [0.0, 1.0]], [1, 1], 1.0)
    lines = proofs.aggressive(run, [np.sqrt(0.5)] * 2)
    assert not ledgers._borderline(ledgers.Drawn("", lines))
    tie = [ledgers.proofs.Inequality("x", r"\beta < s", np.ones(1), np.ones(1))]
    assert ledgers._borderline(ledgers.Drawn("", tuple(tie)))


def test_a_chapter_without_ledgers_is_named():
    with pytest.raises(ValueError, match="No proof of chapter 6 .* chapters 1, 2, 3, 4, 5, 8, 9"):
        ledgers.draw(6, 1, 0)
    with pytest.raises(ValueError, match="number of questions"):
        ledgers.draw(1, 0, 0)


def test_the_command_writes_them_for_moodle_and_on_paper(tmp_path, capsys):
    target = tmp_path / "lines.xml"
    assert main(["questions", "2", "--lines", "2", "--seed", "5", "-o", str(target)]) == 0
    made = ElementTree.parse(target).getroot().findall("question")
    assert [q.get("type") for q in made] == ["category", "multichoice", "multichoice"]
    assert [q.findtext("shuffleanswers") for q in made[1:]] == ["false"] * 2
    assert all(sum(a.get("fraction") == "100" for a in q.findall("answer")) == 1 for q in made[1:])
    capsys.readouterr()
    command = ["questions", "2", "--lines", "2", "--seed", "5", "--format", "text"]
    assert main(command) == 0
    paper = capsys.readouterr().out
    assert paper == questions.text(ledgers.bank([2], 2, 5)) and "It holds" not in paper
    assert main([*command, "--answers"]) == 0 and "It holds" in capsys.readouterr().out
    assert main(["questions", "7", "--lines", "2"]) == 2
    assert "No proof of chapter 7" in capsys.readouterr().err
