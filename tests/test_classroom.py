"""What the page for lecturers says about memory is what was measured."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "experiments"))

from classroom import RESULT, ROOT, summary, table

FOUND = json.loads(RESULT.read_text("utf-8"))
PAGE = (ROOT / "book" / "teaching_class.md").read_text("utf-8")


def test_the_page_says_what_was_measured():
    assert table(FOUND) in PAGE
    numbers = summary(FOUND)
    for words in (
        f"one more costs {numbers['one_more']} MiB",
        f"about {numbers['class_gib']} GiB",
        f"{numbers['worst_gib']} GiB if",
        f"A limit of {numbers['limit_gib']} GiB",
    ):
        assert words in PAGE, words
