"""What the built book calls its theorems, formulas, figures, exercises, pages and sources.

Nothing is counted here: the numbers are those that Sphinx gave when it built the pages, read from
the environment that it leaves behind; a citation is read off the built page itself.
"""

from __future__ import annotations

import pickle
import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bs4 import BeautifulSoup

from tools.pages import BUILT, ROOT

ENVIRONMENT = ROOT / "_build" / ".doctrees" / "environment.pickle"


@dataclass(frozen=True)
class Name:
    """What a label is called, and where it stands: "Theorem 2.1", book/02_..., thm-any-start."""

    text: str
    page: str
    anchor: str = ""

    def address(self, base: str) -> str:
        """Return the address on the site that lies at `base`."""
        return f"{base.rstrip('/')}/{self.page}.html" + f"#{self.anchor}" * bool(self.anchor)


class Names:
    """The names of one built book.

    Parameters
    ----------
    environment : Path
        The pickle that Sphinx wrote with the pages.
    built : Path
        The folder of the pages.
    """

    def __init__(self, environment: Path = ENVIRONMENT, built: Path = BUILT):
        if not environment.is_file():
            raise SystemExit(f"{environment} must be there, and is not. Run: make book")
        sys.path.insert(0, str(Path(__file__).parent))  # the pickle names the book's extensions
        try:
            self.env = pickle.loads(environment.read_bytes())  # noqa: S301 of our own build
        finally:
            sys.path.pop(0)
        self.built = built
        self.formulas = self.env.domaindata["math"]["objects"]
        self.labels = self.env.domaindata["std"]["labels"]

    def name(self, label: str) -> Name:
        """Return what the book calls a label.

        Raises
        ------
        KeyError
            No page has this label.
        """
        if found := self.env.proof_list.get(label):
            page, kind = found["docname"], found["realtype"].capitalize()
            return Name(f"{kind} {self._number(page, found['countertype'], label)}", page, label)
        if label in self.formulas:
            page, anchor = self.formulas[label][0], f"equation-{label}"
            return Name(f"({self._number(page, 'displaymath', anchor)})", page, anchor)
        if label.lower() not in self.labels:
            raise KeyError(f"the book has no label {label!r}")
        page, anchor, title = self.labels[label.lower()]
        for kind, called in (("exercise", "Exercise"), ("figure", "Fig.")):
            if anchor in self.env.toc_fignumbers.get(page, {}).get(kind, {}):
                return Name(f"{called} {self._number(page, kind, anchor)}", page, anchor)
        return Name(title, page, anchor)

    def _number(self, page: str, kind: str, anchor: str) -> str:
        return ".".join(map(str, self.env.toc_fignumbers[page][kind][anchor]))

    def headings(self, page: str) -> list[str]:
        """Return the numbers of a page's headings, in order: "2.", "2.1.", none on some pages."""
        numbers = self.env.toc_secnumbers.get(page, {}).values()
        return ["".join(f"{part}." for part in number) for number in numbers]

    def page(self, name: str) -> Name:
        """Return the title of a page, which is named from the folder of the chapters."""
        page = name.removeprefix("/") if name.startswith("/") else f"book/{name}"
        if page not in self.env.titles:
            raise KeyError(f"the book has no page {name!r}")
        return Name(self.env.titles[page].astext(), page)

    def cite(self, page: str, keys: tuple[str, ...]) -> tuple[str, list[str]]:
        """Return a citation as the page shows it, and the sources that it names, in full."""
        for reference in self.env.domaindata["cite"]["citation_refs"]:
            if (reference.docname, tuple(t.key for t in reference.targets)) == (page, keys):
                shown = self._soup(page).find(id=reference.citation_ref_id)
                return _line(shown.get_text()), [_line(a["title"]) for a in shown.find_all("a")]
        raise KeyError(f"{page} does not cite {', '.join(keys)}")

    @cache  # noqa: B019  (one book lives as long as the program)
    def _soup(self, page: str) -> BeautifulSoup:
        return BeautifulSoup((self.built / f"{page}.html").read_text("utf-8"), "html.parser")


def _line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
