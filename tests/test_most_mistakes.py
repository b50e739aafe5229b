"""The numbers of the landing page, counted again, exactly, over all orders."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import floor, lcm
from pathlib import Path
from types import SimpleNamespace

import pytest
from node import ask_javascript

from ptronlib.widgets.explorer import bundle

LANDING = Path(__file__).parents[1] / "site/landing"
PAGE = SimpleNamespace(_esm=bundle("landing.js", LANDING))
FACTS = """(share) => {
  const Z = m.signedExamples(m.pushed(m.SAMPLE, share), false);
  const { margin } = m.bestMargin(m.signedExamples(m.SAMPLE, false));
  return [m.ceiling(Z, (1 - share) * margin), m.longestRun(Z)];
}"""
# Games that tap any point that is wrong; a seed makes them the same ones every time.
GAMES = """(number) => {
  const Z = m.signedExamples(m.SAMPLE, false);
  let seed = 1;
  const random = () => (seed = (16807 * seed) % 2147483647) / 2147483647;
  return Array.from({ length: number }, () => {
    for (let mistakes = []; ; ) {
      const { violated } = m.followRun(Z, mistakes, [0, 0], 1);
      const wrong = violated.flatMap((is, i) => (is ? [i] : []));
      if (!wrong.length) return mistakes.length;
      mistakes = [...mistakes, wrong[Math.floor(random() * wrong.length)]];
    }
  });
}"""


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
def sample(tmp_path_factory):
    """The signed examples of the landing page's board."""
    (points,) = ask_javascript(PAGE, "() => m.SAMPLE", [0], tmp_path_factory.mktemp("sample"))
    return [(Fraction(y * a), Fraction(y * b)) for a, b, y in points]


@pytest.mark.needs("node")
def test_the_limits_and_the_most_mistakes_are_right(sample, tmp_path):
    told = ask_javascript(PAGE, FACTS, [tenths / 10 for tenths in range(10)], tmp_path)
    p = nearest(sample)
    for tenths, (limit, order) in enumerate(told):
        Z = whole([[z[j] - Fraction(tenths, 10) * p[j] for j in (0, 1)] for z in sample])
        margin = nearest(Z)
        assert limit == floor(max(dot(z, z) for z in Z) / dot(margin, margin))
        assert len(order) == most_mistakes(Z)
        w = 0, 0
        for i in order:  # each of them is a mistake when its turn comes
            assert dot(Z[i], w) <= 0
            w = w[0] + Z[i][0], w[1] + Z[i][1]
        assert all(dot(z, w) > 0 for z in Z)


@pytest.mark.needs("node")
def test_a_game_at_random_goes_on_for_five_mistakes(tmp_path):
    (lengths,) = ask_javascript(PAGE, GAMES, [20_000], tmp_path)
    assert len(lengths) == 20_000
    assert sum(length >= 5 for length in lengths) >= 0.8 * 20_000
    assert sum(length >= 10 for length in lengths) < 0.9 * 20_000  # there is something to gain


def test_the_hint_leads_to_eight_mistakes_from_every_first_one(sample):
    for first in sample:
        w, made = first, 1
        while wrong := [z for z in sample if dot(z, w) <= 0]:
            z = max(wrong, key=lambda z: dot(z, w))  # the nearest to the line
            w, made = (w[0] + z[0], w[1] + z[1]), made + 1
        assert made >= 8
