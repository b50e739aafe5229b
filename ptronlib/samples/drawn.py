"""Random samples, with a best margin that is known or left open."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .._arithmetic import norm, norms, power, products
from .._validate import Array, check_real, domain
from .sample import Sample, lift


@domain
def linear(
    n: Annotated[int, "[1, inf)"],
    d: Annotated[int, "[1, inf)"],
    margin: Annotated[float, "(0, 1)"],
    rng: np.random.Generator,
) -> Sample:
    """Draw n examples in the unit ball with a best margin, through the origin, known exactly.

    Their norms are at most 1; the best margin is `margin`, that of w_star.

    Two of the signed examples mirror each other in the axis w_star, so that margin * w_star, their
    midpoint, is the point of the hull nearest to 0 whatever the others are.

    Parameters
    ----------
    n, d : int, >= 1.  Number of examples, and their dimension.
    margin : float, in (0, 1).  Best margin.
    rng : Generator.  Draws the sample.

    Examples
    --------
    >>> sample = linear(50, 3, 0.2, np.random.default_rng(7))
    >>> bool(np.isclose((sample.y * (sample.X @ sample.w_star)).min(), 0.2))
    True
    """
    w_star = _direction(d, rng)
    height = np.r_[margin, margin, margin + (1.0 - margin) * rng.random(n)][:n]
    across = _across(w_star, height, rng)
    across[1:2] = -across[:1]
    if n == 1:
        across[:] = 0.0  # alone, it is the nearest point itself
    Z = rng.permutation(height[:, None] * w_star + across)
    y = rng.choice([-1.0, 1.0], n)
    return Sample(y[:, None] * Z, y, w_star, margin)


@domain
def affine(
    n: Annotated[int, "[2, inf)"],
    d: Annotated[int, "[1, inf)"],
    margin: Annotated[float, "(0, 1)"],
    rng: np.random.Generator,
    *,
    bias: float | None = None,
) -> Sample:
    """Draw n examples in the unit ball on two sides of a hyperplane that misses the origin.

    w_star = (w, b) with norm(w) = 1, so that y (w . x + b) >= margin.

    Two of the examples face each other across the hyperplane at the distance 2 * margin. Where
    source C draws b from a normal law, and breaks the hypothesis abs(b) <= 1 of its own theorem in
    32 % of the draws (ERR-C2), here it holds by construction.

    Parameters
    ----------
    n, d : int, >= 2 and >= 1.  Number of examples, of which both labels occur, and their dimension.
    margin : float, in (0, 1).  Best margin in the affine sense: half the distance of the two hulls.
    rng : Generator.  Draws the sample.
    bias : float or None.  b, with abs(b) < 1 - margin; drawn uniformly in that range if None.

    Examples
    --------
    >>> sample = affine(50, 2, 0.1, np.random.default_rng(7), bias=0.5)
    >>> bool(np.isclose((sample.y * (lift(sample.X) @ sample.w_star)).min(), 0.1))
    True
    """
    room = 1.0 - margin
    b = room * (2.0 * rng.random() - 1.0) if bias is None else bias
    b = check_real(b, "bias", -room, room, ends="()")
    w = _direction(d, rng)
    y = np.r_[1.0, -1.0, rng.choice([-1.0, 1.0], n - 2)]
    deepest = 1.0 + y[2:] * b  # down to the sphere
    distance = np.r_[margin, margin, margin + (deepest - margin) * rng.random(n - 2)]
    height = y * distance - b
    across = _across(w, height, rng)
    # face to face, at the smaller of the two widths of the ball
    across[:2] = across[int(abs(height[0]) < abs(height[1]))]
    turn = rng.permutation(n)
    return Sample((height[:, None] * w + across)[turn], y[turn], np.r_[w, b], margin)


@domain
def gaussian_teacher(
    P: Annotated[int, "[1, inf)"], N: Annotated[int, "[1, inf)"], rng: np.random.Generator
) -> Sample:
    """Draw P Gaussian examples of variance 1 / N a coordinate, labelled by a random teacher.

    w_star is the teacher, margin the teacher's; the best margin is usually much larger. Source:
    statement E-(34).

    Parameters
    ----------
    P, N : int, >= 1.  Number of examples, and their dimension.
    rng : Generator.  Draws the sample.

    Examples
    --------
    >>> gaussian_teacher(10, 3, np.random.default_rng(7)).X.shape
    (10, 3)
    """
    teacher = _direction(N, rng)
    X = _normal(rng, (P, N)) / np.sqrt(N)
    heights = products(X, teacher)
    y = np.where(heights > 0, 1.0, -1.0)
    return Sample(X, y, teacher, float(np.abs(heights).min()))


@domain
def flip_labels(
    sample: Sample, rate: Annotated[float, "[0, 1]"], rng: np.random.Generator
) -> Sample:
    """Flip each label with probability rate.

    X and w_star stay; margin is what w_star still has, negative once a label flipped.

    Parameters
    ----------
    sample : Sample.  With a w_star.
    rate : float, in [0, 1].  Probability of a flip.
    rng : Generator.  Draws the sample.

    Examples
    --------
    >>> from ptronlib.samples import orthonormal
    >>> flip_labels(orthonormal(4), 1.0, np.random.default_rng(7)).margin
    -0.5
    """
    if sample.w_star is None:
        raise ValueError("sample must have a w_star to keep; got None, as from xor().")
    y = np.where(rng.random(len(sample.y)) < rate, -sample.y, sample.y)
    X = lift(sample.X) if len(sample.w_star) > sample.X.shape[1] else sample.X
    return Sample(sample.X, y, sample.w_star, float((y * products(X, sample.w_star)).min()))


def _direction(d: int, rng: np.random.Generator) -> Array:
    """Draw a unit vector, uniform on the sphere."""
    g = _normal(rng, (1, d))[0]
    return g / norm(g)


def _across(axis: Array, height: Array, rng: np.random.Generator) -> Array:
    """Draw a vector orthogonal to the axis for each height along it, within the unit ball."""
    n, d = len(height), len(axis)
    if d == 1:
        return np.zeros((n, 1))
    g = _normal(rng, (n, d))
    g -= np.outer(products(g, axis), axis)
    share = np.array([power(u, 1.0 / (d - 1)) for u in rng.random(n)])
    length = share * np.sqrt(np.maximum(0.0, 1.0 - height**2))
    return g * (length / norms(g))[:, None]


def _normal(rng: np.random.Generator, shape: tuple[int, int]) -> Array:
    """Draw normal numbers, rounded to multiples of 2^-32.

    The last bit of a rare one depends on the logarithm of the machine's C library.
    """
    return np.rint(np.ldexp(rng.standard_normal(shape), 32)) * 2.0**-32
