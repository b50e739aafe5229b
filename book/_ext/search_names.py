"""The search finds a theorem by its name, and by the names that others give it.

sphinx-proof tells the search about none of its theorems.  Here they become objects of its domain,
which the search shows before the pages that mention them; ``book/known_as.yml`` has further names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from sphinx.domains import ObjType
from sphinx_proof.domain import ProofDomain

from tools import bookmap

FIRST = 3  # a priority that only ``site/scorer.js`` knows; it ranks before all others
GREEK = {"delta": "\u03b4", "varepsilon": "\u03b5", "beta": "\u03b2", "alpha": "\u03b1"}


def plain(title: str) -> str:
    """Return a title with its Greek letters, which are all the formulas that titles have."""
    return re.sub(r"\$\\?(\w+)\$", lambda m: GREEK.get(m[1], m[1]), title)


def name(env, label: str) -> str:
    """Return what the pages call a statement: "Theorem 1.1"."""
    entry = env.proof_list[label]
    number = env.toc_fignumbers[entry["docname"]][entry["countertype"]][label]
    return f"{entry['realtype'].title()} {'.'.join(map(str, number))}"


class FoundByName(ProofDomain):
    """The domain of sphinx-proof, with the numbered statements of the chapters as its objects."""

    object_types = {kind: ObjType(kind.title(), "ref") for kind in bookmap.KINDS}

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Return name, name shown, kind, page, anchor and priority of each statement."""
        book = Path(self.env.srcdir) / "book"
        numbered = getattr(self.env, "proof_list", {})
        if not book.is_dir() or not numbered:
            return
        others = yaml.safe_load((book / "known_as.yml").read_text("utf-8"))
        statements = bookmap.read(book)
        if wrong := others.keys() - statements.keys():
            raise ValueError(f"known_as.yml must have labels of statements; got {min(wrong)!r}.")
        for label, statement in statements.items():
            if label in numbered:
                names = plain("; ".join([statement.title, *others.get(label, ())]))
                shown = f"{name(self.env, label)} ({names})"
                page = numbered[label]["docname"]
                # The name must not be the anchor: the search would then leave the anchor out.
                yield shown, shown, statement.kind, page, label, FIRST

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:
        """Return what the search calls a kind: "Theorem"."""
        return type.lname


def setup(app):
    """Register with Sphinx, in the place of sphinx-proof's own domain."""
    app.setup_extension("sphinx_proof")
    app.add_domain(FoundByName, override=True)
    return {"version": "0.3.0", "parallel_read_safe": True, "parallel_write_safe": True}
