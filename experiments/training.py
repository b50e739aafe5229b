"""Train one network of the study with the library's loop, as a plan says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from rows import Plan
from torch import nn

from ptronlib.mnist import Network
from ptronlib.torch import BetaLoss, BetaSchedule, Clocks, Training, signed_targets, train


class Fading:
    """Multiply all weights by (t / (t + 1))**power after update t."""

    def __init__(self, model: nn.Module, power: float):
        self.model, self.power, self.t = model, power, 0

    def step(self) -> None:
        """Count one update and fade."""
        self.t += 1
        with torch.no_grad():
            for weight in self.model.parameters():
                weight.mul_((self.t / (self.t + 1)) ** self.power)


def trained(
    plan: Plan,
    X: np.ndarray,
    y: np.ndarray,
    seed: int,
    *,
    device: str = "cpu",
    dtype: torch.dtype = torch.float32,
    watch: Callable[[Network], dict] | None = None,
) -> tuple[Network, Training]:
    """Return the trained network and what happened; the log also tells the threshold, "beta".

    Takes images of shape (n, d) and their digits. The seed draws the first weights and the order of
    each pass.  A step is one for the mean of a batch, so that of the sum is divided by its size.
    With weight decay "beta" is the growing threshold that it amounts to: the weights are the share
    "kept" of those of a run that does not shrink them, and scores are of degree two.
    """
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    model = Network.draw(X.shape[1], plan.hidden, rng, plan.gain).to_torch().to(device, dtype)
    clocks = Clocks(plan.hidden, plan.clock).to(device) if plan.clock else None
    if clocks:
        model.insert(1, clocks)
    images, digits = torch.from_numpy(X).to(device, dtype), torch.from_numpy(y).long().to(device)
    if plan.beta is None:
        loss, targets, schedule = nn.CrossEntropyLoss(reduction="sum"), digits, None
    else:
        loss = BetaLoss(plan.beta.start, reduction="sum").to(device)
        targets, schedule = signed_targets(digits, 10).to(dtype), BetaSchedule(loss, plan.beta)
    if plan.fade:
        schedule = Fading(model, plan.fade)
    optimizer = torch.optim.SGD(
        model.parameters(), lr=plan.step / plan.batch, weight_decay=plan.weight_decay * plan.batch
    )

    def network() -> Network:
        net = Network.from_torch(model)
        if clocks:
            net.b1[:] -= clocks.thresholds.cpu().numpy().astype(np.float32)
        return net

    def seen(_: nn.Module) -> dict:
        beta = loss.beta.item() if plan.beta else None
        return {"beta": beta} | (watch(network()) if watch else {})

    run = train(
        model, images, targets, loss, optimizer,
        passes=plan.passes, batch_size=plan.batch, rng=rng,
        schedule=schedule, wait=plan.wait, watch=seen,
    )  # fmt: skip
    for entry in run.log:
        if plan.beta:
            entry["beta"] /= entry["kept"] ** 2
    return network(), run
