"""The directives ``{statements}``, a table of ``book/statements.yml``, and ``{checks}``, its tests.

Both write plain tables and code, whole without scripts; ``site/static/statements.js`` adds filters.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from tools.statements import FILE, ROOT, anchor, labels, read, role, slug, tests

PAGE = "book/statements"
HEADINGS = ("In the source", "What it says", "Here")


def paragraph(name: str, *children: nodes.Node) -> nodes.paragraph:
    """Return a paragraph with a class."""
    return nodes.paragraph("", "", *children, classes=[name])


def row(cells: list[list[nodes.Node]]) -> nodes.row:
    """Return a row of cells."""
    made = nodes.row()
    made += [nodes.entry("", *cell) for cell in cells]
    return made


class Page(SphinxDirective):
    """What both directives need: the file, and places that links find."""

    def load(self) -> list[dict]:
        """Return the entries; the page depends on all that they point to."""
        for path in (*(ROOT / "tests").glob("test_*.py"), *(ROOT / "book").glob("[0-9]*.ipynb")):
            self.env.note_dependency(str(path))
        self.env.note_dependency(str(FILE))
        content = read()
        self.sources = content["sources"]
        return content["statements"]

    def mark(self, node: nodes.Element, name: str, title: str) -> None:
        """Make a node a place that ``{ref}`` finds on any page, in lower case."""
        node["ids"].append(name)
        standard = self.env.get_domain("std")
        standard.note_hyperlink_target(name.lower(), self.env.docname, name, title)


class Statements(Page):
    """One table for each source, each row a statement."""

    def run(self) -> list[nodes.Node]:
        entries, self.labels = self.load(), labels()
        made: list[nodes.Node] = [nodes.container(classes=["st-filter-place"])]
        for letter, source in self.sources.items():
            section = nodes.section(ids=[f"source-{letter.lower()}"], classes=["st-source"])
            title = f"{letter}: {source['title']}" if "cite" in source else source["title"]
            section += nodes.title(title, title)
            section += (
                self.parse_text_to_nodes(f"{{cite}}`{source['cite']}`") if "cite" in source else []
            )
            section += self.table([e for e in entries if e["id"].startswith(f"{letter}-")])
            made.append(section)
        return made

    def table(self, entries: list[dict]) -> nodes.table:
        """Return a table with a header and one row for each entry."""
        head, body = nodes.thead(), nodes.tbody()
        head += row([[nodes.paragraph("", heading)] for heading in HEADINGS])
        for entry in entries:
            made = row([self.source(entry), self.says(entry), self.here(entry)])
            self.mark(made, anchor(entry), entry["name"])
            chapter = int(self.labels[entry["label"]][:2])
            verdict = entry["verdict"].replace(" ", "-")
            made["classes"] += [f"st-chapter-{chapter}", f"st-verdict-{verdict}"]
            body += made
        widths = [nodes.colspec(colwidth=width) for width in (22, 46, 32)]
        return nodes.table(
            "", nodes.tgroup("", *widths, head, body, cols=len(widths)), classes=["st-table"]
        )

    def source(self, entry: dict) -> list[nodes.Node]:
        """Name, section and id, as in the source."""
        return [
            paragraph("st-name", nodes.strong("", entry["name"])),
            paragraph("st-place", nodes.Text(entry["place"])),
            paragraph("st-id", nodes.literal("", entry["id"])),
        ]

    def says(self, entry: dict) -> list[nodes.Node]:
        """The statement, the verdict, the difference and its errata."""
        links = " ".join(f"{{ref}}`{tag} <{tag.lower()}>`" for tag in entry.get("errata", ()))
        verdict = nodes.inline("", entry["verdict"], classes=["st-verdict"])
        made = [*self.parse_text_to_nodes(entry["says"]), nodes.paragraph("", "", verdict)]
        if text := " ".join(part for part in (entry["note"], links) if part):
            made[-1] += [nodes.Text(" "), *self.parse_text_to_nodes(text)[0].children]
        return made

    def here(self, entry: dict) -> list[nodes.Node]:
        """Links to the place, the function and the check."""
        label, name = entry["label"], entry["function"]
        words = entry["test"].split("::test_")[1].replace("_", " ")
        lines = {
            "st-place-here": f"chapter {int(self.labels[label][:2])}, {{{role(label)}}}`{label}`",
            "st-function": f"{{py:obj}}`{name} <ptronlib.{name}>`",
            "st-check": f"check: {{ref}}`{words} <{slug(entry['test'])}>`",
        }
        return [
            paragraph(kind, *self.parse_text_to_nodes(line)[0].children)
            for kind, line in lines.items()
        ]


class Checks(Page):
    """The source of every test that an entry names, under the statements that it checks."""

    def run(self) -> list[nodes.Node]:
        entries, found, made = self.load(), tests(), {}
        by_test: dict[str, list[dict]] = {}
        for entry in entries:
            by_test.setdefault(entry["test"], []).append(entry)
        for name in (name for name in found if name in by_test):
            file, _, function = name.partition("::")
            if file not in made:
                title = nodes.title("", f"tests/{file}")
                made[file] = nodes.section("", title, ids=[slug(file)])
            words = function.removeprefix("test_").replace("_", " ").capitalize()
            rows = ((f"{e['id'][0]}, {e['name']}", anchor(e).lower()) for e in by_test[name])
            links = "; ".join(f"{{ref}}`{title} <{place}>`" for title, place in rows)
            code = nodes.literal_block("", found[name], language="python")
            part = nodes.section("", nodes.title("", words), classes=["st-code"])
            self.mark(part, slug(name), words)
            part += [*self.parse_text_to_nodes(f"Checks {links}"), code]
            made[file] += part
        return list(made.values())


def add_filter(app, pagename, templatename, context, doctree):
    """Load the filter's script on the one page that has something to filter."""
    if pagename == PAGE:
        app.add_js_file("statements.js", loading_method="defer")


def setup(app):
    """Register with Sphinx."""
    app.add_directive("statements", Statements)
    app.add_directive("checks", Checks)
    app.connect("html-page-context", add_filter)
    return {"version": "0.3.0", "parallel_read_safe": True, "parallel_write_safe": True}
