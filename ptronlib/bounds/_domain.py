"""What the bounds share: eps is at most R, and floats give a float where arrays give an array."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import ArrayLike

from .._validate import EXACT, Array, check_length


@contextmanager
def fitting(**arguments: ArrayLike) -> Iterator[None]:
    """Evaluate a bound: refuse shapes that do not fit, let what leaves the floats be infinite."""
    shapes = {name: np.shape(value) for name, value in arguments.items()}
    try:
        np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise ValueError(
            f"{' and '.join(shapes)} must have shapes that fit together; got "
            f"{' and '.join(map(str, shapes.values()))}."
        ) from None
    with np.errstate(over="ignore"):
        yield


def check_radius_and_margin(R: ArrayLike, eps: ArrayLike) -> tuple[Array, Array]:
    R, eps = check_length(R, "R"), check_length(eps, "eps")
    with fitting(R=R, eps=eps):
        bad = eps > R * (1 + 1e-12)  # they may be equal, but for rounding
    bad = np.atleast_1d(bad)
    if bad.any():
        where = tuple(int(i) for i in np.argwhere(bad)[0])
        first = [np.broadcast_to(a, bad.shape)[where] for a in (eps, R)]
        at = f" at index {where[0] if len(where) == 1 else where}" if bad.size > 1 else ""
        raise ValueError(
            f"eps must be at most R, as every margin is; "
            f"got eps={first[0]:g} and R={first[1]:g}{at}."
        )
    return R, eps


def unwrap(values: Array) -> float | Array:
    """Give a float for floats, an array for arrays."""
    return float(values) if np.ndim(values) == 0 else values


def round_up(values: Array, name: str) -> int | Array:
    """Round up to integers, an int for a float; those must be exact, so at most 2^53."""
    up = np.ceil(values)
    if np.size(up) and np.max(up) > EXACT:
        raise ValueError(
            f"{name} must be larger: a dimension of {np.max(up):.3g}, beyond 2^53, is asked for."
        )
    return int(up) if np.ndim(up) == 0 else up.astype(np.int64)
