"""A plan: everything about a training but the data, the seed and the machine."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from .._validate import check_choice, check_count, check_fits, check_real
from ..betas import BetaRule


@dataclass(frozen=True)
class Plan:
    """How a network is trained.

    Attributes
    ----------
    beta : BetaRule or None
        The threshold after t updates; None trains with cross-entropy.
    step : float, > 0
        Step size at the start.
    passes : int, >= 1
        Passes over the training images, at most.
    batch : int, >= 1
        Images a batch; with `wait`, examples with a loss that a batch waits for.
    wait : bool
        The dynamic batch: add up examples with a loss until there are `batch` of them.
    decay : "linear" or "none"
        Whether the step goes down to zero along the passes, in a straight line.
    clock : BetaRule or None
        The shift of each hidden neuron after the t updates that touched it; None for no clocks.
    hidden : int, >= 1
        Hidden neurons.
    gain : float, > 0
        What the first weights are multiplied by; the same as dividing the threshold by its square.
    weight_decay : float, >= 0
        Each update with step eta also takes the share eta * weight_decay of all weights away.

    Raises
    ------
    ValueError, TypeError
        Outside those domains, or weight decay, or waiting, with cross-entropy.

    Examples
    --------
    >>> from ptronlib.betas import constant
    >>> Plan(constant(1.0), step=0.3, passes=50).describe()["beta"]
    'constant(1)'
    """

    beta: BetaRule | None
    step: float
    passes: int
    batch: int = 100
    wait: bool = False
    decay: str = "linear"
    clock: BetaRule | None = None
    hidden: int = 800
    gain: float = 1.0
    weight_decay: float = 0.0

    def __post_init__(self):
        for name in ("beta", "clock"):
            rule = getattr(self, name)
            if rule is not None and not isinstance(rule, BetaRule):
                raise TypeError(
                    f"{name} must be a BetaRule or None; got {type(rule).__name__}. "
                    f"Use betas.constant(1.0) or betas.power(0.6)."
                )
        for name in ("step", "gain"):
            check_real(getattr(self, name), name, 0.0, ends="()", largest=1e30)
        most = 1.0 / self.step  # an update takes the share step * weight_decay away
        if not 0.0 <= check_real(self.weight_decay, "weight_decay", float("-inf")) < most:
            raise ValueError(
                f"weight_decay must lie in [0, {most:g}); got {float(self.weight_decay):g}. "
                f"An update takes the share step * weight_decay away."
            )
        if not isinstance(self.wait, bool):
            raise TypeError(f"wait must be True or False; got {type(self.wait).__name__}.")
        if self.weight_decay and self.beta is None:
            raise ValueError(
                "weight_decay must be 0 with beta=None: it is done by raising the threshold."
            )
        if self.wait and self.beta is None:
            raise ValueError(
                "wait must be False with beta=None: with cross-entropy every example has a loss."
            )
        for name in ("passes", "batch", "hidden"):
            check_count(getattr(self, name), name)
        check_fits(hidden=self.hidden)
        check_choice(self.decay, "decay", ("linear", "none"))

    def rate(self, done: float) -> float:
        """Return the step size after the fraction done of all passes."""
        return self.step * (1.0 - done) if self.decay == "linear" else self.step

    def describe(self) -> dict[str, object]:
        """Return the plan as what JSON can hold, rules by their names."""
        rules = {name: getattr(self, name) for name in ("beta", "clock")}
        return asdict(self) | {name: rule and rule.name for name, rule in rules.items()}


def threshold(rule: BetaRule, t: int) -> float:
    """Return the rule's threshold after t updates; a rule that looks at norms sees 1.

    Raises
    ------
    ValueError, TypeError
        Not a rule, or t not a whole number from 0 on.
    """
    if not isinstance(rule, BetaRule):
        raise TypeError(f"rule must be a BetaRule; got {type(rule).__name__}.")
    t = check_count(t, "t", 0)
    return rule.next(rule.start, t, 1.0) if t else rule.start
