"""The labels of a table: which are missing, which are the same, and which two classes they make."""

from __future__ import annotations

import re
import unicodedata
from argparse import Namespace
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._validate import Array
from .numbers import MINUS, MISSING, TRUTH, option, plain

MARKS = {*MISSING, "-", "--", "---", ".", "..", "...", "*", "n.a.", "\\n"}  # of missing labels
YES = {"no": 0, "yes": 1}
SAME = {"n": 0, "y": 1, **YES, "false": 0, "true": 1}  # words that may say the same as 0 and 1
MANY = 1000  # kinds of labels up to which they are compared with each other


@dataclass
class Labels:
    """The labels of some rows as two classes.

    Attributes
    ----------
    y : (n,) floats.  -1 or +1.
    classes : list of two str.  As they are first written, the positive one last.
    alike : list of list of str.  Labels that were read as one, if they are written in many ways.
    """

    y: Array
    classes: list[str]
    alike: list[list[str]] = field(default_factory=list)


def label_words(column: Any) -> NDArray:
    """Return the labels of a column as words, without the spaces around them."""
    codes, kinds = column.factorize(use_na_sentinel=False)
    return np.array([str(kind).strip() for kind in kinds.tolist()] or [""], dtype=object)[codes]


def missing_labels(column: Any, labels: NDArray, options: Namespace) -> NDArray[np.bool_]:
    """Tell which labels are missing: NA and the like are, unless an option says otherwise."""
    both = {*options.missing} & {*options.not_missing}
    if both:
        raise ValueError(f"--missing and --not-missing both name {both.pop()!r}; choose one.")
    kinds = {*labels.tolist()}
    marks = {kind for kind in kinds if _marks_missing(kind, kinds)} - {*options.not_missing}
    marks |= {*options.missing}
    missing = np.array([label in marks for label in labels.tolist()], dtype=bool)
    return missing | (column.isna().to_numpy() & ~np.isin(labels, options.not_missing))


def _marks_missing(label: str, kinds: set[str]) -> bool:
    """Whether a label is a mark of a missing one; a minus beside a plus is none."""
    return label.lower() in MARKS and not (label == "-" and "+" in kinds)


def no_label(place: str, name: str, label: str) -> str:
    """Say that a label is missing, and what helps."""
    hint = "--drop-missing leaves out such rows"
    if label.lower() not in MARKS - {""}:
        return f"{place} has no value in column {name!r}, that of the labels; {hint}."
    return (
        f"{place} has {label!r} in column {name!r}, that of the labels, where it may mark a "
        f"missing one; {hint}, {option('--not-missing', label)} takes it for a label."
    )


def two_classes(
    labels: NDArray, left_out: NDArray, options: Namespace, number: Callable = plain
) -> Labels:
    """Return the labels as two classes; those that look alike are refused, or read as one.

    `left_out` are the labels of other rows, and `number` writes the numbers of the file as Python
    does, and gives None for other words.
    """
    kinds = list(dict.fromkeys(labels.tolist()))
    values = _values(kinds, options.look_alikes, number)
    alike = _alike(values)
    names = {value: kind for kind, value in reversed(values.items())}  # of 1 and 1.0 the first
    classes = [names[value] for value in sorted(names)]
    positive = _positive(options.positive, classes, names, values)
    if len(classes) > 2 and positive is not None:
        high, classes = positive, ["the rest", positive]
    elif len(classes) != 2:
        raise ValueError(_not_two(kinds, classes, alike, {*left_out}, options))
    else:
        classes.sort(key=lambda label: label == positive)
        high = classes[1]
    sign = {kind: 1.0 if value == values[high] else -1.0 for kind, value in values.items()}
    return Labels(np.array([sign[label] for label in labels.tolist()]), classes, alike)


def _values(kinds: list[str], look_alikes: str | None, number: Callable) -> dict[str, Any]:
    """Return what each kind of label stands for; the same for those that are one."""
    if look_alikes != "different":
        numbers = {kind: _number(kind, number) for kind in kinds}
        if None not in numbers.values():
            return numbers
        for words in (TRUTH, YES):
            if all(kind.lower() in words for kind in kinds):
                return {kind: words[kind.lower()] for kind in kinds}
        if len(kinds) <= MANY:
            looks = {kind: _look(kind) for kind in kinds}
            groups = _alike(looks)
            if groups and look_alikes is None:
                raise ValueError(_look_alike(groups))
            if groups:
                first = {look: kind for kind, look in reversed(looks.items())}
                return {kind: first[look] for kind, look in looks.items()}
    return {kind: kind for kind in kinds}


def _number(word: str, number: Callable) -> Decimal | None:
    """Return a word as a number of any length, None if it is none; true and false are words."""
    written = None if word.lower() in TRUTH else number(word)
    try:
        return None if written is None else Decimal(written)
    except InvalidOperation:  # of an exponent that nothing holds
        return None


def _alike(values: dict[str, Any]) -> list[list[str]]:
    """Return the kinds of labels that stand for the same, where there are several."""
    groups: dict[Hashable, list[str]] = {}
    for kind, value in values.items():
        groups.setdefault(value, []).append(kind)
    return [group for group in groups.values() if len(group) > 1]


def _look(label: str) -> Hashable:
    """Return what is left of a label without case, spaces, remarks, and forms of numbers."""
    text = unicodedata.normalize("NFKC", label).casefold().replace(MINUS, "-")
    text = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")  # invisible
    text = re.sub(r"(?<=\S)\s+(#(?!\d)|//).*", "", text)  # a remark, but not the 1 of "type #1"
    text = text.strip("\"'`´‘’“” ").rstrip(".,:!").strip() or text
    digits = re.sub(r"(?<=\d),(?=\d)|,$", ".", text)
    value = SAME[text] if text in SAME else _number(digits, plain)
    return re.sub(r"(?<=\w)[\s_-]+(?=\w)", " ", text) if value is None else Decimal(value)


def _look_alike(groups: list[list[str]]) -> str:
    """Say which labels look alike, and what to do."""
    shown = "; ".join(" and ".join(map(repr, group[:4])) for group in groups[:4])
    return (
        f"some labels look alike: {shown}; --look-alikes same makes one class of such labels, "
        f"--look-alikes different keeps them apart."
    )


def _positive(
    asked: str | None, classes: list[str], names: dict[Any, str], values: dict[str, Any]
) -> str | None:
    """Return the class that is asked for, in the spelling that stands for it."""
    if asked is None:
        return None
    if asked in values:
        return names[values[asked]]
    same = [name for name in classes if _look(name) == _look(asked)]
    if len(same) == 1:
        return same[0]
    shown = " or ".join(map(repr, classes[:8])) + (" or another" if len(classes) > 8 else "")
    raise ValueError(f"--positive must be {shown}; got {asked!r}.")


def _not_two(
    kinds: list[str],
    classes: list[str],
    alike: list[list[str]],
    left_out: set[str],
    options: Namespace,
) -> str:
    """Say that there is one class, or that there are too many, and what helps."""
    shown = ", ".join(map(repr, classes[:5])) + (", ..." if len(classes) > 5 else "")
    hint = "nothing is to be separated"
    if len(classes) > 2 and kinds[0] == options.label:
        hint = (
            f"{options.label!r} is the name of this column, too, so a second line of the header "
            f"may stand among the rows; --skip {options.skip + 1} leaves out the first, else "
            f"delete it"
        )
    elif len(classes) > 2:
        hint = f"{option('--positive', classes[-1])}, for instance, sets one apart from the rest"
    elif marks := sorted(
        word for word in left_out - {"", *options.not_missing} if _marks_missing(word, left_out)
    ):
        hint = f"{option('--not-missing', marks[0])} makes a class of what was left out"
    elif alike:
        same = " and ".join(map(repr, alike[0]))
        hint = f"{same} are read as one, unless --look-alikes different keeps them apart"
    return f"the labels must be of two classes; got {len(classes)}: {shown}; {hint}."
