"""What every picture shares: its scripts in one piece, its checks, and the plane it draws."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from .._validate import Array, check_count, check_points, check_real, check_sample

EXPLORE = Path(__file__).parents[1] / "explore"
LOCAL_IMPORT = re.compile(r'^import \{[^}]*\} from "\./\w+\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const|function)", re.MULTILINE)
MAX_POINTS = 16  # the best margin is found by trying every small subset, at each move of a drag
EDGE = 2.0  # half the side of the plane that is drawn
GRID = 16  # steps per unit: sums of products of sixteenths are exact, in JavaScript as in numpy


def bundle(*names: str) -> str:
    """Join ES modules, those that all pictures share first, into the one that anywidget takes.

    Only the exports of the last remain.
    """
    files = [(EXPLORE / name).read_text("utf-8") for name in ("dom.js", "model.js", *names)]
    *parts, last = (LOCAL_IMPORT.sub("", text) for text in files)
    return "\n".join([*(EXPORT.sub("", part) for part in parts), last])


def styles(*names: str) -> str:
    """Join style sheets, the one that all pictures share first."""
    return "\n".join((EXPLORE / name).read_text("utf-8") for name in ("explorer.css", *names))


class Checked(traitlets.TraitType):
    """A trait that stores what ``check(value, name)`` returns, and refuses what that refuses."""

    def __init__(self, check: Callable[[Any, str], Any], default: Any = traitlets.Undefined):
        super().__init__(default)
        self.check = check

    def validate(self, obj: traitlets.HasTraits, value: Any) -> Any:
        return self.check(value, self.name or "value")


def check_plane_points(X: ArrayLike, y: ArrayLike) -> list[list[float]]:
    """Return rows [x, y, label], with coordinates rounded to the nearest sixteenth."""
    X, y = check_sample(X, y)
    if X.shape[1] != 2:
        raise ValueError(
            f"X must have two columns, the coordinates in the plane; got shape {X.shape}. "
            f"Choose two features, or run perceptron(X, y) itself."
        )
    if len(X) > MAX_POINTS:
        raise ValueError(
            f"The picture holds at most {MAX_POINTS} points; got {len(X)}. "
            f"Take some of them, as in X[:{MAX_POINTS}], y[:{MAX_POINTS}]."
        )
    outside = np.flatnonzero((np.abs(X) > EDGE).any(axis=1))
    if outside.size:
        row = outside[0]
        raise ValueError(
            f"Points must lie in the square from -2 to 2; got ({X[row, 0]:g}, {X[row, 1]:g}) at "
            f"index {row}. Scale them with 2 * X / np.abs(X).max()."
        )
    on_grid = np.round(X * GRID) / GRID + 0.0  # turns -0.0 into 0.0
    return [[*place, int(label)] for place, label in zip(on_grid.tolist(), y, strict=True)]


def check_labelled_points(rows: Sequence[Any] | Array, name: str) -> list[list[float]]:
    """Return rows [x, y, label], checked; there may be none, since a reader can remove them all."""
    if len(rows) == 0:
        return []
    rows = check_points(rows, name)
    if rows.shape[1] != 3:
        raise ValueError(f"{name} must hold rows [x, y, label]; got shape {rows.shape}.")
    return check_plane_points(rows[:, :2], rows[:, 2])


def check_sixteenths(value: float, name: str, low: float, high: float) -> float:
    """Return a number from the interval, rounded to the nearest sixteenth."""
    return round(check_real(value, name, low, high) * GRID) / GRID


def check_degrees(value: int, name: str) -> int:
    """Return an angle of whole degrees, between 0 and 359."""
    return check_count(value, name, low=0) % 360


check_steps = partial(check_count, low=0)
