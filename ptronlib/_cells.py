r"""The cells into which the hyperplanes of w with w . x_i = 0 cut space, in exact integers.

Cover's recursion as an algorithm: a new point x splits those cells that the hyperplane of x meets,

.. math:: C(X \cup \{x\}) = C(X) + C(X / x),

and X / x, the points seen along x, live in one dimension less. Arrays have dtype object and hold
Python's integers, so nothing is rounded and nothing overflows.
"""

from __future__ import annotations

from math import gcd

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.object_]
Signs = NDArray[np.int8]

SPARE = 16  # bits by which the weights are longer than their signs need


def integer_rows(X: NDArray[np.float64]) -> Integers:
    """Return each row times the positive number that makes its entries integers of gcd 1."""
    mantissa, exponent = np.frexp(X)
    whole = (mantissa * 2.0**53).astype(np.int64)
    rows = np.empty(X.shape, dtype=object)
    for i, (numbers, powers) in enumerate(zip(whole.tolist(), exponent.tolist(), strict=True)):
        lowest = min((e for m, e in zip(numbers, powers, strict=True) if m), default=0)
        rows[i] = [m << (e - lowest) if m else 0 for m, e in zip(numbers, powers, strict=True)]
    return primitive(rows)


def primitive(rows: Integers) -> Integers:
    """Divide each row by the greatest common divisor of its entries; a row of zeros stays."""
    divisors = [gcd(*row) or 1 for row in rows.tolist()]
    return rows // np.array(divisors, dtype=object)[:, None]


def directions(rows: Integers) -> tuple[Integers, NDArray[np.intp], Signs]:
    """Return the distinct lines through 0, the line of each row, and its sense on that line."""
    seen: dict[tuple, int] = {}
    line, sense = [], []
    for row in map(tuple, primitive(rows).tolist()):
        sign = 1 if next(filter(None, row)) > 0 else -1
        line.append(seen.setdefault(row if sign > 0 else tuple(-v for v in row), len(seen)))
        sense.append(sign)
    distinct = np.array(list(seen), dtype=object).reshape(len(seen), rows.shape[1])
    return distinct, np.array(line), np.array(sense, dtype=np.int8)


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


def pivots(rows: Integers) -> tuple[list[int], list[int]]:
    """Return indices of independent rows and of columns; together they keep the whole rank."""
    basis: list[tuple[int, list[int]]] = []
    chosen = []
    for i, row in enumerate(rows.tolist()):
        for column, b in basis:
            if row[column]:
                row = [b[column] * r - row[column] * v for r, v in zip(row, b, strict=True)]
        first = next((j for j, v in enumerate(row) if v), None)
        if first is not None:
            divisor = gcd(*row)
            basis.append((first, [v // divisor for v in row]))
            chosen.append(i)
            if len(chosen) == len(row):
                break
    return chosen, sorted(column for column, _ in basis)


def dual_basis(B: Integers) -> Integers:
    """Return columns d_j with b_i . d_j = 0 for i != j, and positive for i = j."""
    n = len(B)
    M = np.concatenate([B, np.array(np.eye(n, dtype=int).tolist(), dtype=object)], axis=1)
    for k in range(n):
        p = k + int(np.flatnonzero(M[k:, k])[0])
        M[[k, p]] = M[[p, k]]
        if M[k, k] < 0:
            M[k] = -M[k]
        for i in range(n):
            if i != k and M[i, k]:
                M[i] = M[k, k] * M[i] - M[i, k] * M[k]
        M = primitive(M)
    diagonal = np.array([M[k, k] for k in range(n)], dtype=object)
    common = np.lcm.reduce(diagonal)
    return primitive(((common // diagonal)[:, None] * M[:, n:]).T).T


def cells(rows: Integers) -> tuple[Signs, Integers]:
    """Return the sign vectors of all cells, each once, and weights inside each cell.

    The rows must not be zero. Their order does not matter, and neither does their length.
    """
    distinct, line, sense = directions(rows)
    if distinct.shape[1] == 2:
        S, W = planar_cells(distinct)
    else:
        first, columns = pivots(distinct)
        S, reduced = _grow(distinct[:, columns], first)
        W = np.zeros((len(S), rows.shape[1]), dtype=object)
        W[:, columns] = reduced
    return S[:, line] * sense, W


def planar_cells(rows: Integers) -> tuple[Signs, Integers]:
    """Return the cells of distinct lines in the plane: one to the left of each of their rays."""
    rays = np.stack([-rows[:, 1], rows[:, 0]], axis=1)
    rays = np.concatenate([rays, -rays])
    scores, ahead = rays @ rows.T, np.concatenate([-rows, rows]) @ rows.T
    on_ray = scores == 0
    signs = np.where(on_ray, ahead, scores)
    S = np.where(signs > 0, 1, -1).astype(np.int8)
    return S, _step_off(rays, np.concatenate([-rows, rows]), scores, ahead, rows)


def _grow(rows: Integers, first: list[int]) -> tuple[Signs, Integers]:
    """Begin with independent points, which have all 2^r cells, and add the others one by one."""
    r = len(first)
    signs = 1 - 2 * (np.arange(2**r)[:, None] >> np.arange(r) & 1)
    S, W = signs.astype(np.int8), signs.astype(object) @ dual_basis(rows[first]).T
    W = _shorten(W, W @ rows[first].T, rows[first])
    order = first + [i for i in range(len(rows)) if i not in set(first)]
    for k in range(r, len(rows)):
        S, W = _add_point(S, W, rows[order[:k]], rows[order[k]])
    return S[:, np.argsort(order)], W


def _add_point(S: Signs, W: Integers, seen: Integers, x: Integers) -> tuple[Signs, Integers]:
    """Split the cells that the hyperplane of x meets; the weights tell the side of the others."""
    split, V = cells(project_along(x, seen))
    V = extend_weights(x, V)
    met = {row.tobytes() for row in split}
    whole = np.array([row.tobytes() not in met for row in S])
    sides = np.where((W[whole] @ x) > 0, 1, -1)
    ones = np.ones(len(split), dtype=int)
    signs = np.concatenate([
        np.column_stack([S[whole], sides]),
        np.column_stack([split, ones]),
        np.column_stack([split, -ones]),
    ])  # fmt: skip
    rows = np.concatenate([seen, x[None, :]])
    scores, ahead = V @ rows.T, np.broadcast_to(rows @ x, (len(V), len(rows)))
    steps = np.broadcast_to(x, V.shape)
    both = [_step_off(V, sign * steps, scores, sign * ahead, rows) for sign in (1, -1)]
    return np.ascontiguousarray(signs, dtype=np.int8), np.concatenate([W[whole], *both])


def _step_off(V: Integers, steps: Integers, scores: Integers, ahead: Integers, rows: Integers):
    """Return m V + k steps: off V, but not half as far as a score of V could change its sign.

    `scores` are those of V, `ahead` those of the steps.
    """
    size, move, bound = np.abs(scores), np.abs(ahead), (scores != 0) & (ahead != 0)
    shrink = ((2 * move // np.where(bound, size, 1) + 1) * bound).max(axis=1)
    room = size // np.where(bound, 2 * move, 1)
    room = np.where(bound, room, np.where(bound, room, 0).max(axis=1)[:, None]).min(axis=1)
    m, k = np.maximum(shrink, 1)[:, None], np.maximum(room, 1)[:, None]
    return _shorten(m * V + k * steps, m * scores + k * ahead, rows)


def _shorten(W: Integers, scores: Integers, rows: Integers) -> Integers:
    """Drop the low bits that no sign needs: weights as short as their cell is wide.

    Dropping them moves a score by less than the sum of its row; the smallest scores stay
    2^SPARE times as large as that.
    """
    spare = (np.abs(scores) // np.abs(rows).sum(axis=1)).min(axis=1)
    bits = np.array([max(0, q.bit_length() - 1 - SPARE) for q in spare], dtype=object)
    return W >> bits[:, None]
