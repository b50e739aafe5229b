r"""The proof that one sample takes (4^d - 1)/3 mistakes in every order.

.. math:: w_{t,i} \le 2^{i-1}, \qquad t = w_t \cdot w^\circ \le \|w^\circ\|^2 = (4^d - 1)/3
"""

from __future__ import annotations

import numpy as np

from ..data import exponential as sample_of
from ..run import Run
from .inequality import Inequality, check_start, check_thresholds, line


def exponential(run: Run) -> tuple[Inequality, ...]:
    r"""Evaluate the proof of the exact count along a run on the sample `data.exponential`.

    Parameters
    ----------
    run : Run
        Of the perceptron, beta = 0, from w = 0, on `data.exponential(d)`, its rows in any order.

    Returns
    -------
    tuple of Inequality
        In the order of the proof: the rule of the perceptron, the ceiling over each weight, the
        floor under it, the count of updates (an equality), the room for them.

    Raises
    ------
    ValueError, TypeError
        The run is one on another sample or of another algorithm.

    Notes
    -----
    At the end all scores are at least 1, and floor and ceiling meet at w = (1, 2, 4, ...).
    Source: statements B-Lem1.2 and B-Cor1.3, mended (ERR-B1, ERR-B3); chapter 5.

    Examples
    --------
    >>> from ptronlib import data, perceptron
    >>> sample = data.exponential(3)
    >>> exponential(perceptron(sample.X, sample.y))[3]
    Inequality(eq-exp-count: holds at all 21 updates)
    """
    check_start(run)
    d = run.X.shape[1]
    _check_sample(run)
    check_thresholds(run, 0.0, "the perceptron, with beta = 0")
    Z, W = run.y[:, None] * run.X, run.replay()
    powers = 2.0 ** np.arange(d)
    t = np.arange(1, run.n_updates + 1)
    before = np.einsum("ij,ij->i", Z[run.mistakes], W[:-1])
    lowest, scaled = (W[1:] @ Z.T).min(axis=1), W[1:] / powers
    return (
        line("eq-exp-rule", r"z\cdot w_{t-1} \le 0", before, 0.0),
        line("eq-exp-ceiling", r"\max_i 2^{1-i} w_{t,i} \le 1", scaled.max(axis=1), 1.0),
        line(
            "eq-exp-floor",
            r"\min_k z_k\cdot w_t \le \min_i 2^{1-i} w_{t,i}",
            lowest,
            scaled.min(axis=1),
        ),
        line("eq-exp-count", r"t = w_t\cdot w^\circ", t, W[1:] @ powers),
        line("eq-exp-room", r"w_t\cdot w^\circ \le (4^d-1)/3", W[1:] @ powers, powers @ powers),
    )


def _check_sample(run: Run) -> None:
    d = run.X.shape[1]
    sample = sample_of(d)
    there, here = sample.y[:, None] * sample.X, run.y[:, None] * run.X
    for i, z in enumerate(here):
        if not (there == z).all(axis=1).any():
            raise ValueError(
                f"The run must be one on data.exponential({d}); its signed example {i} is not one "
                f"of that sample's."
            )
    if len(np.unique(here, axis=0)) < d:
        raise ValueError(
            f"The run must be one on data.exponential({d}), all of it; it has only "
            f"{len(np.unique(here, axis=0))} of the {d} examples."
        )
