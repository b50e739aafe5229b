r"""A network with one hidden layer as arrays, which need no torch; `ptronlib.torch` trains it.

.. math:: s(x) = W_2^\top \max(0, W_1^\top x + b_1)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._extras import needs
from .._validate import check_count, check_real, check_rng

DIGITS = 10


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of a network with one hidden layer and ten outputs.

    Attributes
    ----------
    W1, b1 : ndarray of float32, shapes (d, hidden) and (hidden,)
        Weights and biases of the hidden neurons; a clock's shift is part of b1.
    W2 : ndarray of float32, shape (hidden, 10)
        Weights of the outputs, which have no bias: then the scores are homogeneous in the weights.
    """

    W1: np.ndarray
    b1: np.ndarray
    W2: np.ndarray

    @classmethod
    def draw(cls, d: int, hidden: int, rng: np.random.Generator, gain: float = 1.0) -> Network:
        """Draw each layer uniformly between plus and minus gain / sqrt(its inputs).

        `torch.nn.Linear` draws its weights and biases so, with a gain of 1.

        Parameters
        ----------
        d, hidden : int, >= 1.  Inputs and hidden neurons.
        rng : numpy.random.Generator.  Draws W1, b1, W2 in this order.
        gain : float, > 0.  Multiplies all weights.

        Raises
        ------
        ValueError, TypeError.  A size below 1, a gain that is not positive, no generator.

        Examples
        --------
        >>> Network.draw(4, 3, np.random.default_rng(7)).W2.shape
        (3, 10)
        """
        d, hidden = check_count(d, "d"), check_count(hidden, "hidden")
        gain = check_real(gain, "gain", 0.0, ends="()")
        rng = check_rng(rng, "to draw the weights")
        shapes = (d, (d, hidden)), (d, (hidden,)), (hidden, (hidden, DIGITS))
        parts = (gain * rng.uniform(-1.0, 1.0, shape) / np.sqrt(fan) for fan, shape in shapes)
        return cls(*(part.astype(np.float32) for part in parts))

    def scores(self, X: ArrayLike) -> np.ndarray:
        """Return the ten scores of each image.

        Parameters
        ----------
        X : array, shape (n, d).  One image a row, pixels from 0 to 1.

        Returns
        -------
        ndarray of float32, shape (n, 10)

        Raises
        ------
        ValueError.  Not images, or images of another size.
        """
        hidden = check_images(X, "X", len(self.W1)) @ self.W1 + self.b1
        return np.maximum(hidden, 0, out=hidden) @ self.W2

    def to_torch(self):
        """Return the network as a `torch.nn.Sequential`, with weights of its own; needs torch."""
        with needs("torch"):
            import torch
            from torch import nn
        (d, hidden), (_, k) = self.W1.shape, self.W2.shape
        model = nn.Sequential(nn.Linear(d, hidden), nn.ReLU(), nn.Linear(hidden, k, bias=False))
        with torch.no_grad():
            parts = (self.W1.T, self.b1, self.W2.T)
            for parameter, part in zip(model.parameters(), parts, strict=True):
                parameter.copy_(torch.from_numpy(part))
        return model

    @classmethod
    def from_torch(cls, model) -> Network:
        """Return the network of a model that is built as `to_torch` builds it.

        Examples
        --------
        >>> net = Network.draw(4, 3, np.random.default_rng(7))
        >>> bool((Network.from_torch(net.to_torch()).W1 == net.W1).all())
        True
        """
        W1, b1, W2 = (part.detach().cpu().float().numpy() for part in model.parameters())
        return cls(W1.T.copy(), b1.copy(), W2.T.copy())


def check_images(X: ArrayLike, name: str, d: int) -> np.ndarray:
    """Return X as an array of float32, one image of d pixels a row."""
    images = np.asarray(X)
    if images.ndim != 2 or images.dtype.kind not in "uif" or 0 in images.shape:
        raise ValueError(
            f"{name} must be numbers of shape (n, d), one image a row; got {images.shape} of "
            f"{images.dtype}. Flatten images with {name}.reshape(len({name}), -1)."
        )
    if images.shape[1] != d:
        raise ValueError(f"{name} must have {d} pixels a row; got {images.shape[1]}.")
    images = images.astype(np.float32, copy=False)
    low, high = images.min(), images.max()
    if not (low >= 0 and high <= 1):
        raise ValueError(
            f"{name} must hold pixels from 0 to 1; got {low:g} to {high:g}. Divide bytes by "
            f"255, and remove images with NaN."
        )
    return images


def signs(digits: ArrayLike) -> np.ndarray:
    """Return the ten targets of each digit: +1 for its own output, -1 for the nine others.

    Parameters
    ----------
    digits : array of int, shape (...,).  0 to 9.

    Returns
    -------
    ndarray of float32, shape (..., 10)

    Examples
    --------
    >>> signs(2)[:4].tolist()
    [-1.0, -1.0, 1.0, -1.0]
    """
    own = np.asarray(digits)[..., None] == np.arange(DIGITS)
    return np.where(own, np.float32(1.0), np.float32(-1.0))


def margins(scores: np.ndarray, digits: np.ndarray) -> np.ndarray:
    """Return how far each right score lies above the best of the others: negative for an error.

    Takes scores of shape (n, 10) and n digits.

    Examples
    --------
    >>> float(margins(np.array([[0.5, 2.0] + [0.0] * 8]), np.array([1]))[0])
    1.5
    """
    own = signs(digits) > 0
    return scores[own] - np.where(own, -np.inf, scores).max(axis=1)
