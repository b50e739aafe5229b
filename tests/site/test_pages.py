"""The built pages: made from their sources, with every picture described and nothing left over."""

import re

import pytest
import yaml
from bs4 import BeautifulSoup

from tools import markup
from tools.lean import formulas, icons, scripts, styles
from tools.notebooks import BOOK
from tools.pages import BUILT, ROOT, built_texts, pages, problem, sources


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.stem)
def test_page_was_built_from_its_source(path):
    assert problem(path) is None


@pytest.mark.parametrize("name", pages())
def test_every_image_has_an_alternative_text(name):
    page = BeautifulSoup((BUILT / name).read_text(encoding="utf-8"), "html.parser")
    for image in page.select("article img"):
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


def test_the_built_site_follows_the_configuration():
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    for path in sorted(BOOK.glob("*.ipynb")):
        html = (BUILT / "book" / f"{path.stem}.html").read_text("utf-8")
        assert f'href="../notebooks/{path.name}"' in html
        assert (BUILT / "notebooks" / path.name).is_file()
        assert ("btn-launch-binder" in html) == bool(config["repository"]["url"])


def test_every_built_page_is_light():
    texts = {p: t for p, t in built_texts().items() if " data-content_root=" in t}
    assert len(texts) >= len(pages())
    for path, text in texts.items():
        assert icons.draw(text) == text and formulas.formulas(text) == set(), path
        assert text.count(f"_static/{scripts.BUNDLE}?") == 1, path
        assert text.count(f"_static/{styles.SHEET}?") == 1 and '<meta name="description"' in text
        assert "tex-mml" not in text and "fontawesome.js" not in text, path


def test_every_mend_finds_its_place_in_the_built_book_and_is_done_once():
    built = list(built_texts().values())
    assert built and all(markup.mend(text) == text for text in built)
    for words in ('role="listitem"', 'aria-label="The book"', "<summary>", "search-button-field"):
        assert any(words in text for text in built), words
