r"""Threshold rules (betas): the threshold :math:`\beta_t` that a score must exceed after t updates.

.. math:: \beta_t = \mathrm{rule}(\beta_{t-1}, t, \|z_{i_t}\|^2)

A threshold decides over mistakes, and these are to be the same on every machine. So a rule computes
with sums, products, quotients and square roots, which IEEE 754 fixes to the last bit, and with the
functions of `_arithmetic`, which are made of them; never with ``np.log``, ``np.exp`` or ``**``,
which each machine's library rounds in its own way. `tests/test_betas.py` refuses a rule that does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

import numpy as np

from .. import _arithmetic
from .._validate import Array, domain

__all__ = ["BetaRule", "constant", "growing", "power", "r_independent"]


@dataclass(frozen=True)
class BetaRule:
    """How the threshold moves; make one with `constant`, `r_independent`, `growing` or `power`.

    Attributes
    ----------
    name : str.  The rule as it was written.
    start : float.  The threshold before the first update; same unit as scores.
    jump : float.  A threshold below norm(z)**2 jumps to jump * norm(z)**2; 0 if none does.
    R : float.  Largest norm the rule is meant for; infinite where that does not matter.
    alpha : float or None.  Growth exponent of `growing`.
    table : function or None
        From t to the threshold after t updates, where t alone decides it. `ahead` calls it with an
        array of floats, `next` with one number, which may be an int: it must say the same of both.
    """

    name: str
    start: float = 0.0
    jump: float = 0.0
    R: float = float("inf")
    alpha: float | None = None
    table: Callable | None = field(default=None, compare=False)

    def next(self, beta: float, t: int, norm2: float) -> float:
        """Return the threshold after update t, made with an example of squared norm norm2."""
        if self.jump:
            return self.jump * norm2 if beta < norm2 else beta
        return float(self.table(t)) if self.table else beta

    def ahead(self, beta: float, t: int, count: int) -> Array:
        """Return the thresholds after t + 1, ..., t + count updates, where t alone decides them.

        Otherwise the threshold in force, beta, from which the loop makes its jumps.
        """
        if self.table:
            return self.table(np.arange(t + 1.0, t + count + 1.0))
        return np.full(count, beta)

    def __repr__(self) -> str:
        return self.name


@domain
def constant(beta: Annotated[float, "[0, inf)"]) -> BetaRule:
    """Keep the threshold at beta: Algorithm 1 for beta = 0, the aggressive perceptron above.

    Source: statements A-Alg1 and A-Alg2.

    Parameters
    ----------
    beta : float, >= 0.  Threshold; same unit as scores, length squared.

    Examples
    --------
    >>> constant(2.0).next(2.0, 1, 9.0)
    2.0
    """
    return BetaRule(f"constant({beta:g})", beta)


@domain
def r_independent(factor: Annotated[float, "[1, inf)"] = 4.0) -> BetaRule:
    """Start at 0 and jump to factor * norm(z)**2 whenever beta < norm(z)**2: no need to know R.

    After the first update R_u**2 <= beta <= factor * R_u**2, where R_u is the largest norm used so
    far. Source: statement A-Alg3.

    Parameters
    ----------
    factor : float, >= 1.  How far above norm(z)**2 the threshold jumps.

    Examples
    --------
    >>> rule = r_independent()
    >>> rule.next(0.0, 1, 1.0), rule.next(4.0, 2, 4.0), rule.next(4.0, 3, 9.0)
    (4.0, 4.0, 36.0)
    """
    return BetaRule(f"r_independent(factor={factor:g})", jump=factor)


@domain
def growing(alpha: Annotated[float, "[1, 2)"], R: Annotated[float, "(0, inf)"] = 1.0) -> BetaRule:
    r"""Grow like :math:`t^{\alpha-1}`: the infinity-perceptron.

    :math:`\beta_t = \tfrac12 R^2((t+1)^\alpha - t^\alpha - 1)` keeps
    :math:`\|w_t\|^2 \le R^2 t^\alpha`. Source: statement A-Alg4, there with R = 1.

    Parameters
    ----------
    alpha : float, 1 <= alpha < 2.  Growth exponent; 1 is the perceptron.
    R : float, > 0.  At least the largest norm of an example.

    Examples
    --------
    >>> growing(1.5).next(0.0, 1, 1.0)
    0.414213...
    """
    table = partial(_growing, alpha=alpha, R=R)
    return BetaRule(f"growing({alpha:g}, R={R:g})", R=R, alpha=alpha, table=table)


@domain
def power(c: Annotated[float, "(0, 1]"], scale: Annotated[float, "(0, inf)"] = 1.0) -> BetaRule:
    r"""Grow exactly like :math:`t^{1-c}`, the form that the infinity-perceptron suggests.

    :math:`\beta_t = \mathrm{scale} \cdot t^{1-c}`; `growing(2 - c)` is its multiple
    :math:`\tfrac12(2-c)` for large t. Source: statement A-Table1.

    Parameters
    ----------
    c : float, 0 < c <= 1
        How far the exponent stays below 1; at c = 1 the threshold is the scale from the first
        update on.
    scale : float, > 0.  The threshold after one update.

    Examples
    --------
    >>> power(0.5).next(0.0, 100, 1.0)
    10.0
    """
    table = partial(_power, exponent=1.0 - c, scale=scale)
    return BetaRule(f"power({c:g}, scale={scale:g})", table=table)


def _growing(t, alpha: float, R: float):
    return 0.5 * (R * R) * (_arithmetic.growth(t, alpha) - 1.0)


def _power(t, exponent: float, scale: float):
    return scale * _arithmetic.power(t, exponent)
