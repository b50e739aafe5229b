r"""The proof that watches a distance: each update brings w closer to one far point.

.. math:: \|w_t - c\,w_*\|^2 \le \|w_{t-1} - c\,w_*\|^2 - R^2, \qquad c = R^2/\varepsilon
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from .. import margins
from ..run import Run
from .inequality import Inequality, check_perceptron, check_separator, check_start, line


def distance(run: Run, w_star: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate the distance proof along a run of the perceptron.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from w = 0; finished or not.
    w_star : (d,) array
        A unit vector that separates the sample.

    Returns
    -------
    tuple of Inequality
        In the order of the proof: the squared distance from (R^2 / eps) w_star falls by R^2 with
        each update, what is left of it after t of them, the bound.

    Raises
    ------
    ValueError, TypeError
        w_star is not of unit length or does not separate, naming the example; or the run is one of
        another algorithm, naming the update.

    Notes
    -----
    Squared distances to c w_star for every c at once are Cauchy-Schwarz: this is Novikoff's proof
    read as a discriminant. Source: statement A-Nov; chapter 2.

    Examples
    --------
    >>> from ptronlib import data, perceptron
    >>> sample = data.orthonormal(4)
    >>> distance(perceptron(sample.X, sample.y), sample.w_star)[1].lhs
    array([3., 2., 1., 0.])
    """
    w_star, eps = check_separator(run, w_star)
    check_start(run)
    check_perceptron(run)
    R = margins.radius(run.X)
    c = R**2 / eps
    t = np.arange(1, run.n_updates + 1)
    far = replace(run, w_init=-c * w_star).norms ** 2  # the same run, seen from c w_star
    point = r"(R^2/\varepsilon)\,w_*"
    step = rf"\|w_t - {point}\|^2 \le \|w_{{t-1}} - {point}\|^2 - R^2"
    total = rf"\|w_t - {point}\|^2 \le R^4/\varepsilon^2 - t\,R^2"
    return (
        line("eq-dist-step", step, far[1:], far[:-1] - R**2),
        line("eq-dist-total", total, far[1:], c**2 - t * R**2),
        line("eq-dist-bound", r"t \le R^2/\varepsilon^2", t, R**2 / eps**2),
    )
