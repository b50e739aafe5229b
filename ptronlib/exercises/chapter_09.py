"""Chapter 9: walls and games."""

import numpy as np

from ..geometry.separation import separate_hulls
from ._checking import *


@exercise("ex-c9-hand", "9.1", "A pair (w, b): the normal, two numbers, and the height b.")
def by_hand(answer) -> None:
    w, b = parts(answer, "w, b")
    w = numbers(w, "two numbers", (2,), "the normal").tolist()
    if w != [2, -5]:
        hint = (
            "Add points of K and not, the other way round, of L; a tie with the threshold counts."
        )
        raise Wrong(f"The walk does not end at w = ({w[0]:g}, {w[1]:g}). {hint}")
    said = "What are the smallest w . p on K and the w . q on L?"
    judge(number(b, "b"), 4.5, said, ("That is where the wall stands; what must be added?", -4.5))


@exercise("ex-c9-morra", "9.2", "A pair: the probability of one finger, and the value.")
def morra(answer) -> None:
    p, value = (number(v, "each of the two") for v in parts(answer, "p, value"))
    said = f"With p = {p:g}, what is gained against one finger, and against two?"
    judge(p, 7 / 12, said, ("That is the probability of two fingers.", 5 / 12), rel=1e-3)
    said = f"The value is not {value:g}: what is gained against either column?"
    judge(value, -1 / 12, said, ("Who pays whom?", 1 / 12), rel=1e-2)


@exercise("ex-c9-zero", "9.3", "A function of delta: the gap divided by the distance.")
def zero(answer) -> None:
    for delta, got, at in values(answer, "delta = {}", [(0.5,), (0.1,), (0.02,)], "the part"):
        distance = np.sqrt((1 + delta) / 2)
        slips = (
            ("That is the gap itself. How far is the segment from the origin?", delta),
            ("Half of the gap lies on each side; the whole is asked for.", delta / distance / 2),
            ("The ends are at distance 1, but the segment is nearer.", delta / 2),
            ("The other way round: the gap is the smaller one.", distance / delta),
        )
        judge(got, delta / distance, f"For {at} it is not {got:g}.", *slips)


@exercise("ex-c9-best", "9.4", "A function of n: the value of the game on the n unit vectors.")
def best(answer) -> None:
    for n, got, at in values(answer, "n = {}", [(1,), (4,), (9,), (100,)], "the value"):
        said = f"For {at} it is not {got:g}. What is the mean of the unit vectors?"
        square = "That is the square of it: how long is the mean of the unit vectors?"
        judge(got, n**-0.5, said, (square, 1 / n))


@exercise("ex-c9-price", "9.5", "A function of c: the exponent p.")
def price(answer) -> None:
    for c, got, at in values(answer, "c = {}", [(1.5,), (1.1,), (1.01,)], "p"):
        slips = (
            ("The factor tends to 2 / alpha, not to alpha.", 2 / (2 - c)),
            ("That is half of it.", c / (c - 1) / 2),
        )
        said = f"For {at} it is not {got:g}. Which alpha has the factor c?"
        judge(got, c / (c - 1), said, *slips)


@exercise("ex-c9-weights", "9.7", "A function of n, T and S: the best rate eta.")
def rate(answer) -> None:
    cases = [(2, 100, 1.0), (50, 1000, 2.0), (200, 3000, 0.5)]
    for n, T, S, got, at in values(answer, "n = {}, T = {}, S = {}", cases, "eta"):
        eta = np.sqrt(8 * np.log(n) / T) / S
        if not got > 0:
            raise Wrong(f"With {at} the rate cannot be {got:g}.")
        said = f"With {at} your bound is {(got / eta + eta / got) / 2:.4g} times the smallest one."
        judge(got, eta, said, ("Measure the rate in units of 1 / S.", eta * S))


@exercise(
    "ex-c9-break", "9.8", "A body: dimension 2, and a support method that lies and is caught."
)
def liar(answer) -> None:
    wall = [[3.0, -1.0], [3.0, 1.0], [4.0, -1.0], [4.0, 1.0]]
    try:
        honest = separate_hulls(answer, wall, 0.1).verify(answer, wall)
    except Exception as error:  # whatever a student's code may do
        if "farthest in the direction" in str(error):
            return
        raise Wrong(f"Your body raised {type(error).__name__}: {error}") from None
    more = " They are even those of a body." if honest else ""
    raise Wrong(f"Nothing was noticed: your answers agree with each other.{more}")
