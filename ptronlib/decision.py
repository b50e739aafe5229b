r"""Is a large sample separable?  Decide it on few examples at a time, with the proof in hand.

.. math:: W \subseteq \{1, \dots, n\}, \qquad
          \varepsilon(W) \ge \varepsilon \ge \min_i y_i (w_W\cdot x_i + b_W)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._validate import Array, check_function, check_labels, check_sample
from .margins import Inseparable, max_margin, separability
from .nearest import hull_distance

__all__ = ["Interrupted", "Mixture", "Plane", "decide"]

MORE = 32  # examples added to the working set at a time, of each class
CLOSE = 1e-9  # relative gap between the margin reached and its bound at which the search ends
ROUNDS = 10_000
CANCELS = 1e-6  # length of a combination that counts as zero, against the lengths it combines


@dataclass(frozen=True, eq=False)
class Plane:
    """A hyperplane with all examples on their sides.

    Attributes
    ----------
    w : (d,) floats
        Unit normal.
    b : float
        Intercept; 0 for a hyperplane through the origin.
    margin : float
        Smallest distance of an example from it.
    upper : float
        No hyperplane has a larger margin; infinite if that could not be computed.
    """

    w: Array
    b: float
    margin: float
    upper: float


@dataclass(frozen=True, eq=False)
class Mixture:
    """Examples that no hyperplane separates.

    Attributes
    ----------
    rows : (k,) ints
        Which; at most d + 2, or d + 1 without an intercept.
    coef : (k,) floats
        Positive, sum 1, and sum_i coef_i y_i (x_i, 1) = 0; without the 1 through the origin.
    residual : float
        Length of that sum, up to rounding zero.
    """

    rows: NDArray[np.intp]
    coef: Array
    residual: float


class Interrupted(KeyboardInterrupt):
    """The search was interrupted; `.best` is the hyperplane with the fewest errors, or None."""

    def __init__(self, best: tuple[Array, float, int] | None):
        super().__init__()
        self.best = best


@dataclass(eq=False)
class _Search:
    """The sample, the working set, and the best hyperplane so far."""

    X: Array | sparse.csr_array
    y: Array
    intercept: bool
    progress: Callable[[str], None]
    working: NDArray[np.intp] = field(init=False)
    best: tuple[Array, float, int] | None = None

    def __post_init__(self):
        sides = [np.flatnonzero(self.y == sign)[: self.X.shape[1] + 1] for sign in (-1, 1)]
        self.working = np.sort(np.concatenate(sides))

    def rows(self, chosen) -> Array:
        part = self.X[chosen]
        return part.toarray() if sparse.issparse(part) else part

    def scores(self, w: Array, b: float) -> Array:
        """Return y (w . x + b) for all examples."""
        scores = np.asarray(self.X @ w)
        scores += b
        scores *= self.y
        return scores

    def add_lowest(self, scores: Array) -> bool:
        """Add examples of lowest score, of both classes; return whether there was a new one."""
        size = self.working.size
        for sign in (-1.0, 1.0):
            side = np.flatnonzero(self.y == sign)
            if side.size > MORE:
                side = side[np.argpartition(scores[side], MORE)[:MORE]]
            self.working = np.union1d(self.working, side)
        return self.working.size > size


def decide(
    X: Array | sparse.csr_array,
    y: Array,
    *,
    intercept: bool = True,
    progress: Callable[[str], None] = lambda text: None,
) -> Plane | Mixture:
    """Find the best hyperplane of a sample of any length, or the examples that rule one out.

    Parameters
    ----------
    X : (n, d) array or CSR
        Finite examples as rows.
    y : (n,) array
        Labels, -1.0 or +1.0, both of them present.
    intercept : bool
        Whether the hyperplane may miss the origin.
    progress : function of a text
        Told how far it is.

    Returns
    -------
    Plane
        The sample is separable, with this margin, and no more than `upper`; or
    Mixture
        It is not, as these examples prove.

    Raises
    ------
    ValueError, TypeError
        Unusable X or y, or one label only.
    ArithmeticError
        Too close to the border for double precision.
    Interrupted
        By the user.

    Notes
    -----
    A working set of few examples is decided exactly; if it is separable, the examples that lie
    worst for its best hyperplane join it. The best margin of the working set only sinks and bounds
    that of the sample from above, so the search ends, and what it holds besides the sample is a
    few numbers an example. Source: statements A-Def-sep, E-XOR; chapters 1 and 9.

    Examples
    --------
    >>> found = decide(np.array([[0.0, 0], [2, 0], [1, 3]]), np.array([-1.0, -1, 1]))
    >>> found.margin, found.b
    (1.5, -1.5)
    >>> decide(np.array([[0.0, 0], [1, 1], [1, 0], [0, 1]]), np.array([-1.0, -1, 1, 1])).coef
    array([0.25, 0.25, 0.25, 0.25])
    """
    if not sparse.issparse(X):
        X, y = check_sample(X, y)
    else:
        y = check_labels(y, X.shape[0])
    if (y == y[0]).all():
        raise ValueError(f"y must hold both labels; got {y[0]:g} only.")
    if not isinstance(intercept, bool):
        raise TypeError(f"intercept must be True or False; got {type(intercept).__name__}.")
    check_function(progress, "progress")
    search = _Search(X, y, intercept, progress)
    try:
        found = _separator(search)
        return found if isinstance(found, Mixture) else _best(search, *found)
    except KeyboardInterrupt:
        raise Interrupted(search.best) from None


def _separator(search: _Search) -> Mixture | tuple[Array, float, Array]:
    """Return some separating w and b with all scores, or the mixture that forbids it."""
    exponents = _column_exponents(search.X)
    for number in range(1, ROUNDS):
        Z = np.ldexp(search.rows(search.working), -exponents)
        if search.intercept:
            Z = np.column_stack([Z, np.ones(len(Z))])
        found = separability(Z, search.y[search.working])
        if isinstance(found, Inseparable):
            return _mixture(search, found)
        w, b = (found.w[:-1], found.w[-1]) if search.intercept else (found.w, 0.0)
        w = np.ldexp(w, -exponents)
        scores = search.scores(w, b)
        errors = int((scores <= 0).sum())
        if search.best is None or errors < search.best[2]:
            search.best = w, float(b), errors
        search.progress(
            f"round {number}: {errors} of {len(scores)} examples on the wrong side of the best "
            f"hyperplane for {search.working.size} of them"
        )
        if errors == 0:
            return w, float(b), scores
        if not search.add_lowest(scores):
            break
    raise ArithmeticError("The examples of the working set are separated, and yet they are not.")


def _best(search: _Search, w: Array, b: float, scores: Array) -> Plane:
    """Improve a separating hyperplane until its margin is the best one."""
    length = float(np.linalg.norm(w))
    plane = Plane(w / length, b / length, float(scores.min()) / length, np.inf)
    for number in range(1, ROUNDS):
        if not search.add_lowest(scores) and number > 1:
            break
        try:
            w, b, upper = _best_of_working_set(search)
        except ArithmeticError:  # too nearly dependent: what was found still separates
            break
        scores = search.scores(w, b)
        margin = float(scores.min())
        if margin > plane.margin:
            plane = Plane(w, b, margin, min(upper, plane.upper))
        else:
            plane = Plane(plane.w, plane.b, plane.margin, min(upper, plane.upper))
        search.best = plane.w, plane.b, 0
        search.progress(f"round {number}: separable, margin {plane.margin:.6g} to {upper:.6g}")
        if plane.margin >= (1 - CLOSE) * plane.upper:
            break
    return plane


def _best_of_working_set(search: _Search) -> tuple[Array, float, float]:
    """Return the unit normal, the intercept and the margin of the best hyperplane."""
    points, y = search.rows(search.working), search.y[search.working]
    if not search.intercept:
        try:
            found = max_margin(points, y)
        except ValueError as error:  # a combination of length 0, up to rounding
            raise ArithmeticError(str(error)) from None
        return found.w_star, 0.0, found.upper
    hulls = hull_distance(points[y > 0], points[y < 0])
    if not hulls.w.any():
        raise ArithmeticError("The hulls meet, up to rounding.")
    heights = points @ hulls.w
    b = -(heights[y > 0].min() + heights[y < 0].max()) / 2
    return hulls.w, float(b), hulls.distance / 2


def _mixture(search: _Search, found: Inseparable) -> Mixture:
    used = np.flatnonzero(found.coef)
    rows, coef = search.working[used], found.coef[used]
    Z = search.rows(rows)
    if search.intercept:
        Z = np.column_stack([Z, np.ones(len(Z))])
    residual = float(np.linalg.norm((coef * search.y[rows]) @ Z))
    if residual > CANCELS * (coef @ np.linalg.norm(Z, axis=1)):
        raise ArithmeticError(
            f"The examples differ too much in size to be decided in double precision: a "
            f"combination of those at {', '.join(map(str, rows[:5]))} vanishes beside the largest "
            f"ones, but not beside themselves. Leave out the features that are so large."
        )
    return Mixture(rows, coef, residual)


def _column_exponents(X) -> NDArray[np.int32]:
    """Return powers of two that bring the largest entry of each column to between 1/2 and 1."""
    if sparse.issparse(X):
        largest = np.maximum(X.max(axis=0).toarray(), -X.min(axis=0).toarray()).ravel()
    else:
        largest = np.maximum(X.max(axis=0), -X.min(axis=0))
    return np.frexp(largest)[1]
