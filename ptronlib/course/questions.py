"""The short questions of the chapters: read them, and write them for Moodle or on paper.

A chapter has six, in ``book/questions/NN.yml``: three choices, two lines of a proof that fail, and
one prediction.  Every choice has a reply, and one of them is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from .._extras import needs

with needs("course"):
    import yaml
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

from . import _clone
from ._plain import Words

KINDS = {"choice": 3, "line": 2, "predict": 1}  # how many of each a chapter has
FORM = "a list of questions with id, kind, ask and choices"


@dataclass(frozen=True)
class Choice:
    """What one can choose, what is replied to it, and whether it is right."""

    says: str
    reply: str
    right: bool = False


@dataclass(frozen=True)
class Question:
    """A question with its choices; texts are Markdown."""

    id: str
    kind: str
    ask: str
    choices: tuple[Choice, ...]

    @property
    def letter(self) -> str:
        """The letter of the right choice."""
        return letters(self)[[choice.right for choice in self.choices].index(True)]


def letters(question: Question) -> str:
    """Return a letter for each choice."""
    return "abcdefghijklmnopqrstuvwxyz"[: len(question.choices)]


def file(chapter: int, root: Path | None = None) -> Path:
    """Return where the questions of a chapter stand."""
    return _clone.book(root) / "questions" / f"{chapter:02}.yml"


def read(path: Path) -> list[Question]:
    """Return the questions of a file.

    Raises
    ------
    ValueError.  One is not well formed; says which, what was expected and what came.
    """
    found = yaml.safe_load(path.read_text("utf-8"))
    if not isinstance(found, list):
        raise ValueError(f"{path.name} should hold {FORM}; got {type(found).__name__}.")
    return [_question(entry, f"{path.name}, question {k}") for k, entry in enumerate(found, 1)]


def numbered(asked: list[Question], which: str | None = None) -> list[tuple[int, Question]]:
    """Return questions with their numbers: all, or with "6" that one, with "1-5" these.

    Raises
    ------
    ValueError.  `which` is neither a number of a question nor two of them.
    """
    first, _, last = (which or f"1-{len(asked)}").partition("-")
    numbers = range(int(first), int(last or first) + 1)
    if not numbers or numbers[0] < 1 or numbers[-1] > len(asked):
        raise ValueError(f"Numbers from 1 to {len(asked)} are expected, as 6 or 1-5; got {which}.")
    return [(k, asked[k - 1]) for k in numbers]


def _question(entry: Any, where: str) -> Question:
    if not isinstance(entry, dict) or entry.keys() != {"id", "kind", "ask", "choices"}:
        got = sorted(entry) if isinstance(entry, dict) else type(entry).__name__
        raise ValueError(f"{where}: id, kind, ask and choices are expected; got {got}.")
    where = f"{where} ({entry['id']})"
    if entry["kind"] not in KINDS:
        raise ValueError(f"{where}: kind is one of {', '.join(KINDS)}; got {entry['kind']!r}.")
    given = entry["choices"] if isinstance(entry["choices"], list) else []
    choices = tuple(_choice(given[k], f"{where}, choice {k + 1}") for k in range(len(given)))
    if len(choices) < 2 or sum(choice.right for choice in choices) != 1:
        right = sum(choice.right for choice in choices)
        raise ValueError(
            f"{where}: two or more choices are expected, of which one has `right: true`; "
            f"got {len(choices)}, of which {right} have."
        )
    name, ask = _text(entry["id"], f"{where}: id"), _text(entry["ask"], f"{where}: ask")
    return Question(name, entry["kind"], ask, _mixed(name, entry["kind"], choices))


def _mixed(name: str, kind: str, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the choices in an order that tells nothing, always the same.

    Whoever writes a question has favorite places for what is right.  Lines of a proof and numbers
    keep their order.
    """
    if kind == "line" or any(choice.says.strip("$").isdigit() for choice in choices):
        return choices
    return tuple(sorted(choices, key=lambda c: sha256(f"{name} {c.says}".encode()).digest()))


def _choice(entry: Any, where: str) -> Choice:
    if not isinstance(entry, dict) or not {"says", "reply"} <= entry.keys() <= {
        "says", "reply", "right"
    }:  # fmt: skip
        raise ValueError(f"{where}: says, reply and perhaps right are expected; got {entry!r:.80}.")
    right = entry.get("right", False)
    if not isinstance(right, bool):
        raise ValueError(f"{where}: right should be true or left out; got {right!r}.")
    says, reply = (_text(entry[name], f"{where}: {name}") for name in ("says", "reply"))
    return Choice(" ".join(says.split()), reply, right)


def _text(value: Any, where: str) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)  # a choice may be a number
    if not isinstance(value, str) or not value.strip():
        raise ValueError(
            f"{where} should be a text; got {value!r}. Put it between quotation marks."
        )
    return value.strip()


def bank(chapters: Sequence[int] = (), root: Path | None = None) -> dict[int, list[Question]]:
    """Return the questions of these chapters, by default of all that have some.

    Raises
    ------
    FileNotFoundError.  A chapter has none, or only the library is installed.
    """
    folder = _clone.book(root) / "questions"
    there = sorted(int(path.stem) for path in folder.glob("[0-9][0-9].yml"))
    if missing := sorted(set(chapters) - set(there)):
        shown = ", ".join(map(str, there)) or "none"
        raise FileNotFoundError(
            f"There are no questions on chapter {missing[0]}; they are expected in "
            f"{folder / f'{missing[0]:02}.yml'}. Chapters with questions: {shown}."
        )
    if not there:
        raise FileNotFoundError(f"There are no questions yet; they are expected in {folder}.")
    return {chapter: read(file(chapter, root)) for chapter in chapters or there}


# -- Moodle


def html(text: str) -> str:
    r"""Return Markdown as HTML, with formulas as Moodle's filters know them, \( \) and \[ \]."""
    made = MarkdownIt("commonmark", {"html": False}).enable("table").use(dollarmath_plugin)
    for kind, start, end in (
        ("math_inline", r"\(", r"\)"),
        ("math_inline_double", r"\[", r"\]"),
        ("math_block", r"\[", r"\]"),
    ):
        made.add_render_rule(kind, _formula(start, end))
    return made.render(text).strip()


def _formula(start: str, end: str):
    def render(self, tokens, index, options, env) -> str:
        tex = tokens[index].content.strip()
        for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
            tex = tex.replace(sign, entity)
        return f"{start}{tex}{end}"

    return render


def moodle(questions: dict[int, list[Question]], root: Path | None = None) -> str:
    """Return the questions as Moodle XML, each chapter a category.

    In Moodle: Question bank, Import, Moodle XML format.  The choices about lines of a proof keep
    their order, the others are shuffled.
    """
    words = Words(root)
    quiz = ElementTree.Element("quiz")
    for chapter, asked in questions.items():
        category = ElementTree.SubElement(quiz, "question", type="category")
        _put(category, "category", f"$course$/top/The Perceptron Book/Chapter {chapter}")
        for question in asked:
            _multichoice(quiz, question, words)
    ElementTree.indent(quiz)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(quiz, "unicode") + "\n"


def _multichoice(quiz: ElementTree.Element, question: Question, words: Words) -> None:
    made = ElementTree.SubElement(quiz, "question", type="multichoice")
    _put(made, "name", question.id)
    _put(made, "questiontext", html(words.plain(question.ask)), format="html")
    settings = {
        "defaultgrade": "1",
        "penalty": "0.3333333",
        "hidden": "0",
        "single": "true",
        "shuffleanswers": "false" if question.kind == "line" else "true",
        "answernumbering": "abc",
    }
    for name, value in settings.items():
        ElementTree.SubElement(made, name).text = value
    for choice in question.choices:
        fraction = "100" if choice.right else "0"
        answer = ElementTree.SubElement(made, "answer", fraction=fraction, format="html")
        ElementTree.SubElement(answer, "text").text = html(words.plain(choice.says))
        _put(answer, "feedback", html(words.plain(choice.reply)), format="html")
    tags = ElementTree.SubElement(made, "tags")
    _put(tags, "tag", question.kind)


def _put(parent: ElementTree.Element, name: str, text: str, **attributes: str) -> None:
    """Append an element whose text stands in an element <text>, as Moodle has it."""
    element = ElementTree.SubElement(parent, name, attributes)
    ElementTree.SubElement(element, "text").text = text


# -- paper


def text(
    questions: dict[int, list[Question]], answers: bool = False, root: Path | None = None
) -> str:
    """Return the questions as plain text, with the answers below each chapter if wanted."""
    words, parts = Words(root), []
    for chapter, asked in questions.items():
        parts.append(f"Chapter {chapter}\n=========={'=' * (chapter > 9)}")
        for k, question in enumerate(asked, 1):
            named = zip(letters(question), question.choices, strict=True)
            listed = [f"   ({letter}) {words.plain(choice.says)}" for letter, choice in named]
            ask = words.plain(question.ask).replace("\n", "\n   ")
            parts.append("\n".join([f"{k}. {ask}", *listed]))
        if answers:
            parts.append(_answers(asked, words))
    return "\n\n".join(parts) + "\n"


def _answers(asked: list[Question], words: Words) -> str:
    said = ["Answers"]
    for k, question in enumerate(asked, 1):
        said.append(f"{k}. ({question.letter}) is right.")
        for letter, choice in zip(letters(question), question.choices, strict=True):
            said.append(f"   ({letter}) {' '.join(words.plain(choice.reply).split())}")
    return "\n".join(said)
