r"""Mistakes of the perceptron on a sequence that no vector need separate.

.. math:: T\gamma - \sqrt{T}\,D \le w_T\cdot u \le \|w_T\| \le \sqrt{T}\,R
"""

from __future__ import annotations

from ._domain import Floats, domain


@domain(R="(0, inf)", gamma="(0, inf)", D="[0, inf)")
def updates_deviation(R: Floats, gamma: Floats, D: Floats) -> Floats:
    r"""Bound from above the perceptron's mistakes on a sequence that no vector need separate.

    Parameters
    ----------
    R : float or array, > 0
        Largest norm of an example.
    gamma : float or array, > 0
        The margin that some unit vector u is asked for; any number will do.
    D : float or array, >= 0
        Root of the sum, over the sequence, of max(0, gamma - z . u)^2: how far u misses it.

    Returns
    -------
    float or array
        :math:`((R + D)/\gamma)^2`; for D = 0 Novikoff's bound.

    Notes
    -----
    Each update adds z . u >= gamma - xi_t to w . u, so T gamma - sum xi_t <= w_T . u <=
    sqrt(T) R, and sum xi_t <= sqrt(T) D by Cauchy-Schwarz. An example that comes up k times counts
    k times in D. Source: Freund and Schapire 1999, theorem 2; chapter 4.

    Examples
    --------
    >>> updates_deviation(1.0, 0.5, 0.0), updates_deviation(1.0, 0.5, 1.0)
    (4.0, 16.0)
    """
    return ((R + D) / gamma) ** 2
