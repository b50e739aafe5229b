"""What the command says: an answer whose numbers are true as they are printed.

The hyperplane is rounded to as few digits as keep its margin, its intercept is chosen for the
rounded weights, and both are checked against all rows in exact arithmetic. The rows of a
contradiction are added up again, from the fractions that the table holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from math import floor, isqrt, lcm, log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import bounds
from ._table import Column, Table
from ._validate import Array
from .geometry import Contradiction, Separator, radius, separable
from .geometry.exact import UNIT, proportional, root_below, whole_rows
from .geometry.points import RationalPoints

DIGITS = (6, 8, 10, 12, 14, 16, 17, 20, 25, 40, 80, 1100)  # of the weights; doubles end before
SHORT = 10**9  # weights below it are printed in full
FEW_COLUMNS = 10  # up to which each has a line of its own
FEW_ROWS, FEW_NUMBERS = 30, 100_000  # sizes up to which each row is left out in turn
BLOCK = 2000  # rows at once


@dataclass
class Answer:
    """What was found, in lines for people and in words for programs, and whether it is right."""

    lines: list[str]
    found: dict[str, Any] = field(default_factory=dict)


def answer(file: str, table: Table, found: Separator | Contradiction) -> Answer:
    """Return what was found about a table, as it is told."""
    X, y = table.X, table.labels.y
    (n, d), (negative, positive) = X.shape, table.labels.classes
    out = [f"{table.dropped} with a missing value left out"] if table.dropped else []
    if table.comments:
        out.append(f"{_count(table.comments, 'line')} of comment left out")
    what = f"{_count(n, 'example')}{' (' * bool(out)}{', '.join(out)}{')' * bool(out)}"
    told = (
        _contradiction(table, X, y, found)
        if isinstance(found, Contradiction)
        else _separator(table, X, y, found)
    )
    lines = [
        f"{file}: {what}, {_count(d, 'feature')}, {negative!r} (-1) and {positive!r} (+1)",
        "columns as they were read",
        *_read_as(table.columns),
        *(f"  labels         {_list(same)} as one" for same in table.labels.alike),
        *told.lines,
    ]
    about = {"file": file, "examples": n, "features": d, "left_out": table.dropped}
    about |= {"comments": table.comments, "negative": negative, "positive": positive}
    about |= {"labels_read_as_one": table.labels.alike}
    about |= {"read": [vars(column) for column in table.columns]}
    about |= {"warnings": table.warnings, "separable": bool(found)}
    return Answer(lines, about | told.found)


def _count(number: int, what: str) -> str:
    """Return a number of things in words."""
    return f"{number} {what}{'s' * (number != 1)}"


def _list(words: list[str]) -> str:
    return " and ".join(map(repr, words))


# -- columns


def _read_as(columns: list[Column]) -> list[str]:
    """Say how the columns were read: each of a few, else their kinds, and what is unusual."""
    few = len(columns) <= FEW_COLUMNS
    lines = []
    if not few:
        kinds: dict[str, list[Column]] = {}
        for column in columns:
            kinds.setdefault(column.kind, []).append(column)
        for kind, some in kinds.items():
            low, high = min(c.least for c in some), max(c.most for c in some)
            lines.append(f"  {_count(len(some), 'column'):<14} {_kind(kind, low, high)}")
    single = columns if few else [column for column in columns if column.notes]
    for column in single[:FEW_COLUMNS]:
        about = "; ".join([f"{_kind(column.kind, column.least, column.most)}", *column.notes])
        lines.append(f"  {column.name:<14} {about}")
    if len(single) > FEW_COLUMNS:
        more = _count(len(single) - FEW_COLUMNS, "more column")
        lines.append(f"  {more} with remarks, which --json lists")
    return lines


def _kind(kind: str, least: float, most: float) -> str:
    """Return a kind of numbers with their range."""
    if kind == "0 and 1":
        return kind
    low, high = (
        f"{v:.15g}" if abs(v) < 10**15 and v == int(v) else f"{v:.6g}" for v in (least, most)
    )
    return f"{kind} {low}" if least == most else f"{kind} from {low} to {high}"


# -- a hyperplane


@dataclass
class Plane:
    """A hyperplane w . x + b = 0 as it is printed, with the square of its margin."""

    w: list[str]
    b: str
    square: Fraction


def _separator(table: Table, X: Any, y: Array, found: Separator) -> Answer:
    plane, names = printed(X, y, found), [column.name for column in table.columns]
    R = _radius(X)
    low = root_below(plane.square)
    ratio, bias = R / low, abs(float(Fraction(plane.b))) / low
    bound = bounds.updates_affine(ratio, 1.0, bias=bias, scale=ratio)
    margin = _root(plane.square, ROUND_FLOOR)
    upper = _root(_square_above(X, y, found), ROUND_CEILING)
    notes = [found.note] * bool(found.note) + _too_fine(table, found, plane)
    lines = [
        "separable by a hyperplane with an intercept",
        *(f"  note: {note}" for note in notes),
        f"  margin         {margin} (the best is at most {upper})",
        f"  radius R       {R:.10g}",
        f"  mistake bound  {bound:.6g} updates of the perceptron with a constant feature of size R",
        f"  w              {', '.join(map(': '.join, zip(names, plane.w, strict=True)))}",
        f"  b              {plane.b}",
        "  score of x     w . x + b; with these digits it is right for every row, computed exactly",
        "  the margin is a distance in the raw units of the columns: other units, another margin",
    ]
    return Answer(
        lines,
        {
            "w": dict(zip(names, plane.w, strict=True)),
            "b": plane.b,
            "margin": margin,
            "margin_squared": _fraction(plane.square),
            "best_margin_at_most": upper,
            "closest": _closest(table, found),
            "radius": f"{R:.17g}",
            "notes": notes,
            "verified": True,
        },
    )


def printed(X: Any, y: Array, found: Separator) -> Plane:
    """Return a hyperplane with as few digits as keep the margin found, checked on all rows."""
    rough = _Rough(X, y, found.w)
    kept, best = Fraction(found.margin) ** 2 * (1 - Fraction(1, 10**9)) ** 2, None
    for digits in DIGITS:
        texts = [_decimal(Fraction(f"{value:.{digits}g}")) for value in found.w.tolist()]
        plane = rough.plane(texts)
        if plane and (best is None or plane.square > best.square):
            best = plane
        if best and (best.square >= kept):
            return best
    if best is None:
        raise ValueError("no hyperplane could be written that every row confirms.")
    return best


class _Rough:
    """The scores of a direction in floats, with bounds of their errors, and which are smallest."""

    def __init__(self, X: Any, y: Array, w: Array):
        self.X, self.y, self.w = X, y, w
        floats = X.floats if isinstance(X, RationalPoints) else X
        n, d = floats.shape
        center, unit = floats[0], 2 * (d + 9) * UNIT
        self.score, self.length, self.error = np.empty(n), np.empty(n), np.empty(n)
        size = float(np.linalg.norm(w)) * (1 + unit)
        for start in range(0, n, BLOCK):
            part = slice(start, start + BLOCK)
            away = floats[part] - center
            self.score[part] = away @ w
            # sums of sizes, so that no square underflows
            self.length[part] = np.abs(away).sum(axis=1) * (1 + unit) + 2.0**-1060
            self.error[part] = unit * size * self.length[part] + 2.0**-1060
            if isinstance(X, RationalPoints):
                both = np.abs(floats[part]).sum(axis=1) + np.abs(center).sum()
                self.error[part] += 2.0**-50 * size * (both + 2.0**-1000)
                self.length[part] += 2.0**-50 * (both + 2.0**-1000)

    def plane(self, texts: list[str]) -> Plane | None:
        """Return the best hyperplane with weights as written, None if it errs on a row."""
        w = [Fraction(text) for text in texts]
        moved = max((abs(v - Fraction(u)) for v, u in zip(w, self.w.tolist(), strict=True)))
        low = self._lowest(w, self.y > 0, 1, float(moved) * (1 + 2.0**-50))
        high = -self._lowest(w, self.y < 0, -1, float(moved) * (1 + 2.0**-50))
        half = (low - high) / 2
        if half <= 0:
            return None
        best = -(low + high) / 2
        size = half / 10**11
        places = floor(-(log10(size.numerator) - log10(size.denominator))) + 1
        step = Fraction(10) ** -places
        b = round(best / step) * step
        kept = half - abs(b - best)
        square = sum(v * v for v in w)
        return Plane(texts, _decimal(b), kept**2 / square) if kept > 0 else None

    def _lowest(self, w: list[Fraction], side: NDArray, sign: int, moved: float) -> Fraction:
        """Return the lowest score of the rows of a side, times the sign, exactly."""
        rows = np.flatnonzero(side)
        error = self.error[rows] + moved * self.length[rows]
        score = sign * self.score[rows]
        race = rows[score - error <= (score + error).min()]
        common = lcm(*(value.denominator for value in w))
        whole = np.array([int(value * common) for value in w], dtype=object)
        found = []
        for start in range(0, len(race), BLOCK):
            Z, unit = whole_rows(self.X, race[start : start + BLOCK])
            found.append(Fraction(int((sign * (Z @ whole)).min())) * unit / common)
        return min(found)


def _radius(X: Any) -> float:
    if isinstance(X, RationalPoints):
        small = X.floats.size <= FEW_NUMBERS
        X = X.minus(np.zeros(X.shape[1], dtype=object))[0] if small else X.floats
    return radius(X)


def _square_above(X: Any, y: Array, found: Separator) -> Fraction:
    """Return the square of the upper end: a quarter of that of the means' distance."""
    if found.rows.size * X.shape[1] > BLOCK * 100:
        return Fraction(found.upper) ** 2
    Z, unit = whole_rows(X, found.rows)
    weights, side = proportional(found.coef), y[found.rows] > 0
    means = [weights[at] @ Z[at] * Fraction(1, int(weights[at].sum())) for at in (side, ~side)]
    apart = means[0] - means[1]
    return Fraction(apart @ apart) * unit**2 / 4


def _too_fine(table: Table, found: Separator, plane: Plane) -> list[str]:
    """Say so if half a unit of the last digits of the columns can move a row over the border."""
    digits = table.last_digits(found.rows)
    if digits is None:
        return []
    shift = sum(abs(Fraction(w)) * unit for w, unit in zip(plane.w, digits, strict=True)) / 2
    square = sum(Fraction(w) ** 2 for w in plane.w)
    if not shift or plane.square * square >= shift**2:
        return []
    return [
        "the margin is below half a unit of the last digits in the file: if these numbers are "
        "rounded, their rounding alone may decide the answer"
    ]


def _closest(table: Table, found: Separator) -> dict[str, Any]:
    """Return the rows whose weighted means, one of each class, are twice the upper end apart."""
    return {
        "rows": [_name(table, int(i)) for i in found.rows],
        "weights": [_integer(int(weight)) for weight in proportional(found.coef)],
    }


# -- a contradiction


def _contradiction(table: Table, X: Any, y: Array, found: Contradiction) -> Answer:
    Z, unit = whole_rows(X, found.rows)
    weights = np.array(found.weights, dtype=object)
    signs = y[found.rows].astype(int).astype(object)
    if (weights * signs).sum() or (weights * signs @ Z).any():
        raise ValueError("the rows found do not cancel.")
    short = max(found.weights) < SHORT
    shown = found.weights if short else [f"{value:.6g}" for value in found.coef]
    rounded = "" if short else " (rounded here; --json has all their digits)"
    names = [_called(table, int(i)) for i in found.rows]
    alone = _alone(X, y, found)
    lines = [
        "not separable by a hyperplane with an intercept",
        f"proof: these examples, with these weights{rounded}, cancel exactly",
        *(
            f"  row {name:<9} label {table.words[i]:<12} weight {weight}"
            for i, name, weight in zip(found.rows, names, shown, strict=True)
        ),
        "  the weighted mean of one class is that of the other, so both lie on one side",
        *_to_remove(names, alone),
    ]
    rows = [
        _name(table, int(i))
        | {"label": table.words[i], "weight": _integer(weight)}
        | {"x": [_decimal(Fraction(int(value)) * unit) for value in z]}
        for i, weight, z in zip(found.rows, found.weights, Z, strict=True)
    ]
    single = None if alone is None else [_name(table, int(found.rows[k])) for k in alone]
    return Answer(
        lines,
        {
            "proof": rows,
            "columns": [column.name for column in table.columns],
            "separable_without": single,
            "verified": True,
        },
    )


def _to_remove(names: list[str], alone: list[int] | None) -> list[str]:
    """Say what the rows prove, and which of them to remove, if that has been tried."""
    told = ["  these rows prove the conflict; they are not necessarily the wrong ones"]
    if alone is None:
        return [
            *told,
            "  not tried, as the table is large: whether it is separable without one of them",
        ]
    if not alone:
        return [*told, "  no single row, if removed, leaves the table separable"]
    few = ", ".join(names[k] for k in alone)
    which = "row" if len(alone) == 1 else "any single one of the rows"
    return [*told, f"  the table is separable without {which} {few}"]


def _alone(X: Any, y: Array, found: Contradiction) -> list[int] | None:
    """Return which of the rows leaves a separable table, if removed; None if that is not tried.

    A row that is none of them leaves a table with the same contradiction.
    """
    if len(found.rows) > FEW_ROWS or X.shape[0] * X.shape[1] > FEW_NUMBERS:
        return None
    enough = []
    for k, i in enumerate(found.rows):
        left = np.delete(np.arange(len(y)), i)
        if len({*y[left]}) == 2 and separable(X[left], y[left], tolerance=1.0):
            enough.append(k)
    return enough


# -- numbers and names


def _called(table: Table, i: int) -> str:
    """Return the number of a row, with its name."""
    name = None if table.names is None else table.names[i]
    return f"{table.rows[i]}" if name is None else f"{table.rows[i]} ({name})"


def _name(table: Table, i: int) -> dict[str, Any]:
    """Return the number of a row, the line in which it begins, and its name."""
    found = {"row": int(table.rows[i]), "line": table.line(i)}
    return found if table.names is None else found | {"name": str(table.names[i])}


def _decimal(value: Fraction) -> str:
    """Return a fraction as a decimal number if it is one, else as p/q."""
    twos = (value.denominator & -value.denominator).bit_length() - 1
    fives, rest = 0, value.denominator >> twos
    while rest % 5 == 0:
        fives, rest = fives + 1, rest // 5
    if rest > 1:
        return _fraction(value)
    places = max(twos, fives)
    digits = int(value * 10**places)
    found = Decimal(digits).scaleb(-places, Context(prec=99_999)) if digits else Decimal(0)
    found = found.normalize(Context(prec=99_999))
    text = f"{found:f}"
    return text if len(text) <= 40 else f"{found:e}"


def _root(square: Fraction, how: str) -> str:
    """Return a root with ten digits, rounded to the side of its promise."""
    close = floor(log10(square.numerator) - log10(square.denominator)) // 2
    shift = 10 ** abs(12 - close)  # so that the root has 12 digits or more before the point
    whole = square * shift**2 if close < 12 else square / shift**2
    root = isqrt(floor(whole))
    root += int(how == ROUND_CEILING and root**2 < whole)
    found = Context(prec=10, rounding=how).create_decimal(root)
    found = found.scaleb(close - 12, Context(prec=99)).normalize()
    return f"{float(found):.10g}"


def _integer(value: int) -> str:
    """Return an integer with all its digits: Python's str takes no more than 4300 of them."""
    if abs(value) < 10**4000:
        return str(value)
    high, low = divmod(abs(value), 10**4000)
    return f"{'-' if value < 0 else ''}{_integer(high)}{low:04000d}"


def _fraction(value: Fraction) -> str:
    """Return a fraction as p or p/q."""
    below = "" if value.denominator == 1 else f"/{_integer(value.denominator)}"
    return _integer(value.numerator) + below
