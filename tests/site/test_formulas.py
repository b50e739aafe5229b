"""Formulas are typeset when the book is built, with MathJax."""

from __future__ import annotations

import re

import pytest

from tools.lean import formulas

SPAN = '<p>Let <span class="math notranslate nohighlight">\\({}\\)</span>.</p>'
DISPLAY = (
    '<div class="math notranslate nohighlight" id="equation-a">\n'
    '<span class="eqno">(1)<a href="#equation-a">#</a></span>\\[{}\\]</div>'
)


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(formulas, "CACHE", tmp_path / "formulas.json")
    monkeypatch.setattr(formulas, "BUILT", tmp_path)
    (tmp_path / "_static").mkdir()
    return tmp_path


def test_formulas_are_typeset_with_their_tex_and_for_screen_readers(own_cache):
    page = SPAN.format("a &lt; b") + DISPLAY.format("\\beta_t")
    assert formulas.formulas(page) == {("a < b", False), ("\\beta_t", True)}
    known = formulas.typeset(formulas.formulas(page))
    placed = formulas.place(page, known)
    assert 'data-tex="a &lt; b"' in placed and "<mo>&lt;</mo>" in placed
    assert placed.index("eqno") < placed.index('display="true"')
    assert formulas.formulas(placed) == set() and formulas.place(placed, {}) == placed
    assert "calc(1ex" in (own_cache / "_static" / formulas.STYLES).read_text("utf-8")


def test_a_formula_is_typeset_once(own_cache, monkeypatch):
    first = formulas.typeset([("x^2", False)])
    monkeypatch.setattr(formulas, "ask", lambda *task: pytest.fail(f"asked for {task}"))
    assert formulas.typeset([("x^2", False)]) == first


def lines_of(tex):
    """The lines into which a formula may be broken, each as its number of glyphs."""
    ((_, html),) = formulas.typeset([(tex, True)]).items()
    drawn = html[: html.index("<mjx-assistive-mml")]
    return [len(re.findall(r'class="mjx-c[0-9A-F]+\b', line)) for line in drawn.split("<wbr>")]


@pytest.mark.parametrize(
    ("tex", "lines"),
    [
        ("f(x) = a x^2 + b x + c", [13]),  # short
        ("f(x) = a + b + c, \\qquad g(x) = a - b - c", [11, 10]),
        ("\\|w - v\\|^2 = \\|w\\|^2 - 2\\,v \\cdot w + \\|v\\|^2 \\le R", [6, 15, 2]),
        ("f = (a + b + c)(d + e + f)(g + h + i)(j + k - l)", [1, 29]),
        ("f(x) = \\sum_{i = 1}^n a_i x_i + \\Bigl(b - c = \\frac{d + e}{f}\\Bigr)", [4, 10, 11]),
    ],
)
def test_a_long_formula_breaks_between_its_parts_and_never_in_brackets(own_cache, tex, lines):
    assert lines_of(tex) == lines


def test_a_mistyped_command_is_named(own_cache):
    with pytest.raises(SystemExit, match=r"Undefined control sequence.*\\epsilonn"):
        formulas.typeset([("\\epsilonn", False)])
