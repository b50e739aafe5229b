"""The columns of a table: as numbers, or refused with what helps, and how each has been read."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._validate import MAX_ENTRY, MAX_INTEGER, Array
from ..geometry.points import MIN_RATIONAL
from .numbers import HINTS, MISSING, NARROW, THOUSANDS, TRUTH, option, plain
from .rows import Written, place_of

ROW_NAMES = {"id", "rownames", "rowname", "row", "index", "obs", "no", "nr", "#"}
KINDS_OF_WORD = 20  # up to so many different words a column is one of kinds, not of remarks
UNIT = r"[+-]?[\d.,]+\s?([^\W\d_]{1,5})"
SOME = 2000  # rows whose words are looked at


@dataclass
class Column:
    """How a column was read: as `kind` of numbers, from `least` to `most`, with what is unusual."""

    name: str
    kind: str
    least: float
    most: float
    notes: list[str] = field(default_factory=list)


def floats(column: Any, written: Written | None, options: Namespace) -> Array:
    """Return a column as floats: NaN where a value is missing, 0 and 1 for booleans."""
    if column.dtype.kind in "iubf":
        X = column.to_numpy(dtype=float, na_value=np.nan)
    else:
        number = written.number if written else plain
        marks = {*MISSING, *(mark.strip().lower() for mark in options.missing)}
        X = np.array([_float(str(value).strip(), number, marks) for value in column])
    size = float(np.abs(X).max(initial=0.0))
    if size <= MAX_ENTRY:  # which NaN is not
        return X
    bad = np.isinf(X)
    if bad.any():
        raise ValueError(_no_number(int(bad.argmax()), column, written, options))
    large = np.abs(np.nan_to_num(X)) > MAX_ENTRY
    if large.any():
        i = int(large.argmax())
        raise ValueError(
            f"{place_of(i, written)} has {_word(i, column, written)!r} in column {column.name!r}, "
            f"where sizes from {MIN_RATIONAL:g} to {MAX_ENTRY:g} are possible; divide the column "
            f"by a power of ten."
        )
    return X


def _word(i: int, column: Any, written: Written | None) -> str:
    """Return an entry as it is written."""
    if written is None:
        return str(column.iloc[i]).strip()
    return written.words(i)[written.names.index(column.name)]


def _float(word: str, number: Callable[[str], str | None], missing: set[str]) -> float:
    """Return a word as a number, NaN where one is missing, and infinite if it is none."""
    if word.lower() in missing:
        return np.nan
    written = number(word)
    return np.inf if written is None else float(written)


def _words(column: Any) -> list[str]:
    """Return the words of a column, without those that mark a missing value."""
    found = (str(value).strip() for value in column)
    return [word for word in found if word.lower() not in MISSING]


def _are_kinds(words: list[str]) -> bool:
    """Whether words are kinds of something, which one column for each can encode."""
    return len({*words}) <= min(KINDS_OF_WORD, max(2, len(words) // 2))


def check_words(frame: Any, columns: list[str], options: Namespace) -> None:
    """Refuse two or more columns of words in one sentence; `floats` refuses a single one."""
    found = {}
    for name in columns:
        if frame[name].dtype.kind not in "iubf":
            few = [word for word in _words(frame[name][:200]) if word not in options.missing]
            if few and not any(re.search(r"\d", word) or word.lower() in TRUTH for word in few):
                found[name] = few[0]
    if len(found) < 2:
        return
    shown = ", ".join(f"{name!r} ({word!r:.40})" for name, word in found.items())
    kinds = [name for name in found if _are_kinds(_words(frame[name]))]
    left_out = " ".join(option("--ignore", name) for name in found)
    encoded = f"encode them first, as pandas.get_dummies(frame, columns={kinds}) does, or "
    raise ValueError(
        f"columns hold words where numbers are needed: {shown}; {encoded if kinds else ''}leave "
        f"them out: {left_out}."
    )


def _no_number(i: int, column: Any, written: Written | None, options: Namespace) -> str:
    """Say what stands where a number should, and what may help."""
    if written and written.words(i) == written.head:
        line = written.line(i)
        skip = f"--skip {line - 1} leaves out what stands above" if i == 0 else "remove it"
        return f"line {line} has the names of the columns again; {skip}."
    number, word = written.number if written else plain, _word(i, column, written)
    marks = {mark.strip().lower() for mark in options.missing}
    words = [value for value in _words(column) if value.lower() not in marks]
    odd = [value for value in words if number(value) is None and not _is_infinite(value)]
    leave_out = f"{option('--ignore', str(column.name))} leaves the column out"
    return (
        f"{place_of(i, written)} has {word!r:.60} in column {column.name!r}, where a finite number "
        f"is needed; {_helps(word, words, odd, str(column.name), options)}; {leave_out}."
    )


def _helps(word: str, words: list[str], odd: list[str], name: str, options: Namespace) -> str:
    """Return what may help where some words of a column are odd: no numbers."""
    is_missing = f"{option('--missing', word)} says so"
    for look, hint in HINTS.items():
        if odd and all(re.fullmatch(look, value, re.IGNORECASE) for value in odd):
            return hint
    if _is_infinite(word):
        return f"if it stands for a missing value, {is_missing}"
    if options.thousands and options.thousands in word:
        return "groups of thousands have three digits"
    if len(odd) <= len(words) / 2:
        if len({*odd}) > 1:
            return f"if it marks a missing value, {is_missing}"
        truth = {value.lower() for value in words if value not in odd} <= {*TRUTH}
        only = f"it is the only one that is not {'true or false' if truth else 'a number'}"
        many = only if len(odd) == 1 else f"{len(odd)} of {len(words)} values are such"
        return f"{many}; if it marks a missing value, {is_missing}"
    units = {found[1] for value in odd if (found := re.fullmatch(UNIT, value))}
    if len(units) <= 3 < len(odd) + 3 > len(units) and all(re.fullmatch(UNIT, v) for v in odd):
        return "write the column without its units"
    if not any(re.match(r"[^\W\d]|[\W\d]*_", value) for value in odd):
        return "write the column as plain numbers"
    if name.lower() in ROW_NAMES and len({*words}) == len(words):
        return f"if it names the rows, {option('--index', name)}"
    if _are_kinds(words):
        return f"words must be encoded first, as pandas.get_dummies(frame, columns=[{name!r}]) does"
    if len({*words}) == len(words) and not any(" " in value for value in words):
        return f"if it names the rows, {option('--index', name)}"
    return "it may be a remark"


def _is_infinite(word: str) -> bool:
    return word.lower().lstrip("+-") in ("inf", "infinity")


# -- how columns have been read


def readings(
    X: Array, names: list[str], notes: dict[str, list[str]], rounded: Callable[[], bool]
) -> list[Column]:
    """Return how the columns of X, (n, d) floats, were read, with the notes made while reading.

    `rounded` tells whether different numbers may be the same float.
    """
    least, most, found = X.min(axis=0), X.max(axis=0), []
    for x, name, low, high in zip(X.T, names, least.tolist(), most.tolist(), strict=True):
        whole = all(bool((np.rint(some) == some).all()) for some in (x[:100], x))
        kind = "whole numbers" if whole else "decimals"
        if low == high and abs(low) < MAX_INTEGER and not rounded():
            kind = "constant"
        elif whole and {low, high} == {0.0, 1.0}:
            kind = "0 and 1"
        column = Column(name, kind, low + 0.0, high + 0.0, list(notes.get(name, [])))
        if len(x) > 4 and low < high:
            column.notes += _order(x, whole)
        found.append(column)
    return found


def _order(x: Array, whole: bool) -> list[str]:
    """Say so if a column may number or name the rows: all of it differs."""
    for sign, how in ((1, "sorted"), (-1, "sorted downwards")):
        if all(bool((sign * np.diff(some) > 0).all()) for some in (x[:100], x)):
            return [f"all different and {how}"]
    differ = whole and all(len(np.unique(some)) == len(some) for some in (x[:100], x))
    return ["all different"] if differ and len(x) > 19 else []


def counting(X: Array, columns: list[Column]) -> list[str]:
    """Warn of features that only number or name the rows: they separate what is sorted."""
    told = []
    for x, column in zip(X.T, columns, strict=True):
        differ = any(note.startswith("all different") for note in column.notes)
        counts = differ and bool((np.diff(x) == 1).all())
        named = column.name.lower() in ROW_NAMES and (differ or len({*x.tolist()}) == len(x))
        if counts or named:
            what = "counts the rows" if counts else "looks like a name of the rows"
            told.append(
                f"column {column.name!r} {what} and is used as a feature; "
                f"{option('--index', column.name)} stops it"
            )
    return told


def spelling(column: Any, X: Array, written: Written | None, options: Namespace) -> list[str]:
    """Say how the numbers of a column are written, if it is unusual, or may mean another thing."""
    if column.dtype.kind == "b":
        return ["true and false as 1 and 0"]
    if written is None or column.dtype.kind in "iu":
        return []
    told = []
    if column.dtype.kind == "O":
        words = _words(column)
        signs = NARROW + THOUSANDS.get(options.thousands or "", "")
        if any(word.lower() in TRUTH for word in words):
            told.append("true and false as 1 and 0")
        if any(sign in word for word in words for sign in signs):
            told.append("digits grouped by thousands")
    if options.decimal not in (None, ".") and (np.rint(X) != X).any():
        told.append("decimal commas" if options.decimal == "," else "decimals of another sign")
    if options.decimal is None and not options.thousands:
        told += _may_be_thousands(column.name, X, written)
    return told


def _may_be_thousands(name: str, X: Array, written: Written) -> list[str]:
    """Say so if all points of a column could as well group thousands, as in 1.234 beside 980.

    Where semicolons separate, which is usual where commas are decimal ones, neither is certain.
    """
    for some in (X[:100], X):
        values = np.abs(some[~np.isnan(some)])
        thousandths = 1000 * values
        broken = np.rint(values) != values
        if (
            (values >= 1000).any()
            or (broken & (values < 1)).any()
            or (np.abs(np.rint(thousandths) - thousandths) > 1e-6).any()
        ):
            return []
    if b"." not in written.body:
        return []
    place, rows = written.names.index(name), range(min(SOME, written.n_rows))
    words = [(written.words(k) + [""] * place)[place].lstrip("+-") for k in rows]
    words = [word for word in words if word.lower() not in MISSING]
    grouped = [word for word in words if re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", word)]
    bare = [word for word in words if re.fullmatch(r"\d{1,3}", word)]
    if not grouped or len(grouped) + len(bare) < len(words):
        return []
    if written.separator == ";":  # as where the point groups thousands
        raise ValueError(
            f"column {name!r} may hold decimals or thousands, such as {grouped[0]!r}; "
            f"--decimal . reads the point as a decimal one, and --decimal , --thousands . groups "
            f"thousands by it."
        )
    if not bare:
        return []
    return [
        f"{grouped[0]} beside {bare[0]} is read as a decimal, which --decimal . confirms; if the "
        f"point groups thousands, --decimal , --thousands . reads it"
    ]
