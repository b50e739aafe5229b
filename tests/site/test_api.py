"""The reference has a page for every public module; functions and chapters lead to each other."""

import re
from collections import Counter
from functools import cache
from importlib import import_module

import pytest
from bs4 import BeautifulSoup

from tools import statements, uses
from tools.pages import BUILT, ROOT, sources

MODULES = uses.modules()
STATEMENTS = statements.read()["statements"]


@cache
def soup(name):
    """Return a built page of the book."""
    return BeautifulSoup((BUILT / "book" / f"{name}.html").read_text("utf-8"), "html.parser")


@cache
def sections(name):
    """Return the nodes of a page that have an id, by it."""
    return {node["id"]: node for node in soup(name).select("[id]")}


@cache
def function_links(name):
    """Count the links that a chapter's table of functions has to each address."""
    return Counter(link["href"] for link in soup(name).select("#functions a[href]"))


@cache
def places(module):
    """Return the anchors and nodes that a module's page describes, by what they are."""
    found = [(uses.canonical(uses.found(entry[0])), entry) for entry in described(module)]
    assert len(dict(found)) == len(found), f"{module}: something is described twice"
    return dict(found)


def described(module):
    """Yield the name and the node of every function and class that a module's page describes."""
    for node in soup(f"api/{module}").select("dl.py"):
        if not node.find_parent("dl", class_="py"):
            yield node.dt["id"], node


FUNCTIONS = [
    (module, name)
    for module in MODULES
    for name in import_module(f"ptronlib.{module}").__all__
    if (place := uses.canonical(getattr(import_module(f"ptronlib.{module}"), name)))
    and place.startswith(f"ptronlib.{module}.")
]


def test_every_public_module_has_a_page_and_a_sentence():
    pages = [path.stem for path in sources() if path.parent.name == "api"]
    written = re.findall(r"^[a-z_]+$", (ROOT / "book" / "api.md").read_text("utf-8"), re.M)
    assert sorted(pages) == sorted(written) == MODULES
    assert pages == written, "_toc.yml and api.md list the modules in one order"
    for item in soup("api").select("dl.library > dt"):
        sentence = item.find_next_sibling("dd").p.get_text()
        assert len(sentence.split()) > 3 and sentence.rstrip().endswith((".", "?")), sentence


@pytest.mark.parametrize(("module", "name"), FUNCTIONS, ids=lambda part: part)
def test_a_function_and_a_chapter_link_each_other(module, name):
    place = uses.canonical(getattr(import_module(f"ptronlib.{module}"), name))
    anchor, node = places(module)[place]
    old = sections("api")[anchor]
    assert old.a["href"] == f"api/{module}.html#{anchor}", "old addresses lead on"
    line = node.select_one("p.in-the-book")
    if isinstance(getattr(import_module(f"ptronlib.{module}"), name), type):
        return  # what a function returns is explained with the function
    assert line and line.get_text().startswith("In the book"), f"no chapter names {anchor}"
    for link in line.select("a"):
        page, _, section = link["href"].removeprefix("../").partition(".html#")
        back = function_links(page)[f"api/{module}.html#{anchor}"]
        assert back == 1, f"{page} does not link {anchor}"
        assert section in sections(page), link
    page, _, section = line.a["href"].removeprefix("../").partition(".html#")
    stated = {e["label"] for e in STATEMENTS if e["function"] in (f"{module}.{name}", place[9:])}
    inside = sections(page)[section]
    there = {node["id"] for node in inside.select("[id]")}
    there |= {link["href"].partition("#")[2] for link in line.select("a")}
    there |= {name.removeprefix("equation-") for name in there}
    assert name in inside.get_text() or stated & there, f"{section}: neither named nor stated"
