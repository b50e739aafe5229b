"""What tools/lean does to pages: formulas, icons, scripts, descriptions, saved states."""

from __future__ import annotations

import json

import pytest

from tools import pages
from tools.lean import describe, formulas, icons, scripts, states, styles

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
