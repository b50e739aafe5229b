"""A table of two classes, and what makes one unusable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._validate import Array

MIX = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9], dtype=np.uint64)


class TableError(ValueError):
    """A file that cannot be used; the message is one line and names the file."""


@dataclass(frozen=True, eq=False)
class Table:
    """Examples of two classes.

    Attributes
    ----------
    path : str
        Where they come from.
    X : (n, d) floats or CSR
        The examples, one a row.
    y : (n,) floats
        -1.0 for the first label, +1.0 for the second.
    columns : d names
        Of the features.
    labels : two names
        In the order of -1 and +1.
    """

    path: str
    X: Array | sparse.csr_array
    y: Array
    columns: Sequence[str]
    labels: tuple[str, str]


class Labels:
    """The labels met so far, numbered as they come; at most a few, since two are wanted."""

    def __init__(self, path: str, column: str | None):
        self.path, self.column = path, column
        self.numbers: dict[str, int] = {}

    def encode(self, names: Iterable[str], first_row: int) -> list[int]:
        """Return the numbers of some labels, of the rows from first_row on, counted from 1."""
        codes = [self.numbers.setdefault(name, len(self.numbers)) for name in names]
        if "" in self.numbers:
            row = first_row + codes.index(self.numbers[""])
            raise TableError(f"{self.path}: row {row} has no label in column {self.column!r}.")
        if len(self.numbers) > 20:
            self._refuse()
        return codes

    def signs(self, codes: NDArray) -> tuple[Array, tuple[str, str]]:
        """Return -1.0 and +1.0 for the two labels in sorted order, and their names."""
        if len(self.numbers) != 2:
            self._refuse()
        low, high = sorted(self.numbers)
        return np.where(codes == self.numbers[high], 1.0, -1.0), (low, high)

    def _refuse(self) -> None:
        names = sorted(self.numbers)
        shown = ", ".join(map(repr, names[:5])) + (", ..." if len(names) > 5 else "")
        many = f"{len(names)}{' or more' if len(names) > 20 else ''}"
        raise TableError(
            f"{self.path}: the labels must be of two classes; got {many}: {shown}."
            + (" Choose two of them, or another column with --label." if len(names) > 2 else "")
        )


def check_finite(path: str, part: Array, columns: Sequence[str], first_row: int) -> None:
    """Refuse NaN and infinity in the rows from first_row on, counted from 1."""
    bad = ~np.isfinite(part)
    if bad.any():
        i, j = map(int, np.argwhere(bad)[0])
        raise TableError(
            f"{path}: row {first_row + i} has {part[i, j]} in column {columns[j]!r}; remove the "
            f"row, or fill in the value."
        )


def check_contradictions(table: Table) -> None:
    """Refuse one point with both labels, and name its rows.

    Raises
    ------
    TableError
        There is one.
    TypeError
        table is not a Table.
    """
    if not isinstance(table, Table):
        raise TypeError(f"table must be a Table; got {type(table).__name__}.")
    marks = _hashes(table.X)
    order = np.lexsort((table.y, marks))
    same = np.flatnonzero(
        (marks[order[1:]] == marks[order[:-1]]) & (table.y[order[1:]] != table.y[order[:-1]])
    )
    for k in same:
        i, j = sorted(map(int, order[k : k + 2]))
        rows: Any = table.X[[i, j]]
        rows = rows.toarray() if sparse.issparse(rows) else rows
        if (rows[0] == rows[1]).all():
            raise TableError(
                f"{table.path}: rows {i + 1} and {j + 1} are the same point with opposite labels, "
                f"so nothing separates them; remove one."
            )


def _hashes(X) -> NDArray[np.uint64]:
    """Return a number of 64 bits for each row, equal for equal rows."""
    n, d = X.shape
    marks = np.zeros(n, dtype=np.uint64)
    for j in range(d):
        column = X[:, [j]].toarray().ravel() if sparse.issparse(X) else X[:, j]
        bits = (column + 0.0).view(np.uint64)  # -0.0 + 0.0 is 0.0
        bits ^= bits >> np.uint64(31)
        bits *= MIX[0]
        marks ^= bits
        marks ^= marks >> np.uint64(29)
        marks *= MIX[1]
    return marks
