r"""A network with one hidden layer.

.. math:: s(x) = W_2^\top \max(0, W_1^\top x + b_1)
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import torch
from numpy.typing import ArrayLike

from .._validate import check_count, check_fits, check_real, check_rng
from .images import DIGITS, check_images, resident
from .loss import check_digit_tensor, check_tensor

BLOCK = 1000  # images scored at once: 3 MB of hidden values


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of a network with one hidden layer and ten outputs.

    Attributes
    ----------
    W1, b1 : Tensor of float32, shapes (d, hidden) and (hidden,)
        Weights and biases of the hidden neurons; a clock's shift is part of b1.
    W2 : Tensor of float32, shape (hidden, 10)
        Weights of the outputs, which have no bias: then the scores are homogeneous in the weights.
    """

    W1: torch.Tensor
    b1: torch.Tensor
    W2: torch.Tensor

    @classmethod
    def draw(cls, d: int, hidden: int, rng: np.random.Generator, gain: float = 1.0) -> Network:
        """Draw each layer uniformly between plus and minus gain / sqrt(its inputs).

        Parameters
        ----------
        d, hidden : int, >= 1
            Inputs and hidden neurons.
        rng : numpy.random.Generator
            Draws W1, b1, W2 in this order.
        gain : float, > 0
            Multiplies all weights.

        Returns
        -------
        Network
            On the CPU.

        Raises
        ------
        ValueError, TypeError
            Outside those domains; a gain beyond 1e30, which single precision does not hold.

        Examples
        --------
        >>> Network.draw(4, 3, np.random.default_rng(7)).W2.shape
        torch.Size([3, 10])
        """
        d, hidden = check_count(d, "d"), check_count(hidden, "hidden")
        check_fits(d=d, hidden=hidden)
        gain = check_real(gain, "gain", 0.0, ends="()", largest=1e30)
        rng = check_rng(rng, "to draw the weights")
        shapes = (d, (d, hidden)), (d, hidden), (hidden, (hidden, DIGITS))
        return cls(*(torch.from_numpy(_uniform(fan, size, gain, rng)) for fan, size in shapes))

    @property
    def tensors(self) -> dict[str, torch.Tensor]:
        """The three tensors by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def scores(self, X: ArrayLike) -> np.ndarray:
        """Return the ten scores of each image.

        Parameters
        ----------
        X : array, shape (n, d)
            One image a row, pixels from 0 to 1.

        Returns
        -------
        ndarray of float32, shape (n, 10)

        Raises
        ------
        ValueError
            Images of another shape.
        """
        X = check_images(X)
        if X.shape[1] != len(self.W1):
            raise ValueError(
                f"X must have {len(self.W1)} pixels a row, as the network; got {X.shape[1]}."
            )
        return self.score(resident(X, self.W1.device)).cpu().numpy()

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return the digit with the largest score, the smallest digit among equals; as `scores`."""
        return self.scores(X).argmax(axis=1)

    def score(self, images) -> torch.Tensor:
        """Return the ten scores of resident images, block by block."""
        parts = [
            torch.relu(images.times(chosen, self.W1, self.b1)) @ self.W2
            for chosen in np.array_split(np.arange(len(images)), -(-len(images) // BLOCK))
        ]
        return torch.cat(parts)

    def copy(self) -> Network:
        """Return a network with tensors of its own."""
        return Network(*(tensor.clone() for tensor in self.tensors.values()))


def _uniform(fan: int, size, gain: float, rng: np.random.Generator) -> np.ndarray:
    return (gain * rng.uniform(-1.0, 1.0, size) / np.sqrt(fan)).astype(np.float32)


def margins(scores: torch.Tensor, digits: torch.Tensor) -> torch.Tensor:
    """Return how far each right score lies above the best of the others: negative for an error.

    Raises
    ------
    ValueError, TypeError
        Not a tensor of scores, shape (..., outputs), with a digit for each row.
    """
    check_tensor(scores, "scores")
    check_digit_tensor(digits, "digits")
    if scores.shape[:-1] != digits.shape or scores.ndim < 1 or scores.shape[-1] != DIGITS:
        raise ValueError(
            f"scores must have shape (..., {DIGITS}) and digits that without the last axis; got "
            f"{tuple(scores.shape)} and {tuple(digits.shape)}."
        )
    right = torch.nn.functional.one_hot(digits, scores.shape[-1]).bool()
    others = scores.masked_fill(right, -torch.inf).amax(dim=-1)
    return scores[right].reshape(others.shape) - others
