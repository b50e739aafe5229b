"""Refuse to publish a book that does not know its own address: ``python -m tools.publish_check``.

Without an address links have no pictures, notebooks cannot find the library, and no button opens
Binder or Colab.  ``--say`` only says what will be missing, and refuses nothing.
"""

from __future__ import annotations

import sys

import yaml

from tools.pages import ROOT

MISSING = {
    "html.baseurl": "the address of the published pages: without it a link to a page shows no "
    "picture, and downloaded notebooks carry no links and do not find the library by themselves",
    "repository.url": "the repository: without it no page has a button for Binder, Colab or a hub",
}


def missing(config: dict) -> list[str]:
    """Return a sentence for each address that ``_config.yml`` does not name."""
    found = {name: config for name in MISSING}
    for name in found:
        for key in name.split("."):
            found[name] = (found[name] or {}).get(key)
    return [f"_config.yml names no {name}, {MISSING[name]}." for name in MISSING if not found[name]]


if __name__ == "__main__":
    lines = missing(yaml.safe_load((ROOT / "_config.yml").read_text("utf-8")))
    if lines and "--say" not in sys.argv[1:]:
        sys.exit("\n".join(["publish: refused.", *lines]))
    print("\n".join(f"book: {line}" for line in lines), end="\n" if lines else "")
