"""Formulas are typeset when the book is built; test_pages.py looks at what came of it."""

import pytest

from tools.lean import formulas


def test_a_mistyped_command_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(formulas, "CACHE", tmp_path / "formulas.json")
    monkeypatch.setattr(formulas, "BUILT", tmp_path)
    with pytest.raises(SystemExit, match=r"Undefined control sequence.*\\epsilonn"):
        formulas.typeset([("\\epsilonn", False)])
