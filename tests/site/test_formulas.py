"""Formulas are typeset when the book is built, with MathJax."""

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


def test_a_mistyped_command_is_named(own_cache):
    with pytest.raises(SystemExit, match=r"Undefined control sequence.*\\epsilonn"):
        formulas.typeset([("\\epsilonn", False)])
