r"""The proof that never mentions w_star: the mean of the updates lies in the hull of the examples.

.. math:: \varepsilon = \mathrm{dist}(0, \mathrm{conv}\{z_i\}) \le \|v_t\| \le R/\sqrt{t},
          \qquad v_t = w_t/t
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .. import margins
from .._validate import check_vector
from ..run import Run
from .inequality import Inequality, check_perceptron, check_start, check_unit, line


def convex_hull(run: Run) -> tuple[Inequality, ...]:
    r"""Evaluate the convex-hull proof along a run of the perceptron.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from w = 0, on a separable sample; finished or not.

    Returns
    -------
    tuple of Inequality
        In the order of the proof: the mean update v_t = w_t / t is a point of the hull, hence at
        least eps long; its growth, times t, at each update; it shrinks like 1 / sqrt(t); the bound.

    Raises
    ------
    ValueError, TypeError
        The sample is not separable, so that its hull contains 0; or the run is one of another
        algorithm, naming the update.

    Notes
    -----
    eps is the distance of the hull from 0, which `max_margin` computes. Source: statement
    A-AltProof; chapter 2.

    Examples
    --------
    >>> from ptronlib import data, perceptron
    >>> sample = data.orthonormal(4)
    >>> convex_hull(perceptron(sample.X, sample.y))[0].rhs
    array([1.        , 0.70710678, 0.57735027, 0.5       ])
    """
    check_start(run)
    check_perceptron(run)
    eps, R = margins.max_margin(run.X, run.y).upper, margins.radius(run.X)
    t = np.arange(1, run.n_updates + 1)
    growth = np.diff(run.norms**2)
    step = r"\|t\,v_t\|^2 - \|(t-1)\,v_{t-1}\|^2 \le R^2"
    return (
        line("eq-hull-inside", r"\varepsilon \le \|v_t\|", eps, run.norms[1:] / t),
        line("eq-hull-growth", step, growth, R**2),
        line("eq-hull-shrink", r"\|v_t\| \le R/\sqrt{t}", run.norms[1:] / t, R / np.sqrt(t)),
        line("eq-hull-bound", r"t \le R^2/\varepsilon^2", t, R**2 / eps**2),
    )


def used_examples(run: Run, u: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate what a run proves about any one direction, separable sample or not.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from w = 0; finished or not.
    u : (d,) array
        A unit vector, any.

    Returns
    -------
    tuple of Inequality
        The smallest score of u among the examples used so far is at most its score on their mean
        v_t, that is at most the length of v_t, and that is at most R / sqrt(t).

    Raises
    ------
    ValueError, TypeError
        u is not of unit length; or the run is one of another algorithm, naming the update.

    Notes
    -----
    So no unit vector has a margin above norm(v_t) on the examples used. Source: statement
    A-AltProof; chapter 2.

    Examples
    --------
    >>> from ptronlib import data, perceptron
    >>> sample = data.orthonormal(4)
    >>> used_examples(perceptron(sample.X, sample.y), [0, -1, 0, 0])[1].rhs
    array([1.        , 0.70710678, 0.57735027, 0.5       ])
    """
    check_start(run)
    u = check_unit(check_vector(u, run.X.shape[1], "u"), "u")
    check_perceptron(run)
    t = np.arange(1, run.n_updates + 1)
    mean, length = run.progress(u)[1:] / t, run.norms[1:] / t
    worst = np.minimum.accumulate((run.y * (run.X @ u))[run.mistakes])
    R = margins.radius(run.X)
    return (
        line("eq-hull-worst", r"\min_{s \le t} z_{i_s}\cdot u \le v_t\cdot u", worst, mean),
        line("eq-hull-project", r"v_t\cdot u \le \|v_t\|", mean, length),
        line("eq-hull-shrink", r"\|v_t\| \le R/\sqrt{t}", length, R / np.sqrt(t)),
    )
