"""Chapter 9: a value, a narrow slab, an oracle that lies."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._validate import check_points
from ..bodies import Box
from ..hull import hull_distance
from ..separation import separate_hulls, verify
from ._checking import Wrong, ask, close, exercise, number, pair


@exercise("ex-c9-best", "A function of n: the value of the game on the n unit vectors.")
def best(answer) -> None:
    for n in (1, 4, 9, 100):
        got = number(ask(answer, n, what=f"n = {n}"), "the value")
        if close(got, n**-0.5):
            continue
        if close(got, 1 / n):
            raise Wrong("That is the square of it: how long is the mean of the unit vectors?")
        raise Wrong(f"For n = {n} it is not {got:g}. What is the mean of the unit vectors?")


@exercise("ex-c9-factor", "A pair (P, Q) of triangles whose slab is narrower than 0.9 Delta.")
def factor(answer) -> None:
    try:
        P, Q = pair(answer, "P, Q")
        P, Q = check_points(P, "P"), check_points(Q, "Q")
    except (TypeError, ValueError) as error:
        raise Wrong(str(error)) from None
    if P.shape != (3, 2) or Q.shape != (3, 2):
        raise Wrong(f"P and Q should be triangles, shape (3, 2); got {P.shape} and {Q.shape}.")
    gap = hull_distance(P, Q).distance
    if gap <= 1e-6:
        raise Wrong("The triangles meet, so there is no slab.")
    wall: Any = separate_hulls(P, Q, gap * (1 - 1e-9))
    share = 2 * wall.gap / gap
    if share >= 0.9:
        raise Wrong(f"The slab of this pair has {share:.3f} of the distance.")


@exercise("ex-c9-break", "A body: dimension 2, and a support method that lies and is found out.")
def liar(answer) -> None:
    wall = Box(np.array([3.0, -1.0]), np.array([4.0, 1.0]))
    try:
        found = separate_hulls(answer, wall, 0.1)
        honest = verify(found, answer, wall)
    except ValueError as error:
        if "farthest in the direction" in str(error):
            return
        raise Wrong(str(error)) from None
    except Exception as error:  # whatever a student's code may do
        raise Wrong(f"Your body raised {type(error).__name__}: {error}.") from None
    raise Wrong(
        "Nothing was noticed: your answers agree with each other."
        + " They are even those of a body." * honest
    )
