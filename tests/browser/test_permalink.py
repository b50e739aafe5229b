"""A link to each interactive holds its state: whoever opens it lands there and sees the same."""

import json
from urllib.parse import quote

import pytest
from cases import one_quick
from explorer import EXPLORERS, no_network, open_at, opened, press
from playwright.sync_api import expect

DATA = "node => ({ ...node.dataset })"


STARTS = {}  # what each says of itself where the address says nothing


def start_of(page, site, name):
    if name not in STARTS:
        STARTS[name] = opened(page, site, name).evaluate(DATA)
    return STARTS[name]


@pytest.mark.parametrize("name", one_quick(EXPLORERS))
def test_it_needs_no_network_and_its_link_brings_its_state_back(page, site, name):
    _, selector, act, undo = EXPLORERS[name]
    root = opened(page, site, name)
    first = STARTS[name] = root.evaluate(DATA)
    with no_network(page):
        act(root)
        changed = root.evaluate(DATA)
        assert changed != first
        press(root, "Copy link")
        address = page.url
    assert f"#{name}=" in address
    page.goto("about:blank")
    page.goto(address)
    again = page.locator(selector).first
    expect(again).to_be_in_viewport(ratio=0.3)  # it lands at the picture
    again = open_at(page, address, selector)
    assert again.evaluate(DATA) == changed
    press(again, undo)
    assert again.evaluate(DATA) == first
    page.goto("about:blank")


OUTSIDE = {  # for each trait of each interactive something that it cannot be
    "points": [[9, 0, 1]], "bias": 3, "n_steps": -1, "sigma": 7, "angle": -1.5, "w_init": [0],
    "eta": 0, "mistakes": [99], "kind": "x", "beta": -1, "alpha": None, "P": 0, "N": "2",
    "seen": [[1, 2]], "shift": 4, "batch": 0,
    "dropped": [0, 0], "k": 7.5, "eps": 0, "rounds": 501, "strokes": [[[2, 0]]],
}  # fmt: skip
NONSENSE = [(name, json.dumps(OUTSIDE)) for name in EXPLORERS]
NONSENSE += [("cosine", told) for told in ("nonsense", '"text"', "[1]")]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "told"), NONSENSE)
def test_an_address_that_makes_no_sense_is_ignored(page, site, name, told):
    file, selector, *_ = EXPLORERS[name]
    first = start_of(page, site, name)
    root = open_at(page, f"{site}book/{file}.html?{len(told)}#{name}={quote(told)}", selector)
    assert root.evaluate(DATA) == first


@pytest.mark.thorough
def test_a_link_keeps_what_else_the_address_says(page, site):
    root = open_at(page, f"{site}book/05_cosine.html?lecture=w#the-picture", ".ptx-cosine")
    press(root, "Step")
    assert page.url.endswith("?lecture=w#the-picture")  # as long as nobody asks for a link
    press(root, "Copy link")
    assert "?lecture=w#cosine=" in page.url
