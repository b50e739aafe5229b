"""The numbers of a table digit by digit: doubles where the file states such, else fractions."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._validate import MAX_INTEGER, Array
from ..geometry.points import MIN_RATIONAL, RationalPoints, exact_points
from .rows import Written, place_of

TINY = re.compile(rb"-(0*[3-9]\d\d|0*[1-9]\d{3,})")
MEMORY = 1_000_000  # numbers that are kept once they are read


def as_written(
    X: Array, frame: Any, columns: list[str], kept: NDArray, written: Written | None
) -> Array | RationalPoints:
    """Return the numbers that the file states: doubles where these are they, else fractions.

    pandas has read them as doubles, X, nearly right. `kept` are the rows of the file that X holds.
    """
    exact = all(
        (np.rint(some) == some).all() and (np.abs(some) < MAX_INTEGER).all()
        for some in (X[:100], X)  # most tables of decimals have one at their beginning
    )
    if exact and {*(frame[name].dtype.kind for name in columns)} <= {*"iub"}:
        return X
    if exact and not (written and (written.has_long_numbers() or _has_tiny(written.body))):
        return X
    if written is None:  # doubles, integers or decimals: never words
        return exact_points(frame[columns].iloc[kept], "the table")
    places = [list(frame.columns).index(name) for name in columns]
    digits = _Digits(X, kept, places, written)
    digits.check_tiny(columns)
    return RationalPoints(X, digits)


class _Digits:
    """The rows of a text file as integers, which are read when they are asked for."""

    def __init__(self, X: Array, kept: NDArray, places: list[int], written: Written):
        self.X, self.kept, self.places, self.written = X, kept, places, written
        self._known: dict[int, tuple[list[int], list[int]]] = {}

    def __call__(self, rows: NDArray) -> tuple[NDArray, Fraction]:
        """Return rows as integers, (k, d), and their unit, as `RationalPoints` needs them."""
        asked, known = rows.tolist(), self._known
        if len(known) * len(self.places) > MEMORY:
            known.clear()
        self._read([row for row in dict.fromkeys(asked) if row not in known])
        most = max(max(known[row][1]) for row in asked)
        found = np.empty((len(asked), len(self.places)), dtype=object)
        for k, row in enumerate(asked):
            pairs = zip(*known[row], strict=True)
            found[k] = [whole * 10 ** (most - n) if n < most else whole for whole, n in pairs]
        return found, Fraction(10) ** -most

    def _read(self, rows: list[int]) -> None:
        """Read some rows, and compare them with what pandas has read."""
        for row in rows:
            words = self.written.words(self.kept[row])
            self._known[row] = self.written.decimals([words[place] for place in self.places])
        again = [
            [_near(*pair) for pair in zip(*self._known[row], strict=True)] for row in rows
        ] or np.empty((0, len(self.places)))
        if not np.allclose(again, self.X[rows], rtol=1e-14, atol=0.0):
            raise ValueError("its rows are not read twice alike; store it as a plain CSV file.")

    def check_tiny(self, columns: list[str]) -> None:
        """Refuse numbers so small that doubles do not tell them from 0, or only roughly."""
        blocks = (
            np.argwhere(np.abs(self.X[start : start + 4096]) < MIN_RATIONAL) + [start, 0]
            for start in range(0, len(self.X), 4096)
        )
        small = np.concatenate([*blocks])
        zero = self.X[small[:, 0], small[:, 1]] == 0
        if not (zero.any() and _has_tiny(self.written.body)):  # else a 0 may be one that is not
            small = small[~zero]
        for i, j in small:
            row = int(self.kept[i])
            word = self.written.words(row)[self.places[j]]
            if self.written.decimals([word])[0] != [0]:
                raise ValueError(
                    f"{place_of(row, self.written)} has {word!r} in column {columns[j]!r}, where a "
                    f"size of at least {MIN_RATIONAL:g} is possible; multiply the column by a "
                    f"power of ten."
                )


def _near(digits: int, decimals: int) -> float:
    """Return a decimal as the nearest float, or nearly so."""
    if decimals <= 0:
        return float(digits * 10**-decimals)
    return digits / 10**decimals if decimals < 300 else float(Fraction(digits, 10**decimals))


def _has_tiny(text: bytes) -> bool:
    """Whether a number may be too small for a double, and so be read as 0."""
    some = any(sign in text and sign + b"-" in text for sign in (b"e", b"E"))
    return some and TINY.search(text) is not None
