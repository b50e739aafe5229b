"""What of a chapter its slides show: statements, proofs, and what these rest on."""

import re
from copy import copy

import pytest
from bs4 import BeautifulSoup

from tools import slides
from tools.lecture import Lecture, sentences, symbols

OUT = (
    "details.sd-dropdown, div.questions, .exercise, .solution, .cell, figure, .headerlink, "
    "svg, .run-here, .sitting"
)
READ = re.compile(r"Where this comes from|claims, checked|questions$|Change it$")
# Terms that a reviewer missed on the slides, by chapter.
MISSED = {1: ["signed example", "convex combination"], 6: ["error"], 7: ["error", "stable"]}


TYPESET = re.compile(r'(<mjx-container data-tex="[^"]*").*?</mjx-container>', re.DOTALL)


def tree(html):
    """Return a page, of whose formulas only the TeX is left."""
    return BeautifulSoup(TYPESET.sub(r"\1></mjx-container>", html), "html.parser")


@pytest.fixture(scope="module")
def whole():
    """Return each chapter's page with its deck, notes included."""
    return [(page, tree(slides.document(page)[1])) for page in slides.chapters()]


@pytest.fixture(scope="module")
def decks(whole):
    """Return each chapter, the shown part of its deck, and its notes."""
    made = []
    for page, with_notes in whole:
        html = page.read_text("utf-8")
        chapter = tree(html[html.index("<article") : html.index("</article>")]).article
        for heading in chapter.select("h2, h3"):
            if READ.search(heading.get_text().rstrip("#\u00b6 \n")):
                heading.parent.decompose()
        for node in chapter.select(OUT):
            node.decompose()
        deck = copy(with_notes)
        for figure in deck.select("figure.again"):
            figure.decompose()
        notes = [note.extract() for note in deck.select("aside.notes")]
        made.append((chapter, deck, notes))
    return made


def words(node):
    """Return the text of a node and the TeX of its formulas, in order."""
    found = []
    for child in node.descendants:
        if getattr(child, "name", None) == "mjx-container":
            found.append(child["data-tex"])
        elif isinstance(child, str) and not child.find_parent("mjx-container"):
            found += child.split()
    return "".join("".join(found).split())


def statements(tree):
    return [box for box in tree.select("div.proof.admonition") if len(box["class"]) > 2]


def proofs(tree):
    return [box for box in tree.select("div.proof.admonition") if len(box["class"]) == 2]


def test_every_statement_is_shown_whole(decks):
    for chapter, deck, _ in decks:
        assert [*map(words, statements(chapter))] == [*map(words, statements(deck))]


def test_every_term_is_shown_where_it_is_defined(decks):
    for chapter, deck, _ in decks:
        defined = {words(term) for term in chapter.select("p strong, li strong")}
        shown = {words(term) for term in deck.select("strong")}
        assert len(defined) > 3 and defined - shown == set()


def test_what_a_reviewer_missed_is_shown(decks):
    for k, terms in MISSED.items():
        shown = {term.get_text() for term in decks[k - 1][1].select("strong")}
        assert set(terms) <= shown


def test_every_symbol_of_a_statement_is_shown_where_it_comes_first(decks):
    for chapter, deck, _ in decks:
        shown = {formula["data-tex"] for formula in deck.select("mjx-container")}
        formulas = chapter.select("mjx-container")
        first, rests = {}, {}
        for k, formula in enumerate(formulas):
            for symbol in symbols(formula["data-tex"]):
                first.setdefault(symbol, k)
        for statement in statements(chapter):
            for formula in statement.select("mjx-container"):
                rests |= {symbol: first[symbol] for symbol in symbols(formula["data-tex"])}
        missing = {s: formulas[k]["data-tex"] for s, k in rests.items()
                   if formulas[k]["data-tex"] not in shown}  # fmt: skip
        assert len(rests) > 5 and missing == {}


def test_a_proof_is_whole_and_comes_step_by_step(decks):
    for chapter, deck, _ in decks:
        told = "".join(words(step) for step in deck.select(".step"))
        assert told == "".join(map(words, proofs(chapter)))
        for step in deck.select(".step"):
            assert "fragment" in step["class"] and len(step.select("div.math")) <= 1
        assert all("fragment" in item["class"] for item in deck.select(".item"))


def test_folds_checks_and_claims_stay_out(decks):
    for _, deck, _ in decks:
        assert not deck.select("details, .questions, .tag_curious, .tag_hide-cell, .exercise-check")
        assert "For the curious" not in deck.get_text()
        titles = [section.get("data-title") for section in deck.select("section")]
        assert not any(READ.search(title) for title in titles)
        assert all(section.select(".block") for section in deck.select("section")[1:])


def test_each_sentence_that_is_asked_for_is_there_once():
    wanted = {page: slides.asked(page) for page in slides.chapters()}
    assert any(wanted.values())
    for page, asked in wanted.items():
        assert set(asked) <= {"show", "leave", "again"}
        lecture = Lecture(slides.Article(page), asked)
        again = [words for one in asked.get("again", ()) for words in one]
        words = [*asked.get("show", ()), *asked.get("leave", ()), *again]
        assert sorted(lecture.found) == sorted(words), page.stem


def test_a_figure_stands_once_more_beside_a_sentence():
    page = slides.chapters()[0]
    lecture = Lecture(slides.Article(page), {"again": [{"Will this ever end?": "fig-first"}]})
    blocks = [block for part in lecture.parts for block in part.blocks if block.kind == "figure"]
    first, once_more = [block for block in blocks if "Fig. 1.1" in block.node.get_text()]
    assert once_more.node.find("img")["src"] == first.node.find("img")["src"]
    assert not once_more.node.select("[id], .fragment, .caption-text")
    assert lecture.found == ["Will this ever end?"]


def test_an_exercise_has_its_solution_in_the_notes(whole):
    for _, deck in whole:
        asked = deck.select(".block.exercise")
        assert len(asked) >= 8
        for block in asked:
            number = re.search(r"Exercise ([\d.]+)", block.get_text())[1]
            assert f"Solution to Exercise {number}" in block.select_one("aside.notes").get_text()


def test_what_was_cut_is_in_the_notes(decks):
    for chapter, deck, notes in decks:
        said = words(deck) + "".join(map(words, notes))
        lost = [text for p in chapter.select("section > p") if (text := words(p)) not in said]
        assert lost == []


def test_an_interactive_is_in_its_slide_with_what_it_needs(decks):
    for page, (_, deck, _) in zip(slides.chapters(), decks, strict=True):
        html = page.read_text("utf-8")
        views = html.count('"application/vnd.jupyter.widget-view+json"')
        assert len(deck.select('.live script[type$="widget-view+json"]')) == views
        assert bool(views) == bool(slides.live(html))


# -- the rules


def said(html):
    return [
        " ".join(s.get_text().split())
        for s in sentences(BeautifulSoup(f"<p>{html}</p>", "html.parser").p)
    ]


def test_sentences():
    assert said("One. Two? (Three.) Four") == ["One.", "Two?", "(Three.)", "Four"]
    assert said("See Fig. 3, e.g. this. Then") == ["See Fig. 3, e.g. this.", "Then"]
    assert said('By <b>A. Novikoff</b>: is <span class="nobreak">x.</span> Now') == [
        "By A. Novikoff: is x.", "Now",
    ]  # fmt: skip
    assert said("<strong>What it is for.</strong> It helps. More") == [
        "What it is for. It helps.", "More",
    ]  # fmt: skip


def test_symbols():
    assert symbols(r"\operatorname{err}(w_t) \le \gamma \text{ if } x \in \mathbb{R}^d") == {
        r"\operatorname{err}", "w", "w_t", "t", r"\gamma", "x", "d",
    }  # fmt: skip


def test_a_chapter_says_what_is_cut(tmp_path):
    (tmp_path / "page.html").write_text(
        "<article><section><h1>Title</h1><section><h2>Part</h2><p>The first sentence has so many"
        " words that it stands by itself. So has the second. A <strong>term</strong> is defined"
        " here by a sentence of a dozen words, no fewer, if you count. Then comes another sentence,"
        " which is for the speaker alone.</p></section></section>"
        "</article>"
    )
    lecture = Lecture(slides.Article(tmp_path / "page.html"))
    (block,) = lecture.parts[1].blocks
    assert block.node.get_text().strip().startswith("A term is defined") and not block.free
    assert block.notes[0].get_text().startswith("The first sentence")
