r"""The proof for thresholds that grow with t: the infinity-perceptron.

.. math:: \beta_t = \tfrac12 R^2\bigl((t+1)^\alpha - t^\alpha - 1\bigr)
          \;\Longrightarrow\; \|w_t\|^2 \le R^2 t^\alpha
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
from .thresholds import along, at_the_end, growth_of, squared_norms


def growing(run: Run, w_star: ArrayLike, alpha: float) -> tuple[Inequality, ...]:
    r"""Evaluate the proof of the infinity-perceptron: number of updates, and margin.

    Parameters
    ----------
    run : Run
        With the rule `betas.growing`, from w = 0, finished. Its R is read off the thresholds.
    w_star : (d,) array
        A unit vector that separates the sample.
    alpha : float, 1 <= alpha < 2
        Growth exponent, that of the rule.

    Returns
    -------
    tuple of Inequality
        In the order of the proof: progress, growth of the squared length at each update, squared
        length so far, Cauchy-Schwarz, bound on t; with a value for each example what the stop says
        about the scores, and the margin; then, at every t, that the margin guaranteed falls with t,
        and what is left of it at the largest t there can be.

    Raises
    ------
    ValueError, TypeError
        As `aggressive`; or alpha outside its domain; or an example longer than R, naming it.

    Notes
    -----
    With f(t) = ((t + 1)^alpha - t^alpha - 1) / (2 t^(alpha / 2)) the margin exceeds R f(T), and f
    does not increase for t >= 1. Source: statements A-Alg4, A-Eq2, A-AppA with ERR-A6 and ERR-A7;
    chapter 3.

    Examples
    --------
    >>> from ptronlib import betas, data, perceptron
    >>> sample = data.two_points(0.25)
    >>> run = perceptron(sample.X, sample.y, betas.growing(1.5))
    >>> growing(run, sample.w_star, 1.5)[2]
    Inequality(eq-inf-length: holds at all 130 updates)
    """
    w_star, eps = check_separator(run, w_star)
    check_start(run)
    alpha = check_real(alpha, "alpha", 1.0, 2.0, ends="[)")
    R = _rule_radius(run, alpha)
    check_finished(run)
    return _growing_lines(run, w_star, eps, alpha, R)


def _growing_lines(
    run: Run, w_star: Array, eps: float, alpha: float, R: float
) -> tuple[Inequality, ...]:
    t, progress, norms = along(run, w_star)
    final, distances = at_the_end(run)
    most = (R / eps) ** (2.0 / (2.0 - alpha))
    left = 0.5 * alpha * eps - 0.5 * R * (eps / R) ** (alpha / (2.0 - alpha))
    at_t = R * _reached(t, alpha)
    return (
        line("eq-inf-progress", r"t\,\varepsilon \le w_t\cdot w_*", t * eps, progress),
        line(
            "eq-inf-growth",
            r"\|w_t\|^2 - \|w_{t-1}\|^2 \le R^2(t^\alpha - (t-1)^\alpha)",
            growth_of(norms),
            R**2 * (t**alpha - (t - 1.0) ** alpha),
        ),
        line("eq-inf-length", r"\|w_t\|^2 \le R^2 t^\alpha", norms**2, R**2 * t**alpha),
        line("eq-inf-cauchy", r"w_t\cdot w_* \le \|w_t\|", progress, norms),
        line("eq-inf-bound", r"t \le (R/\varepsilon)^{2/(2-\alpha)}", t, most),
        line("eq-inf-stop", r"\beta_T < z_i\cdot w_T", run.betas[-1], final, over="examples"),
        line(
            "eq-inf-reached",
            r"R\,f(T) < z_i\cdot w_T/\|w_T\|",
            at_t[-1],
            distances,
            over="examples",
        ),
        line(
            "eq-inf-falls",
            r"f((R/\varepsilon)^{2/(2-\alpha)}) \le f(t)",
            R * _reached(most, alpha),
            at_t,
        ),
        line(
            "eq-inf-guarantee",
            r"\frac{\alpha}{2}\varepsilon - \frac{R}{2}(\varepsilon/R)^{\alpha/(2-\alpha)}"
            r" \le R\,f(t)",
            left,
            at_t,
        ),
    )


def _rule_radius(run: Run, alpha: float) -> float:
    """Return the R of the growing rule, once the thresholds and the examples agree with it."""
    name = f"the infinity-perceptron, with alpha = {alpha:g}"
    norms = np.sqrt(squared_norms(run))
    R = float(norms.max())
    if alpha > 1.0:
        R = float(np.sqrt(2.0 * run.betas[1] / (2.0**alpha - 2.0)))
    t = np.arange(run.n_updates + 1.0)
    check_thresholds(run, 0.5 * R**2 * ((t + 1.0) ** alpha - t**alpha - 1.0), name)
    longest = int(np.argmax(norms))
    if norms[longest] > R * (1.0 + 1e-9):
        raise ValueError(
            f"No example may be longer than the R of the rule; example {longest} has the norm "
            f"{norms[longest]:g}, the thresholds belong to R = {R:g}. "
            f"Run it again with growing(alpha, radius(X))."
        )
    return R


def _reached(t: ArrayLike, alpha: float) -> Array:
    """Return f(t), the powers subtracted without loss of digits."""
    t = np.asarray(t, float)
    return 0.5 * (t**alpha * np.expm1(alpha * np.log1p(1.0 / t)) - 1.0) / t ** (alpha / 2.0)
