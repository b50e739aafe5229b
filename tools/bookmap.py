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
OF = re.compile(r"\*?Of \{prf:ref\}`([^`]+)`")
OPTIONS = re.compile(r"(?:^:\w+:.*\n|^\s*\n)*", re.MULTILINE)


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
    statements, texts = {}, []
    for path in chapters(folder):
        before = None
        for kind, title, body in _blocks(path):
            if kind in KINDS and (label := LABEL.search(body)):
                before = label[1]
                if before in statements:
                    other = statements[before].page
                    raise ValueError(f"{path.name}: the label {before} stands in {other} already.")
                statements[before] = Statement(before, kind, title.strip(), path.stem)
                texts.append((path, before, kind, body))
            elif kind == "proof":
                named = OF.match(OPTIONS.sub("", body, count=1))
                texts.append((path, named[1] if named else before, kind, body))
    _connect(statements, texts)
    return statements


def _connect(statements: dict[str, Statement], texts: list) -> None:
    for path, label, _, body in texts:
        if label not in statements:
            start = " ".join(body.split())[:60]
            raise ValueError(
                f'{path.name}: expected a proof that names its statement or follows it; "{start}" '
                f"belongs to {label or 'none'}. Begin it with: Of {{prf:ref}}`LABEL`."
            )
    owner = {f: label for _, label, _, body in texts for f in FORMULA_LABEL.findall(body)}
    for _, label, kind, body in texts:
        used = REFERENCE.findall(body)
        if kind == "proof":  # a statement may mention a formula that it does not need
            used += [owner.get(formula) for formula in FORMULA.findall(body)]
        known = statements[label].rests_on
        known += [s for s in dict.fromkeys(used) if s in statements and s not in (label, *known)]


def used_by(statements: dict[str, Statement]) -> dict[str, list[str]]:
    """Return, for each label, the labels of the statements that rest on it."""
    return {a: [s.label for s in statements.values() if a in s.rests_on] for a in statements}


def chapters(folder: Path) -> list[Path]:
    """Return the chapters, in order."""
    return sorted(folder.glob("[0-9][0-9]_*.ipynb"))


def _blocks(path: Path) -> list[tuple[str, str, str]]:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return [(kind, title, body) for _, kind, title, body in BLOCK.findall(text)]
