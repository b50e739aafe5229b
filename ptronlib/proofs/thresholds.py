r"""The proofs for thresholds that are fixed, adapt to the data, or grow with t.

.. math:: z_{i_t}\cdot w_{t-1} \le \beta_{t-1} \;\Longrightarrow\;
          \|w_t\|^2 \le \|w_{t-1}\|^2 + 2\beta_{t-1} + \|z_{i_t}\|^2
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .. import bounds
from .._validate import Array, domain
from ..core.run import Run
from ..geometry import max_margin, radius
from .inequality import Inequality, after_each_update, at_stop, check_rule, check_separator, line

final = partial(line, over="examples")  # about the weights at the end


@domain
def aggressive(run: Run, w_star: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate the proof of the aggressive perceptron: number of updates, and margin.

    In the order of the proof: progress, growth of the squared length at each update, squared length
    so far, Cauchy-Schwarz, bound on t, bound on the length; then, with a value for each example,
    what the stop says about the scores, and the margin. eps is the margin of w_star, R the largest
    norm of an example. Source: statements A-Alg2, A-Thm-aggr; chapter 3.

    Parameters
    ----------
    run : Run.  With one fixed threshold beta >= 0, from w = 0, finished.
    w_star : (d,) array.  A unit vector that separates the sample.

    Examples
    --------
    >>> from ptronlib import samples, perceptron
    >>> sample = samples.orthonormal(4)
    >>> aggressive(perceptron(sample.X, sample.y, 1.0), sample.w_star)[-1]
    Inequality(eq-agg-margin: holds for all 4 examples)
    """
    w_star, eps = check_separator(run, w_star)
    beta = float(run.betas[0])
    check_rule(run, beta, f"the aggressive perceptron, with beta = {beta:g} throughout")
    t, progress, norms = after_each_update(run, w_star)
    scores, distances = at_stop(run)
    growth = np.diff(norms**2, prepend=0.0)
    most = 2.0 * beta + radius(run.X) ** 2
    step = r"\|w_t\|^2 - \|w_{t-1}\|^2 \le 2\beta + R^2"
    reached = r"\beta\varepsilon/(2\beta + R^2) < z_i\cdot w_T/\|w_T\|"
    return (
        line("eq-agg-progress", r"t\,\varepsilon \le w_t\cdot w_*", t * eps, progress),
        line("eq-agg-growth", step, growth, most),
        line("eq-agg-length", r"\|w_t\|^2 \le (2\beta + R^2)\,t", norms**2, most * t),
        line("eq-agg-cauchy", r"w_t\cdot w_* \le \|w_t\|", progress, norms),
        line("eq-agg-bound", r"t \le (2\beta + R^2)/\varepsilon^2", t, most / eps**2),
        line("eq-agg-norm", r"\|w_t\| \le (2\beta + R^2)/\varepsilon", norms, most / eps),
        final("eq-agg-stop", r"\beta < z_i\cdot w_T", beta, scores),
        final("eq-agg-margin", reached, beta * eps / most, distances),
    )


@domain
def worst_first(run: Run) -> tuple[Inequality, ...]:
    r"""Evaluate the proof that the worst example first leads to the best margin.

    The distance from t p, where p = eps w_star is the point of the hull nearest to 0; then, in the
    order of the proof, the growth of the squared distance from the target c_t p at each update,
    that distance, progress beyond the target, Cauchy-Schwarz, bound on t, bound on the length; with
    a value for each example, what the stop says about the scores, and the margin.

    c_t is the smaller of t and beta / eps^2. Source: our own; chapter 3.

    Parameters
    ----------
    run : Run
        With one fixed threshold beta >= 0, from w = 0, finished; each update with an example of
        smallest score.

    Examples
    --------
    >>> from ptronlib import samples, perceptron
    >>> sample = samples.orthonormal(4)
    >>> worst_first(perceptron(sample.X, sample.y, 2.0, order="worst"))[0]
    Inequality(eq-worst-near: holds at all 12 updates)
    """
    beta = float(run.betas[0])
    check_rule(run, beta, f"the aggressive perceptron, with beta = {beta:g} throughout")
    _check_worst(run, run.replay())
    return worst_first_lines(run)


def worst_first_lines(run: Run) -> tuple[Inequality, ...]:
    """Evaluate the lines of `worst_first` along a run in any order, in which some may fail."""
    best, R = max_margin(run.X, run.y), radius(run.X)
    w_star, eps = check_separator(run, best.w)
    W, beta = run.replay(), float(run.betas[0])
    t, progress, norms = after_each_update(run, w_star)
    scores, distances = at_stop(run)
    c = np.minimum(np.arange(len(W)), beta / eps**2)
    squares = ((W - np.outer(c * eps, w_star)) ** 2).sum(axis=1)
    near = ((W[1:] - np.outer(t * eps, w_star)) ** 2).sum(axis=1)
    ahead = progress - c[1:] * eps
    longest = float(bounds.updates_worst_first(beta, R, eps)) * eps
    follows = r"\|w_t - t\,p\|^2 \le t\,(R^2 - \varepsilon^2)"
    step = r"\|w_t - c_t p\|^2 - \|w_{t-1} - c_{t-1} p\|^2 \le R^2"
    beyond = r"(t - c_t)\,\varepsilon \le (w_t - c_t p)\cdot w_*"
    cauchy = r"(w_t - c_t p)\cdot w_* \le \|w_t - c_t p\|"
    reached = r"j\,\varepsilon/(j + 1) < z_i\cdot w_T/\|w_T\|"
    return (
        line("eq-worst-near", follows, near, t * (R**2 - eps**2)),
        line("eq-worst-growth", step, np.diff(squares), R**2),
        line("eq-worst-target", r"\|w_t - c_t p\|^2 \le R^2 t", squares[1:], R**2 * t),
        line("eq-worst-progress", beyond, (t - c[1:]) * eps, ahead),
        line("eq-worst-cauchy", cauchy, ahead, squares[1:] ** 0.5),
        line("eq-worst-bound", r"t \le (j + 1)^2 R^2/\varepsilon^2", t, longest / eps),
        line("eq-worst-norm", r"\|w_t\| \le (j + 1)^2 R^2/\varepsilon", norms, longest),
        final("eq-worst-stop", r"\beta < z_i\cdot w_T", beta, scores),
        final("eq-worst-margin", reached, beta / longest, distances),
    )


def _check_worst(run: Run, W: Array) -> None:
    """Refuse a run in which an update was not made with an example of smallest score."""
    for t, (w, i) in enumerate(zip(W, run.mistakes, strict=False)):
        scores = run.y * (run.X @ w)
        worst = int(np.argmin(scores))
        if scores[i] - scores[worst] > 1e-9 * np.abs(scores).max():
            raise ValueError(
                f"Every update of the run must use an example of smallest score; update {t + 1} "
                f"used example {i}, at the score {scores[i]:g}, and example {worst} has the score "
                f'{scores[worst]:g}. Run it with order="worst".'
            )


@domain
def r_independent_threshold(
    run: Run, w_star: ArrayLike, *, factor: Annotated[float, "[1, inf)"] = 4.0
) -> tuple[Inequality, ...]:
    r"""Evaluate the proof of the R-independent perceptron: number of updates, and margin.

    In the order of the proof: the threshold from below, from above, and that it never falls;
    progress, growth and squared length, Cauchy-Schwarz, the two bounds on t; then, with a value for
    each example, what the stop says about the scores, and the two bounds on the margin.

    R_t is the largest norm of an example used in the first t updates. Source: statement A-Alg3, by
    the direct argument of ERR-A5; chapter 3.

    Parameters
    ----------
    run : Run.  With the rule `betas.r_independent`, from w = 0, finished.
    w_star : (d,) array.  A unit vector that separates the sample.
    factor : float, >= 1.  That of the rule.

    Examples
    --------
    >>> from ptronlib import betas, samples, perceptron
    >>> sample = samples.orthonormal(4)
    >>> run = perceptron(sample.X, sample.y, betas.r_independent())
    >>> r_independent_threshold(run, sample.w_star)[0]
    Inequality(eq-rin-below: holds at all 20 updates)
    """
    w_star, eps = check_separator(run, w_star)
    used = (run.X[run.mistakes] ** 2).sum(axis=1)
    jumps = accumulate(used, lambda beta, z2: factor * z2 if beta < z2 else beta, initial=0.0)
    check_rule(run, list(jumps), f"the R-independent perceptron, with factor = {factor:g}")
    t, progress, norms = after_each_update(run, w_star)
    scores, distances = at_stop(run)
    growth, R2 = np.diff(norms**2, prepend=0.0), np.maximum.accumulate(used)
    before, beta = run.betas[:-1], run.betas[1:]
    most, updates = 2.0 * beta + R2, 2.0 * factor + 1.0
    step = r"\|w_t\|^2 - \|w_{t-1}\|^2 \le 2\beta_t + R_t^2"
    bound = rf"t \le {updates:g} R_t^2/\varepsilon^2"
    reached = r"\beta_T\varepsilon/(2\beta_T + R_T^2) < z_i\cdot w_T/\|w_T\|"
    return (
        line("eq-rin-below", r"R_t^2 \le \beta_t", R2, beta),
        line("eq-rin-above", rf"\beta_t \le {factor:g} R_t^2", beta, factor * R2),
        line("eq-rin-rises", r"\beta_{t-1} \le \beta_t", before, beta),
        line("eq-agg-progress", r"t\,\varepsilon \le w_t\cdot w_*", t * eps, progress),
        line("eq-rin-growth", step, growth, most),
        line("eq-rin-length", r"\|w_t\|^2 \le (2\beta_t + R_t^2)\,t", norms**2, most * t),
        line("eq-agg-cauchy", r"w_t\cdot w_* \le \|w_t\|", progress, norms),
        line("eq-rin-bound", r"t \le (2\beta_t + R_t^2)/\varepsilon^2", t, most / eps**2),
        line("eq-rin-updates", bound, t, updates * R2 / eps**2),
        final("eq-rin-stop", r"\beta_T < z_i\cdot w_T", beta[-1], scores),
        final("eq-rin-margin", reached, beta[-1] * eps / most[-1], distances),
        final("eq-rin-third", r"\varepsilon/3 < z_i\cdot w_T/\|w_T\|", eps / 3.0, distances),
    )


@domain
def growing_threshold(
    run: Run, w_star: ArrayLike, alpha: Annotated[float, "[1, 2)"]
) -> tuple[Inequality, ...]:
    r"""Evaluate the proof for growing thresholds, the infinity-perceptron: updates and margin.

    In the order of the proof: progress, growth of the squared length at each update, squared length
    so far, Cauchy-Schwarz, bound on t; with a value for each example what the stop says about the
    scores, and the margin; then, at every t, that the margin guaranteed falls with t, and what is
    left of it at the largest t there can be.

    With f(t) = ((t + 1)^alpha - t^alpha - 1) / (2 t^(alpha / 2)) the margin exceeds R f(T), and f
    does not increase for t >= 1. Source: statements A-Alg4, A-Eq2, A-AppA with ERR-A6 and ERR-A7;
    chapter 3.

    Parameters
    ----------
    run : Run
        With `betas.growing`, from w = 0, finished; R, read off its thresholds, bounds every norm.
    w_star : (d,) array.  A unit vector that separates the sample.
    alpha : float, 1 <= alpha < 2.  Growth exponent, that of the rule.

    Examples
    --------
    >>> from ptronlib import betas, samples, perceptron
    >>> sample = samples.two_points(0.25)
    >>> run = perceptron(sample.X, sample.y, betas.growing(1.5))
    >>> growing_threshold(run, sample.w_star, 1.5)[2]
    Inequality(eq-inf-length: holds at all 130 updates)
    """
    w_star, eps = check_separator(run, w_star)
    R = _radius_of_rule(run, alpha)
    t, progress, norms = after_each_update(run, w_star)
    scores, distances = at_stop(run)
    growth = np.diff(norms**2, prepend=0.0)
    most = max(bounds.updates_growing(alpha, R, eps), 1.0)
    left = bounds.margin_growing_guarantee(alpha, R, eps)
    at_t = np.asarray(bounds.margin_growing(alpha, R, t))
    step = r"\|w_t\|^2 - \|w_{t-1}\|^2 \le R^2(t^\alpha - (t-1)^\alpha)"
    falls = r"f((R/\varepsilon)^{2/(2-\alpha)}) \le f(t)"
    promise = r"\frac{\alpha}{2}\varepsilon - \frac{R}{2}(\varepsilon/R)^{\alpha/(2-\alpha)}"
    return (
        line("eq-agg-progress", r"t\,\varepsilon \le w_t\cdot w_*", t * eps, progress),
        line("eq-inf-growth", step, growth, R**2 * (t**alpha - (t - 1.0) ** alpha)),
        line("eq-inf-length", r"\|w_t\|^2 \le R^2 t^\alpha", norms**2, R**2 * t**alpha),
        line("eq-agg-cauchy", r"w_t\cdot w_* \le \|w_t\|", progress, norms),
        line("eq-inf-bound", r"t \le (R/\varepsilon)^{2/(2-\alpha)}", t, most),
        final("eq-inf-stop", r"\beta_T < z_i\cdot w_T", run.betas[-1], scores),
        final("eq-inf-reached", r"R\,f(T) < z_i\cdot w_T/\|w_T\|", at_t[-1], distances),
        line("eq-inf-falls", falls, bounds.margin_growing(alpha, R, most), at_t),
        line("eq-inf-guarantee", rf"{promise} \le R\,f(t)", left, at_t),
    )


def _radius_of_rule(run: Run, alpha: float) -> float:
    """Return the R of the growing rule, once the thresholds and the examples agree with it.

    It is read off the thresholds, of which the proof speaks: a run put together from a list of
    mistakes has no rule, and one with another rule has to be refused by its thresholds anyway.
    """
    norms = np.linalg.norm(run.X, axis=1)
    longest = int(np.argmax(norms))
    R = np.sqrt(2.0 * run.betas[1] / (2.0**alpha - 2.0)) if alpha > 1.0 else norms[longest]
    t = np.arange(run.n_updates + 1.0)
    expected = 0.5 * R**2 * ((t + 1.0) ** alpha - t**alpha - 1.0)
    check_rule(run, expected, f"the infinity-perceptron, with alpha = {alpha:g}")
    if norms[longest] > R * (1.0 + 1e-9):
        raise ValueError(
            f"No example may be longer than the R of the rule; example {longest} has the norm "
            f"{norms[longest]:g}, the thresholds belong to R = {R:g}. "
            f"Run it again with growing(alpha, radius(X))."
        )
    return float(R)
