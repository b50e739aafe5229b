r"""Pictures to play with: they run in the browser, so a page without a kernel has them too.

.. math:: z_i \cdot w \le 0 \;\Longrightarrow\; w \leftarrow w + z_i, \quad z_i = y_i x_i
"""

from .._extras import needs

with needs("widgets"):
    from .digits import DigitExplorer
    from .games import GameExplorer, HullExplorer
    from .labelings import CountExplorer, CoverExplorer, ProjectionExplorer
    from .runs import (
        CompressionExplorer,
        CosineExplorer,
        MarginExplorer,
        PerceptronExplorer,
        ProofExplorer,
    )

__all__ = [
    "PerceptronExplorer",
    "ProofExplorer",
    "MarginExplorer",
    "CosineExplorer",
    "CountExplorer",
    "CoverExplorer",
    "CompressionExplorer",
    "ProjectionExplorer",
    "HullExplorer",
    "GameExplorer",
    "DigitExplorer",
]
