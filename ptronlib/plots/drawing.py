"""Draw in the plane: samples, lines, arrows and scores; and put panels side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._extras import needs
from .._validate import check_direction, check_sample, check_vector

__all__ = [
    "BOUND", "NEGATIVE", "POSITIVE", "SPARE", "W_STAR", "arrow", "boundary", "examples", "neuron",
    "panels", "plane", "score_contours", "use_style", "weight_image",
]  # fmt: skip

with needs("plots"):
    import matplotlib.pyplot as plt
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

POSITIVE, NEGATIVE, SPARE = "#0072B2", "#D55E00", "#CC79A7"
W: dict[str, Any] = {"color": "black", "linestyle": "-"}
W_STAR: dict[str, Any] = {"color": "#009E73", "linestyle": "--"}
BOUND: dict[str, Any] = {"color": "#6E6E6E", "linestyle": "--"}


def use_style() -> None:
    """Use the book's style for every figure that follows in this session."""
    plt.style.use(str(files("ptronlib") / "ptron.mplstyle"))


def panels(
    count: int, *, height: float = 3.2, columns: int | None = None
) -> tuple[Figure, list[Axes]]:
    """Prepare panels that a page may show side by side or, on a phone, one below the other.

    Each panel keeps to its own part of the figure, so the picture can be cut between them: the
    cell's metadata says how, ``"image": {"classes": "panels-2"}`` or ``panels-2x2`` for columns x
    rows (book/_ext/complete.py).

    Parameters
    ----------
    count : int.  How many.
    height : float.  Of each panel, in inches; its width is 3.6.
    columns : int or None.  How many side by side; all of them if None.
    """
    columns = columns or count
    rows = -(-count // columns)
    figure = plt.figure(figsize=(3.6 * columns, height * rows))
    # Where a picture is cropped to what was drawn, this keeps it whole.
    figure.add_artist(plt.Rectangle((0, 0), 1, 1, fill=False, linewidth=0))
    parts = figure.subfigures(rows, columns, squeeze=False)
    return figure, [part.subplots() for part in parts.flat[:count]]


def plane(
    size: float, *, ax: Axes | None = None, names: tuple[str, str] = ("$x_1$", "$x_2$")
) -> Axes:
    """Prepare a square piece of the plane, [-size, size] each way, with axes through the origin.

    Parameters
    ----------
    size : float.  Half the side.
    ax : Axes or None.  Where to draw; a new figure if None.
    names : pair of str.  Labels of the axes.
    """
    if ax is None:
        _, ax = plt.subplots(figsize=(4.2, 4.2))
    ax.set(aspect="equal", xlim=(-size, size), ylim=(-size, size), xlabel=names[0], ylabel=names[1])
    ax.axhline(0, color="#BBBBBB", linewidth=0.8, zorder=0)
    ax.axvline(0, color="#BBBBBB", linewidth=0.8, zorder=0)
    return ax


def examples(X: ArrayLike, y: ArrayLike, *, ax: Axes, size: float = 45) -> Axes:
    """Draw labelled points of the plane: +1 as circles, -1 as squares.

    They have legend entries "+1" and "-1" for the labels that occur.

    Parameters
    ----------
    X : (n, 2) array.  Points.
    y : (n,) array.  Labels, -1 or +1.
    size : float.  Area of a marker, in points squared.
    """
    X, y = check_sample(X, y)
    if X.shape[1] != 2:
        raise ValueError(f"X must have two columns, the coordinates in the plane; got {X.shape}.")
    edge: dict[str, Any] = {"edgecolor": "white", "linewidth": 0.6, "zorder": 3}
    for sign, marker, color in ((1, "o", POSITIVE), (-1, "s", NEGATIVE)):
        if (y == sign).any():
            look = {"s": size, "marker": marker, "color": color, **edge}
            ax.scatter(*X[y == sign].T, label=f"$y = {sign:+d}$", **look)
    return ax


def boundary(w: ArrayLike, b: float = 0.0, *, ax: Axes, **line) -> Axes:
    """Draw the line w . x + b = 0 right across the axes, solid black unless told otherwise.

    Parameters
    ----------
    w : (2,) array.  Not zero.
    b : float.  Bias.
    **line
        As for Axes.axline; `**W_STAR` and `**BOUND` are made for it, `label` is for the legend.
    """
    w = check_direction(w, 2)
    x, y = -b * w / (w @ w)
    ax.axline((x, y), (x - w[1], y + w[0]), **{**W, **line})
    return ax


def arrow(
    w: ArrayLike, *, ax: Axes, start: ArrayLike = (0.0, 0.0), text: str = "", **style
) -> Axes:
    """Draw the vector w from start, with a text at its head.

    Parameters
    ----------
    w : (2,) array.  The vector.
    start : (2,) array.  Its foot.
    text : str.  Written at its head.
    **style.  Arrow properties; black unless told otherwise.
    """
    start = check_vector(start, 2, "start")
    head = start + check_vector(w, 2)
    look = {"arrowstyle": "-|>", "linewidth": 1.8, "color": "black", "shrinkA": 0, "shrinkB": 0}
    look |= style
    ax.annotate("", tuple(head), tuple(start), arrowprops=look, zorder=4)
    if text:
        right, up = head >= start
        place: dict[str, Any] = {
            "xytext": tuple(5 * np.sign(head - start)),
            "textcoords": "offset points",
            "ha": "left" if right else "right",
            "va": "bottom" if up else "top",
        }
        ax.annotate(text, tuple(head), color=look["color"], **place)
    return ax


def score_contours(
    w: ArrayLike, b: float = 0.0, *, ax: Axes, levels: Iterable[float] | None = None
) -> Axes:
    """Draw lines of equal score w . x + b over the axes as they are; that of score 0 is solid.

    The scores are written on the lines.

    Parameters
    ----------
    w : (2,) array.  Weights.
    b : float.  Bias.
    ax : Axes.  Where to draw. Its limits must be set.
    levels : iterable or None.  Scores to draw, increasing; seven round ones if None.
    """
    w = check_vector(w, 2)
    u, v = np.meshgrid(np.linspace(*ax.get_xlim(), 201), np.linspace(*ax.get_ylim(), 201))
    score = (np.column_stack([u.ravel(), v.ravel()]) @ w + b).reshape(u.shape)
    if levels is None:
        levels = MaxNLocator(7).tick_values(score.min(), score.max())
    others = [level for level in levels if level != 0]
    grey: dict[str, Any] = {"colors": BOUND["color"], "linewidths": 0.8, "linestyles": "solid"}
    ax.clabel(ax.contour(u, v, score, levels=others, **grey), fmt="%+g", fontsize=8)
    ax.contour(u, v, score, levels=[0.0], colors=W["color"])
    return ax


def neuron(names: Sequence[str], weights: Sequence[str], output: str, *, ax: Axes) -> Axes:
    """Draw a threshold unit: inputs, the weights on their wires, the sum, the output.

    There is no frame.

    Parameters
    ----------
    names, weights : sequences of str.  One input and one weight for each wire, from top to bottom.
    output : str.  What leaves the unit.
    """
    heights = np.linspace(1.0, -1.0, len(names))
    disc = {"boxstyle": "circle,pad=0.35", "facecolor": "white", "edgecolor": "black"}
    wire = {"arrowstyle": "-", "color": W["color"], "linewidth": 1.2}
    for name, weight, height in zip(names, weights, heights, strict=True):
        ax.annotate("", (1.75, 0.14 * height), (0.25, height), arrowprops=wire)
        ax.text(0.0, height, name, ha="center", va="center")
        ax.text(0.85, 0.64 * height + 0.05, weight, ha="center", va="bottom", color=POSITIVE)
    ax.text(2.0, 0.0, r"$\Sigma$", ha="center", va="center", bbox=disc, fontsize=15)
    ax.annotate("", (3.0, 0.0), (2.26, 0.0), arrowprops={**wire, "arrowstyle": "-|>"})
    ax.text(3.08, 0.0, output, ha="left", va="center")
    ax.set(xlim=(-0.4, 5.0), ylim=(-1.25, 1.25))
    ax.axis("off")
    return ax


def weight_image(w: ArrayLike, shape: tuple[int, int], *, ax: Axes) -> Axes:
    """Draw weights of an image as an image: positive purple, negative orange, zero white.

    There are no ticks; the largest weight in size has the darkest colour.

    Parameters
    ----------
    w : (rows * columns,) array.  Weights, row by row.
    shape : (rows, columns).  Of an image.
    """
    w = check_vector(w, shape[0] * shape[1])
    most = np.abs(w).max() or 1.0
    ax.imshow(w.reshape(shape), vmin=-most, vmax=most)
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax
