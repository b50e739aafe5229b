"""Chapter 10: a network and its statistics."""

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
        hint = "Larger gradients want smaller steps, not the other way round."
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
