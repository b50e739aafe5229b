"""The reference: ``{library}``, links both ways, and docstrings as this library writes them."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path
from types import ModuleType

from bs4.formatter import HTMLFormatter
from docutils import nodes
from sphinx.domains.python import PyObject
from sphinx.util.docutils import SphinxDirective
from sphinx_codeautolink.extension.block import CodeBlockAnalyser

import ptronlib
from tools.statements import read, role

PAGES = Path(__file__).parents[1] / "api"
SECTIONS = {"Parameters", "Attributes", "Returns", "Warns", "Raises"}
ENTRY = re.compile(r"^(\S.*?)\.  (?=\S)")
FIELD = re.compile(r"^:(ivar|vartype) ([^:]+):(.*(?:\n(?:[ \t].*)?)*)", re.MULTILINE)


def own(module: ModuleType) -> list[str]:
    """Return the functions and classes that are defined in a module or in a part of it."""
    return [
        word
        for word, thing in vars(module).items()
        if (isfunction(thing) or isclass(thing))
        and f"{thing.__module__}.".startswith(f"{module.__name__}.")
    ]


def described(package: str) -> dict[str, str]:
    """Return under which full name the page of a package describes what is defined there."""
    text = (PAGES / f"{package.removeprefix('ptronlib.')}.md").read_text("utf-8")
    places = [package, *re.findall(r"automodule:: (\S+)\n +:members:", text)]
    return {word: f"{place}.{word}" for place in places for word in own(import_module(place))}


class Library(SphinxDirective):
    """Modules, one a line: what each is for, in the first sentence of its docstring, and names."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        lines = []
        for name in (f"ptronlib.{module}" for module in self.content):
            module = import_module(name)
            self.env.note_dependency(module.__file__)
            said = re.sub(r":math:(`[^`]+`)", r"{math}\1", module.__doc__.split("\n\n")[0])
            here = described(name)
            names = (f"{{py:obj}}`{n} <{here[n]}>`" for n in module.__all__ if n in here)
            lines += [
                f"{{py:mod}}`{name}`",
                ": " + said.replace("\n", " "),
                "",
                f"  {', '.join(names)}",
                "",
            ]
        made = self.parse_text_to_nodes("\n".join(lines))
        made[0]["classes"].append("library")
        return made


def only_its_own(app, what, name, thing, skip, options) -> bool | None:
    """Leave out of a module what another file defines: that has a page of its own."""
    ours = (isfunction(thing) or isclass(thing)) and thing.__module__.startswith("ptronlib.")
    module = app.env.temp_data.get("autodoc:module")
    return True if what == "module" and ours and name not in own(import_module(module)) else None


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


def statements_of(app, what, name, thing, options, lines):
    """Say which statements of the book a function computes."""
    labels = (e["label"] for e in read()["statements"] if f"ptronlib.{e['function']}" == name)
    if links := [f":{role(label)}:`{label}`" for label in dict.fromkeys(labels)]:
        lines += ["", f"In the book: {', '.join(links)}.", ""]


def other_names(app, config):
    """Tell codeautolink where each function and class is described that has several names."""
    for page in PAGES.glob("*.md"):
        package = import_module(f"ptronlib.{page.stem}")
        holders = {
            package.__name__: package,
            "ptronlib": ptronlib,
            "ptronlib.betas": ptronlib.betas,
        }
        for word, place in described(package.__name__).items():
            thing = getattr(import_module(place.rpartition(".")[0]), word)
            names = {f"{n}.{word}" for n, h in holders.items() if getattr(h, word, None) is thing}
            names = (names | {f"{thing.__module__}.{word}"}) - {place}
            config.codeautolink_inventory_map |= dict.fromkeys(names, place)


def with_title(act):
    """Let codeautolink see sections with titles only: boxes hold the one without the other."""

    def acted(self, node):
        section = node.parent if node.tagname == "title" else node
        if section.tagname == "section" and section[0].tagname == "title":
            act(self, node)

    return acted


def setup(app):
    """Register with Sphinx."""
    app.add_directive("library", Library)
    for field in (f for f in PyObject.doc_field_types if f.name == "variable"):
        field.label = "Attributes"
    for name in ("visit_title", "visit_section", "depart_section"):
        setattr(CodeBlockAnalyser, name, with_title(getattr(CodeBlockAnalyser, name)))
    HTMLFormatter.attributes = lambda self, tag: tag.attrs.items()  # codeautolink would sort them
    app.connect("config-inited", other_names)
    app.connect("autodoc-process-docstring", statements_of, priority=600)
    app.connect("autodoc-skip-member", only_its_own)
    app.connect("autodoc-process-docstring", unfolded, priority=400)  # before Napoleon
    app.connect("autodoc-process-docstring", one_by_one, priority=600)  # after Napoleon
    return {"version": "0.3.0", "parallel_read_safe": True, "parallel_write_safe": True}
