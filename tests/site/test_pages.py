"""The built pages: made from their sources, with every picture described and nothing left over."""

import re
from collections import Counter

import pytest
from bs4 import BeautifulSoup
from PIL import Image

from book._ext import complete
from tools import formulas, lighten
from tools.notebooks import BOOK
from tools.pages import BUILT, built_texts, pages


@pytest.mark.parametrize("name", pages())
def test_every_image_has_an_alternative_text(name):
    page = BeautifulSoup((BUILT / name).read_text(encoding="utf-8"), "html.parser")
    for image in page.select("article img"):
        panel = image.find_parent("span", class_="panel")
        if image.get("alt") == "" and panel and panel.find_previous_sibling("span"):
            continue  # a part of a picture whose first part has the text
        alt = image.get("alt") or ""
        # Where none is given, the file's name is put there.
        assert len(alt) > 10 and "_images/" not in alt and "_build/" not in alt, image.get("src")


@pytest.mark.parametrize("name", pages())
def test_no_markup_is_left_over(name):
    html = (BUILT / name).read_text(encoding="utf-8")
    article = re.search(r"<article.*</article>", html, re.DOTALL)[0]
    code_or_math = r"<(pre|code|script|style|mjx-container)\b.*?</\1>|\\\(.*?\\\)|\\\[.*?\\\]"
    text = re.sub(code_or_math, "", article, flags=re.DOTALL)
    found = re.finditer(r"`{2,}|:{3,}|\{[a-z]+(?::[a-z]+)?\}[` ]|\$\$", text)
    left = [text[max(0, match.start() - 40) : match.end() + 40] for match in found]
    assert not left, "see how the source of these lines is closed and quoted"


@pytest.mark.parametrize("path", sorted(BOOK.glob("[0-9]*.ipynb")), ids=lambda path: path.stem)
def test_every_chapter_says_how_long_it_takes(path):
    html = (BUILT / "book" / f"{path.stem}.html").read_text("utf-8")
    assert complete.told(complete.sittings(path)) in html


def test_every_built_page_is_complete_and_light():
    texts = {p: t for p, t in built_texts().items() if " data-content_root=" in t}
    assert len(texts) >= len(pages())
    found = Counter()
    for path, text in texts.items():
        assert complete.complete(text, path, found) == text, path
        assert lighten.lighten(text, path, found) == text and not formulas.MATH.search(text), path


def test_a_link_to_a_page_shows_its_title_its_description_and_a_picture():
    front = BUILT / "index.html"
    for path, text in built_texts().items():
        if path != front and " data-content_root=" not in text:
            continue
        said = {
            tag.get("property") or tag.get("name"): tag.get("content")
            for tag in BeautifulSoup(text.partition("</head>")[0], "html.parser").select("meta")
        }
        assert said["og:title"] and said["description"] and said["og:description"], path
        with Image.open((path.parent / said["og:image"]).resolve()) as image:
            assert image.size == (1200, 630)
