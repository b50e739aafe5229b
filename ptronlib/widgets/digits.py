"""Draw a digit and ask a trained network."""

import traitlets

from ..mnist.pocket_network import FILE
from .explorer import Explorer


class DigitExplorer(Explorer, script="digits"):
    """Draw a digit; the network of the recorded run answers with its ten scores.

    Attributes
    ----------
    strokes : list of lists of [x, y].  As drawn so far: polylines in the unit square, y downwards.

    Examples
    --------
    >>> DigitExplorer(strokes=[[[0.5, 0.2], [0.48, 0.8]], [[0.4, 0.8], [0.6, 0.8]]])
    DigitExplorer(2 strokes)
    """

    strokes = traitlets.List().tag(sync=True)

    def __init__(self, **traits):
        super().__init__(**traits)
        self.on_msg(self._answer)

    def _answer(self, _widget, message, _buffers) -> None:
        """Send the network to a page that has no other way to it."""
        if message == {"kind": "network"}:
            self.send({"kind": "network"}, buffers=[FILE.read_bytes()])

    def __repr__(self) -> str:
        return f"DigitExplorer({len(self.strokes)} strokes)"
