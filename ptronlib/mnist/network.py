r"""A network with one hidden layer, its loss, and where the loss pulls the scores.

.. math:: s(x) = W_2^\top \max(0, W_1^\top x + b_1), \qquad
          \ell_\beta(s, y) = \sum_{k=0}^{9} \max(0, \beta - y_k s_k), \quad y_k = \pm 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

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
        X : array or CSR matrix, shape (n, d).  One image a row, pixels from 0 to 1.

        Returns
        -------
        ndarray of float32, shape (n, 10)

        Raises
        ------
        ValueError.  Not images, or images of another size.
        """
        from . import _ink  # whoever only loads images does not wait for numba

        images = check_images(X, "X", len(self.W1))
        hidden = _ink.times(images, np.arange(images.shape[0]), self.W1, self.b1)
        return np.maximum(hidden, 0, out=hidden) @ self.W2


def check_images(X, name: str, d: int | None = None):
    """Return X as a CSR matrix of float32, one image of d pixels a row."""
    from scipy.sparse import csr_array, issparse

    if not issparse(X):
        X = np.asarray(X)
    if X.ndim != 2 or X.dtype.kind not in "uif" or 0 in X.shape:
        raise ValueError(
            f"{name} must be numbers of shape (n, d), one image a row; got {X.shape} of {X.dtype}. "
            f"Flatten images with {name}.reshape(len({name}), -1)."
        )
    if X.shape[1] != (d or X.shape[1]):
        raise ValueError(f"{name} must have {d} pixels a row; got {X.shape[1]}.")
    images = csr_array(X, dtype=np.float32)
    if images.nnz and not (images.data.min() >= 0 and images.data.max() <= 1):
        low, high = images.data.min(), images.data.max()
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


def beta_loss(scores: np.ndarray, targets: np.ndarray, beta: float) -> float:
    """Sum max(0, beta - y s) over the outputs, and take the mean over the examples.

    Parameters
    ----------
    scores : array, shape (n, 10).  What the ten output neurons receive.
    targets : array, shape (n, 10).  -1 or +1, such as `signs` returns.
    beta : float, >= 0.  Threshold, in the unit of the scores.

    Returns
    -------
    float.  Zero exactly if every signed score is at least beta.

    Notes
    -----
    Source: statement A-Table1; chapter 10.

    Examples
    --------
    >>> beta_loss(np.array([[2.0, -0.5]]), np.array([[1.0, -1.0]]), 1.0)
    0.5
    """
    return float(np.maximum(0.0, beta - targets * scores).sum(axis=1).mean())


def pulls(scores: np.ndarray, targets: np.ndarray, beta: float | None) -> np.ndarray:
    """Return where the loss pulls each score: minus its slope; beta None is cross-entropy.

    Notes
    -----
    The beta loss pulls by y while y s <= beta, ties included: as in the loop of the perceptron,
    a tie is a mistake. An automatic derivative of max(0, x) is 0 there.

    Examples
    --------
    >>> pulls(np.array([[2.0, -0.5]]), np.array([[1.0, -1.0]]), 1.0)
    array([[ 0., -1.]])
    """
    if beta is not None:
        return targets * (targets * scores <= beta)
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return (targets > 0) - odds / odds.sum(axis=1, keepdims=True)


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
