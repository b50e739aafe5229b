r"""Random linear maps to fewer dimensions, and what they do to the margins of all labelings.

.. math:: x \mapsto Ax, \qquad A \in \mathbb{R}^{k\times d}, \qquad \mathbf{E}\,\|Ax\|^2 = \|x\|^2
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._validate import Array, check_count, check_fits, check_points, check_real, check_rng
from .margins import max_margin

__all__ = [
    "HadamardMap",
    "fast_hadamard",
    "gaussian_map",
    "hadamard_map",
    "labelings",
    "margins_of_labelings",
    "project",
    "sign_map",
    "sparse_map",
]

MOST_POINTS = 16  # 2^15 hulls, some ten seconds
DUST = 1e-14  # relative: what rounding leaves of a coordinate that should be 0


def gaussian_map(d: int, k: int, rng: np.random.Generator) -> Array:
    """Draw a matrix with independent entries N(0, 1/k).

    Parameters
    ----------
    d : int, >= 1
        Dimension of the examples.
    k : int, 1 <= k <= d
        Dimension after the map.
    rng : Generator
        Draws the matrix.

    Returns
    -------
    (k, d) floats
        Squared lengths are kept on average. With N(0, 1) they grow k-fold (ERR-A18).

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    Source: statement A-Lem5.1.

    Examples
    --------
    >>> gaussian_map(784, 50, np.random.default_rng(7)).shape
    (50, 784)
    """
    d, k = _dimensions(d, k, rng)
    return rng.standard_normal((k, d)) / np.sqrt(k)


def sign_map(d: int, k: int, rng: np.random.Generator) -> Array:
    """Draw a matrix of independent signs over sqrt(k).

    Parameters
    ----------
    d, k, rng
        As for `gaussian_map`.

    Returns
    -------
    (k, d) floats
        Entries -1 / sqrt(k) and 1 / sqrt(k). Source: statement A-Fn4.

    Raises
    ------
    ValueError, TypeError
        As for `gaussian_map`.

    Examples
    --------
    >>> sign_map(3, 1, np.random.default_rng(7)) ** 2
    array([[1., 1., 1.]])
    """
    d, k = _dimensions(d, k, rng)
    return rng.choice([-1.0, 1.0], (k, d)) / np.sqrt(k)


def sparse_map(d: int, k: int, rng: np.random.Generator, *, density: float = 1 / 3) -> Array:
    """Draw a matrix of which most entries are 0, the others signs, scaled to keep lengths.

    Parameters
    ----------
    d, k, rng
        As for `gaussian_map`.
    density : float, in (0, 1]
        Probability of an entry that is not 0.

    Returns
    -------
    (k, d) floats
        Entries 0 and -+ 1 / sqrt(density * k). Source: statement A-Fn4; Achlioptas 2003.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Examples
    --------
    >>> A = sparse_map(1000, 4, np.random.default_rng(7), density=0.25)
    >>> np.unique(A)
    array([-1., 0., 1.])
    """
    d, k = _dimensions(d, k, rng)
    density = check_real(density, "density", 0.0, 1.0, ends="(]")
    kept = rng.random((k, d)) < density
    return kept * rng.choice([-1.0, 1.0], (k, d)) / np.sqrt(density * k)


@dataclass(frozen=True, eq=False)
class HadamardMap:
    """A random rotation that needs no matrix, of which k coordinates are kept.

    Attributes
    ----------
    signs : (d,) floats
        -1.0 or +1.0, one for each coordinate.
    rows : (k,) ints
        Coordinates that are kept, all different, below the power of two D >= d.
    """

    signs: Array
    rows: NDArray[np.intp]

    @property
    def shape(self) -> tuple[int, int]:
        """That of the matrix, (k, d)."""
        return len(self.rows), len(self.signs)

    def __matmul__(self, columns: Array) -> Array:
        """Apply the map to columns, at the cost of D log D additions each."""
        (k, d), D = self.shape, _power_of_two(len(self.signs))
        padded = np.zeros((columns.shape[1], D))
        padded[:, :d] = columns.T * self.signs
        return np.sqrt(D / k) * fast_hadamard(padded)[:, self.rows].T


def hadamard_map(d: int, k: int, rng: np.random.Generator) -> HadamardMap:
    """Draw a fast map: flip signs at random, apply Hadamard's rotation, keep k coordinates.

    Parameters
    ----------
    d, k, rng
        As for `gaussian_map`.

    Returns
    -------
    HadamardMap
        Squared lengths are kept on average. Source: statement A-Fn4; after Ailon and
        Chazelle 2009, whose last step is a sparse matrix instead of a choice of coordinates.

    Raises
    ------
    ValueError, TypeError
        As for `gaussian_map`.

    Examples
    --------
    >>> A = hadamard_map(4, 4, np.random.default_rng(7))
    >>> bool(np.isclose(np.linalg.norm(project([[3.0, 0.0, 0.0, 4.0]], A)), 5.0))
    True
    """
    d, k = _dimensions(d, k, rng)
    return HadamardMap(rng.choice([-1.0, 1.0], d), rng.permutation(_power_of_two(d))[:k])


def fast_hadamard(X: ArrayLike) -> Array:
    """Rotate each row by Hadamard's matrix, in D log D additions instead of D^2.

    Parameters
    ----------
    X : (n, D) array
        D a power of two.

    Returns
    -------
    (n, D) floats
        X H with H = scipy.linalg.hadamard(D) / sqrt(D), which is symmetric and its own inverse.

    Raises
    ------
    ValueError, TypeError
        D not a power of two, X not a finite, non-empty matrix.

    Examples
    --------
    >>> fast_hadamard([[1, 0], [1, 1]]) ** 2
    array([[0.5, 0.5],
           [2. , 0. ]])
    """
    X = check_points(X)
    n, D = X.shape
    if _power_of_two(D) != D:
        raise ValueError(
            f"The number of columns must be a power of two; got {D}. "
            f"Append zeros up to {_power_of_two(D)}."
        )
    half = 1
    while half < D:
        pairs = X.reshape(n, -1, 2, half)
        X = np.stack([pairs[:, :, 0] + pairs[:, :, 1], pairs[:, :, 0] - pairs[:, :, 1]], axis=2)
        half *= 2
    return X.reshape(n, D) / np.sqrt(D)


def project(X: ArrayLike, A: ArrayLike | HadamardMap) -> Array:
    """Map examples to fewer dimensions: row x becomes Ax.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows.
    A : (k, d) array or HadamardMap
        The map.

    Returns
    -------
    (n, k) floats
        In the unit of X.

    Raises
    ------
    ValueError, TypeError
        Shapes that disagree, NaN or infinity.

    Examples
    --------
    >>> project([[1, 2, 3]], [[1, 0, 0], [0, 0, 2]])
    array([[1., 6.]])
    """
    X = check_points(X)
    A = A if isinstance(A, HadamardMap) else check_points(A, "A")
    if A.shape[1] != X.shape[1]:
        raise ValueError(
            f"A must have one column for each of the {X.shape[1]} features; got shape {A.shape}. "
            f"Pass A as (k, d), not transposed."
        )
    return np.ascontiguousarray((A @ X.T).T)


def labelings(n: int) -> Array:
    """List the labelings of n points, one of each pair Y and -Y: that with Y_0 = 1.

    Parameters
    ----------
    n : int, 1 <= n <= 16
        Points.

    Returns
    -------
    (2 ** (n - 1), n) floats
        Through the origin Y and -Y have the same margin, so half of them tell all.

    Raises
    ------
    ValueError, TypeError
        Outside that domain; the message names the number of labelings.

    Examples
    --------
    >>> labelings(3)
    array([[ 1., 1., 1.],
           [ 1., 1., -1.],
           [ 1., -1., 1.],
           [ 1., -1., -1.]])
    """
    n = check_count(n, "n")
    if n > MOST_POINTS:
        raise ValueError(
            f"n must be at most {MOST_POINTS}, so that all labelings can be tried; got {n}, which "
            f"has 2^{n - 1} of them{f' (about {2.0 ** (n - 1):.2g})' if n < 1000 else ''}. "
            f"Take fewer points."
        )
    bits = np.arange(2 ** (n - 1))[:, None] >> np.arange(n - 1, -1, -1) & 1
    return 1.0 - 2.0 * bits.astype(np.float64)


def margins_of_labelings(X: ArrayLike) -> Array:
    """Compute the best margin through the origin of every labeling of a sample.

    Parameters
    ----------
    X : (n, d) array
        At most 16 points.

    Returns
    -------
    (2 ** (n - 1),) floats
        In the order of `labelings(n)`, 0 for those that nothing separates, and where a point is
        shorter than 1e-14 of the largest entry; same unit as X. It is the distance of the hull of
        the signed points from the origin.

    Raises
    ------
    ValueError, TypeError
        X not a finite, non-empty matrix, or of too many rows.
    ArithmeticError
        A labeling is too close to the border between separable and not.

    Examples
    --------
    >>> margins_of_labelings(np.eye(4))
    array([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    """
    X = check_points(X)
    signs = labelings(len(X))
    if X.shape[1] > len(X):  # the same inner products in n dimensions
        upper: Any = np.linalg.qr(X.T, mode="r")
        X = upper.T
    X = np.where(np.abs(X) < DUST * np.abs(X).max(), 0.0, X)
    if not X.any(axis=1).all():  # the zero vector lies in every hull
        return np.zeros(len(signs))
    return np.array([_margin_or_zero(X, y) for y in signs])


def _margin_or_zero(X: Array, y: Array) -> float:
    try:
        return max_margin(X, y).upper
    except ValueError:  # not separable; X and y themselves were checked
        return 0.0


def _dimensions(d: int, k: int, rng: np.random.Generator) -> tuple[int, int]:
    d, k = check_count(d, "d"), check_count(k, "k")
    if k > d:
        raise ValueError(f"k must be at most d, here {d}: the map is to fewer dimensions; got {k}.")
    check_fits(d=d, k=k)
    check_rng(rng, "which draws the map")
    return d, k


def _power_of_two(d: int) -> int:
    """Return the least power of two that is at least d."""
    return 1 << (d - 1).bit_length()
