r"""The loss of the beta-network, summed over its ten outputs, and cross-entropy beside it.

.. math:: \ell_\beta(s, y) = \sum_{k=0}^{9} \max(0, \beta - y_k s_k), \qquad y_k = \pm 1.
"""

from __future__ import annotations

from math import inf

import torch

from .._validate import check_real

LARGEST_SCORE = 1e30  # sums of scores stay in single precision


def signs(digits: torch.Tensor) -> torch.Tensor:
    """Return the ten targets of each digit: +1 for its own output, -1 for the nine others.

    Parameters
    ----------
    digits : Tensor of int64, shape (...,)
        0 to 9.

    Returns
    -------
    Tensor of float32, shape (..., 10)

    Raises
    ------
    ValueError, TypeError
        Not a tensor of digits.

    Examples
    --------
    >>> signs(torch.tensor(2))[:4].tolist()
    [-1.0, -1.0, 1.0, -1.0]
    """
    check_digit_tensor(digits, "digits")
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
    beta = check_real(beta, "beta", 0.0, LARGEST_SCORE, largest=inf)
    check_tensor(scores, "scores")
    check_tensor(targets, "targets")
    if scores.shape != targets.shape or scores.ndim != 2:
        raise ValueError(
            f"scores and targets must have one shape (n, outputs); got {tuple(scores.shape)} and "
            f"{tuple(targets.shape)}. Make targets of digits with signs(digits)."
        )
    return torch.relu(beta - targets * scores).sum(dim=1).mean()


def slopes(scores: torch.Tensor, targets: torch.Tensor, beta: float | torch.Tensor) -> torch.Tensor:
    """Return minus the slope of the beta loss of each example in each score; a tie has a loss.

    Raises
    ------
    ValueError, TypeError
        Not tensors whose shapes fit; beta neither a tensor nor a number that is not negative.
    """
    check_tensor(scores, "scores")
    check_tensor(targets, "targets")
    if not isinstance(beta, torch.Tensor):
        beta = check_real(beta, "beta", 0.0, largest=inf)
    if scores.shape[-1:] != targets.shape[-1:]:
        raise ValueError(
            f"scores and targets must have as many outputs; got shapes {tuple(scores.shape)} and "
            f"{tuple(targets.shape)}."
        )
    return targets * (targets * scores <= beta)


def cross_entropy_slopes(scores: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Return minus the slope of each example's cross-entropy in each score."""
    return (targets > 0).float() - torch.softmax(scores, dim=-1)


def check_tensor(value: object, name: str) -> torch.Tensor:
    """Return value when it is a tensor of real numbers."""
    if not isinstance(value, torch.Tensor) or value.is_complex() or value.dtype == torch.bool:
        kind = value.dtype if isinstance(value, torch.Tensor) else type(value).__name__
        raise TypeError(f"{name} must be a Tensor of real numbers; got {kind}.")
    return value


def check_digit_tensor(value: object, name: str) -> torch.Tensor:
    """Return value when it is a tensor of digits."""
    digits = check_tensor(value, name)
    if digits.dtype != torch.int64:
        raise TypeError(f"{name} must be a Tensor of int64; got {digits.dtype}.")
    if digits.numel() and not 0 <= int(digits.min()) <= int(digits.max()) <= 9:
        raise ValueError(f"{name} must be digits 0 to 9; got {digits.aminmax()}.")
    return digits
