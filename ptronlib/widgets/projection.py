"""Margins of all labelings as the dimension is turned down."""

from __future__ import annotations

import anywidget
import numpy as np
import traitlets
from numpy.typing import ArrayLike

from .._validate import Array, check_count, check_iterable, check_points, check_rng
from ..projection import gaussian_map, margins_of_labelings
from .explorer import bundle, styles

PROJECTION_KS = (64, 48, 32, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)


class ProjectionExplorer(anywidget.AnyWidget):
    """Turn the dimension of a Gaussian map down and watch the margins of all labelings shrink.

    Parameters
    ----------
    X : (n, d) array, optional
        At most 10 linearly independent points, so that every labeling has a margin. Without X,
        8 random points of length 1 in 64 dimensions.
    ks : list of int, optional
        Dimensions after the map, from 1 to d. Without ks, powers of two and some between.
    rng : Generator, optional
        Draws the points, if X is missing, and the map; ``np.random.default_rng(8)`` if missing.

    Attributes
    ----------
    k : int
        One of ks, as the slider stands.
    ks : list of int
        Falling; read-only, like the following.
    d : int
        Dimension before the map.
    before : list of float
        Margins of ``labelings(n)`` before the map, to four decimals.
    after : list of lists of float
        For each of ks the margins after the map; 0 only for labelings that nothing separates.

    Raises
    ------
    ValueError, TypeError
        X, ks, rng or k outside those domains.

    Notes
    -----
    One matrix serves all k: turning k down drops its last rows, and rescales the others.

    Examples
    --------
    >>> explorer = ProjectionExplorer([[3.0, 0.0]], [2, 1])
    >>> explorer, explorer.before
    (ProjectionExplorer(1 point, k=2), [3.0])
    """

    _esm = bundle("projection_math.js", "projection.js")
    _css = styles("projection.css")

    d = traitlets.Int(read_only=True).tag(sync=True)
    ks = traitlets.List(read_only=True).tag(sync=True)
    before = traitlets.List(read_only=True).tag(sync=True)
    after = traitlets.List(read_only=True).tag(sync=True)
    k = traitlets.Any().tag(sync=True)

    def __init__(self, X: ArrayLike | None = None, ks: list[int] | None = None, *, rng=None):
        rng = np.random.default_rng(8) if rng is None else check_rng(rng, "which draws the map")
        if X is None:
            X = rng.standard_normal((8, 64))
            X /= np.linalg.norm(X, axis=1, keepdims=True)
        X = check_points(X)
        n, d = X.shape
        if n > 10:
            raise ValueError(f"The picture holds at most 10 points; got {n}. Take some, as X[:10].")
        if np.linalg.matrix_rank(X) < n:
            raise ValueError(
                f"The rows of X must be linearly independent, so that every labeling has a margin; "
                f"got {n} rows of rank {np.linalg.matrix_rank(X)}. Drop some, or pass X=None."
            )
        ks = [k for k in PROJECTION_KS if k <= d] if ks is None else list(check_iterable(ks, "ks"))
        ks = sorted({check_count(k, "Each of ks", high=d) for k in ks}, reverse=True)
        if not ks:
            raise ValueError("ks must name at least one dimension; got none. Pass ks=[8, 4, 2, 1].")
        rows = X @ (gaussian_map(d, d, rng) * np.sqrt(d)).T
        super().__init__()
        self.set_trait("d", d)
        self.set_trait("ks", ks)
        self.set_trait("before", _four_decimals(margins_of_labelings(X)))
        self.set_trait(
            "after", [_four_decimals(margins_of_labelings(rows[:, :k] / np.sqrt(k))) for k in ks]
        )
        self.k = ks[0]

    def __repr__(self) -> str:
        n = len(self.before).bit_length()
        return f"ProjectionExplorer({n} point{'s' * (n != 1)}, k={self.k})"

    @traitlets.validate("k")
    def _check_k(self, proposal):
        k = check_count(proposal.value, "k")
        if k not in self.ks:
            raise ValueError(f"k must be one of {', '.join(map(str, self.ks))}; got {k}.")
        return k


def _four_decimals(margins: Array) -> list[float]:
    """Round, but never a positive margin to 0, which means that nothing separates."""
    return np.where(margins > 0, np.maximum(np.round(margins, 4), 1e-4), 0.0).tolist()
