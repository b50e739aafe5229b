"""What tools/lean does to pages: formulas, names, icons, scripts, descriptions, saved states."""

from __future__ import annotations

import json
import re

import pytest

from tools import pages
from tools.lean import describe, formulas, icons, names, scripts, states, styles

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


def test_a_long_name_breaks_behind_its_dots_and_underscores():
    code = '<code class="literal"><span class="pre">{}</span></code>'
    long = code.format("bounds.margin_constant(0.25)")
    loose = code.format("bounds.<wbr>margin_<wbr>constant(0.25)")
    assert names.loosen(long) == names.loosen(loose) == loose
    for same in (code.format("data.lift"), "<pre>bounds.margin_constant</pre>"):
        assert names.loosen(same) == same


def test_a_mistyped_command_is_named(own_cache):
    with pytest.raises(SystemExit, match=r"Undefined control sequence.*\\epsilonn"):
        formulas.typeset([("\\epsilonn", False)])


def test_only_anywidgets_are_shown():
    state = {"state": {"a": {"model_module": "anywidget", "model_name": "AnyModel", "state": {}}}}
    assert states.models(json.dumps(state)) == {"a": {}}
    state["state"]["b"] = {"model_module": "x", "model_name": "IntSliderModel", "state": {}}
    with pytest.raises(SystemExit, match="IntSliderModel of x"):
        states.models(json.dumps(state))


def test_a_description_is_cut_between_words():
    page = "<title>T</title><article><p>" + "some words " * 40 + "</p></article>"
    said = describe.summary(page)
    assert len(said) <= describe.LENGTH and said.endswith(("some\u2026", "words\u2026"))
    assert describe.describe(describe.describe(page)) == describe.describe(page)


def test_an_unknown_icon_is_named():
    with pytest.raises(SystemExit, match="no icon called nosuch"):
        icons.draw('<i class="fas fa-nosuch"></i>')


def test_every_built_page_is_light():
    texts = {p: t for p, t in pages.built_texts().items() if " data-content_root=" in t}
    assert len(texts) >= len(pages.pages())
    for path, text in texts.items():
        assert icons.draw(text) == text and formulas.formulas(text) == set(), path
        assert text.count(f"_static/{scripts.BUNDLE}?") == 1, path
        assert text.count(f"_static/{styles.SHEET}?") == 1 and '<meta name="description"' in text
        assert "tex-mml" not in text and "fontawesome.js" not in text, path
