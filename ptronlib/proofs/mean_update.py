r"""The proof that never mentions w_star: the mean of the updates lies in the hull of the examples.

.. math:: \varepsilon = \mathrm{dist}(0, \mathrm{conv}\{z_i\}) \le \|v_t\| \le R/\sqrt{t},
          \qquad v_t = w_t/t
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._validate import domain
from ..core.run import Run
from ..geometry import max_margin, radius
from .inequality import Inequality, check_perceptron, check_unit, line


@domain
def convex_hull(run: Run, u: ArrayLike | None = None) -> tuple[Inequality, ...]:
    r"""Evaluate the proof without w_star: the mean of the updates lies in the examples' hull.

    In the order of the proof: the mean update v_t = w_t / t is a point of the hull, hence at least
    eps long; it shrinks like 1 / sqrt(t). eps is the distance of the hull from 0, which
    `max_margin` computes.

    With u the first line is what a run proves about any one direction, separable sample or not: its
    smallest score among the examples used so far is at most norm(v_t), so that no unit vector has a
    larger margin on them. Source: statement A-AltProof; chapter 2.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from w = 0, on a separable sample where no u is given; finished
        or not.
    u : (d,) array or None.  A unit vector, any.

    Examples
    --------
    >>> from ptronlib import samples, perceptron
    >>> sample = samples.orthonormal(4)
    >>> convex_hull(perceptron(sample.X, sample.y))[0].rhs
    array([1.        , 0.70710678, 0.57735027, 0.5       ])
    """
    u = None if u is None else check_unit(u, run.X.shape[1], "u")
    check_perceptron(run)
    t = np.arange(1, run.n_updates + 1)
    length = run.norms[1:] / t
    if u is None:
        eps = max_margin(run.X, run.y).upper
        first = line("eq-hull-inside", r"\varepsilon \le \|v_t\|", eps, length)
    else:
        worst = np.minimum.accumulate((run.y * (run.X @ u))[run.mistakes])
        least = r"\min_{s \le t} z_{i_s}\cdot u \le \|v_t\|"
        first = line("eq-hull-worst", least, worst, length)
    shrunk = radius(run.X) / np.sqrt(t)
    return first, line("eq-hull-shrink", r"\|v_t\| \le R/\sqrt{t}", length, shrunk)
