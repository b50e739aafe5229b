"""Gauss–Jordan elimination in exact fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction


def reduced(matrix: Iterable[Sequence]) -> tuple[list[list[Fraction]], list[int]]:
    """Return the reduced row echelon form of a matrix of Python's numbers, and its pivot columns.

    There are as many pivots as the rank; they are the first independent columns.
    """
    rows = [[Fraction(value) for value in row] for row in matrix]
    pivots: list[int] = []
    for j in range(len(rows[0])):
        k = len(pivots)
        found = next((i for i in range(k, len(rows)) if rows[i][j]), None)
        if found is None:
            continue
        rows[k], rows[found] = rows[found], rows[k]
        rows[k] = [value / rows[k][j] for value in rows[k]]
        for i, row in enumerate(rows):
            if i != k and row[j]:
                rows[i] = [a - row[j] * b for a, b in zip(row, rows[k], strict=True)]
        pivots.append(j)
    return rows, pivots
