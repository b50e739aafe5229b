r"""The loss of the beta-network, summed over its ten outputs, and cross-entropy beside it.

.. math:: \ell_\beta(s, y) = \sum_{k=0}^{9} \max(0, \beta - y_k s_k), \qquad y_k = \pm 1.
"""

from __future__ import annotations

import torch

from .._validate import check_real


def signs(digits: torch.Tensor) -> torch.Tensor:
    """Return the ten targets of each digit: +1 for its own output, -1 for the nine others.

    Parameters
    ----------
    digits : Tensor of int64, shape (...,)
        0 to 9.

    Returns
    -------
    Tensor of float32, shape (..., 10)

    Examples
    --------
    >>> signs(torch.tensor(2))[:4].tolist()
    [-1.0, -1.0, 1.0, -1.0]
    """
    return 2.0 * torch.nn.functional.one_hot(digits, 10).float() - 1.0


def beta_loss(scores: torch.Tensor, targets: torch.Tensor, beta: float) -> torch.Tensor:
    r"""Sum max(0, beta - y s) over the outputs, and take the mean over the examples.

    Parameters
    ----------
    scores : Tensor of floats, shape (n, 10)
        What the ten output neurons receive.
    targets : Tensor, shape (n, 10)
        -1 or +1, such as `signs` returns.
    beta : float, >= 0
        Threshold, in the unit of the scores.

    Returns
    -------
    Tensor, a number
        Zero exactly if every signed score is at least beta.

    Raises
    ------
    ValueError, TypeError
        beta negative or not a number; shapes that differ.

    Notes
    -----
    The slope in a score is -y while y s <= beta, ties included: that is `slopes`. PyTorch's own
    derivative of the ReLU is 0 at a tie. Source: statement A-Table1; chapter 10.

    Examples
    --------
    >>> beta_loss(torch.tensor([[2.0, -0.5]]), torch.tensor([[1.0, -1.0]]), 1.0).item()
    0.5
    """
    beta = check_real(beta, "beta", 0.0)
    if scores.shape != targets.shape or scores.ndim != 2:
        raise ValueError(
            f"scores and targets must have one shape (n, outputs); got {tuple(scores.shape)} and "
            f"{tuple(targets.shape)}. Make targets of digits with signs(digits)."
        )
    return torch.relu(beta - targets * scores).sum(dim=1).mean()


def slopes(scores: torch.Tensor, targets: torch.Tensor, beta: float | torch.Tensor) -> torch.Tensor:
    """Return minus the slope of the beta loss of each example in each score; a tie has a loss."""
    return targets * (targets * scores <= beta)


def cross_entropy_slopes(scores: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Return minus the slope of each example's cross-entropy in each score."""
    return (targets > 0).float() - torch.softmax(scores, dim=-1)
