"""The directive ``{bookmap}``: a box for each statement, with what it rests on and what uses it."""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from tools import bookmap


class BookMap(SphinxDirective):
    """A section for each chapter, with a list of boxes."""

    def run(self) -> list[nodes.Node]:
        book = Path(self.env.srcdir) / "book"
        for path in bookmap.chapters(book):
            self.env.note_dependency(str(path))
        statements = bookmap.read(book)
        used, sections = bookmap.used_by(statements), {}
        for s in statements.values():
            if s.page not in sections:
                title = self.env.titles[f"book/{s.page}"].astext()  # the chapters are read before
                heading = self.line(f"{int(s.page[:2])}\\. {{doc}}`{title} <{s.page}>`")
                sections[s.page] = nodes.section(
                    "",
                    nodes.title("", "", *heading.children),
                    nodes.bullet_list(classes=["book-map"]),
                    ids=[f"map-{s.page[:2]}"],
                )
            lines = [self.line(f"{{prf:ref}}`{s.label}` {s.title}")]
            lines += self.links("rests on", s.rests_on) + self.links("used by", used[s.label])
            box = nodes.list_item("", *lines, classes=[f"map-{s.kind}"], ids=[f"map-{s.label}"])
            sections[s.page][1].append(box)
        return list(sections.values())

    def line(self, text: str) -> nodes.paragraph:
        """Parse one line as on any page."""
        return self.parse_text_to_nodes(text)[0]

    def links(self, words: str, labels: list[str]) -> list[nodes.paragraph]:
        """Return the line that names these statements, if there are any."""
        line = self.line(f"{words} {', '.join(f'{{prf:ref}}`{name}`' for name in labels)}")
        line["classes"].append(words.replace(" ", "-"))
        return [line] if labels else []


def add_files(app, pagename, templatename, context, doctree):
    """Load the map's style, and the script that marks what belongs together, only on its page."""
    if "book-map" in context.get("body", ""):
        app.add_css_file("map.css")
        app.add_js_file("map.js", loading_method="defer")


def setup(app):
    """Register with Sphinx."""
    app.add_directive("bookmap", BookMap)
    app.connect("html-page-context", add_files)
    return {"version": "0.3.0", "parallel_read_safe": True, "parallel_write_safe": True}
