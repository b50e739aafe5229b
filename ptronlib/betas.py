r"""Beta rules: the threshold :math:`\beta_t` that a score must exceed after t updates.

.. math:: \beta_t = \mathrm{rule}(\beta_{t-1}, t, \|z_{i_t}\|^2)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf

from . import _arithmetic
from ._validate import LARGEST, check_count, check_real, check_text

__all__ = ["BetaRule", "constant", "growing", "power", "r_independent"]

CONSTANT, R_INDEPENDENT, GROWING, POWER = range(4)


@dataclass(frozen=True)
class BetaRule:
    """How the threshold moves; make one with `constant`, `r_independent`, `growing` or `power`.

    Attributes
    ----------
    name : str
        The rule as it was written.
    kind : int
        Which branch of the compiled kernel computes it.
    start : float
        The threshold before the first update; same unit as scores.
    parameter : float
        beta, factor, alpha or the exponent of t.
    R : float
        Largest norm the rule is meant for; infinite where it does not matter.
    scale : float
        What a power of t is multiplied by; 1 elsewhere.

    Raises
    ------
    ValueError, TypeError
        A kind that there is none of, or a number that is negative, NaN or so large that thresholds
        could leave the floats.

    Notes
    -----
    Thresholds are exact to about 14 digits, and to the last bit the same on every machine: their
    powers are made of square roots. A threshold beyond 1e300 is refused when a run begins, and so
    is a budget with which it could be reached.
    """

    name: str
    kind: int
    start: float
    parameter: float
    R: float = float("inf")
    scale: float = 1.0

    def __post_init__(self):
        check_text(self.name, "name")
        if check_count(self.kind, "kind", 0) > POWER:
            raise ValueError(
                f"kind must be 0, 1, 2 or 3; got {self.kind}. Use constant, ... instead."
            )
        check_real(self.start, "start", 0.0)
        check_real(self.parameter, "parameter", 0.0)
        if not (isinstance(self.R, float) and isinf(self.R)) or self.R < 0:
            check_real(self.R, "R", 0.0, ends="()", largest=LARGEST)
        check_real(self.scale, "scale", 0.0, ends="()")

    def next(self, beta: float, t: int, norm2: float) -> float:
        """Return the threshold after update t, made with an example of squared norm norm2."""
        if self.kind == R_INDEPENDENT:
            return self.parameter * norm2 if beta < norm2 else beta
        if self.kind == GROWING:
            return 0.5 * (self.R * self.R) * (_arithmetic.growth(t, self.parameter) - 1.0)
        if self.kind == POWER:
            return self.scale * _arithmetic.power(t, self.parameter)
        return beta

    @property
    def factor(self) -> float:
        """What the rule multiplies its powers of t by; R squared, or the scale."""
        return self.scale if self.kind == POWER else self.R * self.R

    def __repr__(self) -> str:
        return self.name


def constant(beta: float) -> BetaRule:
    """Keep the threshold at beta: Algorithm 1 for beta = 0, the aggressive perceptron above.

    Parameters
    ----------
    beta : float, >= 0
        Threshold; same unit as scores, length squared.

    Raises
    ------
    ValueError, TypeError
        beta negative, NaN or infinite.

    Notes
    -----
    Source: statements A-Alg1 and A-Alg2.

    Examples
    --------
    >>> constant(2.0).next(2.0, 1, 9.0)
    2.0
    """
    beta = check_real(beta, "beta", 0.0)
    return BetaRule(f"constant({beta:g})", CONSTANT, beta, beta)


def r_independent(factor: float = 4.0) -> BetaRule:
    """Start at 0 and jump to factor * norm(z)**2 whenever beta < norm(z)**2: no need to know R.

    Parameters
    ----------
    factor : float, >= 1
        How far above norm(z)**2 the threshold jumps.

    Raises
    ------
    ValueError, TypeError
        Factor below 1, NaN or infinite.

    Notes
    -----
    After the first update R_u**2 <= beta <= factor * R_u**2, where R_u is the largest norm used so
    far. Source: statement A-Alg3.

    Examples
    --------
    >>> rule = r_independent()
    >>> rule.next(0.0, 1, 1.0), rule.next(4.0, 2, 4.0), rule.next(4.0, 3, 9.0)
    (4.0, 4.0, 36.0)
    """
    factor = check_real(factor, "factor", 1.0)
    return BetaRule(f"r_independent(factor={factor:g})", R_INDEPENDENT, 0.0, factor)


def growing(alpha: float, R: float = 1.0) -> BetaRule:
    r"""Grow like :math:`t^{\alpha-1}`: the infinity-perceptron.

    Parameters
    ----------
    alpha : float, 1 <= alpha < 2
        Growth exponent; 1 is the perceptron.
    R : float, > 0
        At least the largest norm of an example.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    :math:`\beta_t = \tfrac12 R^2((t+1)^\alpha - t^\alpha - 1)` keeps
    :math:`\|w_t\|^2 \le R^2 t^\alpha`. Source: statement A-Alg4, there with R = 1.

    Examples
    --------
    >>> growing(1.5).next(0.0, 1, 1.0)
    0.414213...
    """
    alpha = check_real(alpha, "alpha", 1.0, 2.0, ends="[)")
    R = check_real(R, "R", 0.0, ends="()", largest=LARGEST)
    return BetaRule(f"growing({alpha:g}, R={R:g})", GROWING, 0.0, alpha, R)


def power(c: float, scale: float = 1.0) -> BetaRule:
    r"""Grow exactly like :math:`t^{1-c}`, the form that the infinity-perceptron suggests.

    Parameters
    ----------
    c : float, 0 < c <= 1
        How far the exponent stays below 1; at c = 1 the threshold is the scale from the first
        update on.
    scale : float, > 0
        The threshold after one update.

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    :math:`\beta_t = \mathrm{scale} \cdot t^{1-c}`; `growing(2 - c)` is its multiple
    :math:`\tfrac12(2-c)` for large t. Source: statement A-Table1.

    Examples
    --------
    >>> power(0.5).next(0.0, 100, 1.0)
    10.0
    """
    c = check_real(c, "c", 0.0, 1.0, ends="(]")
    scale = check_real(scale, "scale", 0.0, ends="()")
    name = f"power({c:g}, scale={scale:g})"
    return BetaRule(name, POWER, 0.0, 1.0 - c, scale=scale)
