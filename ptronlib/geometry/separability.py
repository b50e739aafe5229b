r"""Is a sample separable?  A hyperplane, as far from the examples as can be, or rows that cancel.

.. math:: \max_{\|w\|=1,\,b}\ \min_i y_i (w\cdot x_i + b)
          = \tfrac12\,\mathrm{dist}(\mathrm{conv}\,X_+, \mathrm{conv}\,X_-)

How an answer is proved. The best margin is half the distance of the hulls of the two classes, so
that `search` looks for their two nearest points, in floats. Whatever direction w it comes to, the
lowest score of each class along w, computed in whole numbers, proves that the hulls are at least so
far apart; and whatever convex combination of the examples it comes to proves that they are at most
so far apart. The search ends when the two distances agree, or come
no nearer in floats, and a `Separator` holds w, the weights, and half of each distance (without an
intercept, the whole), its `margin` and its `upper`. Where the combination seems to be 0,
elimination in whole numbers finds weights with which examples of both classes cancel exactly: then
their weighted mean score is 0 for every hyperplane, and these examples are a `Contradiction`. So
floats decide only where to look; what is claimed is computed exactly, and `verify` computes it
again.

The same with an example, file by file: "How an answer is made" in the book's reference,
book/how_an_answer_is_made.ipynb.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validate import MAX_INTEGER, check_column, check_labels, check_real
from ..core.run import keep_so_far
from .certificates import Contradiction, Separator, Undecided
from .exact import TOLERANCE, best_offset, half_above
from .points import RationalPoints, as_printed, exact_points
from .problem import Problem, labelled
from .search import Nearest, nearest, search


def separable(
    X: Any, y: ArrayLike, *, intercept: bool = True, tolerance: float = TOLERANCE
) -> Separator | Contradiction:
    """Find the best hyperplane between two classes, or rows that prove that there is none.

    The Separator is true as a condition, the Contradiction false. By Gordan's alternative exactly
    one of the two exists. Source: statements A-Def-sep, E-XOR; chapters 1 and 9.

    Parameters
    ----------
    X : (n, d) array, sparse matrix or data frame
        Examples as rows. Fractions, decimals, long doubles and integers of any size are taken as
        they are; if doubles separate by no more than their rounding, the answer's `note` says so.
    y : (n,) array.  Labels of two kinds. They are sorted, and the second is the positive one.
    intercept : bool.  Whether the hyperplane may miss the origin.
    tolerance : float, in [0, 1]
        Stop when the margin is at least 1 - tolerance times its bound; with 1, as soon as the
        answer is certain.

    Raises
    ------
    Undecided.  Neither could be proved.
    KeyboardInterrupt, MemoryError.  With the best Separator so far, or None, as its `run`.

    Examples
    --------
    >>> found = separable([[0, 0], [2, 0], [1, 3]], ["low", "low", "high"])
    >>> found.margin, found.b, found.classes
    (1.5, 1.5, ('high', 'low'))
    >>> separable([[0, 0], [1, 1], [1, 0], [0, 1]], [0, 0, 1, 1]).weights
    (1, 1, 1, 1)
    """
    tolerance = check_real(tolerance, "tolerance", 0.0, 1.0)
    best = None
    try:
        y = check_column(X, y)
        problem, classes = labelled(exact_points(X), y, intercept)
        for proved in search(problem, tolerance):
            best = proved
        return _told(problem, proved, classes, intercept, X)
    except (KeyboardInterrupt, MemoryError) as stop:
        keep_so_far(stop, best and _separator(problem, best, classes))
        raise


def max_margin(X: ArrayLike, y: ArrayLike) -> Separator:
    r"""Find the best margin of a sample through the origin, with its certificate.

    What comes back is what `separable` returns with intercept=False. For coefficients lambda of a
    convex combination and a unit vector w,
    :math:`\min_i z_i\cdot w \le \sum_i \lambda_i z_i\cdot w \le
    \|\sum_i \lambda_i z_i\|`, with equality when the combination is the point of the hull nearest
    to 0 and w points to it. Source: statements A-Def-sep, A-Def-margin.

    Parameters
    ----------
    X, y : (n, d) and (n,) arrays.  As for `scores`.

    Raises
    ------
    ValueError.  The sample is not separable.
    Undecided.  As `separable`.

    Examples
    --------
    >>> best = max_margin([[3, 4], [-4, 3]], [1, 1])
    >>> best.margin, best.coef
    (3.535..., array([0.5, 0.5]))
    """
    y = check_column(X, y)
    points = exact_points(X)
    found = separable(points, check_labels(y, len(points)), intercept=False)
    if isinstance(found, Separator):
        return found
    raise ValueError(
        "max_margin needs a separable sample; got one whose signed examples have a convex "
        "combination of length 0. separable(X, y, intercept=False) returns it."
    )


def _told(
    problem: Problem, proved: Nearest, classes: tuple, intercept: bool, X: Any
) -> Separator | Contradiction:
    """Return what the search has proved, with the names of the columns and rows of X."""
    columns, names = (list(X.columns), list(X.index)) if hasattr(X, "columns") else (None, None)
    if proved.weights:
        order = np.argsort([-weight for weight in proved.weights], kind="stable")
        weights = tuple(proved.weights[i] for i in order)
        rows = proved.rows[order]
        named = names and [names[i] for i in rows]
        return Contradiction(
            rows, weights, intercept, classes, named, _of_doubles(problem, weights)
        )
    separator = _separator(problem, proved, classes)
    if separator is None:
        raise _undecided(problem, proved)
    return replace(separator, columns=columns, names=names, note=_note(problem, separator))


def _separator(problem: Problem, proved: Nearest, classes: tuple) -> Separator | None:
    """Return the hyperplane of the direction found, None if it does not separate."""
    if not proved.lower:
        return None
    upper, intercept = _best_margin(problem, proved), problem.intercept
    b, margin, origin = best_offset(problem, proved.w)
    if not margin:
        return None
    return Separator(
        proved.w, b, margin, upper, proved.rows, proved.coef, origin, intercept, classes
    )


def _best_margin(problem: Problem, proved: Nearest) -> float:
    """Return what no margin exceeds: half the distance of two hulls, or that of one from 0."""
    return half_above(proved.upper) if problem.intercept else proved.upper


def _note(problem: Problem, found: Separator) -> str:
    """Say so if a margin is no larger than what rounding may have moved the examples.

    Each entry that is no whole number may be half a unit in its last place from what was meant.
    """
    X = problem.X
    if isinstance(X, RationalPoints):
        return ""
    used = X[found.rows]
    units = np.where(np.rint(used) == used, 0.0, np.spacing(np.abs(used)))
    if found.margin > float((units @ np.abs(found.w)).max()) / 2:
        return ""
    if nearest(Problem(as_printed(X), problem.signs, problem.intercept), 1.0).weights:
        return (
            "separable only by the rounding of the last digits: "
            "as the decimals that they print as, the examples are not separable"
        )
    return "the margin is no larger than the rounding of the examples"


def _of_doubles(problem: Problem, weights: tuple[int, ...]) -> str:
    """Say why weights are long: doubles are binary fractions, and cancel exactly with these."""
    if isinstance(problem.X, RationalPoints) or max(weights) < MAX_INTEGER:
        return ""
    return "exact for the doubles as they are, binary fractions; coef holds the weights rounded"


def _undecided(problem: Problem, proved: Nearest) -> Undecided:
    upper = _best_margin(problem, proved)
    size = problem.lengths.max() * problem.scale
    return Undecided(
        f"The sample is too close to the border: its best margin is at most {upper:.3g}, with "
        f"{'differences' if problem.intercept else 'examples'} as long as {size:.3g}, and floating "
        f"point is too coarse for a w. Round the features, or leave out one that the others "
        f"determine up to rounding, or that is much larger than they are.",
        upper,
    )
