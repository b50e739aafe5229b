"""The explorer of chapter 8 on the built page, with no kernel: the slider by keyboard."""

import numpy as np
import pytest
from layout import check_layout
from sets import one_quick

from ptronlib.widgets import ProjectionExplorer


@pytest.fixture(params=one_quick(["page", "phone"]))
def reader(request, site):
    page = request.getfixturevalue(request.param)
    page.goto(site + "book/08_projection.html")
    page.locator(".ptx-projecting").wait_for()
    return page


@pytest.mark.parametrize("most", one_quick([2, None]))
def test_turning_k_down(reader, most):
    root = reader.locator(".ptx-projecting")
    slider = root.get_by_role("slider", name="dimensions after the map, k")
    explorer = ProjectionExplorer()
    before = np.array(explorer.before)
    for k, after in list(zip(explorer.ks, np.array(explorer.after), strict=True))[:most]:
        assert slider.get_attribute("aria-valuetext") == f"{k} of 64 dimensions"
        assert int(root.get_attribute("data-kept")) == (2 * after >= before).sum()
        assert int(root.get_attribute("data-lost")) == (after == 0).sum()
        assert root.locator(".ptx-lost").count() == (after == 0).sum()
        smallest = float(root.get_attribute("data-smallest"))
        assert smallest == pytest.approx((after / before).min(), rel=1e-12)
        assert f"With k = {k}," in root.get_by_role("status").inner_text()
        slider.press("ArrowLeft")
    check_layout(reader, root)
