"""Images of digits: rows of gray pictures, and results of many seeds side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._extras import needs
from .drawing import BOUND, POSITIVE

__all__ = ["images", "intervals", "seeds"]

with needs("plots"):
    from matplotlib.axes import Axes


def images(
    X: ArrayLike, shape: tuple[int, int], *, axes: Iterable[Axes], titles: Iterable[str] = ()
) -> None:
    """Draw images in gray, dark where the numbers are large, without ticks.

    Parameters
    ----------
    X : (n, rows * columns) array.  Images, one a row; those without axes are left out.
    shape : (rows, columns).  Of an image.
    axes : iterable of Axes.  Where to draw them.
    titles : iterable of str.  Titles of the first images; none if empty.
    """
    places = list(axes)
    for x, ax in zip(np.asarray(X), places, strict=False):
        ax.imshow(x.reshape(shape), cmap="gray_r")
        ax.axis("off")
    for title, ax in zip(titles, places, strict=False):
        ax.set_title(title)


def seeds(
    values: ArrayLike, at: float, *, ax: Axes, mean: float | None = None,
    printed: float | None = None, color: str = POSITIVE, marker: str = "o",
) -> Axes:  # fmt: skip
    """Draw the results of the seeds of one row side by side, with a bar for their mean.

    Parameters
    ----------
    values : (k,) array.  One result a seed.
    at : float.  Where the column stands.
    mean : float or None.  Of the values; computed if None.
    printed : float or None.  A value from elsewhere, drawn dashed.
    """
    values = np.asarray(values, dtype=float)
    spread = np.linspace(-0.25, 0.25, len(values))
    ax.plot(at + spread, values, marker, color=color, markersize=4, alpha=0.6)
    ax.plot([at - 0.3, at + 0.3], [values.mean() if mean is None else mean] * 2, color=color,
            linewidth=2)  # fmt: skip
    if printed:
        ax.plot([at - 0.4, at + 0.4], [printed] * 2, **BOUND)
    return ax


def intervals(
    differences: Mapping[Any, Mapping[str, Any]], labels: dict[Any, str], *, ax: Axes, what: str
) -> Axes:
    """Draw differences with their intervals, the first on top; a full dot is shown to be one.

    Parameters
    ----------
    differences : mapping.  For each pair a mapping with `mean`, `low`, `high` and `shown`, whether
        the difference is shown after correction for the number of comparisons.
    labels : mapping.  The pairs to draw, with what is written beside each.
    what : str.  Label of the axis.
    """
    for k, pair in enumerate(reversed(labels)):
        d = differences[pair]
        ax.plot([d["low"], d["high"]], [k, k], color=POSITIVE, linewidth=2)
        face = POSITIVE if d["shown"] else "white"
        ax.plot(d["mean"], k, "o", color=POSITIVE, markerfacecolor=face)
        ax.annotate(labels[pair], (0, k), xycoords=("axes fraction", "data"), xytext=(3, 5),
                    textcoords="offset points", fontsize=9, zorder=1,
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 0})  # fmt: skip
    ax.axvline(0, **BOUND, zorder=0)
    ax.set(yticks=[], xlabel=what)
    return ax
