"""Check what comes in at the public doors: say what was expected, what came, where, what to try."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import wraps
from inspect import signature
from numbers import Integral, Real
from types import NoneType
from typing import Any, ParamSpec, TypeAlias, TypeVar, get_args, get_type_hints

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Floats: TypeAlias = float | NDArray[Any]
P = ParamSpec("P")
T = TypeVar("T")
MAX_ENTRY = 1e100  # size of an entry: squares, and sums of as many as there can be, stay finite
MAX_INTEGER = 2**53  # up to here a double tells whole numbers apart


def check_numbers(
    values: ArrayLike, name: str, hint: str = "", *, rounded: bool = True, table: Any = None
) -> Array:
    """Return values as a float array, whatever holds them: NaN and infinity are let through.

    Whole numbers that no double holds are refused, and without `rounded` fractions, decimals and
    long doubles that none holds as well. Messages name the rows and columns of a data frame, which
    `table` is, where the values come from one.
    """
    table = values if table is None else table
    if hasattr(values, "toarray"):
        raise TypeError(f"{name} must be an array; got a sparse matrix. Use {name}.toarray().")
    if np.ma.is_masked(values):
        raise TypeError(f"{name} must have no masked entries. Fill them in, or leave out the rows.")
    try:
        array = np.asarray(values)
        kind = array.dtype.kind
        if kind == "O":  # fractions, say
            _refuse_other_objects(array, name, table)
            array = array.astype(np.float64)
    except OverflowError:
        raise ValueError(f"{name} must hold numbers of a size of at most {MAX_ENTRY:g}.") from None
    except (TypeError, ValueError, RuntimeError) as error:  # torch raises RuntimeError
        raise TypeError(f"{name} must be an array of real numbers: {error}") from None
    if array.dtype.kind not in "iufb":
        if array.dtype.kind in "mM" and array.size:
            where = _place(table, (0,) * array.ndim)
            raise TypeError(f"{name} must hold real numbers; got a time at {where}. {DATES}")
        raise TypeError(
            f"{name} must hold real numbers; got an array of {array.dtype}. {hint}".rstrip()
        )
    floats = array.astype(np.float64, copy=False)
    common = kind == "f" and unrounded(values, array) is not array
    if common or (kind in "iu" and array.size and (np.abs(floats) >= MAX_INTEGER).any()):
        given = unrounded(values, array) if common else array
        both = zip(given.flat, floats.ravel().tolist(), strict=True)
        lost = [a for a, b in both if isinstance(a, Integral) and int(a) != b]
        if lost:
            raise ValueError(
                f"{name} must hold integers that a double tells apart, up to 2^53; got {lost[0]}. "
                f"Subtract what they have in common."
            )
    elif not rounded and (kind == "O" or array.dtype.itemsize > floats.dtype.itemsize):
        pairs = zip(np.asarray(values).flat, floats.ravel().tolist(), strict=True)
        lost = [given for given, double in pairs if double == double and given != double]
        if lost:
            raise ValueError(
                f"{name} must hold numbers that are doubles; got {lost[0]}, which none is. Round "
                f"with np.asarray({name}, float); separable(X, y) takes them as they are."
            )
    return floats


def unrounded(values: Any, array: NDArray) -> NDArray:
    """Return an array of values as objects if a common type has rounded whole numbers of them.

    A list or a data frame of integers and floats becomes an `array` of floats.
    """
    if isinstance(values, np.ndarray) or array.dtype.kind not in "fO" or not array.ndim:
        given = array
    elif hasattr(values, "columns"):
        columns = [values.iloc[:, j] if hasattr(values, "iloc") else values[name]
                   for j, name in enumerate(values.columns)]  # fmt: skip
        if not any(_has_large_integers(column) for column in columns):
            return array
        given = np.empty(array.shape, dtype=object)
        for j, column in enumerate(columns):
            given[:, j] = np.asarray(column).tolist()
    elif hasattr(values, "__array__") or not (np.abs(array) >= MAX_INTEGER).any():
        given = array
    else:
        given = np.asarray(values, dtype=object)
    if given.dtype.kind != "O":
        return array
    whole = [value.item() if isinstance(value, np.integer) else value for value in given.flat]
    found = np.empty(given.size, dtype=object)
    found[:] = whole
    lost = array.dtype.kind == "O" or any(
        isinstance(a, int) and a != b for a, b in zip(whole, array.ravel().tolist(), strict=True)
    )
    return found.reshape(given.shape) if lost else array


def _has_large_integers(column: Any) -> bool:
    """Whether a column of a data frame is one of integers that doubles may not tell apart."""
    kind = getattr(column.dtype, "kind", None)
    if kind is None:  # polars
        kind = "i" if column.dtype.is_integer() else "f"
    if kind not in "iuO":
        return False
    entries = np.asarray(column)
    return entries.dtype.kind == "O" or bool((np.abs(entries.astype(float)) >= MAX_INTEGER).any())


def check_points(
    X: ArrayLike, name: str = "X", *, rounded: bool = False, table: Any = None
) -> Array:
    """Return X as a C-contiguous (n, d) float array with n, d >= 1 and finite entries.

    Entries that no double holds are refused, unless they may be `rounded`; `table` is as for
    `check_numbers`.
    """
    table = X if table is None else table
    X = check_numbers(X, name, rounded=rounded, table=table)
    if X.size == 0:
        raise ValueError(f"{name} must hold at least one example and one feature; got {X.shape}.")
    if X.ndim != 2:
        raise ValueError(
            f"{name} must be a matrix of shape (n, d), one example a row; got shape {X.shape}. "
            f"For one example use {name}[None, :], for one feature {name}[:, None]."
        )
    X = np.ascontiguousarray(X)
    with np.errstate(over="ignore"):
        good = np.vdot(X, X) <= MAX_ENTRY**2  # which NaN is not
    if not good and not (np.abs(X) <= MAX_ENTRY).all():
        i, j = np.argwhere(~(np.abs(X) <= MAX_ENTRY))[0]
        wanted = f"of a size of at most {MAX_ENTRY:g}" if np.isfinite(X[i, j]) else "finite"
        raise ValueError(
            f"{name} must be {wanted}; got {X[i, j]} at {_place(table, (i, j))}. Remove the "
            f"example, fill in the value or rescale {name}."
        )
    return X


def check_labels(y: ArrayLike, n: int, name: str = "y") -> Array:
    """Return y as an (n,) float array of -1.0 and +1.0."""
    y = one_column(y)
    hint = f"Map them with np.where({name} == one_of_them, 1, -1)."
    if np.asarray(y).dtype == bool:
        hint = f"Map them with np.where({name}, 1, -1)."
        raise TypeError(f"{name} must hold real numbers; got an array of bool. {hint}")
    y = check_numbers(y, name, hint)
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
    check_aligned(X, y, suffix)
    X = check_points(X, "X" + suffix)
    return X, check_labels(y, len(X), "y" + suffix)


def check_aligned(X: Any, y: Any, suffix: str = "") -> None:
    """Refuse labels whose pandas index names other rows, or in another order, than that of X."""
    if not (hasattr(X, "iloc") and hasattr(y, "iloc")) or len(X) != len(y):
        return
    if not X.index.equals(y.index):
        k = int(np.argmin(np.asarray(X.index) == np.asarray(y.index)))
        X, y, a, b = f"X{suffix}", f"y{suffix}", X.index[k], y.index[k]
        raise ValueError(
            f"{X} and {y} must have the same index; row {k} is {a!r} in {X} and {b!r} in {y}. "
            f"Align them with {y}.loc[{X}.index], or pair them by position with {y}.to_numpy()."
        )


def check_column(X: Any, y: Any) -> Any:
    """Return the labels of the rows of X: one column, in the same order, none missing."""
    check_aligned(X, y)
    y = one_column(y)
    check_present(y)
    return y


def one_column(y: Any) -> Any:
    """Return the column of a data frame that has one, and anything else as it is."""
    return y.iloc[:, 0] if hasattr(y, "columns") and np.shape(y)[1:] == (1,) else y


def check_present(y: Any, name: str = "y") -> None:
    """Refuse labels that are missing."""
    labels = np.asarray(y).ravel()
    kind = labels.dtype.kind  # most of them cannot be missing
    if kind in "biuU" or (kind == "f" and not np.isnan(labels).any()):
        return
    for i, value in enumerate(labels.tolist()):
        if _is_missing(value):
            where = _place(y, (i,))
            raise ValueError(
                f"{name} must have a label for each example; got {value!r} at {where}. Fill it in, "
                f"or leave out the row."
            )


DATES = "Write dates as days since the first: (dates - dates.min()).dt.days."


def _refuse_other_objects(array: NDArray, name: str, table: Any) -> None:
    """Refuse the first entry that is no number, with its place and what helps."""
    for where, value in np.ndenumerate(array):
        if isinstance(value, Real | Decimal) or value is None or hasattr(value, "__array__"):
            continue
        place, column = _place(table, where), ""
        if len(where) == 2 and hasattr(table, "columns"):
            column = repr(table.columns[where[1]])
        if isinstance(value, str):
            hint = f"pandas.get_dummies(X, columns=[{column}]) encodes a column of words"
            raise TypeError(
                f"{name} must be an array of real numbers: some entry is a text, {value!r:.40} at "
                f"{place}. Leave such columns out; {hint}."
            )
        if hasattr(value, "isoformat"):
            kind = type(value).__name__
            raise TypeError(f"{name} must hold real numbers; got a {kind} at {place}. {DATES}")
        if _is_missing(value):
            raise TypeError(
                f"{name} must be an array of real numbers: a value is missing at {place}. Fill it "
                f"in, or leave out the row."
            )


def _place(table: Any, where: tuple) -> str:
    """Return how an entry is called: by the names of a data frame or a series, else by numbers."""
    i = where[0] if where else 0
    if not hasattr(table, "iloc") or np.ndim(table) != len(where):
        return f"index {i}" + (f", feature {where[1]}" if len(where) == 2 else "")
    row = f"row {table.index[i]!r}"
    return f"{row}, column {table.columns[where[1]]!r}" if len(where) == 2 else row


def _is_missing(value: Any) -> bool:
    """Whether a value is one of those that stand for a missing one."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or value != value


def check_vector(w: ArrayLike, d: int, name: str = "w") -> Array:
    """Return w as a finite (d,) float array."""
    w = check_numbers(w, name, rounded=False)
    if w.shape != (d,):
        raise ValueError(f"{name} must have shape ({d},), one number a coordinate; got {w.shape}.")
    if not np.isfinite(w).all():
        i = int(np.isfinite(w).argmin())
        raise ValueError(f"{name} must be finite; got {w[i]} at index {i}.")
    return check_domain(w, name, -MAX_ENTRY, MAX_ENTRY)


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
    return float(check_domain(float(value), name, low, high, ends=ends))


def check_domain(
    values: ArrayLike, name: str, low: float, high: float = np.inf, *, ends: str = "[]"
) -> Array:
    """Return values as a float array, each finite and in the interval, as for `check_real`."""
    values = check_numbers(values, name)
    above = values >= low if ends[0] == "[" else values > low
    below = values <= high if ends[1] == "]" else values < high
    bad = ~(above & below & np.isfinite(values))
    if bad.any():
        k = int(np.argmax(bad.ravel()))
        where = f" at index {k}" if values.ndim else ""
        lower = f"{ends[0]}{low:g}" if np.isfinite(low) else "(-infinity"
        upper = f"{high:g}{ends[1]}" if np.isfinite(high) else "infinity)"
        raise ValueError(f"{name} must lie in {lower}, {upper}; got {values.ravel()[k]}{where}.")
    return values


def check_count(value: object, name: str, low: int = 1, high: int | None = MAX_INTEGER) -> int:
    """Return value as an int from low to high; high None is no bound."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer; got {type(value).__name__} {value!r:.60}.")
    found = int(value)
    if found < low:
        raise ValueError(f"{name} must be at least {low}; got {found}.")
    if high is not None and found > high:
        raise ValueError(f"{name} must be at most {high}; got {found}.")
    return found


def check_choice(value: object, name: str, choices: Sequence[str]) -> str:
    """Return value when it is one of the choices."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}; got {value!r:.60}.")
    return value


def check_rng(rng: object, why: str) -> np.random.Generator:
    """Return rng when it is a numpy Generator."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(
            f"rng must be a numpy.random.Generator, {why}; got {type(rng).__name__}. "
            f"Pass rng=np.random.default_rng(7)."
        )
    return rng


def domain(function: Callable[P, T]) -> Callable[P, T]:
    """Check the numbers that a function is given against the intervals of its annotations.

    ``eps: Annotated[Floats, "(0, R]"]`` is an array of numbers, each in the interval, which may end
    at another argument. `float` is one number and `int` a whole one; None is let through where the
    annotation allows it. An `rng` must be a generator. What the function returns without an axis
    comes back as a float.
    """
    hints = get_type_hints(function, include_extras=True)
    intervals = {k: hint.__metadata__[0] for k, hint in hints.items() if _is_annotated(hint)}
    kinds = {name: get_args(hints[name])[0] for name in intervals}
    # an interval that ends at another argument is looked at when that one has been
    names = sorted(intervals, key=lambda name: intervals[name][1:-1].split(", ")[1] in hints)
    parameters = signature(function)

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        given = parameters.bind(*args, **kwargs)
        given.apply_defaults()
        numbers = given.arguments
        for name in names:
            if numbers[name] is not None or NoneType not in get_args(kinds[name]):
                numbers[name] = _check_interval(numbers, name, intervals[name], kinds[name])
        if hints.get("rng") is np.random.Generator:
            check_rng(numbers["rng"], f"which {function.__name__} draws with")
        with np.errstate(over="ignore"):  # a bound beyond the floats is infinite
            value = function(*given.args, **given.kwargs)
        if isinstance(value, np.ndarray | np.generic) and not value.ndim:
            return value.item()
        return value

    return checked


def refuse_where(bad: bool | NDArray[np.bool_], rule: str, **values: Floats) -> None:
    """Raise for the first place where `bad` is true, with the values that break the rule there."""
    if np.any(bad):
        k, shape = int(np.argmax(bad)), np.shape(bad)
        got = (f"{name}={np.broadcast_to(v, shape).flat[k]:g}" for name, v in values.items())
        raise ValueError(f"{rule}; got {' and '.join(got)}{f' at index {k}' if shape else ''}.")


def _is_annotated(hint: Any) -> bool:
    return hasattr(hint, "__metadata__")


def _check_interval(given: dict[str, Any], name: str, interval: str, kind: Any) -> Any:
    """Return the argument of that name as numbers of its kind, in its interval."""
    value, ends = given[name], interval[0] + interval[-1]
    low, high = interval[1:-1].split(", ")
    if high in given:
        if ends[1] != "]":
            raise TypeError(f"an interval up to an argument must be closed there; got {interval}.")
        values = _check_interval(given, name, f"{ends[0]}{low}, inf)", kind)
        too_large = values > given[high] * (1 + 1e-12)  # they may be equal, but for rounding
        refuse_where(
            too_large, f"{name} must be at most {high}", **{name: values, high: given[high]}
        )
        return values
    kinds = {kind, *get_args(kind)} - {NoneType}
    if kinds == {int}:
        return check_count(value, name, int(low), MAX_INTEGER if high == "inf" else int(high))
    if kinds == {float}:
        return check_real(value, name, float(low), float(high), ends=ends)
    return check_domain(value, name, float(low), float(high), ends=ends)
