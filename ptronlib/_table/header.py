"""The names of the columns: of the header, or numbers, all different, and none of them guessed."""

from __future__ import annotations

import re
from argparse import Namespace
from collections import Counter

from .numbers import option
from .rows import Written

NUMERIC = re.compile(r"[+-]?(\d[\d.,'’]*|[.,]\d+)(e[+-]?\d+)?\s?%?", re.IGNORECASE)  # in any sign
FIRST_ROWS = 1000  # that are looked at before the first line is taken for a header


def column_names(written: Written, options: Namespace) -> list[str]:
    """Return a name for each column, all different."""
    head, first = written.head, written.first
    if options.no_header:
        names = [f"{k + 1}" for k in range(len(first))]
        trailing = bool(first) and not first[-1].strip()
        return [*names[:-1], f"Unnamed: {len(names) - 1}"] if trailing else names
    if not options.header:
        _check_header(written, options)
    asked = {options.label, options.index, *options.ignore}
    twice = [name for name, times in Counter(head).items() if times > 1 and name in asked]
    if twice and twice[0]:
        raise ValueError(f"the header names {twice[0]!r} more than once; rename one of them.")
    names = []
    for k, name in enumerate(head):
        name = name or f"Unnamed: {k}"
        names.append(name if name not in names else f"{name} ({k + 1})")
    if len(first) == len(head) + 1:  # a separator at the end of each row, or unnamed row names
        if not first[-1].strip():
            return [*names, f"Unnamed: {len(head)}"]
        if len(head) > 1 and options.index != "" and not _are_names(written):
            raise ValueError(_one_more(written))
        names = ["", *names]
    return names


def _are_names(written: Written) -> bool:
    """Whether the first words of the rows name them for certain, and are no parts of a value."""
    some = range(min(written.n_rows, FIRST_ROWS))
    if all(written.row(k).startswith('"') for k in some):
        return True
    if written.separator != " ":  # a comma may stand inside of a value; other signs hardly do
        return written.separator != ","
    pairs = [written.words(k)[:2] for k in some if len(written.words(k)) > 1]
    first, second = zip(*pairs, strict=True)
    if not all(re.fullmatch(r"\W*\d[\d.,'’]*\W*", word) for word in first):
        return True
    groups = all(re.fullmatch(r"\d{3}([.,]\d*)?", word) for word in second)
    few = len(first) < 10 or any(word.startswith("0") for word in second)
    return [*first] == [f"{k + 1}" for k in range(len(first))] and not (groups and few)


def _one_more(written: Written) -> str:
    """Say that each row has one value more than the header, and what this may mean."""
    told, line = "each row has one value more than the header", written.line(0)
    if other := written.other_separator():
        return f"{told}; {other}."
    sign = "comma" if written.separator == "," else "space"
    mend = "save the file with semicolons" if sign == "comma" else "leave out such spaces"
    parts = written.separator.join(written.first[:2])
    return (
        f"{told}: --index '' says that the first of them names the row. If a {sign} stands inside "
        f"of a value, as {parts!r:.40} in line {line} may be one, quote such values, or {mend}."
    )


def _check_header(written: Written, options: Namespace) -> None:
    """Refuse a first line that may be a row; numbers from 0 or 1 on are what pandas writes."""
    head = written.head
    numbers = [word for word in head if NUMERIC.fullmatch(word)]
    if not numbers or len(numbers) < len(head) - 2 + (len(head) < 3):
        return
    counted = [[str(k + first) for k in range(len(numbers))] for first in (0, 1)]
    if numbers in counted and options.label in head:
        place, some = head.index(options.label), range(min(FIRST_ROWS, written.n_rows))
        if all(options.label not in written.words(k)[place : place + 1] for k in some):
            return
    below = "" if options.label in head else written.below(options.label)
    if below:
        raise ValueError(f"the first line has no column {options.label!r}; {below}.")
    shown = written.separator.join(head[:6]) + ("..." if len(head) > 6 else "")
    raise ValueError(
        f"the first line, {shown}, may be a row or the header: --header says that it names the "
        f"columns, --no-header that it does not and that they are called 1, 2, and so on."
    )


def check_name(name: str, names: list[str], options: Namespace, written: Written | None) -> None:
    """Refuse the name of a column that is not there, and say which it may be."""
    if name in names:
        return
    shown = ", ".join(map(repr, names[:8])) + (", ..." if len(names) > 8 else "")
    is_label = name == options.label
    other = (written.other_separator() or written.below(name)) if written else ""
    if other:
        hint = other[0].upper() + other[1:]
    elif written and written.head and not options.header and _may_be_row(written):
        hint = "If the first line is a row, --no-header calls the columns 1, 2, and so on"
        hint += "; else --label names that of the labels" if is_label else ""
    elif is_label and (len(names) == 1 or not names[-1].isprintable()):  # a tab in a name, say
        hint = "Which character separates the columns? --separator names it"
    elif is_label:
        hint = f"Name that of the labels: {option('--label', names[-1])}, for instance"
        if written and written.head and not options.header:
            hint += "; if the first line is a row, --no-header calls the columns 1, 2, and so on"
    else:
        hint = "Name one of these"
    raise ValueError(f"there is no column {name!r}; there are {shown}. {hint}.")


def _may_be_row(written: Written) -> bool:
    """Whether a word of the first line is a number, or stands below itself again."""
    some = [written.words(k) for k in range(min(100, written.n_rows))]
    return any(
        NUMERIC.fullmatch(word) or any(row[k : k + 1] == [word] for row in some)
        for k, word in enumerate(written.head)
    )


def check_roles(options: Namespace) -> None:
    """Refuse a column that is to be two things."""
    roles = [("--label", options.label), *(("--ignore", name) for name in options.ignore)]
    roles += [] if options.index is None else [("--index", options.index)]
    for k, (role, name) in enumerate(roles):
        for other, same in roles[:k]:
            if name == same and role != other:
                raise ValueError(f"{other} and {role} both name the column {name!r}; choose one.")
