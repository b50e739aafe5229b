"""The scripts that guard the book notice what they are there to notice."""

import nbformat

from tools import tested


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


def test_a_statement_whose_test_did_not_run_is_noticed(tmp_path):
    report = tmp_path / "unit.xml"
    mark = '<properties><property name="statement" value="A-1" /></properties>'
    case = '<testcase classname="tests.test_x" name="test_a[{}]">{}</testcase>'
    entries = [{"id": "A-1", "test": "test_x.py::test_a"}]
    for inside, ran in [(mark, True), ("", False), (mark + "<failure />", False)]:
        report.write_text(f"<testsuite>{case.format(0, inside)}</testsuite>")
        assert (tested.unchecked(tested.cases(report), entries) == []) == ran
    assert tested.unchecked([], entries) == ["A-1: test_x.py::test_a did not run under its marker"]
