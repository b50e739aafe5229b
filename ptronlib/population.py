r"""Expectations over all samples of a small population, as exact fractions.

.. math:: \mathbf{E}\,f(S_n) = N^{-n} \sum_{S \in P^n} f(S)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from ._validate import Array, check_count, check_sample
from .margins import Separable, separability
from .perceptron import perceptron

__all__ = ["LeaveOneOut", "Online", "leave_one_out_sums", "margin_squared", "online_sums"]

MOST = 200_000  # samples
UPDATES = 10**6
EXACT = 2**53 // 1000  # a score is at most R^2 sqrt(T): T = 10**6 updates stay exact in a double


@dataclass(frozen=True)
class LeaveOneOut:
    """The three members of the leave-one-out theorem; each is at most the next.

    Attributes
    ----------
    error : Fraction
        Probability that the perceptron trained on n examples errs on another one.
    support : Fraction
        Expected number of examples that a run on n + 1 uses, divided by n + 1.
    bound : Fraction
        Expectation of R^2/eps^2, both of the sample of n + 1, divided by n + 1.
    """

    error: Fraction
    support: Fraction
    bound: Fraction


@dataclass(frozen=True)
class Online:
    """The members of online-to-batch; the first two are equal, and at most the third.

    Attributes
    ----------
    error : Fraction
        Expected error of an iterate w_0, ..., w_{n-1} of one pass, chosen uniformly.
    mistakes : Fraction
        Expected number of mistakes in the pass, divided by n.
    bound : Fraction
        Expectation of R^2/eps^2, both of the sample of n, divided by n.
    """

    error: Fraction
    mistakes: Fraction
    bound: Fraction


def leave_one_out_sums(X: ArrayLike, y: ArrayLike, n: int) -> LeaveOneOut:
    """Sum both sides of the leave-one-out theorem over all samples of a population.

    Parameters
    ----------
    X : (N, d) array
        The population, integers; each draw is one of its N members with the same probability.
    y : (N,) array
        Labels, -1 or +1.
    n : int, >= 1
        Size of the training samples; N**(n + 1) samples are run.

    Returns
    -------
    LeaveOneOut
        Exact.

    Raises
    ------
    ValueError, TypeError
        Entries that are not integers, a population that is not separable, or too many samples: the
        number is named before any is run.

    Notes
    -----
    Source: statement D-Thm; chapter 7.

    Examples
    --------
    >>> print(*vars(leave_one_out_sums([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1], 2)).values())
    4/9 19/27 19/27
    """
    n = check_count(n, "n")
    X, y = _check_population(X, y, n + 1)
    N = len(X)
    wrong = sum(_wrong(X, y, perceptron(X[s], y[s], max_updates=UPDATES).w) for s in _all(N, n))
    ratio, used, bound = _ratios(X, y), 0, Fraction(0)
    for s in _all(N, n + 1):
        used += perceptron(X[s], y[s], max_updates=UPDATES).support.size
        bound += ratio(frozenset(s))
    total = N ** (n + 1)
    return LeaveOneOut(
        Fraction(wrong, total), Fraction(used, (n + 1) * total), bound / ((n + 1) * total)
    )


def online_sums(X: ArrayLike, y: ArrayLike, n: int) -> Online:
    """Sum both sides of online-to-batch over all samples of a population.

    Parameters
    ----------
    X, y : (N, d) and (N,) arrays
        The population, as for `leave_one_out_sums`.
    n : int, >= 1
        Length of the pass; N**n samples are passed.

    Returns
    -------
    Online
        Exact.

    Raises
    ------
    ValueError, TypeError
        As `leave_one_out_sums`.

    Notes
    -----
    Source: statement D-Thm, its online form; chapter 7.

    Examples
    --------
    >>> print(*vars(online_sums([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1], 2)).values())
    5/6 5/6 5/6
    """
    n = check_count(n, "n")
    X, y = _check_population(X, y, n)
    N, Z = len(X), y[:, None] * X
    ratio, wrong, mistakes, bound = _ratios(X, y), 0, 0, Fraction(0)
    for s in _all(N, n):
        w = np.zeros(X.shape[1])
        for i in s:
            wrong += _wrong(X, y, w)
            if Z[i] @ w <= 0:
                w, mistakes = w + Z[i], mistakes + 1
        bound += ratio(frozenset(s))
    total = n * N**n
    return Online(Fraction(wrong, N * total), Fraction(mistakes, total), bound / total)


def margin_squared(X: ArrayLike, y: ArrayLike) -> Fraction:
    """Return the square of the best margin, exactly; 0 if the sample is not separable.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows, integers.
    y : (n,) array
        Labels, -1 or +1.

    Returns
    -------
    Fraction
        The squared distance of the hull of the signed examples from the origin.

    Raises
    ------
    ValueError, TypeError
        Entries that are not integers, or more than 200,000 subsets to look through.

    Notes
    -----
    The nearest point of the hull lies in the hull of some linearly independent signed examples, at
    most d, and there it is G^-1 1 / (1 . G^-1 1) with their Gram matrix G. So the distance is the
    smallest of these over all such subsets with weights that are not negative.

    Examples
    --------
    >>> margin_squared([[2, 1], [0, 1], [-1, 2]], [1, -1, -1])
    Fraction(1, 2)
    """
    X, y = _check_integers(*check_sample(X, y))
    if not isinstance(separability(X, y), Separable):
        return Fraction(0)
    points = sorted({tuple(int(v) for v in z) for z in y[:, None] * X})
    sizes = range(1, min(X.shape[1], len(points)) + 1)
    count = sum(comb(len(points), size) for size in sizes)
    if count > MOST:
        raise ValueError(
            f"There must be at most {MOST:,} subsets to look through; {len(points)} examples in "
            f"{X.shape[1]} dimensions have {count:,}. max_margin(X, y) is not exact, but quick."
        )
    found = (_nearest(s) for size in sizes for s in combinations(points, size))
    return min(distance for distance in found if distance is not None)


def _nearest(points: Sequence[tuple[int, ...]]) -> Fraction | None:
    """Return the squared distance of the points' affine hull, if reached within their hull."""
    k = len(points)
    rows = [
        [Fraction(sum(a * b for a, b in zip(p, q, strict=True))) for q in points] + [Fraction(1)]
        for p in points
    ]
    for c in range(k):  # Gauss and Jordan, on G extended by a column of ones
        pivot = next((r for r in range(c, k) if rows[r][c]), None)
        if pivot is None:
            return None
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [v / rows[c][c] for v in rows[c]]
        for r in range(k):
            if r != c and rows[r][c]:
                rows[r] = [a - rows[r][c] * b for a, b in zip(rows[r], rows[c], strict=True)]
    weights = [row[-1] for row in rows]
    return 1 / sum(weights, Fraction(0)) if min(weights) >= 0 else None


def _ratios(X: Array, y: Array):
    """Return the function from a set of members to R^2 / eps^2 of that set."""

    @cache
    def ratio(members: frozenset[int]) -> Fraction:
        chosen = sorted(members)
        longest = max(sum(int(v) ** 2 for v in x) for x in X[chosen])
        return longest / margin_squared(X[chosen], y[chosen])

    return ratio


def _all(N: int, n: int):
    """Yield all samples of n draws from N members, as lists of indices."""
    return (list(s) for s in product(range(N), repeat=n))


def _wrong(X: Array, y: Array, w: Array) -> int:
    return int((y * (X @ w) <= 0).sum())


def _check_population(X: ArrayLike, y: ArrayLike, draws: int) -> tuple[Array, Array]:
    X, y = _check_integers(*check_sample(X, y))
    if len(X) ** draws > MOST:
        raise ValueError(
            f"There must be at most {MOST:,} samples to sum over; {draws} draws from a population "
            f"of {len(X)} make {len(X) ** draws:,}. Take fewer draws or a smaller population."
        )
    if not isinstance(separability(X, y), Separable):
        raise ValueError(
            "The population must be separable, or some of its samples make the perceptron run for "
            "ever; separability(X, y) returns the certificate that it is not."
        )
    return X, y


def _check_integers(X: Array, y: Array) -> tuple[Array, Array]:
    bad = np.rint(X) != X
    if bad.any():
        i, j = map(int, np.argwhere(bad)[0])
        raise ValueError(
            f"X must hold integers; got {X[i, j]} at index {i}, feature {j}. "
            f"Multiply by the common denominator: the mistakes do not change."
        )
    squares = (X**2).sum(axis=1)
    if squares.max() > EXACT:
        i = int(np.argmax(squares))
        raise ValueError(
            f"The examples must have squared norms of at most {EXACT:,}, so that runs are exact; "
            f"got {squares[i]:.3g} at index {i}. Divide by a common divisor."
        )
    return X, y
