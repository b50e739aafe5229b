r"""How many labelings of a sample a perceptron can produce: Cover's number, and the list itself.

.. math:: C(P, N) = 2\sum_{k=0}^{N-1}\binom{P-1}{k}, \qquad C(P+1, N) = C(P, N) + C(P, N-1)
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .._arithmetic import ROUNDING
from .._validate import Array, Floats, check_points, check_real, domain
from ..geometry import radius
from ..geometry.elimination import reduced
from .cells import Integers, Signs, cells, distinct_lines, integer_rows
from .labelings import labelings, margins_of_labelings

MAX_DICHOTOMIES = 200_000  # which one enumeration may list


@domain
def cover_count(P: Annotated[int, "[1, inf)"], N: Annotated[int, "[1, inf)"]) -> int:
    r"""Count the dichotomies of P points in general position of N-space, exactly.

    It is :math:`C(P, N) = 2\sum_{k<N}\binom{P-1}{k}`. It is also the most that any P points have.
    Source: statement E-Cover; chapter 6.

    Parameters
    ----------
    P, N : int, >= 1.  Points, and their dimension, that is, free weights: count the bias as one.

    Examples
    --------
    >>> cover_count(4, 3), cover_count(40, 4)
    (14, 19840)
    """
    if N >= P:
        return 1 << P
    term = total = 1
    for k in range(1, N):
        term = term * (P - k) // k
        total += term
    return 2 * total


@domain
def separable_fraction(
    P: Annotated[Floats, "[1, inf)"], N: Annotated[Floats, "[1, inf)"]
) -> Floats:
    r"""Return the share of all 2^P labelings that are separable, in general position.

    It is :math:`C(P, N)/2^P`, the probability of at most N - 1 heads in P - 1 tosses of a fair
    coin. Accurate into the millions; below 1e-300 it becomes 0. Source: statement E-Cover;
    chapter 6.

    Parameters
    ----------
    P, N : int or array of int, >= 1.  Points and dimension; arrays are broadcast.

    Examples
    --------
    >>> separable_fraction(2_000_000, 1_000_000)
    0.5
    """
    from scipy.special import betainc  # slow to import

    share = np.where(P <= N, 1.0, betainc(np.maximum(P - N, 1), N, 0.5))
    return np.where(2 * N == P, 0.5, share)  # exactly, by symmetry


def enumerate_dichotomies(X: ArrayLike) -> Array:
    """List the labelings of the sample that some w separates strictly, each exactly once.

    Points are added one at a time. The dichotomies that the new point doubles are those that a w
    orthogonal to it separates: the dichotomies of the other points projected along it, in one
    dimension less. All arithmetic is in exact integers, for a double is an integer times a power
    of two. Source: statements E-Cover, E-proof.

    Parameters
    ----------
    X : (P, N) array
        Points as rows, none of them zero, in any position. For hyperplanes with a bias pass
        `lift(X)`. More than 200,000 dichotomies, by Cover's count, are refused.

    Returns
    -------
    (C, P) floats
        Labels, -1 or +1, one dichotomy a row, in lexicographic order; C is at most
        `cover_count(P, N)`, with equality in general position.

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
    X : (P, N) array.  Points as rows, in any position.

    Returns
    -------
    (C, N) floats.  Unit vectors; the signs of W @ X.T are the dichotomies.

    Raises
    ------
    ArithmeticError.  A cell too narrow for weights in double precision.

    Examples
    --------
    >>> separate_dichotomies([[1], [-3]])
    array([[-1.],
           [ 1.]])
    """
    S, weights = _sorted_cells(X)
    W = (weights / np.abs(weights).max(axis=1, keepdims=True)).astype(float)  # exact, but for this
    W = W / np.linalg.norm(W, axis=1, keepdims=True)
    points = check_points(X)
    heights = S * (W @ (points / np.linalg.norm(points, axis=1, keepdims=True)).T)
    wrong = np.argwhere(heights <= 4.0 * points.shape[1] * np.finfo(float).eps)
    if len(wrong):
        raise ArithmeticError(
            f"Dichotomy {wrong[0, 0]} is separable, but by weights too finely balanced for double "
            f"precision, at point {wrong[0, 1]}. Move that point, or round the coordinates."
        )
    return W


def enumerate_eps_partitions(X: ArrayLike, eps: float) -> Array:
    r"""List the labelings whose best margin through the origin is at least eps, each once.

    They are those whose margin `margins_of_labelings` finds to be so. Source: statements
    A-Def-epspartition, A-Thm1.2.

    Parameters
    ----------
    X : (n, d) array.  At most 16 points.
    eps : float, in (0, R]
        Margin asked for, in the unit of X. One within 1e-9 of it, relatively, counts.

    Returns
    -------
    (C, n) floats.  Labels, -1 or +1, in lexicographic order; no row if no labeling has that margin.

    Examples
    --------
    >>> len(enumerate_eps_partitions([[1, 0], [0, 1]], 0.7))
    4
    """
    X = check_points(X)
    eps = check_real(eps, "eps", 0.0, radius(X) * (1 + ROUNDING), ends="(]")
    half = labelings(len(X))[margins_of_labelings(X) >= eps * (1 - ROUNDING)]
    return np.concatenate([-half, half[::-1]])


def _sorted_cells(X: ArrayLike) -> tuple[Signs, Integers]:
    """Return the dichotomies in lexicographic order, and weights for each."""
    X = check_points(X)
    zero = np.flatnonzero(~X.any(axis=1))
    if zero.size:
        raise ValueError(
            f"Every point of X must have a non-zero entry; got the zero vector at index {zero[0]}, "
            f"on which no w is right. Remove it, or add a bias: lift(X)."
        )
    rows = integer_rows(X.tolist())
    distinct, *_ = distinct_lines(rows)
    rank = len(reduced(distinct.T.tolist())[1])
    most = cover_count(len(distinct), rank)
    if most > MAX_DICHOTOMIES:
        raise ValueError(
            f"At most {MAX_DICHOTOMIES:,} dichotomies can be listed; X has {len(distinct)} points "
            f"on distinct lines of a {rank}-dimensional space, which may have about "
            f"2^{most.bit_length() - 1}. Take fewer points or fewer dimensions."
        )
    S, W = cells(rows)
    order = np.lexsort(S.T[::-1])
    return S[order], W[order]
