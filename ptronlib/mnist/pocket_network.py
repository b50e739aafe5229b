r"""A trained network small enough for a page: whole numbers of one byte, a scale for each neuron.

.. math:: W_1 \approx Q \operatorname{diag}(q), \qquad Q_{pj} \in \{-127, \dots, 127\}
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np

from .network import Network

__all__ = ["FILE", "load_pocket"]

FILE = Path(__file__).parents[1] / "explore" / "digits.safetensors"
KINDS = {"I8": "<i1", "U16": "<u2", "F32": "<f4"}


def load_pocket(path: str | os.PathLike[str] | None = None) -> Network:
    """Load the network that comes with this library, or another one.

    Parameters
    ----------
    path : path, optional
        A safetensors file as `experiments/pocket.py` writes it: `pixels`, those that ever held ink
        in training, (p,); `Q`, (p, hidden), with the `scale` of each hidden neuron; `bias`; `W2`.
        It is read here since the browser's Python has no safetensors.

    Examples
    --------
    >>> load_pocket().W1.shape
    (784, 800)
    """
    content = Path(path or FILE).read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    parts = {}
    for name, part in json.loads(content[8:start]).items():
        if name != "__metadata__":
            first, end = part["data_offsets"]
            values = np.frombuffer(content[start + first : start + end], KINDS[part["dtype"]])
            parts[name] = values.reshape(part["shape"])
    W1 = np.zeros((28 * 28, len(parts["scale"])), np.float32)
    W1[parts["pixels"]] = parts["Q"] * parts["scale"]
    return Network(W1, parts["bias"], parts["W2"])
