r"""The proof that one sample takes (4^d - 1)/3 mistakes in every order.

.. math:: w_{t,i} \le 2^{i-1}, \qquad t = w_t \cdot w^\circ \le \|w^\circ\|^2 = (4^d - 1)/3
"""

from __future__ import annotations

import numpy as np

from .. import samples
from .._validate import domain
from ..core.run import Run
from .inequality import Inequality, check_rule, line


@domain
def exponential_count(run: Run) -> tuple[Inequality, ...]:
    r"""Evaluate the proof of the exact count along a run on the sample `samples.exponential`.

    In the order of the proof: the rule of the perceptron, the ceiling over each weight, the floor
    under it, the count of updates (an equality), the room for them.

    At the end all scores are at least 1, and floor and ceiling meet at w = (1, 2, 4, ...).
    Source: statements B-Lem1.2 and B-Cor1.3, mended (ERR-B1, ERR-B3); chapter 5.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from w = 0, on `samples.exponential(d)`, its rows in any order.

    Examples
    --------
    >>> from ptronlib import samples, perceptron
    >>> sample = samples.exponential(3)
    >>> exponential_count(perceptron(sample.X, sample.y))[3]
    Inequality(eq-exp-count: holds at all 21 updates)
    """
    check_rule(run, 0.0)
    Z, W, sample = run.y[:, None] * run.X, run.replay(), samples.exponential(run.X.shape[1])
    if set(map(tuple, Z)) != set(map(tuple, sample.y[:, None] * sample.X)):
        raise ValueError(f"The run must be one on all of samples.exponential({Z.shape[1]}), only.")
    powers = 2.0 ** np.arange(Z.shape[1])
    t, count = np.arange(1, run.n_updates + 1), W[1:] @ powers
    before = (Z[run.mistakes] * W[:-1]).sum(axis=1)
    lowest, scaled = (W[1:] @ Z.T).min(axis=1), W[1:] / powers
    floor = r"\min_k z_k\cdot w_t \le \min_i 2^{1-i} w_{t,i}"
    return (
        line("eq-exp-rule", r"z\cdot w_{t-1} \le 0", before, 0.0),
        line("eq-exp-ceiling", r"\max_i 2^{1-i} w_{t,i} \le 1", scaled.max(axis=1), 1.0),
        line("eq-exp-floor", floor, lowest, scaled.min(axis=1)),
        line("eq-exp-count", r"t = w_t\cdot w^\circ", t, count),
        line("eq-exp-room", r"w_t\cdot w^\circ \le (4^d-1)/3", count, powers @ powers),
    )
