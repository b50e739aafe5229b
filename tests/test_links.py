"""Every link of the built site leads somewhere; those that leave it are listed, with a purpose."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import yaml
from bs4 import BeautifulSoup

from tools.launch_sphinx import launches
from tools.pages import built_texts

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "_build" / "html"
PAGES = sorted(p for p in built_texts() if "_static" not in p.parts)
EXTERNAL = yaml.safe_load((ROOT / "site" / "external.yml").read_text("utf-8")) or {}
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
REPOSITORY = CONFIG["repository"]["url"]
# Where the book has an address, these too; tests/test_launch.py looks at them.
LAUNCHED = launches(REPOSITORY, CONFIG["sphinx"]["config"]["ptron_launch"], "")
PUBLISHED = [place for place in (REPOSITORY, *LAUNCHED.values()) if place]
ATTRIBUTES = {"a": "href", "link": "href", "script": "src", "img": "src", "use": "href"}


@cache
def soup(path):
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


@cache
def ids(path):
    return {node["id"] for node in soup(path).select("[id]")}


def addresses(path):
    """The addresses in a page, each with whether it is a link for the reader."""
    for tag, attribute in ATTRIBUTES.items():
        for node in soup(path).select(f"{tag}[{attribute}]"):
            yield node[attribute], tag == "a"


def test_the_site_is_built():
    assert len(PAGES) > 10, "Run: make book"


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_links_resolve(path):
    dead = []
    for address, _ in addresses(path):
        parts = urlsplit(address)
        if parts.scheme in ("http", "https", "data"):
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        target = target / "index.html" if target.is_dir() else target
        found = target.is_file() and target.is_relative_to(BUILT)
        if found and parts.fragment and target.suffix == ".html":
            found = unquote(parts.fragment) in ids(target)
        if not found:
            dead.append(address)
    assert dead == []


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_what_leaves_the_site_is_a_link_and_listed(path):
    for address, for_the_reader in addresses(path):
        if urlsplit(address).scheme in ("http", "https"):
            assert for_the_reader, f"{path.name} loads {address}"
            known = [*EXTERNAL, *(urljoin(place, "/") for place in PUBLISHED)]
            assert any(address.startswith(place) for place in known), (
                f"{address} is not listed; add it to site/external.yml with what it is for."
            )


def test_nothing_is_listed_in_vain():
    seen = {address for path in PAGES for address, _ in addresses(path)}
    for known in EXTERNAL:
        assert any(address.startswith(known) for address in seen), known


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_no_id_occurs_twice(path):
    found = [node["id"] for node in soup(path).select("body [id]")]
    assert sorted({name for name in found if found.count(name) > 1}) == []
