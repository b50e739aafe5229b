r"""The proof that the perceptron stops: progress against length, and the same as an angle.

.. math:: t\,\varepsilon \le w_t\cdot w_* \le \|w_t\| \le \sqrt{t}\,R
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .. import margins
from .._validate import LARGEST, check_real, check_vector
from ..run import Run, check_run
from .inequality import Inequality, check_perceptron, check_separator, check_start, line


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
    ValueError, TypeError
        w_star is not of unit length or does not separate, naming the example; or the run is one of
        another algorithm, naming the update.

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
    check_perceptron(run)
    return novikoff_lines(run, w_star, eps=eps, R=margins.radius(run.X))


def novikoff_lines(run: Run, u: ArrayLike, *, eps: float, R: float) -> tuple[Inequality, ...]:
    """Evaluate the lines of Novikoff's proof unchecked, to see which of them fails.

    Parameters
    ----------
    run : Run
        Of whatever algorithm, from wherever.
    u : (d,) array
        What is claimed to be a unit vector of margin eps.
    eps, R : float, > 0
        The claimed margin and the claimed largest norm.

    Returns
    -------
    tuple of Inequality
        As `novikoff`; those that need a hypothesis which does not hold may fail.

    Raises
    ------
    ValueError, TypeError
        Not a run, a vector of another dimension, or numbers that are not positive.

    Examples
    --------
    >>> from ptronlib import data, perceptron
    >>> sample = data.orthonormal(4)
    >>> run = perceptron(sample.X, sample.y)
    >>> novikoff_lines(run, sample.w_star, eps=0.6, R=1.0)[0]  # the margin is 0.5
    Inequality(eq-nov-step: fails at update 1)
    """
    t = np.arange(1, check_run(run).n_updates + 1)
    eps = check_real(eps, "eps", 0.0, ends="()", largest=LARGEST)
    R = check_real(R, "R", 0.0, ends="()", largest=LARGEST)
    progress, norms = run.progress(check_vector(u, run.X.shape[1], "u")), run.norms
    return (
        line("eq-nov-step", r"\varepsilon \le (w_t - w_{t-1})\cdot w_*", eps, np.diff(progress)),
        line("eq-nov-progress", r"t\,\varepsilon \le w_t\cdot w_*", t * eps, progress[1:]),
        line("eq-nov-growth", r"\|w_t\|^2 - \|w_{t-1}\|^2 \le R^2", np.diff(norms**2), R**2),
        line("eq-nov-length", r"\|w_t\|^2 \le t\,R^2", norms[1:] ** 2, t * R**2),
        line("eq-nov-cauchy", r"w_t\cdot w_* \le \|w_t\|", progress[1:], norms[1:]),
        line("eq-nov-bound", r"t \le R^2/\varepsilon^2", t, R**2 / eps**2),
    )


def angle(run: Run, w_star: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate the proof as a statement about the angle between student and teacher.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from w = 0; finished or not.
    w_star : (d,) array
        A unit vector that separates the sample: the teacher.

    Returns
    -------
    tuple of Inequality
        The cosine is at least (eps / R) sqrt(t), and it is at most 1.

    Raises
    ------
    ValueError, TypeError
        As `novikoff`.

    Notes
    -----
    Source: statements E-(15) to E-(18), E-(31), mended (ERR-E10); chapter 2.

    Examples
    --------
    >>> from ptronlib import data, perceptron
    >>> sample = data.orthonormal(4)
    >>> angle(perceptron(sample.X, sample.y), sample.w_star)[0].rhs
    array([0.5       , 0.70710678, 0.8660254 , 1.        ])
    """
    w_star, eps = check_separator(run, w_star)
    check_start(run)
    check_perceptron(run)
    t = np.arange(1, run.n_updates + 1)
    cosine = run.progress(w_star)[1:] / run.norms[1:]  # progress >= t eps > 0: no w_t is 0
    least = eps / margins.radius(run.X) * np.sqrt(t)
    return (
        line("eq-angle-cosine", r"\sqrt{t}\,\varepsilon/R \le \cos\theta_t", least, cosine),
        line("eq-angle-one", r"\cos\theta_t \le 1", cosine, 1.0),
    )
