"""Small samples that can be worked out by hand."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .._arithmetic import norm
from .._validate import domain
from .sample import Sample


@domain
def orthonormal(d: Annotated[int, "[1, inf)"]) -> Sample:
    """Return the d unit vectors, labels alternating: d mistakes, exactly R**2 / margin**2.

    The best margin is 1 / sqrt(d). Source: statement A-Nov, its tight case.

    Parameters
    ----------
    d : int, >= 1.  Dimension and number of examples.

    Examples
    --------
    >>> orthonormal(4).margin
    0.5
    """
    y = np.where(np.arange(d) % 2, -1.0, 1.0)
    return Sample(np.eye(d), y, y / np.sqrt(d), float(1.0 / np.sqrt(d)))


@domain
def exponential(d: Annotated[int, "[1, 500]"]) -> Sample:
    """Return the sample on which the perceptron makes (4**d - 1) / 3 mistakes in every order.

    The signed examples are (-1, ..., -1, +1, 0, ..., 0); best margin sqrt(3 / (4**d - 1)). Source:
    statements B-Table1.3 and B-Cor1.3, mended.

    Parameters
    ----------
    d : int, 1 <= d <= 500.  Dimension and number of examples; beyond, 4**d leaves the floats.

    Examples
    --------
    >>> exponential(3).X
    array([[ 1., 0., 0.],
           [ 1., -1., 0.],
           [-1., -1., 1.]])
    """
    y = np.where(np.arange(d) % 2, -1.0, 1.0)
    Z = np.eye(d) - np.tril(np.ones((d, d)), -1)
    powers = 2.0 ** np.arange(d)
    margin = np.sqrt(3.0 / (4.0**d - 1.0))
    return Sample(y[:, None] * Z + 0.0, y, powers * margin, float(margin))


def xor() -> Sample:
    """Return the four points of exclusive or, separable neither through the origin nor affinely.

    X in {0, 1}, w_star None, margin 0. Lift it before a run: its first example is zero. Source:
    statement E-XOR.

    Examples
    --------
    >>> xor().y
    array([-1., 1., 1., -1.])
    """
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    return Sample(X, np.array([-1.0, 1.0, 1.0, -1.0]), None, 0.0)


@domain
def two_points(eps: Annotated[float, "(0, 1]"]) -> Sample:
    """Return (c, eps) and (-c, eps), both labelled +1, with c = sqrt(1 - eps**2).

    Their norms are 1. Source: statement A-Ex2.1.

    Parameters
    ----------
    eps : float, in (0, 1].  Best margin.

    Examples
    --------
    >>> two_points(0.6).X
    array([[ 0.8, 0.6],
           [-0.8, 0.6]])
    """
    c = np.sqrt(1.0 - eps * eps)
    return Sample(np.array([[c, eps], [-c, eps]]), np.ones(2), np.array([0.0, 1.0]), eps)


@domain
def small_margin(delta: Annotated[float, "(0, 1)"]) -> Sample:
    """Return two unit vectors on which the perceptron stops at once, with the margin delta.

    They are (1, 0) and (delta, sqrt(1 - delta^2)), both labelled +1: one update makes w the first,
    and the second then has the score delta. The best margin is sqrt((1 + delta) / 2), more than 0.7
    however small delta is. Source: statement A-Rem-smallmargin.

    Parameters
    ----------
    delta : float, in (0, 1).  Cosine of the angle between them.

    Examples
    --------
    >>> small_margin(0.28).margin
    0.8
    """
    X = np.array([[1.0, 0.0], [delta, np.sqrt(1.0 - delta * delta)]])
    w = X.sum(axis=0)
    return Sample(X, np.ones(2), w / norm(w), float(np.sqrt((1.0 + delta) / 2.0)))
