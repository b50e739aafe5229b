"""The search finds a theorem by its name, and by the names that others give it.

sphinx-proof tells the search about none of its theorems.  Here they become objects of its domain,
which the search shows before the pages that mention them; ``book/known_as.yml`` has further names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import bookmap
import yaml
from bookmap_sphinx import GREEK
from sphinx.domains import ObjType
from sphinx_proof.domain import ProofDomain

FIRST = 3  # a priority that only ``site/scorer.js`` knows; it ranks before all others
NAMES = "known_as.yml"


class FoundByName(ProofDomain):
    """The domain of sphinx-proof, with the numbered statements of the chapters as its objects."""

    object_types = {kind: ObjType(kind.title(), "ref") for kind in bookmap.KINDS}

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Return name, name shown, kind, page, anchor and priority of each statement."""
        book = Path(self.env.srcdir) / "book"
        numbered = getattr(self.env, "proof_list", {})
        if not book.is_dir() or not numbered:
            return
        statements, others = bookmap.read(book), known_as(book)
        if wrong := others.keys() - statements.keys():
            raise ValueError(f"book/{NAMES} must have labels of statements; got {min(wrong)!r}.")
        for label, statement in statements.items():
            if label in numbered:
                shown = self.shown(label, [statement.title, *others.get(label, ())])
                page = numbered[label]["docname"]
                # The name must not be the anchor: the search would then leave the anchor out.
                yield shown, shown, statement.kind, page, label, FIRST

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:
        """Return what the search calls a kind: "Theorem"."""
        return type.lname

    def shown(self, label: str, names: list[str]) -> str:
        """Return what the search shows: "Theorem 1.1 (Perceptron convergence; ...)"."""
        entry = self.env.proof_list[label]
        number = self.env.toc_fignumbers[entry["docname"]][entry["countertype"]][label]
        text = re.sub(r"\$\\?(\w+)\$", lambda m: GREEK.get(m[1], m[1]), "; ".join(names))
        return f"{entry['realtype'].title()} {'.'.join(map(str, number))} ({text})"


def known_as(book: Path) -> dict[str, list[str]]:
    """Return the further names of statements, by label."""
    return yaml.safe_load((book / NAMES).read_text("utf-8"))


def setup(app):
    """Register with Sphinx, in the place of sphinx-proof's own domain."""
    app.setup_extension("sphinx_proof")
    app.add_domain(FoundByName, override=True)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}
