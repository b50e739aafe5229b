"""The numbers of the landing page and of chapter 2, counted again, exactly, over all orders."""

import json
from fractions import Fraction
from functools import cache
from itertools import product
from math import floor, lcm
from pathlib import Path
from types import SimpleNamespace

import pytest
from node import ask_javascript

from ptronlib.widgets.explorer import CARDS, bundle

LANDING = Path(__file__).parents[1] / "site/landing"
ERR = SimpleNamespace(_esm=bundle("err.js", LANDING))
FACTS = """([k, share]) => {
  const Z = m.signedExamples(m.pushed(m.SAMPLES[k], share), false);
  const { margin } = m.bestMargin(m.signedExamples(m.SAMPLES[k], false));
  return [m.ceiling(Z, (1 - share) * margin), m.longestRun(Z)];
}"""
CASES = [(0, 0), (1, 0), (2, 0), *((0, k) for k in range(1, 10))]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def nearest(Z):
    """The point of the hull of Z that is nearest to 0: on the segment of two of them."""
    found = []
    for a, b in product(Z, Z):
        step = b[0] - a[0], b[1] - a[1]
        share = min(max(-Fraction(dot(a, step), dot(step, step)), 0), 1) if a != b else Fraction(0)
        found.append((a[0] + share * step[0], a[1] + share * step[1]))
    return min(found, key=lambda p: dot(p, p))


def most_mistakes(Z):
    """The largest number of mistakes, every order tried; w decides what can still come."""

    @cache
    def after(w):
        wrong = [z for z in Z if dot(z, w) <= 0]
        return max((1 + after((w[0] + z[0], w[1] + z[1])) for z in wrong), default=0)

    return after((0, 0))


def whole(Z):
    """The same vectors so many times as long that their coordinates are whole numbers."""
    scale = lcm(*(value.denominator for z in Z for value in z))
    return [tuple(int(scale * value) for value in z) for z in Z]


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    (points,) = ask_javascript(ERR, "() => m.SAMPLES", [0], tmp_path_factory.mktemp("samples"))
    return [[(Fraction(y * a), Fraction(y * b)) for a, b, y in sample] for sample in points]


@pytest.mark.needs("node")
def test_the_limits_and_the_most_mistakes_are_right(samples, tmp_path):
    told = ask_javascript(ERR, FACTS, [[k, tenths / 10] for k, tenths in CASES], tmp_path)
    for (k, tenths), (limit, order) in zip(CASES, told, strict=True):
        p = nearest(samples[k])
        Z = whole([[z[j] - Fraction(tenths, 10) * p[j] for j in (0, 1)] for z in samples[k]])
        margin = nearest(Z)
        assert limit == floor(max(dot(z, z) for z in Z) / dot(margin, margin))
        assert len(order) == most_mistakes(Z)
        w = 0, 0
        for i in order:  # each of them is a mistake when its turn comes
            assert dot(Z[i], w) <= 0
            w = w[0] + Z[i][0], w[1] + Z[i][1]
        assert all(dot(z, w) > 0 for z in Z)


def test_nobody_forces_more_than_the_nine_mistakes_of_chapter_2():
    assert "9 mistakes" in CARDS["proof"]["tries"][0]
    path = Path(__file__).parents[1] / "book" / "02_convergence.ipynb"
    stored = json.loads(path.read_text("utf-8"))["metadata"]["widgets"]
    states = [model["state"] for model in next(iter(stored.values()))["state"].values()]
    (points,) = (state["points"] for state in states if "points" in state)
    assert most_mistakes([(16 * y * a, 16 * y * b) for a, b, y in points]) == 9


@pytest.mark.needs("node")
def test_the_limit_of_many_pictures_holds_and_is_near(samples, tmp_path):
    cases = [[[float(a) for a in z] for z in Z] for Z in samples]
    told = ask_javascript(ERR, "(Z) => m.ceilingOfMany(Z)", cases, tmp_path)
    for Z, limit in zip(samples, told, strict=True):
        margin = nearest(Z)
        exact = max(dot(z, z) for z in Z) / dot(margin, margin)
        assert floor(exact) <= limit <= 1.1 * exact + 1
