"""The directives ``{statements}``, a table of ``book/statements.yml``, and ``{checks}``, its tests.

Both write plain tables and code, whole without scripts; ``site/static/statements.js`` adds filters.
"""

from __future__ import annotations

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective
from statements import FILE, ROOT, anchor, labels, published, read, slug, tests

PAGE = "book/statements"
ROLES = {"theorem": "prf:ref", "figure": "numref", "equation": "eq", "exercise": "ref"}
HEADINGS = ("In the source", "What it says", "Here")


class Page(SphinxDirective):
    """What both directives need: the file, and text in MyST turned into nodes."""

    def load(self) -> list[dict]:
        """Return the published entries; the page depends on all that they point to."""
        self.env.note_dependency(str(FILE))
        for path in (*(ROOT / "tests").glob("test_*.py"), *(ROOT / "book").glob("[0-9]*.ipynb")):
            self.env.note_dependency(str(path))
        self.content_of_file = read()
        return published(self.content_of_file)

    def mark(self, node: nodes.Element, name: str, title: str) -> None:
        """Make a node a place that ``{ref}`` finds on any page, in lower case."""
        node["ids"].append(name)
        standard = self.env.get_domain("std")
        standard.note_hyperlink_target(name.lower(), self.env.docname, name, title)

    def myst(self, text: str) -> list[nodes.Node]:
        """Parse text as on any page."""
        holder = nodes.container()
        self.state.nested_parse(StringList(text.splitlines(), PAGE), 0, holder)
        return holder.children


class Statements(Page):
    """One table for each source, each row a statement."""

    def run(self) -> list[nodes.Node]:
        entries, self.labels = self.load(), labels()
        made: list[nodes.Node] = [nodes.container(classes=["st-filter-place"])]
        for letter, source in self.content_of_file["sources"].items():
            chosen = [entry for entry in entries if entry["id"].startswith(f"{letter}-")]
            section = nodes.section(ids=[f"source-{letter.lower()}"], classes=["st-source"])
            title = f"{letter}: {source['title']}" if "cite" in source else source["title"]
            section += nodes.title(title, title)
            if "cite" in source:
                section += self.myst(f"{{cite}}`{source['cite']}`")
            section += self.table(chosen)
            made.append(section)
        return made

    def table(self, entries: list[dict]) -> nodes.table:
        """Return a table with a header and one row for each entry."""
        table = nodes.table(classes=["st-table"])
        group = nodes.tgroup(cols=len(HEADINGS))
        group += [nodes.colspec(colwidth=width) for width in (22, 46, 32)]
        head, body = nodes.thead(), nodes.tbody()
        head += self.row([[nodes.paragraph("", heading)] for heading in HEADINGS])
        for entry in entries:
            row = self.row([self.source(entry), self.says(entry), self.here(entry)])
            self.mark(row, anchor(entry), entry["name"])
            chapter = self.chapter(entry)
            verdict = entry["verdict"].replace(" ", "-")
            row["classes"] += [f"st-chapter-{chapter}", f"st-verdict-{verdict}"]
            body += row
        group += [head, body]
        table += group
        return table

    @staticmethod
    def row(cells: list[list[nodes.Node]]) -> nodes.row:
        """Return a row of cells."""
        row = nodes.row()
        row += [nodes.entry("", *cell) for cell in cells]
        return row

    def chapter(self, entry: dict) -> int:
        """Return the chapter in which an entry stands."""
        return self.labels[entry["label"]].chapter

    def source(self, entry: dict) -> list[nodes.Node]:
        """Name, section and id, as in the source."""
        name = nodes.paragraph("", "", nodes.strong("", entry["name"]), classes=["st-name"])
        place = nodes.paragraph("", entry["place"], classes=["st-place"])
        code = nodes.paragraph("", "", nodes.literal("", entry["id"]), classes=["st-id"])
        return [name, place, code]

    def says(self, entry: dict) -> list[nodes.Node]:
        """The statement, the verdict, the difference and its errata."""
        links = " ".join(f"{{ref}}`{tag} <{tag.lower()}>`" for tag in entry.get("errata", ()))
        verdict = nodes.inline("", entry["verdict"], classes=["st-verdict"])
        made = [*self.myst(entry["says"]), nodes.paragraph("", "", verdict)]
        if text := " ".join(part for part in (entry["note"], links) if part):
            (note,) = self.myst(text)
            made[-1] += [nodes.Text(" "), *note.children]
        return made

    def here(self, entry: dict) -> list[nodes.Node]:
        """Links to the place, the function and the check."""
        role = ROLES[self.labels[entry["label"]].kind]
        place = f"chapter {self.chapter(entry)}, {{{role}}}`{entry['label']}`"
        name = entry["function"]
        made = self.myst(f"{place}\n\n{{py:obj}}`{name} <ptronlib.{name}>`")
        words = entry["test"].split("::test_")[1].replace("_", " ")
        check = self.myst(f"check: {{ref}}`{words} <{slug(entry['test'])}>`")
        made += check
        for node, what in zip(made, ("st-place-here", "st-function", "st-check"), strict=True):
            node["classes"].append(what)
        return made


class Checks(Page):
    """The source of every test that an entry names, under the statements that it checks."""

    def run(self) -> list[nodes.Node]:
        entries, found, made = self.load(), tests(), {}
        by_test: dict[str, list[dict]] = {}
        for entry in entries:
            by_test.setdefault(entry["test"], []).append(entry)
        for name in sorted(by_test, key=lambda name: (name.split("::")[0], found[name].line)):
            file, _, function = name.partition("::")
            if file not in made:
                made[file] = nodes.section(ids=[slug(file)])
                made[file] += nodes.title(file, f"tests/{file}")
            part = nodes.section(classes=["st-code"])
            words = function.removeprefix("test_").replace("_", " ").capitalize()
            self.mark(part, slug(name), words)
            part += nodes.title("", words)
            part += self.links(by_test[name])
            code = nodes.literal_block(found[name].source, found[name].source)
            code["language"] = "python"
            part += code
            made[file] += part
        return list(made.values())

    def links(self, entries: list[dict]) -> list[nodes.Node]:
        """Return links back to the rows of the table."""
        links = (f"{{ref}}`{e['id'][0]}, {e['name']} <{anchor(e).lower()}>`" for e in entries)
        return self.myst("Checks " + "; ".join(links))


def add_filter(app, pagename, templatename, context, doctree):
    """Load the filter's script on the one page that has something to filter."""
    if pagename == PAGE:
        app.add_js_file("statements.js", loading_method="defer")


def setup(app):
    """Register with Sphinx."""
    app.add_directive("statements", Statements)
    app.add_directive("checks", Checks)
    app.connect("html-page-context", add_filter)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}
