r"""The proof for a unit with a bias, learned as the weight of a constant c.

.. math:: t\,\gamma \le (w_t, b_t)\cdot(w_*, b_*/c) \le \sqrt{1 + b_*^2/c^2}\;\|(w_t, b_t)\|
          \le \sqrt{1 + b_*^2/c^2}\;\sqrt{t\,(R^2 + c^2)}
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._validate import Array, check_real, check_vector
from ..core.run import Run
from ..geometry import margins
from .inequality import Inequality, along, check_perceptron, check_scores, check_unit, line, proof


@proof
def affine(run: Run, w_star: ArrayLike, *, bias: float | None = None) -> tuple[Inequality, ...]:
    r"""Evaluate the proof for a learned bias along a run on lifted examples.

    In the order of the proof: progress, squared length, Cauchy-Schwarz, the bound (1 + bias^2 /
    c^2)(R^2 + c^2) / gamma^2: for c = bias = 1 that is 2 (R^2 + 1) / gamma^2.

    gamma is the smallest y (w . x + b), R the largest norm without the constant. Source: statement
    C-Thm, mended (ERR-C1); chapter 2.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from 0, on a sample (x, c) with a constant c > 0, as `lift`
        makes it; finished or not.
    w_star : (d,) array.  (w, b) with a unit vector w: y (w . x + b) > 0 for every example.
    bias : float or None, >= 0
        The bound on abs(b) that the theorem assumes; abs(b) itself if None.

    Examples
    --------
    >>> from ptronlib import lift, perceptron
    >>> run = perceptron(lift([[3.0], [1.0]]), [1, -1])
    >>> affine(run, [1.0, -2.0])[-1]
    Inequality(eq-aff-bound: holds at all 10 updates)
    """
    check_perceptron(run)
    w_star, gamma = _check_affine_separator(run, w_star)
    own = abs(float(w_star[-1]))
    bias = own if bias is None else check_real(bias, "bias", 0.0)
    if own > bias:
        raise ValueError(
            f"The theorem assumes abs(b) <= {bias:g}; the b of w_star is {w_star[-1]:g}. "
            f"Without a bound on b the number of updates has none: pass bias={own:g} or more."
        )
    return affine_lines(run, w_star, gamma=gamma, R=margins.radius(run.X[:, :-1]), bias=bias)


def affine_lines(
    run: Run, u: ArrayLike, *, gamma: float, R: float, bias: float
) -> tuple[Inequality, ...]:
    """Evaluate the lines of that proof with no hypothesis checked, to see which of them fails.

    As `affine`; those that need a hypothesis which does not hold may fail.

    Parameters
    ----------
    run : Run.  On examples whose last feature is the constant, not 0.
    u : (d,) array.  What is claimed to be (w, b) with norm(w) = 1, abs(b) <= bias and margin gamma.
    gamma, R, bias : float, > 0
        The claimed margin, largest norm without the constant, and bound on abs(b), which may be 0.

    Raises
    ------
    ValueError
        u has another dimension than the examples, or gamma, R or bias is outside its domain.

    Examples
    --------
    >>> from ptronlib import samples, lift, perceptron
    >>> nasty = samples.affine_adversary(4.0, -3.0, 0.5)  # abs(b) = 3
    >>> affine_lines(perceptron(lift(nasty.X), nasty.y), nasty.w_star, gamma=0.5, R=4, bias=1)[-2:]
    (Inequality(eq-aff-cauchy: fails at update 136), Inequality(eq-aff-bound: fails at update 137))
    """
    gamma, R = check_real(gamma, "gamma", 0.0, ends="()"), check_real(R, "R", 0.0, ends="()")
    c, u = run.X[0, -1], check_vector(u, run.X.shape[1], "u")
    t, progress, norms = along(run, np.r_[u[:-1], u[-1] / c])
    longest, room = R**2 + c**2, 1 + check_real(bias, "bias", 0.0) ** 2 / c**2
    both, target = "(w_t, b_t)", "(w_*, b_*/c)"
    cauchy = rf"{both}\cdot{target} \le \sqrt{{1 + b^2/c^2}}\;\|{both}\|"
    bound, most = r"t \le (1 + b^2/c^2)(R^2 + c^2)/\gamma^2", room * longest / gamma**2
    return (
        line("eq-aff-progress", rf"t\,\gamma \le {both}\cdot{target}", t * gamma, progress),
        line("eq-aff-length", rf"\|{both}\|^2 \le t\,(R^2 + c^2)", norms**2, t * longest),
        line("eq-aff-cauchy", cauchy, progress, np.sqrt(room) * norms),
        line("eq-aff-bound", bound, t, most),
    )


def _check_affine_separator(run: Run, w_star: ArrayLike) -> tuple[Array, float]:
    """Return (w, b) and its affine margin, once the sample is lifted and (w, b) separates it."""
    X, c = run.X[:, :-1], run.X[:, -1]
    if not (c[0] > 0.0 and (c == c[0]).all()):
        raise ValueError(
            f"The last feature of the run's examples must be a positive constant, as lift(X) "
            f"appends it; got values from {c.min():g} to {c.max():g}."
        )
    w_star = check_vector(w_star, run.X.shape[1], "w_star")
    scores = run.y * (X @ check_unit(w_star[:-1], X.shape[1], "The w of w_star") + w_star[-1])
    return w_star, check_scores(scores, 0.0, "w_star = (w, b) must separate the sample")
