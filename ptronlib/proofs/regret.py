r"""The mistake bound as regret: the perceptron's losses against those of any fixed direction.

.. math:: \sum_{s\le t} \bigl(\ell_s(w_{s-1}) - \ell_s(\lambda u)\bigr)
          \le \frac{\lambda^2 + t R^2}{2},
          \qquad \ell_s(w) = \max(0, \lambda\gamma - z_{i_s}\cdot w)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._validate import LARGEST, check_real, check_vector
from ..run import Run
from .inequality import ROUNDING, Inequality, check_start, check_thresholds, line


def regret(run: Run, u: ArrayLike, gamma: float) -> tuple[Inequality, ...]:
    r"""Evaluate the mistake bound for data that need not be separable, along a run.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from w = 0; finished or not.
    u : (d,) array
        A unit vector to compare with. It may err.
    gamma : float, > 0
        The margin it is asked for.

    Returns
    -------
    tuple of Inequality
        In the order of the proof, with lambda = sqrt(t) R: each mistake costs at least lambda
        gamma, the regret, the sum of both, Cauchy-Schwarz, the bound.

    Raises
    ------
    ValueError, TypeError
        u is not of unit length, gamma is not positive, or the run is one of another algorithm.

    Notes
    -----
    xi_s = max(0, gamma - z . u) for the example of update s, D_t^2 is the sum of their squares up
    to t. Source: statement D-Regret; Freund and Schapire 1999, theorem 2; chapter 4.

    Examples
    --------
    >>> from ptronlib import data, perceptron
    >>> sample = data.orthonormal(4)
    >>> regret(perceptron(sample.X, sample.y), sample.w_star, 0.5)[-1]
    Inequality(eq-reg-bound: holds at all 4 updates)
    """
    check_start(run)
    u = check_vector(u, run.X.shape[1], "u")
    if abs(np.linalg.norm(u) - 1.0) > ROUNDING:
        raise ValueError(
            f"u must be a unit vector; got one of length {np.linalg.norm(u):g}. Divide it by its "
            f"norm."
        )
    gamma = check_real(gamma, "gamma", 0.0, ends="()", largest=LARGEST)
    check_thresholds(run, 0.0, "the perceptron, with beta = 0")
    R = float(np.linalg.norm(run.X, axis=1).max())
    t = np.arange(1, run.n_updates + 1)
    z = run.y[run.mistakes, None] * run.X[run.mistakes]
    xi = np.maximum(0.0, gamma - z @ u)
    shortfall, D = np.cumsum(xi), np.sqrt(np.cumsum(xi**2))
    far = np.sqrt(t) * R  # lambda
    before = (z * run.replay()[:-1]).sum(axis=1)
    paid = t * far * gamma - np.cumsum(before)  # no score of a mistake is above 0
    return (
        line(
            "eq-reg-mistake",
            r"\lambda\gamma \leq \ell_t(w_{t-1})",
            far * gamma,
            np.maximum(0.0, far * gamma - before),
        ),
        line(
            "eq-reg-regret",
            r"\sum (\ell_s(w_{s-1})-\ell_s(\lambda u)) \leq (\lambda^2+tR^2)/2",
            paid - far * shortfall,
            (far**2 + t * R**2) / 2,
        ),
        line(
            "eq-reg-sum",
            r"t\gamma \leq \sum \xi_s+\sqrt{t}\,R",
            t * gamma,
            shortfall + far,
        ),
        line("eq-reg-cauchy", r"\sum \xi_s \leq \sqrt{t}\,D_t", shortfall, np.sqrt(t) * D),
        line("eq-reg-bound", r"t \leq ((R+D_t)/\gamma)^2", t, ((R + D) / gamma) ** 2),
    )
