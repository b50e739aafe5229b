"""The drawing sheet of chapter 10 on the built page, with no kernel: mouse, finger and keyboard."""

from urllib.parse import quote

import numpy as np
import pytest
from drawing import draw, normalize
from explorer import fact, no_network, open_at, press
from layout import check_layout
from playwright.sync_api import expect
from sets import one_quick

from ptronlib.mnist.pocket_network import load_pocket


@pytest.fixture(params=one_quick(["page", "phone"]))
def sheet(request, site):
    """The page and its interactive, once the network is there."""
    page = request.getfixturevalue(request.param)
    asked = []
    page.on("request", lambda r: asked.append(r.url) if "digits.safetensors" in r.url else None)
    root = open_at(page, site + "book/10_mnist.html", ".ptx-digits")
    page.locator(".ptx-digits[data-ready=true]").wait_for()
    assert len(asked) == 1
    return page, root


# Who has watched a node come near the window longer is told first whether it is there.
LOOKED = """node => new Promise((resolve) =>
    new IntersectionObserver(() => resolve()).observe(node))"""


@pytest.mark.thorough
def test_the_network_is_not_part_of_the_page(page, site):
    asked = []
    page.on("request", lambda r: asked.append(r.url) if "digits.safetensors" in r.url else None)
    page.goto(site + "book/10_mnist.html")
    root = page.locator(".ptx-digits")
    root.wait_for(state="attached")
    root.evaluate(LOOKED)
    assert not asked


@pytest.mark.thorough
def test_every_number_is_written_and_read(sheet):
    page, root = sheet
    for k in range(10):
        press(root, str(k))
        assert fact(root, "answer") == str(k)
        ranking = fact(root, "ranking").split()
        scores = [float(score) for score in fact(root, "scores").split()]
        assert ranking == [str(i) for i in np.argsort(-np.array(scores), kind="stable")]
        status = root.get_by_role("status").inner_text()
        assert status.startswith(f"A {k}, with a score of") and f"are {ranking[1]} (" in status
    check_layout(page, root)
    press(root, "Clear")
    assert fact(root, "answer") == ""


def test_drawing_with_the_pointer(sheet):
    page, root = sheet
    box = root.locator(".ptx-sheet").bounding_box()
    place = lambda x, y: (box["x"] + x * box["width"], box["y"] + y * box["height"])  # noqa: E731
    page.mouse.move(*place(0.5, 0.2))
    page.mouse.down()
    page.mouse.move(*place(0.48, 0.8), steps=12)
    page.mouse.up()
    assert fact(root, "answer") == "1"
    found = [float(score) for score in fact(root, "scores").split()]
    ours = load_pocket().scores(normalize(draw([[(0.5, 0.2), (0.48, 0.8)]]))[None])[0]
    np.testing.assert_allclose(found, ours, atol=0.15)  # the hand hits whole pixels


@pytest.mark.thorough
def test_drawing_with_the_keyboard_and_no_network(sheet):
    page, root = sheet
    area = root.locator(".ptx-sheet")
    with no_network(page):
        area.focus()
        for key in ["ArrowUp"] * 8 + [" "] + ["ArrowDown"] * 16 + [" "]:
            area.press(key)
        assert fact(root, "answer") == "1"
    area.press("Delete")
    assert fact(root, "answer") == ""


@pytest.mark.thorough
def test_the_address_keeps_the_drawing(page, site):
    url = site + "book/10_mnist.html"
    root = open_at(page, url, ".ptx-digits")
    press(root, "3")
    page.wait_for_url(lambda address: "digits=" in address)
    root = open_at(page, page.url, ".ptx-digits")
    expect(root).to_have_attribute("data-answer", "3")
    for told in ("nonsense", "{}", '{"strokes":[[[2,0]]]}', '{"strokes":[[]]}', '{"strokes":7}'):
        root = open_at(page, f"{url}?digits={quote(told)}", ".ptx-digits")
        page.locator(".ptx-digits[data-ready=true]").wait_for()
        assert fact(root, "answer") == ""
