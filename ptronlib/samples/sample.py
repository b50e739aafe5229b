"""A sample and the truth about it, known by construction."""

from __future__ import annotations

from dataclasses import dataclass

from .._validate import Array


@dataclass(frozen=True, eq=False)
class Sample:
    """Examples X, (n, d), with labels y, (n,), -1.0 or +1.0, and the truth about them.

    w_star is a unit vector whose smallest score is margin, the best there is unless the generator
    says otherwise; for `affine` it is (w, b) with w a unit vector. Where no vector separates it is
    None, and margin, in the unit of X, is 0.
    """

    X: Array
    y: Array
    w_star: Array | None
    margin: float
