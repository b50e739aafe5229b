"""Check what comes in at the public doors: say what was expected, what came, where, what to try."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import prod
from numbers import Integral, Real

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
SMALLEST, LARGEST = 1e-150, 1e150  # sizes whose squares neither vanish nor overflow
LONGEST_SQUARE = 1e300
EXACT = 2**53  # up to here a double tells whole numbers apart
MOST_ENTRIES = 2**30  # of an array that a function makes: 8 GiB
BLOCK = 2**20  # entries that are checked at a time, so that a large array needs no second one


def check_numbers(values: ArrayLike, name: str, hint: str = "") -> Array:
    """Return values as a float array, whatever holds them: NaN and infinity are let through."""
    if np.ma.is_masked(values):
        raise ValueError(f"{name} must not have masked entries. Remove them or fill them in.")
    try:
        array = np.asarray(values)
        if array.dtype.kind == "O":
            array = np.array([_real(value) for value in array.ravel()]).reshape(array.shape)
    except (TypeError, ValueError, RuntimeError) as error:  # torch raises RuntimeError
        reason = str(error).rstrip(".")
        raise TypeError(f"{name} must be an array of real numbers: {reason}.") from None
    if array.dtype.kind not in "iuf":
        kind = "booleans" if array.dtype.kind == "b" else f"an array of {array.dtype}"
        raise TypeError(f"{name} must hold real numbers; got {kind}. {hint}".rstrip())
    with np.errstate(over="ignore"):  # what is too large for a double becomes infinite
        return array.astype(np.float64, copy=False)


def check_points(X: ArrayLike, name: str = "X") -> Array:
    """Return X as a C-contiguous (n, d) float array with n, d >= 1 and finite entries."""
    X = np.ascontiguousarray(check_numbers(X, name))
    check_matrix(X, name)
    with np.errstate(over="ignore"):
        if not np.vdot(X, X) <= 1e200:  # which NaN, too, is not
            check_rows(X, name)
    return X


def check_rows(X: Array, name: str) -> None:
    """Refuse entries and rows that cannot be squared, a block at a time."""
    d = X.shape[1]
    rows = max(1, BLOCK // d)
    for start in range(0, len(X), rows):
        part = X[start : start + rows]
        largest = check_entries(part, name, partial(_place, start, d))
        if largest > LARGEST / np.sqrt(d):
            check_norms(np.linalg.norm(part, axis=1), name, start)


def _place(start: int, d: int, q: int) -> tuple[int, int]:
    """Return row and column of entry q after the row `start` of a matrix with d columns."""
    return start + q // d, q % d


def check_norms(norms: Array, name: str, start: int = 0) -> None:
    """Refuse rows, counted from start, whose squared norms leave no room for sums of them."""
    if norms.max() > LARGEST * (1 + 1e-9):
        raise ValueError(
            f"Rows of {name} must have norms of at most {LARGEST:g}, so that sums of their "
            f"squares stay finite; got {norms.max():g} at index {start + np.argmax(norms)}. "
            f"Rescale {name}."
        )


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


def check_entries(values: Array, name: str, place: Callable[[int], tuple[int, int]]) -> float:
    """Refuse entries that are not finite or cannot be squared, and return the largest size.

    place(q) is the row and the column of entry q.
    """
    bad = ~np.isfinite(values)
    if bad.any():
        q = int(np.argmax(bad))
        i, j = place(q)
        raise ValueError(
            f"{name} must be finite; got {values.flat[q]} at index {i}, feature {j}. "
            f"Remove the example or fill in the value."
        )
    size = np.abs(values, dtype=np.float64)  # LARGEST does not fit into single precision
    bad = (size > LARGEST) | ((size < SMALLEST) & (size > 0))
    if bad.any():
        q = int(np.argmax(bad))
        i, j = place(q)
        raise ValueError(
            f"Entries of {name} must be 0 or of a size from {SMALLEST:g} to {LARGEST:g}, so that "
            f"they can be squared; got {values.flat[q]} at index {i}, feature {j}. Rescale {name}."
        )
    return float(size.max(initial=0.0))


def check_labels(y: ArrayLike, n: int, name: str = "y") -> Array:
    """Return y as an (n,) float array of -1.0 and +1.0."""
    y = check_numbers(y, name, "Map them with np.where(y, 1, -1).")
    if y.shape != (n,):
        raise ValueError(
            f"{name} must have shape ({n},), one label for each row of "
            f"{name.replace('y', 'X', 1)}; got shape {y.shape}."
        )
    bad = np.flatnonzero(np.abs(y) != 1.0)
    if bad.size:
        raise ValueError(
            f"{name} must contain only -1 and +1; got {y[bad[0]]} at index {bad[0]}. "
            f"Map {{0, 1}} labels with 2 * {name} - 1."
        )
    return y


def check_sample(X: ArrayLike, y: ArrayLike, suffix: str = "") -> tuple[Array, Array]:
    """Return (X, y) as float arrays of shapes (n, d) and (n,), the labels -1.0 and +1.0."""
    X = check_points(X, "X" + suffix)
    return X, check_labels(y, len(X), "y" + suffix)


def check_no_zero_example(X: Array) -> None:
    """Refuse an all-zero example: its score is 0 for every w, so it is a mistake for ever."""
    check_none_zero(~X.any(axis=1))


def check_none_zero(zero: ArrayLike) -> None:
    """Refuse if some example is all zero."""
    where = np.flatnonzero(zero)
    if where.size:
        raise ValueError(
            f"Every example must have a non-zero entry; got the zero vector at index {where[0]}, "
            f"whose score is 0 for every w. Remove it, or learn a bias: lift(X) appends a constant."
        )


def check_no_contradiction(keys: Iterable[bytes], y: Array, where: NDArray[np.intp]) -> None:
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


def check_vector(w: ArrayLike, d: int, name: str = "w", *, largest: float = LARGEST) -> Array:
    """Return w as a finite (d,) float array, no entry above `largest` in size."""
    w = check_numbers(w, name)
    if w.shape != (d,):
        raise ValueError(f"{name} must have shape ({d},), one number a coordinate; got {w.shape}.")
    if not np.isfinite(w).all():
        i = int(np.argmin(np.isfinite(w)))
        raise ValueError(f"{name} must be finite; got {w[i]} at index {i}.")
    if w.size and np.abs(w).max() > largest:
        i = int(np.argmax(np.abs(w)))
        raise ValueError(
            f"Entries of {name} must be of a size of at most {largest:g}, so that they can be "
            f"squared; got {w[i]} at index {i}. Rescale {name}."
        )
    return w


def check_direction(w: ArrayLike, d: int, name: str = "w", *, largest: float = LARGEST) -> Array:
    """Return w as a finite non-zero (d,) float array."""
    w = check_vector(w, d, name, largest=largest)
    if not w.any():
        raise ValueError(f"{name} must not be the zero vector: it has no direction, so no margin.")
    return w


def check_real(
    value: object,
    name: str,
    low: float,
    high: float = np.inf,
    *,
    ends: str = "[]",
    largest: float = LONGEST_SQUARE,
) -> float:
    """Return value as a float in the interval from low to high; `ends` as in "[)" or "(]".

    Its size must lie between 1 / largest and largest, or be 0: with LARGEST it can be squared.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a real number; got {type(value).__name__}.")
    return float(check_domain(_double(value), name, low, high, ends=ends, largest=largest))


def check_domain(
    values: ArrayLike,
    name: str,
    low: float,
    high: float = np.inf,
    *,
    ends: str = "[]",
    largest: float = LONGEST_SQUARE,
) -> Array:
    """Return values as a float array, each as `check_real` wants one; NaN is refused."""
    values = check_numbers(values, name)
    above = values >= low if ends[0] == "[" else values > low
    below = values <= high if ends[1] == "]" else values < high
    upper = f"{high:g}{ends[1]}" if np.isfinite(high) else "infinity)"
    lower = f"{ends[0]}{low:g}" if np.isfinite(low) else "(-infinity"
    _refuse(~(above & below & np.isfinite(values)), values, name, f"lie in {lower}, {upper}")
    size = np.abs(values)
    hair = 1 + 1e-9  # the square of a largest length, rounded, must pass
    bad = (size > hair * largest) | ((size < 1 / largest / hair) & (size > 0))
    _refuse(bad, values, name, f"be of a size from {1 / largest:g} to {largest:g}")
    return values


def check_length(
    values: ArrayLike, name: str, low: float = 0.0, high: float = np.inf, *, ends: str = "()"
) -> Array:
    """Return values as a float array, each in the interval, and such that it can be squared."""
    return check_domain(values, name, low, high, ends=ends, largest=LARGEST)


def _refuse(bad: NDArray[np.bool_], values: Array, name: str, wanted: str) -> None:
    if bad.any():
        k = int(np.argmax(bad.ravel()))
        where = f" at index {k}" if values.ndim else ""
        raise ValueError(f"{name} must {wanted}; got {values.ravel()[k]}{where}.")


def check_count(value: object, name: str, low: int = 1, high: int | None = EXACT) -> int:
    """Return value as an int from low to high; high None is no bound."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer; got {type(value).__name__} {shown(value)}.")
    found = int(value)
    if found < low:
        raise ValueError(f"{name} must be at least {low}; got {_digits(found)}.")
    if high is not None and found > high:
        raise ValueError(f"{name} must be at most {high}; got {_digits(found)}.")
    return found


def check_fits(**sizes: int) -> None:
    """Refuse an array with so many entries that it would not fit into memory."""
    if prod(sizes.values()) > MOST_ENTRIES:
        raise ValueError(
            f"{' times '.join(sizes)} must be at most {MOST_ENTRIES:,}, the entries that an array "
            f"may have; got {' times '.join(map(_digits, sizes.values()))}."
        )


def check_text(value: object, name: str) -> str:
    """Return value when it is a string."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string; got {type(value).__name__}.")
    return value


def check_path(value: object, name: str) -> str | os.PathLike[str]:
    """Return value when it is a path."""
    if not isinstance(value, str | os.PathLike):
        raise TypeError(f"{name} must be a path; got {type(value).__name__}.")
    if "\0" in os.fspath(value) or not os.fspath(value):
        raise ValueError(f"{name} must name a file; got {value!r}.")
    return value


def check_iterable(value: object, name: str) -> Iterable:
    """Return value when it can be gone through, and is no text."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a list; got {type(value).__name__}.")
    if isinstance(value, np.ndarray) and value.ndim == 0:
        raise TypeError(f"{name} must be a list; got a number.")
    return value


def check_function(value: object, name: str) -> Callable:
    """Return value when it can be called."""
    if not callable(value):
        raise TypeError(f"{name} must be a function; got {type(value).__name__}.")
    return value


def check_choice(value: object, name: str, choices: Sequence[str]) -> str:
    """Return value when it is one of the choices."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}; got {shown(value)}.")
    return str(value)


def check_rng(rng: object, why: str) -> np.random.Generator:
    """Return rng when it is a numpy Generator."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(
            f"rng must be a numpy.random.Generator, {why}; got {type(rng).__name__}. "
            f"Pass rng=np.random.default_rng(7)."
        )
    return rng


def _digits(value: int) -> str:
    """Write an integer, one that is too long by its length: Python refuses to print it."""
    bits = int(value).bit_length()
    return str(value) if bits < 200 else f"{'-' * (value < 0)}2^{bits - 1} or more"


def shown(value: object) -> str:
    """Return the value for a message, cut to a bearable length."""
    try:
        return f"{value!r:.60}"
    except ValueError:  # an integer too long for Python to print
        return type(value).__name__


def _double(value: Real) -> float:
    """Return the number as a double, one that is too large as infinity."""
    try:
        return float(value)
    except OverflowError:
        return np.inf if value > 0 else -np.inf  # type: ignore[operator]


def _real(value: object) -> float:
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        raise TypeError(f"{shown(value)} is not one")
    return _double(value)
