"""The reference: ``{library}`` and ``{command}``; functions and chapters are linked both ways.

A chapter is read once for the functions that its cells and its prose name, section by section.
From these come the list that ends it and the line "In the book" under each function.
"""

from __future__ import annotations

import re
from argparse import Action
from dataclasses import dataclass
from importlib import import_module
from inspect import isfunction

import statements
import uses
from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

FOLDER = "book/api/"
NUMBERED = re.compile(r"book/\d\d_")
WITH_CODE = re.compile(r"book/(\d\d_|practice_|teaching|errata)")


@dataclass(frozen=True)
class Use:
    """A section of a page that names a function, in its prose or only in its code."""

    function: str
    section: str
    title: str
    in_text: bool


class library_node(nodes.Element):  # noqa: N801  (docutils names its nodes so)
    """Stands for the names of a module until all of them are known."""


class functions_node(nodes.Element):  # noqa: N801
    """Stands for the list of a chapter's functions until all of them have their pages."""


class Library(SphinxDirective):
    """Modules, one a line: what each is for, in the first sentence of its docstring, and names."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        items = []
        for module in self.content:
            thing = uses.found(f"ptronlib.{module}")
            self.env.note_dependency(thing.__file__)
            self.env.note_dependency(__file__)
            said = re.sub(r":math:(`[^`]+`)", r"{math}\1", thing.__doc__.split("\n\n")[0])
            holder = nodes.container()
            self.state.nested_parse(StringList(said.splitlines(), self.env.docname), 0, holder)
            link = library_node(module=module, part="module")
            names = library_node(module=module, part="names")
            definition = nodes.definition("", *holder.children, names)
            items.append(nodes.definition_list_item("", nodes.term("", "", link), definition))
        return [nodes.definition_list("", *items, classes=["library"])]


class Command(SphinxDirective):
    """The options of the command, and what its exit status says, from its own parser."""

    def run(self) -> list[nodes.Node]:
        command = import_module("ptronlib.__main__")
        self.env.note_dependency(command.__file__)
        self.env.note_dependency(__file__)
        items = []
        for option in command.options()._actions:
            term = nodes.term("", "", nodes.literal("", _spelled(option)))
            said = nodes.definition("", nodes.paragraph("", option.help))
            items.append(nodes.definition_list_item("", term, said))
        status = nodes.paragraph("", command.__doc__.split("\n\n")[1])
        return [nodes.definition_list("", *items), status]


def _spelled(option: Action) -> str:
    """Return an option as it is typed, with what follows it."""
    values = [*option.option_strings, option.metavar or "|".join(option.choices or ())]
    return " ".join(filter(None, values))


class FindFunctions(SphinxTransform):
    """Note what the sections of a page name, and leave a place for the list at its end."""

    default_priority = 400

    def apply(self, **kwargs) -> None:
        env = self.env
        if not WITH_CODE.match(env.docname):
            return
        noted = list(dict.fromkeys(self.noted()))
        env.ptron_uses = getattr(env, "ptron_uses", {}) | {env.docname: noted}
        if not noted:
            return
        words = "chapter" if NUMBERED.match(env.docname) else "page"
        title = f"Functions of this {words}"
        section = nodes.section(ids=["functions"], names=[title.lower()])
        section += [nodes.title(title, title), functions_node()]
        top = next(self.document.findall(nodes.section))
        top += section

    def noted(self):
        """Yield a use for each function that a piece of code or a literal names."""
        pieces = [n for n in self.document.findall(_is_code)]
        cells = [n.astext() for n in pieces if isinstance(n, nodes.literal_block)]
        names = uses.Names(cells)
        for piece in pieces:
            section = _section(piece)
            if section is None:
                continue
            in_text = isinstance(piece, nodes.literal)
            text = piece.astext()
            named = [names.in_text(text)] if in_text else names.in_code(text)
            title = section[0].astext()
            yield from (Use(n, section["ids"][0], title, in_text) for n in named if n)


def _is_code(node: nodes.Node) -> bool:
    if isinstance(node, nodes.literal_block):
        return "ipython" in node.get("language", "") or node.get("language") == "python"
    return isinstance(node, nodes.literal)


def _section(node: nodes.Node) -> nodes.section | None:
    """Return the section with a title that a node lies in; exercises make some without one."""
    while node is not None:
        if isinstance(node, nodes.section) and isinstance(node[0], nodes.title):
            return node
        node = node.parent
    return None


class Links:
    """What is linked with what, once every page has been read."""

    def __init__(self, app, docname: str):
        self.app, self.env, self.docname = app, app.env, docname
        objects = app.env.get_domain("py").objects
        self.pages = {n: entry.docname for n, entry in objects.items() if not entry.aliased}
        things = {name: uses.canonical(uses.found(name)) for name in self.pages}
        self.documented = {place: name for name, place in things.items() if place}
        self.canonical = {name: place for place, name in self.documented.items()}

    def link(self, docname: str, anchor: str, text: str, code: bool = False) -> nodes.reference:
        """Return a link to a place of the book."""
        uri = self.app.builder.get_relative_uri(self.docname, docname)
        inner = nodes.literal(text, text) if code else nodes.Text(text)
        return nodes.reference("", "", inner, refuri=f"{uri}#{anchor}", internal=True)

    def to_function(self, name: str, text: str) -> nodes.reference:
        """Return a link to a function's description."""
        return self.link(self.pages[name], name, text, code=True)

    def chapter(self, docname: str) -> str:
        """Return "chapter 3", or the title of a page that is none."""
        number = self.env.toc_secnumbers.get(docname, {}).get("")
        return f"chapter {number[0]}" if number else self.env.titles[docname].astext()

    def places(self, function: str) -> dict[str, list[Use]]:
        """Return by page, in reading order, where a function is named."""
        found = {
            page: [use for use in noted if use.function == function]
            for page, noted in sorted(self.env.ptron_uses.items(), key=_reading_order)
        }
        return {page: named for page, named in found.items() if named}

    def theorems(self, name: str) -> dict[str, list[str]]:
        """Return by page the labels of the theorems that a function computes."""
        labels, made = statements.labels(), {}
        for entry in statements.published(statements.read()):
            label = labels[entry["label"]]
            if f"ptronlib.{entry['function']}" == name and label.kind == "theorem":
                made.setdefault(f"book/{label.page}", {})[entry["label"]] = None
        return {page: list(found) for page, found in made.items()}

    def theorem(self, page: str, label: str) -> nodes.reference:
        """Return a link to a theorem, with its number."""
        kind = self.env.proof_list[label]["countertype"]
        number = ".".join(map(str, self.env.toc_fignumbers[page][kind][label]))
        words = self.env.proof_list[label]["realtype"].title()
        return self.link(page, label, f"{words} {number}")

    def in_the_book(self, name: str) -> nodes.paragraph | None:
        """Return the line that says where a function is explained, and where else it is used."""
        places = self.places(self.canonical[name])
        if not places:
            return None
        theorems = self.theorems(name)
        by_theorem = [page for page in places if page in theorems]
        by_prose = [page for page, named in places.items() if any(use.in_text for use in named)]
        page = (by_theorem + by_prose + list(places))[0]
        use = max(places[page], key=lambda use: use.in_text)  # of equals the first
        line = nodes.paragraph("", "In the book: ", classes=["in-the-book"])
        line += [*self.section(page, use)]
        for label in theorems.get(page, ()):
            line += [nodes.Text(", "), self.theorem(page, label)]
        others = [
            self.link(other, named[0].section, self.chapter(other))
            for other, named in places.items()
            if other != page
        ]
        for k, other in enumerate(others):
            line += [nodes.Text(", " if k else "; also in "), other]
        line += nodes.Text(".")
        return line

    def returned_by(self, name: str) -> nodes.paragraph | None:
        """Return the line that names the functions that make an object of a class."""
        module, _, word = name.rpartition(".")
        makers = [
            maker
            for maker in self.canonical
            if isfunction(thing := uses.found(maker))
            and re.search(rf"\b{word}\b", str(thing.__annotations__.get("return", "")))
            and getattr(import_module(thing.__module__), word, None) is uses.found(name)
        ]
        makers = [m for m in makers if m.startswith(f"{module}.")] or makers
        if not makers:
            return None
        line = nodes.paragraph("", "Returned by ", classes=["in-the-book"])
        for k, maker in enumerate(makers):
            line += [nodes.Text(", ")] * bool(k)
            line += self.to_function(maker, maker.removeprefix(f"{module}."))
        line += nodes.Text(".")
        return line

    def section(self, page: str, use: Use) -> list[nodes.Node]:
        """Return "chapter 3, The proof" with a link."""
        chapter = self.chapter(page)
        if use.title == self.env.titles[page].astext():
            return [self.link(page, use.section, chapter)]
        return [nodes.Text(f"{chapter}, "), self.link(page, use.section, use.title)]


def _reading_order(item: tuple[str, list[Use]]) -> tuple[bool, str]:
    """Numbered chapters first, then the pages on practice and the errata."""
    return (not NUMBERED.match(item[0]), "errata" in item[0], item[0])


def fill(app, doctree, docname) -> None:
    """Replace the places that were left, and add "In the book" to each function."""
    links = Links(app, docname)
    for place in list(doctree.findall(functions_node)):
        place.replace_self(_functions(links, docname))
    for place in list(doctree.findall(library_node)):
        place.replace_self(_module(links, place["module"], place["part"]))
    if docname.startswith(FOLDER):
        for signature in list(doctree.findall(addnodes.desc_signature)):
            name = next(iter(signature["ids"]), None)
            line = name in links.canonical and (links.in_the_book(name) or links.returned_by(name))
            if line:
                signature.parent[-1].insert(0, line)


def _functions(links: Links, docname: str) -> nodes.paragraph:
    """Return the functions that a page names, in order, each linked to its description."""
    named = dict.fromkeys(use.function for use in links.env.ptron_uses[docname])
    line = nodes.paragraph(classes=["functions"])
    for name in (links.documented[place] for place in named if place in links.documented):
        line += [nodes.Text(", ")] * bool(len(line))
        line += links.to_function(name, name.removeprefix("ptronlib."))
    return line


def _module(links: Links, module: str, part: str) -> nodes.Node:
    """Return a module's name with its link, or its functions; both keep their old addresses."""
    page, prefix = FOLDER + module, f"ptronlib.{module}"
    if part == "module":
        link = links.link(page, f"module-{prefix}", prefix, code=True)
        return nodes.inline("", "", link, ids=[f"module-{prefix}"])
    line = nodes.paragraph(classes=["functions"])
    for name in (n for n, where in links.pages.items() if where == page and n in links.canonical):
        line += [nodes.Text(", ")] * bool(len(line))
        link = links.to_function(name, name.removeprefix(prefix + "."))
        line += nodes.inline("", "", link, ids=[name])
    return line


def forget(app, env, docname) -> None:
    """Drop what was noted about a page that is read again."""
    getattr(env, "ptron_uses", {}).pop(docname, None)


def merge(app, env, docnames, other) -> None:
    """Take over what another process noted."""
    noted = getattr(other, "ptron_uses", {})
    env.ptron_uses = getattr(env, "ptron_uses", {}) | {d: noted[d] for d in docnames if d in noted}


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


def setup(app):
    """Register with Sphinx."""
    app.add_node(library_node)
    app.add_node(functions_node)
    app.add_directive("library", Library)
    app.add_directive("command", Command)
    app.add_transform(FindFunctions)
    app.connect("doctree-resolved", fill)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", renew)
    app.connect("autodoc-skip-member", only_its_own)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}
