"""One pass over the images, in batches of fixed size or waiting for examples with a loss."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import torch

from .network import Network
from .plan import Plan, threshold
from .step import forward, pull, update, with_loss

LONGEST_LOOK = 2000  # examples scored at once while waiting for losses


@dataclass
class State:
    """Where a training stands; what a checkpoint holds.

    Attributes
    ----------
    net : Network
        The weights.
    rng : numpy.random.Generator
        Draws the order of each pass.
    clocks : ndarray of int64, shape (hidden,)
        Updates that touched each hidden neuron.
    updates, passes : int
        Updates made, passes finished.
    stretch : float
        The weights are those of a run with weight decay times this number.
    share : float
        The share of examples that had a loss while the last update was waited for.
    log : list of dict
        One entry a pass.
    """

    net: Network
    rng: np.random.Generator
    clocks: np.ndarray
    updates: int = 0
    passes: int = 0
    stretch: float = 1.0
    share: float = 1.0
    log: list[dict] = field(default_factory=list)

    @classmethod
    def start(cls, plan: Plan, d: int, seed: int) -> State:
        """Return the state before the first pass."""
        rng = np.random.default_rng(seed)
        return cls(
            Network.draw(d, plan.hidden, rng, plan.gain), rng, np.zeros(plan.hidden, np.int64)
        )


def run_pass(state: State, plan: Plan, images, targets: torch.Tensor) -> dict[str, int]:
    """Train along one fresh permutation of the images, in place.

    Returns
    -------
    dict
        "losses" and "mistakes": how many examples had a loss, and were misclassified, when seen.
    """
    order = state.rng.permutation(len(images))
    seen = {"losses": 0, "mistakes": 0}
    shifts = _shifts(plan, len(images))
    groups = _waited(state, plan, images, targets, order, seen) if plan.wait else _batches(
        state, plan, images, targets, order, seen
    )  # fmt: skip
    for end, chosen, hidden, pulls in groups:
        rate = plan.rate((state.passes + end / len(order)) / plan.passes)
        kept_share = 1.0 - rate * plan.weight_decay
        rate /= plan.batch * kept_share
        changed = update(state.net, images, chosen, hidden, pulls, rate)
        state.stretch /= kept_share
        state.updates += 1
        touched = changed.cpu().numpy()
        state.clocks += touched
        if shifts is not None:
            moved = shifts[state.clocks] - shifts[state.clocks - touched]
            state.net.b1.sub_(torch.as_tensor(moved, device=state.net.b1.device))
    state.passes += 1
    return seen


def _shifts(plan: Plan, n: int) -> np.ndarray | None:
    """Tabulate the clock's shift after 0, 1, ... updates, as many as the plan can make."""
    if plan.clock is None:
        return None
    most = plan.passes * -(-n // plan.batch)
    return np.array([threshold(plan.clock, t) for t in range(most + 1)], np.float32)


def current_beta(state: State, plan: Plan) -> float | None:
    """Return the threshold: weights are never shrunk, it is raised instead, by the square."""
    return None if plan.beta is None else threshold(plan.beta, state.updates) * state.stretch**2


def _scored(state, plan, images, targets, chosen, seen):
    """Return the chosen that have a loss: their positions, hidden values and pulls."""
    hidden, scores = forward(state.net, images, chosen)
    signs = targets[chosen]
    pulls = pull(scores, signs, current_beta(state, plan))
    seen["mistakes"] += int((scores.argmax(dim=1) != signs.argmax(dim=1)).sum())
    return with_loss(pulls), hidden, pulls


def _batches(state, plan, images, targets, order, seen) -> Iterator[tuple]:
    for first in range(0, len(order), plan.batch):
        chosen = order[first : first + plan.batch]
        kept, hidden, pulls = _scored(state, plan, images, targets, chosen, seen)
        seen["losses"] += len(kept)
        if len(kept):
            yield first, chosen[kept], hidden[kept], pulls[kept]


def _waited(state, plan, images, targets, order, seen) -> Iterator[tuple]:
    """Look ahead as far as the last share of losses suggests; weights rest while we wait."""
    p = since = 0
    held: list[tuple] = []
    while p < len(order):
        missing = plan.batch - sum(len(part[0]) for part in held)
        look = min(int(np.ceil(missing / state.share)), LONGEST_LOOK)
        chosen = order[p : p + look]
        found = {"mistakes": 0}
        kept, hidden, pulls = _scored(state, plan, images, targets, chosen, found)
        used = len(chosen)
        if len(kept) >= missing:
            kept = kept[:missing]
            used = int(kept[-1]) + 1
        seen["mistakes"] += found["mistakes"] * used // len(chosen)
        seen["losses"] += len(kept)
        held.append((chosen[kept], hidden[kept], pulls[kept]))
        p, since = p + used, since + used
        total = sum(len(part[0]) for part in held)
        if total == plan.batch or (p == len(order) and total):
            state.share = max(total / since, 1e-3)
            yield (
                p,
                np.concatenate([part[0] for part in held]),
                *(torch.cat([part[k] for part in held]) for k in (1, 2)),
            )
            held, since = [], 0
