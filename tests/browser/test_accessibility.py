"""Every page on a laptop: it is whole, and axe-core objects to nothing, light or dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_site import PAGES, check

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RUN = "axe.run(document, { resultTypes: ['violations'] })"

# Half way from one theme to the other the colours are of neither.
SETTLED = "Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => 1)"


@pytest.mark.parametrize("name", [*PAGES, "search.html"])
def test_page_is_whole_and_axe_finds_no_violation(page, site, name):
    check(page, site + name)
    page.evaluate(AXE.read_text("utf-8"))
    said = []
    for theme in ("light", "dark"):  # what the button in the header does
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.evaluate(SETTLED)
        found = page.evaluate(RUN)
        assert len(found["passes"]) > 10  # it has looked
        said += [
            f"{theme}: {violation['id']}: {node['html'][:120]} {node['failureSummary']}"
            for violation in found["violations"]
            for node in violation["nodes"]
        ]
    assert said == []
