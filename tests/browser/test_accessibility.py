"""Every page on a laptop: it is whole, and axe-core objects to nothing, light or dark."""

from pathlib import Path

import pytest
from test_site import PAGES, check

pytestmark = pytest.mark.thorough
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RUN = "axe.run(document, { resultTypes: ['violations'] })"
# What the button in the header does; the theme's colours fade into one another.
SHOW = """async theme => {
    document.documentElement.dataset.theme = theme;
    await Promise.allSettled(document.getAnimations()
        .filter((fade) => fade.timeline === document.timeline).map((fade) => fade.finished));
}"""


def violations(page, theme) -> list[str]:
    """Return what axe-core objects to where the page shows a theme."""
    page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(SHOW, theme)
    found = page.evaluate(RUN)
    looked = {passed["id"] for passed in found["passes"]}
    assert "color-contrast" in looked and len(looked) > 10
    return [
        f"{violation['id']}: {node['html'][:120]} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("name", [*PAGES, "search.html"])
def test_page_is_whole_and_axe_finds_no_violation(page, site, name):
    check(page, site + name)
    assert [violations(page, theme) for theme in ("light", "dark")] == [[], []]
