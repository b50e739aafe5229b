r"""Scores, margins and the two certificates: a best separator, or a proof that there is none.

For a separable sample

.. math:: \varepsilon = \max_{\|w\|=1} \min_i z_i\cdot w
          = \min\{\|\textstyle\sum_i \lambda_i z_i\| : \lambda \ge 0, \sum_i \lambda_i = 1\}
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from .._arithmetic import norm, norms, products
from .._validate import Array, check_direction, check_points, check_sample, check_vector
from .separability import Separator, separable


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


def max_margin(X: ArrayLike, y: ArrayLike) -> Separator:
    r"""Find the best margin of a sample through the origin, with its certificate.

    What comes back is what `separable` returns with intercept=False. For convex weights lambda and
    a unit vector w, :math:`\min_i z_i\cdot w \le \sum_i \lambda_i z_i\cdot w \le
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
    found = separable(*check_sample(X, y), intercept=False)
    if isinstance(found, Separator):
        return found
    raise ValueError(
        "max_margin needs a separable sample; got one whose signed examples have a convex "
        "combination of length 0. separable(X, y, intercept=False) returns it."
    )
