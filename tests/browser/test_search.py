"""Whoever types the name of a theorem sees the theorem first."""

from urllib.parse import quote

import pytest
from cases import one_quick
from playwright.sync_api import expect


@pytest.mark.parametrize(
    ("typed", "chapter", "anchor"),
    one_quick(
        [
            ("perceptrn convergence theorem", "01_perceptron", "thm-novikoff"),
            ("Novikoff", "01_perceptron", "thm-novikoff"),
            ("perceptron convergence theorem", "01_perceptron", "thm-novikoff"),
            ("Cover's counting theorem", "06_cover", "thm-c6-cover"),
            ("Johnson-Lindenstrauss lemma", "08_projection", "lem-p8-jl"),
            ("general position", "06_cover", "def-c6-position"),
            ("Farkas' lemma", "09_separation_games", "thm-c9-farkas"),
            ("minimax", "09_separation_games", "thm-c9-minimax"),
            ("a share of every margin", "03_margins", "cor-delta"),
        ]
    ),
)
def test_a_name_leads_to_its_statement(page, site, typed, chapter, anchor):
    page.goto(f"{site}search.html?q={quote(typed)}")
    first = page.locator("#search-results ul.search li").first
    first.wait_for()
    assert first.locator("a").get_attribute("href") == f"book/{chapter}.html#{anchor}"
    first.locator("a").click()
    page.wait_for_url(f"**/book/{chapter}.html**#{anchor}")
    expect(page.locator(f"#{anchor} .admonition-title")).to_be_visible()
    page.wait_for_function("scrollY > 0")
