"""Signed examples and their scores: in floating point with a bound for the error, and exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from .._exact import integers, power, proportional, root_below, squared
from .._validate import Array

SMALL = 2_000  # entries up to which all are turned into integers at once
BLOCK = 200_000  # products of integers at once
UNIT = 2.0**-53  # the largest relative error of one operation


def _middle(X: Array) -> Array:
    """Return the example nearest to the medians of the features: no outlier."""
    away = np.abs(X - np.median(X, axis=0))
    return X[np.argmin((away / (away.max(axis=0) + 2.0**-1000)).sum(axis=1))]


class Signed:
    """The vectors s_i (x_i - c) of a sample, with which its scores are computed.

    Z, (n, d), holds them in floating point, divided by the power of two `size`, so that the usual
    ones are about 1; s, (n,), the signs, + if None. With an intercept c is an example, for where
    the sample lies does not matter then; without, c = 0.
    """

    def __init__(self, X: Array, s: Array | None = None, intercept: bool = False):
        s = np.ones(len(X)) if s is None else s
        self.X, self.s, self.intercept = X, s, intercept
        self.c = _middle(X) if intercept else np.zeros(X.shape[1])
        Z = s[:, None] * (X - self.c) if intercept else s[:, None] * X
        sizes = np.abs(Z).max(axis=1)
        usual = max(float(np.median(sizes)), float(sizes.max()) * 2.0**-400)
        self.size = 2.0 ** int(np.frexp(usual)[1])
        Z /= self.size
        self.Z, self.lengths = Z, np.sqrt(np.einsum("ij,ij->i", Z, Z)) + 2.0**-500
        self.side = np.where(intercept & (s < 0), 1, 0)
        self.classes = [np.flatnonzero(self.side == h) for h in range(1 + intercept)]

    def scores(self, w: Array) -> tuple[Array, Array]:
        """Return scores in proportion to s_i w . (x_i - c), and bounds for their errors.

        The factor is a power of two: x_i - c in units of `size`, and the entries of w at most 1.
        """
        w = np.ldexp(w, -np.frexp(np.abs(w).max())[1])  # so that its length does not underflow
        slack = 2 * (w.size + 4) * UNIT * float(np.linalg.norm(w))
        return self.Z @ w, slack * self.lengths

    def exact(self, rows: NDArray[np.intp]) -> tuple[NDArray, Fraction]:
        """Return integers and a unit: their products are the vectors s_i (x_i - c) of some rows."""
        if self.X.size <= SMALL:
            return self._all[0][rows], self._all[1]
        return self._exact(rows)

    @cached_property
    def _all(self) -> tuple[NDArray, Fraction]:
        return self._exact(np.arange(len(self.s)))

    def _exact(self, rows: NDArray[np.intp]) -> tuple[NDArray, Fraction]:
        (X, c), e = integers(self.X[rows], self.c)
        return (self.s[rows].astype(int)[:, None] * (X - c)), power(e)

    def lowest(self, w: Array, *, rough: bool = False) -> list[Fraction]:
        """Return the lowest score s_i w . (x_i - c) of each class, or of all without an intercept.

        It is exact, computed of the rows that floating point leaves in the race; if rough, where
        these are many, a little lower.
        """
        score, error = self.scores(w)
        found = []
        for rows in self.classes:
            race = rows[score[rows] - error[rows] <= (score[rows] + error[rows]).min()]
            if rough and race.size * w.size > BLOCK:
                low = Fraction(float((score[rows] - 3 * error[rows]).min()))
                found.append(low * Fraction(self.size) * power(int(np.frexp(np.abs(w).max())[1])))
            else:
                found.append(self.exact_lowest(w, race))
        return found

    def exact_lowest(self, w: Array, rows: NDArray[np.intp]) -> Fraction:
        """Return the lowest score s_i w . (x_i - c) of some rows."""
        (whole,), e = integers(w)
        if rows.size > 50:
            rows = rows[np.unique(np.c_[self.s[rows], self.X[rows]], axis=0, return_index=True)[1]]
        many, lows = max(1, BLOCK // w.size), []
        for start in range(0, len(rows), many):
            Z, unit = self.exact(rows[start : start + many])
            lows.append(int((Z @ whole).min()) * unit)
        return min(lows) * power(e)

    def apart(self, w: Array, *, rough: bool = False) -> float:
        """Return a distance, rounded down, that w proves between the hulls, or to the origin."""
        total = sum(self.lowest(w, rough=rough))
        return root_below(total**2 / squared(w)) if total > 0 else 0.0

    def proves(self, w: Array, lower: float) -> bool:
        """Whether w proves this distance; w = 0 proves a distance of 0."""
        if w.shape != self.c.shape or not np.isfinite(w).all() or not w.any():
            return w.shape == self.c.shape and not w.any() and lower == 0
        total = sum(self.lowest(w))
        return (
            total >= 0 and 0 <= lower < np.inf and not total**2 < Fraction(lower) ** 2 * squared(w)
        )

    def combined(self, rows: NDArray[np.intp], coef: NDArray, *, rough: bool = False) -> Fraction:
        """Return the squared length of a combination, whose weights sum to 1 in each class."""
        if rough and rows.size * self.X.shape[1] > BLOCK:
            Z, coef = self.Z[rows], coef.astype(float)
            for of_class in self.classes:
                these = np.isin(rows, of_class)
                coef = np.where(these, coef / coef[these].sum(), coef)
            mean = coef @ Z
            unit_of_mean = 2.0 ** int(np.frexp(np.abs(mean).max())[1])
            slack = 4 * (rows.size + Z.shape[1] + 4) * UNIT
            length = np.linalg.norm(mean / unit_of_mean) * unit_of_mean * (1 + slack)
            most = float(length + slack * (coef @ self.lengths[rows]))
            return (Fraction(most) * Fraction(self.size)) ** 2
        Z, unit = self.exact(rows)
        whole = proportional(coef)
        parts = [self.side[rows] == h for h in range(len(self.classes))]
        sums = [int(whole[part].sum()) for part in parts]
        each = zip(parts, sums, strict=True)
        p = sum((whole[part] @ Z[part]) * (prod(sums) // total) for part, total in each)
        return Fraction(int(p @ p), prod(sums) ** 2) * unit**2
