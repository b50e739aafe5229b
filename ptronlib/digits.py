r"""A trained network small enough for a page: whole numbers of one byte, a scale for each neuron.

.. math:: W_1 \approx Q \operatorname{diag}(q), \qquad Q_{pj} \in \{-127, \dots, 127\}
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._validate import (
    check_count,
    check_domain,
    check_iterable,
    check_path,
    check_real,
    check_text,
)

__all__ = [
    "PocketNetwork",
    "draw",
    "from_bytes",
    "load_pocket",
    "normalize",
    "quantize",
    "to_bytes",
]

SIDE = 28
BOX = 20  # MNIST's digits were fitted into a box of this size, then centred by mass
LARGEST = 127
LARGEST_WEIGHT = 1e30  # its products with others stay in single precision
KINDS = {"I8": np.int8, "U16": np.uint16, "F32": np.float32}


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

    @property
    def tensors(self) -> dict[str, np.ndarray]:
        """The arrays by name."""
        return {name: getattr(self, name) for name in ("pixels", "Q", "scale", "bias", "W2")}

    def scores(self, X: ArrayLike) -> NDArray[np.float32]:
        """Return the ten scores of each image.

        Parameters
        ----------
        X : array, shape (n, 784)
            Pixels from 0, paper, to 1, ink.

        Returns
        -------
        ndarray of float32, shape (n, 10)

        Raises
        ------
        ValueError
            Images of another shape.
        """
        X = np.asarray(X, dtype=np.float32)
        if X.ndim != 2 or X.shape[1] != SIDE * SIDE:
            raise ValueError(
                f"X must have shape (n, {SIDE * SIDE}), one image a row; got {X.shape}. "
                f"Flatten images with X.reshape(len(X), -1)."
            )
        hidden = X[:, self.pixels] @ self.Q.astype(np.float32) * self.scale + self.bias
        return np.maximum(hidden, 0.0) @ self.W2


def quantize(
    W1: ArrayLike, b1: ArrayLike, W2: ArrayLike, ink: ArrayLike, *, beta: float, label: str
) -> PocketNetwork:
    """Round the weights of the hidden layer to one byte each.

    Parameters
    ----------
    W1, b1, W2 : arrays, shapes (784, hidden), (hidden,) and (hidden, 10)
        A trained network.
    ink : array of bool, shape (784,)
        Which pixels ever held ink in training.
    beta : float
        The threshold that the training ended with.
    label : str
        How it was trained.

    Returns
    -------
    PocketNetwork
        Each weight is off by at most half its neuron's scale.

    Raises
    ------
    ValueError, TypeError
        Arrays of other shapes or kinds, weights beyond 1e30, a negative beta, no text.

    Examples
    --------
    >>> W1 = np.zeros((784, 1)); W1[5] = 2.54
    >>> net = quantize(W1, [0.0], np.ones((1, 10)), np.arange(784) == 5, beta=1.0, label="")
    >>> net.Q, net.scale
    (array([[127]], dtype=int8), array([0.02], dtype=float32))
    """
    W1, b1, W2 = (
        check_domain(part, name, -LARGEST_WEIGHT, LARGEST_WEIGHT).astype(np.float32)
        for part, name in ((W1, "W1"), (b1, "b1"), (W2, "W2"))
    )
    try:
        ink = np.asarray(ink)
    except (TypeError, ValueError, RuntimeError) as error:
        raise TypeError(f"ink must be an array of booleans: {error}.") from None
    beta, label = check_real(beta, "beta", 0.0), check_text(label, "label")
    if not W1.ndim:
        raise ValueError("W1 must have shape (784, hidden); got a number.")
    hidden = W1.shape[-1]
    shapes = [part.shape for part in (W1, b1, W2, ink)]
    expected = [(SIDE * SIDE, hidden), (hidden,), (hidden, 10), (SIDE * SIDE,)]
    if shapes != expected:
        raise ValueError(
            f"W1, b1, W2 and ink must have the shapes {expected}; got {shapes}. "
            f"Pass the parts of one trained network."
        )
    if ink.dtype != bool:
        raise TypeError(f"ink must hold booleans; got an array of {ink.dtype}.")
    pixels = np.flatnonzero(ink).astype(np.uint16)
    used = W1[pixels]
    most = np.abs(used).max(axis=0, initial=0.0)
    scale = np.maximum(most, np.float32(1e-30)) / np.float32(LARGEST)
    Q = np.round(used / scale).astype(np.int8)
    return PocketNetwork(pixels, Q, scale, b1, W2, beta, label)


def to_bytes(net: PocketNetwork) -> bytes:
    """Return the network as a safetensors file, its threshold and label in the header.

    Raises
    ------
    TypeError
        net is not a PocketNetwork.
    """
    if not isinstance(net, PocketNetwork):
        raise TypeError(f"net must be a PocketNetwork; got {type(net).__name__}.")
    codes = {np.dtype(kind): code for code, kind in KINDS.items()}
    header: dict[str, dict] = {"__metadata__": {"beta": repr(net.beta), "label": net.label}}
    body = b""
    for name, part in net.tensors.items():
        start = len(body)
        body += part.astype(part.dtype.newbyteorder("<")).tobytes()
        header[name] = {
            "dtype": codes[part.dtype],
            "shape": list(part.shape),
            "data_offsets": [start, len(body)],
        }
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + body


def from_bytes(content: bytes) -> PocketNetwork:
    """Read what `to_bytes` wrote.

    Raises
    ------
    ValueError, TypeError
        Other bytes, or no bytes.
    """
    if not isinstance(content, bytes | bytearray | memoryview):
        raise TypeError(f"content must be bytes; got {type(content).__name__}.")
    try:
        size = int.from_bytes(content[:8], "little")
        header = json.loads(content[8 : 8 + size])
        about, body = header.pop("__metadata__"), content[8 + size :]
        if max(part["data_offsets"][1] for part in header.values()) != len(body):
            raise ValueError("its length is wrong")
        parts = {
            name: np.frombuffer(body[slice(*part["data_offsets"])], KINDS[part["dtype"]]).reshape(
                part["shape"]
            )
            for name, part in header.items()
        }
        _check_parts(parts)
        return PocketNetwork(**parts, beta=float(about["beta"]), label=about["label"])
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"The file must hold a pocket network; it does not ({error}).") from None


def _check_parts(parts: dict[str, np.ndarray]) -> None:
    """Refuse arrays that are not the parts of one network."""
    shapes = {name: part.shape for name, part in parts.items()}
    p, hidden = shapes["Q"]
    wanted = {"pixels": (p,), "Q": (p, hidden), "scale": (hidden,), "bias": (hidden,)}
    if shapes != {**wanted, "W2": (hidden, 10)} or (parts["pixels"] >= SIDE * SIDE).any():
        raise ValueError(f"its arrays do not fit together: {shapes}")
    for name in ("scale", "bias", "W2"):
        if not np.isfinite(parts[name]).all():
            raise ValueError(f"{name} is not finite")


def load_pocket(path: str | os.PathLike[str] | None = None) -> PocketNetwork:
    """Load the network that comes with this library, or another one.

    Parameters
    ----------
    path : path, optional
        A file written with `to_bytes`.

    Returns
    -------
    PocketNetwork

    Raises
    ------
    OSError
        No such file.
    ValueError, TypeError
        Not such a file, or not a path.
    """
    path = Path(__file__).parent / "explore" / "digits.safetensors" if path is None else path
    return from_bytes(Path(check_path(path, "path")).read_bytes())


def normalize(picture: ArrayLike) -> NDArray[np.float32]:
    """Fit a drawing into MNIST's frame: a box of 20 pixels, then the centre of mass in the middle.

    Parameters
    ----------
    picture : array, shape (size, size)
        Ink from 0 to 1, of any size.

    Returns
    -------
    ndarray of float32, shape (784,)
        Zeros if there is no ink.

    Raises
    ------
    ValueError, TypeError
        Not a square, or not numbers from 0 to 1.

    Notes
    -----
    The drawing's bounding box is scaled so that its longer side is 20 pixels, each the mean of the
    ink that it covers, and the result is moved by whole pixels until its centre of mass is nearest
    to pixel (14, 14). MNIST's own digits come back unchanged.
    Source: LeCun et al., 1998.

    Examples
    --------
    >>> picture = np.zeros((100, 100)); picture[:, 40:60] = 1.0
    >>> normalize(picture).reshape(28, 28).sum(axis=0)[10:18]
    array([ 0.,  0.,  0., 20., 20., 20., 20.,  0.], dtype=float32)
    """
    P = check_domain(picture, "picture", 0.0, 1.0)
    if P.ndim != 2 or P.shape[0] != P.shape[1] or P.size == 0:
        raise ValueError(f"picture must be a square array; got shape {P.shape}.")
    rows, columns = np.flatnonzero(P.any(axis=1)), np.flatnonzero(P.any(axis=0))
    frame = np.zeros((SIDE, SIDE))
    if not rows.size:
        return frame.ravel().astype(np.float32)
    part = P[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    cell = max(part.shape) / BOX
    height, width = (max(1, int(np.floor(size / cell + 0.5))) for size in part.shape)
    small = _shares(part.shape[0], height, cell) @ part @ _shares(part.shape[1], width, cell).T
    mass = small.sum()
    centre = (small.sum(axis=1) @ np.arange(height), small.sum(axis=0) @ np.arange(width)) / mass
    # symmetric drawings lie between two places: the millionth decides, not the rounding of a sum
    top, left = (int(np.floor(SIDE / 2 - c + 0.500001)) for c in centre)
    top = min(max(top, 0), SIDE - height)
    left = min(max(left, 0), SIDE - width)
    frame[top : top + height, left : left + width] = small
    return frame.ravel().astype(np.float32)


def _shares(size: int, count: int, cell: float) -> NDArray[np.float64]:
    """Return which share of each of `count` cells every one of `size` fine pixels covers."""
    start = (size - count * cell) / 2 + cell * np.arange(count)
    fine = np.arange(size)
    low = np.maximum(start[:, None], fine)
    high = np.minimum(start[:, None] + cell, fine + 1)
    return np.maximum(high - low, 0.0) / cell


def draw(
    strokes: Iterable[Sequence[Any]], size: int = 112, radius: float = 0.045
) -> NDArray[np.float64]:
    """Draw strokes with a round pen.

    Parameters
    ----------
    strokes : list of lists of points (x, y)
        Polylines in the unit square, y downwards; a stroke of one point is a dot.
    size : int
        Pixels a side.
    radius : float
        Of the pen, in the same unit as the points.

    Returns
    -------
    ndarray of float64, shape (size, size)
        Ink from 0 to 1; the edge of a stroke fades over one pixel.

    Raises
    ------
    ValueError, TypeError
        Points beyond 1e6, a stroke without points, a size that is no whole number from 1 to
        10,000, a negative radius.

    Examples
    --------
    >>> draw([[(0.5, 0.5)]], size=4, radius=0.1).round(2)[1]
    array([0.  , 0.19, 0.19, 0.  ])
    """
    size, radius = check_count(size, "size", 1, 10_000), check_real(radius, "radius", 0.0)
    lines = [_check_stroke(stroke) for stroke in check_iterable(strokes, "strokes")]
    grid = (np.arange(size) + 0.5) / size
    x, y = np.meshgrid(grid, grid)
    nearest = np.full((size, size), np.inf)
    for stroke in lines:
        points = [stroke[0], *stroke] if len(stroke) == 1 else stroke
        for (ax, ay), (bx, by) in zip(points[:-1], points[1:], strict=True):
            dx, dy = bx - ax, by - ay
            length2 = dx * dx + dy * dy
            # a step so short that its square is 0 is a dot
            t = ((x - ax) * dx + (y - ay) * dy) / length2 if length2 > 1e-300 else np.zeros_like(x)
            t = np.clip(t, 0.0, 1.0)
            nearest = np.minimum(nearest, np.hypot(x - ax - t * dx, y - ay - t * dy))
    return np.clip((radius - nearest) * size + 0.5, 0.0, 1.0)


def _check_stroke(stroke: ArrayLike) -> NDArray[np.float64]:
    points = check_domain(stroke, "strokes", -1e6, 1e6)
    if points.ndim != 2 or points.shape[1] != 2 or not len(points):
        raise ValueError(
            f"Each of strokes must be a list of points (x, y), at least one; got shape "
            f"{points.shape}."
        )
    return points
