"""The minutes that a chapter's page states."""

import json

import pytest

from book._ext import complete

# Words, displayed formulas and figures of the core paths of the second edition's ten chapters, and
# the minutes that readers needed for them, by the watch.
READ = [
    (3584, 10, 15, 130), (3377, 29, 11, 120), (3006, 46, 6, 105), (3577, 21, 8, 106),
    (3516, 30, 7, 100), (3557, 8, 9, 95), (3558, 25, 6, 103), (3524, 27, 8, 100),
    (3310, 21, 6, 84), (2620, 9, 14, 95),
    # and of the third edition's, by their last readers
    (4571, 12, 8, 118), (4959, 21, 6, 125), (4748, 22, 7, 118), (7299, 24, 8, 168),
    (5383, 25, 7, 141), (5911, 9, 6, 141), (5592, 18, 6, 130), (6197, 21, 7, 151),
    (6220, 18, 9, 167), (6369, 13, 8, 130),
]  # fmt: skip


@pytest.mark.parametrize(("words", "formulas", "figures", "needed"), READ)
def test_the_clock_agrees_with_what_readers_needed(words, formulas, figures, needed):
    assert complete.minutes(words, formulas, figures) == pytest.approx(needed, rel=0.15)


def test_a_chapter_is_cut_where_a_sitting_is_marked(tmp_path):
    def markdown(text):
        return {"cell_type": "markdown", "metadata": {}, "source": [text]}

    shown = {"cell_type": "code", "metadata": {}, "source": []}
    picture = shown | {"outputs": [{"data": {"image/png": ""}}]}
    curious = picture | {"metadata": {"tags": ["curious"]}}
    mark = "```{container} sitting\nFirst sitting.\n```\n"
    words = "word " * 560
    folded = "```{dropdown} More\n" + words + "\n```\n"
    cells = [markdown("# Title"), markdown(mark + words + "$$ x $$"), picture, curious,
             markdown(folded + words + "\n" + mark + words)]  # fmt: skip
    path = tmp_path / "x.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    first, second = complete.sittings(path)
    assert first == pytest.approx(20 + 0.63 + 3.1, abs=0.3) and second == pytest.approx(10, abs=0.3)
    assert complete.told([first, second]).startswith("2 sittings of about 25 and 10 minutes")
    assert complete.told([41, 44, 52]).startswith("3 sittings of about 40, 45 and 50 minutes")
