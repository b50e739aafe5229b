r"""The proofs for thresholds that are fixed, or adapt to the data.

.. math:: z_{i_t}\cdot w_{t-1} \le \beta_{t-1} \;\Longrightarrow\;
          \|w_t\|^2 \le \|w_{t-1}\|^2 + 2\beta_{t-1} + \|z_{i_t}\|^2
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._validate import Array, check_real
from ..run import Run
from .inequality import (
    Inequality,
    check_finished,
    check_separator,
    check_start,
    check_thresholds,
    line,
)


def aggressive(run: Run, w_star: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate the proof of the aggressive perceptron: number of updates, and margin.

    Parameters
    ----------
    run : Run
        With one fixed threshold beta >= 0, from w = 0, finished.
    w_star : (d,) array
        A unit vector that separates the sample.

    Returns
    -------
    tuple of Inequality
        In the order of the proof: progress, growth of the squared length at each update, squared
        length so far, Cauchy-Schwarz, bound on t, bound on the length; then, with a value for each
        example, what the stop says about the scores, and the margin.

    Raises
    ------
    ValueError, TypeError
        w_star is not of unit length or does not separate, naming the example; or the run is one of
        another algorithm, or was broken off, naming an example that is still violated.

    Notes
    -----
    eps is the margin of w_star, R the largest norm of an example. Source: statements A-Alg2,
    A-Thm-aggr; chapter 3.

    Examples
    --------
    >>> from ptronlib import data, perceptron
    >>> sample = data.orthonormal(4)
    >>> aggressive(perceptron(sample.X, sample.y, 1.0), sample.w_star)[-1]
    Inequality(eq-agg-margin: holds for all 4 examples)
    """
    w_star, eps = check_separator(run, w_star)
    check_start(run)
    beta = float(run.betas[0])
    check_thresholds(run, beta, f"the aggressive perceptron, with beta = {beta:g} throughout")
    check_finished(run)
    return _aggressive_lines(run, w_star, eps, beta)


def _aggressive_lines(run: Run, w_star: Array, eps: float, beta: float) -> tuple[Inequality, ...]:
    R2 = float(squared_norms(run).max())
    growth = 2.0 * beta + R2
    t, progress, norms = along(run, w_star)
    final, distances = at_the_end(run)
    return (
        line("eq-agg-progress", r"t\,\varepsilon \le w_t\cdot w_*", t * eps, progress),
        line(
            "eq-agg-growth",
            r"\|w_t\|^2 - \|w_{t-1}\|^2 \le 2\beta + R^2",
            growth_of(norms),
            growth,
        ),
        line("eq-agg-length", r"\|w_t\|^2 \le (2\beta + R^2)\,t", norms**2, growth * t),
        line("eq-agg-cauchy", r"w_t\cdot w_* \le \|w_t\|", progress, norms),
        line("eq-agg-bound", r"t \le (2\beta + R^2)/\varepsilon^2", t, growth / eps**2),
        line("eq-agg-norm", r"\|w_t\| \le (2\beta + R^2)/\varepsilon", norms, growth / eps),
        line("eq-agg-stop", r"\beta < z_i\cdot w_T", beta, final, over="examples"),
        line(
            "eq-agg-margin",
            r"\beta\varepsilon/(2\beta + R^2) < z_i\cdot w_T/\|w_T\|",
            beta * eps / growth,
            distances,
            over="examples",
        ),
    )


def r_independent(run: Run, w_star: ArrayLike, *, factor: float = 4.0) -> tuple[Inequality, ...]:
    r"""Evaluate the proof of the R-independent perceptron: number of updates, and margin.

    Parameters
    ----------
    run : Run
        With the rule `betas.r_independent`, from w = 0, finished.
    w_star : (d,) array
        A unit vector that separates the sample.
    factor : float, >= 1
        That of the rule.

    Returns
    -------
    tuple of Inequality
        In the order of the proof: the threshold from below, from above, and that it never falls;
        progress, growth and squared length, Cauchy-Schwarz, the two bounds on t; then, with a value
        for each example, what the stop says about the scores, and the two bounds on the margin.

    Raises
    ------
    ValueError, TypeError
        As `aggressive`; or factor below 1.

    Notes
    -----
    R_t is the largest norm of an example used in the first t updates. Source: statement A-Alg3, by
    the direct argument of ERR-A5; chapter 3.

    Examples
    --------
    >>> from ptronlib import betas, data, perceptron
    >>> sample = data.orthonormal(4)
    >>> r_independent(perceptron(sample.X, sample.y, betas.r_independent()), sample.w_star)[0]
    Inequality(eq-rin-below: holds at all 20 updates)
    """
    w_star, eps = check_separator(run, w_star)
    check_start(run)
    factor = check_real(factor, "factor", 1.0)
    jumps = _jumps(squared_norms(run)[run.mistakes], factor)
    check_thresholds(run, jumps, f"the R-independent perceptron, with factor = {factor:g}")
    check_finished(run)
    return _r_independent_lines(run, w_star, eps, factor)


def _r_independent_lines(
    run: Run, w_star: Array, eps: float, factor: float
) -> tuple[Inequality, ...]:
    t, progress, norms = along(run, w_star)
    R2 = np.maximum.accumulate(squared_norms(run)[run.mistakes])
    before, beta = run.betas[:-1], run.betas[1:]
    growth = 2.0 * beta + R2
    final, distances = at_the_end(run)
    c = f"{factor:g}"
    return (
        line("eq-rin-below", r"R_t^2 \le \beta_t", R2, beta),
        line("eq-rin-above", rf"\beta_t \le {c} R_t^2", beta, factor * R2),
        line("eq-rin-rises", r"\beta_{t-1} \le \beta_t", before, beta),
        line("eq-rin-progress", r"t\,\varepsilon \le w_t\cdot w_*", t * eps, progress),
        line(
            "eq-rin-growth",
            r"\|w_t\|^2 - \|w_{t-1}\|^2 \le 2\beta_t + R_t^2",
            growth_of(norms),
            growth,
        ),
        line("eq-rin-length", r"\|w_t\|^2 \le (2\beta_t + R_t^2)\,t", norms**2, growth * t),
        line("eq-rin-cauchy", r"w_t\cdot w_* \le \|w_t\|", progress, norms),
        line("eq-rin-bound", r"t \le (2\beta_t + R_t^2)/\varepsilon^2", t, growth / eps**2),
        line(
            "eq-rin-updates",
            rf"t \le {2 * factor + 1:g} R_t^2/\varepsilon^2",
            t,
            (2.0 * factor + 1.0) * R2 / eps**2,
        ),
        line("eq-rin-stop", r"\beta_T < z_i\cdot w_T", beta[-1], final, over="examples"),
        line(
            "eq-rin-margin",
            r"\beta_T\varepsilon/(2\beta_T + R_T^2) < z_i\cdot w_T/\|w_T\|",
            beta[-1] * eps / growth[-1],
            distances,
            over="examples",
        ),
        line(
            "eq-rin-third",
            r"\varepsilon/3 < z_i\cdot w_T/\|w_T\|",
            eps / 3.0,
            distances,
            over="examples",
        ),
    )


def along(run: Run, w_star: Array) -> tuple[Array, Array, Array]:
    """Return t = 1, ..., T, the progress and the norms after those updates."""
    return np.arange(1.0, run.n_updates + 1), run.progress(w_star)[1:], run.norms[1:]


def growth_of(norms: Array) -> Array:
    """Return by how much the squared norm grew at each update."""
    return np.diff(norms**2, prepend=0.0)


def at_the_end(run: Run) -> tuple[Array, Array]:
    """Return the final score of each example, and its distance from the final hyperplane."""
    final = run.y * (run.X @ run.w)
    return final, final / np.linalg.norm(run.w)


def squared_norms(run: Run) -> Array:
    """Return the squared norm of each example."""
    return np.einsum("ij,ij->i", run.X, run.X)


def _jumps(used: Array, factor: float) -> Array:
    """Replay the thresholds of the R-independent rule from the squared norms it was given."""
    betas = np.zeros(used.size + 1)
    for t, norm2 in enumerate(used):
        betas[t + 1] = factor * norm2 if betas[t] < norm2 else betas[t]
    return betas
