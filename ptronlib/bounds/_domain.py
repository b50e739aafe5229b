"""What the bounds share: eps is at most R, and floats give a float where arrays give an array."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._validate import Array, check_domain


def check_radius_and_margin(R: ArrayLike, eps: ArrayLike) -> tuple[Array, Array]:
    R, eps = check_domain(R, "R", 0.0, ends="()"), check_domain(eps, "eps", 0.0, ends="()")
    bad = np.atleast_1d(eps > R * (1 + 1e-12))  # they may be equal, but for rounding
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


def round_up(values: Array) -> int | Array:
    """Round up to integers: an int for a float, an array for an array."""
    up = np.ceil(values)
    return int(up) if np.ndim(up) == 0 else up.astype(np.int64)
