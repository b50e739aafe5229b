"""A number in the prose is computed: it stands in the notebook's code or outputs as well."""

import json
import re
from pathlib import Path

import pytest

BOOK = Path(__file__).parents[1] / "book"
CHAPTERS = sorted(BOOK.glob("[01]*.ipynb"))
# What is not prose: formulas, code, roles with what they name, options, fences, addresses, labels.
NO_PROSE = re.compile(
    r"\$\$.*?\$\$|\$[^$]+\$|```+\{math\}.*?```+|^(?:`{3,}|:{3,}).*$|^:[\w-]+:.*$|^\(.*\)=$"
    r"|\{[\w:-]+\}`[^`]*`|`[^`]+`|\]\([^)]*\)|https?://\S+",
    re.MULTILINE | re.DOTALL,
)
# Where a number only names something: chapters, years, places in a text.
NAMES = re.compile(
    r"\b(?:[Cc]hapters?|[Ss]ections?|[Ll]emma|[Tt]heorem|[Ll]ecture|[Pp]age|Fig\.|arXiv)"
    r"[ \u00a0][\d.]+(?:(?:,| and| to| or)+ \d+)*"
    r"|\b(?:1[789]|20)\d\d\b|\b[A-Z]\d+\b"
)
NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?!\w)")


def value(text: str) -> float:
    return float(text.replace(",", "").replace("_", ""))


def known(cells: list[dict]) -> set[float]:
    """Return every number of the code and of the printed outputs."""
    texts = []
    for cell in cells:
        if cell["cell_type"] == "code":
            texts.append("".join(cell["source"]))
            for output in cell["outputs"]:
                data = output.get("data", {}).get("text/plain", "")
                texts.append("".join(output.get("text", "")) + " " + "".join(data))
    return {value(found) for found in re.findall(r"\d[\d,_]*(?:\.\d+)?", " ".join(texts))}


def unexplained(path: Path) -> list[str]:
    """Return the numbers in a notebook's prose that none of its cells knows, with some context."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    numbers, found = known(cells), []
    for cell in cells:
        if cell["cell_type"] == "markdown":
            prose = NAMES.sub(" ", NO_PROSE.sub(" ", "".join(cell["source"])))
            for number in NUMBER.finditer(prose):
                trivial = len(number[0]) == 1  # 0 to 9: counted by the reader
                if not trivial and not {value(number[0]), value(number[0]) / 100} & numbers:
                    around = prose[max(0, number.start() - 40) : number.end() + 30]
                    found.append(f"{cell['id']}: {number[0]!r} in {' '.join(around.split())!r}")
    return found


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_number_in_the_prose_is_computed(path):
    assert unexplained(path) == []


def test_a_number_nobody_computed_is_found(tmp_path):
    cells = [
        {"cell_type": "markdown", "id": "a", "source": "About 37 of $12$ in 1958, 0.5 and 2,225."},
        {"cell_type": "code", "id": "b", "source": "assert n == 2_225", "outputs": []},
    ]
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert [line.split("'")[1] for line in unexplained(path)] == ["37", "0.5"]
