"""Read a table as it is written: numbers digit by digit, labels as words, and no guesses.

What is certain is read as it is meant. The rest is refused in one sentence, with the option that
helps. pandas reads the numbers as doubles; a row whose digits matter is parsed again when they do.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import re
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ._extras import needs
from ._validate import MAX_ENTRY, MAX_INTEGER, Array
from .geometry.points import MIN_RATIONAL, RationalPoints, exact_points

TEXT = (".csv", ".tsv", ".txt", "")
KINDS = ".csv, .tsv, .txt, .libsvm or .svm, packed as .gz or not, .parquet, .npy or .npz"
MISSING = ["", "na", "n/a", "#n/a", "#na", "<na>", "nan", "-nan", "nat", "none", "null", "?"]
TRUTH = {"true": 1, "false": 0}
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
COMMA = re.compile(r"[+-]?\d+,\d+")
THOUSANDS = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?")
LONG = re.compile(r"\d[\d.]{16,}")  # more digits than a double has
TINY = re.compile(r"e-(0*[3-9]\d\d|0*[1-9]\d{3,})", re.IGNORECASE)
ROW_NAMES = {"id", "rownames", "rowname", "row", "index", "obs", "no", "nr", "#"}


@dataclass
class Table:
    """A table that can be decided about.

    Attributes
    ----------
    X : (n, d) floats, RationalPoints or sparse matrix.  The features.
    labels : (n,) array of str.  As they are written.
    columns : list of d str.  Names of the features.
    rows : (n,) array.  Numbers of the rows, from 1, with their names if they have some.
    dropped : int.  Rows left out because a value is missing.
    warnings : list of str.  What the reader of the answer should know.
    """

    X: Any
    labels: NDArray
    columns: list[str]
    rows: NDArray
    dropped: int = 0
    warnings: list[str] = field(default_factory=list)


class Written:
    """The words of a text file, by row and column, for those rows whose digits matter."""

    def __init__(self, body: str, separator: str, options: argparse.Namespace):
        self.body, self.how = body, _how(separator)
        self.decimal, self.thousands = options.decimal, options.thousands
        self._lines: Sequence[Any] | None = None

    def words(self, row: int) -> list[str]:
        """Return the words of one row, without spaces around them."""
        if self._lines is None:  # without quotes a line is a row
            if '"' in self.body:
                self._lines = [r for r in csv.reader(StringIO(self.body), **self.how) if r]
            else:
                self._lines = [line for line in self.body.split("\n") if line.strip(" ")]
        line = self._lines[row]
        words = line if isinstance(line, list) else next(csv.reader([line], **self.how))
        return [word.strip() for word in words]

    def number(self, word: str) -> tuple[int, int]:
        """Return a word as a whole number, and how many of its digits are decimals."""
        word = word.lower()
        if word in TRUTH:
            return TRUTH[word], 0
        digits, _, exponent = self.plain(word).partition("e")
        before, _, after = digits.partition(".")
        return int(before + after), len(after) - int(exponent or 0)

    def plain(self, word: str) -> str:
        """Return a number as Python writes it, with a point and no thousands."""
        word = word.replace(self.thousands, "") if self.thousands else word
        return word.replace(self.decimal, ".")


def read_table(options: argparse.Namespace) -> Table:
    """Return the table that the options of the command name, without rows that lack a value."""
    frame, X, written = _read(options)
    names = [*frame.columns, *(f"{j + 1}" for j in range(0 if X is None else X.shape[1]))]
    told: list[str] = []
    left_out = [options.label, *options.ignore, *filter(None, [options.index])]
    for name in left_out:
        _check_name(name, names)
    index = options.index
    if names[0] in ("", "Unnamed: 0") and names[0] not in left_out:
        told.append("the first column has no name; it is taken for an index, not a feature")
        left_out, index = [*left_out, names[0]], index or names[0]
    columns = [name for name in names if name not in left_out]
    if not columns:
        raise ValueError("there is no column besides the label's; features are needed.")
    labels = np.array([str(label).strip() for label in frame[options.label]], dtype=object)
    missing = _missing_labels(frame[options.label], labels)
    values: Any
    if X is None:
        _check_words(frame, columns)
        values = np.column_stack([_floats(frame[name], written) for name in columns])
    else:
        values = X[:, [int(name) - 1 for name in columns]]
    i, j = (values != values).nonzero()  # what is not a number
    if (missing.any() or i.size) and not options.drop_missing:
        k, name = (missing.argmax(), options.label) if missing.any() else (i[0], columns[j[0]])
        hint = "--drop-missing leaves out such rows, --ignore a column"
        raise ValueError(f"row {k + 1} has no value in column {name!r}; {hint}.")
    missing[i] = True
    if missing.all():
        raise ValueError("the file has no rows that could be used.")
    kept = np.flatnonzero(~missing)
    rows = np.arange(1, len(frame) + 1)
    if X is None:
        told += _counting_columns(values, columns)
        values = _as_written(values[kept], frame, columns, kept, written)
    else:
        values = values[kept]
    if index is not None:
        rows = np.array([f"{k} ({name})" for k, name in zip(rows, frame[index], strict=True)])
    return Table(values, labels[kept], columns, rows[kept], int(missing.sum()), told)


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

    separator = {None: usual, r"\t": "\t"}.get(options.separator, options.separator)
    if len(separator) != 1:
        raise ValueError(rf"--separator must be one character, or \t; got {separator!r}.")
    text = _decoded(_bytes(options.file))
    head, body, above = _split_header(text, separator, options)
    written = Written(body, separator, options)
    first = next((r for r in csv.reader(StringIO(body[:100_000]), **written.how) if r), [])
    names = _names(head, first, options, body, separator)
    as_words = {name: str for name in (options.label, options.index, "", "Unnamed: 0")}
    how: dict[str, Any] = {"sep": separator, "skipinitialspace": True, "low_memory": False}
    how |= {"names": names, "header": None, "index_col": False}
    how |= {"decimal": options.decimal, "thousands": options.thousands}
    how |= {"dtype": {name: kind for name, kind in as_words.items() if name in names}}
    if not body or body.isspace():
        return pd.DataFrame(columns=names, dtype=object), None, written
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pd.errors.ParserWarning)
            frame = pd.read_csv(BytesIO(body.encode()), **how)
    except pd.errors.ParserWarning:
        rows = enumerate(csv.reader(StringIO(body), **written.how), start=1 + above)
        line, saw = next((k, len(row)) for k, row in rows if len(row) > len(names))
        raise _ragged(line, len(names), saw) from None
    except pd.errors.ParserError as error:
        found = re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", str(error))
        if found:
            raise _ragged(int(found[2]) + above, len(names), int(found[3])) from None
        inside = "a quotation mark is opened and never closed" if "EOF" in str(error) else error
        raise ValueError(f"it is no table of separated values: {inside}.") from None
    if options.label in names:  # NA and the like may be labels: what is written is kept
        place = names.index(options.label)
        lost = np.flatnonzero(frame[options.label].isna())
        frame.loc[lost, options.label] = [
            (written.words(int(k)) + [""] * place)[place] for k in lost
        ]
    last = frame.columns[-1]
    if last.startswith("Unnamed: ") and len(names) > 1 and frame[last].isna().all():
        frame = frame.drop(columns=last)  # a separator at the end of each line
    return frame, None, written


def _how(separator: str) -> dict[str, Any]:
    """Return how csv is to read a file."""
    return {"delimiter": separator, "skipinitialspace": True}


def _ragged(line: int, expected: int, saw: int) -> ValueError:
    return ValueError(
        f"line {line} has {saw} values where {expected} are expected; a value with the separator "
        f"in it must be quoted, and --separator names another one."
    )


def _bytes(file: str) -> bytes:
    """Return the bytes of a file, unpacked, whatever it is called; - is standard input."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:4] == b"PK\x03\x04":
        raise ValueError("it is a zip archive or a workbook; unpack it, or save the table as CSV.")
    if data[:4] == b"PAR1":
        raise ValueError("it is a Parquet file; its name must end in .parquet.")
    return data


def _decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8, or UTF-16 with a byte order mark."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    if b"\0" in data[:1000]:
        raise ValueError("it holds zero bytes, which no text in UTF-8 does; save it as UTF-8.")
    return data.decode("utf-8-sig")


def _split_header(
    text: str, separator: str, options: argparse.Namespace
) -> tuple[list[str], str, int]:
    """Return the words of the header, none with --no-header, the rest, and the lines above it."""
    how = _how(separator)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    above, start = 0, 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end]
        words = next(csv.reader([line.lstrip("#")], **how), [])
        words = [word.strip() for word in words]
        comment = line.startswith("#") and (options.label not in words or options.no_header)
        if line.strip() and not comment:
            break
        above, start = above + 1, end + 1
    else:
        raise ValueError("it is empty.")
    if options.no_header:
        return [], _without_comments(text[start:], len(words), how), above
    body = text[end + 1 :]
    return words, _without_comments(body, len(words), how), above + 1


def _without_comments(body: str, width: int, how: dict[str, Any]) -> str:
    """Return the rows without lines that begin with # and have another number of values."""
    if "#" not in body or not re.search(r"^#", body, re.MULTILINE):
        return body

    def kept(line: str) -> bool:
        return not line.startswith("#") or len(next(csv.reader([line], **how))) == width

    return "".join(line for line in StringIO(body) if kept(line))


def _names(head: list[str], first: list[str], options: Any, body: str, separator: str) -> list[str]:
    """Return a name for each column, all different."""
    if options.no_header:
        names = [f"{k + 1}" for k in range(len(first))]
        return names if first[-1].strip() else [*names[:-1], f"Unnamed: {len(names) - 1}"]
    if not options.header:
        _check_header(head, options, body, separator)
    asked = {options.label, options.index, *options.ignore}
    twice = [name for name, times in Counter(head).items() if times > 1 and name in asked]
    if twice:
        raise ValueError(f"the header names {twice[0]!r} more than once; rename one of them.")
    names = []
    for k, name in enumerate(head):
        name = name or f"Unnamed: {k}"
        names.append(name if name not in names else f"{name} ({k + 1})")
    if len(first) == len(head) + 1:  # a separator at the end of each row, or unnamed row names
        names = [*names, f"Unnamed: {len(head)}"] if not first[-1].strip() else ["", *names]
    return names


def _check_header(head: list[str], options: Any, body: str, separator: str) -> None:
    """Refuse a first line that may be a row; numbers from 0 or 1 on are what pandas writes."""
    numbers = [word for word in head if NUMBER.fullmatch(word)]
    if not numbers or len(numbers) < len(head) - 2 + (len(head) < 3):
        return
    counted = [[str(k + first) for k in range(len(numbers))] for first in (0, 1)]
    if numbers in counted and options.label in head:
        place = head.index(options.label)
        start = csv.reader(StringIO(body[:100_000]), delimiter=separator)
        if all(options.label not in row[place : place + 1] for row in start):
            return
    shown = separator.join(head[:6]) + ("..." if len(head) > 6 else "")
    raise ValueError(
        f"the first line, {shown}, may be a row or the header: --header says that it names the "
        f"columns, --no-header that it does not and that they are called 1, 2, and so on."
    )


def _check_name(name: str, names: list[str]) -> None:
    if name not in names:
        shown = ", ".join(map(repr, names[:8])) + (", ..." if len(names) > 8 else "")
        hint = "Is another --separator used?" if len(names) == 1 else "Name it with --label."
        raise ValueError(f"there is no column {name!r}; there are {shown}. {hint}")


def _missing_labels(column: Any, labels: NDArray) -> NDArray[np.bool_]:
    """Tell which labels are missing; NA and the like are labels where no two others are there."""
    empty = column.isna().to_numpy() | (labels == "")
    if not {label.lower() for label in {*labels}} & {*MISSING}:
        return empty
    words = np.array([label.lower() in MISSING for label in labels], dtype=bool)
    others = {*labels[~words & ~empty]}
    return empty | words if len(others) > 1 or len({*labels[~empty]}) > 2 else empty


def _floats(column: Any, written: Written | None) -> Array:
    """Return a column as floats: NaN where a value is missing, 0 and 1 for booleans."""
    if column.dtype.kind in "iubf":
        X = column.to_numpy(dtype=float, na_value=np.nan)
    else:
        plain = written.plain if written else str
        X = np.array([_float(str(value).strip().lower(), plain) for value in column])
    bad = np.isinf(X)
    if bad.any():
        i = int(bad.argmax())
        raise ValueError(_no_number(str(column.iloc[i]), i, column))
    large = np.abs(np.nan_to_num(X)) > MAX_ENTRY
    if large.any():
        i = int(large.argmax())
        raise ValueError(
            f"row {i + 1} has {str(column.iloc[i])!r} in column {column.name!r}, where a size of "
            f"at most {MAX_ENTRY:g} is possible; divide the column by a power of ten."
        )
    return X


def _float(word: str, plain: Any) -> float:
    """Return a word as a number, NaN where one is missing, and infinite if it is none."""
    if word in MISSING:
        return np.nan
    if word in TRUTH:
        return float(TRUTH[word])
    word = plain(word)
    return float(word) if NUMBER.fullmatch(word) else np.inf


def _check_words(frame: Any, columns: list[str]) -> None:
    """Refuse two or more columns of words in one sentence; `_floats` refuses a single one."""
    found = {}
    for name in columns:
        if frame[name].dtype.kind not in "iubf":
            few = [str(value).strip() for value in frame[name].dropna()[:100]]
            if few and not any(re.search(r"\d", word) or word.lower() in TRUTH for word in few):
                found[name] = few[0]
    if len(found) > 1:
        shown = ", ".join(f"{name!r} ({word!r})" for name, word in found.items())
        left_out = " ".join(f"--ignore {name}" for name in found)
        raise ValueError(
            f"columns hold words where numbers are needed: {shown}; encode them first, as "
            f"pandas.get_dummies(frame, columns={list(found)}) does, or leave them out: {left_out}."
        )


def _no_number(word: str, i: int, column: Any) -> str:
    """Say what stands where a number should, and what may help."""
    words = [str(value).strip() for value in column if str(value).strip().lower() not in MISSING]
    texts = [value for value in words if not NUMBER.fullmatch(value)]
    hint = "--ignore leaves out a column"
    if texts and all(THOUSANDS.fullmatch(value) for value in texts):
        hint = "if the comma groups thousands, --thousands , reads it; if decimals, --decimal ,"
    elif texts and all(COMMA.fullmatch(value) for value in texts):
        hint = "if the comma is a decimal one, --decimal , reads it"
    elif len(texts) > len(words) / 2 and "inf" not in word.lower():
        few = f"pandas.get_dummies(frame, columns=[{column.name!r}])"
        hint = f"words must be encoded first, as {few} does, or left out with --ignore"
        if len({*words}) == len(words):
            hint = f"if it names the rows, --index {column.name}; --ignore leaves out a column"
    return (
        f"row {i + 1} has {word!r} in column {column.name!r}, where a finite number is needed; "
        f"{hint}."
    )


def _counting_columns(X: Array, columns: list[str]) -> list[str]:
    """Warn of features that only number or name the rows: they separate what is sorted."""
    told = []
    for x, name in zip(X.T, columns, strict=True):
        counts = len(x) > 4 and bool((np.diff(x) == 1).all())
        if counts or (name.lower() in ROW_NAMES and len({*x.tolist()}) == len(x)):
            what = "counts the rows" if counts else "looks like a name of the rows"
            told.append(f"column {name!r} {what} and is used as a feature; --index {name} stops it")
    return told


def _as_written(
    X: Array, frame: Any, columns: list[str], kept: NDArray, written: Written | None
) -> Array | RationalPoints:
    """Return the numbers that the file states: doubles where these are they, else fractions."""
    exact = all(
        (np.rint(some) == some).all() and (np.abs(some) < MAX_INTEGER).all()
        for some in (X[:100], X)  # most tables of decimals have one at their beginning
    )
    if exact and not (written and (LONG.search(written.body) or TINY.search(written.body))):
        return X
    if written is None:  # doubles, integers or decimals: never words
        return exact_points(frame[columns].iloc[kept].to_numpy(), "the table")
    places = [list(frame.columns).index(name) for name in columns]
    read = written

    def whole(rows: NDArray) -> tuple[NDArray, Fraction]:
        lines = [read.words(row) for row in kept[rows]]
        parts = [read.number(words[place]) for words in lines for place in places]
        most = max(decimals for _, decimals in parts)
        found = np.empty(len(parts), dtype=object)
        found[:] = [digits * 10 ** (most - decimals) for digits, decimals in parts]
        unit = Fraction(10) ** -most
        again = (found * unit).astype(float).reshape(len(lines), len(places))
        if not np.allclose(again, X[rows], rtol=1e-14, atol=0.0):
            raise ValueError("its rows are not read twice alike; store it as a plain CSV file.")
        return found.reshape(again.shape), unit

    zero = X == 0
    lost = zero if zero.any() and TINY.search(read.body) else np.zeros_like(zero)
    for i, j in np.argwhere((np.abs(X) < MIN_RATIONAL) & (~zero | lost)):
        word = read.words(kept[i])[places[j]]
        if read.number(word)[0]:
            raise ValueError(
                f"row {kept[i] + 1} has {word!r} in column {columns[j]!r}, where a size of at "
                f"least {MIN_RATIONAL:g} is possible; multiply the column by a power of ten."
            )
    return RationalPoints(X, whole)
