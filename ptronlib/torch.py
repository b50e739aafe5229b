r"""The book's loss, thresholds and batches for networks in PyTorch; the module needs torch.

.. math:: \ell_\beta(s, y) = \max(0,\ \beta - y\,s), \qquad
          \frac{\partial\ell_\beta}{\partial s} = -y \ \text{ wherever } y\,s \le \beta

A score equal to the threshold is a mistake, as everywhere in this book, and pulls. What PyTorch
makes of the kink depends on how the maximum is typed (`relu`, `maximum` and `clamp` differ there),
so the formula says it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ._extras import needs
from ._validate import check_choice, check_count, check_real, check_rng
from .core.betas import BetaRule
from .core.run import keep_so_far

with needs("torch"):
    import torch
    from torch import Tensor, nn

__all__ = [
    "BetaLoss", "BetaSchedule", "Clocks", "Training", "batches", "beta_loss", "pulls",
    "signed_targets", "train",
]  # fmt: skip

REDUCTIONS = ("none", "sum", "mean", "batchmean")


def beta_loss(
    scores: Tensor, targets: Tensor, beta: float | Tensor = 1.0, *, reduction: str = "mean"
) -> Tensor:
    """Return how far the scores fall short of the threshold.

    Parameters
    ----------
    scores : Tensor of any shape, floating point
    targets : Tensor of that shape.  The wanted signs, -1 or +1; see `signed_targets`.
    beta : float or Tensor, >= 0.  The threshold, in the unit of a score; 0 is the perceptron.
    reduction : str
        "none": one loss for each score. "sum", "mean": of all of them. "batchmean": their sum
        divided by the length of the first dimension, as chapter 10 has it.

    Returns
    -------
    Tensor.  Of the dtype of the scores; NaN where a score is NaN.

    Notes
    -----
    With ``reduction="sum"``, one example at a time and a step of 1, `torch.optim.SGD` makes the
    updates of `ptronlib.perceptron` on a linear model without a bias. Source: chapters 4 and 10.

    Examples
    --------
    >>> scores = torch.tensor([2.0, 1.0, -1.0], requires_grad=True)
    >>> loss = beta_loss(scores, torch.tensor([1.0, 1.0, 1.0]), 1.0, reduction="sum")
    >>> loss.backward()
    >>> loss.item(), scores.grad.tolist()
    (2.0, [0.0, -1.0, -1.0])
    """
    check_choice(reduction, "reduction", REDUCTIONS)
    _check_shapes(scores, targets)
    seen = targets.device.type == "cpu" and not torch.compiler.is_compiling()
    if seen and not (targets.abs() == 1).all():  # elsewhere a look would wait for the device
        raise ValueError(
            "targets must be -1 or +1; got other numbers. signed_targets(labels, k) makes "
            "them of class labels, and 2 * t - 1 of zeros and ones."
        )
    short = _threshold(beta) - targets.to(scores.dtype) * scores
    loss = short.masked_fill(short < 0, 0.0)  # at a tie the slope is that of the ramp
    if reduction == "none":
        return loss
    if reduction == "mean":
        return loss.mean()
    return loss.sum() / (len(loss) if reduction == "batchmean" else 1)


def pulls(scores: Tensor, targets: Tensor, beta: float | Tensor = 1.0) -> Tensor:
    """Tell which examples have a score that does not exceed the threshold, and so move the weights.

    Parameters
    ----------
    scores, targets : Tensors of shape (n,) or (n, k).  As for `beta_loss`.
    beta : float or Tensor, >= 0.  The threshold.

    Returns
    -------
    Tensor of n booleans

    Examples
    --------
    >>> pulls(torch.tensor([2.0, 1.0, -1.0]), torch.ones(3)).tolist()
    [False, True, True]
    """
    _check_shapes(scores, targets)
    right = targets * scores > _threshold(beta)
    return ~(right.all(dim=-1) if right.dim() > 1 else right)


def signed_targets(labels: Tensor, k: int) -> Tensor:
    """Return +1 for the output of an example's class, and -1 for the other outputs.

    Parameters
    ----------
    labels : (n,) Tensor of integers.  Classes 0, ..., k - 1.
    k : int, >= 2.  Outputs.

    Returns
    -------
    (n, k) Tensor of the default floating-point dtype

    Examples
    --------
    >>> signed_targets(torch.tensor([1, 0]), 3).tolist()
    [[-1.0, 1.0, -1.0], [1.0, -1.0, -1.0]]
    """
    one_hot = nn.functional.one_hot(labels, check_count(k, "k", 2))
    return 2 * one_hot.to(torch.get_default_dtype()) - 1


class _Exact(nn.Module):
    """A module whose buffers keep their dtypes where `.half()` and the like change all others."""

    def _apply(self, fn, recurse=True):
        before = {name: buffer.clone() for name, buffer in self.named_buffers(recurse=False)}
        super()._apply(fn, recurse)
        for name, buffer in before.items():
            setattr(self, name, buffer.to(getattr(self, name).device))
        return self


class BetaLoss(_Exact):
    """The loss with a threshold, as a module; the threshold is a buffer that a schedule may move.

    Parameters
    ----------
    beta : float, >= 0.  The threshold.
    reduction : str.  As for `beta_loss`.

    Attributes
    ----------
    beta : Tensor without a dimension, float64.  In the `state_dict`, and moved by `.to(device)`.

    Notes
    -----
    Scores in float16 overflow at 65,504, and so does a loss with a threshold beyond. Weight decay
    with a fixed threshold is the same training for a network of two layers; see chapter 10.

    Examples
    --------
    >>> loss = BetaLoss(1.0)
    >>> loss(torch.tensor([3.0, -1.0]), torch.tensor([1.0, 1.0])).item()
    1.0
    """

    beta: Tensor

    def __init__(self, beta: float = 1.0, *, reduction: str = "mean"):
        super().__init__()
        self.reduction = check_choice(reduction, "reduction", REDUCTIONS)
        start = check_real(beta, "beta", 0.0)
        self.register_buffer("beta", torch.tensor(start, dtype=torch.float64))

    def forward(self, scores: Tensor, targets: Tensor) -> Tensor:
        return beta_loss(scores, targets, self.beta, reduction=self.reduction)

    def pulls(self, scores: Tensor, targets: Tensor) -> Tensor:
        """Tell which examples move the weights now; see the function `pulls`."""
        return pulls(scores, targets, self.beta)

    def extra_repr(self) -> str:
        return f"beta={self.beta.item():g}, reduction={self.reduction!r}"


class BetaSchedule:
    """Count the updates, and set the threshold of a loss by a rule of `ptronlib.betas`.

    Call `step` after each update, as a scheduler of `torch.optim.lr_scheduler` is called. A batch
    in which nothing pulls makes no update: ask `loss.pulls` first.

    Parameters
    ----------
    loss : BetaLoss.  Its threshold is set to the start of the rule; `load_state_dict` goes on.
    rule : BetaRule.  `constant`, `growing`, `power` or `r_independent`.

    Attributes
    ----------
    t : int.  Updates so far.

    Examples
    --------
    >>> from ptronlib import betas
    >>> loss = BetaLoss()
    >>> schedule = BetaSchedule(loss, betas.growing(1.5))
    >>> schedule.step()
    >>> schedule.t, round(loss.beta.item(), 4)
    (1, 0.4142)
    """

    def __init__(self, loss: BetaLoss, rule: BetaRule):
        self.loss, self.rule, self.t = loss, rule, 0
        loss.beta.fill_(rule.start)

    def step(self, norm2: float | None = None) -> None:
        """Count one update; a rule that jumps needs the squared norm of what was added."""
        if self.rule.jump and norm2 is None:
            raise ValueError(f"step() must be given norm2, which {self.rule} looks at; got none.")
        self.t += 1
        self.loss.beta.fill_(self.rule.next(self.loss.beta.item(), self.t, norm2 or 0.0))

    def state_dict(self) -> dict[str, Any]:
        """Return what a later run needs to go on: the updates so far and the threshold."""
        return {"t": self.t, "beta": self.loss.beta.item()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state: count from there, and give the loss its threshold."""
        self.t = check_count(state["t"], "t", 0)
        self.loss.beta.fill_(check_real(state["beta"], "beta", 0.0))


class Clocks(_Exact):
    """Subtract a threshold from each neuron's input that depends on that neuron's own updates.

    It stands between a `Linear` layer and its `ReLU`. A neuron's clock ticks at each backward pass
    in which some example has a slope at its input.

    Parameters
    ----------
    width : int, >= 1.  Neurons.
    rule : BetaRule.  One whose thresholds depend on the number of updates alone.

    Attributes
    ----------
    ticks : (width,) Tensor of integers
    thresholds : (width,) Tensor, float64.  What is subtracted.

    Examples
    --------
    >>> from ptronlib import betas
    >>> clocks = Clocks(2, betas.growing(1.5))
    >>> z = torch.tensor([[1.0, -1.0]], requires_grad=True)
    >>> clocks(z).relu().sum().backward()
    >>> clocks.ticks.tolist(), clocks.thresholds.round(decimals=4).tolist()
    ([1, 0], [0.4142, 0.0])
    """

    ticks: Tensor
    thresholds: Tensor

    def __init__(self, width: int, rule: BetaRule):
        super().__init__()
        if rule.jump:
            raise ValueError(f"rule must depend on the number of updates alone; got {rule}.")
        check_count(width, "width")
        self.rule = rule
        self.register_buffer("ticks", torch.zeros(width, dtype=torch.int64))
        start = torch.full((width,), rule.start, dtype=torch.float64)
        self.register_buffer("thresholds", start)

    def forward(self, z: Tensor) -> Tensor:
        lowered = z - self.thresholds.to(z.dtype)
        if self.training and lowered.requires_grad:
            lowered.register_hook(self._tick)
        return lowered

    def _tick(self, slope: Tensor) -> None:
        self.ticks += (slope != 0).flatten(0, -2).any(dim=0)
        times = self.ticks.cpu().numpy()
        found = np.full(times.shape, self.rule.start)
        if self.rule.table is not None:
            found[times > 0] = self.rule.table(times[times > 0].astype(float))
        self.thresholds.copy_(torch.from_numpy(found))


def batches(
    order: Tensor, batch_size: int, pulling: Callable[[Tensor], Tensor] | None = None
) -> Iterator[tuple[Tensor, int]]:
    """Yield the examples in batches: so many in turn, or so many that pull.

    Parameters
    ----------
    order : (n,) Tensor of integers.  The rows in the order of the pass.
    batch_size : int, >= 1.  Examples in a batch.
    pulling : function or None
        From rows to booleans, whether they pull now; see `pulls`. Each batch then waits until it
        has `batch_size` rows that pull; the last one of the pass may have fewer.

    Yields
    ------
    rows : Tensor of integers.  The batch.
    first : int.  How far the pass had come when the batch was begun or, if it waits, last added to.

    Examples
    --------
    >>> [(rows.tolist(), first) for rows, first in batches(torch.arange(5), 2)]
    [([0, 1], 0), ([2, 3], 2), ([4], 4)]
    >>> even = batches(torch.arange(5), 2, lambda rows: rows % 2 == 0)
    >>> [(rows.tolist(), first) for rows, first in even]
    [([0, 2], 2), ([4], 3)]
    """
    check_count(batch_size, "batch_size")
    if pulling is None:
        return zip(order.split(batch_size), range(0, len(order), batch_size), strict=True)
    return _waiting(order, batch_size, pulling)


def _waiting(
    order: Tensor, batch_size: int, pulling: Callable[[Tensor], Tensor]
) -> Iterator[tuple[Tensor, int]]:
    """Yield batches of rows that pull; the weights rest while a batch waits.

    Rows are looked at ahead, a batch at a time. Those after the last row that a batch needed are
    looked at again, since the weights have moved.
    """
    held, place = order[:0], 0
    while place < len(order):
        first, ahead = place, order[place : place + batch_size]
        kept = pulling(ahead).nonzero().flatten()[: batch_size - len(held)]
        held = torch.cat([held, ahead[kept]])
        full = len(held) == batch_size
        place += int(kept[-1]) + 1 if full else len(ahead)
        if full or (place == len(order) and len(held)):
            yield held, first
            held = order[:0]


@dataclass(frozen=True, eq=False)
class Training:
    """What `train` did.

    Attributes
    ----------
    log : tuple of dict
        One entry a pass: "updates" so far and "fresh" ones, how many examples had "losses" when
        their batch was used, "kept", and what a watch adds.  "kept" is what plain weight decay has
        left of the first weights: the product of 1 - lr * weight_decay over the updates.
    updates : int.  Batches in which some example pulled.
    converged : bool.  Whether a whole pass brought no update.
    """

    log: tuple[dict, ...]
    updates: int
    converged: bool


class Steps(Protocol):
    """What is told of each update: a `BetaSchedule`, or a scheduler of `torch.optim`."""

    def step(self) -> None:
        """Count one update."""


def train(
    model: nn.Module,
    X: Tensor,
    targets: Tensor,
    loss: nn.Module,
    optimizer: torch.optim.Optimizer,
    *,
    passes: int,
    batch_size: int,
    rng: np.random.Generator,
    schedule: Steps | None = None,
    wait: bool = False,
    falling: bool = True,
    watch: Callable[[nn.Module], dict] | None = None,
    progress: bool = False,
) -> Training:
    """Train a model in place; a batch in which nothing pulls makes no update.

    Parameters
    ----------
    model : Module.  From examples to scores.
    X, targets : Tensors, n rows each.  On the device of the model.
    loss : Module.  A `BetaLoss`; of any other loss every example pulls.
    optimizer : torch.optim.Optimizer.  With its learning rates at the start.
    passes : int, >= 1.  Passes over the examples, at most.
    batch_size : int, >= 1.  Examples in a batch.
    rng : numpy.random.Generator.  Draws the order of each pass.
    schedule : BetaSchedule or None
        Is stepped after each update; a scheduler of `torch.optim` may stand here with
        ``falling=False``, for otherwise its rates are overwritten.
    wait : bool.  The dynamic batch: wait for so many examples that pull; see `batches`.
    falling : bool
        Whether the learning rates fall to zero along the passes, in a straight line; afterward they
        are what they were.
    watch : function or None
        Called with the model after each pass; what else it returns is added to the log entry.
    progress : bool.  Whether to show a bar, one step a pass.

    Returns
    -------
    Training

    Raises
    ------
    ValueError, TypeError.  Rows without targets; a number outside its range; no generator.
    KeyboardInterrupt, MemoryError
        `.run` is the training so far; the model stands where it stood.

    Notes
    -----
    Stops after a pass without an update. Source: statement A-Table1; chapter 10.

    Examples
    --------
    >>> X, y = torch.tensor([[2.0, 1.0], [0.0, -1.0], [1.0, -2.0]]), torch.ones(3, 1)
    >>> model = nn.Linear(2, 1, bias=False)
    >>> model.weight.data.zero_()
    tensor([[0., 0.]])
    >>> optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    >>> rng = np.random.default_rng(0)
    >>> how = {"passes": 9, "batch_size": 1, "rng": rng, "falling": False}
    >>> run = train(model, X, y, BetaLoss(0.0, reduction="sum"), optimizer, **how)
    >>> run.converged, bool((X @ model.weight.T > 0).all())
    (True, True)
    """
    check_count(passes, "passes")
    check_rng(rng, "to draw the order of each pass")
    if len(X) != len(targets) or not len(X):
        raise ValueError(
            f"targets must have one row for each of {len(X)}, one at least; got {len(targets)}."
        )
    if isinstance(schedule, BetaSchedule) and schedule.rule.jump:
        raise ValueError(
            f"schedule must depend on the number of updates alone; got {schedule.rule}."
        )
    starts = [group["lr"] for group in optimizer.param_groups]
    pulling = getattr(loss, "pulls", _everything)
    log: list[dict] = []
    t, kept = 0, 1.0

    def waiting(rows: Tensor) -> Tensor:
        with torch.no_grad():
            return pulling(model(X[rows]), targets[rows])

    try:
        for done in _with_bar(range(passes)) if progress else range(passes):
            order = torch.from_numpy(rng.permutation(len(X))).to(X.device)
            before, losses = t, 0
            for rows, first in batches(order, batch_size, waiting if wait else None):
                scores, wanted = model(X[rows]), targets[rows]
                pulled = int(pulling(scores, wanted).sum())
                if not pulled:
                    continue
                if falling:
                    for group, start in zip(optimizer.param_groups, starts, strict=True):
                        group["lr"] = start * (1.0 - (done + first / len(X)) / passes)
                optimizer.zero_grad()
                loss(scores, wanted).backward()
                optimizer.step()
                if schedule:
                    schedule.step()
                group = optimizer.param_groups[0]
                t, losses = t + 1, losses + pulled
                kept *= 1.0 - group["lr"] * group.get("weight_decay", 0.0)
            entry = {"updates": t, "fresh": t - before, "losses": losses, "kept": kept}
            log.append((watch(model) if watch else {}) | entry)
            if t == before:
                break
    except (KeyboardInterrupt, MemoryError) as stop:
        keep_so_far(stop, Training(tuple(log), t, False))
        raise
    finally:
        if falling:
            for group, start in zip(optimizer.param_groups, starts, strict=True):
                group["lr"] = start
    return Training(tuple(log), t, log[-1]["fresh"] == 0)


def _with_bar(passes: range) -> Iterable[int]:
    """Return the same with tqdm's bar, which nothing else here needs."""
    with needs("torch"):
        from tqdm import tqdm
    return tqdm(passes, unit="pass")


def _everything(scores: Tensor, targets: Tensor) -> Tensor:
    """Say of every example that it pulls."""
    return torch.ones(len(scores), dtype=torch.bool, device=scores.device)


def _check_shapes(scores: Tensor, targets: Tensor) -> None:
    """Refuse targets of another shape, which would be broadcast in silence."""
    if scores.shape != targets.shape:
        raise ValueError(
            f"targets must have the shape of the scores, {tuple(scores.shape)}; got "
            f"{tuple(targets.shape)}. signed_targets(labels, k) makes them of class labels."
        )


def _threshold(beta: float | Tensor) -> float | Tensor:
    """Return the threshold when it is one."""
    return beta if isinstance(beta, Tensor) else check_real(beta, "beta", 0.0)
