"""A number that is written out in the prose is tied to what computes it, or exempt for a reason.

Most numbers of the book are put into their sentences by ``glue``. Those that are written out are
listed in `prose_numbers.yml`, each in a few words of its sentence, with its tie:

- ``assert TERM``: the page asserts this term, which holds the number;
- ``code TERM``: the page's code holds this term, and with it the number, as a choice of its author;
- ``shown TEXT``: an output stored in the page holds this text, and with it the number;
- the name of a reason, for what nothing computes.
"""

import ast
import json
import re
from pathlib import Path

import pytest
import yaml

BOOK = Path(__file__).parents[1] / "book"
TIES = yaml.safe_load(Path(__file__).with_name("prose_numbers.yml").read_text(encoding="utf-8"))
REASONS = TIES["reasons"]
PAGES = sorted([*BOOK.glob("*.ipynb"), *BOOK.glob("*.md")], key=lambda path: path.stem)
# What is not prose: displays, code, roles with what they name, options, fences, addresses, labels.
NO_PROSE = re.compile(
    r"\$\$.*?\$\$|```+\{math\}.*?```+|^(?:`{3,}|:{3,}).*$|^:[\w-]+:.*$|^\(.*\)=$"
    r"|\{[\w:-]+\}`[^`]*`|`[^`]+`|\]\([^)]*\)|https?://\S+|<!--.*?-->",
    re.MULTILINE | re.DOTALL,
)
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


def numbers(source: str) -> list[tuple[int, str]]:
    """Return the numbers of a text that are prose, and where each begins."""
    prose = NAMES.sub(blank, FORMULA.sub(stated, NO_PROSE.sub(blank, source)))
    return [(found.start(), found[0].rstrip(",")) for found in NUMBER.finditer(prose)]


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
        found = {"assert": self.asserted, "code": self.terms}.get(kind, ())
        known = term in found or (kind == "shown" and term in self.printed)
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
    places = (found.start() for found in re.finditer(re.escape(phrase), text))
    return any(at <= start and start + len(number) <= at + len(phrase) for at in places)


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
