"""Signed examples and their scores: in floating point with a bound for the error, and exactly."""

from __future__ import annotations

from fractions import Fraction
from math import hypot, prod

import numpy as np
from numpy.typing import NDArray

from .._exact import integers, proportional, root_below, squared
from .._validate import Array

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
        (X, c), e = integers(self.X[rows], self.c)
        return self.s[rows].astype(int)[:, None] * (X - c), Fraction(2) ** e

    def lowest(self, w: Array, *, rough: bool = False) -> list[Fraction]:
        """Return the lowest score s_i w . (x_i - c) of each class, or of all without an intercept.

        It is exact, computed of the rows that floating point leaves in the race; if rough, where
        these are many, a little lower.
        """
        score, error = self.scores(w)
        (whole,), e = integers(w)
        found, many = [], max(1, BLOCK // w.size)
        for rows in self.classes:
            race = rows[score[rows] - error[rows] <= (score[rows] + error[rows]).min()]
            if rough and race.size > many:
                low = Fraction(float((score[rows] - 3 * error[rows]).min())) * Fraction(self.size)
                found.append(low * Fraction(2) ** int(np.frexp(np.abs(w).max())[1]))
                continue
            lows = []
            for start in range(0, len(race), many):
                Z, unit = self.exact(race[start : start + many])
                lows.append(int((Z @ whole).min()) * unit)
            found.append(min(lows) * Fraction(2) ** e)
        return found

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
        side = self.side[rows]
        if rough and rows.size * self.c.size > BLOCK:
            coef = coef.astype(float)
            coef = coef / np.bincount(side, coef)[side]
            slack = 4 * (rows.size + self.c.size + 4) * UNIT
            length = hypot(*(coef @ self.Z[rows])) * (1 + slack)
            most = length + slack * float(coef @ self.lengths[rows])
            return (Fraction(most) * Fraction(self.size)) ** 2
        Z, unit = self.exact(rows)
        whole = proportional(coef)
        sums = np.array([whole[side == h].sum() for h in range(len(self.classes))], dtype=object)
        p = (whole * (prod(sums) // sums)[side]) @ Z
        return Fraction(int(p @ p), prod(sums) ** 2) * unit**2
