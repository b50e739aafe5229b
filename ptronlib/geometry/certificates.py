"""Answers that prove themselves: each claim is a line, true or false of the data as they are.

A function that decides returns one of two kinds. A yes is true as a condition, a no is false: so
``if separable(X, y):`` asks what it seems to ask. Both carry a proof, which `verify` checks in
exact arithmetic, with the data that the function was asked about, without trusting who made it.

===================================  ==================================  ==========================
function                             yes, true                           no, false
===================================  ==================================  ==========================
`separable`                          `Separator`                         `Contradiction`
`separate_hulls`                     `Wall`                              `Close`
`farkas`                             `Solution`                          `Combination`
`in_general_position`                `GeneralPosition`                   `Degenerate`
===================================  ==================================  ==========================
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arithmetic import ROUNDING
from .._validate import Array, check_column, check_points
from . import exact
from .bodies import ANY_DIRECTION, ConvexSets, Picks
from .points import check_two_sets, differences, exact_points
from .problem import Problem, labelled, two_hulls


@dataclass(frozen=True)
class Verdict:
    """Whether a certificate is valid, true or false as a condition, and the first line that fails.

    Examples
    --------
    >>> bool(Verdict("")), Verdict("every weight is positive")
    (True, refused: every weight is positive)
    """

    line: str

    def __bool__(self) -> bool:
        return not self.line

    def __repr__(self) -> str:
        return f"refused: {self.line}" if self.line else "valid"


class Certificate:
    """A claim in lines, each of them true or false of the data as they are; true as a condition."""

    def __bool__(self) -> bool:
        return True

    def verify(self, *data: Any) -> Verdict:
        """Check the certificate in exact rational arithmetic.

        Parameters
        ----------
        *data
            What the answer was asked about, as it was passed: a sample X, y; sets P, Q; points V.

        Returns
        -------
        Verdict
            True as a condition only if the claim is true of these very numbers; else it names the
            first line that fails.
        """
        return Verdict(next((line for line, true in self._lines(*data) if not true), ""))

    def _lines(self, *data: Any, **more: Any) -> Iterator[tuple[str, bool]]:
        """Yield what is claimed, and whether it is so; a line may rely on those before it."""
        raise NotImplementedError


class Refutation(Certificate):
    """The proof that what was asked for does not exist; false as a condition."""

    def __bool__(self) -> bool:
        return False


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
    0, unless the sample lies so far from it that no float b would do; then it is an example, an
    array of Fractions if that is not made of doubles. `classes` are the two labels,
    the negative one first, `columns` and `names` those of the columns and rows of a data frame.
    Where `margin` is no larger than the rounding of the examples themselves, `note` says so.
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
    note: str = ""

    def __repr__(self) -> str:
        note = f"; {self.note}" if self.note else ""
        return f"Separator(margin {self.margin:.6g}, at most {self.upper:.6g}; w = {self.w}{note})"

    def scores(self, X: Any) -> Array:
        """Return the scores w . (x - origin) + b of the rows of X, (m,), up to rounding.

        They are positive on the side of the second class. A data frame must have the columns of
        the one that was asked about, in their order.
        """
        if self.columns is not None and hasattr(X, "columns") and list(X.columns) != self.columns:
            raise ValueError(
                f"X must have the columns {self.columns}, in this order; got {list(X.columns)}. "
                f"X[found.columns] puts them in order."
            )
        return differences(exact_points(X), self.origin) @ self.w + self.b

    def _lines(self, X: Any, y: ArrayLike) -> Iterator[tuple[str, bool]]:
        y = check_column(X, y)
        yield "the labels are those of the two classes", _has_classes(y, self.classes)
        problem, _ = labelled(exact_points(X), y, self.intercept, self.classes)
        d, both = problem.center.shape, {*range(1 + self.intercept)}
        yield "w and origin have one entry a feature", self.w.shape == self.origin.shape == d
        through = self.intercept or (self.b == 0 and not self.origin.any())
        yield "without an intercept, b and origin are 0", through
        yield "there are examples of each class", {*problem.side} == both
        kept = exact.keeps_margin(problem, self.w, self.b, self.origin, self.margin)
        yield "every example is at least margin from the hyperplane, on its side", kept
        yield "the rows are rows of X", _are_rows(self.rows, problem)
        yield from convex_lines(self.coef, len(self.rows))
        weighted = {*problem.side[self.rows[self.coef > 0]]}
        yield "the combination has examples of each class", weighted == both
        square = exact.squared_length(problem, self.rows, self.coef) / len(both) ** 2
        yield "the combination proves upper", exact.at_most(square, self.upper)


@dataclass(frozen=True, eq=False, repr=False)
class Contradiction(Refutation):
    """Rows that no hyperplane separates, with positive integers as weights; false as a condition.

    sum_i weights_i y_i (x_i, 1) = 0 exactly, without the 1 through the origin: then the weighted
    mean of the scores is 0 for every w and b, and one of them is not positive. No row can be
    spared. They are sorted by falling weight; coef, (k,), are the weights as floats with sum 1.
    `names` are those that a data frame gives these rows, in this order. The rows prove the conflict
    and need not be the wrong ones. Where the weights of doubles are long, `note` says why.
    """

    rows: NDArray[np.intp]
    weights: tuple[int, ...]
    intercept: bool = True
    classes: tuple = (-1.0, 1.0)
    names: list | None = None
    note: str = ""

    def __repr__(self) -> str:
        return f"Contradiction(rows {self.rows} with weights {self.coef})"

    @property
    def coef(self) -> Array:
        """The weights divided by their sum, (k,)."""
        total = sum(self.weights)
        return np.array([weight / total for weight in self.weights])

    def _lines(self, X: Any, y: ArrayLike) -> Iterator[tuple[str, bool]]:
        y = check_column(X, y)
        yield "the labels are those of the two classes", _has_classes(y, self.classes)
        problem, _ = labelled(exact_points(X), y, self.intercept, self.classes)
        weights = np.array(self.weights, dtype=object)
        yield "the rows are rows of X", _are_rows(self.rows, problem)
        yield "there is one weight a row", len(weights) == len(self.rows) > 0
        yield "the weights are positive integers", all(type(c) is int and c > 0 for c in weights)
        Z, _ = exact.vectors(problem, self.rows)
        yield "the weighted rows add up to 0", not (weights @ Z).any()
        signs = problem.signs[self.rows].astype(int).astype(object)
        yield "both classes have the same weight", not self.intercept or weights @ signs == 0


@dataclass(frozen=True, eq=False)
class HullDistance(Certificate):
    """The nearest points of two hulls, with the certificate that none are nearer.

    The points, (d,), are p = P_coef @ P and q = Q_coef @ Q with convex coefficients; they lie
    no farther apart than `distance`. No two points are nearer than `lower`, for the unit vector w,
    (d,), has all w . P_i - w . Q_j at least there. Where the hulls meet, distance, w and lower
    are 0.
    """

    distance: float
    p: Array
    q: Array
    P_coef: Array
    Q_coef: Array
    w: Array
    lower: float

    def _lines(self, P: ArrayLike, Q: ArrayLike) -> Iterator[tuple[str, bool]]:
        P, Q = check_two_sets(P, Q)
        problem = two_hulls(P, Q)
        yield from convex_lines(self.P_coef, len(P))
        yield from convex_lines(self.Q_coef, len(Q))
        coef = np.concatenate([self.P_coef, self.Q_coef])
        rows = np.flatnonzero(coef)
        yield "p = P_coef @ P, rounded", (self.p == exact.mean(P, self.P_coef)).all()
        yield "q = Q_coef @ Q, rounded", (self.q == exact.mean(Q, self.Q_coef)).all()
        square = exact.squared_length(problem, rows, coef[rows])
        yield "the combination is no longer than distance", exact.at_most(square, self.distance)
        proved = exact.proves_distance(problem, self.w, self.lower)
        yield "w proves that no points are nearer than lower", proved


@dataclass(frozen=True, eq=False)
class _Walk(Certificate):
    """What a wall and two near points share: the points that were picked on the way to them."""

    P: Picks
    Q: Picks
    eps: float

    @property
    def n_updates(self) -> int:
        """T."""
        return self.P.steps.size

    @property
    def steps(self) -> Array:
        """The differences p_s - q_s that were added, shape (T, d)."""
        return self.P.taken - self.Q.taken

    @property
    def reach(self) -> float:
        """The longest of these differences; at most the diameter."""
        return float(np.linalg.norm(self.steps, axis=1).max())

    def _lines(self, P: object, Q: object) -> Iterator[tuple[str, bool]]:
        sets = ConvexSets(P, Q)
        same = self.P.taken.shape == self.Q.taken.shape == (self.n_updates, sets.dimension)
        yield "there are as many points of P as of Q, in the dimension of the sets", same
        before = np.concatenate([np.zeros((1, sets.dimension)), np.cumsum(self.steps, axis=0)[:-1]])
        before[~before.any(axis=1)] = ANY_DIRECTION
        yield "the points of P lie in P", sets.contain(0, self.P, -before)
        yield "the points of Q lie in Q", sets.contain(1, self.Q, before)


@dataclass(frozen=True, eq=False, repr=False)
class Wall(_Walk):
    """A hyperplane w . (x - origin) + b = 0 with P above it and Q below, at a distance of margin.

    w is the sum of T points of P and T points of -Q, T at most 3 (reach / eps)**2: those in the
    Picks P and Q. It is not normalized. margin is at least eps / 6, eps the distance asked about,
    and no wall has one above `upper`: the means of the points are 2 upper apart. For bodies that
    are no matrices both hold up to the rounding of what they answer, as `Body` states it.
    """

    w: Array
    b: float
    margin: float
    upper: float
    origin: Array

    def __repr__(self) -> str:
        return (
            f"Wall(margin {self.margin:.6g} on each side; w is the sum of {2 * self.n_updates} "
            f"points, {len(self.P.points)} distinct ones of P and {len(self.Q.points)} of -Q)"
        )

    def _lines(self, P: object, Q: object) -> Iterator[tuple[str, bool]]:
        yield from super()._lines(P, Q)
        total = picked_sum(self.P, self.Q)
        yield "w is the sum of these points, rounded", np.array_equal(self.w, total.astype(float))
        facing, slack = ConvexSets(P, Q).facing(self.w, self.reach)
        problem, least = two_hulls(*facing), max(0.0, self.margin - slack)
        kept = exact.keeps_margin(problem, self.w, self.b, self.origin, least)
        yield "every point is at least margin from the wall, on its side", kept
        few = self.n_updates <= 3 * (self.reach / self.eps) ** 2 * (1 + ROUNDING)
        yield "T is at most 3 (reach / eps)^2, up to 1e-9", few
        yield "margin is at least eps / 6, up to 1e-9", 6 * self.margin >= self.eps * (1 - ROUNDING)
        apart = total @ total / self.n_updates**2
        yield "the means are at most 2 upper apart", exact.at_most(apart / 4, self.upper)


@dataclass(frozen=True, eq=False, repr=False)
class Close(_Walk, Refutation):
    """A point of each set, p and q, at most `distance` apart, less than the eps asked about.

    They are the means of the points in the Picks P and Q, rounded. False as a condition: no wall
    was found.
    """

    p: Array
    q: Array
    distance: float

    def __repr__(self) -> str:
        return (
            f"Close(distance {self.distance:.6g}; p combines {len(self.P.points)} points of P, "
            f"q {len(self.Q.points)} of Q)"
        )

    def _lines(self, P: object, Q: object) -> Iterator[tuple[str, bool]]:
        yield from super()._lines(P, Q)
        means = [exact.mean(picks.points, picks.counts) for picks in (self.P, self.Q)]
        yield "p and q are their means", bool((np.array([self.p, self.q]) == means).all())
        total = picked_sum(self.P, self.Q)
        apart = total @ total / self.n_updates**2
        yield "the means are at most distance apart", exact.at_most(apart, self.distance)
        yield "distance is below eps", self.distance < self.eps


@dataclass(frozen=True, eq=False)
class Solution(Certificate):
    """A vector with a positive score on every row: all A @ x >= margin * norm(x) > 0.

    x = counts @ A is a sum of at most 3 (R / eps)**2 rows, and margin is at least eps / 3.
    """

    x: Array
    margin: float
    counts: NDArray[np.intp]
    eps: float

    def _lines(self, A: ArrayLike) -> Iterator[tuple[str, bool]]:
        A = check_points(A, "A")
        problem = Problem(A)
        yield from convex_lines(self.counts, len(problem.signs))
        same = self.x == exact.combination(A, self.counts).astype(float)
        yield "x is the sum of the counted rows, rounded", bool(same.all())
        kept = exact.keeps_margin(problem, self.x, 0.0, np.zeros(self.x.size), self.margin)
        yield "all scores are positive, and at least margin * norm(x)", kept
        yield "margin is at least eps / 3, up to 1e-9", 3 * self.margin >= self.eps * (1 - ROUNDING)


@dataclass(frozen=True, eq=False)
class Combination(Refutation):
    """A combination of the rows that is shorter than eps, their mean if each counts so often.

    No x has a margin above norm, which is at least its length. The counts, (n,), sum to T, at most
    3 (R / eps)**2 + 1. False as a condition: no solution was found.
    """

    counts: NDArray[np.intp]
    norm: float
    eps: float

    @property
    def coef(self) -> Array:
        """The convex coefficients counts / T."""
        return self.counts / self.counts.sum()

    def _lines(self, A: ArrayLike) -> Iterator[tuple[str, bool]]:
        problem = Problem(check_points(A, "A"))
        yield from convex_lines(self.counts, len(problem.signs))
        used = np.flatnonzero(self.counts)
        square = exact.squared_length(problem, used, self.counts[used])
        yield "the mean is no longer than norm", exact.at_most(square, self.norm)
        yield "norm is below eps", self.norm < self.eps


@dataclass(frozen=True, eq=False)
class Game(Certificate):
    """The value of a point-hyperplane game with optimal strategies of both players.

    mu, (n,), mixes the points, and the Point player pays at most upper = norm(mu @ V); w, (d,), is
    the Hyperplane player's mean direction, of length 1, or 0 if the value is 0, and brings it at
    least lower = min_v v . w.
    """

    value: float
    mu: Array
    w: Array
    lower: float
    upper: float

    def _lines(self, V: ArrayLike) -> Iterator[tuple[str, bool]]:
        problem = Problem(check_points(V, "V"))
        yield from convex_lines(self.mu, len(problem.signs))
        rows = np.flatnonzero(self.mu)
        square = exact.squared_length(problem, rows, self.mu[rows])
        yield "the mixture pays at most upper", exact.at_most(square, self.upper)
        proved = exact.proves_distance(problem, self.w, self.lower)
        yield "the direction brings at least lower", proved
        yield "the value is between them", self.lower <= self.value <= self.upper


@dataclass(frozen=True, eq=False)
class MatrixGame(Certificate):
    """The value of a matrix game, paid by the column player, with optimal mixtures of both.

    The row player's x, (n,), gains at least lower = min_j (x @ A)_j, the column player's y, (m,),
    loses at most upper = max_i (A @ y)_i.
    """

    value: float
    x: Array
    y: Array
    lower: float
    upper: float

    def _lines(self, A: ArrayLike) -> Iterator[tuple[str, bool]]:
        A = check_points(A, "A")
        yield from convex_lines(self.x, A.shape[0])
        yield from convex_lines(self.y, A.shape[1])
        yield "x gains at least lower", min(payoffs(A, self.x)) >= self.lower
        yield "y loses at most upper", max(payoffs(A.T, self.y)) <= self.upper
        yield "the value is between them", self.lower <= self.value <= self.upper


def convex_lines(coef: NDArray, count: int) -> Iterator[tuple[str, bool]]:
    """Yield the claims that weights are those of a mean of so many points."""
    yield "there is a weight for each point", coef.shape == (count,)
    finite = all(0 <= weight < np.inf for weight in coef)
    yield "no weight is negative, or infinite", finite
    yield "some weight is positive", bool((coef > 0).any())


def picked_sum(P: Picks, Q: Picks) -> NDArray:
    """Return the sum of the differences of the points that were picked, (d,) fractions."""
    P_counts, Q_counts = P.counts, Q.counts
    return exact.combination(P.points, P_counts) - exact.combination(Q.points, Q_counts)


def payoffs(A: Array, x: Array) -> NDArray:
    """Return what a mixture x of the rows gains against each column, (m,) fractions."""
    total = sum(map(Fraction, x.tolist()))
    return exact.combination(A, x) / total


def _has_classes(y: ArrayLike, classes: tuple) -> bool:
    """Whether the labels are of these two classes."""
    return len({*classes}) == 2 and {*np.asarray(y).ravel().tolist()} <= {*classes}


def _are_rows(rows: NDArray[np.intp], problem: Problem) -> bool:
    whole = np.asarray(rows).dtype.kind == "i"
    return whole and bool(((rows >= 0) & (rows < len(problem.signs))).all())
