"""Every link of the built site leads somewhere; those that leave it are listed, with a purpose."""

from collections import Counter
from functools import cache
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import yaml
from markup import Page

from tools.pages import BUILT, ROOT, built_texts

PAGES = sorted(p for p in built_texts() if "_static" not in p.parts)
EXTERNAL = yaml.safe_load((ROOT / "site" / "external.yml").read_text("utf-8")) or {}
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
REPOSITORY = CONFIG["repository"]["url"]
# Where the book has an address, these too.
LAUNCHED = [place for place in CONFIG["launch_buttons"].values() if "://" in str(place)]
PUBLISHED = [place for place in (REPOSITORY, *LAUNCHED) if place]


@cache
def read(path):
    return Page(path.read_text("utf-8"))


@cache
def ids(path):
    return set(read(path).ids)


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_links_resolve(path):
    dead = []
    for _, address in read(path).addresses:
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
    for element, address in read(path).addresses:
        if urlsplit(address).scheme in ("http", "https"):
            assert element == "a", f"{path.name} loads {address}"
            known = [*EXTERNAL, *(urljoin(place, "/") for place in PUBLISHED)]
            assert any(address.startswith(place) for place in known), (
                f"{address} is not listed; add it to site/external.yml with what it is for."
            )


def test_nothing_is_listed_in_vain():
    seen = {address for path in PAGES for _, address in read(path).addresses}
    for known in EXTERNAL:
        assert any(address.startswith(known) for address in seen), known


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_no_id_occurs_twice(path):
    assert [name for name, often in Counter(read(path).ids).items() if often > 1] == []
