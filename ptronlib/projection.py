r"""Random linear maps to fewer dimensions, and what they do to the margins of all labelings.

.. math:: x \mapsto Ax, \qquad A \in \mathbb{R}^{k\times d}, \qquad \mathbf{E}\,\|Ax\|^2 = \|x\|^2
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from ._arithmetic import ROUNDING
from ._validate import Array, check_points, domain

__all__ = [
    "gaussian_map", "hadamard_map", "project", "sign_map", "sparse_average",
]  # fmt: skip


@domain
def gaussian_map(
    d: Annotated[int, "[1, inf)"], k: Annotated[int, "[1, d]"], rng: np.random.Generator
) -> Array:
    """Draw a matrix with independent entries N(0, 1/k).

    Parameters
    ----------
    d, k : int, 1 <= k <= d.  Dimension of the examples, and after the map.
    rng : Generator.  Draws the matrix.

    Returns
    -------
    (k, d) floats
        Squared lengths are kept on average. With N(0, 1) they grow k-fold (ERR-A18). Source:
        statement A-Lem5.1.

    Examples
    --------
    >>> gaussian_map(784, 50, np.random.default_rng(7)).shape
    (50, 784)
    """
    return rng.standard_normal((k, d)) / np.sqrt(k)


@domain
def sign_map(
    d: Annotated[int, "[1, inf)"], k: Annotated[int, "[1, d]"], rng: np.random.Generator
) -> Array:
    """Draw a matrix of independent signs over sqrt(k).

    Parameters
    ----------
    d, k, rng.  As for `gaussian_map`.

    Returns
    -------
    (k, d) floats.  Entries -1 / sqrt(k) and 1 / sqrt(k). Source: statement A-Fn4.

    Examples
    --------
    >>> sign_map(3, 1, np.random.default_rng(7)) ** 2
    array([[1., 1., 1.]])
    """
    return rng.choice([-1.0, 1.0], (k, d)) / np.sqrt(k)


@domain
def hadamard_map(
    d: Annotated[int, "[1, inf)"], k: Annotated[int, "[1, d]"], rng: np.random.Generator
) -> Array:
    """Draw a fast map: flip signs at random, apply Hadamard's rotation, keep k coordinates.

    Parameters
    ----------
    d, k, rng.  As for `gaussian_map`.

    Returns
    -------
    (k, d) floats
        Entries -1 / sqrt(k) and 1 / sqrt(k). Written out, so that it can be used as the others; the
        rotation of D coordinates can be done in D log D additions, without a matrix. Source:
        statement A-Fn4; after Ailon and Chazelle 2009, whose last step is a sparse matrix instead
        of a choice of coordinates.

    Examples
    --------
    >>> A = hadamard_map(4, 4, np.random.default_rng(7))
    >>> bool(np.isclose(np.linalg.norm(project([[3.0, 0.0, 0.0, 4.0]], A)), 5.0))
    True
    """
    from scipy.linalg import hadamard  # slow to import

    D = 1 << (d - 1).bit_length()  # the least power of two that is at least d
    signs, rows = rng.choice([-1.0, 1.0], d), rng.permutation(D)[:k]
    return np.sqrt(D / k) * (hadamard(D)[rows, :d] / np.sqrt(D)) * signs


def project(X: ArrayLike, A: ArrayLike) -> Array:
    """Map examples to fewer dimensions: row x becomes Ax.

    Parameters
    ----------
    X, A : (n, d) and (k, d) arrays.  Examples as rows, and the map.

    Returns
    -------
    (n, k) floats.  In the unit of X.

    Examples
    --------
    >>> project([[1, 2, 3]], [[1, 0, 0], [0, 0, 2]])
    array([[1., 6.]])
    """
    X, A = check_points(X), check_points(A, "A")
    if A.shape[1] != X.shape[1]:
        raise ValueError(
            f"A must have one column for each of the {X.shape[1]} features; got shape {A.shape}. "
            f"Pass A as (k, d), not transposed."
        )
    return np.ascontiguousarray((A @ X.T).T)


@domain
def sparse_average(X: ArrayLike, weights: ArrayLike, m: Annotated[int, "[1, inf)"]) -> Array:
    r"""Choose m signed points whose average is close to a given combination of the points.

    Each choice makes norm(sum - t v)^2 as small as it can, v being the combination; so it grows by
    at most R^2, its mean growth under the weights. Where the sizes of the weights add up to 1, a
    point is chosen only with the sign of its weight, and never with the weight 0; so the average
    lies in the hull of the signed points that v is a mean of. Source: Maurey, in Pisier 1981;
    chapter 8.

    Parameters
    ----------
    X : (n, d) array.  Points as rows.
    weights : (n,) or (c, n) array
        A combination, or one in each row, with weights whose sizes add up to at most 1.
    m : int, >= 1.  Points to choose, repeats allowed.

    Returns
    -------
    (n,) or (c, n) floats
        How often each point is chosen with the sign +1, less how often with -1: whole numbers. The
        average, these over m times X, is at most R / sqrt(m) away from the combination.

    Examples
    --------
    >>> sparse_average([[1, 0], [0, 1]], [0.75, -0.25], 4)
    array([ 3., -1.])
    """
    X, shape = check_points(X), np.shape(weights)
    goal = check_points(np.asarray(weights)[None, :] if len(shape) == 1 else weights, "weights")
    if goal.shape[1] != len(X):
        raise ValueError(f"weights must have one for each of the {len(X)} points; got {shape}.")
    sizes = np.abs(goal).sum(axis=1, keepdims=True)
    if (sizes > 1 + ROUNDING).any():
        raise ValueError("The sizes of the weights must add up to at most 1.")
    products = X @ X.T
    chosen, rows = np.zeros(goal.shape), np.arange(len(goal))
    mean = sizes > 1 - ROUNDING  # of the signed points; else any sign may be needed
    for t in range(1, m + 1):
        scores = (chosen - t * goal) @ products
        signs = np.where(mean, np.sign(goal), np.where(scores > 0, -1.0, 1.0))
        growth = np.where(signs == 0, np.inf, np.diag(products) + 2 * signs * scores)
        i = np.argmin(growth, axis=1)
        chosen[rows, i] += signs[rows, i]
    return chosen.reshape(shape)
