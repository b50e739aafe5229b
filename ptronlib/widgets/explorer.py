"""What every picture shares: its scripts in one piece, and the points that it is to show."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import numpy as np
import traitlets
from numpy.typing import ArrayLike

from .._validate import check_points

EXPLORE = Path(__file__).parents[1] / "explore"
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
CARDS = json.loads((EXPLORE / "cards.json").read_text("utf-8"))
EXPORT = re.compile(r"^export (?=const|function)", re.MULTILINE)
MAX_POINTS = 16  # the best margin is found by trying every small subset, at each move of a drag
EDGE = 2.0  # half the side of the plane that is drawn
GRID = 16  # steps per unit: sums of products of sixteenths are exact, in JavaScript as in numpy


class Explorer(anywidget.AnyWidget):
    """A picture that runs in the browser; what it shows can be set by name, at first and later.

    ``class CosineExplorer(Explorer, script="cosine", says=...)`` runs explore/cosine.js, and `says`
    is its text in a console: {0} is the explorer, with {n} points and {t} mistakes. Its button
    that starts again restores the traits that `restored` names. What to try in it, what that
    teaches, and its keys are written in explore/cards.json.
    """

    restored: tuple[str, ...] = ()
    says = ""
    words: dict[str, Any] = {}
    brief_words: dict[str, Any] = {}
    brief = False
    start = traitlets.Dict(read_only=True).tag(sync=True)
    card = traitlets.Dict(read_only=True).tag(sync=True)

    def __init_subclass__(cls, script: str = "", style: str = "", says: str = "", **options):
        if script:  # traitlets makes subclasses of its own, without one
            cls.says = says
            sheets = (EXPLORE / f"{name}.css" for name in ("explorer", style or script))
            cls.words = CARDS.get(script, {})
            cls._esm = bundle(f"{script}.js")
            cls._css = "\n".join(sheet.read_text("utf-8") for sheet in sheets if sheet.exists())
        super().__init_subclass__(**options)

    def __init__(self, **traits):
        super().__init__(**traits)
        self.set_trait("card", self.brief_words if self.brief else self.words)
        self.set_trait("start", {name: getattr(self, name) for name in self.restored})

    def __repr__(self) -> str:
        n, t = (len(getattr(self, name, ())) for name in ("points", "mistakes"))
        return f"{type(self).__name__}({self.says.format(self, n=n, t=t)})"


def bundle(last: str, folder: Path = EXPLORE) -> str:
    """Join an ES module with all that it imports into the one module that anywidget takes.

    It lies in the folder, and what it imports there or in explore. Only its own exports remain.
    """
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        home = folder if (folder / name).exists() else EXPLORE
        text = (home / name).read_text("utf-8")
        for needed in IMPORT.findall(text):
            if needed not in parts:
                add(needed)
        text = IMPORT.sub("", text)
        parts[name] = text if name == last else EXPORT.sub("", text)

    add(last)
    return "\n".join(parts.values())


class Points(traitlets.TraitType):
    """Rows [x, y, label] of the square, or [x, y], rounded to the nearest sixteenth.

    There may be none, since a reader can remove them all; origin=False refuses points at 0.
    """

    def __init__(self, rows: Any, *, width: int = 3, most: int = MAX_POINTS, origin: bool = True):
        super().__init__(rows)
        self.width, self.most, self.origin = width, most, origin

    def validate(self, obj: traitlets.HasTraits, value: ArrayLike) -> list[list[float]]:
        if np.size(value) == 0:
            return []
        rows = check_points(value, "points")
        if rows.shape[1] != self.width:
            raise ValueError(f"Rows of points must hold {self.width} numbers; got {rows.shape}.")
        if len(rows) > self.most:
            raise ValueError(f"The picture holds at most {self.most} points; got {len(rows)}.")
        places = np.round(rows[:, :2] * GRID) / GRID + 0.0  # turns -0.0 into 0.0
        for bad, wanted in (
            (np.abs(rows[:, :2]).max(axis=1) > EDGE, "lie in the square from -2 to 2"),
            (~(self.origin | places.any(axis=1)), "not lie at the origin"),
            ((np.abs(rows[:, 2:]) != 1).any(axis=1), "have labels -1 or +1"),
        ):
            if bad.any():
                i = int(np.argmax(bad))
                raise ValueError(f"points must {wanted}; got {rows[i].tolist()} at index {i}.")
        return [[*p, *map(int, row[2:])] for p, row in zip(places.tolist(), rows, strict=True)]


def from_sixteenths(x: Sequence[int], y: Sequence[int], labels: str = "") -> list[list[float]]:
    """Return rows [x, y, label] from coordinates in sixteenths and signs, rows [x, y] without."""
    signs = [[1 if label == "+" else -1] for label in labels] or [[]] * len(x)
    return [[a / GRID, b / GRID, *sign] for a, b, sign in zip(x, y, signs, strict=True)]
