r"""The proof that the cosine perceptron stops: progress never falls while the length must shrink.

.. math:: \cos(w_0, w_*)\,(1 - \sigma^2)^{-t/2} \le \cos(w_t, w_*) \le 1
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._arithmetic import ROUNDING
from .._validate import domain
from ..core.run import Run
from .inequality import Inequality, check_scores, check_unit, line


@domain
def cosine(run: Run, w_star: ArrayLike) -> tuple[Inequality, ...]:
    r"""Evaluate the potential argument along a run of the cosine perceptron.

    In the order of the proof: progress does not fall, it is positive, the length shrinks at each
    update, and so far, the potential, its ceiling, the bound.

    That cos(w_0, w_star) is positive is a hypothesis, too, but one that a random start may break:
    then "eq-cos-positive" fails, and "eq-cos-bound" has no value (NaN), which counts as a failure.
    Source: statement B-Thm2.1; chapter 5.

    Parameters
    ----------
    run : Run.  Of `cosine_perceptron`; finished or not. Lengths are measured in units of norm(w_0).
    w_star : (d,) array.  A unit vector without a negative score; scores of 0 are allowed.

    Examples
    --------
    >>> from ptronlib import cosine_perceptron
    >>> run = cosine_perceptron([[1, 0], [0, 2]], [1, 1], 0.5, w_init=[-3, 4])
    >>> cosine(run, [0, 1])[-1]
    Inequality(eq-cos-bound: holds at all 1 updates)
    """
    w_star, sigma = check_unit(w_star, run.X.shape[1], "w_star"), -float(run.betas[0])
    if run.update != "project" or not 0.0 < sigma < 1.0 or (run.betas != -sigma).any():
        raise ValueError(
            f"The run must be one of cosine_perceptron; this one has the update {run.update!r} and "
            f"the threshold {run.betas[0]:g}."
        )
    rounding = -ROUNDING * np.linalg.norm(run.X, axis=1)
    check_scores(run.y * (run.X @ w_star), rounding, "w_star must have no negative score")
    unit = np.linalg.norm(run.w_init)
    progress, norms = run.progress(w_star) / unit, run.norms / unit
    cosines = np.divide(progress, norms, out=np.zeros_like(norms), where=norms > 0)
    t, rate = np.arange(1, run.n_updates + 1), -np.log1p(-(sigma**2))  # ln(1 / (1 - sigma^2))
    growth = np.exp(np.minimum(0.5 * rate * t, 700.0))  # e^710 is no float any more
    positive = np.where(progress[1:] == 0.0, np.nan, progress[1:])  # 0 < 0 must fail, as NaN does
    shorter = (1 - sigma**2) * norms[:-1] ** 2
    potential = r"c\,(1-\sigma^2)^{-t/2} \le \cos(w_t, w_*)"
    bound = 2 * np.log(1 / cosines[0]) / rate if cosines[0] > 0 else np.nan
    return (
        line("eq-cos-progress", r"w_{t-1}\cdot w_* \le w_t\cdot w_*", progress[:-1], progress[1:]),
        line("eq-cos-positive", r"0 < w_t\cdot w_*", 0.0, positive),
        line("eq-cos-shrink", r"\|w_t\|^2 \le (1-\sigma^2)\|w_{t-1}\|^2", norms[1:] ** 2, shorter),
        line("eq-cos-length", r"\|w_t\| \le (1-\sigma^2)^{t/2}", norms[1:], 1 / growth),
        line("eq-cos-potential", potential, cosines[0] * growth, cosines[1:]),
        line("eq-cos-ceiling", r"\cos(w_t, w_*) \le 1", cosines[1:], 1.0),
        line("eq-cos-bound", r"t \le 2\ln(1/c)\,/\ln(1/(1-\sigma^2))", t, bound),
    )
