"""The directive ``{bookmap}``: the map of the book, and below it the same as a list."""

from __future__ import annotations

import re
from pathlib import Path

import bookmap
from bookmap_picture import picture
from docutils import nodes
from docutils.parsers.rst import Directive

GREEK = {"delta": "\u03b4", "varepsilon": "\u03b5", "beta": "\u03b2", "alpha": "\u03b1"}


class bookmap_node(nodes.Element):  # noqa: N801  (docutils names its nodes so)
    """Stands for the map until all statements have their numbers."""


class BookMap(Directive):
    """Leave a place for the map, and ask for the page again whenever a chapter changes."""

    def run(self):
        env = self.state.document.settings.env
        for path in bookmap.chapters(_folder(env)):
            env.note_dependency(str(path))
        return [bookmap_node()]


def _folder(env) -> Path:
    return Path(env.doc2path(env.docname)).parent


def insert(app, doctree, docname):
    """Replace the directive by the picture and the list."""
    for place in list(doctree.findall(bookmap_node)):
        place.replace_self(_Map(app, docname).nodes())


class _Map:
    """The statements with their numbers and addresses, as seen from one page."""

    def __init__(self, app, docname):
        self.app, self.docname, self.env = app, docname, app.env
        self.folder = Path(docname).parent
        self.statements = bookmap.read(Path(app.env.doc2path(docname)).parent)
        self.pages = dict.fromkeys(s.page for s in self.statements.values())
        for s in self.statements.values():
            s.title = re.sub(r"\$\\?(\w+)\$", lambda m: GREEK.get(m[1], m[1]), s.title)
        numbered = {k for k, v in app.env.proof_list.items() if v["realtype"] in bookmap.KINDS}
        if numbered != set(self.statements):
            raise ValueError(
                "The map and the pages must have the same statements; only one of them has "
                f"{', '.join(sorted(numbered ^ set(self.statements)))}."
            )

    def nodes(self):
        if self.app.builder.format != "html":
            return self.sections()
        headings = {page: (self.page(page), self.chapter(page)) for page in self.pages}
        svg = picture(self.statements, self.address, self.name, headings)
        box = f'<div class="book-map-box">{svg}</div>'
        return [nodes.raw("", box, format="html"), *self.sections()]

    def page(self, page: str) -> str:
        return self.app.builder.get_relative_uri(self.docname, str(self.folder / page))

    def chapter(self, page: str) -> str:
        title = self.env.titles[str(self.folder / page)].astext()
        return (
            f"{'.'.join(map(str, self.env.toc_secnumbers[str(self.folder / page)]['']))}. {title}"
        )

    def address(self, s) -> str:
        return f"{self.page(s.page)}#{s.label}"

    def name(self, s) -> str:
        kind = self.env.proof_list[s.label]["countertype"]
        number = self.env.toc_fignumbers[str(self.folder / s.page)][kind][s.label]
        return f"{s.kind.title()} {'.'.join(map(str, number))}"

    def sections(self):
        used = bookmap.used_by(self.statements)
        return [self.section(page, used) for page in self.pages]

    def section(self, page, used):
        link = nodes.reference("", self.chapter(page), refuri=self.page(page), internal=True)
        title = nodes.title("", "", link)
        items = [self.item(s, used) for s in self.statements.values() if s.page == page]
        found = nodes.section("", title, nodes.definition_list("", *items), ids=[f"map-{page[:2]}"])
        found["classes"].append("map-list")
        return found

    def item(self, s, used):
        term = nodes.term("", "", self.reference(s))
        if s.title:
            term += nodes.Text(f" ({s.title})")
        about = [("rests on", s.rests_on), ("used by", used[s.label])]
        lines = [self.sentence(words, labels) for words, labels in about if labels]
        lines = lines or [nodes.paragraph("", "stands by itself")]
        return nodes.definition_list_item("", term, nodes.definition("", *lines))

    def sentence(self, words, labels):
        line = nodes.paragraph("", words + " ")
        for k, label in enumerate(labels):
            line += [nodes.Text(", ")] * bool(k) + [self.reference(self.statements[label])]
        return line

    def reference(self, s):
        name = self.name(s).replace(" ", "\u00a0")
        return nodes.reference("", name, refuri=self.address(s), internal=True)


def add_files(app, pagename, templatename, context, doctree):
    """Load the map's style, and the script that highlights its lines, only where there is one."""
    if doctree and any("map-list" in s["classes"] for s in doctree.findall(nodes.section)):
        app.add_css_file("map.css")
        app.add_js_file("map.js", loading_method="defer")


def setup(app):
    """Register with Sphinx."""
    app.add_node(bookmap_node)
    app.add_directive("bookmap", BookMap)
    app.connect("doctree-resolved", insert)
    app.connect("html-page-context", add_files)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}
