"""From a drawing to the input of a network, in numpy: what the page's JavaScript is held to."""

import numpy as np

SIDE = 28
BOX = 20  # MNIST's digits were fitted into a box of this size, then centred by mass


def normalize(P):
    """Fit a square picture into MNIST's frame: a box of 20 pixels, centred by mass.

    The bounding box is scaled so that its longer side is 20 pixels, each the mean of the ink that
    it covers, and the result is moved by whole pixels until its centre of mass is nearest to pixel
    (14, 14). Source: LeCun et al., 1998.
    """
    rows, columns = np.flatnonzero(P.any(axis=1)), np.flatnonzero(P.any(axis=0))
    frame = np.zeros((SIDE, SIDE), np.float32)
    if not rows.size:
        return frame.ravel()
    part = P[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    cell = max(part.shape) / BOX
    height, width = (max(1, int(np.floor(size / cell + 0.5))) for size in part.shape)
    small = shares(part.shape[0], height, cell) @ part @ shares(part.shape[1], width, cell).T
    centre = small.sum(axis=1) @ np.arange(height), small.sum(axis=0) @ np.arange(width)
    # symmetric drawings lie between two places: the millionth decides, not the rounding of a sum
    top, left = (int(np.floor(SIDE / 2 - c / small.sum() + 0.500001)) for c in centre)
    top, left = min(max(top, 0), SIDE - height), min(max(left, 0), SIDE - width)
    frame[top : top + height, left : left + width] = small
    return frame.ravel()


def shares(size, count, cell):
    """Return which share of each of `count` cells every one of `size` fine pixels covers."""
    start = (size - count * cell) / 2 + cell * np.arange(count)
    fine = np.arange(size)
    low = np.maximum(start[:, None], fine)
    high = np.minimum(start[:, None] + cell, fine + 1)
    return np.maximum(high - low, 0.0) / cell


def draw(strokes, size=112, radius=0.045):
    """Draw polylines in the unit square with a round pen; a stroke of one point is a dot."""
    x, y = np.meshgrid(*[(np.arange(size) + 0.5) / size] * 2)
    nearest = np.full((size, size), np.inf)
    for stroke in strokes:
        for (ax, ay), (bx, by) in zip(stroke, [*stroke[1:], stroke[-1]], strict=True):
            dx, dy = bx - ax, by - ay
            along = (x - ax) * dx + (y - ay) * dy
            t = np.clip(along / ((dx * dx + dy * dy) or 1.0), 0.0, 1.0)
            nearest = np.minimum(nearest, np.hypot(x - ax - t * dx, y - ay - t * dy))
    return np.clip((radius - nearest) * size + 0.5, 0.0, 1.0)
