"""What a chapter costs before its reader scrolls, and how soon it can be read."""

import os
from statistics import median

import pytest
from test_site import PAGES, wait_until_drawn

pytestmark = pytest.mark.thorough
CHAPTERS = [name for name in PAGES if name[5:7].isdigit()]
WEIGHT = 1.2e6  # bytes, as sent
# Seconds for the middle of three loads.  Where other tests run beside this one no time would mean
# anything: only `make readable` sets a limit.
LIMIT = os.environ.get("PTRON_READABLE")
# Text and formulas are in the page itself: it can be read from its first paint on, when the fonts
# of the formulas in sight are there.  What is out of sight asks for its fonts later.
READY = """async () => {
    await document.fonts.ready;
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    const fonts = performance.getEntriesByType("resource")
        .filter((entry) => entry.name.endsWith(".woff"))
        .map((entry) => entry.responseEnd);
    return { fonts: fonts.length, time: Math.max(paint.startTime, ...fonts) / 1000 };
}"""


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_is_light_until_the_reader_scrolls(counted, site, name):
    page, received = counted
    page.goto(site + name)
    wait_until_drawn(page)
    page.wait_for_load_state("networkidle")  # what is there has been counted
    assert 0 < sum(received) <= WEIGHT, f"{name} sends {sum(received) / 1e6:.2f} MB"


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_is_soon_readable(browser, site, name):
    seen = []
    for _ in range(3 if LIMIT else 1):
        page = browser.new_page(viewport={"width": 1280, "height": 900})  # with an empty cache
        page.goto(site + name)
        page.wait_for_function(
            "() => performance.getEntriesByName('first-contentful-paint').length"
        )
        seen.append(page.evaluate(READY))
        assert seen[-1]["fonts"]  # the first formulas are in sight
        page.close()
    time = median(load["time"] for load in seen)
    assert not LIMIT or time <= float(LIMIT), f"{name} can be read after {time:.2f} s"
