r"""The proof of the sparse separation lemma: the sums stay short, and in the hull of differences.

.. math:: t\,\mathrm{dist}(K, L) \le \|w_t\| \le \sqrt{3 t}\,R_t
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .._validate import check_points, domain
from .inequality import Inequality, line


@domain
def separation(steps: ArrayLike, distance: Annotated[float, "[0, inf)"]) -> tuple[Inequality, ...]:
    r"""Evaluate the proof of the sparse separation lemma along a run.

    In the order of the proof: the score of each update, the growth of the squared length, the
    squared length, the hull, the bound. R_t is the longest difference so far, and the threshold
    before update t is R_{t-1}^2, with R_0 = 0. Source: statement A-Lem1.6, proof mended; chapter 9.

    Parameters
    ----------
    steps : (T, d) array
        The differences p_s - q_s in the order in which they were added; `.steps` of an answer.
    distance : float, >= 0.  Of the two sets, or less.

    Examples
    --------
    >>> separation([[1, 1], [1, -1]], 1.0)[-1]
    Inequality(eq-sep-bound: holds at all 2 updates)
    """
    z = check_points(steps, "steps")
    t, w = np.arange(1, len(z) + 1), np.cumsum(z, axis=0)
    norms2, scores = (w**2).sum(axis=1), ((w - z) * z).sum(axis=1)
    R2 = np.maximum.accumulate((z**2).sum(axis=1))
    growth, most = np.diff(norms2, prepend=0.0), 3 * R2
    return (
        line("eq-sep-score", r"w_{t-1}\cdot z_t \leq R_{t-1}^2", scores, np.r_[0.0, R2[:-1]]),
        line("eq-sep-growth", r"\|w_t\|^2-\|w_{t-1}\|^2 \leq 3R_t^2", growth, most),
        line("eq-sep-length", r"\|w_t\|^2 \leq 3R_t^2\,t", norms2, most * t),
        line("eq-sep-hull", r"t\,\Delta \leq \|w_t\|", t * distance, np.sqrt(norms2)),
        line("eq-sep-bound", r"t\,\Delta^2 \leq 3R_t^2", t * distance**2, most),
    )
