r"""Is a sample separable?  A hyperplane, as far from the examples as can be, or rows that cancel.

.. math:: \max_{\|w\|=1,\,b}\ \min_i y_i (w\cdot x_i + b)
          = \tfrac12\,\mathrm{dist}(\mathrm{conv}\,X_+, \mathrm{conv}\,X_-)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _exact
from .._validate import Array, check_points, check_real
from ..certificates import Certificate
from .hull import TOLERANCE, Nearest, convex_lines, nearest, unit
from .signed import Signed


class Undecided(ArithmeticError):  # noqa: N818
    """Neither answer could be proved: no hyperplane has a margin above `upper`."""

    def __init__(self, message: str, upper: float):
        super().__init__(message)
        self.upper = upper


@dataclass(frozen=True, eq=False, repr=False)
class Separator(Certificate):
    """A hyperplane w . (x - origin) + b = 0 with the examples of the two classes on its two sides.

    w, (d,), is a unit vector, `margin` the smallest distance of an example, and no hyperplane has
    one above `upper`: the convex combination coef, (k,), of some `rows` proves it. With an
    intercept coef sums to 1 in each class, and the means of the classes are 2 upper apart; without
    it sums to 1, b is 0, and the combination of the signed examples has length upper. The origin is
    0, unless the sample lies so far from it that no float b would do. `classes` are the two labels,
    the negative one first, `columns` and `names` those of the columns and rows of a data frame.
    """

    w: Array
    b: float
    margin: float
    upper: float
    rows: NDArray[np.intp]
    coef: Array
    origin: Array
    intercept: bool = True
    classes: tuple = (-1.0, 1.0)
    columns: list | None = None
    names: list | None = None

    def __repr__(self) -> str:
        return f"Separator(margin {self.margin:.6g}, at most {self.upper:.6g}; w = {self.w})"

    def scores(self, X: Any) -> Array:
        """Return the scores w . (x - origin) + b of the rows of X, (m,), up to rounding.

        They are positive on the side of the second class.
        """
        return (_matrix(X) - self.origin) @ self.w + self.b

    def _lines(self, X: Any, y: ArrayLike) -> Iterator[tuple[str, bool]]:
        yield "the labels are those of the two classes", _fit(y, self.classes)
        sample = _signed(X, y, self.intercept, self.classes)[0]
        d, all_classes = sample.c.shape, {*range(1 + self.intercept)}
        yield "w and origin have one entry a feature", self.w.shape == self.origin.shape == d
        through = self.intercept or (self.b == 0 and not self.origin.any())
        yield "without an intercept, b and origin are 0", through
        yield "there are examples of each class", {*sample.side} == all_classes
        kept = keeps(sample, self.w, self.b, self.origin, self.margin)
        yield "every example is at least margin from the hyperplane, on its side", kept
        yield "the rows are rows of X", _are_rows(self.rows, sample)
        yield from convex_lines(self.coef, len(self.rows))
        weighted = {*sample.side[self.rows[self.coef > 0]]}
        yield "the combination has examples of each class", weighted == all_classes
        length = sample.combined(self.rows, self.coef)
        upper = _exact.at_most(length / len(all_classes) ** 2, self.upper)
        yield "the combination proves upper", upper


@dataclass(frozen=True, eq=False, repr=False)
class Contradiction(Certificate):
    """Rows that no hyperplane separates, with positive integers as weights; false as a condition.

    sum_i weights_i y_i (x_i, 1) = 0 exactly, without the 1 through the origin: then the weighted
    mean of the scores is 0 for every w and b, and one of them is not positive. No row can be
    spared. They are sorted by falling weight; coef, (k,), are the weights as floats with sum 1.
    """

    rows: NDArray[np.intp]
    weights: tuple[int, ...]
    intercept: bool = True
    classes: tuple = (-1.0, 1.0)
    names: list | None = None

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"Contradiction(rows {self.rows} with weights {self.coef})"

    @property
    def coef(self) -> Array:
        """The weights divided by their sum, (k,)."""
        total = sum(self.weights)
        return np.array([weight / total for weight in self.weights])

    def _lines(self, X: Any, y: ArrayLike) -> Iterator[tuple[str, bool]]:
        yield "the labels are those of the two classes", _fit(y, self.classes)
        sample = _signed(X, y, self.intercept, self.classes)[0]
        weights = np.array(self.weights, dtype=object)
        yield "the rows are rows of X", _are_rows(self.rows, sample)
        yield "there is one weight a row", len(weights) == len(self.rows) > 0
        yield "the weights are positive integers", all(type(c) is int and c > 0 for c in weights)
        yield "the weighted rows add up to 0", not (weights @ sample.exact(self.rows)[0]).any()
        signs = sample.s[self.rows].astype(int).astype(object)
        yield "both classes have the same weight", not self.intercept or weights @ signs == 0


def separable(
    X: Any, y: ArrayLike, *, intercept: bool = True, tolerance: float = TOLERANCE
) -> Separator | Contradiction:
    """Find the best hyperplane between two classes, or rows that prove that there is none.

    The Separator is true as a condition, the Contradiction false. By Gordan's alternative exactly
    one of the two exists. Source: statements A-Def-sep, E-XOR; chapters 1 and 9.

    Parameters
    ----------
    X : (n, d) array, sparse matrix or data frame.  Examples as rows.
    y : (n,) array.  Labels of two kinds. They are sorted, and the second is the positive one.
    intercept : bool.  Whether the hyperplane may miss the origin.
    tolerance : float, in [0, 1]
        Stop when the margin is at least 1 - tolerance times its bound; with 1, as soon as the
        answer is certain.

    Raises
    ------
    Undecided.  Neither could be proved.
    KeyboardInterrupt, MemoryError.  With the best Separator so far, or None, as its `found`.

    Examples
    --------
    >>> found = separable([[0, 0], [2, 0], [1, 3]], ["low", "low", "high"])
    >>> found.margin, found.b, found.classes
    (1.5, 1.5, ('high', 'low'))
    >>> separable([[0, 0], [1, 1], [1, 0], [0, 1]], [0, 0, 1, 1]).weights
    (1, 1, 1, 1)
    """
    tolerance = check_real(tolerance, "tolerance", 0.0, 1.0)
    try:
        sample, classes = _signed(X, y, intercept)
        found = nearest(sample, tolerance)
    except (KeyboardInterrupt, MemoryError) as stop:
        known = getattr(stop, "found", None)
        best = known and _separator(sample, known, classes)
        stop.found = best  # type: ignore[union-attr]
        raise
    if not found.lower and not found.weights:
        found = _with_equal_columns(sample, found)
    columns, names = (list(X.columns), list(X.index)) if hasattr(X, "columns") else (None, None)
    if found.weights:
        order = np.argsort([-weight for weight in found.weights], kind="stable")
        weights = tuple(found.weights[i] for i in order)
        return Contradiction(found.rows[order], weights, intercept, classes, names)
    answer = _separator(sample, found, classes)
    if answer is None:
        upper = _exact.half_above(found.upper) if intercept else found.upper
        size = sample.lengths.max() * sample.size
        raise Undecided(
            f"The sample is too close to the border: its best margin is at most {upper:.3g}, with "
            f"{'differences' if intercept else 'examples'} as long as {size:.3g}, and floating "
            f"point is too coarse for a w. Round the features, or leave out one that the others "
            f"determine up to rounding, or that is much larger than they are.",
            upper,
        )
    return replace(answer, columns=columns, names=names)


def _are_rows(rows: NDArray[np.intp], sample: Signed) -> bool:
    whole = np.asarray(rows).dtype.kind == "i"
    return whole and bool(((rows >= 0) & (rows < len(sample.s))).all())


def _matrix(X: Any) -> Array:
    return check_points(X.toarray() if hasattr(X, "toarray") else X)


def _signed(X: Any, y: ArrayLike, intercept: bool, classes: tuple | None = None):
    """Return the signed sample, and the labels of its classes."""
    X, y = _matrix(X), np.asarray(y)
    if y.shape != (len(X),):
        raise ValueError(f"y must have shape ({len(X)},), one label a row of X; got {y.shape}.")
    try:
        found, codes = np.unique(y, return_inverse=True)
    except TypeError as error:
        raise TypeError(f"y must hold labels that can be sorted, none missing: {error}.") from None
    labels = found.tolist()
    if classes is None:
        classes = tuple(labels)
        if not intercept and {*labels} <= {-1, 1}:
            classes = (-1.0, 1.0)
        if len(classes) != 2 or any(label != label for label in labels):
            shown = ", ".join(map(repr, labels[:5])) + (", ..." if len(labels) > 5 else "")
            raise ValueError(f"y must hold labels of two kinds; got {len(labels)}: {shown}.")
    signs = np.array([1.0 if label == classes[1] else -1.0 for label in labels])[codes]
    return Signed(X, signs, intercept), classes


def _fit(y: ArrayLike, classes: tuple) -> bool:
    """Whether the labels are of these two classes."""
    return len({*classes}) == 2 and {*np.asarray(y).ravel().tolist()} <= {*classes}


def _separator(sample: Signed, found: Nearest, classes: tuple) -> Separator | None:
    """Return the hyperplane of a direction, None if it does not separate."""
    if not found.lower:
        return None
    upper = _exact.half_above(found.upper) if sample.intercept else found.upper
    b, margin, origin = placed(sample, found.w)
    if not margin:
        return None
    return Separator(
        found.w, b, margin, upper, found.rows, found.coef, origin, sample.intercept, classes
    )


def placed(sample: Signed, w: Array) -> tuple[float, float, Array]:
    """Return b, margin and origin of the hyperplane of w half-way between the classes.

    The origin is 0 if a float b is as good as any, else an example. The margin is rounded down.
    """
    lows, square, zero = sample.lowest(w, rough=True), _exact.squared(w), np.zeros(w.size)
    if not sample.intercept:
        return 0.0, _exact.root_below(max(lows[0], Fraction(0)) ** 2 / square), zero
    best = 0.0, 0.0, zero
    for origin in (zero, sample.c):
        shift = _exact.dot(w, sample.c) - _exact.dot(w, origin)
        b = float((lows[1] - lows[0]) / 2 - shift)
        low = min(lows[0] + Fraction(b) + shift, lows[1] - Fraction(b) - shift)
        margin = _exact.root_below(max(low, Fraction(0)) ** 2 / square)
        if margin > best[1]:
            best = b, margin, origin
        if Fraction(best[1]) ** 2 * square >= Fraction(1 - TOLERANCE) * (sum(lows) / 2) ** 2:
            break
    return best


def keeps(sample: Signed, w: Array, b: float, origin: Array, margin: float) -> bool:
    """Whether all examples are at least margin, and more than 0, from a hyperplane."""
    numbers = [*w, b, *origin, margin]
    if w.shape != sample.c.shape or not w.any() or not np.isfinite(numbers).all() or margin < 0:
        return False
    shift = Fraction(b) + _exact.dot(w, sample.c) - _exact.dot(w, origin)
    low = min(low + t for low, t in zip(sample.lowest(w), (shift, -shift), strict=False))
    return low > 0 and low**2 >= Fraction(margin) ** 2 * _exact.squared(w)


def _with_equal_columns(sample: Signed, known: Nearest) -> Nearest:
    """Decide on columns of equal size, divided by powers of two, which changes no answer."""
    sizes = 2.0 ** np.frexp(np.abs(sample.Z).max(axis=0))[1]
    scaled = sample.X / sizes
    if (scaled * sizes != sample.X).any():  # an entry so small that it cannot be divided
        return known
    found = nearest(Signed(scaled, sample.s, sample.intercept), 1.0)
    if found.weights:
        return found
    w = unit(found.w * (sizes.min() / sizes))
    return replace(known, w=w, lower=sample.apart(w))
