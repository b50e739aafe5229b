"""Draw a digit and ask a trained network."""

from collections.abc import Sequence
from typing import Any

from .._validate import check_numbers
from ..mnist.pocket_network import FILE
from .explorer import Checked, Explorer

MAX_POINTS = 4000  # of all strokes


def check_strokes(strokes: Sequence[Any], name: str) -> list[list[list[float]]]:
    """Return strokes as lists of points [x, y] in the unit square, to three decimals."""
    checked = [check_numbers(stroke, name).round(3) for stroke in strokes]
    for i, points in enumerate(checked):
        if points.ndim != 2 or points.shape[1] != 2 or not len(points):
            raise ValueError(
                f"Each of {name} must be a list of points (x, y), at least one; got shape "
                f"{points.shape} at index {i}."
            )
        if not ((points >= 0) & (points <= 1)).all():
            raise ValueError(f"{name} must lie in the unit square; got {points} at index {i}.")
    total = sum(map(len, checked))
    if total > MAX_POINTS:
        raise ValueError(f"{name} may have {MAX_POINTS} points in all; got {total}. Clear some.")
    return [points.tolist() for points in checked]


class DigitExplorer(Explorer, script="digits"):
    """Draw a digit; the network of the recorded run answers with its ten scores.

    Parameters
    ----------
    strokes : list of lists of points (x, y), optional
        Polylines in the unit square, y downwards; an empty sheet by default.

    Attributes
    ----------
    strokes : list of lists of [x, y].  As drawn so far.

    Examples
    --------
    >>> DigitExplorer([[(0.5, 0.2), (0.48, 0.8)]])
    DigitExplorer(1 stroke)
    """

    strokes = Checked(check_strokes, []).tag(sync=True)

    def __init__(self, strokes: Sequence[Any] = ()):
        super().__init__(strokes=strokes)
        self.on_msg(self._answer)

    def _answer(self, _widget, message, _buffers) -> None:
        """Send the network to a page that has no other way to it."""
        if message == {"kind": "network"}:
            self.send({"kind": "network"}, buffers=[FILE.read_bytes()])

    def __repr__(self) -> str:
        n = len(self.strokes)
        return f"DigitExplorer({n} stroke{'s' * (n != 1)})"
