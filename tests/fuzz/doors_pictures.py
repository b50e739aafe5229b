"""Pictures and explorers: what their constructors and functions take; the drawings are not read."""

from __future__ import annotations

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

from ptronlib import plots, proofs, widgets  # noqa: E402

from .doors_bounds import alpha  # noqa: E402
from .doors_runs import run_of  # noqa: E402
from .doors_samples import draw_bool  # noqa: E402
from .judge import door  # noqa: E402
from .values import count, generator, maybe, points, share, small_points  # noqa: E402

FIGURE, AXES = plt.subplots()


def drawn(public):
    """Call a plotting function on cleared axes."""

    def call(**arguments):
        AXES.clear()
        AXES.set(xlim=(-2, 2), ylim=(-2, 2))
        return public(**arguments, ax=AXES)

    return call


def is_axes(r, **_):
    assert r is AXES


def picture(public, arguments, check=is_axes, **options):
    door(public, arguments, check, call=drawn(public), **options)


def near_one(draw):
    return 0.1 + share(draw)


def _flat(draw):
    X = points(draw, d=2, styles=("grid", "normal", "integers"))
    return {"X": X, "y": np.where(X[:, 0] > 0, 1.0, -1.0), "numbers": draw_bool(draw)}


def two(draw):
    return small_points(draw, 1, 2)[0]


door(plots.use_style, {}, lambda r: r is None)
picture(plots.plane, {"size": near_one})
picture(plots.examples, _flat)
picture(plots.boundary, {"w": two, "b": share})
picture(plots.arrow, {"w": two, "start": two, "text": lambda draw: "w"})
picture(plots.score_contours, {"w": two, "b": share})
picture(plots.zero_set, {"score": lambda draw: lambda p: p[:, 0] - 0.5})
picture(
    plots.neuron,
    lambda draw: {"names": ["a", "b"][: count(draw, 2)], "weights": ["1", "2"], "output": "y"},
)


def _weight_image(w, shape):
    figure, axes = plt.subplots()
    try:
        return plots.weight_image(w, shape, ax=axes) is axes
    finally:
        plt.close(figure)


door(
    plots.weight_image,
    lambda draw: {"w": small_points(draw, 1, 6)[0], "shape": (2, 3)},
    lambda r, **_: r,
    call=_weight_image,
)
door(
    plots.proof,
    lambda draw: {
        "inequalities": proofs.used_examples(
            run := run_of(draw, 0.0),
            np.eye(run.X.shape[1])[0],
        )[:1],
    },
    lambda r, **_: r == [AXES],
    call=lambda inequalities: plots.proof(inequalities, axes=[AXES]),
)


# -- explorers


def built(r, **_):
    assert repr(r)
    r.close()


def _plane_points(draw):
    X = np.clip(small_points(draw, d=2), -2, 2)
    return {"X": X, "y": np.where(X[:, 0] > 0, 1.0, -1.0)}


def explorer(public, arguments, **options):
    door(public, arguments, built, **options)


explorer(
    widgets.PerceptronExplorer,
    lambda draw: {**_plane_points(draw), "bias": draw_bool(draw)},
    says=["points", "Points"],
)
explorer(widgets.ProofExplorer, _plane_points, says=["points", "Points"])
explorer(
    widgets.MarginExplorer,
    {"kind": lambda d: ("beta", "alpha")[count(d, 2) - 1], "beta": share, "alpha": alpha},
)
explorer(
    widgets.CosineExplorer,
    lambda draw: {**_plane_points(draw), "sigma": share(draw), "angle": count(draw, 400)},
    says=["points", "Points"],
)
explorer(
    widgets.CountExplorer,
    lambda draw: {"X": _plane_points(draw)["X"]},
    says=["points", "Points"],
)
explorer(widgets.CoverExplorer, {"P": count, "N": count})
explorer(
    widgets.CompressionExplorer,
    {"dropped": lambda d: generator(d).permutation(12)[: count(d)].tolist()},
)
explorer(
    widgets.ProjectionExplorer,
    lambda draw: {
        "X": maybe(lambda d: small_points(d, most=(3, 4)))(draw),
        "ks": [1],
        "rng": generator(draw),
    },
    says=["points", "rows"],
)
explorer(
    widgets.HullExplorer,
    lambda draw: {
        "P": _plane_points(draw)["X"],
        "Q": _plane_points(draw)["X"],
        "eps": near_one(draw),
    },
    says=["points", "Points", "X"],
)
explorer(
    widgets.GameExplorer,
    lambda draw: {"V": _plane_points(draw)["X"], "angle": count(draw, 400)},
    says=["points", "Points", "X"],
)
explorer(widgets.DigitExplorer, {"strokes": lambda d: [generator(d).random((2, 2)).tolist()]})
