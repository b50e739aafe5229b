"""The scripts that guard the book notice what they are there to notice."""

from __future__ import annotations

import os

import nbformat
import pytest

from tools import browser, csp, notebooks, pages, tested


def test_an_asked_for_browser_must_exist(monkeypatch):
    monkeypatch.setenv("PTRON_BROWSER", "/nowhere/chromium")
    with pytest.raises(FileNotFoundError, match="PTRON_BROWSER must name an executable file"):
        browser.find_browser()


def test_without_a_browser_the_message_names_what_was_tried(monkeypatch):
    monkeypatch.setattr(browser, "find_browser", lambda: None)
    monkeypatch.setattr(browser, "_run", lambda *command: " ".join(command) + ": exit status 1")
    with pytest.raises(SystemExit, match="(?s)on PATH: chromium.*playwright install"):
        browser.ensure_browser()


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A book of one page, built."""
    (tmp_path / "_toc.yml").write_text("root: page\n")
    source, built = tmp_path / "page.md", tmp_path / "html" / "page.html"
    source.write_text("# *One* page's $x$\n")
    built.parent.mkdir()
    built.write_text('<h1><em>One</em> page&#8217;s <span>x</span><a class="headerlink"></a></h1>')
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    monkeypatch.setattr(pages, "BUILT", tmp_path / "html")
    return source, built


def test_a_built_page_is_accepted(book):
    assert pages.sources() == [book[0]]
    assert pages.problem(book[0]) is None


def test_a_page_that_is_missing_old_or_another_is_noticed(book):
    source, built = book
    source.write_text("# Another page\n")
    built.touch()
    assert "is headed" in pages.problem(source)
    source.touch()
    an_hour_ago = source.stat().st_mtime - 3600
    os.utime(built, (an_hour_ago, an_hour_ago))
    assert "is older" in pages.problem(source)
    built.unlink()
    assert "was not built" in pages.problem(source)


def test_a_listed_page_without_a_source_is_noticed(book):
    book[0].unlink()
    with pytest.raises(SystemExit, match="there is no page.md"):
        pages.sources()


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


@pytest.mark.thorough
def test_two_executions_store_the_same_bytes(tmp_path):
    source = "import ipywidgets\nprint(object())\nipywidgets.IntSlider(3)"
    path = tmp_path / "a.ipynb"
    cell = nbformat.v4.new_code_cell(source, id="a")
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    assert notebooks.renew(path)
    first = path.read_bytes()
    assert b"widget-state" in first
    assert notebooks.renew(path)
    assert path.read_bytes() == first


@pytest.mark.thorough
def test_a_failing_notebook_is_left_as_it_was(tmp_path):
    path = tmp_path / "a.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0")]), path)
    before = path.read_bytes()
    assert not notebooks.renew(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_the_slowest_tests_come_first(tmp_path):
    report = tmp_path / "unit.xml"
    cases = "".join(f'<testcase classname="a" name="t{k}" time="{k}.0"/>' for k in range(12))
    report.write_text(f"<testsuite>{cases}</testsuite>")
    lines = tested.slowest(tested.cases(report))
    assert len(lines) == 10 and lines[0].split() == ["11.0", "s", "a::t11"]


def test_parts_run_to_their_end_whatever_the_others_do(tmp_path, monkeypatch, capfd):
    """A part that fails hides nothing of the part beside it, nor of the next one."""
    (tmp_path / "Makefile").write_text("good:\n\t@echo said\nbad:\n\t@false\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tested, "REPORTS", tmp_path / "reports")
    assert tested.main(["bad+good", "good"]) == 1
    said = capfd.readouterr().out
    assert said.count("said") == 2 and "FAILED" in said and said.count("passed") == 1


PAGE = """<html><head><meta charset="utf-8" />
<script>run()</script><script src="a.js"></script>
<script type="application/json">{"no": "script"}</script></head>
<body><button onclick="go(&quot;x&quot;)">x</button></body></html>"""


def test_a_policy_allows_what_the_page_brings_and_no_more():
    allowed = csp.handlers(PAGE)
    assert allowed == {'go("x")'}
    rules = dict(rule.split(" ", 1) for rule in csp.policy(PAGE, allowed).split("; "))
    assert rules["default-src"] == rules["connect-src"] == "'self'"
    hashes = [word for word in rules["script-src"].split() if word.startswith("'sha256-")]
    assert len(hashes) == 2 and "unsafe-inline" not in rules["script-src"]
    assert "unsafe-eval" not in rules["script-src"]


def test_a_policy_is_put_once_before_any_script():
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
