"""Runs of the perceptron: its steps one by one, and the bounds between which it is held."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._extras import needs
from .._validate import check_points, check_sample, check_vector
from ..core.run import Run
from .drawing import BOUND, POSITIVE, SPARE, W_STAR, arrow, boundary, plane

__all__ = ["caps", "circles", "hull", "length_and_progress", "steps", "street"]

with needs("plots"):
    import matplotlib.pyplot as plt
    from matplotlib.axes import Axes


def street(w: ArrayLike, b: float, margin: float, *, ax: Axes) -> Axes:
    """Draw the line w . x + b = 0, and dashed the two lines at the distance of the margin.

    Parameters
    ----------
    w : (2,) array.  A unit vector.
    b : float.  Bias.
    margin : float.  Distance of the dashed lines from the line.
    """
    boundary(w, b, ax=ax)
    for side in (-1, 1):
        boundary(w, b + side * margin, ax=ax, **BOUND)
    return ax


def hull(Z: ArrayLike, *, ax: Axes, **style) -> Axes:
    """Fill the convex hull of points of the plane.

    Parameters
    ----------
    Z : (n, 2) array.  At least three points, not on a line.
    **style.  As for Axes.fill; a pale blue unless told otherwise.
    """
    from scipy.spatial import ConvexHull

    Z = check_points(Z)
    ax.fill(*Z[ConvexHull(Z).vertices].T, **{"facecolor": POSITIVE, "alpha": 0.12, **style})
    return ax


def circles(center: ArrayLike, radii: ArrayLike, *, ax: Axes, color: str = BOUND["color"]) -> Axes:
    """Draw dashed circles around a point of the plane.

    Parameters
    ----------
    center : (2,) array.  Where.
    radii : (k,) array.  Of the circles.
    """
    center = check_vector(center, 2, "center")
    for r in np.atleast_1d(np.asarray(radii, dtype=float)):
        ax.add_patch(plt.Circle(tuple(center), r, fill=False, linestyle="--", color=color))
    return ax


def steps(
    run: Run, X: ArrayLike, y: ArrayLike, *, axes: Sequence[Axes], size: float,
    names: Sequence[tuple[float, float]], why: Sequence[str],
) -> None:  # fmt: skip
    """Draw a run in the plane step by step: the signed examples, the weights and their line.

    Each picture shows as a dashed arrow the example that is added next.

    Parameters
    ----------
    run : Run.  Of at most as many updates as there are axes but one.
    X : (n, 2) array.  Examples.
    y : (n,) array.  Labels, -1 or +1.
    axes : sequence of Axes.  One for the start and one for each update.
    size : float.  Half the side of each picture.
    names : sequence of pairs of float.  Where z_0, z_1, ... are written, in points.
    why : sequence of str.  What is wrong with each example that is added.
    """
    X, y = check_sample(X, y)
    Z = y[:, None] * X
    for t, (w, ax) in enumerate(zip(run.replay(), axes, strict=True)):
        plane(size, ax=ax, names=("", ""))
        ax.plot(*Z.T, "o", color=POSITIVE)
        for i, (z, away) in enumerate(zip(Z, names, strict=True)):
            ax.annotate(f"$z_{i}$", z, xytext=away, textcoords="offset points")
        if w.any():
            boundary(w, ax=ax)
            arrow(w, ax=ax)
        ax.set_title(f"$w_{t} = ({w[0]:g}, {w[1]:g})$", fontsize=9.5)
        if t < run.n_updates:
            i = run.mistakes[t]
            arrow(Z[i], ax=ax, start=w, color=SPARE, linestyle="--")
            ax.text(-3, -2.9, f"add $z_{i}$: {why[t]}", fontsize=9, color=SPARE)
        ax.label_outer()


def length_and_progress(
    run: Run, w_star: ArrayLike, eps: float, R: float, *, ax: Axes, factor: float = 1.0,
    until: float = 1.1, labels: Sequence[str] = (),
) -> Axes:  # fmt: skip
    r"""Draw the two facts that stop a run: its length below a root, its progress above a line.

    Dashed :math:`\sqrt{\|w_0\|^2 + ftR^2}` and :math:`w_0\cdot w_* + t\varepsilon`, solid
    :math:`\|w_t\|` and :math:`w_t\cdot w_*`.

    Parameters
    ----------
    run : Run.  The run.
    w_star : (d,) array.  A unit vector.
    eps : float, > 0.  Its margin.
    R : float, > 0.  Largest norm of an example.
    factor : float, > 0.  The f of the ceiling; 1 for the perceptron.
    until : float.  How far the dashed lines go, in units of the t at which they meet, or with
        another factor of the number of updates.
    labels : sequence of str.  Of ceiling, floor, length and progress; formulas if empty.
    """
    if not labels:
        labels = (r"$\sqrt{t}\,R$", r"$t\,\varepsilon$", r"length $\|w_t\|$",
                  r"progress $w_t\cdot w_*$")  # fmt: skip
    t = np.arange(run.n_updates + 1)
    far = np.linspace(0, until * (R**2 / eps**2 if factor == 1 else run.n_updates), 300)
    solid: dict[str, Any] = {"color": "black"}
    progress = run.progress(w_star)
    ax.plot(far, np.hypot(run.norms[0], np.sqrt(factor * far) * R), **BOUND, label=labels[0])
    ax.plot(far, progress[0] + far * eps, **W_STAR, label=labels[1])
    ax.plot(t, run.norms, **solid, label=labels[2])
    ax.plot(t, progress, color=W_STAR["color"], label=labels[3])
    ax.set(xlabel="updates, $t$", ylabel="length", xlim=(0, None), ylim=(0, None))
    return ax


def caps(
    run: Run, w_star: ArrayLike, eps: float, R: float, *, times: Sequence[int],
    axes: Sequence[Axes], size: float,
) -> None:  # fmt: skip
    """Draw where the weights can be after some updates: a cap, cut off a disc by a line.

    Parameters
    ----------
    run : Run.  A run in the plane that starts at 0.
    w_star : (2,) array.  A unit vector.
    eps : float, > 0.  Its margin; the line lies beyond t eps.
    R : float, > 0.  Largest norm of an example; the disc has the radius sqrt(t) R.
    times : sequence of int.  Numbers of updates, each at most R**2 / eps**2.
    axes : sequence of Axes.  One for each of them.
    size : float.  Half the side of each picture.
    """
    w_star, path = check_vector(w_star, 2, "w_star"), run.replay()
    across = np.array([-w_star[1], w_star[0]])
    for t, ax in zip(times, axes, strict=True):
        plane(size, ax=ax, names=("$w_1$", "$w_2$"))
        r, h = np.sqrt(t) * R, t * eps
        half = np.arccos(h / r)
        turn = np.linspace(-half, half, 200)
        edge = r * (np.cos(turn)[:, None] * w_star + np.sin(turn)[:, None] * across)
        ax.fill(*edge.T, color=W_STAR["color"], alpha=0.18)
        circles((0.0, 0.0), r, ax=ax)
        boundary(w_star, -h, ax=ax, **{**W_STAR, "linewidth": 1.3})
        walked = path[: min(t, run.n_updates) + 1]
        ax.plot(*walked.T, color="black", marker="o", markersize=3, linewidth=1.4)
        ax.set_title(f"$t = {t}$" + ("" if t <= run.n_updates else ": over already"))
