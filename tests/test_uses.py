"""Which functions of the library a text names, by its imports and in its prose."""

from __future__ import annotations

import pytest

from tools import uses

CELLS = [
    "from ptronlib import bounds, samples, max_margin, perceptron\n"
    "import ptronlib.geometry.games as g, ptronlib\n",
    "run = perceptron(X, y)\nprint(bounds.updates_affine(R, eps), ptronlib.margins.radius(X))",
    "%matplotlib inline\ng.game_value(V)\n(a + b).replay()",
    "this is not Python",
]


def test_names_are_understood_as_python_would():
    names = uses.Names(CELLS)
    assert names.in_code(CELLS[1]) == [
        "ptronlib.core.additive.perceptron",
        "ptronlib.bounds.bias.updates_affine",
        "ptronlib.geometry.margins.radius",
    ]
    assert names.in_code(CELLS[2]) == ["ptronlib.geometry.games.game_value"]
    assert names.in_code(CELLS[3]) == []


@pytest.mark.parametrize(
    ("literal", "meant"),
    [
        ("max_margin", "ptronlib.geometry.margins.max_margin"),
        ("samples.linear(3, 2)", "ptronlib.samples.drawn.linear"),
        ("separable(X, y)", "ptronlib.geometry.hyperplane.separable"),
        ("enumerate_dichotomies", "ptronlib.counting.cover.enumerate_dichotomies"),
        ("python -m ptronlib separable FILE", "ptronlib.geometry.hyperplane.separable"),
        ("Run", "ptronlib.core.run.Run"),
        ("radius", None),  # alone, and not imported, a word is a variable
        ("run.replay()", None),
        ("no_such_name()", None),
        ("+1", None),
    ],
)
def test_code_in_prose_is_understood(literal, meant):
    assert uses.Names(CELLS).in_text(literal) == meant
