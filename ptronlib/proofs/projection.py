r"""The proof that a map which keeps inner products keeps the margins of all labelings at once.

.. math:: |\varepsilon_A(Y)^2 - \varepsilon(Y)^2| \le \max_{i,j} |Ax_i\cdot Ax_j - x_i\cdot x_j|
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._validate import check_real
from ..geometry.margins import radius
from ..projection import margins_of_labelings, project
from .inequality import ROUNDING, Inequality, line, proof


@proof
def gram(X: ArrayLike, A: ArrayLike, eps: float) -> tuple[Inequality, ...]:
    r"""Evaluate the Gram argument at every labeling of a small sample.

    Parameters
    ----------
    X : (n, d) array
        At most 16 points.
    A : (k, d) array
        The map.
    eps : float, in (0, R]
        Margin of the labelings that the theorem is about.

    Returns
    -------
    tuple of Inequality
        Along the labelings instead of updates: the squared margins against the error of the inner
        products; that error against 3 eps^2 / 16; the margins after the map of those labelings that
        have eps before it; the margins before the map of those that have eps / 2 after it.

    Notes
    -----
    The first line holds for every matrix, the second with probability at least 1 - delta for a
    Gaussian one with `simultaneous_dimension(n, eps, delta)` rows; the others follow from these
    two. Source: statement A-Thm1.4; chapter 8.

    Examples
    --------
    >>> gram(np.eye(3), np.eye(3), 0.5)[0].lhs
    array([0., 0., 0., 0.])
    """
    AX, X = project(X, A), np.asarray(X, dtype=float)
    eps = check_real(eps, "eps", 0.0, radius(X) * (1 + ROUNDING), ends="(]")
    before, after = margins_of_labelings(X), margins_of_labelings(AX)
    error, change = np.abs(AX @ AX.T - X @ X.T).max(), np.abs(after**2 - before**2)
    there = after[before >= eps * (1 - ROUNDING)]
    back = before[after >= eps / 2 * (1 + ROUNDING)]
    return (
        line("eq-p8-gram", r"|\varepsilon_A^2 - \varepsilon_X^2| \leq \Delta", change, error),
        line("eq-p8-error", r"\Delta \leq 3\varepsilon^2/16", error, [3 * eps**2 / 16]),
        line("eq-p8-there", r"\varepsilon/2 \leq \varepsilon_A", eps / 2, there),
        line("eq-p8-back", r"\varepsilon/4 \leq \varepsilon_X", eps / 4, back),
    )
