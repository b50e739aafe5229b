r"""Updates with a fixed threshold: beta = 0 is the perceptron.

.. math:: T\varepsilon \le w_T\cdot w_* \le \|w_T\| \le \sqrt{(2\beta + R^2)\,T}
"""

from __future__ import annotations

from ._domain import Floats, domain


@domain(beta="[0, inf)", R="(0, inf)", eps="(0, R]")
def updates_constant(beta: Floats, R: Floats, eps: Floats) -> Floats:
    r"""Bound from above the number of updates with a fixed threshold.

    Parameters
    ----------
    beta : float or array, >= 0
        Threshold; same unit as scores, length squared.
    R, eps : float or array, 0 < eps <= R
        Largest norm of an example; best margin of the sample.

    Returns
    -------
    float or array
        :math:`(2\beta + R^2)/\varepsilon^2`.

    Notes
    -----
    Each update adds at least eps to w . w_star, so w_T . w_star >= T eps. It adds
    2 z.w + norm(z)^2 <= 2 beta + R^2 to norm(w)^2, so norm(w_T)^2 <= (2 beta + R^2) T. By
    Cauchy-Schwarz T eps <= sqrt((2 beta + R^2) T). Source: statements A-Nov, A-Alg2; chapters 2, 3.

    Examples
    --------
    >>> updates_constant(0.0, 1.0, 0.1)
    100.0
    """
    return (2 * beta + R**2) / eps**2
