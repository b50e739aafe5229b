"""Which statement of the book rests on which, read from the chapters themselves.

A proof names what it proves ("Of {prf:ref}`thm-x`."), or follows it.  A statement rests on every
other one that it or its proofs refer to, and on the owner of every formula its proofs refer to.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

KINDS = ["theorem", "lemma", "corollary", "proposition", "definition", "algorithm"]
BLOCK = re.compile(r"^(`{3,})\{prf:(\w+)\} ?(.*?)\n(.*?)^\1\s*$", re.MULTILINE | re.DOTALL)
LABEL = re.compile(r"^:label: (\S+)", re.MULTILINE)
REFERENCE = re.compile(r"\{(?:prf:ref|ref)\}`(?:[^`<]*<)?([^`>]+)>?`")
FORMULA = re.compile(r"\{eq\}`([^`]+)`")
FORMULA_LABEL = re.compile(r"(?:\$\$ \(|^:label: )(eq-[\w-]+)", re.MULTILINE)
OF = re.compile(r"(?:(?::\w+:.*)?\n|\s)*\*?Of \{prf:ref\}`([^`]+)`")  # at the beginning


@dataclass
class Statement:
    """A numbered statement, and the labels of those that it rests on."""

    label: str
    kind: str
    title: str
    page: str
    rests_on: list[str] = field(default_factory=list)


def read(folder: Path) -> dict[str, Statement]:
    """Return the statements of the chapters in that folder, in order, by label.

    Raises
    ------
    ValueError
        If a proof belongs to no statement, or two statements have one label.
    """
    statements, texts, owner = {}, [], {}
    for path in chapters(folder):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
        before = None
        for _, kind, title, body in BLOCK.findall(text):
            if kind in KINDS and (label := LABEL.search(body)):
                before = label[1]
                if before in statements:
                    raise ValueError(f"{path.name}: the label {before} comes twice.")
                statements[before] = Statement(before, kind, title.strip(), path.stem)
            elif kind != "proof":
                continue
            of = kind == "proof" and OF.match(body)
            label = of[1] if of else before
            texts.append((f"{path.name}: {body[:60]!r}", label, kind, body))
            owner |= dict.fromkeys(FORMULA_LABEL.findall(body), label)
    for where, label, kind, body in texts:
        if label not in statements:
            raise ValueError(f"{where} must prove a statement: begin with Of {{prf:ref}}`LABEL`.")
        used = REFERENCE.findall(body)
        if kind == "proof":  # a statement may mention a formula that it does not need
            used += [owner.get(formula) for formula in FORMULA.findall(body)]
        known = statements[label].rests_on
        known += [s for s in dict.fromkeys(used) if s in statements and s not in (label, *known)]
    return statements


def used_by(statements: dict[str, Statement]) -> dict[str, list[str]]:
    """Return, for each label, the labels of the statements that rest on it."""
    return {a: [s.label for s in statements.values() if a in s.rests_on] for a in statements}


def chapters(folder: Path) -> list[Path]:
    """Return the chapters, in order."""
    return sorted(folder.glob("[0-9][0-9]_*.ipynb"))
