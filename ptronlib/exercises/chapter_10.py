"""Chapter 10: a network and its statistics."""

import numpy as np

from ._checking import *


@exercise("ex-c10-images", "10.1", "A number: how many images m.")
def images(answer) -> None:
    got, right = number(answer, "m"), 8 * 0.014 * 0.986 / 0.0015**2
    once = "That many make the difference once its standard error; it should be twice."
    two = "The difference of two errors has twice the variance of one."
    judge(got, right, "", two, (once, 0.25 * right), rel=0.03)


@exercise("ex-c10-layers", "10.2", "A function of L, lam: the factors of thresholds and of steps.")
def layers(answer) -> None:
    for L, lam in ((1, 2.0), (2, 3.0), (3, 2.0), (4, 0.5)):
        at = f"L = {L} and lambda = {lam:g}"
        thresholds, steps = parts(ask(answer, L, lam, what=at), "thresholds, steps")
        got = number(thresholds, "the factor of thresholds")
        judge(got, lam**L, f"For the thresholds with {at}", "By what are scores multiplied?")
        got = number(steps, "the factor of steps")
        hint = "Larger gradients want smaller steps, not the other way around."
        judge(got, lam ** (2 - L), f"For the steps with {at}", hint)


def updates(first: float, second: float, beta: float, step: float) -> int:
    """Count the updates of the smallest network with an output bias."""
    b, t = 0.0, 0
    while second * max(0.0, first) + b <= beta and t < 10_000:
        first, second = first + step * second, second + step * first
        b, t = b + step, t + 1
    return t


@exercise("ex-c10-break", "10.5", "A triple: the first weights w1 and w2, both positive, and beta.")
def scaled(answer) -> None:
    w1, w2, beta = (number(v, "each of the three") for v in parts(answer, "w1, w2, beta"))
    refuse(min(w1, w2) <= 0 or beta < 0, "w1 and w2 should be positive, and beta not negative.")
    plain, twice = updates(w1, w2, beta, 0.25), updates(2 * w1, 2 * w2, 4 * beta, 0.25)
    refuse(plain == twice, f"With steps of 1/4 both runs take {plain} updates.")


@exercise("ex-c10-design", "10.6", "A number: how many seeds, each for both schedules.")
def design(answer) -> None:
    got = number(answer, "the number of seeds")
    half = "With so few the power is about one half.", 10.5
    twice = "That is the number of networks; a pair of them shares its seed.", 43.0
    judge(got, 21.5, "", "Both errors of a test enter, as 1.96 and 0.84.", half, twice, rel=0.075)


@exercise("ex-c10-final", "10.7", "A number: the threshold, to one percent.")
def final(answer) -> None:
    got, right = number(answer, "the threshold"), (1 - 0.1 * 0.0005) ** -200_000.0
    root = "That is by how much the weights would have grown; scores are of degree two."
    both = "The share that an update takes away is the step times the weight decay."
    judge(got, right, "", both, (root, right**0.5), (both, (1 - 0.0005) ** -200_000.0), rel=0.02)


@exercise("ex-c10-same", "10.8", "A number: your threshold.")
def same(answer) -> None:
    hint = "Multiply weights by lambda and thresholds by lambda squared: which run is which?"
    turned = "The other way around: yours are the smaller weights.", 9.0
    degree = "Weights enter the score once in each layer.", 1 / 3
    judge(number(answer, "the threshold"), 1 / 9, "", hint, turned, degree, rel=0.02)


@exercise(
    "ex-c10-line", "10.9", "A triple of booleans: whether the theorem holds for (a), (b) and (c)."
)
def line(answer) -> None:
    hints = (
        "In (a) the zeros are the same in both runs: by what are scores multiplied?",
        "In (b) one part of the score is multiplied by lambda squared. And the other?",
        "In (c) try one hidden value at twice the weights.",
    )
    given = [bool(number(v, "each of the three")) for v in parts(answer, "a, b, c")]
    for got, right, hint in zip(given, (True, False, False), hints, strict=True):
        refuse(got != right, hint)


@exercise("ex-c10-code", "10.10", "A function of a list of steps and of kappa: the threshold.")
def code(answer) -> None:
    for steps, kappa in (([0.5], 0.1), ([0.2, 0.1, 0.05], 0.5), (np.linspace(0.1, 0, 500), 0.02)):
        at = f"{len(steps)} steps from {steps[0]:g} on and kappa = {kappa:g}"
        right = float(np.prod((1 - kappa * np.asarray(steps)) ** -2.0))
        got = number(ask(answer, np.array(steps), kappa, what=at), "the threshold")
        root = "That is the growth of the weights; scores are of degree two.", right**0.5
        less = "A share that is taken away each time: the weights shrink, the threshold grows."
        judge(got, right, f"For {at}", "", root, (less, 1 / right), rel=1e-3)
