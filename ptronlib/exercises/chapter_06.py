"""Chapter 6: counts of labelings."""

from itertools import product

import numpy as np

from ..counting import cover_count, enumerate_dichotomies, separable_fraction, uniform_error
from ..geometry.separability import Separator, separable
from ._checking import *


@exercise("ex-c6-three", "6.1", "A pair of counts: for the first three points, and for the others.")
def three(answer) -> None:
    first, second = (number(v, "the count") for v in parts(answer, "first, second"))
    alike = "The first two points always have the same label: count as if they were one."
    judge(first, 4, "For the first three points", alike)
    judge(second, 6, "For the other three", "A labeling and its opposite are two.")


@exercise("ex-c6-small", "6.2", "A pair: how many labelings lines produce, and how many circles.")
def small(answer) -> None:
    lines, circles = parts(answer, "lines, circles")
    for name, got, weights in (("lines", lines, 3), ("circles", circles, 4)):
        got, right = number(got, f"the number for {name}"), cover_count(5, weights)
        half = "Do you count a labeling and its opposite as one?", right / 2
        hint = "How many weights does the family have? The bias is one of them."
        judge(got, right, f"For {name}", hint, half)


@exercise("ex-c6-weights", "6.3", "A number: how many weights.")
def weights(answer) -> None:
    N = number(answer)
    refuse(not (N >= 1 and round(N) == N), f"It should be a whole number of weights; got {N:g}.")
    if (share := separable_fraction(1000, int(N))) < 0.99:
        raise Wrong(f"With {N:g} weights the probability is {share:.4f}.")
    if separable_fraction(1000, int(N) - 1) >= 0.99:
        raise Wrong(f"{N:g} weights are enough, but so are {N - 1:g}.")


@exercise("ex-c6-shatter", "6.4", "An array with the four points as rows.")
def shatter(answer) -> None:
    X = numbers(answer, "an array of four points")
    refuse(X.shape[:1] != (4,) or X.ndim != 2, f"There should be four points; got shape {X.shape}.")
    if (longest := float(np.linalg.norm(X, axis=1).max())) > 1 + 1e-9:
        raise Wrong(f"The longest of your points has norm {longest:.3g}.")
    for y in product((-1.0, 1.0), repeat=4):
        found = separable(X, np.array(y), intercept=False)
        margin = found.margin if isinstance(found, Separator) else 0.0
        if margin < 0.5 - 1e-9:
            signs = ", ".join(f"{v:+g}" for v in y)
            raise Wrong(f"For the labels {signs} the best margin is {margin:.3g}.")


@exercise("ex-c6-wendel", "6.5", "A pair of probabilities: 4 points on a circle, and on a sphere.")
def wendel(answer) -> None:
    on_circle, on_sphere = parts(answer, "circle, sphere")
    for name, got, N in (("circle", on_circle, 2), ("sphere", on_sphere, 3)):
        got, right = number(got, f"the probability for the {name}"), float(separable_fraction(4, N))
        other = "That is the probability that they surround the centre.", 1 - right
        judge(got, right, f"For the {name}", "In which dimension does it lie?", other)


@exercise("ex-c6-circle", "6.6", "A pair of counts: 10 points on a circle; 9 of them and 1 off it.")
def circle(answer) -> None:
    on, off = (number(value, "the count") for value in parts(answer, "on the circle, one off it"))
    hint = "This is no general position: which two features agree on a circle?"
    judge(on, cover_count(10, 5), "On the circle", hint)
    hint = "The point off the circle is independent of the others: what is C(X / x)?"
    judge(off, 2 * cover_count(9, 5), "With one point off", hint)


@exercise("ex-c6-threshold", "6.8", "A pair: how many labelings of five numbers; the VC dimension.")
def threshold(answer) -> None:
    many, dimension = (number(v, "each entry") for v in parts(answer, "labelings, VC dimension"))
    one_way = "Those are the places of the threshold; each of them has two answers.", 6
    twice = "The two outermost places give the same two labelings: all +1, and all -1.", 12
    half = "Do you count a labeling and its opposite as one?", 5
    hint = "Write the machine as a perceptron with a bias, so with two weights."
    judge(many, cover_count(5, 2), "For the labelings", hint, one_way, twice, half)
    single = "Two different numbers can be given all four labelings.", 1
    three = "Can the middle one of three numbers have a label of its own?", 3
    judge(dimension, 2, "For the dimension", "It is the number of weights.", single, three)


@exercise("ex-c6-tosses", "6.9", "A pair of probabilities, to two digits or as fractions.")
def tosses(answer) -> None:
    for P, N, got in zip((6, 7), (3, 4), parts(answer, "in 3-space, in 4-space"), strict=True):
        got, right = number(got, "each probability"), float(separable_fraction(P, N))
        refuse(not 0 <= got <= 1, f"A probability lies between 0 and 1; got {got:g}.")
        heads = f"At most {N - 1} heads in {P - 1} tosses: did you take {P} tosses?"
        slip = heads, float(separable_fraction(P + 1, N))
        more = f"At most {N - 1} heads, not {N}.", float(separable_fraction(P, N + 1))
        hint = "It is the probability of at most N - 1 heads in P - 1 tosses."
        judge(got, right, f"For {P} points", hint, slip, more, rel=0.02)


@exercise(
    "ex-c6-turn", "6.10", "A function of an array of points of the plane that returns a count."
)
def turn(answer) -> None:
    slips = {
        "The points lie in general position": [[2, 1], [0, 1], [-1, 2]],
        "Points that are multiples of each other change their labels together": [[1, 2], [2, 4]],
        "Opposite points change their labels together": [[1, 2], [-3, -6], [0, 1]],
        "The axes are lines like others": [[0, 3], [0, -2], [5, 0], [-4, 0], [1, 1]],
        "No w gives the zero vector a sign": [[1, 2], [0, 0]],
    }
    rng = np.random.default_rng(6)
    for k in range(8):
        drawn = rng.integers(1, 4, (6, 2)) * rng.choice([-1, 1], 2)
        slips[f"In the random case {k + 1}"] = drawn.tolist()
    for hint, points in slips.items():
        X = np.array(points)
        right = len(enumerate_dichotomies(X)) if X.any(axis=1).all() else 0
        got = number(ask(answer, X, what=f"{len(X)} points"), "the count")
        shown = ", ".join(f"({a}, {b})" for a, b in X.tolist())
        refuse(got != right, f"For {shown} your function returns {got:g}, not {right}. {hint}.")


@exercise("ex-c6-positive", "6.11", "A number: how many dichotomies.")
def positive(answer) -> None:
    any_sign = "With weights of either sign it would be 6; here w turns by a quarter only.", 6
    tie = "At w = (1, 0) the second point has a tie: that is no dichotomy.", 3
    hint = "Let w turn from (1, 0) to (0, 1): which labels change on the way?"
    judge(number(answer), 2, "With such weights", hint, any_sign, tie)


@exercise("ex-c6-rows", "6.12", "A number: how many examples, within one percent.")
def rows(answer) -> None:
    n = number(answer)
    refuse(not n >= 1, f"It should be a number of examples; got {n:g}.")
    hint = "Call uniform_error(n, 10, 0.05) for some n, and halve the interval again and again."
    promised = uniform_error(round(n), 10, 0.05)
    said = f"With {n:,.0f} examples the promise is {promised:.4f}. {hint}"
    refuse(promised > 0.101 or promised < 0.099, said)
