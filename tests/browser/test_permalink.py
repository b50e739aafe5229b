"""The state of each interactive is in the page's address, and whoever opens it sees the same."""

import json
from urllib.parse import quote

import pytest
from explorer import EXPLORERS, no_network, open_at, opened, press
from sets import one_quick

DATA = "node => ({ ...node.dataset })"


STARTS = {}  # what each says of itself where the address says nothing


def start_of(page, site, name):
    if name not in STARTS:
        STARTS[name] = opened(page, site, name).evaluate(DATA)
    return STARTS[name]


@pytest.mark.parametrize("name", one_quick(EXPLORERS))
def test_it_needs_no_network_and_the_address_brings_its_state_back(page, site, name):
    _, selector, act, undo = EXPLORERS[name]
    root = opened(page, site, name)
    first = STARTS[name] = root.evaluate(DATA)
    with no_network(page):
        act(root)
        changed = root.evaluate(DATA)
        assert changed != first
        page.wait_for_url(lambda address: f"{name}=" in address)
        address = page.url
    again = open_at(page, address, selector)
    assert again.evaluate(DATA) == changed
    press(again, undo)
    assert again.evaluate(DATA) == first
    page.goto("about:blank")


OUTSIDE = {  # for each trait of each interactive something that it cannot be
    "points": [[9, 0, 1]], "bias": 3, "n_steps": -1, "sigma": 7, "angle": 1.5, "w_init": [0],
    "eta": 0, "mistakes": [99], "kind": "x", "beta": -1, "alpha": None, "P": 0, "N": "2",
    "dropped": [0, 0], "k": 7.5, "eps": 0, "rounds": 501,
}  # fmt: skip
NONSENSE = [(name, json.dumps(OUTSIDE)) for name in EXPLORERS]
NONSENSE += [("cosine", told) for told in ("nonsense", '"text"', "[1]")]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "told"), NONSENSE)
def test_an_address_that_makes_no_sense_is_ignored(page, site, name, told):
    file, selector, *_ = EXPLORERS[name]
    first = start_of(page, site, name)
    root = open_at(page, f"{site}book/{file}.html?{name}={quote(told)}", selector)
    assert root.evaluate(DATA) == first


@pytest.mark.thorough
def test_an_address_keeps_what_else_it_says(page, site):
    root = open_at(page, f"{site}book/05_cosine.html?lecture=w#the-picture", ".ptx-cosine")
    press(root, "Step")
    page.wait_for_url(lambda address: "cosine=" in address)
    assert "lecture=w" in page.url and page.url.endswith("#the-picture")
    press(root, "Reset")
    page.wait_for_url(lambda address: "cosine=" not in address)
    assert page.url.endswith("05_cosine.html?lecture=w#the-picture")
