"""Read a table as it is written: numbers digit by digit, labels as words, and no guesses.

What is certain is read as it is meant. The rest is refused in one sentence, with the option that
helps. pandas reads the numbers as doubles; a row whose digits matter is parsed again when they do.
"""

from __future__ import annotations

import argparse
import re
import warnings
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ._extras import needs
from ._lines import MISSING, TRUTH, Written
from ._validate import MAX_ENTRY, MAX_INTEGER, Array
from .geometry.points import MIN_RATIONAL, RationalPoints, exact_points

TEXT = (".csv", ".tsv", ".txt", "")
KINDS = ".csv, .tsv, .txt, .libsvm or .svm, packed as .gz or not, .parquet, .npy or .npz"
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
LONG = re.compile(rb"\d[\d.]{16,}")  # more digits than a double has
TINY = re.compile(rb"-(0*[3-9]\d\d|0*[1-9]\d{3,})")
ROW_NAMES = {"id", "rownames", "rowname", "row", "index", "obs", "no", "nr", "#"}
KINDS_OF_WORD = 20  # up to so many different words a column is one of kinds, not of remarks
HINTS = {  # how words look that are nearly numbers, and what helps
    r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?":
        "if the comma groups thousands, --thousands , reads it; if decimals, --decimal ,",
    r"[+-]?\d+,\d+": "if the comma is a decimal one, --decimal , reads it",
    r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?": "--decimal , --thousands . reads it",
    r"[+-]?[1-9]\d{0,2}( \d{3})+([.,]\d*)?":
        "if the space groups thousands, --thousands ' ' reads it",
    r"[+-]?[1-9]\d{0,2}(['’]\d{3})+([.,]\d*)?": "--thousands \"'\" reads it",
    r"[+-]?[\d.,]+\s?[%‰]":
        "write the column without its percent signs, in the program that made the file",
    r"([+-]?[$€£¥₹]\s?[+-]?[\d.,]+|[+-]?[\d.,]+\s?[$€£¥₹])":
        "write the column without its currency signs, in the program that made the file",
    r"[+-]?[\d.]+d[+-]?\d+": "write the exponents with E in the place of D",
    r"\d{4}[-/.]\d\d?[-/.]\d\d?.*|\d\d?[-/.]\d\d?[-/.]\d{2,4}.*":
        "write dates as numbers, as days since the first one",
}  # fmt: skip


@dataclass
class Table:
    """A table that can be decided about.

    Attributes
    ----------
    X : (n, d) floats, RationalPoints or sparse matrix.  The features.
    labels : (n,) array of str.  As they are written.
    columns : list of d str.  Names of the features.
    rows : (n,) ints.  Numbers of the rows, from 1, the header not counted.
    names : (n,) array, or None.  Their names, if they have some.
    dropped : int.  Rows left out because a value is missing.
    comments : int.  Lines of comment left out.
    warnings : list of str.  What the reader of the answer should know.
    written : Written, or None.  The words of a text file, with the features at these `places`.
    """

    X: Any
    labels: NDArray
    columns: list[str]
    rows: NDArray
    names: NDArray | None = None
    dropped: int = 0
    comments: int = 0
    warnings: list[str] = field(default_factory=list)
    written: Written | None = None
    places: list[int] = field(default_factory=list)

    def line(self, i: int) -> int | None:
        """Return the line of a text file in which a row begins."""
        return self.written.line(int(self.rows[i]) - 1) if self.written else None

    def last_digits(self, rows: NDArray) -> NDArray | None:
        """Return a unit of the last digit of each column, as some rows show it, (d,) fractions.

        It is 0 where all of them are whole numbers, which are taken for counts.
        """
        if self.written is None:
            return None
        written, some = self.written, {*range(min(100, len(self.rows))), *map(int, rows)}
        most = np.zeros(len(self.places), dtype=object)
        for i in some:
            words = written.words(int(self.rows[i]) - 1)
            here = [written.decimals(words[place])[1] for place in self.places]
            most = np.maximum(most, np.array(here, dtype=object))
        return np.array([Fraction(10) ** -k if k > 0 else Fraction(0) for k in most], dtype=object)


def read_table(options: argparse.Namespace) -> Table:
    """Return the table that the options of the command name, without rows that lack a value."""
    frame, X, written = _read(options)
    names = [*frame.columns, *(f"{j + 1}" for j in range(0 if X is None else X.shape[1]))]
    told: list[str] = []
    index = options.index
    if index == "" and names[0] == "Unnamed: 0":
        index = names[0]
    left_out = [options.label, *options.ignore, *([] if index is None else [index])]
    for name in left_out:
        _check_name(name, names, options, written)
    _check_roles(options)
    if names[0] in ("", "Unnamed: 0") and names[0] not in left_out:
        told.append("the first column has no name; it is taken for an index, not a feature")
        left_out, index = [*left_out, names[0]], index or names[0]
    columns = [name for name in names if name not in left_out]
    if not columns:
        raise ValueError("there is no column besides the label's; features are needed.")
    short = written.short if written else []
    if short and not options.drop_missing and written:
        raise written.ragged(len(frame.columns))
    labels = np.array([str(label).strip() for label in frame[options.label].tolist()], dtype=object)
    missing = _missing_labels(frame[options.label], labels, options.missing)
    values: Any
    if X is None:
        _check_words(frame, columns, written, options)
        values = _rows([_floats(frame[name], written, options) for name in columns])
    else:
        values = X[:, [int(name) - 1 for name in columns]]
    i, j = (values != values).nonzero()  # what is not a number
    if (missing.any() or i.size) and not options.drop_missing:
        k, name = (missing.argmax(), options.label) if missing.any() else (i[0], columns[j[0]])
        raise ValueError(_no_value(int(k), name, labels if missing.any() else None, written))
    missing[i], missing[short] = True, True
    if missing.all():
        raise ValueError("the file has no rows that could be used.")
    kept = np.flatnonzero(~missing)
    if X is None:
        told += _counting_columns(values, columns)
    values = values[kept] if missing.any() else values
    if X is None:
        values = _as_written(values, frame, columns, kept, written)
    row_names = None
    if index is not None:
        row_names = np.array([str(name) for name in frame[index]], dtype=object)[kept]
    all_names = list(frame.columns)
    places = [all_names.index(name) for name in columns] if written else []
    comments = written.comments if written else 0
    dropped = int(missing.sum())
    return Table(
        values, labels[kept], columns, kept + 1, row_names, dropped, comments, told, written, places
    )


def _rows(columns: list[Array]) -> Array:
    """Return columns as rows of a matrix, block by block, which large tables need."""
    found = np.empty((len(columns[0]), len(columns)))
    for start in range(0, len(found), 4096):
        part = slice(start, start + 4096)
        found[part] = np.array([column[part] for column in columns]).T
    return found


def _check_roles(options: argparse.Namespace) -> None:
    """Refuse a column that is to be two things."""
    roles = [("--label", options.label), *(("--ignore", name) for name in options.ignore)]
    roles += [] if options.index is None else [("--index", options.index)]
    for k, (role, name) in enumerate(roles):
        for other, same in roles[:k]:
            if name == same and role != other:
                raise ValueError(f"{other} and {role} both name the column {name!r}; choose one.")


def _place(row: int, written: Written | None) -> str:
    """Return how a row is called: by its number, and where it stands in the file."""
    return f"row {row + 1} (line {written.line(row)})" if written else f"row {row + 1}"


def _no_value(row: int, name: str, labels: NDArray | None, written: Written | None) -> str:
    hint = "--drop-missing leaves out such rows, --ignore a column"
    if labels is None:
        return f"{_place(row, written)} has no value in column {name!r}; {hint}."
    hint = "--drop-missing leaves out such rows"
    if labels[row].lower() in MISSING[1:]:
        return (
            f"{_place(row, written)} has {labels[row]!r} in column {name!r}, which counts as a "
            f"missing label beside two others; {hint}."
        )
    return f"{_place(row, written)} has no value in column {name!r}, that of the labels; {hint}."


def _read(options: argparse.Namespace) -> tuple[Any, Any, Written | None]:
    """Return a DataFrame, the features of a LIBSVM file as a sparse matrix, and a file's words."""
    with needs("tables"):
        import pandas as pd

    path = Path(options.file)
    end = (path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower()
    if end in TEXT or path.is_fifo():
        return _read_text(options, "\t" if end == ".tsv" else ",")
    if end in (".libsvm", ".svm"):
        with needs("tables"):
            from sklearn.datasets import load_svmlight_file
        X, y = load_svmlight_file(options.file, zero_based=False)
        labels = [repr(label).removesuffix(".0") for label in y.tolist()]
        return pd.DataFrame({options.label: labels}), X, None
    if end == ".parquet":
        frame = pd.read_parquet(path)
    elif end in (".npy", ".npz"):
        try:
            found = np.load(path)
            frame = pd.DataFrame(found["X"] if end == ".npz" else found)
            frame = frame.assign(**{options.label: found["y"]} if end == ".npz" else {})
        except (BadZipFile, IndexError, KeyError, ValueError):
            raise ValueError("it must hold a matrix of numbers, or arrays X and y.") from None
    else:
        raise ValueError(f"the name must end in {KINDS}.")
    if not frame.index.equals(pd.RangeIndex(len(frame))):
        frame.insert(0, "", frame.index)
    frame.columns = frame.columns.map(str)
    return frame, None, None


def _read_text(options: argparse.Namespace, usual: str) -> tuple[Any, None, Written]:
    """Return a file of separated values as a DataFrame, and its words."""
    import pandas as pd

    written = Written(options, usual)
    names = written.names = _names(written, options)
    as_words = {name: str for name in (options.label, options.index, "", "Unnamed: 0")}
    how: dict[str, Any] = {"sep": written.separator, "skipinitialspace": True, "low_memory": False}
    how |= {"names": names, "header": None, "index_col": False, "skip_blank_lines": False}
    how |= {"decimal": options.decimal if options.decimal in ".," else ".", "encoding": "utf-8"}
    how |= {"na_values": options.missing or None}
    how |= {"dtype": {name: kind for name, kind in as_words.items() if name in names}}
    if not written.n_rows:
        return pd.DataFrame(columns=names, dtype=object), None, written
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pd.errors.ParserWarning)
            frame = pd.read_csv(written.stream(), **how)
    except (pd.errors.ParserWarning, pd.errors.ParserError):
        raise written.ragged(len(names)) from None
    if len(frame) != written.n_rows:
        raise ValueError("its rows are not read twice alike; store it as a plain CSV file.")
    last = frame.columns[-1]
    if last.startswith("Unnamed: ") and len(names) > 1 and frame[last].isna().all():
        frame = frame.drop(columns=last)  # a separator at the end of each line
    ends = np.flatnonzero(frame[frame.columns[-1]].isna()).tolist()
    written.short = [k for k in ends if len(written.words(k)) < frame.shape[1]]
    for name in {options.label, options.index} & {*names}:
        place = names.index(name)  # NA and the like may be labels: what is written is kept
        lost = np.flatnonzero(frame[name].isna())
        found = [(written.words(int(k)) + [""] * place)[place] for k in lost]
        frame.loc[lost, name] = found
    return frame, None, written


def _names(written: Written, options: argparse.Namespace) -> list[str]:
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
        if written.separator == "," and options.index != "" and not _are_names(written):
            raise ValueError(
                "each row has one value more than the header; "
                + (
                    written.other_separator()
                    or "--index '' says that the first of them names the row. If commas are "
                    "decimal ones, quote such numbers, or save the file with semicolons, and use "
                    "--separator ';' --decimal ,"
                )
                + "."
            )
        names = ["", *names]
    return names


def _are_names(written: Written) -> bool:
    """Whether the first words of the rows are no parts of numbers with decimal commas."""
    some = range(min(written.n_rows, 1000))
    if all(written.row(k).startswith('"') for k in some):
        return True
    return not all(re.fullmatch(r"[+-]?\d*", written.words(k)[0]) for k in some)


def _check_header(written: Written, options: Any) -> None:
    """Refuse a first line that may be a row; numbers from 0 or 1 on are what pandas writes."""
    head = written.head
    numbers = [word for word in head if NUMBER.fullmatch(word)]
    if not numbers or len(numbers) < len(head) - 2 + (len(head) < 3):
        return
    counted = [[str(k + first) for k in range(len(numbers))] for first in (0, 1)]
    if numbers in counted and options.label in head:
        place, some = head.index(options.label), range(min(1000, written.n_rows))
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


def _check_name(name: str, names: list[str], options: Any, written: Written | None) -> None:
    if name in names:
        return
    shown = ", ".join(map(repr, names[:8])) + (", ..." if len(names) > 8 else "")
    hint = "Is another --separator used?" if len(names) == 1 else "Name it with --label."
    hint = "Name one of these." if name != options.label and len(names) > 1 else hint
    if written:
        other = written.other_separator() or written.below(name)
        hint = f"{other[0].upper()}{other[1:]}." if other else hint
    raise ValueError(f"there is no column {name!r}; there are {shown}. {hint}")


def _missing_labels(column: Any, labels: NDArray, marks: list[str]) -> NDArray[np.bool_]:
    """Tell which labels are missing; NA and the like are labels where no two others are there."""
    empty = column.isna().to_numpy() | (labels == "") | np.isin(labels, marks)
    if not {label.lower() for label in {*labels}} & {*MISSING}:
        return empty
    words = np.array([label.lower() in MISSING for label in labels], dtype=bool)
    others = {*labels[~words & ~empty]}
    return empty | words if len(others) > 1 or len({*labels[~empty]}) > 2 else empty


def _floats(column: Any, written: Written | None, options: Any) -> Array:
    """Return a column as floats: NaN where a value is missing, 0 and 1 for booleans."""
    if column.dtype.kind in "iubf":
        X = column.to_numpy(dtype=float, na_value=np.nan)
    else:
        plain = written.number if written else _plain
        marks = {*MISSING, *(mark.strip().lower() for mark in options.missing)}
        X = np.array([_float(str(value).strip(), plain, marks) for value in column])
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
            f"{_place(i, written)} has {_word(i, column, written)!r} in column {column.name!r}, "
            f"where sizes from {MIN_RATIONAL:g} to {MAX_ENTRY:g} are possible; divide the column "
            f"by a power of ten."
        )
    return X


def _word(i: int, column: Any, written: Written | None) -> str:
    """Return an entry as it is written."""
    if written is None:
        return str(column.iloc[i]).strip()
    return written.words(i)[written.names.index(column.name)]


def _plain(word: str) -> str | None:
    """Return a number as it is, None for other words."""
    word = str(TRUTH.get(word.lower(), word))
    return word if NUMBER.fullmatch(word) else None


def _float(word: str, plain: Any, missing: set[str]) -> float:
    """Return a word as a number, NaN where one is missing, and infinite if it is none."""
    if word.lower() in missing:
        return np.nan
    number = plain(word)
    return np.inf if number is None else float(number)


def _words(column: Any) -> list[str]:
    """Return the words of a column, without those that mark a missing value."""
    found = (str(value).strip() for value in column)
    return [word for word in found if word.lower() not in MISSING]


def _are_kinds(words: list[str]) -> bool:
    """Whether words are kinds of something, which one column for each can encode."""
    return len({*words}) <= min(KINDS_OF_WORD, max(2, len(words) // 2))


def _check_words(frame: Any, columns: list[str], written: Written | None, options: Any) -> None:
    """Refuse two or more columns of words in one sentence; `_floats` refuses a single one."""
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
    left_out = " ".join(f"--ignore {_typed(name)}" for name in found)
    encoded = f"encode them first, as pandas.get_dummies(frame, columns={kinds}) does, or "
    raise ValueError(
        f"columns hold words where numbers are needed: {shown}; {encoded if kinds else ''}leave "
        f"them out: {left_out}."
    )


def _typed(name: str) -> str:
    """Return a name as it is typed in a shell."""
    return name if re.fullmatch(r"[\w.-]+", name) else "'" + name.replace("'", "'\\''") + "'"


def _as_missing(word: str) -> str:
    """Return the option that takes a word for the mark of a missing value."""
    return f"--missing{'=' if word.startswith('-') else ' '}{_typed(word)}"


def _no_number(i: int, column: Any, written: Written | None, options: Any) -> str:
    """Say what stands where a number should, and what may help."""
    plain = written.number if written else _plain
    name, word = _typed(str(column.name)), _word(i, column, written)
    words = [value for value in _words(column) if value not in options.missing]
    odd = [value for value in words if plain(value) is None and not _is_infinite(value)]
    others = [value for value in words if plain(value) is not None]
    hint = ""
    for look, helps in HINTS.items():
        if odd and all(re.fullmatch(look, value, re.IGNORECASE) for value in odd):
            hint = helps
            break
    if not hint and _is_infinite(word):
        hint = f"if it stands for a missing value, {_as_missing(word)} says so"
    if not hint and options.thousands and options.thousands in word:
        hint = f"--thousands {_typed(options.thousands)} groups digits by three"
    if not hint and odd and len(odd) <= len(words) / 2 and len({*odd}) == 1:
        truth = {value.lower() for value in others} <= {*TRUTH}
        hint = f"it is the only one that is not {'true or false' if truth else 'a number'}"
        hint = hint if len(odd) == 1 else f"{len(odd)} of {len(words)} values are such"
        hint += f"; if it marks a missing value, {_as_missing(word)} says so"
    if not hint and len(odd) > len(words) / 2:
        hint = f"if it is a remark, --ignore {name} leaves the column out"
        if _are_kinds(words):
            few = f"pandas.get_dummies(frame, columns=[{column.name!r}])"
            hint = f"words must be encoded first, as {few} does"
        elif len({*words}) == len(words):
            hint = f"if it names the rows, --index {name}"
    hint = hint or "if it marks a missing value, --missing takes the mark"
    hint += "" if "--ignore" in hint else "; --ignore leaves out a column"
    return (
        f"{_place(i, written)} has {word!r:.60} in column {column.name!r}, where a finite number "
        f"is needed; {hint}."
    )


def _is_infinite(word: str) -> bool:
    return word.lower().lstrip("+-") in ("inf", "infinity")


def _counting_columns(X: Array, columns: list[str]) -> list[str]:
    """Warn of features that only number or name the rows: they separate what is sorted."""
    told = []
    for x, name in zip(X.T, columns, strict=True):
        counts = len(x) > 4 and bool((np.diff(x[:5]) == 1).all() and (np.diff(x) == 1).all())
        if counts or (name.lower() in ROW_NAMES and len({*x.tolist()}) == len(x)):
            what = "counts the rows" if counts else "looks like a name of the rows"
            told.append(
                f"column {name!r} {what} and is used as a feature; --index {_typed(name)} stops it"
            )
    return told


def _as_written(
    X: Array, frame: Any, columns: list[str], kept: NDArray, written: Written | None
) -> Array | RationalPoints:
    """Return the numbers that the file states: doubles where these are they, else fractions."""
    exact = all(
        (np.rint(some) == some).all() and (np.abs(some) < MAX_INTEGER).all()
        for some in (X[:100], X)  # most tables of decimals have one at their beginning
    )
    if exact and not (written and (LONG.search(written.body) or _has_tiny(written.body))):
        return X
    if written is None:  # doubles, integers or decimals: never words
        return exact_points(frame[columns].iloc[kept].to_numpy(), "the table")
    places = [list(frame.columns).index(name) for name in columns]
    read = written

    def whole(rows: NDArray) -> tuple[NDArray, Fraction]:
        lines = [read.words(row) for row in kept[rows]]
        parts = [read.decimals(words[place]) for words in lines for place in places]
        most = max(decimals for _, decimals in parts)
        found = np.empty(len(parts), dtype=object)
        found[:] = [digits * 10 ** (most - decimals) for digits, decimals in parts]
        unit = Fraction(10) ** -most
        again = np.array([_near(digits, decimals) for digits, decimals in parts])
        if not np.allclose(again.reshape(-1, len(places)), X[rows], rtol=1e-14, atol=0.0):
            raise ValueError("its rows are not read twice alike; store it as a plain CSV file.")
        return found.reshape(-1, len(places)), unit

    blocks = (
        np.argwhere(np.abs(X[start : start + 4096]) < MIN_RATIONAL) + [start, 0]
        for start in range(0, len(X), 4096)
    )
    small = np.concatenate([*blocks])
    zero = X[small[:, 0], small[:, 1]] == 0
    if not (zero.any() and _has_tiny(read.body)):  # else a 0 may be one that is not
        small = small[~zero]
    for i, j in small:
        word = read.words(kept[i])[places[j]]
        if read.decimals(word)[0]:
            raise ValueError(
                f"{_place(int(kept[i]), read)} has {word!r} in column {columns[j]!r}, where a size "
                f"of at least {MIN_RATIONAL:g} is possible; multiply the column by a power of ten."
            )
    return RationalPoints(X, whole)


def _near(digits: int, decimals: int) -> float:
    """Return a decimal as the nearest float, or nearly so."""
    if decimals <= 0:
        return float(digits * 10**-decimals)
    return digits / 10**decimals if decimals < 300 else float(Fraction(digits, 10**decimals))


def _has_tiny(text: bytes) -> bool:
    """Whether a number may be too small for a double, and so be read as 0."""
    return (b"e-" in text or b"E-" in text) and TINY.search(text) is not None
