r"""Scores, margins and the two certificates: a best separator, or a proof that there is none.

For a separable sample

.. math:: \varepsilon = \max_{\|w\|=1} \min_i z_i\cdot w
          = \min\{\|\textstyle\sum_i \lambda_i z_i\| : \lambda \ge 0, \sum_i \lambda_i = 1\}
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._arithmetic import norm, norms, products
from .._validate import Array, check_direction, check_points, check_sample, check_vector
from .hull import cancels, nearest_point


@dataclass(frozen=True, eq=False)
class MaxMargin:
    """The best margin and its certificate: `margin` is reached, `upper` cannot be passed.

    margin is the smallest score of the unit vector w_star, (d,). With the convex weights coef,
    (n,), upper = norm(sum_i coef_i z_i) bounds every margin from above.
    """

    margin: float
    w_star: Array
    coef: Array
    upper: float


@dataclass(frozen=True, eq=False)
class Separable:
    """A separator: every score of the unit vector w is at least margin, which is positive."""

    w: Array
    margin: float


@dataclass(frozen=True, eq=False)
class Inseparable:
    """Gordan's certificate: coef >= 0 sums to 1 and sum_i coef_i z_i = 0, up to residual.

    Every w then has a score <= 0, for the coef-weighted mean of its scores is 0.
    """

    coef: Array
    residual: float


def radius(X: ArrayLike) -> float:
    """Return R, the largest norm of an example.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows.

    Returns
    -------
    float
        In the unit of X.

    Examples
    --------
    >>> radius([[3, 4], [1, 1]])
    5.0
    """
    return float(norms(check_points(X)).max())


def scores(w: ArrayLike, X: ArrayLike, y: ArrayLike) -> Array:
    """Return the signed scores y_i (w . x_i): positive where w is right.

    Parameters
    ----------
    w : (d,) array
        Weights, of any length.
    X : (n, d) array
        Examples as rows.
    y : (n,) array
        Labels, -1 or +1.

    Returns
    -------
    (n,) floats
        In the unit of X times that of w.

    Examples
    --------
    >>> scores([1, -1], [[2, 1], [0, 3]], [1, -1])
    array([1., 3.])
    """
    X, y = check_sample(X, y)
    return y * products(X, check_vector(w, X.shape[1]))


def margin(w: ArrayLike, X: ArrayLike, y: ArrayLike) -> float:
    """Return the smallest signed distance of an example from the hyperplane of w.

    Parameters
    ----------
    w : (d,) array
        Weights, not all zero; their length does not matter.
    X, y : (n, d) and (n,) arrays
        As for `scores`.

    Returns
    -------
    float
        min_i y_i (w . x_i) / norm(w), in the unit of X; negative if w errs. Source: statement
        A-Def-margin, with the norm that is missing there.

    Examples
    --------
    >>> margin([0, 2], [[2, 1], [0, -3]], [1, -1])
    1.0
    """
    X, y = check_sample(X, y)
    w = check_direction(w, X.shape[1])
    return float(scores(w, X, y).min() / norm(w))


def max_margin(X: ArrayLike, y: ArrayLike) -> MaxMargin:
    r"""Find the best margin of a sample through the origin, with its certificate.

    Parameters
    ----------
    X, y : (n, d) and (n,) arrays
        As for `scores`.

    Returns
    -------
    MaxMargin
        w_star reaches `margin`, and no unit vector does better than `upper`.

    Raises
    ------
    ValueError
        The sample is not separable: `separability` returns the certificate.
    ArithmeticError
        The sample is too close to the border for double precision.

    Notes
    -----
    For convex weights lambda and a unit vector w, :math:`\min_i z_i\cdot w \le
    \sum_i \lambda_i z_i\cdot w \le \|\sum_i \lambda_i z_i\|`, with equality when the combination is
    the point of the hull nearest to 0 and w points to it. Of a margin eps the first log10(R / eps)
    of 16 digits are lost, and below 1e-11 R a sample counts as not separable. Source: statements
    A-Def-sep, A-Def-margin.

    Examples
    --------
    >>> best = max_margin([[3, 4], [-4, 3]], [1, 1])
    >>> best.margin, best.coef
    (3.535..., array([0.5, 0.5]))
    """
    X, y = check_sample(X, y)
    Z = y[:, None] * X
    coef, p = nearest_point(Z)
    if (Z @ p).min() <= 0.0:
        if cancels(coef, Z) or not Z.any(axis=1).all():
            raise ValueError(
                "max_margin needs a separable sample; got one whose signed examples have a convex "
                "combination of length 0. separability(X, y) returns the certificate."
            )
        raise _undecided(coef, Z)
    w_star = p / np.linalg.norm(p)
    upper = float(np.linalg.norm(coef @ Z))
    return MaxMargin(float(products(Z, w_star).min()), w_star, coef, upper)


def separability(X: ArrayLike, y: ArrayLike) -> Separable | Inseparable:
    """Decide whether some w has only positive scores, and prove it either way.

    Parameters
    ----------
    X, y : (n, d) and (n,) arrays
        As for `scores`. All-zero examples and points with both labels make a sample inseparable.

    Returns
    -------
    Separable or Inseparable
        The separator; or convex weights that combine the signed examples to zero. By Gordan's
        alternative exactly one of the two exists. Source: statements A-Def-sep, E-XOR.

    Raises
    ------
    ArithmeticError
        The sample is too close to the border for double precision.

    Examples
    --------
    >>> separability([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]], [-1, 1, 1, -1]).coef
    array([0.25, 0.25, 0.25, 0.25])
    """
    X, y = check_sample(X, y)
    Z = y[:, None] * X
    zero = ~Z.any(axis=1)
    if zero.any():  # a combination by itself
        return Inseparable(zero / zero.sum(), 0.0)
    sizes = 2.0 ** np.frexp(np.abs(Z).max(axis=1))[1]
    scaled = Z / sizes[:, None]  # rounds nothing, and decides the same
    coef, p = nearest_point(scaled)
    rounding = 2.0 * Z.shape[1] * np.finfo(float).eps * (np.abs(scaled) @ np.abs(p))
    if (scaled @ p > rounding).all():
        w = p / np.linalg.norm(p)
        return Separable(w, float(products(Z, w).min()))
    coef = coef / sizes / (coef / sizes).sum()
    if cancels(coef, Z):
        return Inseparable(coef, float(np.linalg.norm(coef @ Z)))
    raise _undecided(coef, Z)


def _undecided(coef: Array, Z: Array) -> ArithmeticError:
    return ArithmeticError(
        f"The sample is too close to the border to decide in double precision: its best margin is "
        f"at most {np.linalg.norm(coef @ Z):.3g}, with a radius of "
        f"{np.linalg.norm(Z, axis=1).max():.3g}. Rescale the features, or use exact arithmetic."
    )
