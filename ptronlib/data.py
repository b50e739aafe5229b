r"""Samples with a known answer, and the lifts that change what is separable.

.. math:: z_i\cdot w_* \ge \mathrm{margin}, \qquad \|w_*\| = 1
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ._validate import Array, check_count, check_points, check_real, check_rng
from .betas import BetaRule

HAIR = 1e-12  # relative: keeps a score that should be 0 from being rounded to a positive number
NUDGE = 1e-9  # keeps a score that should be the threshold from being rounded to a larger number
LONGEST_STREAM = 10**6
LONGEST = 10_000_000  # mistakes that an adversary may be asked for


@dataclass(frozen=True, eq=False)
class Sample:
    """Examples with labels and the truth about them.

    Attributes
    ----------
    X : (n, d) floats
        Examples, one a row.
    y : (n,) floats
        Labels, -1.0 or +1.0.
    w_star : floats
        Unit vector of margin `margin`, the best there is unless the generator says
        otherwise; None where no vector separates. For `affine` it is (w, b) with w a unit vector.
    margin : float
        Its smallest score; same unit as X; 0 where no vector separates.
    """

    X: Array
    y: Array
    w_star: Array | None
    margin: float


def linear(n: int, d: int, margin: float, rng: np.random.Generator) -> Sample:
    """Draw n examples in the unit ball with a best margin, through the origin, known exactly.

    Parameters
    ----------
    n : int, >= 1
        Examples.
    d : int, >= 1
        Dimension.
    margin : float, in (0, 1)
        Best margin.
    rng : Generator
        Draws the sample.

    Returns
    -------
    Sample
        Of norms at most 1; the best margin is `margin`, that of w_star.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    Two of the signed examples mirror each other in the axis w_star, so that margin * w_star, their
    midpoint, is the point of the hull nearest to 0 whatever the others are.

    Examples
    --------
    >>> sample = linear(50, 3, 0.2, np.random.default_rng(7))
    >>> bool(np.isclose((sample.y * (sample.X @ sample.w_star)).min(), 0.2))
    True
    """
    n, d = check_count(n, "n"), check_count(d, "d")
    margin = check_real(margin, "margin", 0.0, 1.0, ends="()")
    check_rng(rng, "which draws the sample")
    w_star = _directions(1, d, rng)[0]
    height = np.r_[margin, margin, rng.uniform(margin, 1.0, n)][:n]
    across = _across(w_star, height, rng)
    across[1:2] = -across[:1]
    if n == 1:
        across[:] = 0.0  # alone, it is the nearest point itself
    Z = rng.permutation(height[:, None] * w_star + across)
    y = rng.choice([-1.0, 1.0], n)
    return Sample(y[:, None] * Z, y, w_star, margin)


def affine(
    n: int, d: int, margin: float, rng: np.random.Generator, *, bias: float | None = None
) -> Sample:
    """Draw n examples in the unit ball on two sides of a hyperplane that misses the origin.

    Parameters
    ----------
    n : int, >= 2
        Examples; both labels occur.
    d : int, >= 1
        Dimension.
    margin : float, in (0, 1)
        Best margin in the affine sense: half the distance of the two hulls.
    rng : Generator
        Draws the sample.
    bias : float or None
        b, with abs(b) < 1 - margin; drawn uniformly in that range if None.

    Returns
    -------
    Sample
        w_star = (w, b) with norm(w) = 1, so that y (w . x + b) >= margin.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    Two of the examples face each other across the hyperplane at the distance 2 * margin. Where
    source C draws b from a normal law, and breaks the hypothesis abs(b) <= 1 of its own theorem in
    32 % of the draws (ERR-C2), here it holds by construction.

    Examples
    --------
    >>> sample = affine(50, 2, 0.1, np.random.default_rng(7), bias=0.5)
    >>> bool(np.isclose((sample.y * (lift(sample.X) @ sample.w_star)).min(), 0.1))
    True
    """
    n, d = check_count(n, "n", 2), check_count(d, "d")
    margin = check_real(margin, "margin", 0.0, 1.0, ends="()")
    check_rng(rng, "which draws the sample")
    room = 1.0 - margin
    b = rng.uniform(-room, room) if bias is None else bias
    b = check_real(b, "bias", -room, room, ends="()")
    w = _directions(1, d, rng)[0]
    y = np.r_[1.0, -1.0, rng.choice([-1.0, 1.0], n - 2)]
    distance = np.r_[margin, margin, rng.uniform(margin, 1.0 + y[2:] * b)]  # down to the sphere
    height = y * distance - b
    across = _across(w, height, rng)
    if abs(height[0]) < abs(height[1]):
        across[0] = across[1]  # face to face, at the smaller of the two widths of the ball
    else:
        across[1] = across[0]
    turn = rng.permutation(n)
    return Sample((height[:, None] * w + across)[turn], y[turn], np.r_[w, b], margin)


def orthonormal(d: int) -> Sample:
    """Return the d unit vectors, labels alternating: d mistakes, exactly R**2 / margin**2.

    Parameters
    ----------
    d : int, >= 1
        Dimension and number of examples.

    Returns
    -------
    Sample
        Best margin 1 / sqrt(d). Source: statement A-Nov, its tight case.

    Raises
    ------
    ValueError, TypeError
        If d is not a positive integer.

    Examples
    --------
    >>> orthonormal(4).margin
    0.5
    """
    d = check_count(d, "d")
    y = np.where(np.arange(d) % 2, -1.0, 1.0)
    return Sample(np.eye(d), y, y / np.sqrt(d), float(1.0 / np.sqrt(d)))


def exponential(d: int) -> Sample:
    """Return the sample on which the perceptron makes (4**d - 1) / 3 mistakes in every order.

    Parameters
    ----------
    d : int, 1 <= d <= 500
        Dimension and number of examples.

    Returns
    -------
    Sample
        Signed examples (-1, ..., -1, +1, 0, ..., 0); best margin sqrt(3 / (4**d - 1)).

    Raises
    ------
    ValueError, TypeError
        If d is not an integer from 1 to 500, where 4**d leaves the floats.

    Notes
    -----
    Source: statements B-Table1.3 and B-Cor1.3, mended.

    Examples
    --------
    >>> exponential(3).X
    array([[ 1., 0., 0.],
           [ 1., -1., 0.],
           [-1., -1., 1.]])
    """
    d = check_count(d, "d", 1, 500)
    y = np.where(np.arange(d) % 2, -1.0, 1.0)
    Z = np.eye(d) - np.tril(np.ones((d, d)), -1)
    powers = 2.0 ** np.arange(d)
    margin = np.sqrt(3.0 / (4.0**d - 1.0))
    return Sample(y[:, None] * Z + 0.0, y, powers * margin, float(margin))


def xor() -> Sample:
    """Return the four points of exclusive or, separable neither through the origin nor affinely.

    Returns
    -------
    Sample
        X in {0, 1}, w_star None, margin 0. Lift it before a run: its first example is zero.
        Source: statement E-XOR.

    Examples
    --------
    >>> xor().y
    array([-1., 1., 1., -1.])
    """
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    return Sample(X, np.array([-1.0, 1.0, 1.0, -1.0]), None, 0.0)


def two_points(eps: float) -> Sample:
    """Return (c, eps) and (-c, eps), both labelled +1, with c = sqrt(1 - eps**2).

    Parameters
    ----------
    eps : float, in (0, 1]
        Best margin.

    Returns
    -------
    Sample
        Of norms 1. Source: statement A-Ex2.1.

    Raises
    ------
    ValueError, TypeError
        Outside that domain.

    Examples
    --------
    >>> two_points(0.6).X
    array([[ 0.8, 0.6],
           [-0.8, 0.6]])
    """
    eps = check_real(eps, "eps", 0.0, 1.0, ends="(]")
    c = np.sqrt(1.0 - eps**2)
    return Sample(np.array([[c, eps], [-c, eps]]), np.ones(2), np.array([0.0, 1.0]), eps)


def affine_adversary(R: float, bias: float, eps: float) -> Sample:
    r"""Build a stream on which a learned bias costs nearly the (1 + b^2)(R^2 + 1)/eps^2 mistakes.

    Parameters
    ----------
    R : float, > 0
        Norm of the examples.
    bias : float
        b_star, with abs(bias) + eps <= R, so that both labels fit into the ball.
    eps : float, > 0
        Margin y (w_star . x + b_star) of every example.

    Returns
    -------
    Sample
        In three dimensions, w_star = (1, 0, 0, bias), margin eps. Examined in order after
        `lift`, every example is a mistake. The margin is the planted one, not always the best.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    Each example advances w . w_star by eps only, and lies (a hair beyond) orthogonal to w, so that
    norm(w)^2 grows by all of R^2 + 1. Where abs(bias) + eps comes close to R there is too little
    room to stay orthogonal, and the stream ends earlier. Source: the examples of ERR-C1, made
    explicit.

    Examples
    --------
    >>> len(affine_adversary(4.0, -3.0, 0.5).X)  # the bound is 680
    678
    """
    R, eps = check_real(R, "R", 0.0, ends="()"), check_real(eps, "eps", 0.0, ends="()")
    bias = check_real(bias, "bias", eps - R, R - eps)
    most = (1 + bias**2) * (R**2 + 1) / eps**2
    if most > LONGEST:
        raise ValueError(
            f"The stream may have at most {LONGEST:,} examples; got a bound of {most:.3g}. "
            f"Take a larger eps, or a smaller R or bias."
        )
    w, rows, labels = np.zeros(4), [], []
    while True:
        found = [_orthogonal_mistake(w, y, y * eps - bias, R) for y in (1.0, -1.0)]
        z = max((z for z in found if z @ w <= 0), key=lambda z: z @ w, default=None)
        if z is None:
            break
        w = w + z
        labels.append(z[3])
        rows.append(z[3] * z[:3])
    return Sample(np.array(rows), np.array(labels), np.array([1.0, 0.0, 0.0, bias]), eps)


def _orthogonal_mistake(w: Array, y: float, height: float, R: float) -> Array:
    """Return y (height, c, 1) with norm(height, c) = R, as close to orthogonal to w as can be."""
    width = np.sqrt(R**2 - height**2)
    across, length = w[1:3], np.hypot(w[1], w[2])
    if length == 0.0:
        return y * np.array([height, width, 0.0, 1.0])
    hair = y * HAIR * (1.0 + R * np.linalg.norm(w))
    wanted = -(height * w[0] + w[3] + hair) / length
    along = np.clip(wanted, -width, width)
    direction = across / length
    c = along * direction + np.sqrt(width**2 - along**2) * np.array([-direction[1], direction[0]])
    return y * np.array([height, c[0], c[1], 1.0])


def cosine_adversary(sigma: float, cosine: float) -> tuple[Sample, Array]:
    r"""Build a sample and a start on which the cosine perceptron needs all updates of its bound.

    Parameters
    ----------
    sigma : float, 0 < sigma < 1
        The threshold it is to be run with.
    cosine : float, 0 < cosine < 1
        Of the angle between the start and w_star.

    Returns
    -------
    Sample
        In three dimensions, all scores of w_star = (0, 0, 1) equal to 0, margin 0.
    w_init : (3,) floats
        The start, a unit vector.

    Raises
    ------
    ValueError, TypeError
        Outside those domains, or so large a sigma that the bound is below 1.

    Notes
    -----
    Each example is orthogonal to w_star, so that it brings no progress, and stands (a hair beyond)
    at the cosine -sigma to the w that meets it, so that as little length as possible is lost.
    Source: statement B-Thm2.1, its tight case.

    Examples
    --------
    >>> len(cosine_adversary(0.5, 0.1)[0].X)  # the bound is 16.008
    16
    """
    sigma = check_real(sigma, "sigma", 0.0, 1.0, ends="()")
    cosine = check_real(cosine, "cosine", 0.0, 1.0, ends="()")
    w = w_init = np.array([np.sqrt(1 - cosine**2), 0.0, cosine])
    rows = []
    while True:
        across, wanted = np.hypot(w[0], w[1]), (1 + NUDGE) * sigma * np.linalg.norm(w)
        if wanted > across:
            break
        away = np.array([w[0], w[1], 0.0]) / across
        turned = np.array([-away[1], away[0], 0.0])
        rows.append(-wanted / across * away + np.sqrt(1 - (wanted / across) ** 2) * turned)
        w = w - (rows[-1] @ w) * rows[-1]
    if not rows:
        raise ValueError(
            f"sigma must leave room for an update, sigma^2 + cosine^2 < 1; got "
            f"{sigma} and {cosine}."
        )
    return Sample(np.array(rows), np.ones(len(rows)), np.array([0.0, 0.0, 1.0]), 0.0), w_init


def small_margin(delta: float) -> Sample:
    """Return two unit vectors on which the perceptron stops at once, with the margin delta.

    Parameters
    ----------
    delta : float, in (0, 1)
        Cosine of the angle between them.

    Returns
    -------
    Sample
        (1, 0) and (delta, sqrt(1 - delta^2)), both labelled +1; the best margin is
        sqrt((1 + delta) / 2), more than 0.7 however small delta is.

    Raises
    ------
    ValueError, TypeError
        Outside that domain.

    Notes
    -----
    One update makes w the first example, and the second then has the score delta. Source:
    statement A-Rem-smallmargin.

    Examples
    --------
    >>> small_margin(0.28).margin
    0.8
    """
    delta = check_real(delta, "delta", 0.0, 1.0, ends="()")
    X = np.array([[1.0, 0.0], [delta, np.sqrt(1.0 - delta**2)]])
    w = X.sum(axis=0)
    return Sample(X, np.ones(2), w / np.linalg.norm(w), float(np.sqrt((1.0 + delta) / 2.0)))


def threshold_adversary(
    rule: BetaRule, R: float, eps: float, *, first: float | None = None
) -> Sample:
    r"""Build a stream on which the bounds of a rule, on updates and margin, are all but attained.

    Parameters
    ----------
    rule : BetaRule
        The thresholds to be met.
    R : float, > 0
        Norm of the examples.
    eps : float, in (0, R)
        Best margin; it takes about as many examples as the bound on the updates says.
    first : float or None
        Norm of the first example, in (eps, R]; R if None.

    Returns
    -------
    Sample
        In three dimensions, all labels +1, w_star = (1, 0, 0). Examined in order, all examples but
        the last three are mistakes.

    Raises
    ------
    ValueError, TypeError
        Outside those domains, or for a stream of more than a million examples.

    Notes
    -----
    Each example advances w . w_star by eps only and scores (a hair less than) the threshold, so
    that norm(w)^2 grows by all of 2 beta + R^2; where it can be done the last of them is turned so
    that afterwards all scores are above the threshold, but barely. Three examples are appended,
    one with the smallest score there is, so placed that w_star is best. Source: our own.

    Examples
    --------
    >>> from ptronlib.betas import constant
    >>> len(threshold_adversary(constant(1.0), 1.0, 0.1).X)  # the bound is 300 updates
    301
    """
    if not isinstance(rule, BetaRule):
        raise TypeError(
            f"rule must be a BetaRule; got {type(rule).__name__}. Use betas.constant(beta)."
        )
    R = check_real(R, "R", 0.0, ends="()")
    eps = check_real(eps, "eps", 0.0, R, ends="()")
    first = check_real(R if first is None else first, "first", eps, R, ends="(]")
    width = np.sqrt(R**2 - eps**2)
    rows, ending = [np.array([eps, np.sqrt(first**2 - eps**2), 0.0])], None
    w, beta = rows[0], rule.next(rule.start, 1, first**2)
    while len(rows) <= LONGEST_STREAM:
        length = np.hypot(w[1], w[2])
        c = min((beta - NUDGE * R**2 - eps * w[0]) / length, width)
        if c < -width:
            return _closed(rows, ending, w, R, eps)
        after = rule.next(beta, len(rows) + 1, R**2)
        # the length across the axis from which the smallest score is just above the threshold
        goal = (eps * (w[0] + eps) - after - NUDGE * R**2) / width
        last = (goal**2 - length**2 - width**2) / (2.0 * length)
        if goal > 0.0 and -width <= last <= c:
            ending = len(rows), _on_circle(w, last, width, eps)
        rows.append(_on_circle(w, c, width, eps))
        w, beta = w + rows[-1], after
    raise ValueError(
        f"The stream must have at most {LONGEST_STREAM} examples; eps={eps:g} with R={R:g} and "
        f"{rule} asks for more. Take a larger eps."
    )


def _on_circle(w: Array, along: float, width: float, eps: float) -> Array:
    """Return (eps, c) with norm(c) = width and the part `along` of c in the direction of w."""
    direction = w[1:] / np.hypot(w[1], w[2])
    across = np.sqrt(width**2 - along**2) * np.array([-direction[1], direction[0]])
    return np.r_[eps, along * direction + across]


def _closed(rows: list[Array], ending: tuple | None, w: Array, R: float, eps: float) -> Sample:
    """End the stream where the smallest score is lowest, and append three examples that pass."""
    if ending is not None:
        rows = [*rows[: ending[0]], ending[1]]
        w = np.sum(rows, axis=0)
    down = -w[1:] / np.hypot(w[1], w[2])
    side = np.sqrt(0.75) * np.array([-down[1], down[0]])
    three = np.sqrt(R**2 - eps**2) * np.array([down, side - 0.5 * down, -side - 0.5 * down])
    X = np.vstack([*rows, np.column_stack([np.full(3, eps), three])])
    return Sample(X, np.ones(len(X)), np.array([1.0, 0.0, 0.0]), eps)


def gaussian_teacher(P: int, N: int, rng: np.random.Generator) -> Sample:
    """Draw P Gaussian examples of variance 1 / N a coordinate, labelled by a random teacher.

    Parameters
    ----------
    P : int, >= 1
        Examples.
    N : int, >= 1
        Dimension.
    rng : Generator
        Draws the sample.

    Returns
    -------
    Sample
        w_star is the teacher, margin the teacher's; the best margin is usually much larger.
        Source: statement E-(34).

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Examples
    --------
    >>> gaussian_teacher(10, 3, np.random.default_rng(7)).X.shape
    (10, 3)
    """
    P, N = check_count(P, "P"), check_count(N, "N")
    check_rng(rng, "which draws the sample")
    teacher = _directions(1, N, rng)[0]
    X = rng.standard_normal((P, N)) / np.sqrt(N)
    heights = X @ teacher
    y = np.where(heights > 0, 1.0, -1.0)
    return Sample(X, y, teacher, float(np.abs(heights).min()))


def flip_labels(sample: Sample, rate: float, rng: np.random.Generator) -> Sample:
    """Flip each label with probability rate.

    Parameters
    ----------
    sample : Sample
        With a w_star.
    rate : float, in [0, 1]
        Probability of a flip.
    rng : Generator
        Draws the sample.

    Returns
    -------
    Sample
        The same X and w_star; margin is what w_star still has, negative once a label flipped.

    Raises
    ------
    ValueError, TypeError
        Outside those domains, or for a sample without w_star.

    Examples
    --------
    >>> flip_labels(orthonormal(4), 1.0, np.random.default_rng(7)).margin
    -0.5
    """
    if not isinstance(sample, Sample):
        raise TypeError(f"sample must be a Sample; got {type(sample).__name__}.")
    rate = check_real(rate, "rate", 0.0, 1.0)
    check_rng(rng, "which draws the flips")
    if sample.w_star is None:
        raise ValueError("sample must have a w_star to keep; got None, as from xor().")
    y = np.where(rng.random(len(sample.y)) < rate, -sample.y, sample.y)
    X = lift(sample.X) if len(sample.w_star) > sample.X.shape[1] else sample.X
    return Sample(sample.X, y, sample.w_star, float((y * (X @ sample.w_star)).min()))


def lift(X: ArrayLike, scale: float = 1.0) -> Array:
    """Append a constant coordinate, so that a hyperplane through the origin can move off it.

    Parameters
    ----------
    X : (n, d) array
        Examples.
    scale : float, > 0
        The constant; best of the order of radius(X).

    Returns
    -------
    (n, d + 1) floats
        Rows (x, scale). The last weight times scale is the bias.

    Raises
    ------
    ValueError, TypeError
        X not a finite, non-empty matrix, scale not positive.

    Notes
    -----
    With scale = R a sample of affine margin gamma and both labels has R'^2 / eps'^2 <= 4 R^2 /
    gamma^2 after the lift. Source: statement A-Fn1.

    Examples
    --------
    >>> lift([[999], [1001]], scale=1001)
    array([[ 999., 1001.],
           [1001., 1001.]])
    """
    X = check_points(X)
    return np.column_stack([X, np.full(len(X), check_real(scale, "scale", 0.0, ends="()"))])


def quadratic_lift(X: ArrayLike) -> Array:
    """Append what a quadratic surface needs: squares, products, the coordinates and a constant.

    Parameters
    ----------
    X : (n, d) array
        Examples.

    Returns
    -------
    (n, d (d + 3) / 2 + 1) floats
        Rows (x_1^2, ..., x_d^2, x_1 x_2, ..., x_1, ..., x_d, 1).

    Raises
    ------
    ValueError, TypeError
        X not a finite, non-empty matrix.

    Notes
    -----
    Without the constant not even a ball can be expressed (ERR-B6).

    Examples
    --------
    >>> quadratic_lift([[2, 3]])
    array([[4., 9., 6., 2., 3., 1.]])
    """
    X = check_points(X)
    i, j = np.triu_indices(X.shape[1], 1)
    return np.column_stack([X**2, X[:, i] * X[:, j], X, np.ones(len(X))])


def _directions(n: int, d: int, rng: np.random.Generator) -> Array:
    """Draw n unit vectors, uniform on the sphere."""
    g = rng.standard_normal((n, d))
    return g / np.linalg.norm(g, axis=1, keepdims=True)


def _across(axis: Array, height: Array, rng: np.random.Generator) -> Array:
    """Draw a vector orthogonal to the axis for each height along it, within the unit ball."""
    n, d = len(height), len(axis)
    if d == 1:
        return np.zeros((n, 1))
    g = rng.standard_normal((n, d))
    g -= np.outer(g @ axis, axis)
    length = rng.random(n) ** (1.0 / (d - 1)) * np.sqrt(np.maximum(0.0, 1.0 - height**2))
    return g * (length / np.linalg.norm(g, axis=1))[:, None]
