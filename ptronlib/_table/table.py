"""A table that can be decided about: its numbers digit by digit, its labels as words."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._validate import Array
from .columns import Column, check_words, counting, floats, readings, spelling
from .digits import as_written
from .frames import read_frame
from .header import check_name, check_roles
from .labels import Labels, label_words, missing_labels, no_label, two_classes
from .numbers import option
from .rows import Written, place_of


@dataclass
class Table:
    """A table that can be decided about.

    Attributes
    ----------
    X : (n, d) floats, or RationalPoints.  The features.
    labels : Labels.  -1 or +1 for each row, and the two classes.
    words : (n,) array of str.  The labels as they are written.
    columns : list of d Columns.  The features, and how they were read.
    rows : (n,) ints.  Numbers of the rows, from 1, the header not counted.
    names : (n,) array, or None.  Their names, if they have some.
    dropped : int.  Rows left out because a value is missing.
    warnings : list of str.  What the reader of the answer should know.
    written : Written, or None.  The words of a text file, with the features at these `places`.
    """

    X: Any
    labels: Labels
    words: NDArray
    columns: list[Column]
    rows: NDArray
    names: NDArray | None = None
    dropped: int = 0
    warnings: list[str] = field(default_factory=list)
    written: Written | None = None
    places: list[int] = field(default_factory=list)

    @property
    def comments(self) -> int:
        """The lines of comment that were left out."""
        return self.written.comments if self.written else 0

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
            here = written.decimals([words[place] for place in self.places])[1]
            most = np.maximum(most, np.array(here, dtype=object))
        return np.array([Fraction(10) ** -k if k > 0 else Fraction(0) for k in most], dtype=object)


def read_table(options: Namespace) -> Table:
    """Return the table that the options of the command name, without rows that lack a value.

    What is certain is read as it is meant. The rest is refused in one sentence, with the option
    that helps.
    """
    frame, X, written = read_frame(options)
    columns, index, told = _features(frame, X, written, options)
    if written and written.short and not options.drop_missing:
        raise written.ragged(len(frame.columns))
    words = label_words(frame[options.label])
    no_label_at = missing_labels(frame[options.label], words, options)
    if X is None:
        check_words(frame, columns, options)
        X = _rows([floats(frame[name], written, options) for name in columns])
    else:
        X = X[:, [int(name) - 1 for name in columns]]
    left_out = no_label_at | np.isnan(X).any(axis=1)
    if left_out.any() and not options.drop_missing:
        raise ValueError(_no_value(no_label_at, words, X, columns, written, options))
    left_out[written.short if written else []] = True
    kept = np.flatnonzero(~left_out)
    if not kept.size:
        raise ValueError("the file has no rows that could be used.")
    notes = {
        name: spelling(frame[name], x, written, options)
        for name, x in zip(columns, X.T, strict=True)
        if name in frame
    }
    others = words[left_out]
    if left_out.any():
        X, words = X[kept], words[kept]
    read = readings(X, columns, notes, lambda: _rounded(frame, written))
    told += counting(X, read)
    names = None if index is None else frame[index].iloc[kept].map(str).to_numpy(dtype=object)
    if columns[0] in frame:
        X = as_written(X, frame, columns, kept, written)
    places = [list(frame.columns).index(name) for name in columns] if written else []
    labels = two_classes(words, others, options, *([written.number] if written else []))
    dropped = int(left_out.sum())
    return Table(X, labels, words, read, kept + 1, names, dropped, told, written, places)


def _features(
    frame: Any, X: Array | None, written: Written | None, options: Namespace
) -> tuple[list[str], str | None, list[str]]:
    """Return the columns that are features, the one that names the rows, and what to say of it."""
    names = [*frame.columns, *(f"{j + 1}" for j in range(0 if X is None else X.shape[1]))]
    index = options.index
    if index == "" and names[0] == "Unnamed: 0":
        index = names[0]
    left_out = [options.label, *options.ignore, *([] if index is None else [index])]
    for name in left_out:
        check_name(name, names, options, written)
    check_roles(options)
    told = []
    if names[0] in ("", "Unnamed: 0") and names[0] not in left_out:
        told.append("the first column has no name; it is taken for an index, not a feature")
        left_out, index = [*left_out, names[0]], index or names[0]
    columns = [name for name in names if name not in left_out]
    if not columns:
        raise ValueError("there is no column besides the label's; features are needed.")
    return columns, index, told


def _no_value(
    no_label_at: NDArray,
    words: NDArray,
    X: Array,
    columns: list[str],
    written: Written | None,
    options: Namespace,
) -> str:
    """Say where the first value is missing, and what helps."""
    if no_label_at.any():
        i = int(no_label_at.argmax())
        return no_label(place_of(i, written), options.label, words[i])
    i, j = np.argwhere(np.isnan(X))[0]
    return (
        f"{place_of(int(i), written)} has no value in column {columns[j]!r}; --drop-missing leaves "
        f"out such rows, {option('--ignore', columns[j])} the column."
    )


def _rounded(frame: Any, written: Written | None) -> bool:
    """Whether different numbers of a table may be the same float."""
    return written.has_long_numbers() if written else "O" in {*map(str, frame.dtypes)}


def _rows(columns: list[Array]) -> Array:
    """Return columns as rows of a matrix, block by block, which large tables need."""
    found = np.empty((len(columns[0]), len(columns)))
    for start in range(0, len(found), 4096):
        part = slice(start, start + 4096)
        found[part] = np.array([column[part] for column in columns]).T
    return found
