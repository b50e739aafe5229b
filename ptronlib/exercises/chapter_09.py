"""Chapter 9: walls and games."""

import numpy as np

from ..geometry import separate_hulls
from ._checking import *


@exercise("ex-c9-hand", "9.1", "A pair (w, b): the normal, two numbers, and the height b.")
def by_hand(answer) -> None:
    w, b = parts(answer, "w, b")
    w = numbers(w, "two numbers", (2,), "the normal").tolist()
    if w != [2, -5]:
        hint = "K adds and L takes away, not the other way round; a tie with the threshold counts."
        raise Wrong(f"The walk does not end at w = ({w[0]:g}, {w[1]:g}). {hint}")
    slip = "That is where the wall stands; what must be added?", -4.5
    hint = "What are the smallest w . p on K and the w . q on L?"
    judge(number(b, "b"), 4.5, "For b", hint, slip)


@exercise("ex-c9-morra", "9.2", "A pair: the probability of one finger, and the value.")
def morra(answer) -> None:
    p, value = (number(v, "each of the two") for v in parts(answer, "p, value"))
    slip, hint = ("That is the probability of two fingers.", 5 / 12), "What is gained against each?"
    judge(p, 7 / 12, "For p", hint, slip, rel=1e-3)
    judge(value, -1 / 12, "For the value", hint, ("Who pays whom?", 1 / 12), rel=1e-2)


@exercise("ex-c9-zero", "9.3", "A function of delta: the gap divided by the distance.")
def zero(answer) -> None:
    for delta, got, at in values(answer, "delta = {}", [(0.5,), (0.1,), (0.02,)], "the part"):
        right = delta / np.sqrt((1 + delta) / 2)
        slip = "Half of the gap lies on each side; the whole is asked for.", right / 2
        hint = "The gap is delta; divide it by the distance of the segment, not of its ends."
        judge(got, right, at, hint, slip)


@exercise("ex-c9-best", "9.4", "A function of n: the value of the game on the n unit vectors.")
def best(answer) -> None:
    for n, got, at in values(answer, "n = {}", [(1,), (4,), (9,), (100,)], "the value"):
        square = "That is the square of it.", 1 / n
        judge(got, n**-0.5, at, "How long is the mean of the unit vectors?", square)


@exercise("ex-c9-price", "9.5", "A function of c: the exponent p.")
def price(answer) -> None:
    for c, got, at in values(answer, "c = {}", [(1.5,), (1.1,), (1.01,)], "p"):
        half = "That is half of it.", c / (c - 1) / 2
        hint = "Which alpha has the factor c? The factor tends to 2 / alpha, not to alpha."
        judge(got, c / (c - 1), at, hint, half)


@exercise("ex-c9-weights", "9.7", "A function of n, T and S: the best rate eta.")
def rate(answer) -> None:
    cases = [(2, 100, 1.0), (50, 1000, 2.0), (200, 3000, 0.5)]
    for n, T, S, got, at in values(answer, "n = {}, T = {}, S = {}", cases, "eta"):
        eta = np.sqrt(8 * np.log(n) / T) / S
        times = (got / eta + eta / got) / 2 if got > 0 else np.inf
        hint = f"Your bound is {times:.4g} times the smallest one."
        judge(got, eta, at, hint, ("Measure the rate in units of 1 / S.", eta * S))


@exercise("ex-c9-break", "9.8", "A body: dimension 2, and a support that lies and is caught.")
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
