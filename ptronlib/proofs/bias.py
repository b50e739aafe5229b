r"""The proof for a unit with a bias, learned as the weight of a constant c.

.. math:: t\,\gamma \le (w_t, b_t)\cdot(w_*, b_*/c) \le \sqrt{1 + b_*^2/c^2}\;\|(w_t, b_t)\|
          \le \sqrt{1 + b_*^2/c^2}\;\sqrt{t\,(R^2 + c^2)}
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .._validate import check_vector, domain
from ..core.run import Run
from ..geometry import radius
from .inequality import (
    Inequality,
    after_each_update,
    check_perceptron,
    check_scores,
    check_unit,
    line,
)


@domain
def learned_bias(
    run: Run,
    w_star: ArrayLike,
    *,
    bias: Annotated[float | None, "[0, inf)"] = None,
    gamma: Annotated[float | None, "(0, inf)"] = None,
    R: Annotated[float | None, "(0, inf)"] = None,
) -> tuple[Inequality, ...]:
    r"""Evaluate the proof for a learned bias along a run on lifted examples.

    In the order of the proof: progress, squared length, Cauchy-Schwarz, the bound (1 + bias^2 /
    c^2)(R^2 + c^2) / gamma^2: for c = bias = 1 that is 2 (R^2 + 1) / gamma^2. Source: statement
    C-Thm, mended (ERR-C1); chapter 2.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from 0, on a sample (x, c) with a constant c > 0, as `lift`
        makes it; finished or not.
    w_star : (d,) array.  (w, b) with a unit vector w: y (w . x + b) > 0 for every example.
    bias : float, >= 0, or None.  The bound on abs(b) that the theorem assumes; abs(b) if None.
    gamma : float, > 0, or None
        The smallest y (w . x + b). One that is claimed here is believed, and neither run nor w_star
        is checked: the lines that need a hypothesis which does not hold may fail.
    R : float, > 0, or None.  The largest norm without the constant, or what is claimed of it.

    Examples
    --------
    >>> from ptronlib import samples, lift, perceptron
    >>> run = perceptron(lift([[3.0], [1.0]]), [1, -1])
    >>> learned_bias(run, [1.0, -2.0])[-1]
    Inequality(eq-aff-bound: holds at all 10 updates)
    >>> nasty = samples.affine_adversary(4.0, -3.0, 0.5)  # abs(b) = 3
    >>> learned_bias(perceptron(lift(nasty.X), nasty.y), nasty.w_star, gamma=0.5, bias=1.0)[-2:]
    (Inequality(eq-aff-cauchy: fails at update 136), Inequality(eq-aff-bound: fails at update 137))
    """
    X, c, d = run.X[:, :-1], run.X[0, -1], run.X.shape[1]
    if not (c > 0.0 and (run.X[:, -1] == c).all()):
        raise ValueError(
            f"The last feature of the run's examples must be a positive constant, as lift(X) "
            f"appends it; got values from {run.X[:, -1].min():g} to {run.X[:, -1].max():g}."
        )
    w_star = check_vector(w_star, d, "w_star")
    w, b, own = w_star[:-1], w_star[-1], abs(float(w_star[-1]))
    bias = own if bias is None else bias
    if gamma is None:
        check_perceptron(run)
        scores = run.y * (X @ check_unit(w, d - 1, "The w of w_star") + b)
        gamma = check_scores(scores, 0.0, "w_star = (w, b) must separate the sample")
        if own > bias:
            raise ValueError(
                f"The theorem assumes abs(b) <= {bias:g}; the b of w_star is {b:g}. "
                f"Without a bound on b the number of updates has none: pass bias={own:g} or more."
            )
    R = radius(X) if R is None else R
    t, progress, norms = after_each_update(run, np.r_[w, b / c])
    longest, room = R**2 + c**2, 1 + bias**2 / c**2
    both, target = "(w_t, b_t)", "(w_*, b_*/c)"
    cauchy = rf"{both}\cdot{target} \le \sqrt{{1 + b^2/c^2}}\;\|{both}\|"
    bound, most = r"t \le (1 + b^2/c^2)(R^2 + c^2)/\gamma^2", room * longest / gamma**2
    return (
        line("eq-aff-progress", rf"t\,\gamma \le {both}\cdot{target}", t * gamma, progress),
        line("eq-aff-length", rf"\|{both}\|^2 \le t\,(R^2 + c^2)", norms**2, t * longest),
        line("eq-aff-cauchy", cauchy, progress, np.sqrt(room) * norms),
        line("eq-aff-bound", bound, t, most),
    )
