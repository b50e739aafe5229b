r"""A trained network small enough for a page: whole numbers of one byte, a scale for each neuron.

.. math:: W_1 \approx Q \operatorname{diag}(q), \qquad Q_{pj} \in \{-127, \dots, 127\}
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["FILE", "PocketNetwork", "load_pocket"]

FILE = Path(__file__).parents[1] / "explore" / "digits.safetensors"
PIXELS = 28 * 28
KINDS = {"I8": "<i1", "U16": "<u2", "F32": "<f4"}


@dataclass(frozen=True, eq=False)
class PocketNetwork:
    """A network with one hidden layer whose large matrix takes one byte a weight.

    Attributes
    ----------
    pixels : ndarray of uint16, shape (p,)
        The pixels that ever held ink in training; the others count for nothing.
    Q : ndarray of int8, shape (p, hidden)
        Their weights, as multiples of the scale.
    scale, bias : ndarray of float32, shape (hidden,)
        The unit of each hidden neuron's weights, and its bias.
    W2 : ndarray of float32, shape (hidden, 10)
        Weights of the outputs.
    beta : float
        The threshold that the training ended with, in the unit of the scores.
    label : str
        How the network was trained.
    """

    pixels: NDArray[np.uint16]
    Q: NDArray[np.int8]
    scale: NDArray[np.float32]
    bias: NDArray[np.float32]
    W2: NDArray[np.float32]
    beta: float
    label: str

    def scores(self, X: ArrayLike) -> NDArray[np.float32]:
        """Return the ten scores of each image; X of shape (n, 784), from 0, paper, to 1, ink."""
        X = np.asarray(X, dtype=np.float32)
        if X.ndim != 2 or X.shape[1] != PIXELS:
            raise ValueError(
                f"X must have shape (n, {PIXELS}), one image a row; got {X.shape}. "
                f"Flatten images with X.reshape(len(X), -1)."
            )
        hidden = X[:, self.pixels] @ self.Q.astype(np.float32) * self.scale + self.bias
        return np.maximum(hidden, 0.0) @ self.W2


def load_pocket(path: str | os.PathLike[str] | None = None) -> PocketNetwork:
    """Load the network that comes with this library, or another one.

    Parameters
    ----------
    path : path, optional
        A safetensors file with the arrays of a :class:`PocketNetwork`; its metadata hold beta and
        the label. It is read here since the browser's Python has no safetensors.

    Examples
    --------
    >>> load_pocket().label
    'beta = 1, weight decay, seed 0'
    """
    content = Path(path or FILE).read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    about = header.pop("__metadata__")
    parts = {}
    for name, part in header.items():
        first, end = part["data_offsets"]
        values = np.frombuffer(content[start + first : start + end], KINDS[part["dtype"]])
        parts[name] = values.reshape(part["shape"])
    return PocketNetwork(**parts, beta=float(about["beta"]), label=about["label"])
