"""Arguments: good ones of every size, the same in another dress, and bad ones of every kind."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import torch
from hypothesis import strategies as st
from scipy import sparse

SEEDS = st.integers(0, 2**32)
LENGTHS = (1e-150, 1e-12, 1e-3, 0.25, 0.5, 1.0, 2.0, 3.7, 1e3, 1e12, 1e150)
FAR = (5e-324, 1e-300, 1e-160, 1e160, 1e300, 1.7e308)


def generator(draw):
    return np.random.default_rng(draw(SEEDS))


# -- good values


def _grid(rng, n, d):
    return rng.integers(-32, 33, (n, d)) / 16


def _near_ties(rng, n, d):
    X = np.repeat(rng.standard_normal((1 + n // 2, d)), 2, axis=0)[:n]
    return X * (1 + 1e-15 * rng.integers(-4, 5, (n, d)))


def _mixed(rng, n, d):
    return rng.standard_normal((n, d)) * 10.0 ** rng.integers(-140, 140, (n, 1))


STYLES = {
    "grid": _grid,
    "integers": lambda rng, n, d: rng.integers(-3, 4, (n, d)).astype(float),
    "normal": lambda rng, n, d: rng.standard_normal((n, d)),
    "near ties": _near_ties,
    "duplicates": lambda rng, n, d: _grid(rng, n, d)[rng.integers(0, n, n)],
    "on a line": lambda rng, n, d: np.outer(rng.integers(1, 5, n), _grid(rng, 1, d)[0]),
    "long": lambda rng, n, d: rng.uniform(-1, 1, (n, d)) * (1e150 / np.sqrt(d)),
    "short": lambda rng, n, d: rng.uniform(1, 9, (n, d)) * rng.choice([-1e-150, 1e-150], (n, d)),
    "of all lengths": _mixed,
    "of all columns": lambda rng, n, d: _grid(rng, n, d) * 10.0 ** rng.integers(-9, 9, d),
    "mostly zero": lambda rng, n, d: _grid(rng, n, d) * (rng.random((n, d)) < 0.3),
}


def points(draw, n=None, d=None, *, most=(6, 4), styles=tuple(STYLES)):
    """A matrix of one of the styles."""
    n = draw(st.integers(1, most[0])) if n is None else n
    d = draw(st.integers(1, most[1])) if d is None else d
    return STYLES[draw(st.sampled_from(styles))](generator(draw), n, d)


def small_points(draw, n=None, d=None, **options):
    """Numbers near 1, where no precision ends."""
    return points(draw, n, d, styles=("grid", "integers", "normal", "duplicates"), **options)


def labelled(draw, X=None, *, planted=None, **options):
    """Return X and labels, those of a hyperplane half of the time."""
    X = points(draw, **options) if X is None else X
    rng = generator(draw)
    planted = draw(st.booleans()) if planted is None else planted
    y = rng.choice([-1.0, 1.0], len(X))
    if planted:
        y = np.where(X @ rng.standard_normal(X.shape[1]) > 0, 1.0, -1.0)
    return X, y


def sample(draw, **options):
    return dict(zip(("X", "y"), labelled(draw, **options), strict=True))


def nonzero(X):
    """X without zero rows, or a row of ones."""
    kept = X[X.any(axis=1)]
    return kept if len(kept) else np.ones((1, X.shape[1]))


def teachable(draw, **options):
    """A sample of moderate size that is separable, none of its examples zero."""
    X = nonzero(small_points(draw, **options))
    w = generator(draw).standard_normal(X.shape[1])
    return {"X": X, "y": np.where(X @ w > 0, 1.0, -1.0)}


def vector(draw, d):
    return points(draw, 1, d)[0]


def length(draw):
    """A positive number."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(st.sampled_from(FAR))
    return draw(st.sampled_from(LENGTHS) if kind < 5 else st.floats(1e-3, 1e3))


def share(draw):
    """A number from 0 to 1, as a rule."""
    return draw(st.sampled_from((1e-300, 1e-12, 0.05, 0.5, 0.9, 1 - 1e-16, 1.0, 0.0, 1.5)))


def count(draw, most=6):
    return draw(st.integers(1, most))


def several(one, counts=False):
    """Numbers or arrays of numbers: a scalar half of the time."""

    def either(draw):
        if draw(st.booleans()):
            return one(draw)
        return np.array([one(draw) for _ in range(draw(st.integers(1, 3)))])

    return either


def maybe(one, default=None):
    """The default half of the time."""
    return lambda draw: one(draw) if draw(st.booleans()) else default


# -- the same values in another dress


def _strided(a):
    wide = np.full([3 * m for m in a.shape], np.nan)
    view = wide[tuple(slice(None, None, 3) for _ in a.shape)]
    view[...] = a
    return view


def _frozen(a):
    a = a.copy()
    a.flags.writeable = False
    return a


def _finite(a):
    return a.size > 0 and np.isfinite(a).all()


def _smaller(kind):
    def dress(a):
        with np.errstate(all="ignore"):
            small = a.astype(kind)
            return small if np.array_equal(small.astype(float), a) else a

    return dress


def _dataframe(a):
    return pd.DataFrame(a) if a.ndim == 2 else pd.Series(a) if a.ndim == 1 else a


DRESSES = {
    "list": np.ndarray.tolist,
    "tuple": lambda a: tuple(map(tuple, a)) if a.ndim == 2 else tuple(a),
    "Fortran order": np.asfortranarray,
    "reversed view": lambda a: a[::-1].copy()[::-1] if a.ndim else a,
    "strided view": _strided,
    "read-only": _frozen,
    "big-endian": lambda a: a.astype(">f8"),
    "float16": _smaller(np.float16),
    "float32": _smaller(np.float32),
    "longdouble": _smaller(np.longdouble),
    "int64": _smaller(np.int64),
    "int8": _smaller(np.int8),
    "uint8": _smaller(np.uint8),
    "objects": lambda a: a.astype(object),
    "fractions": lambda a: np.vectorize(Fraction, otypes=[object])(a) if _finite(a) else a,
    "pandas": _dataframe,
    "torch": lambda a: torch.from_numpy(np.ascontiguousarray(a)),
}
SCALARS = {
    "float64": lambda v: np.float64(v),
    "float32": lambda v: np.float32(v) if np.isfinite(np.float32(v)) else v,
    "integer": lambda v: int(v) if v == int(v) else v,
    "fraction": lambda v: Fraction(v),
    "no axes": lambda v: np.array(v),
}
WHOLE = {kind.__name__: kind for kind in (np.int64, np.int32, np.int8, np.uint8)}


def dress(draw, value):
    """The same value, otherwise represented; others than numbers and arrays as they are."""
    with np.errstate(all="ignore"):
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            return DRESSES[draw(st.sampled_from(sorted(DRESSES)))](value)
        if isinstance(value, float) and np.isfinite(value):
            return SCALARS[draw(st.sampled_from(sorted(SCALARS)))](value)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 128:
            return WHOLE[draw(st.sampled_from(sorted(WHOLE)))](value)
    return value


# -- bad values

ODD = {
    "None": lambda: None,
    "True": lambda: True,
    "text": lambda: "three",
    "number as text": lambda: "3",
    "bytes": lambda: b"\x01\x02",
    "complex": lambda: 1 + 2j,
    "object": object,
    "dict": lambda: {"a": 1},
    "set": lambda: {1.0, -1.0},
    "iterator": lambda: iter([1.0, -1.0]),
    "function": lambda: len,
    "Decimal": lambda: Decimal("0.5"),
    "sparse": lambda: sparse.csr_array(np.eye(2)),
    "dates": lambda: np.array(["2020-01-01"], dtype="datetime64[D]"),
    "structured": lambda: np.zeros(2, dtype=[("a", float)]),
    "masked": lambda: np.ma.masked_array([[1.0, -1.0]], [[False, True]]),
    "missing": lambda: pd.Series([1, None], dtype="Int64"),
    "gradient": lambda: torch.ones(2, 2, requires_grad=True),
    "ragged": lambda: [[1.0], [1.0, 2.0]],
    "empty list": list,
    "0 x 0": lambda: np.empty((0, 0)),
    "0 x d": lambda: np.empty((0, 2)),
    "n x 0": lambda: np.empty((3, 0)),
    "1 x 1": lambda: np.ones((1, 1)),
    "no entries": lambda: np.empty(0),
    "cube": lambda: np.ones((2, 2, 2)),
    "complex array": lambda: np.ones((2, 2)) * 1j,
    "bools": lambda: np.array([[True, False], [False, True]]),
    "words": lambda: np.array([["a", "b"]]),
    "objects": lambda: np.array([[1.0, None]], dtype=object),
    "long numbers": lambda: np.array([[10**400, 1]], dtype=object),
    "beyond double": lambda: np.array([[1.0, 2.0]], np.longdouble) * np.longdouble(10) ** 400,
}
NUMBERS = (
    *(np.nan, np.inf, -np.inf, -1.0, 0.0, -0.0, 0, -1, 2, 3.5, 5e-324, -1e-320, 1e-200, 1e200),
    *(1.7e308, -1.7e308, 2**31, 2**53 + 1, 2**63, 2**64, -(2**70), 10**30, 10**400, 10**5000),
    *(np.float32("nan"), np.int8(-128), np.uint64(2**64 - 1), Fraction(10**400), Fraction(1, 3)),
)
VANDALISM = {
    "NaN": lambda a, i: _put(a, i, np.nan),
    "infinity": lambda a, i: _put(a, i, -np.inf),
    "largest": lambda a, i: _put(a, i, 1.7e308),
    "too large": lambda a, i: _put(a, i, 1e151),
    "too small": lambda a, i: _put(a, i, 1e-151),
    "denormal": lambda a, i: _put(a, i, 5e-324),
    "zero": lambda a, i: _put(a, i, 0.0),
    "negated": lambda a, i: -a,
    "shorter": lambda a, i: a[:-1],
    "longer": lambda a, i: np.concatenate([a, a[:1]]),
    "narrower": lambda a, i: a[..., :-1],
    "row": lambda a, i: a[:1],
    "transposed": lambda a, i: a.T,
    "column": lambda a, i: a[..., None],
    "flat": lambda a, i: a.ravel(),
    "all zero": lambda a, i: 0 * a,
    "complex": lambda a, i: a + 1j,
    "text": lambda a, i: a.astype(str),
    "float16": lambda a, i: np.where(np.abs(a) < 6e4, a, 1.0).astype(np.float16),
    "uint8": lambda a, i: np.abs(np.where(np.abs(a) < 200, a, 1.0)).astype(np.uint8),
    "a None": lambda a, i: _put(a.astype(object), i, None),
    "a True": lambda a, i: _put(a.astype(object), i, True),
}


def _put(a, i, value):
    a = a.copy()
    if a.size:
        a.ravel()[i % a.size] = value  # a copy is contiguous, so this is a view
    return a


def bad(draw, value):
    """Something that may or may not be allowed, near the value or far from it."""
    kind = draw(st.integers(0, 5))
    if isinstance(value, np.ndarray) and value.ndim and kind < 4:
        how = VANDALISM[draw(st.sampled_from(sorted(VANDALISM)))]
        with np.errstate(all="ignore"):
            return how(np.array(value, dtype=float), draw(st.integers(0, 30)))
    if kind < (2 if isinstance(value, np.ndarray) else 4):
        return draw(st.sampled_from(NUMBERS))
    return ODD[draw(st.sampled_from(sorted(ODD)))]()
