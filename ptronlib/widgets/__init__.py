r"""Pictures to play with: they run in the browser, so a page without a kernel has them too.

.. math:: z_i \cdot w \le 0 \;\Longrightarrow\; w \leftarrow w + z_i, \quad z_i = y_i x_i

Their `points` are rows [x, y, label] of the square from -2 to 2, at most 16 unless said otherwise,
rounded to the nearest sixteenth, so that all arithmetic is exact; those given are the first ones,
and can be dragged. `mistakes`, the points used so far, in order, and `w`, the weights, are reported
by the picture, which runs the algorithm itself, in JavaScript, in the order "cyclic" unless said
otherwise: the answers are the library's. What cannot be shown is refused: with a ValueError or
TypeError, or a TraitError of traitlets.
"""

from .._extras import needs

with needs("widgets"):
    from .digits import DigitExplorer
    from .games import GameExplorer, HullExplorer
    from .labelings import CountExplorer, CoverExplorer, ProjectionExplorer
    from .runs import (
        CompressionExplorer,
        CosineExplorer,
        DescentExplorer,
        MarginExplorer,
        PerceptronExplorer,
        ProofExplorer,
    )

__all__ = [
    "PerceptronExplorer", "ProofExplorer", "MarginExplorer", "DescentExplorer", "CosineExplorer",
    "CountExplorer", "CoverExplorer", "CompressionExplorer", "ProjectionExplorer", "HullExplorer",
    "GameExplorer", "DigitExplorer",
]  # fmt: skip
