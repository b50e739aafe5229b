"""All labelings of a few points, and the best margin of each through the origin."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Any

import numpy as np
from numpy.typing import ArrayLike

from .._arithmetic import ROUNDING
from .._validate import Array, check_points, domain


@domain
def labelings(n: Annotated[int, "[1, 16]"]) -> Array:
    """List the labelings of n points, one of each pair Y and -Y: that with Y_0 = 1.

    Parameters
    ----------
    n : int, 1 <= n <= 16.  Points; 2^15 labelings take less than a minute.

    Returns
    -------
    (2 ** (n - 1), n) floats
        Through the origin Y and -Y have the same margin, so half of them tell all.

    Examples
    --------
    >>> labelings(3)
    array([[ 1., 1., 1.],
           [ 1., 1., -1.],
           [ 1., -1., 1.],
           [ 1., -1., -1.]])
    """
    bits = np.arange(2 ** (n - 1))[:, None] >> np.arange(n - 1, -1, -1) & 1
    return 1.0 - 2.0 * bits.astype(np.float64)


def margins_of_labelings(X: ArrayLike) -> Array:
    r"""Compute the best margin through the origin of every labeling of a sample.

    The nearest point of a hull is a combination of independent points, at most d. Let w have the
    score 1 with them, be a combination of them with weights that have the signs of the labels, and
    score at least 1 with all the others: then w / norm(w) is best, and its margin is 1 / norm(w).
    So each set of points is tried with each of its labelings, and what w says of the other points
    completes the labeling that has this margin. Margins below 1e-8 of R may be lost in rounding.

    Parameters
    ----------
    X : (n, d) array.  At most 16 points.

    Returns
    -------
    (2 ** (n - 1),) floats
        In the order of `labelings(n)`, 0 for those that nothing separates; same unit as X. It is
        the distance of the hull of the signed points from the origin.

    Examples
    --------
    >>> margins_of_labelings(np.eye(4))
    array([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    """
    points = check_points(X)
    n = len(points)
    margins, places = np.full(len(labelings(n)), np.inf), 2 ** np.arange(n)[::-1]
    if points.shape[1] > n:  # the same inner products in n dimensions
        upper: Any = np.linalg.qr(points.T, mode="r")
        points = upper.T
    for size in range(1, min(points.shape) + 1):
        Y = labelings(size).T
        sets = np.array(list(combinations(range(n), size)))
        for to_w in np.linalg.pinv(points[sets], rcond=ROUNDING):
            W = to_w @ Y[:, (Y * (to_w.T @ to_w @ Y) >= 0.0).all(axis=0)]
            scores = points @ W
            kept = (np.abs(scores) >= 1.0 - ROUNDING).all(axis=0)
            negative = scores[:, kept] * np.sign(scores[0, kept]) < 0
            np.minimum.at(margins, places @ negative, 1.0 / np.linalg.norm(W[:, kept], axis=0))
    return np.where(np.isfinite(margins), margins, 0.0)
