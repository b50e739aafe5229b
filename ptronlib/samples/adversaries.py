"""Samples, of 100,000 examples at most, that make an algorithm work as its bound allows."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .._arithmetic import inner, norm
from .._validate import Array, check_real, domain, refuse_where
from ..core.betas import BetaRule
from .sample import Sample

HAIR = 1e-12  # relative: keeps a score that should be 0 from being rounded to a positive number
NUDGE = 1e-9  # keeps a score that should be the threshold from being rounded to a larger number
MAX_EXAMPLES = 10**5


@domain
def affine_adversary(
    R: Annotated[float, "(0, inf)"], bias: float, eps: Annotated[float, "(0, R]"]
) -> Sample:
    r"""Build a stream on which a learned bias costs nearly the (1 + b^2)(R^2 + 1)/eps^2 mistakes.

    In three dimensions, w_star = (1, 0, 0, bias), margin eps. Examined in order after `lift`, every
    example is a mistake. The margin is the planted one, not always the best.

    Each example advances w . w_star by eps only, and lies (a hair beyond) orthogonal to w, so that
    norm(w)^2 grows by all of R^2 + 1. It has the label -sign(bias), whose side of the hyperplane is
    the farther one from the origin, as long as such an example can be a mistake. Where abs(bias) +
    eps is R there is no room to stay orthogonal, and the stream ends earlier. Source: the examples
    of ERR-C1, made explicit.

    Parameters
    ----------
    R : float, > 0.  Norm of the examples.
    bias : float.  b_star, with abs(bias) + eps <= R, so that both labels fit into the ball.
    eps : float, > 0.  Margin y (w_star . x + b_star) of every example.

    Examples
    --------
    >>> len(affine_adversary(4.0, -3.0, 0.5).X)  # the bound is 680
    678
    """
    bias = check_real(bias, "bias", eps - R, R - eps)
    w = np.zeros(4)
    rows: list[Array] = []
    while len(rows) <= MAX_EXAMPLES:
        for y in (1.0, -1.0) if bias <= 0 else (-1.0, 1.0):  # first the side farther from 0
            z = _orthogonal_mistake(w, y, y * eps - bias, R)
            if inner(z, w) <= 0:
                break
        else:
            Z = np.array(rows)
            return Sample(Z[:, 3:] * Z[:, :3], Z[:, 3], np.array([1.0, 0.0, 0.0, bias]), eps)
        w = w + z
        rows.append(z)
    raise _too_long("eps")


def _orthogonal_mistake(w: Array, y: float, height: float, R: float) -> Array:
    """Return y (height, c, 1) with norm(height, c) = R, as close to orthogonal to w as can be."""
    width, length = _leg(R, height), norm(w[1:3])
    if length == 0.0:
        return y * np.array([height, width, 0.0, 1.0])
    hair = y * HAIR * (1.0 + R * norm(w))
    wanted = -(height * w[0] + w[3] + hair) / length
    c = _on_circle(w[1:3], np.clip(wanted, -width, width), width)
    return y * np.array([height, c[0], c[1], 1.0])


@domain
def cosine_adversary(
    sigma: Annotated[float, "(0, 1)"], cosine: Annotated[float, "(0, 1)"]
) -> tuple[Sample, Array]:
    r"""Build a sample and a start on which the cosine perceptron needs all updates of its bound.

    Each example is orthogonal to w_star, so that it brings no progress, and stands (a hair beyond)
    at the cosine -sigma to the w that meets it, so that as little length as possible is lost.
    Source: statement B-Thm2.1, its tight case.

    Parameters
    ----------
    sigma, cosine : float, in (0, 1)
        The threshold it is to be run with; the cosine of the angle between start and w_star.

    Returns
    -------
    Sample.  In three dimensions, all scores of w_star = (0, 0, 1) equal to 0, margin 0.
    w_init : (3,) floats.  The start, a unit vector.

    Examples
    --------
    >>> len(cosine_adversary(0.5, 0.1)[0].X)  # the bound is 16.008
    16
    """
    w = w_init = np.array([_leg(1.0, cosine), 0.0, cosine])
    rows: list[Array] = []
    while len(rows) <= MAX_EXAMPLES:
        across, wanted = norm(w[:2]), (1 + NUDGE) * sigma * norm(w)
        if wanted > across:
            break
        rows.append(np.r_[_on_circle(w[:2], -wanted / across, 1.0), 0.0])
        w = w - inner(rows[-1], w) * rows[-1]
    else:
        raise _too_long("sigma")
    room = "sigma must leave room for an update, sigma^2 + cosine^2 < 1"
    refuse_where(not rows, room, sigma=sigma, cosine=cosine)
    return Sample(np.array(rows), np.ones(len(rows)), np.array([0.0, 0.0, 1.0]), 0.0), w_init


@domain
def threshold_adversary(
    rule: BetaRule, R: Annotated[float, "(0, inf)"], eps: float, *, first: float | None = None
) -> Sample:
    r"""Build a stream on which the bounds of a rule, on updates and margin, are all but attained.

    In three dimensions, all labels +1, w_star = (1, 0, 0). Examined in order, all examples but the
    last three are mistakes.

    Each example advances w . w_star by eps only and scores (a hair less than) the threshold, so
    that norm(w)^2 grows by all of 2 beta + R^2; where it can be done the last of them is turned so
    that afterwards all scores are above the threshold, but barely. Three examples are appended,
    one with the smallest score there is, so placed that w_star is best. Source: our own.

    Parameters
    ----------
    rule : BetaRule.  The thresholds to be met.
    R : float, > 0.  Norm of the examples.
    eps : float, in (0, R)
        Best margin; it takes about as many examples as the bound on the updates says.
    first : float or None.  Norm of the first example, in (eps, R]; R if None.

    Examples
    --------
    >>> from ptronlib.core import constant
    >>> len(threshold_adversary(constant(1.0), 1.0, 0.1).X)  # the bound is 300 updates
    301
    """
    if not isinstance(rule, BetaRule):
        raise TypeError(
            f"rule must be a BetaRule; got {type(rule).__name__}. Use betas.constant(beta)."
        )
    eps = check_real(eps, "eps", 0.0, R, ends="()")
    first = check_real(R if first is None else first, "first", eps, R, ends="(]")
    width = _leg(R, eps)
    rows, ending = [np.array([eps, _leg(first, eps), 0.0])], None
    w, beta = rows[0], rule.next(rule.start, 1, first * first)
    while len(rows) <= MAX_EXAMPLES:
        length = norm(w[1:])
        c = min((beta - NUDGE * (R * R) - eps * w[0]) / length, width)
        if c < -width:
            return _closed(rows, ending, w, R, eps)
        after = rule.next(beta, len(rows) + 1, R * R)
        # the length across the axis from which the smallest score is just above the threshold
        goal = (eps * (w[0] + eps) - after - NUDGE * (R * R)) / width
        last = (goal * goal - length * length - width * width) / (2.0 * length)
        if goal > 0.0 and -width <= last <= c:
            ending = len(rows), np.r_[eps, _on_circle(w[1:], last, width)]
        rows.append(np.r_[eps, _on_circle(w[1:], c, width)])
        w, beta = w + rows[-1], after
    raise _too_long("eps")


def _too_long(name: str) -> ValueError:
    return ValueError(
        f"{name} must leave the stream at most {MAX_EXAMPLES:,} examples; this one asks for more. "
        f"Take a larger {name}."
    )


def _on_circle(w: Array, along: float, radius: float) -> Array:
    """Return c in the plane with norm(c) = radius and the part `along` in the direction of w."""
    direction = w / norm(w)
    return along * direction + _leg(radius, along) * np.array([-direction[1], direction[0]])


def _closed(rows: list[Array], ending: tuple | None, w: Array, R: float, eps: float) -> Sample:
    """End the stream where the smallest score is lowest, and append three examples that pass."""
    if ending is not None:
        rows = [*rows[: ending[0]], ending[1]]
        w = np.sum(rows, axis=0)
    down = -w[1:] / norm(w[1:])
    side = np.sqrt(0.75) * np.array([-down[1], down[0]])
    three = _leg(R, eps) * np.array([down, side - 0.5 * down, -side - 0.5 * down])
    X = np.vstack([*rows, np.column_stack([np.full(3, eps), three])])
    return Sample(X, np.ones(len(X)), np.array([1.0, 0.0, 0.0]), eps)


def _leg(hypotenuse: float, leg: float) -> float:
    """Return the other leg of a right triangle; the squares are products, not powers."""
    return float(np.sqrt(hypotenuse * hypotenuse - leg * leg))
