r"""The proof that the perceptron stops, read in three ways, and from any first weights.

.. math:: w_0\cdot w_* + t\,\varepsilon \le w_t\cdot w_* \le \|w_t\| \le \sqrt{\|w_0\|^2 + t\,R^2}
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .._validate import domain
from ..bounds import updates_from
from ..core.run import Run
from ..geometry import radius
from .inequality import Inequality, after_each_update, check_perceptron, check_separator, line


@domain
def novikoff(
    run: Run,
    w_star: ArrayLike,
    *,
    eps: Annotated[float | None, "(0, inf)"] = None,
    R: Annotated[float | None, "(0, inf)"] = None,
) -> tuple[Inequality, ...]:
    r"""Evaluate Novikoff's proof along a run of the perceptron.

    In the order of the proof: the progress of each update, the progress so far, the growth of the
    squared length at each update, the squared length so far, Cauchy-Schwarz, the bound. Source:
    statements A-Nov-I, A-Nov-II, A-Nov; chapter 2.

    Parameters
    ----------
    run : Run.  Of the perceptron, beta = 0, from w = 0; finished or not.
    w_star : (d,) array.  A unit vector that separates the sample.
    eps : float, > 0, or None
        The margin of w_star. One that is claimed here is believed, and neither run nor w_star is
        checked: the lines that need a hypothesis which does not hold may fail.
    R : float, > 0, or None.  The largest norm of an example, or what is claimed of it.

    Examples
    --------
    >>> from ptronlib import samples, perceptron
    >>> sample = samples.orthonormal(4)
    >>> run = perceptron(sample.X, sample.y)
    >>> novikoff(run, sample.w_star)[-1]
    Inequality(eq-nov-bound: holds at all 4 updates)
    >>> novikoff(run, sample.w_star, eps=0.6)[0]  # the margin is 0.5
    Inequality(eq-nov-step: fails at update 1)
    """
    if eps is None:
        w_star, eps = check_separator(run, w_star)
        check_perceptron(run)
    R = radius(run.X) if R is None else R
    t, progress, norms = np.arange(1, run.n_updates + 1), run.progress(w_star), run.norms
    return (
        line("eq-nov-step", r"\varepsilon \le (w_t - w_{t-1})\cdot w_*", eps, np.diff(progress)),
        line("eq-nov-progress", r"t\,\varepsilon \le w_t\cdot w_*", t * eps, progress[1:]),
        line("eq-nov-growth", r"\|w_t\|^2 - \|w_{t-1}\|^2 \le R^2", np.diff(norms**2), R**2),
        line("eq-nov-length", r"\|w_t\|^2 \le t\,R^2", norms[1:] ** 2, t * R**2),
        line("eq-nov-cauchy", r"w_t\cdot w_* \le \|w_t\|", progress[1:], norms[1:]),
        line("eq-nov-bound", r"t \le R^2/\varepsilon^2", t, R**2 / eps**2),
    )


@domain
def angle(run: Run, w_star: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate Novikoff's proof as a statement about the angle between student and teacher.

    One line: the cosine is at least (eps / R) sqrt(t). Source: statements E-(15) to E-(18), E-(31),
    mended (ERR-E10); chapter 2.

    Parameters
    ----------
    run, w_star.  As for `novikoff`; w_star is the teacher.

    Examples
    --------
    >>> from ptronlib import samples, perceptron
    >>> sample = samples.orthonormal(4)
    >>> angle(perceptron(sample.X, sample.y), sample.w_star)[0].rhs
    array([0.5       , 0.70710678, 0.8660254 , 1.        ])
    """
    w_star, eps = check_separator(run, w_star)
    check_perceptron(run)
    t, progress, norms = after_each_update(run, w_star)
    cosine = progress / norms  # progress >= t eps > 0: no w_t is 0
    least = eps / radius(run.X) * np.sqrt(t)
    return (line("eq-angle-cosine", r"\sqrt{t}\,\varepsilon/R \le \cos\theta_t", least, cosine),)


@domain
def distance(run: Run, w_star: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate the distance proof: each update brings w closer to one far point.

    In the order of the proof: the squared distance from a w_star, with a = R^2 / eps, falls by R^2
    with each update; what is left of it after t of them.

    Squared distances to a w_star for every a at once are Cauchy-Schwarz: this is Novikoff's proof
    read as a discriminant. Source: statement A-Nov; chapter 2.

    Parameters
    ----------
    run, w_star.  As for `novikoff`.

    Examples
    --------
    >>> from ptronlib import samples, perceptron
    >>> sample = samples.orthonormal(4)
    >>> distance(perceptron(sample.X, sample.y), sample.w_star)[1].lhs
    array([3., 2., 1., 0.])
    """
    w_star, eps = check_separator(run, w_star)
    check_perceptron(run)
    R = radius(run.X)
    a, t = R**2 / eps, np.arange(1, run.n_updates + 1)
    far = replace(run, w_init=-a * w_star).norms ** 2  # the same run, seen from a w_star
    point = r"a\,w_*"
    step = rf"\|w_t - {point}\|^2 \le \|w_{{t-1}} - {point}\|^2 - R^2"
    total = rf"\|w_t - {point}\|^2 \le R^4/\varepsilon^2 - t\,R^2"
    return (
        line("eq-dist-step", step, far[1:], far[:-1] - R**2),
        line("eq-dist-total", total, far[1:], a**2 - t * R**2),
    )


@domain
def any_start(run: Run, w_star: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate the proof along a run of the perceptron from whatever weights.

    In the order of the proof: the progress so far, the squared length so far, the bound that knows
    the angle of w_init, the bound that does not. Source: statements E-(24), E-(25), E-(29) to
    E-(33), mended (ERR-E9, ERR-E10); chapter 2.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from any w_init; finished or not. A run with the step eta is
        one with the step 1 from w_0 / eta, its weights read in units of eta.
    w_star : (d,) array.  A unit vector that separates the sample.

    Examples
    --------
    >>> from ptronlib import perceptron
    >>> run = perceptron([[1.0]], [1], w_init=[-50.0])
    >>> run.n_updates, float(any_start(run, [1.0])[-1].rhs[0])
    (51, 101.0)
    """
    w_star, eps = check_separator(run, w_star)
    check_perceptron(run, from_zero=False)
    R, start, ahead = radius(run.X), run.norms[0], run.progress(w_star)[0]
    t, progress, norms = after_each_update(run, w_star)
    root = updates_from(start, R, eps, cosine=ahead / start if start else -1.0)
    forward = r"w_0\cdot w_* + t\,\varepsilon \le w_t\cdot w_*"
    length = r"\|w_t\|^2 \le \|w_0\|^2 + t\,R^2"
    worst = r"t \le R^2/\varepsilon^2 + 2\|w_0\|/\varepsilon"
    return (
        line("eq-start-progress", forward, ahead + t * eps, progress),
        line("eq-start-length", length, norms**2, start**2 + t * R**2),
        line("eq-start-root", r"t \le T(\|w_0\|, \cos\theta_0)", t, root),
        line("eq-start-bound", worst, t, updates_from(start, R, eps)),
    )
