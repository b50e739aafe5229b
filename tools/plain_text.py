"""Turn the book's Markdown into Markdown that any notebook program shows.

A directive becomes a paragraph that begins with its name and number, a role the words that it
stands for.  Whatever has no plain form here is an error, so that no markup can be left over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from textwrap import dedent

from myst_nb.core.variables import format_plain_text

from tools.plain_names import Name, Names

FENCE = re.compile(r"^(?P<fence>`{3,}|:{3,})(?:\{(?P<kind>[\w:-]+)\})? *(?P<title>.*?) *$")
OPTION = re.compile(r"^:(?P<name>[\w-]+): *(?P<value>.*)$")
ROLE = re.compile(r"\{(?P<kind>[a-z]+(?::[a-z]+)?)\}`(?P<text>[^`]+)`")
TITLED = re.compile(r"^(?P<words>.+?) *<(?P<label>[^<>]+)>$", re.DOTALL)
FORMULA = re.compile(
    r"^\$\$(?P<tex>(?:(?!\$\$).)+)\$\$(?: *\((?P<label>[\w-]+)\))? *$", re.DOTALL | re.MULTILINE
)
HEADING = re.compile(r"^(#+) +", re.MULTILINE)
TARGET = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
BLOCK = re.compile(r" *(?:[-*]|\d+[.)]) |```|\||\$\$")  # what a line of its own begins with
QUOTED = {"note", "tip", "hint", "important", "warning", "seealso", "admonition"}
CODE = {"code", "code-block", "python"}


class Plain:
    """The plain forms of the markup on one page.

    Parameters
    ----------
    names : Names
        What the book calls its labels.
    page : str
        The page, as "book/01_perceptron".
    glued : mapping
        The values that its cells computed for the text, by name, as text.
    base : str
        The address of the published site; where it is empty, references are words without a link.
    """

    def __init__(self, names: Names, page: str, glued: Mapping[str, str], base: str = ""):
        self.names, self.page, self.glued, self.base = names, page, glued, base
        self.headings = iter(names.headings(page))
        self.sources: dict[str, None] = {}  # those cited so far, in full, in order

    def text(self, source: str) -> str:
        """Return the text of a cell in plain form."""
        done, lines = [], source.splitlines()
        while lines:
            opening = FENCE.match(lines[0])
            if not opening:
                upto = next((k for k, line in enumerate(lines) if FENCE.match(line)), len(lines))
                done.append(self._prose("\n".join(lines[:upto])))
            else:
                upto = self._closing(lines, opening["fence"]) + 1
                body = lines[1 : upto - 1]
                done.append(self._block(opening, body) if opening["kind"] else _join(lines[:upto]))
            lines = lines[upto:]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(done)).strip("\n")

    def _closing(self, lines: list[str], fence: str) -> int:
        for k, line in enumerate(lines[1:], 1):
            if re.fullmatch(rf"{fence[0]}{{{len(fence)},}} *", line):
                return k
        raise ValueError(f"{self.page}: {lines[0]!r} must be closed, and is not.")

    def _prose(self, text: str) -> str:
        text = FORMULA.sub(lambda m: self._formula(m["tex"], m["label"]), TARGET.sub("", text))
        text = HEADING.sub(lambda m: f"{m[1]} {next(self.headings, '')} ".rstrip() + " ", text)
        return ROLE.sub(self._role, text)

    def _formula(self, tex: str, label: str | None) -> str:
        number = rf" \tag{{{self.names.name(label).text.strip('()')}}}" if label else ""
        return f"$$ {tex.strip()}{number} $$"

    # -- blocks

    def _block(self, opening: re.Match, lines: list[str]) -> str:
        options = {}
        while lines and (found := OPTION.match(lines[0])):
            options[found["name"]] = found["value"]
            lines = lines[1:]
        kind, title, body = opening["kind"], opening["title"], dedent("\n".join(lines)).strip("\n")
        label = options.get("label") or options.get("name")
        if kind == "math":
            text = self._formula(body, label)
        elif kind in CODE:
            text = f"```{title}\n{body}\n```"
        elif kind == "prf:proof":
            text = f"*Proof.* {_end(self.text(body))}"
        elif kind.startswith("prf:") or kind == "exercise":
            text = self._statement(label, title, body)
        elif kind == "solution":
            text = _folded(f"Solution to {self.names.name(title).text}", self.text(body))
        elif kind == "dropdown":
            text = _folded(self._prose(title), self.text(body))
        elif kind == "margin":
            head = f"**{self._prose(title)}.** " if title else ""
            text = _quoted(head + self.text(body))
        elif kind in QUOTED:
            head = title if kind == "admonition" else " ".join((kind.capitalize(), title)).strip()
            text = _quoted(f"**{self._prose(head)}.** {self.text(body)}")
        else:
            raise ValueError(
                f"{self.page}: the directive {kind!r} has no plain form; give it one in "
                "tools/plain_text.py."
            )
        return f"\n{text}\n"

    def _statement(self, label: str | None, title: str, body: str) -> str:
        if not label:
            raise ValueError(f"{self.page}: a statement must have a label: {body[:60]!r}")
        head = self.names.name(label).text + (f" ({self._prose(title)})" if title else "")
        text = self.text(body)
        return _quoted(f"**{head}.**" + ("\n\n" if BLOCK.match(text) else " ") + text)

    # -- words

    def _role(self, found: re.Match) -> str:
        kind, text = found["kind"], found["text"]
        if kind == "glue:text":
            key, _, form = text.partition(":")
            return format_plain_text(self.glued[key], form)
        if kind == "cite":
            shown, sources = self.names.cite(self.page, tuple(text.replace(" ", "").split(",")))
            self.sources.update(dict.fromkeys(sources))
            return shown
        titled = TITLED.match(text)
        words, label = (titled["words"], titled["label"]) if titled else ("", text)
        if kind == "math":
            return f"${text}$"
        if kind == "term":
            return words or text
        if kind.startswith("py:"):
            return f"`{words or text}`"
        if kind in ("prf:ref", "eq", "numref", "ref", "doc"):
            name = (self.names.page if kind == "doc" else self.names.name)(label)
            return self._link(words or name.text, name)
        raise ValueError(
            f"{self.page}: the role {kind!r} has no plain form; give it one in tools/plain_text.py."
        )

    def _link(self, words: str, name: Name) -> str:
        return f"[{words}]({name.address(self.base)})" if self.base else words


def _join(lines: list[str]) -> str:
    return "\n".join(lines)


def _quoted(text: str) -> str:
    # A formula must not hold the mark of a quotation, so it gets one line.
    text = _outside_code(FORMULA, lambda m: " ".join(m[0].split()), text)
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _outside_code(pattern: re.Pattern, change: Callable[[re.Match], str], text: str) -> str:
    parts = re.split(r"(^```.*?^```$)", text, flags=re.DOTALL | re.MULTILINE)
    return "".join(part if k % 2 else pattern.sub(change, part) for k, part in enumerate(parts))


def _folded(title: str, text: str) -> str:
    return f"<details>\n<summary><b>{title}</b></summary>\n\n{text}\n\n</details>"


def _end(proof: str) -> str:
    last = proof.rsplit("\n", 1)[-1]
    return proof + ("\n\n∎" if last.endswith("$$") or BLOCK.match(last) else " ∎")
