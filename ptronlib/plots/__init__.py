"""Pictures of samples, separators and runs: arrays in, Axes out, nothing computed but coordinates.

Shape or dash always repeats what color says: +1 blue circles, -1 vermillion squares, w solid
black, w_star dashed green, bounds dashed gray. What is no vector or sample of the plane, and what
does not fit together, raises a ValueError or TypeError; `ax` is where to draw.
"""

from .drawing import (
    BOUND,
    NEGATIVE,
    POSITIVE,
    SPARE,
    W_STAR,
    W,
    arrow,
    boundary,
    examples,
    neuron,
    panels,
    plane,
    score_contours,
    use_style,
    weight_image,
)
from .images import images, intervals, seeds
from .runs import caps, circles, hull, length_and_progress, steps, street

__all__ = [
    "BOUND", "NEGATIVE", "POSITIVE", "SPARE", "W", "W_STAR", "arrow", "boundary", "caps", "circles",
    "examples", "hull", "images", "intervals", "length_and_progress", "neuron", "panels", "plane",
    "score_contours", "seeds", "steps", "street", "use_style", "weight_image",
]  # fmt: skip
