"""The rows of the study and how each is searched; the design is in README.md."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from ptronlib.core import BetaRule, constant, power

SHORT, PASSES = 8, 30
SEARCH_SEEDS = (1000, 1001, 1002)  # the runs use others: 0, 1, 2, ...
AROUND = (0.5**0.5, 1.0, 2**0.5)  # steps, beside the best one
FINAL = (1e2, 1e4, 1e6)  # thresholds at the end of the run
SHIFTS = (1e-3, 1e-2, 1e-1)  # of a clock after one update


@dataclass(frozen=True)
class Plan:
    """How a network is trained: everything but the data and the seed.

    Attributes
    ----------
    beta : BetaRule or None
        The threshold after t updates; None trains with cross-entropy.
    step : float
        Step size at the start, for the mean of a batch; it falls to zero along the passes.
    passes, batch : int
        Passes over the training images, at most, and images a batch.
    wait : bool
        The dynamic batch: wait until so many images pull.
    clock : BetaRule or None
        What each hidden neuron subtracts after t updates that touched it.
    weight_decay : float
        Each update with step eta also takes the share eta * weight_decay of all weights away.
    fade : float
        Update t also multiplies all weights by (t / (t + 1))**fade.
    gain : float
        What the first weights are multiplied by.
    hidden : int
        Hidden neurons.
    """

    beta: BetaRule | None
    step: float
    passes: int
    batch: int = 25
    wait: bool = False
    clock: BetaRule | None = None
    weight_decay: float = 0.0
    fade: float = 0.0
    gain: float = 1.0
    hidden: int = 800


@dataclass(frozen=True)
class Row:
    """What a row fixes.

    Attributes
    ----------
    shape : str
        A key of `SHAPES`: the threshold, of which `scale` is the size.
    label : str
        As the table prints it.
    start : float
        The search looks at this step, at half of it and at twice it first.
    batch : int
        Images a batch, or losses waited for.
    scales : tuple of float
        Scales that are searched, the second one first; empty where the shape has none.
    printed : float or None
        The paper's error in percent.
    wait, clock : bool
        The dynamic batch; clocks of the hidden neurons, whose shift is then the scale.
    step_of : str
        The row whose step it takes, without a search of its own.
    seeds : int
        Runs.
    """

    shape: str
    label: str
    start: float = 0.2
    batch: int = 25
    scales: tuple[float, ...] = ()
    printed: float | None = None
    wait: bool = False
    clock: bool = False
    step_of: str = ""
    seeds: int = 5


def _ramp(p: float, B: float, T: int) -> BetaRule:
    return BetaRule(f"{B:g} (t/{T})^{p:g}", table=lambda t: B * (t / T) ** p)


# The threshold by shape, for the size B at the end of T updates; None is cross-entropy.
SHAPES = {
    "zero": lambda B, T: constant(0.0),
    "one": lambda B, T: constant(1.0),
    "t40": lambda B, T: power(0.6),
    "t75": lambda B, T: power(0.25),
    "entropy": lambda B, T: None,
    "decay": lambda B, T: constant(1.0),
    "entropy-decay": lambda B, T: None,
    "once": lambda B, T: constant(B),
    "power": lambda B, T: _ramp(0.75, B, T),
    "linear": lambda B, T: _ramp(1.0, B, T),
    "fading": lambda B, T: constant(1.0),
}
ROWS = {
    "zero": Row("zero", "beta = 0", 0.05, seeds=10),
    "one": Row("one", "beta = 1", printed=1.5, seeds=10),
    "t40": Row("t40", "beta = t^0.4", printed=1.44, seeds=10),
    "t75": Row("t75", "beta = t^0.75", printed=1.35, seeds=10),
    "entropy": Row("entropy", "cross-entropy", 0.4, printed=1.6, seeds=10),
    "decay": Row("decay", "beta = 1, weight decay", 0.4, scales=FINAL, seeds=10),
    "entropy-decay": Row(
        "entropy-decay", "cross-entropy, weight decay", 0.8, scales=FINAL, seeds=10
    ),
    "once": Row("once", "beta = B at once", 0.1, scales=FINAL),
    "power": Row("power", "beta = B (t/T)^0.75", scales=FINAL),
    "linear": Row("linear", "beta = B t/T", scales=FINAL),
    "one-10": Row("one", "beta = 1", batch=10),
    "one-100": Row("one", "beta = 1", batch=100),
    "decay-10": Row("decay", "beta = 1, weight decay", 0.4, 10, FINAL, seeds=10),
    "decay-100": Row("decay", "beta = 1, weight decay", 0.4, 100, FINAL),
    "entropy-10": Row("entropy", "cross-entropy", 0.4, 10),
    "entropy-100": Row("entropy", "cross-entropy", 0.4, 100),
    "entropy-decay-10": Row("entropy-decay", "cross-entropy, weight decay", 0.8, 10, FINAL),
    "entropy-decay-100": Row("entropy-decay", "cross-entropy, weight decay", 0.8, 100, FINAL),
    "wait": Row("t40", "beta = t^0.4, dynamic batch", wait=True),
    "clock": Row("t40", "beta = t^0.4, clocks", scales=SHIFTS, clock=True),
    "fading": Row("fading", "beta = 1, fading like t^-0.2", step_of="t40"),
}
GROWTH = ("once", "power", "linear", "decay")  # compared at the same final thresholds
SAME = (1e4, 1e6)
FADE = 0.4 / 2  # half the exponent of the threshold t^0.4 that is the row's other form
ALONG = ("one", "t75", "decay", "once")  # measured after each pass


def plan_of(name: str, step: float, passes: int, scale: float, images: int) -> Plan:
    """Return the plan of a row with a step and a scale, for so many training images."""
    row = ROWS[name]
    T = passes * -(-images // row.batch)
    decay = log(scale) / (step * T) if "decay" in row.shape else 0.0
    return Plan(
        SHAPES[row.shape](scale, T), step=step, passes=passes, batch=row.batch, wait=row.wait,
        clock=power(0.5, scale) if row.clock else None, weight_decay=decay,
        fade=FADE if row.shape == "fading" else 0.0,
    )  # fmt: skip
