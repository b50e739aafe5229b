"""A number that is written out in the prose is tied to what computes it, or exempt for a reason.

Most numbers of the book are put into their sentences by ``glue``. Those that are written out are
listed in `prose_numbers.yml`, each in a few words of its sentence, with its tie:

- ``assert TERM``: the page asserts this term, which holds the number;
- ``code TERM``: the page's code holds this term, and with it the number, as a choice of its author;
- ``shown TEXT``: an output stored in the page holds this text, and with it the number;
- ``exercise LABEL``: an answer to this exercise of the page that its checker accepts, as a case in
  `tests/exercises` shows, holds the number;
- ``recorded TEXT``: what ``python experiments/classroom.py table`` or ``projects.py table`` prints
  of the stored measurement holds this text, and with it the number;
- ``equals FORMULA``: the number follows from others that the text names, by this formula, which is
  evaluated here and rounded to the digits of the number;
- the name of a reason, for what nothing computes.
"""

import ast
import json
import math
import re
import sys
from importlib import import_module
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
import yaml
from strategies import RIGHT

sys.path.insert(0, str(Path(__file__).parents[1] / "experiments"))

import projects
from classroom import RESULT, summary, table

BOOK = Path(__file__).parents[1] / "book"
TIES = yaml.safe_load(Path(__file__).with_name("prose_numbers.yml").read_text(encoding="utf-8"))
REASONS = TIES["reasons"]
RECORDED = json.loads(RESULT.read_text(encoding="utf-8"))
RECORDED = "\n".join([table(RECORDED), *(f"{k} {v}" for k, v in summary(RECORDED).items())])
RECORDED += "\n" + projects.table(json.loads(projects.RESULT.read_text(encoding="utf-8")))
FILES = sorted((Path(__file__).parent / "exercises").glob("*.py"))
CASES = [case for file in FILES for case in import_module(f"exercises.{file.stem}").CASES]
PAGES = sorted([*BOOK.glob("*.ipynb"), *BOOK.glob("*.md")], key=lambda path: path.stem)
# What is not prose: displays, roles with what they name, options, fences up to a title, addresses,
# labels, and code in a line.  Blocks of code are taken out before, by `without_code`.
NO_PROSE = re.compile(
    r"\$\$.*?\$\$|```+\{math\}.*?```+|^(?:`{3,}|:{3,})(?:\{[\w:-]+\})?(?: *\S+(?: [\d-]+)?$)?"
    r"|^:[\w-]+:[^\n]*$|^\([^\n]*\)=$"
    r"|\{[\w:-]+\}`[^`]*`|`[^`]+`|\]\([^)]*\)|https?://\S+|<!--.*?-->",
    re.MULTILINE | re.DOTALL,
)
# What a formula that derives a number may call.
FUNCTIONS = {name: getattr(math, name) for name in ("floor", "log", "pi", "sqrt")}
FUNCTIONS |= {"max": max, "quantile": NormalDist().inv_cdf, "__builtins__": {}}
# A number that only names something: a chapter, a volume, an equation, a year, an item of a list.
NAMES = re.compile(
    r"\b(?:[Cc]hapters?|[Ss]ections?|[Ll]emma|[Tt]heorem|[Ll]ecture|[Pp]age|Fig\.|Figures?|Tables?"
    r"|Claim|Example|Corollary|Algorithm|LNCS|[Ff]ootnote|consequence|arXiv|status|Python)"
    r"[ \u00a0][\d.]+(?:(?:,| and| to| or)+ \d+)*"
    r"|\[10\.\d+/\S+|\(\d+\)|\b(?:1[789]|20)\d\d[ab]?\b|\b[A-Z]\d+\b|^ *\d+\. |^\| \d+(?:, or)? \|",
    re.MULTILINE,
)
NUMBER = re.compile(r"(?<![\w.,])\d(?:[\d,]|\{,\})*(?:\.\d+)?(?!\w)")
FORMULA = re.compile(r"\$[^$]+\$")
# What a formula in a sentence says is a value: a number of two digits or more that stands alone, or
# at the end of a relation.  A 0 or 1 in a formula belongs to a statement.
STATED = re.compile(
    r"(?:^\$|=|\\approx|\\le|\\ge|<|>)\s*-?(\d(?:(?:\d|\{,\})+(?:\.\d+)?|\.\d+))"
    r"\s*(?=\$$|,|;|\\ |\\text|\\%)"
)


def value(text: str) -> float:
    return float(re.sub(r"[{},_]", "", text))


def blank(match: re.Match) -> str:
    return " " * len(match[0])


def stated(match: re.Match) -> str:
    """Return a formula of the same length that holds nothing but the values it states."""
    kept = [" "] * len(match[0])
    for found in STATED.finditer(match[0]):
        kept[found.start(1) : found.end(1)] = found[1]
    return "".join(kept)


def without_code(source: str) -> str:
    """Return a text of the same length without its blocks of code, fenced or indented.

    A fence that is no directive holds code; so do lines indented by four after a line of text, for
    which a list would leave less room.
    """
    kept, fences, last, blank_before, indented = [], [], "", False, False
    for line in source.splitlines(keepends=True):
        marks, rest = re.fullmatch(r"(`{3,}|:{3,}|)(.*)", line.rstrip()).groups()
        in_code = bool(fences) and fences[-1][1]
        starts = blank_before and last[:1] not in (*" -*", "") and not last[:1].isdigit()
        indented = not fences and line.startswith("    ") and (indented or starts)
        if marks and fences and not rest and marks == fences[-1][0]:
            fences.pop()
        elif marks and not in_code and (rest or marks[0] == "`"):
            fences.append((marks, marks[0] == "`" and not rest.startswith("{")))
        elif in_code or indented:
            line = re.sub(r"[^\n]", " ", line)
        blank_before = not line.strip()
        last = last if blank_before else line
        kept.append(line)
    return "".join(kept)


def numbers(source: str) -> list[tuple[int, str]]:
    """Return the numbers of a text that are prose, and where each begins."""
    prose = NAMES.sub(blank, FORMULA.sub(stated, NO_PROSE.sub(blank, without_code(source))))
    return [(found.start(), found[0].rstrip(",")) for found in NUMBER.finditer(prose)]


def accepted(label: str) -> list[float]:
    """Return the numbers of those answers to an exercise that its tests call right."""
    answers = [answer for named, answer, said in CASES if named == label and said is RIGHT]
    found = []
    while answers:
        answer = answers.pop()
        if isinstance(answer, list | tuple | np.ndarray):
            answers.extend(answer)
        elif isinstance(answer, int | float | np.number):
            found.append(abs(float(answer)))
    return found


class Page:
    """The texts of a page, the terms of its code and of its assertions, and what it prints."""

    def __init__(self, path: Path, source: str | None = None):
        self.texts, self.terms, self.asserted, self.printed = [source or ""], set(), set(), ""
        if path.suffix == ".md":
            self.texts = [source or path.read_text(encoding="utf-8")]
            return
        cells = json.loads(source or path.read_text(encoding="utf-8"))["cells"]
        self.texts = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
        for cell in cells:
            if cell["cell_type"] == "code":
                self._read("".join(cell["source"]))
                for output in cell["outputs"]:
                    data = "".join(output.get("data", {}).get("text/plain", ""))
                    self.printed += "".join(output.get("text", "")) + "\n" + data + "\n"

    def _read(self, code: str) -> None:
        lines = (line for line in code.splitlines() if not line.startswith(("%", "!")))
        for node in ast.walk(ast.parse("\n".join(lines))):
            if isinstance(node, ast.expr | ast.stmt | ast.keyword):
                self.terms.add(ast.unparse(node))
            if isinstance(node, ast.Assert):
                every = isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And)
                self.asserted |= {
                    ast.unparse(t) for t in (node.test.values if every else [node.test])
                }

    def holds(self, tie: str, number: str) -> bool:
        """Whether a tie is a reason, or a term of this page that holds the number."""
        if tie in REASONS:
            return True
        kind, _, term = tie.partition(" ")
        digits = len(number.partition(".")[2])
        if kind == "equals":
            arithmetic = isinstance(ast.parse(term, mode="eval").body, ast.BinOp | ast.Call)
            return arithmetic and value(number) == round(eval(term, {**FUNCTIONS}), digits)
        if kind == "exercise":
            here = any(f":label: {term}\n" in text for text in self.texts)
            return here and value(number) in {round(answer, digits) for answer in accepted(term)}
        found = {"assert": self.asserted, "code": self.terms}.get(kind, ())
        printed = {"shown": self.printed, "recorded": RECORDED}.get(kind, "")
        known = term in found or term in printed
        values = {value(digits) for digits in re.findall(r"(?<![\w.])\d[\d,_]*(?:\.\d+)?", term)}
        return known and bool(values & {value(number), value(number) / 100})


def problems(page: Page, ties: dict[str, str]) -> list[str]:
    """Return what is wrong: numbers without a tie, ties without a number, ties that fail."""
    found, used = [], set()
    for text in page.texts:
        for start, number in numbers(text):
            phrase = next((p for p in ties if covers(p, text, start, number)), None)
            around = text[max(0, start - 40) : start + 30]
            if phrase is None:
                found.append(f"{number} has no tie: {around!r}")
            elif not page.holds(ties[phrase], number):
                found.append(f"{number} is not in {ties[phrase]!r}: {around!r}")
            used.add(phrase)
    return found + [f"no number stands in {phrase!r}" for phrase in ties if phrase not in used]


def covers(phrase: str, text: str, start: int, number: str) -> bool:
    """Whether a phrase occurs in a text such that the number at this place lies in it whole."""
    earliest = max(0, start + len(number) - len(phrase))
    return phrase in text[earliest : start + len(phrase)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_number_in_the_prose_is_tied(path):
    assert problems(Page(path), TIES.get(path.stem, {})) == []


def test_every_page_in_the_list_is_a_page():
    assert {*TIES} - {"reasons"} <= {path.stem for path in PAGES}


def changed(number: str) -> list[str]:
    """Return the number with one digit changed, in all ways."""
    places = [i for i, digit in enumerate(number) if digit.isdigit()]
    return [number[:i] + str(d) + number[i + 1 :] for i in places for d in range(10)
            if str(d) != number[i]]  # fmt: skip


def test_a_changed_digit_is_noticed():
    """One digit is changed in the prose alone, and then in the prose and in its tie's phrase."""
    alone, both, exempt = [], [], 0
    for path in PAGES:
        page, ties = Page(path), TIES.get(path.stem, {})
        for text in page.texts:
            for start, number in numbers(text):
                phrase = next(p for p in ties if covers(p, text, start, number))
                exempt += ties[phrase] in REASONS
                for other in changed(number):
                    there = text[:start] + other + text[start + len(number) :]
                    kept = next((p for p in ties if covers(p, there, start, other)), None)
                    alone.append(kept is not None and page.holds(ties[kept], other))
                    if ties[phrase] not in REASONS:
                        both.append(page.holds(ties[phrase], other))
    print(f"{exempt} exempt; of {len(alone)} changes to the prose {sum(alone)} survive,",
          f"of {len(both)} to the prose and its phrase {sum(both)}")  # fmt: skip
    assert len(alone) > 1000 and sum(alone) <= 0.01 * len(alone)
    assert len(both) > 1000 and sum(both) <= 0.05 * len(both)


def test_a_number_nobody_computed_is_found(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": "About 37 of $12$, 0.5 in 1958 and 2,225 by (3)."},
        {
            "cell_type": "code",
            "source": "assert n == 2_225 and m",
            "outputs": [{"text": "half 0.5"}],
        },
    ]
    page = Page(tmp_path / "a.ipynb", json.dumps({"cells": cells}))
    assert [line.split()[0] for line in problems(page, {})] == ["37", "12", "0.5", "2,225"]
    ties = {
        "of $12$": "convention", "and 2,225 by": "assert n == 2225", "0.5 in": "shown half 0.5",
        "37 of": "assert n == 2225", "never": "cited",
    }  # fmt: skip
    wrong = problems(page, ties)
    assert [line[:9] for line in wrong] == ["37 is not", "no number"]


def seen(source: str) -> list[str]:
    return [number for _, number in numbers(source)]


def test_a_number_after_a_fence_an_option_or_a_label_is_found():
    boxed = "```{exercise}\n:label: ex-7\nAbout 37.\n```\n(eq-8)=\n"
    boxed += ":::{note} For 9 of\nOr 38.\n:::\nAnd 39."
    assert seen(boxed) == ["37", "9", "38", "39"]


def test_a_number_in_a_block_of_code_is_no_prose():
    for code in ("```python\nx = 37\n```", "```\nrow 37\n```"):
        assert seen(f"{code}\nThen 39.") == ["39"]
        assert seen(f"````{{solution}} ex-7\n38:\n{code}\n````\nThen 39.") == ["38", "39"]
    assert seen("Type\n\n    run 37\n\n    run 38\n\nand 39.") == ["39"]
    assert seen("```{glossary}\nterm\n\n    It is 37.\n```\n- a\n\n    And 38.\n") == ["37", "38"]


def test_a_tie_to_an_answer_a_record_or_a_formula_holds_one_number():
    page = Page(Path("a.md"), "```{exercise}\n:label: ex-c3-entry\n```\n")
    assert page.holds("exercise ex-c3-entry", "1.69")
    assert not page.holds("exercise ex-c3-entry", "1.68")
    assert not page.holds("exercise ex-c2-promise", "18")  # on another page
    assert page.holds("equals 22 / 13", "1.69") and not page.holds("equals 22 / 13", "1.70")
    assert not page.holds("equals 22", "22")  # a number is no formula
    row = next(line for line in RECORDED.splitlines() if "chapter 10" in line)
    assert page.holds(f"recorded {row}", row.split(" | ")[1])
    assert not page.holds("recorded 7 of 7", "7")
