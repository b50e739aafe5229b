r"""Updates when a bias is learned as the weight of a constant c.

.. math:: T\gamma \le \sqrt{1 + b_*^2/c^2}\;\sqrt{T\,(R^2 + c^2)}
"""

from __future__ import annotations

from .._domain import Floats, domain


@domain(R="(0, inf)", eps="(0, inf)", bias="[0, inf)", scale="(0, inf)")
def updates_affine(R: Floats, eps: Floats, *, bias: Floats = 1.0, scale: Floats = 1.0) -> Floats:
    r"""Bound from above the number of updates when a bias is learned as the weight of a constant.

    Parameters
    ----------
    R : float or array, > 0
        Largest norm of an example, the constant not counted.
    eps : float or array, > 0
        Margin y (w_star . x + b_star) >= eps of some unit w_star.
    bias : float or array, >= 0
        Bound on abs(b_star); the theorem is false without one.
    scale : float or array, > 0
        The constant c that `lift` appends.

    Returns
    -------
    float or array
        :math:`(R^2 + c^2)(1 + b^2/c^2)/\varepsilon^2`.

    Notes
    -----
    In the lifted space (w_star, b_star / c) has length at most sqrt(1 + bias^2 / c^2) and an
    example at most sqrt(R^2 + c^2): there it is `updates_constant` with beta = 0. Where both labels
    occur, abs(b_star) <= R can be assumed. Source: statement C-Thm; chapters 1, 2.

    Examples
    --------
    >>> updates_affine(3.0, 0.5), updates_affine(1001.0, 1.0, bias=1000.0)
    (80.0, 1002003002002.0)
    """
    return (R**2 + scale**2) * (1 + (bias / scale) ** 2) / eps**2
