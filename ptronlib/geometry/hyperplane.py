r"""Is a large sample separable?  Decide it on few examples at a time, with the proof in hand.

.. math:: W \subseteq \{1, \dots, n\}, \qquad
          \varepsilon(W) \ge \varepsilon \ge \min_i y_i (w_W\cdot x_i + b_W)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._validate import Array, check_sample
from .hull import hull_distance, lowest
from .margins import Separable, max_margin, separability

JOINING = 32  # examples of each class that join the working set at a time
CLOSE = 1e-9  # relative gap between the margin reached and its bound at which the search ends
CANCELS = 1e-6  # length of a combination that counts as zero, against the lengths it combines


@dataclass(frozen=True, eq=False)
class Plane:
    """A hyperplane w . x + b = 0 with all examples on their sides.

    w is a unit vector, `margin` the smallest distance of an example, and no hyperplane has one
    above `upper`, which is infinite where rounding forbade to compute it.
    """

    w: Array
    b: float
    margin: float
    upper: float


@dataclass(frozen=True, eq=False)
class Mixture:
    """Examples that no hyperplane separates: at most d + 2, or d + 1 without an intercept.

    Their coef are positive, with sum 1, and sum_i coef_i y_i (x_i, 1) = 0, without the 1 through
    the origin; `residual` is the length of that sum, up to rounding zero.
    """

    rows: NDArray[np.intp]
    coef: Array
    residual: float


def decide(X: ArrayLike, y: ArrayLike, *, intercept: bool = True) -> Plane | Mixture:
    """Find the best hyperplane of a sample of any length, or the examples that rule one out.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows.
    y : (n,) array
        Labels, -1.0 or +1.0, both of them present.
    intercept : bool
        Whether the hyperplane may miss the origin.

    Returns
    -------
    Plane or Mixture
        The best hyperplane; or, where there is none, the examples that prove it.

    Raises
    ------
    ArithmeticError
        Too close to the border for double precision.

    Notes
    -----
    The best margin of a working set only sinks as the examples join that lie worst, and bounds that
    of the sample from above. Source: statements A-Def-sep, E-XOR; chapters 1 and 9.

    Examples
    --------
    >>> found = decide(np.array([[0.0, 0], [2, 0], [1, 3]]), np.array([-1.0, -1, 1]))
    >>> found.margin, found.b
    (1.5, -1.5)
    >>> decide(np.array([[0.0, 0], [1, 1], [1, 0], [0, 1]]), np.array([-1.0, -1, 1, 1])).coef
    array([0.25, 0.25, 0.25, 0.25])
    """
    X, y = check_sample(X, y)
    if (y == y[0]).all():
        raise ValueError(f"y must hold both labels; got {y[0]:g} only.")
    classes = [np.flatnonzero(y == sign) for sign in (-1, 1)]
    working = np.sort(np.concatenate([rows[: X.shape[1] + 1] for rows in classes]))
    sizes = 2.0 ** np.frexp(np.abs(X).max(axis=0))[1]  # dividing by powers of two rounds nothing
    best = Plane(np.zeros(X.shape[1]), 0.0, -np.inf, np.inf)
    while best.margin < (1 - CLOSE) * best.upper:
        separated = best.margin > 0
        try:
            found = (_best if separated else _any)(X[working], y[working], sizes, intercept)
        except (ArithmeticError, ValueError):
            if separated:  # too nearly dependent: what was found still separates
                break
            raise
        if isinstance(found, Mixture):
            return replace(found, rows=working[found.rows])
        scores = y * (X @ found.w + found.b)
        if scores.min() > best.margin:
            best = replace(found, margin=float(scores.min()), upper=best.upper)
        best = replace(best, upper=min(best.upper, found.upper))
        low, before = [lowest(scores, rows, JOINING) for rows in classes], working.size
        working = np.union1d(working, np.concatenate(low))
        if working.size == before and (separated or best.margin <= 0):
            break
    if best.margin <= 0:
        raise ArithmeticError("The sample is too close to the border for double precision.")
    return best


def _any(points: Array, y: Array, sizes: Array, intercept: bool) -> Plane | Mixture:
    """Return a hyperplane that separates, not the best one, or the mixture that forbids it."""
    if intercept:
        points, sizes = np.column_stack([points, np.ones(len(points))]), np.append(sizes, 1.0)
    found = separability(points / sizes, y)
    if isinstance(found, Separable):
        w = found.w / sizes
        w, b = (w[:-1], w[-1]) if intercept else (w, 0.0)
        length = np.linalg.norm(w)
        return Plane(w / length, float(b / length), 0.0, np.inf)
    residual = float(np.linalg.norm((found.coef * y) @ points))
    if residual > CANCELS * (found.coef @ np.linalg.norm(points, axis=1)):
        raise ArithmeticError(
            "The features differ too much in size to be decided in double precision: a "
            "combination of examples vanishes beside the largest ones, but not beside itself. "
            "Leave out the features that are so large."
        )
    rows = np.flatnonzero(found.coef)
    return Mixture(rows, found.coef[rows], residual)


def _best(points: Array, y: Array, sizes: Array, intercept: bool) -> Plane:
    if not intercept:
        best = max_margin(points, y)
        return Plane(best.w_star, 0.0, best.margin, best.upper)
    hulls = hull_distance(points[y > 0], points[y < 0])
    if not hulls.distance:
        raise ArithmeticError("The hulls meet, up to rounding.")
    heights = points @ hulls.w
    b = -float(heights[y > 0].min() + heights[y < 0].max()) / 2
    return Plane(hulls.w, b, hulls.lower / 2, hulls.distance / 2)
