"""The page "Statements": a number is found in seconds, by keys alone, on a phone, unscripted."""

import pytest
from cases import one_quick
from explorer import still

PAGE = "book/statements.html"
SHOWN = "[...document.querySelectorAll('.st-table tbody tr')].filter(r => r.offsetHeight)"


def names(page):
    """Return the ids of the rows that show."""
    return page.evaluate(SHOWN + ".map(r => r.id)")


@pytest.mark.parametrize(
    ("query", "found"),
    one_quick(
        [
            ("Theorem 1.2", ["st-A-Thm1.2"]),
            ("A-Thm1.2", ["st-A-Thm1.2"]),
            ("thm 1.1", ["st-A-Thm1.1", "st-B-Thm1.1"]),
            ("Eq. (17)", ["st-E-(15)-(31)"]),
            ("Theorem 9.9", []),
        ]
    ),
)
def test_a_number_finds_its_statement(phone, site, query, found):
    phone.goto(site + PAGE)
    phone.get_by_label("Find").fill(query)
    assert names(phone) == found
    assert phone.locator(".st-filter output").inner_text().startswith(f"{len(found)} of ")


@pytest.mark.thorough
def test_filters_work_with_keys_alone(page, site):
    page.goto(site + PAGE)
    every = names(page)
    page.get_by_label("Find").focus()
    page.keyboard.type("perceptron")
    some = names(page)
    page.keyboard.press("Tab")
    page.keyboard.type("D:")  # picks the option that begins so
    assert 0 < len(names(page)) < len(some) < len(every)
    assert {name[:5] for name in names(page)} == {"st-D-"}
    page.get_by_role("button", name="Show all").press("Enter")
    page.wait_for_function(f"{SHOWN}.length === {len(every)}")
    page.get_by_label("Chapter").select_option("3")
    page.get_by_label("Verdict").select_option("corrected")
    assert 0 < len(names(page)) < len(every) and "st-A-Cor--" in names(page)


@pytest.mark.thorough
def test_without_scripts_the_whole_table_shows(unscripted, site):
    page = unscripted
    page.goto(site + PAGE)
    assert page.locator(".st-table tbody tr").count() > 130
    assert page.locator(".st-table tbody tr").last.is_visible()
    assert page.locator(".st-filter").count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("target", ["st-E-Fig4", "st-E-(29)", "source-n"])
@pytest.mark.parametrize("way", ["address", "link"])
def test_a_link_lands_where_it_says_though_rows_are_laid_out_late(phone, site, target, way):
    phone.goto(f"{site}{PAGE}" + (f"#{target}" if way == "address" else ""))
    if way == "link":
        phone.evaluate("target => { location.hash = '#' + target; }", target)
    top = phone.locator(f"[id='{target}']").evaluate(still(20))
    assert 0 <= top <= 120  # below the header, and near it
