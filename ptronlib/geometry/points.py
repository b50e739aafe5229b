r"""What the points of a sample show by themselves: its radius, and the scores and margin of a w.

.. math:: R = \max_i \|x_i\|, \qquad y_i\, w\cdot x_i, \qquad
          \mathrm{margin}(w) = \min_i \frac{y_i\, w\cdot x_i}{\|w\|}
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arithmetic import norm, norms, products
from .._validate import (
    MAX_INTEGER,
    Array,
    check_direction,
    check_points,
    check_sample,
    check_vector,
    unrounded,
)

EXACT_ENTRIES = 20_000  # coordinates up to which all differences are computed exactly
MIN_RATIONAL = 1e-300  # size of an entry that no double holds: distances of such are floats


def radius(X: ArrayLike) -> float:
    """Return R, the largest norm of an example.

    Parameters
    ----------
    X : (n, d) array.  Examples as rows.

    Returns
    -------
    float.  In the unit of X.

    Examples
    --------
    >>> radius([[3, 4], [1, 1]])
    5.0
    """
    X = check_points(X)
    # In units of a power of two, so that no square underflows; the loop has no such units.
    unit = 2.0 ** int(np.frexp(np.abs(X).max())[1])
    small = unit < 2.0**-400
    return float(norms(X / unit).max() * unit) if small else float(norms(X).max())


def scores(w: ArrayLike, X: ArrayLike, y: ArrayLike) -> Array:
    """Return the signed scores y_i (w . x_i): positive where w is right.

    Parameters
    ----------
    w : (d,) array.  Weights, of any length.
    X : (n, d) array.  Examples as rows.
    y : (n,) array.  Labels, -1 or +1.

    Returns
    -------
    (n,) floats.  In the unit of X times that of w.

    Examples
    --------
    >>> scores([1, -1], [[2, 1], [0, 3]], [1, -1])
    array([1., 3.])
    """
    X, y = check_sample(X, y)
    return y * products(X, check_vector(w, X.shape[1]))


def margin(w: ArrayLike, X: ArrayLike, y: ArrayLike) -> float:
    """Return the smallest signed distance of an example from the hyperplane of w.

    Parameters
    ----------
    w : (d,) array.  Weights, not all zero; their length does not matter.
    X, y : (n, d) and (n,) arrays.  As for `scores`.

    Returns
    -------
    float
        min_i y_i (w . x_i) / norm(w), in the unit of X; negative if w errs. Source: statement
        A-Def-margin, with the norm that is missing there.

    Examples
    --------
    >>> margin([0, 2], [[2, 1], [0, -3]], [1, -1])
    1.0
    """
    X, y = check_sample(X, y)
    w = check_direction(w, X.shape[1])
    return float(scores(w, X, y).min() / norm(w))


def check_two_sets(P: ArrayLike, Q: ArrayLike) -> tuple[Array, Array]:
    """Return P and Q as float arrays of points of one space, one a row."""
    for name, given in (("P", P), ("Q", Q)):
        if callable(getattr(given, "support", None)):
            raise TypeError(
                f"{name} must hold points as rows; got {type(given).__name__}, a body. Use "
                f"separate_hulls(P, Q, eps), or of a Polytope its points."
            )
    P, Q = check_points(P, "P"), check_points(Q, "Q")
    if P.shape[1] != Q.shape[1]:
        raise ValueError(f"P and Q must lie in one space; got shapes {P.shape} and {Q.shape}.")
    return P, Q


class RationalPoints:
    """Points whose coordinates are fractions, decimals for instance, and need not be doubles.

    Attributes
    ----------
    floats : (n, d) floats
        The coordinates up to four units in the last place, for searching.
    whole : function
        From a (k,) array of rows to their coordinates, for proving: a (k, d) array of Python's
        integers, and the Fraction that is their unit.
    """

    def __init__(self, floats: Array, whole: Callable[[NDArray], tuple[NDArray, Fraction]]):
        self.floats, self.whole = floats, whole
        self.shape = floats.shape

    def __len__(self) -> int:
        return len(self.floats)

    def __getitem__(self, rows: NDArray) -> RationalPoints:
        """Return some of the points."""
        return RationalPoints(self.floats[rows], lambda chosen: self.whole(rows[chosen]))

    def minus(self, center: NDArray) -> tuple[Array, Array]:
        """Return the differences from a point, (d,) Fractions, and how long their errors can be."""
        if self.floats.size <= EXACT_ENTRIES:
            whole, unit = self.whole(np.arange(len(self)))
            return _differences(whole, unit, center), np.zeros(len(self))
        rounded = center.astype(float)
        lengths = norms(self.floats) + norm(rounded)
        errors = 2.0**-50 * lengths + 2.0**-1060  # four units in the last place
        return self.floats - rounded, errors

    def divided(self, sizes: Array) -> RationalPoints:
        """Return the points with each column divided by a power of two."""
        exponents = np.frexp(sizes)[1]
        factors = np.array([1 << int(exponents.max() - e) for e in exponents], dtype=object)
        smallest = Fraction(2) ** (1 - int(exponents.max()))

        def whole(rows: NDArray) -> tuple[NDArray, Fraction]:
            found, unit = self.whole(rows)
            return found * factors, unit * smallest

        return RationalPoints(self.floats / sizes, whole)


def exact_points(X: Any, name: str = "X") -> Array | RationalPoints:
    """Return points as floats where all are doubles, else as fractions: nothing is rounded."""
    if isinstance(X, RationalPoints):
        return X
    X = X.toarray() if hasattr(X, "toarray") else X
    array, table = unrounded(X, np.asarray(X)), X
    large = array.dtype.kind in "iu" and bool((array.astype(float) ** 2 >= MAX_INTEGER**2).any())
    if not (large or array.dtype.kind == "O" or array.dtype.itemsize > 8):
        return check_points(X, name, table=table)
    array = array.astype(object) if large else array  # numpy compares integers as doubles
    floats = check_points(array, name, rounded=True, table=table)
    if (array == floats).all():
        return floats
    tiny = (np.abs(floats) < MIN_RATIONAL) & (array != 0)
    if tiny.any():
        raise ValueError(
            f"{name} must hold numbers of a size of at least {MIN_RATIONAL:g}, or 0, where some "
            f"are no doubles; got {array[tiny][0]}. Multiply {name} by a power of ten."
        )
    return rational_points(array, floats)


def differences(X: Array | RationalPoints, origin: NDArray) -> Array:
    """Return the differences of points from an origin, (d,) floats or Fractions, rounded."""
    if isinstance(X, RationalPoints) and not origin.any():
        return X.floats
    if isinstance(X, RationalPoints) or origin.dtype == object:
        X = X if isinstance(X, RationalPoints) else rational_points(X.astype(object), X)
        many, exact = max(1, EXACT_ENTRIES // X.shape[1]), fractions(origin)
        blocks = np.split(np.arange(len(X)), range(many, len(X), many))
        parts = [X.whole(rows) for rows in blocks]
        return np.concatenate([_differences(whole, unit, exact) for whole, unit in parts])
    return np.asarray(X - origin)  # a sparse matrix less a vector is no array


def _differences(whole: NDArray, unit: Fraction, center: NDArray) -> Array:
    """Return the differences of points, integers in a unit, from fractions, each rounded once."""
    common = lcm(unit.denominator, *(value.denominator for value in center))
    from_center = np.array([int(value * common) for value in center], dtype=object)
    whole = whole * (unit.numerator * (common // unit.denominator)) - from_center
    return np.asarray((whole / common).astype(float))


def as_printed(X: Array) -> RationalPoints:
    """Return floats as the shortest decimals that they are read from, 0.1 as a tenth."""
    decimals = [[Fraction(repr(value)) for value in row] for row in X.tolist()]
    return rational_points(np.array(decimals, dtype=object), X)


def rational_points(array: NDArray, floats: Array) -> RationalPoints:
    """Return an array of numbers of any kind as fractions."""
    parts = [_fraction(value) for value in array.flat]
    common = lcm(*(value.denominator for value in parts))
    flat = np.empty(len(parts), dtype=object)
    flat[:] = [value.numerator * (common // value.denominator) for value in parts]
    found = flat.reshape(floats.shape)
    return RationalPoints(floats, lambda rows: (found[rows], Fraction(1, common)))


def fractions(values: NDArray) -> NDArray:
    """Return a vector of numbers as fractions."""
    return np.array([Fraction(value) for value in values.tolist()], dtype=object)


def _fraction(value: Any) -> Fraction:
    """Return a number as a fraction, whatever kind it is of."""
    return (
        Fraction(*value.as_integer_ratio())
        if hasattr(value, "as_integer_ratio")
        else Fraction(value)
    )
