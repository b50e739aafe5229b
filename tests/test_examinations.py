"""The examination papers: complete, their sums right, every number of a scheme computed anew."""

import re
from collections import Counter

import pytest
from examination_answers import ANSWERS
from test_prose import numbers, value

from tools import examinations, lecturer, student
from tools.pages import ROOT, sources
from tools.plans import Course

COURSE = Course(ROOT / "book")
PAPERS = {path.stem: examinations.read(path) for path in examinations.files()}
QUESTIONS = [one for asked in PAPERS.values() for one in asked]
RAW = {
    entry["id"]: entry
    for path in examinations.files()
    for entry in examinations.yaml.safe_load(path.read_text("utf-8"))
}
papers = pytest.mark.parametrize("name", PAPERS)
questions = pytest.mark.parametrize("one", QUESTIONS, ids=lambda one: one.id)


@papers
def test_a_paper_takes_two_hours_and_has_sixty_points(name):
    asked = PAPERS[name]
    assert examinations.READING + sum(q.minutes for q in asked) == examinations.MINUTES == 120
    assert sum(q.points for q in asked) == 60
    assert all(1.5 <= q.minutes / q.points + 0.2 <= 2.5 for q in asked)


@papers
def test_every_chapter_is_in_each_paper(name):
    assert Counter(c for q in PAPERS[name] for c in q.chapters) == dict.fromkeys(range(1, 11), 1)


@questions
def test_every_part_names_sections_that_exist_and_are_on_its_chapter(one):
    for named in one.sections.values():
        chapters = {COURSE.place(name)[0] for name in named}
        assert max(chapters) <= max(one.chapters) and chapters <= {1, 6, *one.chapters}, one.id
    assert set(one.chapters) <= {COURSE.place(n)[0] for ns in one.sections.values() for n in ns}


def test_what_a_question_needs_is_no_fold_and_is_taught_by_some_plan():
    """The two that were not: on a growing threshold, and on stable schemes."""
    for one in (q for q in QUESTIONS if q.id in ("p1-7", "p2-3")):
        places = {COURSE.place(name) for named in one.sections.values() for name in named}
        assert all(places <= COURSE.taught(count) for count in (8, 12)), one.id
        said = examinations._needs(one, COURSE)
        assert (
            said.startswith("*Sections needed: (a) ")
            and "Taught in full by the plan for" in said
            and "8 and 12 meetings.*" in said
        )
    (one,) = (q for q in QUESTIONS if q.id == "p2-8")
    assert "(b) 8.6 How far one vector strays" in examinations._needs(one, COURSE)


def test_there_are_two_papers_with_names_of_their_own():
    assert list(PAPERS) == ["paper1", "paper2"] and len(RAW) == len(QUESTIONS) == len(ANSWERS)


def as_printed(value, printed):
    """Write a computed value as the scheme prints it."""
    if isinstance(value, str):
        return value
    plain = printed.replace(",", "")
    digits = len(plain.partition(".")[2])
    whole = f"{float(value):.{digits}f}"
    return f"{int(float(whole)):,}" if "," in printed else whole


@questions
def test_every_number_of_a_scheme_is_computed(one):
    computed, printed = ANSWERS[one.id](), RAW[one.id]["answers"]
    assert computed.keys() == printed.keys()
    assert {k: as_printed(v, printed[k]) for k, v in computed.items()} == printed


@questions
def test_a_scheme_has_no_other_results(one):
    """What is no answer under a name was given in the question, or is a small whole number."""
    given = {value(number) for _, number in numbers(RAW[one.id]["ask"])}
    given |= {float(x) for x in re.findall(r"\d+(?:\.\d+)?", RAW[one.id]["ask"])}
    for award in RAW[one.id]["scheme"]:
        text = examinations.NAME.sub("", award["for"])
        for found in re.findall(r"(?<![\w.])\d+\.\d+", text):
            assert float(found) in given | KNOWN.get(one.id, set()), (award, found)


KNOWN = {  # steps on the way to an answer that the words of the scheme derive
    "p1-2": {0.81, 1.8, 0.19}, "p1-7": {0.05}, "p1-10": {0.015, 0.985},
    "p2-6": {59.5}, "p2-7": {0.05}, "p2-8": {0.64},
}  # fmt: skip


def test_a_changed_number_is_noticed():
    for one in QUESTIONS:
        computed = ANSWERS[one.id]()
        for name, printed in RAW[one.id]["answers"].items():
            wrong = re.sub(r"\d", lambda m: str((int(m[0]) + 1) % 10), printed, count=1)
            assert as_printed(computed[name], wrong) != wrong, (one.id, name)


def test_lecturers_get_papers_with_and_without_schemes(tmp_path):
    files = {path.name: path for path in lecturer.write(tmp_path / "made")}
    for number, asked in enumerate(PAPERS.values(), 1):
        paper = files[f"paper{number}.md"].read_text("utf-8")
        scheme = files[f"paper{number}-scheme.md"].read_text("utf-8")
        for one in asked:
            assert one.ask in paper and one.ask in scheme and f"{one.minutes} minutes" in paper
            for award in one.scheme:
                assert award.words not in paper and award.words.replace("|", "\\|") in scheme
            assert all(slip in scheme and slip not in paper for slip in one.slips)
        printed = files[f"paper{number}-scheme.html"].read_text("utf-8")
        assert printed.count("<table>") == 11 and "<<" not in scheme
        assert "$" not in re.sub(r"<script.*?</script>", "", printed, flags=re.DOTALL)
    assert files["mathjax.js"].stat().st_size > 10**6


def test_students_and_pages_have_no_paper(tmp_path):
    assert not [path for path in sources() if "examinations" in path.parts]
    student.copy_sources(tmp_path / "source")
    assert not (tmp_path / "source" / "examinations").exists()
    secrets = student.secrets()
    assert all(secrets[one.id] for one in QUESTIONS)
    (tmp_path / "leak").mkdir()
    (tmp_path / "leak" / "a.html").write_text(QUESTIONS[3].ask, "utf-8")
    assert any(QUESTIONS[3].id in line for line in student.leaks(tmp_path / "leak"))


@pytest.mark.parametrize(
    "change, said",
    [
        ({"minutes": None}, "missing or unknown: minutes"),
        ({"scheme": [{"points": 1, "for": "<<x>> and <<y>>"}]}, "no answer is called y"),
        ({"answers": {"x": "1", "z": "2"}}, "the scheme uses no <<z>>"),
        ({"sections": {"b": ["1 The rule"]}}, "the parts are a, and sections has b"),
    ],
)
def test_a_malformed_question_is_named(change, said):
    entry = {
        "id": "p9-1", "chapters": [1], "title": "T", "minutes": 5, "ask": "(a) What?",
        "sections": {"a": ["1 The rule"]},
        "answers": {"x": "1"}, "scheme": [{"points": 1, "for": "<<x>>"}], "slips": ["s"],
    } | change  # fmt: skip
    entry = {key: kept for key, kept in entry.items() if kept is not None}
    with pytest.raises(ValueError, match=f"paper9.yml, p9-1: .*{re.escape(said)}"):
        examinations.question(entry, "paper9.yml")
