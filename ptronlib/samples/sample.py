"""A sample, the truth about it, and more coordinates, so that more becomes separable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .._validate import Array, check_points, domain


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


@domain
def lift(X: ArrayLike, scale: Annotated[float, "(0, inf)"] = 1.0) -> Array:
    """Append a constant coordinate, so that a hyperplane through the origin can move off it.

    With scale = R a sample of affine margin gamma and both labels has R'^2 / eps'^2 <= 4 R^2 /
    gamma^2 after the lift. Source: statement A-Fn1.

    Parameters
    ----------
    X : (n, d) array.  Examples.
    scale : float, > 0.  The constant; best of the order of radius(X).

    Returns
    -------
    (n, d + 1) floats.  Rows (x, scale). The last weight times scale is the bias.

    Examples
    --------
    >>> lift([[999], [1001]], scale=1001)
    array([[ 999., 1001.],
           [1001., 1001.]])
    """
    X = check_points(X)
    return np.column_stack([X, np.full(len(X), scale)])


def quadratic_lift(X: ArrayLike) -> Array:
    """Append what a quadratic surface needs: squares, products, the coordinates and a constant.

    Parameters
    ----------
    X : (n, d) array.  Examples.

    Returns
    -------
    (n, d (d + 3) / 2 + 1) floats
        Rows (x_1^2, ..., x_d^2, x_1 x_2, ..., x_1, ..., x_d, 1); without the constant not even a
        ball can be expressed (ERR-B6).

    Examples
    --------
    >>> quadratic_lift([[2, 3]])
    array([[4., 9., 6., 2., 3., 1.]])
    """
    X = check_points(X)
    i, j = np.triu_indices(X.shape[1], 1)
    return np.column_stack([X**2, X[:, i] * X[:, j], X, np.ones(len(X))])
