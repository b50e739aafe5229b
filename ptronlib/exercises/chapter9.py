"""Chapter 9: a value, a narrow slab, an oracle that lies."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._validate import check_points
from ..geometry.bodies import Box
from ..geometry.hull import hull_distance
from ..geometry.separation import separate_hulls
from ._checking import Wrong, exercise, judge, parts, telling, values


@exercise("ex-c9-best", "A function of n: the value of the game on the n unit vectors.")
def best(answer) -> None:
    for n, got, at in values(answer, "n = {}", [(1,), (4,), (9,), (100,)], "the value"):
        said = f"For {at} it is not {got:g}. What is the mean of the unit vectors?"
        square = "That is the square of it: how long is the mean of the unit vectors?"
        judge(got, n**-0.5, said, (square, 1 / n))


@exercise("ex-c9-factor", "A pair (P, Q) of triangles whose slab is narrower than 0.9 Delta.")
def factor(answer) -> None:
    P, Q = parts(answer, "P, Q")
    with telling():
        P, Q = check_points(P, "P"), check_points(Q, "Q")
    if P.shape != (3, 2) or Q.shape != (3, 2):
        raise Wrong(f"P and Q should be triangles, shape (3, 2); got {P.shape} and {Q.shape}.")
    gap = hull_distance(P, Q).distance
    if gap <= 1e-6:
        raise Wrong("The triangles meet, so there is no slab.")
    wall: Any = separate_hulls(P, Q, gap * (1 - 1e-9))
    if wall.margin >= 0.45 * gap:
        raise Wrong(f"The slab of this pair has {2 * wall.margin / gap:.3f} of the distance.")


@exercise("ex-c9-break", "A body: dimension 2, and a support method that lies and is found out.")
def liar(answer) -> None:
    wall = Box(np.array([3.0, -1.0]), np.array([4.0, 1.0]))
    try:
        found = separate_hulls(answer, wall, 0.1)
        honest = found.verify(answer, wall)
    except ValueError as error:
        if "farthest in the direction" in str(error):
            return
        raise Wrong(str(error)) from None
    except Exception as error:  # whatever a student's code may do
        raise Wrong(f"Your body raised {type(error).__name__}: {error}.") from None
    more = " They are even those of a body." if honest else ""
    raise Wrong(f"Nothing was noticed: your answers agree with each other.{more}")
