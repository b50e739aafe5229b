r"""Updates and margin with a threshold that is fixed, or that adapts to the examples used.

.. math:: \min_i \frac{z_i\cdot w_T}{\|w_T\|} > \frac{\beta_T\,\varepsilon}{2\beta_T + R^2}
"""

from __future__ import annotations

import numpy as np

from ._domain import Floats, domain


@domain(beta="[0, inf)", R="(0, inf)", eps="(0, R]")
def margin_constant(beta: Floats, R: Floats, eps: Floats) -> Floats:
    r"""Bound from below the margin reached with a fixed threshold.

    Parameters
    ----------
    beta : float or array, >= 0
        Threshold; same unit as scores, length squared.
    R, eps : float or array, 0 < eps <= R
        Largest norm of an example; best margin of the sample.

    Returns
    -------
    float or array
        :math:`\beta\varepsilon/(2\beta + R^2)`, at least eps / 3 once beta >= R**2.

    Notes
    -----
    On stopping every score exceeds beta, while norm(w)^2 <= (2 beta + R^2) T and
    T <= (2 beta + R^2) / eps^2 give norm(w) <= (2 beta + R^2) / eps. Source: statement A-Alg2;
    chapter 3.

    Examples
    --------
    >>> margin_constant(1.0, 1.0, 0.3)
    0.1
    """
    return beta / (2 * beta + R**2) * eps


@domain(R="(0, inf)", eps="(0, R]", factor="[1, inf)")
def updates_r_independent(R: Floats, eps: Floats, *, factor: Floats = 4.0) -> Floats:
    r"""Bound from above the number of updates of the R-independent perceptron.

    Parameters
    ----------
    R, eps : float or array, 0 < eps <= R
        Largest norm of an example that was used; best margin of the sample.
    factor : float or array, >= 1
        That of the rule `r_independent`.

    Returns
    -------
    float or array
        :math:`(2\cdot\mathrm{factor} + 1) R^2/\varepsilon^2`, 9 R^2 / eps^2 as a rule.

    Notes
    -----
    The threshold never falls and ends at beta_T <= factor R^2, so `updates_constant` holds with
    beta_T. Source: statement A-Alg3; chapter 3.

    Examples
    --------
    >>> updates_r_independent(1.0, 0.5)
    36.0
    """
    return (2 * factor + 1) * (R / eps) ** 2


@domain(R="(0, inf)", eps="(0, R]")
def margin_r_independent(R: Floats, eps: Floats) -> Floats:
    r"""Bound from below the margin reached by the R-independent perceptron.

    Parameters
    ----------
    R, eps : float or array, 0 < eps <= R
        Largest norm of an example, on which the bound does not depend; best margin of the sample.

    Returns
    -------
    float or array
        :math:`\varepsilon/3`, exceeded strictly.

    Notes
    -----
    The last threshold is at least R_u^2, the squared norm of the longest example used, and
    beta / (2 beta + R_u^2) grows with beta: `margin_constant` gives 1/3 already at beta = R_u^2.
    Source: statement A-Alg3; chapter 3.

    Examples
    --------
    >>> margin_r_independent(1.0, 0.75)
    0.25
    """
    return np.broadcast_arrays(eps / 3, R)[0]
