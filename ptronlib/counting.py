r"""How many labelings of a sample a perceptron can produce: Cover's number, and the list itself.

.. math:: C(P, N) = 2\sum_{k=0}^{N-1}\binom{P-1}{k}, \qquad C(P+1, N) = C(P, N) + C(P, N-1)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import _cells
from ._validate import Array, check_count, check_no_zero_example, check_points, check_real
from .margins import max_margin, radius
from .position import Degenerate, GeneralPosition, in_general_position

__all__ = [
    "Degenerate",
    "GeneralPosition",
    "cover_count",
    "enumerate_dichotomies",
    "enumerate_eps_partitions",
    "in_general_position",
    "separable_fraction",
    "separate_dichotomies",
]

MOST_BITS = 10**10  # in the terms of a count: some seconds
LARGEST = 200_000  # dichotomies that an enumeration may have to list
SAME = 1e-9  # a margin this close to eps, relatively, counts as reaching it


def cover_count(P: int, N: int) -> int:
    r"""Count the dichotomies of P points in general position of N-space, exactly.

    Parameters
    ----------
    P : int, >= 1
        Points.
    N : int, >= 1
        Dimension, that is, free weights: count the bias as one.

    Returns
    -------
    int
        :math:`C(P, N) = 2\sum_{k<N}\binom{P-1}{k}`. It is also the most that any P points have.

    Raises
    ------
    ValueError, TypeError
        P or N not positive integers, or P min(P, N) above 1e10: the count would take minutes.

    Notes
    -----
    Source: statement E-Cover; chapter 6.

    Examples
    --------
    >>> cover_count(4, 3), cover_count(40, 4)
    (14, 19840)
    """
    P, N = check_count(P, "P"), check_count(N, "N")
    if P * min(P, N) > MOST_BITS:
        raise ValueError(
            f"P or N must be smaller: the exact count has up to {P} bits in each of "
            f"{min(P, N)} terms, {MOST_BITS:,} at most in all. separable_fraction(P, N) is quick."
        )
    if N >= P:
        return 1 << P
    term = total = 1
    for k in range(1, N):
        term = term * (P - k) // k
        total += term
    return 2 * total


def separable_fraction(P: ArrayLike, N: ArrayLike) -> float | Array:
    r"""Return the share of all 2^P labelings that are separable, in general position.

    Parameters
    ----------
    P, N : int or array of int, >= 1
        Points and dimension; arrays are broadcast.

    Returns
    -------
    float or array of floats
        :math:`C(P, N)/2^P`, the probability of at most N - 1 heads in P - 1 tosses of a fair
        coin. Accurate into the millions; below 1e-300 it becomes 0.

    Raises
    ------
    ValueError, TypeError
        P or N not positive integers.

    Notes
    -----
    Source: statement E-Cover; chapter 6.

    Examples
    --------
    >>> separable_fraction(2_000_000, 1_000_000)
    0.5
    """
    from scipy.special import betainc  # slow to import

    P, N = _counts(P, "P"), _counts(N, "N")
    try:
        P, N = np.broadcast_arrays(P, N)
    except ValueError:
        raise ValueError(
            f"P and N must have shapes that fit together; got {P.shape} and {N.shape}."
        ) from None
    share = np.where(P <= N, 1.0, betainc(np.maximum(P - N, 1), N, 0.5))
    share = np.where(2 * N == P, 0.5, share)  # exactly, by symmetry
    return share if share.ndim else float(share)


def enumerate_dichotomies(X: ArrayLike) -> Array:
    """List the labelings of the sample that some w separates strictly, each exactly once.

    Parameters
    ----------
    X : (P, N) array
        Points as rows, in any position. For hyperplanes with a bias pass `lift(X)`.

    Returns
    -------
    (C, P) floats
        Labels, -1 or +1, one dichotomy a row, in lexicographic order; C is at most
        `cover_count(P, N)`, with equality in general position.

    Raises
    ------
    ValueError, TypeError
        A zero vector, X not a finite, non-empty matrix, or too many dichotomies: their number is
        bounded, and named, before the work starts.

    Notes
    -----
    Points are added one at a time. The dichotomies that the new point doubles are those that a w
    orthogonal to it separates: the dichotomies of the other points projected along it, in one
    dimension less. All arithmetic is in exact integers, for a double is an integer times a power
    of two. Source: statements E-Cover, E-proof.

    Examples
    --------
    >>> enumerate_dichotomies([[1, 0], [2, 0], [0, 1]])
    array([[-1., -1., -1.],
           [-1., -1.,  1.],
           [ 1.,  1., -1.],
           [ 1.,  1.,  1.]])
    """
    return _sorted_cells(X)[0].astype(float)


def separate_dichotomies(X: ArrayLike) -> Array:
    """Return a separating w for each dichotomy, in the order of `enumerate_dichotomies`.

    Parameters
    ----------
    X : (P, N) array
        Points as rows, in any position.

    Returns
    -------
    (C, N) floats
        Unit vectors; the signs of W @ X.T are the dichotomies.

    Raises
    ------
    ArithmeticError
        A cell too narrow for weights in double precision.
    ValueError, TypeError
        As `enumerate_dichotomies`.

    Examples
    --------
    >>> separate_dichotomies([[1], [-3]])
    array([[-1.],
           [ 1.]])
    """
    S, weights = _sorted_cells(X)
    size = np.array([max(abs(v) for v in w).bit_length() for w in weights], dtype=object)
    spare = np.maximum(size - 1000, 0)[:, None]  # so that it fits a double
    W = (weights >> spare).astype(float)
    W = W / np.abs(W).max(axis=1, keepdims=True)
    W = W / np.linalg.norm(W, axis=1, keepdims=True)
    unit = np.asarray(X, dtype=float)
    unit = unit / np.abs(unit).max(axis=1, keepdims=True)
    rounding = 4.0 * unit.shape[1] * np.finfo(float).eps
    heights = S * (W @ unit.T)
    wrong = np.argwhere(heights <= rounding)
    if len(wrong):
        raise ArithmeticError(
            f"Dichotomy {wrong[0, 0]} is separable, but by weights too finely balanced for double "
            f"precision, at point {wrong[0, 1]}. Move that point, or round the coordinates."
        )
    return W


def enumerate_eps_partitions(X: ArrayLike, eps: float) -> Array:
    r"""List the labelings whose best margin through the origin is at least eps, each once.

    Parameters
    ----------
    X : (n, d) array
        Points as rows.
    eps : float, in (0, R]
        Margin asked for, in the unit of X. One within 1e-9 of it, relatively, counts.

    Returns
    -------
    (C, n) floats
        Labels, -1 or +1, in lexicographic order; no row if no labeling has that margin.

    Raises
    ------
    ValueError, TypeError
        eps outside (0, R], a zero vector, or a number of dichotomies that is too large.
    ArithmeticError
        A sample too close to the border for double precision.

    Notes
    -----
    The margin of a sample is at most that of each part of it, so labelings are built point by
    point, and one is dropped as soon as its margin falls below eps. Source: statements
    A-Def-epspartition, A-Thm1.2.

    Examples
    --------
    >>> len(enumerate_eps_partitions([[1, 0], [0, 1]], 0.7))
    4
    """
    X = check_points(X)
    check_no_zero_example(X)
    R = radius(X)
    eps = check_real(eps, "eps", 0.0, R * (1 + SAME), ends="(]")
    few = R / eps < 1e6 and int((R / eps) ** 2) * np.log(2 * len(X) + 1) <= np.log(LARGEST)
    if not few:  # by A-Thm1.2
        _check_size(_cells.integer_rows(X))
    enough, found = eps * (1 - SAME), []
    norms = np.linalg.norm(X, axis=1)
    if norms.min() >= enough:
        found = [(np.ones(1), X[0] / norms[0])]  # half of them; the others are their negatives
    for k in range(2, len(X) + 1 if found else 0):
        found = [
            child
            for labels, w in found
            for sign in (-1.0, 1.0)
            if (child := _labelled(X[:k], np.append(labels, sign), w, enough)) is not None
        ]
    half = np.array([y for y, _ in found]).reshape(len(found), len(X))
    return _in_order(np.concatenate([half, -half]))


def _labelled(X: Array, y: Array, w: Array, enough: float) -> tuple[Array, Array] | None:
    """Return the labels with a unit vector that has margin enough, and None if there is none.

    The vector w has it on all points but the last.
    """
    if y[-1] * (X[-1] @ w) >= enough:
        return y, w
    try:
        best = max_margin(X, y)
    except ValueError:  # not separable
        return None
    return (y, best.w_star) if best.margin >= enough else None


def _check_size(rows: _cells.Integers) -> None:
    """Refuse a sample with too many dichotomies to be listed, and say how many there may be."""
    distinct, *_ = _cells.directions(rows)
    rank = len(_cells.pivots(distinct)[0])
    most = cover_count(len(distinct), rank)
    if most > LARGEST:
        raise ValueError(
            f"At most {LARGEST:,} dichotomies can be listed; {len(distinct)} points on distinct "
            f"lines of a {rank}-dimensional space may have {_short(most)}. Take fewer points or "
            f"fewer dimensions; cover_count({len(distinct)}, {rank}) needs no list."
        )


def _short(count: int) -> str:
    """Write a count in full, or as a power of two where it has more than 15 digits."""
    return f"{count:,}" if count < 10**15 else f"about 2^{count.bit_length() - 1}"


def _sorted_cells(X: ArrayLike) -> tuple[_cells.Signs, _cells.Integers]:
    X = check_points(X)
    check_no_zero_example(X)
    rows = _cells.integer_rows(X)
    _check_size(rows)
    S, W = _cells.cells(rows)
    order = np.lexsort(S.T[::-1])
    return S[order], W[order]


def _in_order(labels: Array) -> Array:
    return labels[np.lexsort(labels.T[::-1])]


def _counts(values: ArrayLike, name: str) -> Array:
    """Return positive integers as floats; they must be exact there, so at most 2^53."""
    try:
        array = np.asarray(values)
    except (TypeError, ValueError, RuntimeError) as error:  # torch raises RuntimeError
        raise TypeError(f"{name} must hold integers: {str(error).rstrip('.')}.") from None
    if array.ndim == 0:
        return np.asarray(check_count(values, name), dtype=float)
    if array.size == 0:
        raise ValueError(f"{name} must hold at least one integer; got an empty array.")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold integers; got an array of {array.dtype}.")
    if array.min() < 1:
        raise ValueError(f"{name} must be at least 1; got {array.min()}.")
    if array.max() > 2**53:
        raise ValueError(f"{name} must be at most {2**53}; got {array.max()}.")
    return array.astype(float)
