"""The scripts that guard the book notice what they are there to notice."""

import nbformat
import pytest

from tools import csp, tested


def test_a_notebook_left_out_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(tested, "ROOT", tmp_path)
    cells = [nbformat.v4.new_code_cell("1"), nbformat.v4.new_code_cell("2")]
    (tmp_path / "book").mkdir()
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "book" / "a.ipynb")
    report = tmp_path / "notebooks.xml"
    case = '<testcase classname="book.a.ipynb" name="Cell {}" />'
    report.write_text(f"<testsuite>{case.format(0)}</testsuite>")
    assert tested.left_out(tested.cases(report)) == ["a.ipynb: 1 of 2 code cells were compared"]
    report.write_text(f"<testsuite>{case.format(0)}{case.format(1)}</testsuite>")
    assert tested.left_out(tested.cases(report)) == []
    with pytest.raises(SystemExit, match="that part did not run"):
        tested.cases(tmp_path / "unit.xml")


PAGE = """<html><head><meta charset="utf-8" />
<script>run()</script><script src="a.js"></script>
<script type="application/json">{"no": "script"}</script></head>
<body><button onclick="go(&quot;x&quot;)">x</button></body></html>"""


def test_a_policy_allows_what_the_page_brings_and_comes_once_before_any_script():
    allowed = csp.handlers(PAGE)
    assert allowed == {'go("x")'}
    rules = dict(rule.split(" ", 1) for rule in csp.policy(PAGE, allowed).split("; "))
    assert rules["default-src"] == rules["connect-src"] == "'self'"
    hashes = [word for word in rules["script-src"].split() if word.startswith("'sha256-")]
    assert len(hashes) == 2 and "unsafe-inline" not in rules["script-src"]
    assert "unsafe-eval" not in rules["script-src"]
    once = csp.protect(PAGE, set())
    assert csp.protect(once, set()) == once
    assert once.index("Content-Security-Policy") < once.index("<script>")
    with pytest.raises(ValueError, match="character set"):
        csp.protect("<html></html>", set())


def test_a_statement_whose_test_did_not_run_is_noticed(tmp_path):
    report = tmp_path / "unit.xml"
    mark = '<properties><property name="statement" value="A-1" /></properties>'
    case = '<testcase classname="tests.test_x" name="test_a[{}]">{}</testcase>'
    entries = [{"id": "A-1", "test": "test_x.py::test_a"}]
    for inside, ran in [(mark, True), ("", False), (mark + "<failure />", False)]:
        report.write_text(f"<testsuite>{case.format(0, inside)}</testsuite>")
        assert (tested.unchecked(tested.cases(report), entries) == []) == ran
    assert tested.unchecked([], entries) == ["A-1: test_x.py::test_a did not run under its marker"]
