"""The reference: ``{library}`` and ``{command}``; functions and chapters are linked both ways.

A chapter is read once for the functions that its cells and its prose name, section by section.
From these come the list that ends it and the line "In the book" under each function.
"""

from __future__ import annotations

import re
from importlib import import_module

import statements
import uses
from bookmap_sphinx import name as name_of
from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.domains.python import PyObject
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

FOLDER = "book/api/"
NUMBERED = re.compile(r"book/\d\d_")
WITH_CODE = re.compile(r"book/(\d\d_|practice_|teaching|errata)")
SECTIONS = {"Parameters", "Attributes", "Returns", "Warns", "Raises"}
ENTRY = re.compile(r"^(\S.*?)\.  (?=\S)")
FIELD = re.compile(r"^:(ivar|vartype) ([^:]+):(.*(?:\n(?:[ \t].*)?)*)", re.MULTILINE)


class functions_node(nodes.Element):  # noqa: N801  (docutils names its nodes so)
    """Stands for a list of functions, of a chapter or a module, until all have their pages."""


class Library(SphinxDirective):
    """Modules, one a line: what each is for, in the first sentence of its docstring, and names."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        items = []
        for module in self.content:
            thing = uses.found(f"ptronlib.{module}")
            self.env.note_dependency(thing.__file__)
            said = re.sub(r":math:(`[^`]+`)", r"{math}\1", thing.__doc__.split("\n\n")[0])
            holder = nodes.container()
            self.state.nested_parse(StringList(said.splitlines(), self.env.docname), 0, holder)
            definition = nodes.definition("", *holder.children, functions_node(module=module))
            term = nodes.term("", "", functions_node(title=module))
            items.append(nodes.definition_list_item("", term, definition))
        return [nodes.definition_list("", *items, classes=["library"])]


class Command(SphinxDirective):
    """The options of the command, and what its exit status says, from its own parser."""

    def run(self) -> list[nodes.Node]:
        command = import_module("ptronlib.__main__")
        self.env.note_dependency(command.__file__)
        items = []
        for option in command.options()._actions:
            typed = [*option.option_strings, option.metavar or "|".join(option.choices or ())]
            term = nodes.term("", "", nodes.literal("", " ".join(filter(None, typed))))
            said = nodes.definition("", nodes.paragraph("", option.help))
            items.append(nodes.definition_list_item("", term, said))
        status = nodes.paragraph("", command.__doc__.split("\n\n")[1])
        return [nodes.definition_list("", *items), status]


class FindFunctions(SphinxTransform):
    """Note what the sections of a page name, and leave a place for the list at its end.

    For each function that is the section that explains it, in prose before in code, and else the
    one with the statement that it computes.
    """

    default_priority = 400

    def apply(self, **kwargs) -> None:
        if not WITH_CODE.match(self.env.docname):
            return
        code = [n for n in self.document.findall(nodes.literal_block) if "python" in n["language"]]
        names = uses.imported("\n".join(block.astext() for block in code))
        noted: dict[str, tuple[bool, str, str]] = {}
        for piece in self.document.findall(lambda n: n in code or isinstance(n, nodes.literal)):
            in_text = isinstance(piece, nodes.literal)
            section = _section(piece)
            for function in (uses.in_text if in_text else uses.in_code)(piece.astext(), names):
                if section and (function not in noted or in_text > noted[function][0]):
                    noted[function] = in_text, section["ids"][0], section[0].astext()
        for entry in statements.published(statements.read()):
            thing = uses.canonical(uses.found(f"ptronlib.{entry['function']}"))
            if thing and thing not in noted and (section := self.section_of(entry["label"])):
                noted[thing] = False, section["ids"][0], section[0].astext()
        self.env.ptron_uses = getattr(self.env, "ptron_uses", {}) | {self.env.docname: noted}
        if noted:
            words = "chapter" if NUMBERED.match(self.env.docname) else "page"
            title = f"Functions of this {words}"
            section = nodes.section(ids=["functions"], names=[title.lower()])
            section += [nodes.title(title, title), functions_node()]
            next(self.document.findall(nodes.section)).append(section)


    def section_of(self, label: str) -> nodes.section | None:
        """Return the section with a labelled theorem or formula; None if it is not on this page."""
        for node in self.document.findall(nodes.Element):
            if label in (*node.get("ids", ()), *node.get("names", ()), node.get("label")):
                return _section(node)
        return None


def _section(node: nodes.Node | None) -> nodes.section | None:
    """Return the section with a title that a node stands in."""
    while node and not (node.tagname == "section" and node[0].tagname == "title"):
        node = node.parent
    return node


class Links:
    """What is linked with what, once every page has been read."""

    def __init__(self, app, docname: str):
        self.app, self.env, self.docname = app, app.env, docname
        objects = app.env.get_domain("py").objects
        things = {n: e for n, e in objects.items() if not e.aliased and e.objtype != "module"}
        self.pages = {name: entry.docname for name, entry in things.items()}
        self.labels = statements.labels()
        self.canonical = {n: p for n in self.pages if (p := uses.canonical(uses.found(n)))}

    def link(self, docname: str, anchor: str, text: str, code: bool = False) -> nodes.reference:
        """Return a link to a place of the book."""
        uri = self.app.builder.get_relative_uri(self.docname, docname)
        inner = nodes.literal(text, text) if code else nodes.Text(text)
        return nodes.reference("", "", inner, refuri=f"{uri}#{anchor}", internal=True)

    def functions(self, chosen: list[str], prefix: str, ids: bool = False) -> nodes.paragraph:
        """Return links to the descriptions of functions, each a place of its own if asked."""
        line = nodes.paragraph(classes=["functions"])
        for name in chosen:
            link = self.link(self.pages[name], name, name.removeprefix(prefix), code=True)
            link = nodes.inline("", "", link, ids=[name]) if ids else link
            line += [nodes.Text(", ")] * bool(len(line)) + [link]
        return line

    def fill(self, place: functions_node) -> nodes.Node:
        """Return what a place stands for: a module's title or names, or a chapter's functions."""
        if module := place.get("title"):
            name = f"ptronlib.{module}"
            link = self.link(FOLDER + module, f"module-{name}", name, code=True)
            return nodes.inline("", "", link, ids=[f"module-{name}"])
        if module := place.get("module"):
            here = [n for n in self.canonical if self.pages[n] == FOLDER + module]
            return self.functions(here, f"ptronlib.{module}.", ids=True)
        documented = {place: name for name, place in self.canonical.items()}
        named = self.env.ptron_uses[self.docname]
        return self.functions([documented[p] for p in named if p in documented], "ptronlib.")

    def chapter(self, docname: str) -> str:
        """Return "chapter 3", or the title of a page that is none."""
        number = self.env.toc_secnumbers.get(docname, {}).get("")
        return f"chapter {number[0]}" if number else self.env.titles[docname].astext()

    def in_the_book(self, name: str) -> nodes.paragraph | None:
        """Return the line that says where a function is explained, and where else it is used."""
        place, noted = self.canonical[name], sorted(self.env.ptron_uses.items(), key=_reading_order)
        places = {page: named[place] for page, named in noted if place in named}
        if not places:
            return None
        theorems: dict[str, list[str]] = {}
        for entry in statements.published(statements.read()):
            label = self.labels[entry["label"]]
            if f"ptronlib.{entry['function']}" == name and label.kind == "theorem":
                theorems.setdefault(f"book/{label.page}", []).append(entry["label"])
        page = max(places, key=lambda p: (p in theorems, places[p][0]))  # of equals the first
        _, section, title = places[page]
        line = nodes.paragraph("", "In the book: ", classes=["in-the-book"])
        line += [self.link(page, section, f"{self.chapter(page)}, {title}")]
        for label in dict.fromkeys(theorems.get(page, ())):
            line += [nodes.Text(", "), self.link(page, label, name_of(self.env, label))]
        for k, other in enumerate(p for p in places if p != page):
            words = ", " if k else "; also in "
            line += [nodes.Text(words), self.link(other, places[other][1], self.chapter(other))]
        line += nodes.Text(".")
        return line


def _reading_order(item: tuple[str, dict]) -> tuple[bool, bool, str]:
    """Numbered chapters first, then the pages on practice and the errata."""
    return (not NUMBERED.match(item[0]), "errata" in item[0], item[0])


def fill(app, doctree, docname) -> None:
    """Replace the places that were left, and add "In the book" to each function."""
    links = Links(app, docname)
    for place in list(doctree.findall(functions_node)):
        place.replace_self(links.fill(place))
    if docname.startswith(FOLDER):
        for signature in list(doctree.findall(addnodes.desc_signature)):
            name = next(iter(signature["ids"]), None)
            if name in links.canonical and (line := links.in_the_book(name)):
                signature.parent[-1].insert(0, line)


def forget(app, env, docname) -> None:
    """Drop what was noted about a page that is read again."""
    getattr(env, "ptron_uses", {}).pop(docname, None)


def renew(app, env) -> list[str]:
    """Name the pages to be written again because a link to or from them has changed."""
    state = (env.ptron_uses, {n: e.docname for n, e in env.get_domain("py").objects.items()})
    if getattr(env, "ptron_written", None) == state:
        return []
    env.ptron_written = state
    return [d for d in env.found_docs if d.startswith("book/api") or d in env.ptron_uses]


def only_its_own(app, what, name, thing, skip, options) -> bool | None:
    """Leave out of a module what another file defines: that has a page of its own."""
    place = uses.canonical(thing)
    module = app.env.temp_data.get("autodoc:module")
    return True if what == "module" and place and not place.startswith(f"{module}.") else None


def one_by_one(app, what, name, thing, options, lines) -> None:
    """Give each attribute its own entry, and let names keep the underscore at their end.

    To docutils a word that ends so is a reference, and to Sphinx the first of two words a type.
    """

    def each(found: re.Match) -> str:
        names = (re.sub(r"_$", r"\\_", name) for name in found[2].split(", "))
        return "\n".join(f":{found[1]} {name}:{found[3]}" for name in names)

    lines[:] = FIELD.sub(each, "\n".join(lines)).splitlines()


def unfolded(app, what, name, thing, options, lines) -> None:
    """Put the text of an entry of one line, ``n : int.  Points.``, below its type for Napoleon."""
    inside, written = False, []
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if after.startswith("---"):
            inside = line in SECTIONS
        written += (ENTRY.sub(r"\1\n    ", line) if inside else line).split("\n")
    lines[:] = written


def setup(app):
    """Register with Sphinx."""
    app.add_node(functions_node)
    app.add_directive("library", Library)
    app.add_directive("command", Command)
    app.add_transform(FindFunctions)
    for field in (f for f in PyObject.doc_field_types if f.name == "variable"):
        field.label = "Attributes"
    app.connect("doctree-resolved", fill)
    app.connect("env-purge-doc", forget)
    app.connect("env-updated", renew)
    app.connect("autodoc-skip-member", only_its_own)
    app.connect("autodoc-process-docstring", unfolded, priority=400)  # before Napoleon
    app.connect("autodoc-process-docstring", one_by_one, priority=600)  # after Napoleon
    return {"version": "0.2.0", "parallel_read_safe": False, "parallel_write_safe": True}
