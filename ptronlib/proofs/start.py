r"""The proof for any first weights, and so for any learning rate.

.. math:: w_0\cdot w_* + t\,\varepsilon \le w_t\cdot w_* \le \|w_t\|
          \le \sqrt{\|w_0\|^2 + t\,R^2}
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .. import margins
from ..bounds import updates_from
from ..run import Run
from .inequality import Inequality, check_perceptron, check_separator, line


def any_start(run: Run, w_star: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate the proof along a run of the perceptron from whatever weights.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from any w_init; finished or not. A run with the step eta is
        one with the step 1 from w_0 / eta, its weights read in units of eta.
    w_star : (d,) array
        A unit vector that separates the sample.

    Returns
    -------
    tuple of Inequality
        In the order of the proof: the progress so far, the squared length so far, Cauchy-Schwarz,
        the bound that knows the angle of w_init, the bound that does not.

    Raises
    ------
    ValueError, TypeError
        w_star is not of unit length or does not separate, naming the example; or the run is one of
        another algorithm, naming the update.

    Notes
    -----
    Source: statements E-(24), E-(25), E-(29) to E-(33), mended (ERR-E9, ERR-E10); chapter 2.

    Examples
    --------
    >>> from ptronlib import perceptron
    >>> run = perceptron([[1.0]], [1], w_init=[-50.0])
    >>> run.n_updates, float(any_start(run, [1.0])[-1].rhs[0])
    (51, 101.0)
    """
    w_star, eps = check_separator(run, w_star)
    check_perceptron(run)
    R = margins.radius(run.X)
    t = np.arange(1, run.n_updates + 1)
    progress, norms = run.progress(w_star), run.norms
    cosine = float(np.clip(progress[0] / norms[0], -1.0, 1.0)) if norms[0] else -1.0
    least = progress[0] + t * eps
    most = norms[0] ** 2 + t * R**2
    forward = r"w_0\cdot w_* + t\,\varepsilon \le w_t\cdot w_*"
    turned = r"t \le T(\|w_0\|, \cos\theta_0)"
    worst = r"t \le R^2/\varepsilon^2 + 2\|w_0\|/\varepsilon"
    return (
        line("eq-start-progress", forward, least, progress[1:]),
        line("eq-start-length", r"\|w_t\|^2 \le \|w_0\|^2 + t\,R^2", norms[1:] ** 2, most),
        line("eq-start-cauchy", r"w_t\cdot w_* \le \|w_t\|", progress[1:], norms[1:]),
        line("eq-start-root", turned, t, updates_from(norms[0], R, eps, cosine=cosine)),
        line("eq-start-bound", worst, t, updates_from(norms[0], R, eps)),
    )
