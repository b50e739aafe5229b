"""The directive ``{bookmap}``: a box for each statement, with what it rests on and what uses it."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import bookmap
from docutils import nodes
from docutils.parsers.rst import Directive

GREEK = {"delta": "\u03b4", "varepsilon": "\u03b5", "beta": "\u03b2", "alpha": "\u03b1"}


class bookmap_node(nodes.Element):  # noqa: N801  (docutils names its nodes so)
    """Stands for the map until all statements have their numbers."""


class BookMap(Directive):
    """Leave a place for the map, and ask for the page again whenever a chapter changes."""

    def run(self):
        env = self.state.document.settings.env
        for path in bookmap.chapters(Path(env.srcdir) / "book"):
            env.note_dependency(str(path))
        return [bookmap_node()]


def plain(title: str) -> str:
    """Return a title with its Greek letters, which are all the formulas that titles have."""
    return re.sub(r"\$\\?(\w+)\$", lambda m: GREEK.get(m[1], m[1]), title)


def name(env, label: str) -> str:
    """Return what the pages call a statement: "Theorem 1.1"."""
    entry = env.proof_list[label]
    number = env.toc_fignumbers[entry["docname"]][entry["countertype"]][label]
    return f"{entry['realtype'].title()} {'.'.join(map(str, number))}"


def insert(app, doctree, docname):
    """Replace the directive by a section for each chapter."""
    for place in list(doctree.findall(bookmap_node)):
        statements = bookmap.read(Path(app.srcdir) / "book")
        kinds = {k for k, v in app.env.proof_list.items() if v["realtype"] in bookmap.KINDS}
        if wrong := kinds ^ set(statements):
            raise ValueError(
                f"The map or the pages lack the statements {', '.join(sorted(wrong))}."
            )
        pages = dict.fromkeys(s.page for s in statements.values())
        place.replace_self([_section(app, docname, page, statements) for page in pages])


def _section(app, docname, page, statements):
    env = app.env
    used = bookmap.used_by(statements)

    def link(label: str, more: str = "") -> str:
        uri = app.builder.get_relative_uri(docname, f"book/{statements[label].page}")
        words = name(env, label).replace(" ", "\u00a0")
        return f'<a class="reference internal" href="{uri}#{label}">{words}{more}</a>'

    def line(words: str, labels: list[str]) -> str:
        return f"<p>{words} {', '.join(map(link, labels))}</p>" if labels else ""

    boxes = [
        f'<li class="map-{s.kind}" data-label="{s.label}" data-on="{" ".join(s.rests_on)}">'
        f"{link(s.label, f'<span>{escape(plain(s.title))}</span>')}"
        f"{line('rests on', s.rests_on)}{line('used by', used[s.label])}</li>"
        for s in statements.values()
        if s.page == page
    ]
    number = env.toc_secnumbers[f"book/{page}"][""]
    heading = f"{'.'.join(map(str, number))}. {env.titles[f'book/{page}'].astext()}"
    uri = app.builder.get_relative_uri(docname, f"book/{page}")
    title = nodes.title("", "", nodes.reference("", heading, refuri=uri, internal=True))
    html = nodes.raw("", f'<ul class="book-map">{"".join(boxes)}</ul>', format="html")
    return nodes.section("", title, html, ids=[f"map-{page[:2]}"])


def add_files(app, pagename, templatename, context, doctree):
    """Load the map's style, and the script that marks what belongs together, only on its page."""
    if "book-map" in context.get("body", ""):
        app.add_css_file("map.css")
        app.add_js_file("map.js", loading_method="defer")


def setup(app):
    """Register with Sphinx."""
    app.add_node(bookmap_node)
    app.add_directive("bookmap", BookMap)
    app.connect("doctree-resolved", insert)
    app.connect("html-page-context", add_files)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}
