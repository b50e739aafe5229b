"""Choose what of a chapter is shown in a lecture: its blocks, in order, each with its notes.

The rules, for whoever looks for a sentence:

- Statements, proofs, displayed formulas, tables, exercises and visible code are shown whole, of a
  figure the first sentence of its caption, and further ones of ENOUGH words in all.
- Of a paragraph those sentences are shown that define something (they have a bold term), that name
  for the first time a symbol of a later statement, and that lead to a displayed formula or go on
  after it; of a paragraph without any, the first.  A sentence that leans on the one before it
  ("It ...", "So ...") brings it along.  The same holds for the items of a list.
- Where the rules choose badly, ``book/lecture/NN.yml`` says by its first words what is shown of a
  paragraph in place of what the rules choose (`show`), what is left to the speaker (`leave`), and
  beside which sentences a figure of the chapter stands once more (`again`, by the figure's name).
- The whole text of what was cut, and solutions, are notes of the block that they belong to.
- Of a cell with the tag `slide-output` only the output is shown, of one with `skip-slide` nothing.
- Folds, short questions, cells that are hidden, and sections with nothing else stay out.
"""

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass, field
from itertools import pairwise

from bs4 import BeautifulSoup, NavigableString, Tag

from tools.article import Article

LONG = 16  # lines of an output that are shown
ENOUGH = 26  # words of a slide of a single paragraph
FEW = 12  # words that say too little alone
FULL = 40  # words of a paragraph that are enough
ITEM = 26  # words of an item that is not cut
WALL = 90  # words of an exercise whose parts come on further slides
MOST = 46  # words of a sentence that need not be shown
STEP = 22  # words of a step of a proof
TWO = 32  # words of a question with its answer
PANELS = 4  # of a figure that come one by one
# Not lectured on: what is only read, tried in Python, or a proof for the machine.
READ = re.compile(r"Where this comes from|claims, checked|questions$|Change it$")
# What says where something else stands on the page.
AWAY = re.compile(r"\bfold(s|ed)?\b|place to stop|sitting ends|you may skip")
OF = re.compile(r"Proof\.? Of ((?:Theorem|Lemma|Proposition|Corollary) [\d.]*\d)")
END = re.compile(r"[.?!][)\]\u201d\u2019]*(?=\s|$)")
AT_END = re.compile(END.pattern.removesuffix(r"(?=\s|$)") + "$")
NO_END = re.compile(r"(?:\b(?:Fig|e\.g|i\.e|cf|vs|al|Dr|St|[A-Z])|\.\.)\.$")
LEANS = re.compile(
    r"(It|Its|This|That|Then|So|They|Their|These|Those|But|Both|He|She|Hence|Therefore|Such|"
    r"Otherwise|And|Now|From then on|Equality|Because of this|The (?:first|second|other|latter))\b"
)
SYMBOL = re.compile(
    r"\\(?:operatorname|mathrm|mathcal|mathbf|mathsf|mathit)\*?\s*\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z]"
)
GREEK = re.compile(
    r"\\(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|"
    r"sigma|tau|phi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Sigma|Phi|Psi|Omega|ell)$"
)
INDICES = set("ijk")
# A letter of a time is another than the letter alone: R_t is not R.
OF_TIME = re.compile(r"(\\[A-Za-z]+|(?<![A-Za-z\\])[A-Za-z])_\{?([tT])\b")


@dataclass
class Block:
    """What stays together on a slide, and what the speaker may want to say to it."""

    node: Tag
    kind: str  # text, step, item, statement, figure, live, code, output, table, exercise
    words: int = 0  # of text that counts: not of statements, code and tables
    notes: list[Tag] = field(default_factory=list)
    free: bool = False  # may be left to the speaker


@dataclass
class Part:
    """A section of a chapter: its heading, the one above it, and its blocks."""

    title: str
    above: str = ""
    sitting: str = ""
    blocks: list[Block] = field(default_factory=list)


def element(name: str, *children, **attrs) -> Tag:
    """Return a new element with these children."""
    made = BeautifulSoup("", "html.parser").new_tag(name, attrs=attrs)
    made.extend(children)
    return made


def filled(node: Tag, parts: list[Tag]) -> Tag:
    """Return this node with these sentences in it, a space after each."""
    for sentence in parts:
        node.extend([sentence, NavigableString(" ")])
    return node


def count(node: Tag) -> int:
    """Return the number of words beside formulas."""
    return sum(any(c.isalnum() for c in word) for word in node.get_text(" ").split())


def sentences(node: Tag) -> list[Tag]:
    """Return the sentences of a paragraph, each as a <span>."""
    found, now = [], []

    def close() -> None:
        if any(str(n).strip() for n in now):
            found.append(element("span", *now))
        now.clear()

    for child in list(node.children):
        if not isinstance(child, NavigableString):
            now.append(copy(child))
            said = child.get_text()
            if AT_END.search(said) and not NO_END.search(said) and _begins(child.next_sibling):
                close()
            continue
        start, text = 0, str(child)
        for match in END.finditer(text):
            before = "".join(n.get_text() for n in now) + text[start : match.end()]
            rest = text[match.end() :].strip()
            if NO_END.search(before.rstrip()) or rest[:1].islower():
                continue
            now.append(NavigableString(text[start : match.end()]))
            start = match.end()
            close()
        now.append(NavigableString(text[start:]))
    close()
    for k in range(len(found) - 1, 0, -1):
        if _is_title(found[k - 1]):
            found[k - 1].extend([NavigableString(" "), *list(found.pop(k).children)])
    return found


def _is_title(sentence: Tag) -> bool:
    """Whether a sentence is a title that runs in, such as "What it is for."."""
    told = sentence.find(["strong", "em"], recursive=False)
    return bool(told) and told.get_text().strip() == sentence.get_text().strip()


def _begins(node) -> bool:
    """Whether a new sentence may begin here."""
    text = " " if node is None else str(node) if isinstance(node, NavigableString) else ""
    return text[:1].isspace() and not text.strip()[:1].islower()


def classes(node: Tag) -> set[str]:
    """Return the classes of a node."""
    return set(node.get("class", ()))


def symbols(tex: str) -> set[str]:
    """Return the letters and names of a formula that stand for something."""
    tex = re.sub(r"\\(?:text|label|tag|mathbb|begin|end)\s*\{[^{}]*\}", " ", tex)
    found = {re.sub(r"\s", "", m) for m in SYMBOL.findall(tex)}
    found = {s for s in found if "{" in s or GREEK.match(s) or len(s) == 1} - INDICES
    return found | {f"{letter}_t" for letter, _ in OF_TIME.findall(tex)}


def _belongs(before: Tag, sentence: Tag | None) -> bool:
    """Whether a sentence answers the one before it, or leans on it."""
    leans = sentence is not None and LEANS.match(sentence.get_text().strip())
    return bool(leans) or before.get_text().strip().endswith("?")


def _listed(node: Tag, item: Tag, number: int) -> Tag:
    """Return a list of this item alone, with its number."""
    return element(node.name, copy(item), **({"start": number} if node.name == "ol" else {}))


def _is_formula(node: Tag | None) -> bool:
    return node is not None and "math" in classes(node)


def is_statement(node: Tag) -> bool:
    """Whether a box is a theorem, a definition or an algorithm, and not a proof."""
    return {"proof", "admonition"} < classes(node)


def is_proof(node: Tag) -> bool:
    """Whether a box is a proof."""
    return {"proof", "admonition"} == classes(node)


class Lecture:
    """What is shown of a chapter."""

    def __init__(self, article: Article, asked: dict[str, list] | None = None):
        self.article = article
        self.asked = asked or {}  # the first words of sentences, to show and to leave
        self.again = {k: v for one in self.asked.get("again", ()) for k, v in one.items()}
        self.found: list[str] = []  # which of them the chapter has
        self.figures = {node["id"]: copy(node) for node in article.tree.select("figure[id]")}
        self.parts: list[Part] = []
        self._early: list[Tag] = []  # notes of a block that is still to come
        self._sitting = ""
        self._clean()
        self.title = article.tree.h1.get_text()
        self.needed = self._first_sights()
        self._walk()

    def _clean(self) -> None:
        tree = self.article.tree
        self.article.without_questions()
        for node in tree.select(
            "details.curious, details.hide, .tag_hide-cell, .tag_curious, "
            ".tag_change-it, .tag_skip-slide, .exercise-check"
        ):
            node.decompose()
        for heading in tree.select("h2, h3"):
            if READ.search(heading.get_text().strip()):
                heading.parent.decompose()
        for box in tree.select(".admonition section"):
            box.name = "div"  # to reveal.js a section is a slide

    def _first_sights(self) -> set[int]:
        """Return the numbers of formulas that show a symbol of a later statement first."""
        first: dict[str, int] = {}
        used: dict[str, int] = {}
        for formula in self.article.tree.select("formula"):
            if formula.find_parent(["details", "figure"]) or formula.find_parent(class_="cell"):
                continue
            number = int(formula["data-number"])
            box = formula.find_parent(class_="proof")
            for symbol in symbols(self.article.tex(formula)):
                first.setdefault(symbol, number)
                if box and is_statement(box):
                    used[symbol] = number
        return {number for symbol, number in first.items() if used.get(symbol, -1) > number}

    # -- walking through the sections

    def _walk(self) -> None:
        self.parts.append(Part(self.title))
        self._section(self.article.tree, "")
        for part, after in pairwise(self.parts):
            said = sum(block.words for block in part.blocks)
            if after.above == part.title and said < ENOUGH and all(b.free for b in part.blocks):
                after.blocks[:0], part.blocks = part.blocks, []  # too little for a slide
        self.parts = [part for part in self.parts if part.blocks or part is self.parts[0]]

    def _section(self, node: Tag, above: str) -> None:
        for child in node.find_all(True, recursive=False):
            if child.name in ("h2", "h3"):
                self.parts.append(Part(child.get_text(), above if child.name == "h3" else ""))
                self.parts[-1].sitting, self._sitting = self._sitting, ""
                if child.name == "h2":
                    above = child.get_text()
            elif child.name == "section":
                self._section(child, above)
            elif child.name != "h1":
                self._piece(child)

    @property
    def _blocks(self) -> list[Block]:
        return self.parts[-1].blocks

    def _note(self, node: Tag) -> None:
        """Make this a note of the block before it or, in front of all, of the first one."""
        (self._blocks[-1].notes if self._blocks else self._early).append(node)

    def _add(self, node: Tag, kind: str, words: int = 0, **more) -> None:
        """Add a block."""
        self._blocks.append(Block(node, kind, words, self._early, **more))
        self._early = []

    def _piece(self, node: Tag) -> None:
        kinds = classes(node)
        if "sitting" in kinds:
            self._sitting = node.get_text().strip()
            if len(self.parts) == 1:
                self.parts[0].sitting, self._sitting = self._sitting, ""
        elif "cell" in kinds:
            self._cell(node)
        elif is_proof(node):
            self._proof(node)
        elif is_statement(node):
            self._add(node, "statement")
        elif "solution" in kinds:
            asked = [block for block in self._blocks if block.kind == "exercise"]
            asked[-1].notes.append(node)
        elif "exercise" in kinds:
            parts = node.select("div > ol") if count(node) > WALL else []
            for listed in parts:
                listed.extract()
            starred = [p for p in node.select("p") if p.get_text().strip().startswith("★")]
            further = starred[1:]
            for part in further:  # for whoever has done the first
                part.extract()
            self._add(node, "exercise")
            self._blocks[-1].notes += further
            for listed in parts:
                self._list(listed, whole=True)
        elif "admonition-today" in kinds or "tip" in kinds:
            if "admonition-today" in kinds:
                self.parts.append(Part(node.select_one(".admonition-title").get_text()))
            for child in node.find_all(True, recursive=False):
                if self._blocks and "admonition-today" in kinds and not child.find("strong"):
                    self._note(child)
                elif "admonition-title" not in classes(child):
                    self._piece(child)
        elif node.name == "details" or node.name == "aside":
            node.name = "div"
            self._note(node)
        elif node.name == "p":
            self._paragraph(node)
        elif node.name in ("ol", "ul"):
            self._list(node)
        elif "math" in kinds:
            self._formula(node)
        elif node.select("table"):
            self._add(node, "table")
        elif node.name in ("div", "blockquote") and node.find("p"):
            for child in node.find_all(True, recursive=False):
                self._piece(child)

    def _formula(self, node: Tag) -> None:
        """Add a displayed formula to the sentence that leads to it."""
        if (
            self._blocks
            and self._blocks[-1].kind == "text"
            and not self._ends(self._blocks[-1].node)
        ):
            self._blocks[-1].node.append(node)
            self._blocks[-1].free = False
        else:
            self._add(element("div", node), "text")

    def _ends(self, node: Tag) -> bool:
        return "math" in classes(node.find_all(True, recursive=False)[-1])

    def _must(self, sentence: Tag) -> bool:
        """Whether a sentence defines something, or has a formula that is needed later."""
        numbers = {int(f["data-number"]) for f in sentence.select("formula")}
        return bool(sentence.find("strong") or numbers & self.needed)

    def _begun(self, sentence: Tag, wanted) -> list[str]:
        """Return which of these words a sentence begins with, and note that they were found."""
        text = " ".join(sentence.get_text(" ").split())
        begun = [words for words in wanted if text.startswith(words)]
        self.found += begun
        return begun

    def _asked(self, how: str, said: list[Tag]) -> set[int]:
        """Return which sentences begin with the words of one that is to be shown, or left."""
        wanted = self.asked.get(how, ())
        return {k for k, sentence in enumerate(said) if self._begun(sentence, wanted)}

    def _chosen(self, said: list[Tag], node: Tag) -> tuple[list[int], bool]:
        """Return the sentences of a paragraph that are shown, and whether one must be."""
        show, leave = self._asked("show", said), self._asked("leave", said)
        chosen, needed = self._by_rule(said, node, show)
        return [k for k in chosen if k not in leave], needed

    def _by_rule(self, said: list[Tag], node: Tag, show: set[int]) -> tuple[list[int], bool]:
        chosen = set(show)
        for k, sentence in enumerate(said):
            if self._must(sentence):
                chosen.add(k)
        if _is_formula(node.find_next_sibling()):
            chosen.add(len(said) - 1)
        if _is_formula(node.find_previous_sibling()) and node.get_text()[:1].islower():
            chosen.add(0)
        needed = bool(chosen)
        if show:
            return sorted(chosen), True
        if count(node) <= FULL and not any(AWAY.search(s.get_text()) for s in said):
            chosen.update(range(len(said)))
        if not chosen:
            chosen.add(next((k for k, s in enumerate(said) if not AWAY.search(s.get_text())), 0))
        while (shown := sum(count(said[k]) for k in chosen)) < ENOUGH:
            if max(chosen) + 1 == len(said):
                break
            after = said[max(chosen) + 1]
            if AWAY.search(after.get_text()) or (shown >= FEW and shown + count(after) > FULL):
                break
            chosen.add(max(chosen) + 1)
        for k in sorted(chosen, reverse=True):
            while k and k - 1 not in chosen and LEANS.match(said[k].get_text().strip()):
                chosen.add(k := k - 1)
        return sorted(chosen), needed

    def _paragraph(self, node: Tag) -> None:
        if node.find_parent(class_="exercise") or not (said := sentences(node)):
            return
        if self._in_exercises():
            return self._note(node)
        chosen, needed = self._chosen(said, node)
        if not chosen:
            return self._note(node)
        away = all(AWAY.search(said[k].get_text()) for k in chosen)
        if not needed and (away or count(said[chosen[0]]) > MOST):
            return self._note(node)
        groups: list[list[Tag]] = []
        for k in chosen:
            size = sum(map(count, groups[-1])) + count(said[k]) if groups else 0
            if groups and size <= (TWO if _belongs(groups[-1][-1], said[k]) else STEP):
                groups[-1].append(said[k])
            else:
                groups.append([said[k]])
        goes_on = node.get_text()[:1].islower()
        before = len(self._blocks)
        for group in groups:
            text = filled(element("p"), group)
            if goes_on and self._blocks and self._blocks[-1].kind == "text":
                self._blocks[-1].node.append(text)
                self._blocks[-1].words += count(text)
                goes_on = False
            else:
                self._add(element("div", text), "text", count(text), free=not needed)
            self._once_more(group)
        if len(chosen) < len(said):  # its groups may come on several slides, and each has the note
            self._note(node)
            for block in self._blocks[before:-1]:
                block.notes.append(copy(node))

    def _once_more(self, group: list[Tag]) -> None:
        """Add the figure that is asked for beside one of these sentences."""
        for sentence in group:
            for words in self._begun(sentence, self.again):
                self._add(element("div", _once_more(self.figures[self.again[words]])), "figure")

    def _in_exercises(self) -> bool:
        return bool(re.search(r"Exercises$", self.parts[-1].title.strip()))

    def _list(self, node: Tag, whole: bool = False) -> None:
        """Make a block of each item."""
        start = int(node.get("start", 1))
        for k, item in enumerate(node.find_all("li", recursive=False)):
            shown, box = item, item.find("p", recursive=False) or item
            said = sentences(box)
            if not whole and count(item) > ITEM and len(said) > 1 and not item.find("div"):
                shown = element("li")
                kept = sorted({0, *self._chosen(said, element("p"))[0]})
                while sum(count(said[s]) for s in kept) > MOST and not self._must(said[kept[-1]]):
                    kept.pop()
                filled(shown, [said[s] for s in kept])
            listed = _listed(node, shown, start + k)
            self._add(listed, "item", count(listed))
            if shown is not item:
                self._note(element("p", *map(copy, item.children)) if box is item else box)

    def _proof(self, node: Tag) -> None:
        """Make a block of each step: some sentences, and the formula that they lead to."""
        last = next((b for b in reversed(self._blocks) if b.kind in ("statement", "step")), None)
        name = None
        if last is not None and last.kind == "statement":
            name = last.node.select_one(".caption-number").get_text().strip()
        if told := OF.match(" ".join(node.get_text().split())):
            name = told[1]
        steps: list[list[Tag]] = [[]]
        size = 0
        for child in node.find_all(True, recursive=False):
            if child.name == "details":  # a fold is a note of the step before it
                (steps[-1] or steps[-2]).append(child)
                continue
            if child.name in ("ol", "ul"):
                for k, item in enumerate(child.find_all("li", recursive=False)):
                    steps.append([_listed(child, item, k + 1)])
                steps.append([])
                size = 0
            elif child.name != "p":
                steps[-1].append(child)
                steps.append([])
                size = 0
            else:
                if steps[-1]:
                    steps.append([])
                    size = 0
                text, said = element("p"), sentences(child)
                after = _is_formula(child.find_previous_sibling())
                leads = _is_formula(child.find_next_sibling())
                if after and not child.get_text()[:1].isupper() and not (leads and len(said) == 1):
                    steps[-2].append(element("p", said.pop(0)))  # it goes on after a formula
                for sentence in said:
                    asked = text.contents and _belongs(text, None)
                    if size and size + count(sentence) > (TWO if asked else STEP):
                        steps[-1].append(text)
                        steps.append([])
                        text, size = element("p"), 0
                    text.extend([sentence, NavigableString(" ")])
                    size += count(sentence)
                if text.contents:
                    steps[-1].append(text)
        steps = [step for step in steps if step]
        if len(steps) > 1 and steps[0][-1].get_text().strip() == "Proof.":
            first = steps.pop(0)
            steps[0][:0] = first
        for step in steps:
            folds = [part for part in step if part.name == "details"]
            box = element("div", *(part for part in step if part.name != "details"))
            box["data-of"] = name or ""
            self._add(box, "step", count(box))
            for fold in folds:
                self._piece(fold)

    def _cell(self, cell: Tag) -> None:
        """Add what a cell shows: an interactive, a figure, or code and what it prints."""
        if views := cell.select("script"):
            rooms = [view.find_previous_sibling(class_="widget-subarea") for view in views]
            both = zip(rooms, views, strict=True)
            self._add(element("div", *[n for pair in both for n in pair if n]), "live")
            return
        code = cell.select_one(".cell_input")
        if code and "tag_slide-output" not in classes(cell):
            self._add(code, "code")
        for output in cell.select(".cell_output > *"):
            if output.name == "figure" or output.find("img"):
                self._figure(output)
            elif output.get_text().strip():
                for printed in output.select("pre"):
                    if len(lines := printed.get_text().splitlines()) > LONG:
                        printed.string = "\n".join([*lines[:LONG], "..."])
                self._add(output, "output")

    def _figure(self, node: Tag) -> None:
        caption = node.find("figcaption")
        notes = []
        if caption and (text := caption.select_one(".caption-text")):
            said = sentences(text)
            kept = 1
            while kept < len(said) and sum(map(count, said[1 : kept + 1])) <= ENOUGH:
                kept += 1
            if kept < len(said):
                notes.append(element("p", *map(copy, text.children)))
                text.clear()
                filled(text, said[:kept])
        _plain(node)
        for image in node.select("img"):
            for picture, columns, panels in self.article.panels:
                if picture is image and panels <= PANELS:
                    _in_turn(image, columns, panels)
        box = element("div", node)
        self._add(box, "figure")
        self._blocks[-1].notes += notes


def _once_more(figure: Tag) -> Tag:
    """Return a figure whose caption is its number."""
    again = copy(figure)
    del again["id"]
    again["class"] = ["again"]
    if text := again.select_one(".caption-text"):
        text.replace_with("once more")
    _plain(again)
    return again


def _plain(figure: Tag) -> None:
    """Leave of the pictures of a figure what a slide needs: no links, and no size of the page."""
    for link in figure.select("a:has(> img)"):
        link.unwrap()
    for image in figure.select("img"):
        for name in ("style", "loading", "decoding"):
            image.attrs.pop(name, None)


def _in_turn(image: Tag, columns: int, panels: int) -> None:
    """Let the panels of a picture come one after the other."""
    rows = panels // columns
    stack = element("span", **{"class": "run"})
    image.replace_with(stack)
    for row in range(rows):
        for column in range(columns):
            one = copy(image)
            cut = (
                100 * row / rows,
                100 - 100 * (column + 1) / columns,
                100 - 100 * (row + 1) / rows,
                100 * column / columns,
            )
            one["style"] = f"clip-path: inset({' '.join(f'{c:.4g}%' for c in cut)})"
            if row or column:
                one["class"], one["alt"] = ["fragment"], ""
            stack.append(one)
