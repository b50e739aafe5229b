"""Many seeds of one plan as one batch of networks: what a GPU is good at."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import torch
from numpy.typing import ArrayLike

from .._validate import check_count, check_iterable
from .images import DenseImages, check_device
from .loss import signs
from .network import Network, margins
from .plan import Plan, threshold
from .step import pull
from .training import Training, check_data, percent_wrong


def train_seeds(
    plan: Plan,
    X: ArrayLike,
    y: ArrayLike,
    *,
    seeds: Iterable[int],
    held_out: tuple[ArrayLike, ArrayLike] | None = None,
    device: str = "cpu",
) -> tuple[Training, ...]:
    """Train one network for each seed, all at once.

    Parameters
    ----------
    plan : Plan
        How; without `wait` and `clock`.
    X, y, held_out, device
        As for `train`.
    seeds : iterable of int, >= 0
        One network each.

    Returns
    -------
    tuple of Training
        In the order of the seeds; each equal to `train` with that seed up to rounding. The log has
        the updates, losses and mistakes of each pass, and the error on held-out images.

    Raises
    ------
    ValueError, TypeError
        As for `train`; a plan with clocks or the dynamic batch; no seeds.
    """
    if not isinstance(plan, Plan):
        raise TypeError(f"plan must be a Plan; got {type(plan).__name__}.")
    if plan.wait or plan.clock is not None:
        raise ValueError("plan must have wait=False and clock=None. Use train for each seed.")
    seeds = [check_count(seed, "Each of seeds", 0) for seed in check_iterable(seeds, "seeds")]
    if not seeds:
        raise ValueError("seeds must name at least one seed; got none.")
    place = check_device(device)
    X, y, held_out = check_data(X, y, held_out)
    images, digits = DenseImages(X, place), torch.from_numpy(y).to(place)
    batch = _Batch(plan, X.shape[1], seeds, place)
    watched = held_out and (
        torch.from_numpy(held_out[0]).to(place), torch.from_numpy(held_out[1]).to(place)
    )  # fmt: skip
    targets = signs(digits)
    for done in range(plan.passes):
        if batch.idle():
            break
        batch.run_pass(images, targets, done)
        if watched:
            batch.look(*watched)
    return batch.results()


class _Batch:
    """The networks side by side: every tensor has the seed as its first axis."""

    def __init__(self, plan: Plan, d: int, seeds: list[int], device: torch.device):
        self.plan, self.device = plan, device
        self.rngs = [np.random.default_rng(seed) for seed in seeds]
        nets = [Network.draw(d, plan.hidden, rng, plan.gain).tensors for rng in self.rngs]
        self.parts = {name: torch.stack([net[name] for net in nets]).to(device) for name in nets[0]}
        self.updates = torch.zeros(len(seeds), dtype=torch.int64, device=device)
        self.stretch = torch.ones(len(seeds), dtype=torch.float64, device=device)
        self.clocks = torch.zeros(len(seeds), plan.hidden, dtype=torch.int64, device=device)
        self.logs: list[list[dict]] = [[] for _ in seeds]
        self.betas: torch.Tensor | None = None

    def idle(self) -> bool:
        return all(log and log[-1]["fresh"] == 0 for log in self.logs)

    def run_pass(self, images: DenseImages, targets: torch.Tensor, done: int) -> None:
        n, plan = len(images), self.plan
        resting = torch.tensor(
            [bool(log) and log[-1]["fresh"] == 0 for log in self.logs], device=self.device
        )
        order = torch.from_numpy(np.stack([rng.permutation(n) for rng in self.rngs]))
        order = order.to(self.device)
        before, seen = self.updates.clone(), torch.zeros(2, len(self.rngs), device=self.device)
        for first in range(0, n, plan.batch):
            chosen = order[:, first : first + plan.batch]
            rate = plan.rate((done + first / n) / plan.passes)
            seen += self._step(images.X[chosen], targets[chosen], rate, n) * ~resting
        fresh = (self.updates - before).tolist()
        for k, log in enumerate(self.logs):
            if not resting[k]:
                losses, mistakes = seen[:, k].int().tolist()
                log.append(
                    {"updates": int(self.updates[k]), "fresh": fresh[k], "losses": losses,
                     "mistakes": mistakes}
                )  # fmt: skip

    def _thresholds(self, n: int) -> torch.Tensor | None:
        """Return beta at each network's own time, of shape (seeds, 1, 1)."""
        if self.plan.beta is None:
            return None
        if self.betas is None:
            most = self.plan.passes * -(-n // self.plan.batch)
            table = [threshold(self.plan.beta, t) for t in range(most + 1)]
            self.betas = torch.tensor(table, device=self.device)
        found = self.betas[self.updates] * self.stretch.square().float()
        return found[:, None, None]

    def _step(self, x: torch.Tensor, targets: torch.Tensor, rate: float, n: int) -> torch.Tensor:
        """Make one update of every network that has a loss; count losses and mistakes."""
        W1, b1, W2 = self.parts.values()
        hidden = torch.relu_(torch.baddbmm(b1[:, None], x, W1))
        scores = torch.bmm(hidden, W2)
        pulls = pull(scores, targets, self._thresholds(n))
        has_loss = pulls.any(dim=2)
        wrong = scores.argmax(dim=2) != targets.argmax(dim=2)
        kept_share = 1.0 - rate * self.plan.weight_decay
        pulls = rate / (self.plan.batch * kept_share) * pulls
        back = torch.bmm(pulls, W2.mT).mul_(hidden > 0)
        W2.baddbmm_(hidden.mT, pulls)
        W1.baddbmm_(x.mT, back)
        b1.add_(back.sum(dim=1))
        self.updates += has_loss.any(dim=1)
        self.stretch /= torch.where(has_loss.any(dim=1), kept_share, 1.0)
        self.clocks += (back != 0).any(dim=1)
        return torch.stack([has_loss.sum(dim=1), wrong.sum(dim=1)])

    def look(self, X: torch.Tensor, digits: torch.Tensor) -> None:
        for log, net in zip(self.logs, self.networks(), strict=True):
            scores = torch.relu(torch.addmm(net.b1, X, net.W1)) @ net.W2
            log[-1]["error"] = percent_wrong(margins(scores, digits))

    def networks(self) -> list[Network]:
        return [
            Network(*(part[k].clone() for part in self.parts.values()))
            for k in range(len(self.rngs))
        ]

    def results(self) -> tuple[Training, ...]:
        return tuple(
            Training(net, tuple(log), int(self.updates[k]), self.clocks[k].cpu().numpy(),
                     log[-1]["fresh"] == 0)
            for k, (net, log) in enumerate(zip(self.networks(), self.logs, strict=True))
        )  # fmt: skip
