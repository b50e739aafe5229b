"""The threshold t^(1-c) as its theorem rewrites it: the threshold 1 and weights that fade.

An independent program, by automatic derivatives: it shares with the library the first weights, the
order of the images and the way the step falls, nothing else.
"""

from __future__ import annotations

import numpy as np
import torch

from ptronlib.mnist import Network, Plan, Training, signs

GROWTH = 0.4  # of the threshold t^0.4 of which this is the other form


def fading(plan: Plan, X: np.ndarray, y: np.ndarray, seed: int) -> Training:
    """Train with the threshold 1; update t multiplies all weights by (t / (t + 1))^0.2.

    Takes images of shape (n, d), pixels from 0 to 1, and their digits; of the plan it uses the
    step, the passes, the batch and the number of hidden neurons.
    """
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    start = Network.draw(X.shape[1], plan.hidden, rng)
    weights = [torch.tensor(w, requires_grad=True) for w in (start.W1, start.b1, start.W2)]
    images, targets = torch.tensor(X), torch.tensor(signs(y))
    log: list[dict] = []
    t = 1
    for done in range(plan.passes):
        order, losses = torch.from_numpy(rng.permutation(len(y))), 0
        for first in range(0, len(y), plan.batch):
            chosen = order[first : first + plan.batch]
            scores = torch.relu(images[chosen] @ weights[0] + weights[1]) @ weights[2]
            short = torch.relu(1.0 - targets[chosen] * scores).sum(dim=1)
            losses += int((short > 0).sum())
            if not short.any():
                continue
            slopes = torch.autograd.grad(short.sum() / plan.batch, weights)
            rate = plan.rate((done + first / len(y)) / plan.passes)
            kept = (t / (t + 1)) ** (GROWTH / 2)
            with torch.no_grad():
                for weight, slope in zip(weights, slopes, strict=True):
                    weight.sub_(slope, alpha=rate).mul_(kept)
            t += 1
        log.append({"updates": t - 1, "losses": losses})
    network = Network(*(weight.detach().numpy() for weight in weights))
    return Training(network, tuple(log), t - 1, np.zeros(plan.hidden, np.int64), False)
