r"""What the points of a sample show by themselves: its radius, and the scores and margin of a w.

.. math:: R = \max_i \|x_i\|, \qquad y_i\, w\cdot x_i, \qquad
          \mathrm{margin}(w) = \min_i \frac{y_i\, w\cdot x_i}{\|w\|}
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from .._arithmetic import norm, norms, products
from .._validate import Array, check_direction, check_points, check_sample, check_vector


def radius(X: ArrayLike) -> float:
    """Return R, the largest norm of an example.

    Parameters
    ----------
    X : (n, d) array.  Examples as rows.

    Returns
    -------
    float.  In the unit of X.

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
    w : (d,) array.  Weights, of any length.
    X : (n, d) array.  Examples as rows.
    y : (n,) array.  Labels, -1 or +1.

    Returns
    -------
    (n,) floats.  In the unit of X times that of w.

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
    w : (d,) array.  Weights, not all zero; their length does not matter.
    X, y : (n, d) and (n,) arrays.  As for `scores`.

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


def check_two_sets(P: ArrayLike, Q: ArrayLike) -> tuple[Array, Array]:
    """Return P and Q as float arrays of points of one space, one a row."""
    P, Q = check_points(P, "P"), check_points(Q, "Q")
    if P.shape[1] != Q.shape[1]:
        raise ValueError(f"P and Q must lie in one space; got shapes {P.shape} and {Q.shape}.")
    return P, Q
