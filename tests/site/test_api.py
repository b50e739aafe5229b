"""The reference has a page for every public module; functions and chapters lead to each other."""

import re
from functools import cache
from importlib import import_module
from inspect import isclass, isfunction

import pytest
from bs4 import BeautifulSoup

from tools import statements
from tools.pages import BUILT, ROOT, sources

MODULES = [path.stem for path in sources() if path.parent.name == "api"]
LIBRARY = ROOT / "ptronlib"


@cache
def soup(name):
    """Return a built page of the book."""
    return BeautifulSoup((BUILT / "book" / f"{name}.html").read_text("utf-8"), "html.parser")


@cache
def described(module):
    """Return what a module's page describes, by name."""
    return {node["id"]: node.parent for node in soup(f"api/{module}").select("dl.py > dt[id]")}


def test_every_public_module_has_a_page_and_a_sentence():
    files = (*LIBRARY.glob("[a-z]*.py"), *LIBRARY.glob("[a-z]*/__init__.py"))
    names = {path.parent.name if path.stem == "__init__" else path.stem for path in files}
    assert {n for n in names if hasattr(import_module(f"ptronlib.{n}"), "__all__")} == set(MODULES)
    written = re.findall(r"^[a-z_]+$", (ROOT / "book" / "api.md").read_text("utf-8"), re.M)
    assert written == MODULES, "_toc.yml and api.md list the modules in one order"
    for item in soup("api").select("dl.library > dt"):
        sentence = item.find_next_sibling("dd").p.get_text()
        assert len(sentence.split()) > 3 and sentence.rstrip().endswith((".", "?")), sentence


@pytest.mark.parametrize("module", MODULES)
def test_every_name_is_listed_and_described(module):
    library = import_module(f"ptronlib.{module}")
    listed = {link["href"] for link in soup("api").select("dl.library a[href]")}
    for name in library.__all__:
        thing, full = getattr(library, name), f"ptronlib.{module}.{name}"
        if (isfunction(thing) or isclass(thing)) and thing.__module__.startswith(library.__name__):
            anchors = [full, f"{thing.__module__}.{name}"]
            assert {f"api/{module}.html#{anchor}" for anchor in anchors} & listed
            assert described(module).keys() & set(anchors)


@pytest.mark.parametrize("entry", statements.read()["statements"], ids=lambda entry: entry["id"])
def test_what_computes_a_statement_leads_to_it(entry):
    node = described(entry["function"].split(".")[0])[f"ptronlib.{entry['function']}"]
    assert any(link["href"].endswith(entry["label"]) for link in node.select("a[href]"))


@pytest.mark.parametrize(
    ("page", "called"),
    [
        ("01_perceptron", "core.html#ptronlib.core.perceptron"),
        ("03_margins", "core.html#ptronlib.core.growing"),
    ],
)
def test_what_a_cell_calls_leads_to_its_description_and_back(page, called):
    links = {link["href"] for link in soup(page).select("pre a")}
    assert f"../book/api/{called}" in links
    name = called.partition("#")[2]
    back = described("core")[name].select("details a[href]")
    assert any(link["href"].startswith(f"../{page}.html#") for link in back)
