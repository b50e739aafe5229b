r"""The cells into which the hyperplanes of w with w . x_i = 0 cut space, in exact integers.

Cover's recursion as an algorithm: a new point x splits those cells that the hyperplane of x meets,

.. math:: C(X \cup \{x\}) = C(X) + C(X / x),

and X / x, the points seen along x, live in one dimension less. Arrays have dtype object and hold
Python's integers, so nothing is rounded and nothing overflows.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

from ..geometry.elimination import reduced

Integers = NDArray[np.object_]
Signs = NDArray[np.int8]

SPARE_BITS = 16  # of the weights, beyond what their signs need


def integer_rows(rows: Iterable) -> Integers:
    """Return each row times the positive number that makes its entries integers of gcd 1."""
    found = []
    for row in rows:
        ratios = [Fraction(value) for value in row]
        common = lcm(*(value.denominator for value in ratios))
        whole = [int(value * common) for value in ratios]
        divisor = gcd(*whole) or 1
        found.append([value // divisor for value in whole])
    return np.array(found, dtype=object)


def distinct_lines(rows: Integers) -> tuple[Integers, NDArray[np.intp], Signs]:
    """Return the distinct lines through 0, the line of each row, and its sense on that line."""
    seen: dict[tuple, int] = {}
    line, sense = [], []
    for row in map(tuple, integer_rows(rows.tolist()).tolist()):
        sign = 1 if next(filter(None, row)) > 0 else -1
        line.append(seen.setdefault(row if sign > 0 else tuple(-v for v in row), len(seen)))
        sense.append(sign)
    return np.array(list(seen), dtype=object), np.array(line), np.array(sense, dtype=np.int8)


def project_along(x: Integers, rows: Integers) -> Integers:
    """Return coordinates of the rows modulo x, one fewer, in which x itself would be zero."""
    p = int(np.flatnonzero(x)[0])
    sign = 1 if x[p] > 0 else -1
    return np.delete(abs(x[p]) * rows - sign * np.outer(rows[:, p], x), p, axis=1)


def extend_weights(x: Integers, W: Integers) -> Integers:
    """Return the weights orthogonal to x that give points the scores W gave their projections."""
    p = int(np.flatnonzero(x)[0])
    sign = 1 if x[p] > 0 else -1
    return np.insert(abs(x[p]) * W, p, -sign * (W @ np.delete(x, p)), axis=1)


def cells(rows: Integers) -> tuple[Signs, Integers]:
    """Return the sign vectors of all cells, each once, and weights inside each cell.

    The rows must not be zero. Their order does not matter, and neither does their length.
    """
    distinct, line, sense = distinct_lines(rows)
    if distinct.shape[1] == 2:
        S, W = _planar_cells(distinct)
    else:
        first = reduced(distinct.T.tolist())[1]  # independent points, as many as the rank
        columns = reduced(distinct[first].tolist())[1]
        S, inner = _grow(distinct[:, columns], first)
        W = np.zeros((len(S), rows.shape[1]), dtype=object)
        W[:, columns] = inner
    return S[:, line] * sense, W


def _planar_cells(rows: Integers) -> tuple[Signs, Integers]:
    """Return the cells of distinct lines in the plane: one to the left of each of their rays."""
    rays = np.stack([-rows[:, 1], rows[:, 0]], axis=1)
    rays, steps = np.concatenate([rays, -rays]), np.concatenate([-rows, rows])
    scores, ahead = rays @ rows.T, steps @ rows.T
    S = _signs(np.where(scores == 0, ahead, scores))
    return S, _step_off(rays, steps, scores, ahead, rows)


def _grow(rows: Integers, first: list[int]) -> tuple[Signs, Integers]:
    """Begin with independent points, which have all 2^r cells, and add the others one by one."""
    r = len(first)
    basis = [[*row, *unit] for row, unit in zip(rows[first].tolist(), np.eye(r), strict=True)]
    inverse = np.array([row[r:] for row in reduced(basis)[0]], dtype=object)
    signs = 1 - 2 * (np.arange(2**r)[:, None] >> np.arange(r) & 1)
    W = integer_rows((signs.astype(object) @ inverse.T).tolist())
    S, order = signs.astype(np.int8), first + [i for i in range(len(rows)) if i not in first]
    for k in range(r, len(rows)):
        S, W = _add_point(S, W, rows[order[:k]], rows[order[k]])
    return S[:, np.argsort(order)], W


def _add_point(S: Signs, W: Integers, seen: Integers, x: Integers) -> tuple[Signs, Integers]:
    """Split the cells that the hyperplane of x meets; the weights tell the side of the others."""
    split, V = cells(project_along(x, seen))
    V = extend_weights(x, V)
    met = {row.tobytes() for row in split}
    whole = [row.tobytes() not in met for row in S]
    sides = np.concatenate([_signs(W[whole] @ x), np.repeat([1, -1], len(split))])
    S = np.column_stack([np.concatenate([S[whole], split, split]), sides]).astype(np.int8)
    rows = np.vstack([seen, x])
    scores, ahead = V @ rows.T, np.tile(rows @ x, (len(V), 1))
    both = [_step_off(V, s * x, scores, s * ahead, rows) for s in (1, -1)]
    return S, np.concatenate([W[whole], *both])


def _signs(scores: Integers) -> Signs:
    return np.where(scores > 0, 1, -1).astype(np.int8)


def _step_off(V: Integers, steps: Integers, scores: Integers, ahead: Integers, rows: Integers):
    """Return m V + k steps: off V, but not half as far as a score of V could change its sign.

    `scores` are those of V, `ahead` those of the steps. Low bits that no sign needs are dropped,
    so that weights are as short as their cell is wide: that moves a score by less than the sum of
    its row, and the smallest scores stay 2^SPARE_BITS times as large.
    """
    size, move, bound = np.abs(scores), np.abs(ahead), (scores != 0) & (ahead != 0)
    shrink = ((2 * move // np.where(bound, size, 1) + 1) * bound).max(axis=1)
    room = np.where(bound, size // np.where(bound, 2 * move, 1), 0)
    room = np.where(bound, room, room.max(axis=1)[:, None]).min(axis=1)
    m, k = np.maximum(shrink, 1)[:, None], np.maximum(room, 1)[:, None]
    slack = np.abs(m * scores + k * ahead) // np.abs(rows).sum(axis=1)
    bits = [max(0, q.bit_length() - 1 - SPARE_BITS) for q in slack.min(axis=1)]
    return (m * V + k * steps) >> np.array(bits, dtype=object)[:, None]
