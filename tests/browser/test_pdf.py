"""The book as one PDF: every link within it leads somewhere, and Chromium prints it."""

import re
import subprocess
import sys
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


def test_two_pages_print(site, tmp_path):
    target = tmp_path / "two.pdf"
    call = "from pathlib import Path; from tools import pdf; pdf.print_pages({}, Path({!r}))"
    addresses = pages.pages()[:2]  # in a process of its own: this one has a browser running
    subprocess.run(
        [sys.executable, "-c", call.format(addresses, str(target))], cwd=ROOT, check=True
    )
    printed = target.read_bytes()
    assert printed.startswith(b"%PDF") and b"/Subtype /Link" in printed
    assert not (pdf.BUILT / pdf.WHOLE).exists()
