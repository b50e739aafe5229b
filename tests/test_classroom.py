"""What the page for lecturers says about memory is what was measured; the image has its files."""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "experiments"))

from classroom import RESULT, ROOT, summary, table

FOUND = json.loads(RESULT.read_text("utf-8"))
PAGE = (ROOT / "book" / "teaching.md").read_text("utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


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


def test_the_image_has_its_files():
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    copied = re.findall(r"^COPY (?!--from)(?:--\S+ )*(.+) \S+$", DOCKERFILE, re.M)
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name
        assert name == "." or name.split("/")[0] not in ignored, name
    extras = re.search(r'"\.\[(.+?)\]"', DOCKERFILE)[1].split(",")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for extra in extras:
        assert re.search(rf"^{extra} = \[", project, re.M), extra
