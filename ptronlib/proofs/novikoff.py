r"""The proof that the perceptron stops: progress against length.

.. math:: t\,\varepsilon \le w_t\cdot w_* \le \|w_t\| \le \sqrt{t}\,R
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..run import Run
from .inequality import Inequality, check_separator, check_start, check_thresholds, line


def novikoff(run: Run, w_star: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate Novikoff's proof along a run of the perceptron.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from w = 0; finished or not.
    w_star : (d,) array
        A unit vector that separates the sample.

    Returns
    -------
    tuple of Inequality
        In the order of the proof: the progress of each update, the progress so far, the growth of
        the squared length at each update, the squared length so far, Cauchy-Schwarz, the bound.

    Raises
    ------
    ValueError
        w_star is not of unit length or does not separate, naming the example; or the run is one of
        another algorithm.

    Notes
    -----
    eps is the margin of w_star, R the largest norm of an example. Source: statements A-Nov-I,
    A-Nov-II, A-Nov; chapter 2.

    Examples
    --------
    >>> from ptronlib import data, perceptron
    >>> sample = data.orthonormal(4)
    >>> novikoff(perceptron(sample.X, sample.y), sample.w_star)[-1]
    Inequality(eq-nov-bound: holds at all 4 updates)
    """
    w_star, eps = check_separator(run, w_star)
    check_start(run)
    check_thresholds(run, 0.0, "the perceptron, with beta = 0")
    R = float(np.linalg.norm(run.X, axis=1).max())
    t = np.arange(1, run.n_updates + 1)
    progress, norms = run.progress(w_star), run.norms
    return (
        line("eq-nov-step", r"\varepsilon \le (w_t - w_{t-1})\cdot w_*", eps, np.diff(progress)),
        line("eq-nov-progress", r"t\,\varepsilon \le w_t\cdot w_*", t * eps, progress[1:]),
        line("eq-nov-growth", r"\|w_t\|^2 - \|w_{t-1}\|^2 \le R^2", np.diff(norms**2), R**2),
        line("eq-nov-length", r"\|w_t\|^2 \le t\,R^2", norms[1:] ** 2, t * R**2),
        line("eq-nov-cauchy", r"w_t\cdot w_* \le \|w_t\|", progress[1:], norms[1:]),
        line("eq-nov-bound", r"t \le R^2/\varepsilon^2", t, R**2 / eps**2),
    )
