"""Pictures of samples, separators and runs: arrays in, Axes out, nothing computed but coordinates.

Shape or dash always repeats what colour says: +1 blue circles, -1 vermillion squares, w solid
black, w_star dashed green, bounds dashed grey.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from ._validate import check_points, check_sample, check_vector

POSITIVE, NEGATIVE, SPARE = "#0072B2", "#D55E00", "#CC79A7"
W = {"color": "black", "linestyle": "-"}
W_STAR = {"color": "#009E73", "linestyle": "--"}
BOUND = {"color": "#6E6E6E", "linestyle": "--"}


def use_style() -> None:
    """Use the book's style for every figure that follows in this session."""
    plt.style.use(str(files("ptronlib") / "ptron.mplstyle"))


def plane(size: float, *, ax: Axes | None = None, names: tuple[str, str] | None = None) -> Axes:
    """Prepare a square piece of the plane, [-size, size] each way, with axes through the origin.

    Parameters
    ----------
    size : float             Half the side.
    ax : Axes or None        Where to draw; a new figure if None.
    names : pair of str      Labels of the axes; "$x_1$" and "$x_2$" if None.

    Returns
    -------
    Axes
    """
    if ax is None:
        _, ax = plt.subplots(figsize=(4.2, 4.2))
    ax.set(aspect="equal", xlim=(-size, size), ylim=(-size, size))
    ax.axhline(0, color="#BBBBBB", linewidth=0.8, zorder=0)
    ax.axvline(0, color="#BBBBBB", linewidth=0.8, zorder=0)
    ax.set_xlabel((names or ("$x_1$", "$x_2$"))[0])
    ax.set_ylabel((names or ("$x_1$", "$x_2$"))[1])
    return ax


def examples(
    X: ArrayLike, y: ArrayLike, *, ax: Axes, numbers: bool = False, size: float = 45
) -> Axes:
    """Draw labelled points of the plane: +1 as circles, -1 as squares.

    Parameters
    ----------
    X : (n, 2) array, y : (n,) array of -1 and +1
    ax : Axes
    numbers : bool   Write each example's index beside it.
    size : float     Area of a marker, in points squared.

    Returns
    -------
    Axes : with legend entries "+1" and "-1" for the labels that occur.
    """
    X, y = check_sample(X, y)
    for sign, marker, color in ((1, "o", POSITIVE), (-1, "s", NEGATIVE)):
        chosen = X[y == sign]
        if len(chosen):
            ax.scatter(
                *chosen.T,
                s=size,
                marker=marker,
                color=color,
                edgecolor="white",
                linewidth=0.6,
                label=f"$y = {sign:+d}$",
                zorder=3,
            )
    if numbers:
        for i, x in enumerate(X):
            ax.annotate(str(i), x, xytext=(6, 5), textcoords="offset points", fontsize=9)
    return ax


def boundary(w: ArrayLike, b: float = 0.0, *, ax: Axes, label: str = "", **line) -> Axes:
    """Draw the line w . x + b = 0 right across the axes, solid black unless told otherwise.

    Parameters
    ----------
    w : (2,) array   Not zero.
    b : float        Bias.
    ax : Axes
    label : str      For the legend.
    **line           As for Axes.axline; `**W_STAR` and `**BOUND` are made for it.

    Returns
    -------
    Axes
    """
    w = check_vector(w, 2)
    foot = -b * w / (w @ w)
    ax.axline(foot, foot + [-w[1], w[0]], label=label or None, **{**W, **line})
    return ax


def arrow(
    w: ArrayLike, *, ax: Axes, start: ArrayLike = (0.0, 0.0), text: str = "", **style
) -> Axes:
    """Draw the vector w from start, with a text at its head.

    Parameters
    ----------
    w : (2,) array       The vector.
    ax : Axes
    start : (2,) array   Its foot.
    text : str           Written at its head.
    **style              Arrow properties; black unless told otherwise.

    Returns
    -------
    Axes
    """
    start = check_vector(start, 2, "start")
    head = start + check_vector(w, 2)
    style = {"arrowstyle": "-|>", "linewidth": 1.8, "color": "black", "shrinkA": 0, **style}
    ax.annotate("", head, start, arrowprops={"shrinkB": 0, **style}, zorder=4)
    if text:
        away = np.sign(head - start) * 5
        sides = {
            "ha": "left" if away[0] >= 0 else "right",
            "va": "bottom" if away[1] >= 0 else "top",
        }
        ax.annotate(
            text, head, xytext=away, textcoords="offset points", color=style["color"], **sides
        )
    return ax


def score_contours(
    w: ArrayLike, b: float = 0.0, *, ax: Axes, levels: Iterable[float] | None = None
) -> Axes:
    """Draw lines of equal score w . x + b over the axes as they are; that of score 0 is solid.

    Parameters
    ----------
    w : (2,) array             Weights.
    b : float                  Bias.
    ax : Axes                  Its limits must be set.
    levels : iterable or None  Scores to draw, increasing; seven round ones if None.

    Returns
    -------
    Axes : with the scores written on the lines.
    """
    w = check_vector(w, 2)
    left, right = ax.get_xlim()
    low, high = ax.get_ylim()
    u, v = np.meshgrid(np.linspace(left, right, 101), np.linspace(low, high, 101))
    score = w[0] * u + w[1] * v + b
    others = levels if levels is None else [level for level in levels if level != 0]
    lines = ax.contour(u, v, score, levels=others or 7, colors="#6E6E6E", linewidths=0.8)
    ax.clabel(lines, fmt=lambda score: f"{score:+g}", fontsize=8)
    ax.contour(u, v, score, levels=[0.0], colors="black", linewidths=1.8)
    return ax


def weight_image(w: ArrayLike, shape: tuple[int, int], *, ax: Axes) -> Axes:
    """Draw weights of an image as an image: positive purple, negative orange, zero white.

    Parameters
    ----------
    w : (rows * columns,) array   Weights, row by row.
    shape : (rows, columns)
    ax : Axes

    Returns
    -------
    Axes : without ticks, with a bar that tells the values.
    """
    w = check_vector(w, shape[0] * shape[1])
    most = np.abs(w).max() or 1.0
    picture = ax.imshow(w.reshape(shape), vmin=-most, vmax=most)
    ax.set(xticks=[], yticks=[])
    ax.figure.colorbar(picture, ax=ax, shrink=0.8, label="weight")
    return ax


def images(X: ArrayLike, shape: tuple[int, int], titles: Iterable[str], *, axes: Iterable[Axes]):
    """Draw each row of X as a grey image on an axes of its own.

    Parameters
    ----------
    X : (n, rows * columns) array   Images, ink positive.
    shape : (rows, columns)
    titles : n strings
    axes : n Axes

    Returns
    -------
    list of Axes
    """
    drawn = []
    for x, title, ax in zip(check_points(X), titles, axes, strict=True):
        ax.imshow(x.reshape(shape), cmap="Greys")
        ax.set(xticks=[], yticks=[])
        ax.set_title(title, fontsize=9)
        drawn.append(ax)
    return drawn
