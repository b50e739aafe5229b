r"""Scores, margins and the two certificates: a best separator, or a proof that there is none.

For a separable sample

.. math:: \varepsilon = \max_{\|w\|=1} \min_i z_i\cdot w
          = \min\{\|\textstyle\sum_i \lambda_i z_i\| : \lambda \ge 0, \sum_i \lambda_i = 1\}
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arithmetic import norm, norms, products
from ._validate import Array, check_direction, check_points, check_sample, check_vector

__all__ = [
    "Inseparable",
    "MaxMargin",
    "Separable",
    "margin",
    "max_margin",
    "radius",
    "scores",
    "separability",
]

Places = NDArray[np.intp]  # of examples

FEW = 500  # examples up to which all are looked at together
TINY = 1e-11  # a combination this short, against the lengths that it combines, counts as zero


@dataclass(frozen=True, eq=False)
class MaxMargin:
    """The best margin and its certificate: `margin` is reached, `upper` cannot be passed.

    Attributes
    ----------
    margin : float
        Smallest score of w_star, hence reached; same unit as X.
    w_star : (d,) floats
        Unit vector of best margin.
    coef : (n,) floats
        Convex weights; norm(sum_i coef_i z_i) bounds every margin from above.
    upper : float
        That norm.
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

    Raises
    ------
    ValueError, TypeError
        X not a finite, non-empty matrix of real numbers.

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

    Raises
    ------
    ValueError, TypeError
        Shapes that disagree, labels other than -1 and +1, NaN or infinity.

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
    X : (n, d) array
        Examples as rows.
    y : (n,) array
        Labels, -1 or +1.

    Returns
    -------
    float
        min_i y_i (w . x_i) / norm(w), in the unit of X; negative if w errs.

    Raises
    ------
    ValueError, TypeError
        As `scores`, and for w = 0.

    Notes
    -----
    Source: statement A-Def-margin, with the norm that is missing there.

    Examples
    --------
    >>> margin([0, 2], [[2, 1], [0, -3]], [1, -1])
    1.0
    """
    X, y = check_sample(X, y)
    w, _ = _unit_scale(check_direction(w, X.shape[1], largest=np.inf))
    return float(scores(w, X, y).min() / norm(w))


def max_margin(X: ArrayLike, y: ArrayLike) -> MaxMargin:
    r"""Find the best margin of a sample through the origin, with its certificate.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows.
    y : (n,) array
        Labels, -1 or +1.

    Returns
    -------
    MaxMargin
        w_star reaches `margin`, and no unit vector does better than `upper`.

    Raises
    ------
    ValueError, TypeError
        The sample is not separable, `separability` returns the certificate; or not usable.
    ArithmeticError
        The sample is too close to the border for double precision.

    Notes
    -----
    For convex weights lambda and a unit vector w, :math:`\min_i z_i\cdot w \le
    \sum_i \lambda_i z_i\cdot w \le \|\sum_i \lambda_i z_i\|`, with equality when the combination is
    the point of the hull nearest to 0 and w points to it. That point comes from one non-negative
    least-squares problem. Source: statements A-Def-sep, A-Def-margin.

    Numbers: norms from 1e-150 to 1e150. With examples of similar length, R at most, `margin` and
    `upper` differ by about 1e-16 R, so that of a margin eps the first log10(R / eps) of 16 digits
    are lost: margins down to 1e-9 R are right to a millionth, below 1e-11 R the sample counts as
    not separable, or an ArithmeticError says that it cannot be decided.

    Examples
    --------
    >>> best = max_margin([[3, 4], [-4, 3]], [1, 1])
    >>> best.margin, best.coef
    (3.535..., array([0.5, 0.5]))
    """
    X, y = check_sample(X, y)
    Z, unit = _unit_scale(y[:, None] * X)
    coef, p = _nearest_point(Z)
    if (Z @ p).min() <= 0.0:
        if _cancels(coef, Z) or not Z.any(axis=1).all():
            raise ValueError(
                "max_margin needs a separable sample; got one whose signed examples have a convex "
                "combination of length 0. separability(X, y) returns the certificate."
            )
        raise _undecided(coef, unit * Z)
    w_star, _ = _direction(p)
    margin, upper = products(Z, w_star).min(), _direction(coef @ Z)[1]
    return MaxMargin(float(unit * margin), w_star, coef, float(unit * upper))


def separability(X: ArrayLike, y: ArrayLike) -> Separable | Inseparable:
    """Decide whether some w has only positive scores, and prove it either way.

    Parameters
    ----------
    X : (n, d) array
        Examples as rows.
    y : (n,) array
        Labels, -1 or +1.
        All-zero examples and points with both labels are allowed: they make it inseparable.

    Returns
    -------
    Separable
        With the separator; or
    Inseparable
        With convex weights that combine the signed examples to zero.

    Raises
    ------
    ArithmeticError
        The sample is too close to the border for double precision.
    ValueError, TypeError
        For an unusable sample.

    Notes
    -----
    Gordan's alternative: exactly one of the two exists. Source: statements A-Def-sep, E-XOR.

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
    exponents = row_exponents(Z)
    scaled = np.ldexp(Z, -exponents[:, None])  # rounds nothing, and decides the same
    coef, p = _nearest_point(scaled)
    rounding = 2.0 * Z.shape[1] * np.finfo(float).eps * (np.abs(scaled) @ np.abs(p))
    if (scaled @ p > rounding).all():
        w, _ = _direction(p)
        return Separable(w, float(products(Z, w).min()))
    coef = np.ldexp(coef, -exponents)
    coef /= coef.sum()
    if _cancels(coef, Z):
        return Inseparable(coef, float(np.linalg.norm(coef @ Z)))
    raise _undecided(coef, Z)


def _cancels(coef: Array, Z: Array) -> bool:
    """Whether the combination is zero, up to rounding, against the lengths that it combines."""
    return bool(np.linalg.norm(coef @ Z) <= TINY * (coef @ np.linalg.norm(Z, axis=1)))


def _undecided(coef: Array, Z: Array) -> ArithmeticError:
    return ArithmeticError(
        f"The sample is too close to the border to decide in double precision: its best margin is "
        f"at most {np.linalg.norm(coef @ Z):.3g}, with a radius of "
        f"{np.linalg.norm(Z, axis=1).max():.3g}. Rescale the features, or use exact arithmetic."
    )


def _unit_scale(Z: Array) -> tuple[Array, float]:
    """Divide by a power of two, which rounds nothing, so that the largest entry is of size 1."""
    exponent = min(int(np.frexp(np.abs(Z).max())[1]), 1023)  # 2^1024 is no double
    return np.ldexp(Z, -exponent), 2.0**exponent


def _direction(v: Array) -> tuple[Array, float]:
    """Return the unit vector in the direction of v, and the length of v, which may be tiny."""
    scaled, unit = _unit_scale(v)
    length = np.linalg.norm(scaled)
    return scaled / length, float(unit * length)


def row_exponents(Z: Array) -> NDArray[np.int32]:
    """Return for each row the power of two that brings its largest entry to between 1/2 and 1."""
    return np.frexp(np.abs(Z).max(axis=1))[1]


def _nearest_point(Z: Array) -> tuple[Array, Array]:
    """Return convex weights of the point of conv{z_i} nearest to the origin, and that point.

    Of many examples a few are enough: those that are lower than all of them join, until none is.
    """
    n, d = Z.shape
    if n <= FEW:
        return _nearest_of_few(Z)
    some = _lowest(Z @ Z.mean(axis=0), 2 * d + 2)
    while True:
        coef, p = _nearest_of_few(Z[some])
        scores = Z @ p
        lower = np.flatnonzero(scores < scores[some].min())
        if not lower.size or _cancels(coef, Z[some]):
            full = np.zeros(n)
            full[some] = coef
            return full, p
        some = np.union1d(some, lower[_lowest(scores[lower], 2 * d)])


def _lowest(values: Array, k: int) -> Places:
    """Return where the k smallest values stand, in any order; all places if there are fewer."""
    return np.argpartition(values, k)[:k] if values.size > k else np.arange(values.size)


def _nearest_of_few(Z: Array) -> tuple[Array, Array]:
    """Find the nearest point as Wolfe's algorithm (1976) does, from an answer that is nearly right.

    Minimising norm(Z^T mu)^2 + (1 - sum(mu))^2 over mu >= 0 has those weights, up to their sum, as
    its answer: for a fixed sum only the first term is left. The examples it uses are right, or
    nearly, but their combination has lost the digits that cancel in it: project onto their plane
    instead, and let the lowest example join while one lies lower. Where that solver goes round in
    circles (in some versions of scipy sooner) the shortest example is the first answer.
    """
    from scipy.optimize import nnls  # slow to import

    system, target = np.vstack([Z.T, np.ones(len(Z))]), np.r_[np.zeros(Z.shape[1]), 1.0]
    norms = np.linalg.norm(Z, axis=1)
    try:
        mu, _ = nnls(system, target, maxiter=30 * len(Z))
    except RuntimeError:
        mu = np.arange(len(Z)) == norms.argmin()
    used: Places = np.flatnonzero(mu)
    held = mu[used] / mu[used].sum()
    length, rounding = np.inf, 4.0 * Z.shape[1] * np.finfo(float).eps * norms.max()
    while True:
        used, held, p = _nearest_within(Z, used, held)
        length, before = float(np.linalg.norm(p)), length
        scores = Z @ p
        done = _cancels(held, Z[used]) or scores.min() >= p @ p - rounding * length
        if done or length >= before:  # it only ever gets shorter, but for rounding
            coef = np.zeros(len(Z))
            coef[used] = held
            return coef, p
        used, held = np.append(used, scores.argmin()), np.append(held, 0.0)


def _nearest_within(Z: Array, used: Places, held: Array) -> tuple[Places, Array, Array]:
    """Drop examples until the point of their plane nearest to the origin lies in their hull.

    Each time from the combination held towards that point, until a weight is zero: the minor cycle
    of Wolfe's algorithm. A combination that counts as zero is near enough, and each step would take
    the cube of the dimension. Returns the examples left, their weights and the point.
    """
    while True:
        own, p = _nearest_of_plane(Z[used])
        falling = own < 0
        if not falling.any():
            return used, own, p
        if _cancels(held, Z[used]):
            return used, held, held @ Z[used]
        share = np.full(len(used), np.inf)
        share[falling] = held[falling] / (held - own)[falling]
        held = held + share.min() * (own - held)
        stays = (held > 0) & (np.arange(len(used)) != share.argmin())
        used, held = used[stays], held[stays] / held[stays].sum()


def _nearest_of_plane(Z: Array) -> tuple[Array, Array]:
    """Return affine weights of the point nearest to the origin in the plane of all rows, and it."""
    base, edges = Z[0], (Z[1:] - Z[0]).T
    p, steps = base, np.zeros(len(Z) - 1)
    for _ in range(2):  # the second projection removes what rounding left of the first
        step = np.linalg.lstsq(edges, -p, rcond=None)[0]
        p, steps = p + edges @ step, steps + step
    return np.r_[1.0 - steps.sum(), steps], p
