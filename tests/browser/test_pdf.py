"""The book in one page, of which the PDF is printed: every link within it leads somewhere."""

import re
from pathlib import Path

import pytest
from markup import Page

from tools import pages, pdf

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[2]


def test_links_of_the_whole_book_stay_within_it():
    html = pdf.assemble(pages.pages())
    whole = Page(html)
    assert len(set(whole.ids)) == len(whole.ids)
    links = [address for element, address in whole.addresses if element == "a"]
    within = [link[1:] for link in links if link.startswith("#")]
    assert len(within) > 500 and set(within) <= set(whole.ids)
    others = [link for link in links if not link.startswith(("#", "https://"))]
    assert others == []
    assert whole.elements["article"] == len(pages.pages())
    assert not re.search("<meta[^>]*http-equiv", html) and not whole.elements["script"]
