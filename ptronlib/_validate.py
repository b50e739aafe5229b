"""Check what comes in at the public doors: say what was expected, what came, where, what to try."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from numbers import Integral, Real

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
SMALLEST, LARGEST = 1e-150, 1e150  # sizes whose squares neither vanish nor overflow


def check_points(X: ArrayLike, name: str = "X") -> Array:
    """Return X as a C-contiguous (n, d) float array with n, d >= 1 and finite entries."""
    X = _numeric(X, name)
    check_matrix(X, name)
    check_entries(X, name, lambda q: divmod(q, X.shape[1]))
    return np.ascontiguousarray(X)


def check_matrix(X, name: str) -> None:
    """Refuse what is not a matrix of at least one row and one column; X may be sparse."""
    if 0 in X.shape:
        raise ValueError(f"{name} must hold at least one example and one feature; got {X.shape}.")
    if X.ndim != 2:
        raise ValueError(
            f"{name} must be a matrix of shape (n, d), one example a row; got {X.ndim} "
            f"dimension{'s' * (X.ndim != 1)}, shape {X.shape}. "
            f"For one example use {name}[None, :], for one feature {name}[:, None]."
        )


def check_entries(values: Array, name: str, place: Callable[[int], tuple[int, int]]) -> None:
    """Refuse entries that are not finite or cannot be squared; place(q) is where entry q stands."""
    bad = ~np.isfinite(values)
    if bad.any():
        q = int(np.argmax(bad))
        i, j = place(q)
        raise ValueError(
            f"{name} must be finite; got {values.flat[q]} at index {i}, feature {j}. "
            f"Remove the example or fill in the value."
        )
    size = np.abs(values)
    bad = (size > LARGEST) | ((size < SMALLEST) & (size > 0))
    if bad.any():
        q = int(np.argmax(bad))
        i, j = place(q)
        raise ValueError(
            f"Entries of {name} must be 0 or of a size from {SMALLEST:g} to {LARGEST:g}, so that "
            f"they can be squared; got {values.flat[q]} at index {i}, feature {j}. Rescale {name}."
        )


def check_labels(y: ArrayLike, n: int, name: str = "y") -> Array:
    """Return y as an (n,) float array of -1.0 and +1.0."""
    if np.asarray(y).dtype.kind == "b":
        raise TypeError(
            f"{name} must hold -1 and +1; got booleans. Map them with np.where(y, 1, -1)."
        )
    y = _numeric(y, name)
    if y.shape != (n,):
        raise ValueError(
            f"{name} must have shape ({n},), one label for each row of X; got shape {y.shape}."
        )
    bad = np.flatnonzero(np.abs(y) != 1.0)
    if bad.size:
        raise ValueError(
            f"{name} must contain only -1 and +1; got {y[bad[0]]} at index {bad[0]}. "
            f"Map {{0, 1}} labels with 2 * {name} - 1."
        )
    return y


def check_sample(X: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """Return (X, y) as float arrays of shapes (n, d) and (n,), the labels -1.0 and +1.0."""
    X = check_points(X)
    return X, check_labels(y, len(X))


def check_no_zero_example(X: Array) -> None:
    """Refuse an all-zero example: its score is 0 for every w, so it is a mistake for ever."""
    check_none_zero(~X.any(axis=1))


def check_none_zero(zero: NDArray[np.bool_]) -> None:
    """Refuse if some example is all zero."""
    where = np.flatnonzero(zero)
    if where.size:
        raise ValueError(
            f"Every example must have a non-zero entry; got the zero vector at index {where[0]}, "
            f"whose score is 0 for every w. Remove it, or learn a bias: lift(X) appends a constant."
        )


def check_no_contradiction(keys: Iterable[bytes], y: Array, where: NDArray[np.int64]) -> None:
    """Refuse one point that carries both labels: no w classifies it correctly twice.

    Equal points have equal keys; their labels are in y, and where they stand in `where`.
    """
    seen: dict[bytes, int] = {}
    for k, key in enumerate(keys):
        first = seen.setdefault(key, k)
        if y[first] != y[k]:
            raise ValueError(
                f"An example must have one label; got the same point with both, at index "
                f"{where[first]} and index {where[k]}. No w classifies both: remove one of them."
            )


def check_vector(w: ArrayLike, d: int, name: str = "w") -> Array:
    """Return w as a finite (d,) float array."""
    w = _numeric(w, name)
    if w.shape != (d,):
        raise ValueError(f"{name} must have shape ({d},), one number a coordinate; got {w.shape}.")
    if not np.isfinite(w).all():
        i = int(np.argmin(np.isfinite(w)))
        raise ValueError(f"{name} must be finite; got {w[i]} at index {i}.")
    return w


def check_direction(w: ArrayLike, d: int, name: str = "w") -> Array:
    """Return w as a finite non-zero (d,) float array."""
    w = check_vector(w, d, name)
    if not w.any():
        raise ValueError(f"{name} must not be the zero vector: it has no direction, so no margin.")
    return w


def check_real(
    value: object, name: str, low: float, high: float = np.inf, *, ends: str = "[]"
) -> float:
    """Return value as a float in the interval from low to high; `ends` as in "[)" or "(]"."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a real number; got {type(value).__name__}.")
    check_domain(np.float64(value), name, low, high, ends=ends)
    return float(value)


def check_domain(
    values: ArrayLike, name: str, low: float, high: float = np.inf, *, ends: str = "[]"
) -> Array:
    """Return values as a float array, each between low and high; infinity and NaN are refused."""
    values = _numeric(values, name)
    above = values >= low if ends[0] == "[" else values > low
    below = values <= high if ends[1] == "]" else values < high
    bad = ~(above & below & np.isfinite(values))
    if bad.any():
        where = f" at index {int(np.argmax(bad.ravel()))}" if values.ndim else ""
        upper = f"{high:g}{ends[1]}" if np.isfinite(high) else "infinity)"
        raise ValueError(
            f"{name} must lie in {ends[0]}{low:g}, {upper}; "
            f"got {values.ravel()[np.argmax(bad.ravel())]}{where}."
        )
    return values


def check_count(value: object, name: str, low: int = 1, high: int | None = None) -> int:
    """Return value as an int that is at least low, and at most high if that is given."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer; got {type(value).__name__} {value!r}.")
    if value < low:
        raise ValueError(f"{name} must be at least {low}; got {value}.")
    if high is not None and value > high:
        raise ValueError(f"{name} must be at most {high}; got {value}.")
    return int(value)


def check_choice(value: object, name: str, choices: Sequence[str]) -> str:
    """Return value when it is one of the choices."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}; got {value!r}.")
    return str(value)


def check_rng(rng: object, why: str) -> np.random.Generator:
    """Return rng when it is a numpy Generator."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(
            f"rng must be a numpy.random.Generator, {why}; got {type(rng).__name__}. "
            f"Pass rng=np.random.default_rng(7)."
        )
    return rng


def _real(value: object) -> float:
    if not isinstance(value, Real):
        raise TypeError(f"{value!r} is not one")
    return float(value)


def _numeric(values: ArrayLike, name: str) -> Array:
    try:
        array = np.asarray(values)
        if array.dtype.kind == "O":
            array = np.array([_real(value) for value in array.ravel()]).reshape(array.shape)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name} must be an array of real numbers: {error}.") from None
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold real numbers; got an array of {array.dtype}.")
    return array.astype(np.float64)
