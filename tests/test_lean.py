"""What tools/lean does to pages: names, descriptions, saved states."""

from __future__ import annotations

import json

import pytest

from tools.lean import describe, names, states


def test_a_long_name_breaks_behind_its_dots_and_underscores():
    code = '<code class="literal"><span class="pre">{}</span></code>'
    long = code.format("bounds.margin_constant(0.25)")
    loose = code.format("bounds.<wbr>margin_<wbr>constant(0.25)")
    assert names.loosen(long) == names.loosen(loose) == loose
    for same in (code.format("betas.power"), "<pre>bounds.margin_constant</pre>"):
        assert names.loosen(same) == same


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
