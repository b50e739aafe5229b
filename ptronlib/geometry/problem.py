"""The one problem behind the answers: how far from the origin do some signed vectors lie?

A best margin, the distance of two hulls and the value of a game are all that distance, for other
vectors. A `Problem` holds them; what is proved about them is computed in `exact`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._validate import Array
from .points import RationalPoints, fractions

MIDDLE_ROWS = 10_000  # examples among which the one in the middle is looked for


class Problem:
    """The vectors signs_i (x_i - center) of some points.

    With an intercept there are two hulls, that of the points of each sign, and only their
    differences count: the center is a point of the sample. Without one there is a single hull, and
    the center is the origin.

    Attributes
    ----------
    X : (n, d) floats, or RationalPoints.  The points as they were given.
    signs : (n,) floats.  +1 or -1.
    intercept : bool.  Whether there are two hulls.
    center : (d,) floats.  What is subtracted from each point; rounded, if they are rational.
    center_row : int or None.  The point that it is, None for the origin.
    Z : (n, d) floats.  The vectors, rounded, divided by the power of two `scale`, so that the usual
        ones are about 1 long.
    lengths : (n,) floats.  Not below the lengths of the rows of Z.
    errors : (n,) floats.  Lengths of what rows of Z lack, besides the rounding of each entry.
    side : (n,) ints.  The hull that a point belongs to: 0, or 1 for a negative one of two hulls.
    rows_of_side : list of (k,) ints.  The rows of each hull.
    """

    def __init__(
        self, X: Array | RationalPoints, signs: Array | None = None, intercept: bool = False
    ):
        signs = np.ones(len(X)) if signs is None else signs
        self.X, self.signs, self.intercept = X, signs, intercept
        away = X.floats if isinstance(X, RationalPoints) else X
        self.center, self.center_row = np.zeros(away.shape[1]), None
        if intercept:
            self.center_row = _middle(away)
            self.center = away[self.center_row]
        errors = np.zeros(len(away))
        if isinstance(X, RationalPoints):
            away, errors = X.minus(exact_center(self))
        elif intercept:
            away = X - self.center
        Z = signs[:, None] * away
        # Vectors of usual length are scaled to about 1, so that no square of theirs underflows; a
        # vector 2^400 times as long as the usual ones would overflow, and sets the scale itself.
        sizes = np.abs(Z).max(axis=1)
        usual = max(float(np.median(sizes)), float(sizes.max()) * 2.0**-400)
        self.scale = 2.0 ** int(np.frexp(usual)[1])
        Z /= self.scale
        self.Z, self.errors = Z, errors / self.scale
        self.lengths = np.sqrt(np.einsum("ij,ij->i", Z, Z)) + 2.0**-500
        self.side = np.where(intercept & (signs < 0), 1, 0)
        self.rows_of_side = [np.flatnonzero(self.side == h) for h in range(1 + intercept)]


def exact_center(problem: Problem) -> NDArray:
    """Return the center as fractions, (d,): that of rational points need not be a double."""
    row = problem.center_row
    return fractions(problem.center if row is None else exact_point(problem, row))


def exact_point(problem: Problem, row: int) -> NDArray:
    """Return a point exactly, (d,): as floats if it is made of doubles, else as fractions."""
    if not isinstance(problem.X, RationalPoints):
        return problem.X[row]
    whole, unit = problem.X.whole(np.array([row]))
    point = whole[0] * unit
    rounded = point.astype(float)
    return rounded if (rounded == point).all() else point


def two_hulls(P: Array, Q: Array) -> Problem:
    """Return the problem of the distance of two hulls: the points of Q have the sign -1."""
    signs = np.repeat([1.0, -1.0], [len(P), len(Q)])
    return Problem(np.concatenate([P, Q]), signs, intercept=True)


def labelled(
    X: Array | RationalPoints, y: ArrayLike, intercept: bool, classes: tuple | None = None
) -> tuple[Problem, tuple]:
    """Return the problem of a sample, and its two labels, the negative one first.

    The labels are those of `classes`, if given; else they are sorted, and there must be two.
    """
    given, y = y, np.asarray(y)
    if y.dtype.kind in "US" and not isinstance(given, np.ndarray):
        kinds = {type(label).__name__: label for label in np.asarray(given, dtype=object).flat}
        if len({*kinds} - {"str_"}) > 1:  # numpy would make words of them all
            shown = " and ".join(map(repr, kinds.values()))
            raise TypeError(f"y must hold labels of one kind, numbers or words; got {shown}.")
    if y.shape != (len(X),):
        raise ValueError(f"y must have shape ({len(X)},), one label a row of X; got {y.shape}.")
    try:
        found, codes = np.unique(y, return_inverse=True)
    except TypeError as error:
        raise TypeError(f"y must hold labels that can be sorted, none missing: {error}.") from None
    labels = found.tolist()
    if classes is None:
        classes = tuple(labels)
        if not intercept and {*labels} <= {-1, 1}:  # through the origin one label is enough
            classes = (-1.0, 1.0)
        if len(classes) != 2 or any(label != label for label in labels):
            shown = ", ".join(map(repr, labels[:5])) + (", ..." if len(labels) > 5 else "")
            raise ValueError(f"y must hold labels of two kinds; got {len(labels)}: {shown}.")
    signs = np.array([1.0 if label == classes[1] else -1.0 for label in labels])[codes]
    return Problem(X, signs, intercept), classes


def _middle(X: Array) -> int:
    """Return the row of the example nearest to the medians of the features.

    An outlier as the center would cost all the others their last digits.
    """
    step = -(-len(X) // MIDDLE_ROWS)  # of very many examples some are enough
    away = np.abs(X[::step] - np.median(X[::step], axis=0))
    return step * int(np.argmin((away / (away.max(axis=0) + 2.0**-1000)).sum(axis=1)))
