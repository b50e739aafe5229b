"""A value, a narrow slab, an oracle that lies; how many images, how many seeds, a scaled start."""

from typing import Any

import numpy as np

from .._validate import check_points
from ..geometry.bodies import Box
from ..geometry.hull import hull_distance
from ..geometry.separation import separate_hulls, verify
from ._checking import Wrong, ask, exercise, judge, number, parts, telling, values

# -- chapter 9


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
    if wall.gap >= 0.45 * gap:
        raise Wrong(f"The slab of this pair has {2 * wall.gap / gap:.3f} of the distance.")


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
    more = " They are even those of a body." if honest else ""
    raise Wrong(f"Nothing was noticed: your answers agree with each other.{more}")


# -- chapter 10


@exercise("ex-c10-images", "A number: how many images m.")
def images(answer) -> None:
    got, right = number(answer, "m"), 8 * 0.014 * 0.986 / 0.0015**2
    said = f"It is not {got:,.0f}. Which standard error has a difference of two shares?"
    once = "That many make the difference once its standard error; it should be twice."
    two = "The difference of two errors has twice the variance of one."
    judge(got, right, said, (once, 0.25 * right), (two, 0.5 * right), rel=0.03)


@exercise("ex-c10-layers", "A function of L and lam: the factor of thresholds, and that of steps.")
def layers(answer) -> None:
    for L, lam in ((1, 2.0), (2, 3.0), (3, 2.0), (4, 0.5)):
        at = f"L = {L} and lambda = {lam:g}"
        thresholds, steps = parts(ask(answer, L, lam, what=at), "thresholds, steps")
        got = number(thresholds, "the factor of thresholds")
        judge(got, lam**L, f"With {at} the scores are not multiplied by {got:g}.")
        got = number(steps, "the factor of steps")
        hint = "The other way round: larger gradients want smaller steps."
        said = f"With {at} the steps should not be multiplied by {got:g}."
        judge(got, lam ** (2 - L), said, (hint, lam ** (L - 2)))


def updates(first: float, second: float, beta: float, step: float) -> int:
    """Count the updates of the smallest network with an output bias."""
    b, t = 0.0, 0
    while second * max(0.0, first) + b <= beta and t < 10_000:
        first, second = first + step * second, second + step * first
        b, t = b + step, t + 1
    return t


@exercise("ex-c10-break", "A triple: the first weights w1 and w2, both positive, and beta.")
def scaled(answer) -> None:
    w1, w2, beta = (number(v, "each of the three") for v in parts(answer, "w1, w2, beta"))
    if min(w1, w2) <= 0 or beta < 0:
        raise Wrong("w1 and w2 should be positive, and beta not negative.")
    plain, twice = updates(w1, w2, beta, 0.25), updates(2 * w1, 2 * w2, 4 * beta, 0.25)
    if plain == twice:
        raise Wrong(f"With steps of 1/4 both runs take {plain} updates.")


@exercise("ex-c10-design", "A number: how many seeds, each for both schedules.")
def design(answer) -> None:
    got = number(answer, "the number of seeds")
    if 10 <= got <= 12:
        raise Wrong("With so few the power is about one half.")
    if 40 <= got <= 46:
        raise Wrong("That is the number of networks; a pair of them shares its seed.")
    if not 20 <= got <= 23:
        raise Wrong(f"It is not {got:g}. Both errors of a test enter, as 1.96 and 0.84.")
