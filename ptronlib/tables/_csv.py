"""CSV, a block of rows at a time into one array."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

import numpy as np

from .._validate import Array, check_path, check_text
from ._table import Labels, Table, TableError, check_finite

BLOCK = 10_000  # rows


def read_csv(
    path: str,
    label: str | None,
    *,
    ignore: Sequence[str] = (),
    separator: str = ",",
    encoding: str = "utf-8-sig",
    progress: Callable[[str], None] = lambda text: None,
) -> Table:
    """Read a CSV file with a header.

    Parameters
    ----------
    path : str
        The file.
    label : str
        The column of the labels.
    ignore : names
        Columns that are no features.
    separator, encoding : str
        Of the file.
    progress : function of a text
        Told how far it is.

    Returns
    -------
    Table
        All columns but the label's and the ignored ones, as numbers.

    Raises
    ------
    TableError
        With row and column, where one is to blame.
    OSError
        The file cannot be opened.
    ValueError, TypeError
        path or label is no text. Rows count from 1, below the header.

    Notes
    -----
    The rows are counted first, so that the array is made once: no more than it and a block of rows
    is held.
    """
    check_path(path, "path")
    if label is not None:
        check_text(label, "label")
    if len(check_text(separator, "separator")) != 1:
        raise TableError(f"{path}: the separator must be one character; got {separator!r}.")
    try:
        with open(path, newline="", encoding=encoding) as file:
            n = sum(1 for row in csv.reader(file, delimiter=separator, strict=True) if row) - 1
        with open(path, newline="", encoding=encoding) as file:
            rows = (row for row in csv.reader(file, delimiter=separator, strict=True) if row)
            return _fill(path, rows, n, label, ignore, separator, progress)
    except UnicodeError as error:
        reason = str(error)
        if isinstance(error, UnicodeDecodeError):
            reason = f"{error.reason} at byte {error.start}"
        raise TableError(
            f"{path}: it is not text in {encoding.removesuffix('-sig')} ({reason}); name its "
            f"encoding, as in --encoding latin-1 or --encoding utf-16."
        ) from None
    except LookupError:
        raise TableError(f"{path}: there is no encoding {encoding!r}.") from None
    except csv.Error as error:
        raise TableError(f"{path}: it is not a CSV file ({error}).") from None


def _fill(path, rows: Iterator[list[str]], n: int, label, ignore, separator, progress) -> Table:
    header = [name.strip() for name in next(rows, [])]
    if not header:
        raise TableError(f"{path}: the file is empty.")
    keep = check_header(path, header, label, ignore, separator)
    if n < 1:
        raise TableError(f"{path}: the file has a header, but no rows.")
    X, codes = np.empty((n, len(keep))), np.empty(n, dtype=np.int32)
    labels, columns, where = Labels(path, label), [header[j] for j in keep], header.index(label)
    for start in range(0, n, BLOCK):
        block = list(islice(rows, BLOCK))
        _check_widths(path, block, header, start, n)
        part = X[start : start + len(block)]
        part[:] = _numbers(path, block, keep, columns, start + 1)
        check_finite(path, part, columns, start + 1)
        names = [row[where].strip() for row in block]
        codes[start : start + len(block)] = labels.encode(names, start + 1)
        progress(f"read {start + len(block)} of {n} rows")
    y, classes = labels.signs(codes)
    return Table(path, X, y, columns, classes)


def check_header(path, header: list[str], label, ignore, separator=",") -> list[int]:
    """Return the places of the features; refuse a header without the columns that are named."""
    if label is None:
        raise TableError(f"{path}: name the column of the labels with --label.")
    shown = ", ".join(map(repr, header[:8])) + (", ..." if len(header) > 8 else "")
    for name in (label, *ignore):
        if name not in header:
            hint = " Is another --separator used?" if len(header) == 1 else ""
            raise TableError(f"{path}: there is no column {name!r}; there are {shown}.{hint}")
    twice = {name for name in header if header.count(name) > 1}
    if twice:
        raise TableError(f"{path}: two columns are called {min(twice)!r}; rename one.")
    keep = [j for j, name in enumerate(header) if name != label and name not in ignore]
    if not keep:
        raise TableError(f"{path}: there is no column besides the label's; features are needed.")
    return keep


def _check_widths(path, block, header, start: int, n: int) -> None:
    for i, row in enumerate(block):
        if len(row) != len(header):
            last = " Its last line is broken off." if start + i + 1 == n else ""
            raise TableError(
                f"{path}: row {start + i + 1} has {len(row)} fields, and the header has "
                f"{len(header)}.{last}"
            )


def _numbers(path, block, keep, columns, first_row: int) -> Array:
    """Return the features of a block of rows; name row and column of what is no number."""
    try:
        flat = np.fromiter(
            map(float, chain.from_iterable([row[j] for j in keep] for row in block)),
            dtype=float,
            count=len(block) * len(keep),
        )
        return flat.reshape(len(block), len(keep))
    except ValueError:
        for i, row in enumerate(block):
            for j, name in zip(keep, columns, strict=True):
                _check_number(path, row[j].strip(), name, first_row + i)
        raise


def _check_number(path, text: str, name: str, row: int) -> None:
    try:
        float(text)
    except ValueError:
        if not text:
            raise TableError(
                f"{path}: row {row} has nothing in column {name!r}; remove the row, or fill in the "
                f"value."
            ) from None
        shown = text if len(text) <= 30 else text[:27] + "..."
        raise TableError(
            f"{path}: row {row} has the text {shown!r} in column {name!r}, where a number is "
            f"needed; leave the column out with --ignore, or encode it."
        ) from None
