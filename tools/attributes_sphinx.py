"""A Sphinx extension: attributes keep the underscore at their end, and each has its own entry.

Napoleon writes ``:ivar coef_, intercept_: text``; to docutils a word that ends in an underscore is
a reference, and to Sphinx the first of two words is a type.
"""

from __future__ import annotations

import re
from itertools import takewhile

from sphinx.domains.python import PyObject

FIELD = re.compile(r"^:(?P<kind>ivar|vartype) (?P<names>[^:]+):(?P<text>.*)$")
LABEL = "Attributes"  # Sphinx says variables


def one_by_one(lines: list[str]) -> list[str]:
    """Return the lines of a docstring with a field for each attribute."""
    written, rest = [], lines
    while rest:
        text = list(takewhile(lambda line: not line or line.startswith(" "), rest[1:]))
        found = FIELD.match(rest[0])
        names = found["names"].split(", ") if found else []
        for name in names:
            escaped = re.sub(r"_$", r"\\_", name)
            written += [f":{found['kind']} {escaped}:{found['text']}", *text]
        if not names:
            written += [rest[0], *text]
        rest = rest[1 + len(text) :]
    return written


def setup(app):
    """Register with Sphinx, after Napoleon."""
    for field in PyObject.doc_field_types:
        if field.name == "variable":
            field.label = LABEL

    def process(app, what, name, thing, options, lines):
        lines[:] = one_by_one(lines)

    app.connect("autodoc-process-docstring", process, priority=600)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}
