"""The short questions: those of the book are well formed, shown, and exported whole."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup

from ptronlib.course import questions
from ptronlib.course.__main__ import main
from tools.article import Article
from tools.plain import Plain

BOOK = Path(__file__).parents[1] / "book"
FILES = sorted((BOOK / "questions").glob("*.yml"))
SAMPLE = r"""
- id: q01-1
  kind: choice
  ask: |
    The perceptron meets $z$ with $w \cdot z = 0 < 1$. What does it do?

    $$ w \leftarrow\ ? $$
  choices:
    - says: It adds $z$ to $w$.
      reply: A tie is a mistake.
      right: true
    - says: "Nothing: $0$ is < 1 & <b>no</b> mistake!"
      reply: "No: a *tie* is a mistake."
- id: q01-2
  kind: line
  ask: Which line fails?
  choices:
    - says: $\|w_t\| \ge t\,\varepsilon$
      reply: This one holds.
    - says: 0.5
      reply: Nothing is left.
      right: true
"""
CONF = """
extensions = ["myst_nb", "sphinx_design", "book._ext.questions"]
myst_enable_extensions = ["dollarmath"]
html_theme = "basic"
root_doc = "page"
exclude_patterns = ["book"]
"""


def root_with(folder, text=SAMPLE):
    """Make a root whose book has these questions on chapter 1."""
    (folder / "book" / "questions").mkdir(parents=True)
    (folder / "book" / "intro.md").touch()
    (folder / "book" / "questions" / "01.yml").write_text(text, "utf-8")
    return folder


# -- the files of the book


def test_a_chapter_has_six_questions():
    for path in FILES:
        asked = questions.read(path)
        assert Counter(question.kind for question in asked) == questions.KINDS, path.name
        assert [q.id for q in asked] == [f"q{path.stem}-{k}" for k in range(1, 7)]
        for question in asked:
            says = [choice.says for choice in question.choices]
            assert len(set(says)) == len(says), question.id


def test_the_place_of_the_right_choice_does_not_tell_it():
    for path in FILES:
        assert len({question.letter for question in questions.read(path)}) > 1, path.name


def test_ids_are_unique_and_every_file_is_one_of_a_chapter():
    names = [question.id for path in FILES for question in questions.read(path)]
    assert len(set(names)) == len(names)
    assert {path.stem for path in FILES} <= {path.name[:2] for path in BOOK.glob("[0-9]*.ipynb")}


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("kind: line", "kind: essay", "question 2 (q01-2): kind is one of choice, line, predict"),
        ("right: true", "right: 1", "question 1 (q01-1), choice 1: right should be true"),
        ("      right: true\n", "", "of which one has `right: true`; got 2, of which 0 have"),
        ("reply: This one holds.", "reply: ''", "choice 1: reply should be a text; got ''"),
        ("  kind: choice\n", "", "id, kind, ask and choices are expected"),
        ("      reply: Nothing is left.\n", "", "says, reply and perhaps right are expected"),
    ],
)
def test_a_malformed_question_is_named(old, new, said, tmp_path):
    path = tmp_path / "01.yml"
    path.write_text(SAMPLE.replace(old, new), "utf-8")
    with pytest.raises(ValueError, match=re.escape(said)):
        questions.read(path)
    path.write_text("a: 1", "utf-8")
    with pytest.raises(ValueError, match="should hold a list of questions"):
        questions.read(path)


def test_choices_are_mixed_but_lines_and_numbers_are_not(tmp_path):
    path = tmp_path / "01.yml"
    choices = (
        "".join(f"    - says: {w}\n      reply: so\n" for w in "abcdefgh") + "      right: true\n"
    )
    says = {}
    for kind in ("choice", "line"):
        path.write_text(f"- id: q\n  kind: {kind}\n  ask: which\n  choices:\n{choices}", "utf-8")
        (question,) = questions.read(path)
        says[kind] = "".join(choice.says for choice in question.choices)
    assert says["line"] == "abcdefgh" and sorted(says["choice"]) == list("abcdefgh")
    assert says["choice"] != "abcdefgh"
    path.write_text(
        path.read_text("utf-8").replace("line", "choice").replace("a\n", "3\n"), "utf-8"
    )
    assert questions.read(path)[0].choices[1].says == "b"


# -- the page


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Return the folder of two pages, of which the second has one question, built by Sphinx."""
    root = root_with(tmp_path_factory.mktemp("book"))
    (root / "conf.py").write_text(CONF, "utf-8")
    text = "# Title\n\nText.\n\n## Questions\n\n```{questions} 01\n```\n\n## After\n"
    (root / "page.md").write_text(text, "utf-8")
    alone = "---\norphan: true\n---\n\n# One\n\nGuess.\n\n```{questions} 01 2\n```\n"
    (root / "alone.md").write_text(alone, "utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(root), str(root / "o")]
    made = subprocess.run(
        command, cwd=BOOK.parent, capture_output=True, text=True,
        env={"PYTHONPATH": str(BOOK.parent), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    return root / "o"


@pytest.fixture(scope="module")
def page(pages):
    return (pages / "page.html").read_text("utf-8")


def test_nothing_tells_the_right_choice_before_it_is_opened(page):
    tree = BeautifulSoup(page, "html.parser")
    (first, second) = tree.select("div.questions > div.question")
    assert first["id"] == "q01-1" and "1." in first.get_text() and "script" not in str(first)
    for question in (first, second):
        folds = question.select("details")
        assert len(folds) == 2 and not any(fold.has_attr("open") for fold in folds)
        shown = [fold.summary.attrs | fold.attrs for fold in folds]
        assert shown[0] == shown[1]
        for fold in folds:
            assert not re.search("right|tie is", fold.summary.get_text())
    replies = [fold.div.get_text().strip() for fold in first.select("details")]
    assert replies == ["Right. A tie is a mistake.", "No: a tie is a mistake."]
    assert first.select("details summary .math")[0].get_text() == r"\(z\)"


def article_of(page, tmp_path):
    """Return a page as an article, as the theme of the book makes one."""
    body = page[page.index("<section") : page.rindex("</section>") + len("</section>")]
    (tmp_path / "page.html").write_text(f"<article>{body}</article>", "utf-8")
    return Article(tmp_path / "page.html")


@pytest.fixture
def article(page, tmp_path):
    return article_of(page, tmp_path)


def test_a_question_alone_keeps_its_number(pages, tmp_path):
    article = article_of((pages / "alone.html").read_text("utf-8"), tmp_path)
    article.part_questions(folded=True)
    text = Plain(article, "").text(article.tree)
    assert text.index("This is question 2 of the chapter") < text.index("**2.** Which line fails?")
    assert "2 (b) **Right.**" in text
    assert "What does it do" not in text and "1 (a)" not in text


def test_numbers_of_questions_that_are_not_there_are_refused():
    asked = questions.read(FILES[0])
    assert [k for k, _ in questions.numbered(asked)] == [1, 2, 3, 4, 5, 6]
    assert questions.numbered(asked, "2-3") == [(2, asked[1]), (3, asked[2])]
    for which in ("0", "7", "5-7", "3-2"):
        with pytest.raises(ValueError, match=f"Numbers from 1 to 6 .* got {which}"):
            questions.numbered(asked, which)


def test_every_chapter_shows_each_of_its_questions_once():
    for path in FILES:
        (chapter,) = BOOK.glob(f"{path.stem}_*.ipynb")
        shown = re.findall(r"```\{questions\} *(\d+) *([\d-]*)\\n", chapter.read_text("utf-8"))
        asked = questions.read(path)
        numbers = [k for _, which in shown for k, _ in questions.numbered(asked, which)]
        assert sorted(numbers) == [1, 2, 3, 4, 5, 6], chapter.name
        assert {number for number, _ in shown} == {path.stem}, chapter.name


def test_a_notebook_lists_the_choices_and_folds_the_replies(article):
    article.part_questions(folded=True)
    text = Plain(article, "").text(article.tree)
    asked, replies = text.split("<details>")
    assert "- (a) It adds $z$ to $w$." in asked and r"$$ w \leftarrow\ ? $$" in asked
    assert "- (b) Nothing: $0$" in asked and "tie" not in asked
    assert "2 (b) **Right.** Nothing is left." in replies
    assert replies.index("1 (a)") < replies.index("1 (b)") < replies.index("2 (a)")


def test_on_paper_the_replies_stand_below_the_questions(article):
    article.part_questions(folded=False)
    assert not article.tree.select("details")
    text = article.tree.get_text()
    assert text.index("Which line fails?") < text.index("tie is a mistake") < text.index("After")


def test_slides_have_no_questions_and_no_slide_for_them(article):
    article.without_questions()
    titles = [title.get_text() for title in article.tree.select("h1, h2")]
    assert [title.rstrip("\u00b6") for title in titles] == ["Title", "After"]


# -- the bank


def test_moodle_gets_every_choice_with_its_reply(tmp_path):
    root = root_with(tmp_path)
    quiz = ElementTree.fromstring(questions.moodle(questions.bank(root=root), root))
    category, first, second = quiz.findall("question")
    assert category.get("type") == "category" and "Chapter 1" in category.findtext("category/text")
    assert first.get("type") == "multichoice" and first.findtext("single") == "true"
    assert [q.findtext("name/text") for q in (first, second)] == ["q01-1", "q01-2"]
    asked = first.find("questiontext")
    assert asked.get("format") == "html" and r"\(w \cdot z = 0 &lt; 1\)" in asked.findtext("text")
    assert r"\[w \leftarrow\ ?\]" in asked.findtext("text") and "$" not in asked.findtext("text")
    answers = [(a.get("fraction"), a.findtext("text")) for a in first.findall("answer")]
    assert answers[0] == ("100", r"<p>It adds \(z\) to \(w\).</p>") and answers[1][0] == "0"
    assert "&lt;b&gt;no&lt;/b&gt;" in answers[1][1]
    assert "<em>tie</em>" in first.findall("answer")[1].findtext("feedback/text")
    assert (first.findtext("shuffleanswers"), second.findtext("shuffleanswers")) == (
        "true", "false",
    )  # fmt: skip


def test_paper_shows_answers_only_if_they_are_wanted(tmp_path):
    root = root_with(tmp_path)
    bank = questions.bank([1], root)
    plain = questions.text(bank, root=root)
    assert "   (a) It adds $z$ to $w$." in plain and "tie is" not in plain
    solved = questions.text(bank, answers=True, root=root)
    assert solved.startswith(plain.rstrip("\n")) and "2. (b) is right." in solved


def test_a_chapter_without_questions_is_named(tmp_path):
    root = root_with(tmp_path)
    with pytest.raises(FileNotFoundError, match="no questions on chapter 9.*questions: 1"):
        questions.bank([9], root)
    with pytest.raises(FileNotFoundError, match="Clone the repository"):
        questions.bank(root=tmp_path / "elsewhere")


def test_the_command_writes_a_file_or_to_the_terminal(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("ptronlib.course._clone.ROOT", root_with(tmp_path))
    assert main(["questions", "--format", "text", "1"]) == 0
    assert "Chapter 1" in capsys.readouterr().out
    target = tmp_path / "bank.xml"
    assert main(["questions", "-o", str(target)]) == 0
    assert ElementTree.parse(target).getroot().tag == "quiz"
    assert main(["questions", "7"]) == 2
    assert capsys.readouterr().err.startswith("ptronlib.course questions: There are no questions")


def test_a_page_for_print_needs_a_place_and_gets_its_script(tmp_path, capsys, monkeypatch):
    assert main(["questions", "1", "--format", "html"]) == 2
    assert "add -o quiz.html" in capsys.readouterr().err
    page = tmp_path / "quiz.html"
    assert main(["questions", "1", "3", "--format", "html", "-o", str(page)]) == 0
    assert (tmp_path / "mathjax.js").is_file() and "<h2>Chapter 3</h2>" in page.read_text("utf-8")
    monkeypatch.setitem(sys.modules, "sphinx-mathjax-offline", None)
    assert main(["questions", "1", "--format", "html", "-o", str(page)]) == 2
    assert "Type `make setup` in the clone" in capsys.readouterr().err
