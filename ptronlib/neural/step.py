"""One update: the gradient by hand, and backward only through the examples that have a loss."""

from __future__ import annotations

import numpy as np
import torch

from .loss import cross_entropy_slopes, slopes
from .network import Network


def forward(net: Network, images, chosen: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the hidden values and the scores of the chosen images."""
    hidden = torch.relu_(images.times(chosen, net.W1, net.b1))
    return hidden, hidden @ net.W2


def pull(
    scores: torch.Tensor, targets: torch.Tensor, beta: float | torch.Tensor | None
) -> torch.Tensor:
    """Return where the loss pulls the scores: minus its slopes; beta None is cross-entropy."""
    if beta is None:
        return cross_entropy_slopes(scores, targets)
    return slopes(scores, targets, beta)


def update(
    net: Network,
    images,
    chosen: np.ndarray,
    hidden: torch.Tensor,
    pulls: torch.Tensor,
    rate: float,
) -> torch.Tensor:
    r"""Take a step along the sum of the pulls, in place.

    Parameters
    ----------
    net : Network
        Changed in place.
    images, chosen
        The images and the indices of those with a loss.
    hidden, pulls : Tensor, shapes (k, hidden) and (k, 10)
        Their hidden values and pulls.
    rate : float
        What the sum is multiplied by: step size / batch.

    Returns
    -------
    Tensor of bool, shape (hidden,)
        Which hidden neurons the update touched.

    Notes
    -----
    With p the pulls and h the hidden values, the weights move by rate times
    :math:`\sum h p^\top` and :math:`\sum x q^\top`, where :math:`q = (W_2 p) [h > 0]`.
    """
    pulls = rate * pulls
    back = (pulls @ net.W2.t()).mul_(hidden > 0)
    net.W2.addmm_(hidden.t(), pulls)
    net.b1.add_(back.sum(dim=0))
    images.add_outer(chosen, back, net.W1)
    return (back != 0).any(dim=0)


def with_loss(pulls: torch.Tensor) -> np.ndarray:
    """Return the positions of the examples that pull at all."""
    return np.flatnonzero(pulls.any(dim=1).cpu().numpy())
