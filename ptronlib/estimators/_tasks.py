"""Several classes from machines that know two: which task each has, and how their words count."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from .._validate import Array
from ._examples import Ints

REST = -1  # in place of a class: all the others
Task = tuple[int, int]  # the class on the negative side, and the one on the positive


def tasks(n_classes: int, multi_class: str) -> list[Task]:
    """Return the tasks: each pair of classes, or each class against the rest."""
    if n_classes == 2 or multi_class == "ovo":
        return list(combinations(range(n_classes), 2))
    return [(REST, k) for k in range(n_classes)]


def members(codes: Ints, task: Task) -> tuple[Ints, Array]:
    """Return the rows that take part in a task, and their labels -1.0 and +1.0."""
    low, high = task
    rows = np.arange(codes.size) if low == REST else np.flatnonzero(np.isin(codes, task))
    return rows, np.where(codes[rows] == high, 1.0, -1.0)


def verdict(distances: Array, every: list[Task], n_classes: int) -> Array:
    """Return a score for each class, (m, n_classes), from the distances to each hyperplane.

    Against the rest, a class has its distance. Of the pairs, each gives one vote, and the sum of
    the distances, squeezed to less than a third of a vote, decides between equals.
    """
    if every[0][0] == REST:
        return distances
    votes, sums = np.zeros((2, len(distances), n_classes))
    for (low, high), column in zip(every, distances.T, strict=True):
        votes[:, high] += column > 0
        votes[:, low] += column <= 0
        sums[:, high] += column
        sums[:, low] -= column
    return votes + sums / (3 * (np.abs(sums) + 1))


def vote(S: Array, positions: Ints, signs: Array, times: Ints, seen: int) -> Array:
    """Let all the weights of a machine vote, each by how many examinations it was in force.

    Column j of S holds the inner products with support example j; update t added the example
    positions[t] with the sign signs[t] at the examination times[t], of `seen` in all.
    """
    counts = np.diff(np.r_[1, times, seen + 1])
    total, value = np.zeros(len(S)), np.zeros(len(S))
    block = max(1, 2**20 // max(1, len(S)))
    for start in range(0, len(positions), block):
        part = slice(start, start + block)
        values = value[:, None] + np.cumsum(S[:, positions[part]] * signs[part], axis=1)
        total += np.sign(values) @ counts[1:][part]
        value = values[:, -1]
    return total / max(1, seen)
