"""axe-core finds nothing to object to on any page, in the light and in the dark theme."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_site import PAGES, settle

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RUN = "axe.run(document, { resultTypes: ['violations'] })"


@pytest.mark.parametrize("name", [*PAGES, "search.html"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violation(page, site, name, theme):
    page.emulate_media(color_scheme=theme)
    settle(page, site + name)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(RUN)
    assert len(found["passes"]) > 10  # it has looked
    said = [
        f"{violation['id']}: {node['html'][:120]} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
    assert said == []
