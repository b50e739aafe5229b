"""A sample and the truth about it, known by construction."""

from __future__ import annotations

from dataclasses import dataclass

from .._validate import Array


@dataclass(frozen=True, eq=False)
class Sample:
    """Examples with labels and the truth about them.

    Attributes
    ----------
    X : (n, d) floats
        Examples, one a row.
    y : (n,) floats
        Labels, -1.0 or +1.0.
    w_star : floats
        Unit vector of margin `margin`, the best there is unless the generator says
        otherwise; None where no vector separates. For `affine` it is (w, b) with w a unit vector.
    margin : float
        Its smallest score; same unit as X; 0 where no vector separates.
    """

    X: Array
    y: Array
    w_star: Array | None
    margin: float
