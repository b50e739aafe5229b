"""Images where the training reads them: on the CPU as lists of ink, on a GPU as one tensor."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import ArrayLike

from .. import _sparse
from .._validate import check_numbers

SIDE = 28
PIXELS = SIDE * SIDE
DIGITS = 10


class SparseImages:
    """Images on the CPU, as the columns and values of their non-zero pixels.

    Parameters
    ----------
    X : ndarray of float32, shape (n, d)
        One image a row; a product costs time for non-zero entries alone.
    """

    device = torch.device("cpu")

    def __init__(self, X: np.ndarray):
        self.shape = X.shape
        self._start = np.zeros(len(X) + 1, np.int64)
        np.cumsum(np.count_nonzero(X, axis=1), out=self._start[1:])
        self._value = X[X != 0]
        self._column = np.empty(len(self._value), np.int64)
        for i, row in enumerate(X):  # row by row: no array of n d indices at once
            self._column[self._start[i] : self._start[i + 1]] = np.flatnonzero(row)

    def __len__(self) -> int:
        return self.shape[0]

    def times(self, chosen: np.ndarray, W: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        """Return bias + X[chosen] @ W."""
        out = np.empty((len(chosen), W.shape[1]), np.float32)
        _sparse.times(
            self._start, self._column, self._value, chosen, W.numpy(), bias.numpy(), out
        )  # fmt: skip
        return torch.from_numpy(out)

    def add_outer(self, chosen: np.ndarray, G: torch.Tensor, W: torch.Tensor) -> None:
        """Add X[chosen].T @ G to W, in place."""
        ink = _sparse.by_column(self._start, self._column, self._value, chosen, self.shape[1])
        _sparse.add_outer(*ink, G.numpy(), W.numpy())


class DenseImages:
    """Images on any device, as one tensor; the plain way, and the one for a GPU.

    Parameters
    ----------
    X : ndarray of float32, shape (n, d)
        One image a row.
    device : torch.device
        Where they stay.
    """

    def __init__(self, X: np.ndarray, device: torch.device):
        self.X = torch.as_tensor(X, device=device)
        self.shape, self.device = X.shape, self.X.device

    def __len__(self) -> int:
        return self.shape[0]

    def rows(self, chosen: np.ndarray) -> torch.Tensor:
        """Return X[chosen]; chosen may have several axes."""
        return self.X[torch.as_tensor(chosen, device=self.device)]

    def times(self, chosen: np.ndarray, W: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        """Return bias + X[chosen] @ W."""
        return torch.addmm(bias, self.rows(chosen), W)

    def add_outer(self, chosen: np.ndarray, G: torch.Tensor, W: torch.Tensor) -> None:
        """Add X[chosen].T @ G to W, in place."""
        W.addmm_(self.rows(chosen).t(), G)


def resident(X: np.ndarray, device: str | torch.device = "cpu") -> SparseImages | DenseImages:
    """Put checked images on a device, in the form that is quick there.

    Parameters
    ----------
    X : (n, d) array
        One image a row.
    device : str or torch.device
        "cpu", "cuda", "cuda:1", ...

    Raises
    ------
    ValueError, TypeError
        Not images, or a device that is not there.

    Examples
    --------
    >>> len(resident(np.eye(3, dtype=np.float32)))
    3
    """
    device, X = check_device(device), check_images(X)
    return SparseImages(X) if device.type == "cpu" else DenseImages(X, device)


def check_device(device: str | torch.device) -> torch.device:
    """Return the device when this machine has it."""
    if not isinstance(device, str | torch.device):
        raise TypeError(f"device must be a name or a torch.device; got {type(device).__name__}.")
    try:
        found = torch.device(device)
        if found.type != "cpu":
            torch.empty(1, device=found)
    except (RuntimeError, AssertionError, TypeError) as error:
        reason = str(error).strip().splitlines()[0]
        raise ValueError(
            f"device must be one that this machine has; got {device!r} ({reason}). "
            f'Use device="cpu".'
        ) from None
    return found


def check_images(X: ArrayLike, name: str = "X") -> np.ndarray:
    """Return X as a C-contiguous (n, d) float32 array with n >= 1 and finite entries."""
    X = check_numbers(X, name)
    if X.ndim != 2 or X.size == 0:
        raise ValueError(
            f"{name} must have shape (n, d), one image a row; got {X.shape}. "
            f"Flatten images with {name}.reshape(len({name}), -1)."
        )
    with np.errstate(over="ignore"):  # what is too large becomes infinite, and is refused
        X = np.ascontiguousarray(X, dtype=np.float32)
    if not np.isfinite(X).all():
        i, j = map(int, np.argwhere(~np.isfinite(X))[0])
        raise ValueError(f"{name} must be finite; got {X[i, j]} in image {i}, pixel {j}.")
    return X


def check_digits(y: ArrayLike, n: int, name: str = "y") -> np.ndarray:
    """Return y as an (n,) array of int64, digits 0 to 9."""
    try:
        y = np.asarray(y)
    except (ValueError, RuntimeError, TypeError) as error:
        raise TypeError(f"{name} must hold integers, the digits 0 to 9: {error}.") from None
    if y.dtype.kind not in "ui":
        raise TypeError(f"{name} must hold integers, the digits 0 to 9; got {y.dtype}.")
    if y.shape != (n,):
        raise ValueError(f"{name} must have shape ({n},), a digit for each image; got {y.shape}.")
    outside = np.flatnonzero((y < 0) | (y >= DIGITS))
    if outside.size:
        i = int(outside[0])
        raise ValueError(f"{name} must hold digits 0 to 9; got {y[i]} at index {i}.")
    return y.astype(np.int64)
