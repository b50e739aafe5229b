"""The rows of the table, and the one search that every row goes through."""

from __future__ import annotations

from dataclasses import dataclass

from ptronlib.core import BetaRule, constant, power
from ptronlib.mnist import Plan


@dataclass(frozen=True)
class Row:
    """What a row fixes; its step, its budget and the gain of its first weights are searched for.

    Attributes
    ----------
    label : str
        As the table prints it.
    beta : BetaRule or None
        The threshold; None is cross-entropy.
    printed : float or None
        The paper's error in percent; None where it prints none.
    wait : bool
        The dynamic batch.
    clock : BetaRule or None
        The clocks of the hidden neurons.
    batch : int
        Images a batch, or losses waited for.
    weight_decay : float
        The share of the weights that an update takes away, over its step.
    """

    label: str
    beta: BetaRule | None
    printed: float | None = None
    wait: bool = False
    clock: BetaRule | None = None
    batch: int = 25
    weight_decay: float = 0.0


ROWS = {
    "zero": Row("beta = 0", constant(0.0)),
    "one": Row("beta = 1", constant(1.0), 1.5),
    "t40": Row("beta = t^0.4", power(0.6), 1.44),
    "t75": Row("beta = t^0.75", power(0.25), 1.35),
    "entropy": Row("cross-entropy", None, 1.6),
    # Batch and decay were chosen beforehand on the images held back, among a dozen variants.
    "best": Row("beta = 1, weight decay", constant(1.0), batch=10, weight_decay=6e-4),
    "wait": Row("beta = t^0.4, dynamic batch", power(0.6), wait=True),
    "clock": Row("beta = t^0.4, clocks", power(0.6), clock=power(0.5, 0.01)),
}
STEPS = (0.05, 0.1, 0.2, 0.4)  # compared at the first budget and gain
PASSES = (12, 30)
GAINS = (1.0, 3.0, 10.0)  # compared at the last budget and the best step
SEARCH_SEEDS = (1000,)  # the final runs use others: 0, 1, 2, ...


def plan_of(name: str, step: float, passes: int, gain: float) -> Plan:
    """Return the plan of a row with what the search has chosen."""
    row = ROWS[name]
    return Plan(
        row.beta, step=step, passes=passes, batch=row.batch, wait=row.wait, clock=row.clock,
        gain=gain, weight_decay=row.weight_decay,
    )  # fmt: skip
