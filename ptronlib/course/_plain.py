"""Write MyST in words that stand alone: on paper, in Moodle, in a notebook of its own.

A reference becomes the title of what it leads to, an equation that is referred to is written out
below, and a number of the book is looked up in the stored outputs.
"""

from __future__ import annotations

import json
import re
from functools import cached_property
from pathlib import Path
from typing import Any

from . import _clone

ROLE = re.compile(r"\{([\w:.-]+)\}(`+)(.+?)\2")
TITLED = re.compile(r"^(?:`{3,}|:{3,})\{(prf:)?(\w+)\} *(.*)\n:label: (\S+)", re.MULTILINE)
EQUATION = re.compile(r"\$\$(?P<tex>(?:[^$]|\$(?!\$))+?)\$\$ *\((?P<label>[\w:-]+)\)")
NAMED = re.compile(r"^(.*) <([^>]*)>$", re.DOTALL)
GLUED = "application/papermill.record/text/plain"


class Words:
    """What the references of the book say."""

    def __init__(self, root: Path | None = None):
        self.root = root

    @cached_property
    def notebooks(self) -> dict[int, Any]:
        """The chapters, as JSON."""
        return {k: json.loads(p.read_text("utf-8")) for k, p in _clone.chapters(self.root).items()}

    @cached_property
    def titles(self) -> dict[str, str]:
        """What is called what, with its chapter: statements, exercises."""
        found = {}
        for chapter, text in self.texts.items():
            for _, kind, title, label in TITLED.findall(text):
                name = f"{kind} \u201c{title.strip()}\u201d" if title.strip() else kind
                found[label] = f"the {name} of chapter {chapter}"
            for k, label in enumerate(_exercises(text), 1):
                found[label] = f"exercise {chapter}.{k}"
            for figure in _figures(self.notebooks[chapter]):
                said = figure.get("caption", "").partition(". ")[0].rstrip(".")
                found[figure["name"]] = f"the figure \u201c{said}\u201d of chapter {chapter}"
        return found

    @cached_property
    def texts(self) -> dict[int, str]:
        """The Markdown of each chapter."""
        return {k: markdown(notebook) for k, notebook in self.notebooks.items()}

    @cached_property
    def equations(self) -> dict[str, str]:
        """The formulas that have a label."""
        whole = "\n".join(self.texts.values())
        return {m["label"]: " ".join(m["tex"].split()) for m in EQUATION.finditer(whole)}

    @cached_property
    def numbers(self) -> dict[str, str]:
        """What the chapters glue into their texts."""
        found = {}
        for notebook in self.notebooks.values():
            for cell in notebook["cells"]:
                for output in cell.get("outputs", ()):
                    if GLUED in output.get("data", {}):
                        name = output["metadata"]["scrapbook"]["name"]
                        found[name] = "".join(output["data"][GLUED]).strip("'")
        return found

    def plain(self, text: str) -> str:
        """Return a text without roles; equations that it refers to stand below."""
        cited: dict[str, None] = {}
        text = EQUATION.sub(lambda m: f"$${m['tex']}\\tag{{{short(m['label'])}}} $$", text)
        text = ROLE.sub(lambda m: _begun(m, self._role(m[1], m[3], cited)), text)
        below = [
            rf"$$ {self.equations[label]} \tag{{{short(label)}}} $$"
            for label in cited
            if label in self.equations
        ]
        return "\n\n".join([text.strip(), *below])

    def _role(self, role: str, content: str, cited: dict[str, None]) -> str:
        named = NAMED.match(content)
        label = named[2] if named else content
        if role.startswith("glue"):
            return self._number(label)
        if role == "eq":
            cited[label] = None
            return f"({short(label)})"
        if named:
            return named[1]
        if role.startswith("cite"):
            return f"({label})"
        return self.titles.get(label) or f"\u201c{label.replace('-', ' ')}\u201d"

    def _number(self, content: str) -> str:
        """Return a glued number, in the format that the text names if any."""
        name, _, form = content.partition(":")
        found = self.numbers.get(name, name)
        try:
            return format(float(found), form) if form else found
        except ValueError:  # no number
            return found


def short(label: str) -> str:
    """Return the name of an equation as it is shown."""
    return label.removeprefix("eq-")


def markdown(notebook: Any) -> str:
    """Return all Markdown of a notebook."""
    cells = (c for c in notebook["cells"] if c["cell_type"] == "markdown")
    return "\n\n".join("".join(cell["source"]) for cell in cells)


def _begun(found: re.Match, words: str) -> str:
    """Return words with a capital letter where they begin a sentence."""
    before = found.string[: found.start()].rstrip()
    begins = not before or before.endswith((".", "?", "!", ".)", "?)"))
    return words[:1].upper() + words[1:] if begins else words


def _figures(notebook: Any) -> list[dict]:
    told = (cell["metadata"].get("mystnb", {}).get("figure", {}) for cell in notebook["cells"])
    return [figure for figure in told if "name" in figure]


def _exercises(text: str) -> list[str]:
    return re.findall(r"^`{3,}\{exercise\}.*\n:label: (\S+)", text, re.MULTILINE)
