r"""A wall between two convex sets, or two points that nearly touch, found by the perceptron.

.. math:: w_t = \sum_{s\le t} (p_s - q_s), \qquad
          (p_s, q_s) \text{ the pair of smallest } w_{s-1}\cdot(p - q)

Only differences enter: where the two sets lie does not matter, nor does the dimension. With the
origin for the second set it is Farkas's lemma, with a short proof in each case:

.. math:: Ax > 0 \text{ for some } x \quad\text{or}\quad
          \lambda^\top A = 0 \text{ for some } \lambda \ge 0,\ \textstyle\sum_i\lambda_i = 1
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._arithmetic import ROUNDING, inner, norm
from .._validate import check_count, check_points, check_real
from ..core.run import UpdateBudgetExceeded, keep_so_far
from .bodies import Body, ConvexSets
from .certificates import Close, Combination, Solution, Undecided, Wall, picked_sum
from .exact import best_offset, half_above, mean, root_above
from .problem import Problem, two_hulls


def separate_hulls(
    P: ArrayLike | Body, Q: ArrayLike | Body, eps: float, *, max_updates: int = 1_000_000
) -> Wall | Close:
    r"""Separate two bounded convex sets by a wall, or show that they come closer than eps.

    The Wall is true as a condition, the Close false. The two do not exclude each other: sets at a
    distance between eps / 3 and eps may have both, and then either comes back. So it is at a
    distance of exactly eps, and within rounding of it; whichever comes back carries a certificate
    that its `verify` accepts. The threshold is the largest squared length of a difference used so
    far, so the diameter need not be known. Source: statement A-Lem1.6, its proof mended and its
    constants improved; chapter 9.

    Parameters
    ----------
    P, Q : (n, d) array, or Body
        The hull of the rows; or an object whose method ``support(direction)`` returns its point
        farthest in a direction, as `Body` states. If neither is a matrix, one needs an attribute
        `dimension`.
    eps : float, > 0.  In the unit of the points.
    max_updates : int, >= 1.  Give up beyond this many updates.

    Returns
    -------
    Wall
        w is the sum of at most 3 (reach / eps)**2 points of P and as many of -Q, and each set is
        farther than eps / 6 from the wall; or
    Close.  A point of each set, explicit convex combinations, less than eps apart.

    Raises
    ------
    UpdateBudgetExceeded
        After max_updates, which cannot happen if it is at least 3 (diameter / eps)**2 + 1; `.run`
        is then the last pair of averages, as a Close.
    ValueError.  A support oracle contradicts itself.
    Undecided
        The wall is too thin for floating point; or bodies so far from the origin that the last
        digits of their answers are coarser than eps.
    KeyboardInterrupt, MemoryError
        With the last pair of averages as its `run`, as a Close, or None.

    Examples
    --------
    >>> separate_hulls([[0, 0], [0, 1]], [[1, 0], [1, 1]], 0.5)
    Wall(margin 0.5 on each side; w is the sum of 6 points, 2 distinct ones of P and 2 of -Q)
    >>> separate_hulls([[0, 0], [1, 1]], [[0, 1], [1, 0]], 0.5)
    Close(distance 0; p combines 2 points of P, q 2 of Q)
    """
    eps = float(check_real(eps, "eps", 0.0, ends="()"))
    max_updates = check_count(max_updates, "max_updates")
    sets = ConvexSets(P, Q)
    w, beta, T = np.zeros(sets.dimension), 0.0, 0
    try:
        while True:
            p, q = sets.lowest_pair(w)
            z = p - q
            if inner(w, z) > beta:
                return _wall(sets, eps)
            if max_updates == T:
                break
            w += z
            beta = max(beta, inner(z, z))
            sets.taken[0].append(p)
            sets.taken[1].append(q)
            T += 1
            if norm(w) / T < eps and (found := _close(sets, eps)).distance < eps:
                return found
    except (KeyboardInterrupt, MemoryError) as stop:
        keep_so_far(stop, _close(sets, eps) if T else None)
        raise
    raise UpdateBudgetExceeded(
        f"Stopped after {max_updates} updates, with two points at distance {norm(w) / T:g} and no "
        f"wall. Raise max_updates: {3 * beta / eps**2 + 1:.3g} are enough unless a longer "
        f"difference turns up; or raise eps.",
        _close(sets, eps),
    )


def farkas(A: ArrayLike, eps: float, *, max_updates: int = 1_000_000) -> Solution | Combination:
    """Solve A x > 0 with a margin, or combine few rows to a vector shorter than eps.

    The Solution is true as a condition, the Combination false. Few rows are enough for either.
    Where the best margin lies between eps / 3 and eps both exist.

    It is `separate_hulls` with the origin for the second set. Source: statement A-Farkas;
    chapter 9.

    Parameters
    ----------
    A : (n, d) array.  One inequality a row.
    eps : float, > 0.  In the unit of the rows.
    max_updates : int, >= 1.  Give up beyond this many updates.

    Raises
    ------
    UpdateBudgetExceeded.  After max_updates.

    Examples
    --------
    >>> farkas([[1, 1], [1, -1]], 0.5).x
    array([4., 0.])
    >>> farkas([[1, 0], [-1, 0]], 0.5).coef
    array([0.5, 0.5])
    """
    A = check_points(A, "A")
    found = separate_hulls(A, np.zeros((1, A.shape[1])), eps, max_updates=max_updates)
    counts = np.zeros(len(A), dtype=np.intp)
    for point, count in zip(found.P.points, found.P.counts, strict=True):
        counts[np.argmax((point == A).all(axis=1))] = count
    if isinstance(found, Wall):
        _, margin, _ = best_offset(Problem(A), found.w)
        return Solution(found.w, margin, counts, eps)
    return Combination(counts, found.distance, eps)


def _wall(sets: ConvexSets, eps: float) -> Wall:
    """Return the wall along the sum of what was taken, half-way between the sets."""
    P, Q = sets.picks()
    total = picked_sum(P, Q)
    w = total.astype(float)
    upper = half_above(root_above(total @ total / P.steps.size**2))
    facing, _ = sets.facing(w)
    b, margin, origin = best_offset(two_hulls(*facing), w)
    if not margin or 6 * margin < eps * (1 - ROUNDING):
        message = (
            "The wall found is too thin for floating point. Round or rescale the sets; bodies that "
            "lie far from the origin should be moved there, both by the same vector."
        )
        raise Undecided(message, upper)
    return Wall(P, Q, eps, w, b, margin, upper, origin)


def _close(sets: ConvexSets, eps: float) -> Close:
    """Return the means of what was taken from each set."""
    P, Q = sets.picks()
    total = picked_sum(P, Q)
    distance = root_above(total @ total / P.steps.size**2)
    return Close(P, Q, eps, mean(P.points, P.counts), mean(Q.points, Q.counts), distance)
