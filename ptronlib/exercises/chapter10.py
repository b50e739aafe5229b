"""Chapter 10: how many images, how many seeds, and what a scaled start asks for."""

from __future__ import annotations

from ._checking import Wrong, ask, close, exercise, number, pair


@exercise("ex-c10-images", "A number: how many images m.")
def images(answer) -> None:
    got, right = number(answer, "m"), 8 * 0.014 * 0.986 / 0.0015**2
    if close(got, right, 0.03):
        return
    for factor, hint in ((0.25, "once its standard error; it should be twice"), (0.5, "")):
        if close(got, factor * right, 0.03):
            raise Wrong(
                f"That many make the difference {hint}."
                if hint
                else "The difference of two errors has twice the variance of one."
            )
    raise Wrong(f"It is not {got:,.0f}. Which standard error has a difference of two shares?")


@exercise("ex-c10-layers", "A function of L and lam: the factor of thresholds, and that of steps.")
def layers(answer) -> None:
    for L, lam in ((1, 2.0), (2, 3.0), (3, 2.0), (4, 0.5)):
        what = f"L = {L} and lambda = {lam:g}"
        thresholds, steps = pair(ask(answer, L, lam, what=what), "thresholds, steps")
        if not close(number(thresholds, "the factor of thresholds"), lam**L):
            raise Wrong(f"With {what} the scores are not multiplied by {thresholds:g}.")
        if close(number(steps, "the factor of steps"), lam ** (2 - L)):
            continue
        if close(steps, lam ** (L - 2)):
            raise Wrong("The other way round: larger gradients want smaller steps.")
        raise Wrong(f"With {what} the steps should not be multiplied by {steps:g}.")


NAMES = ("w1", "w2", "beta")


def updates(first: float, second: float, beta: float, step: float) -> int:
    """Count the updates of the smallest network with an output bias."""
    b, t = 0.0, 0
    while second * max(0.0, first) + b <= beta and t < 10_000:
        first, second = first + step * second, second + step * first
        b, t = b + step, t + 1
    return t


@exercise("ex-c10-break", "A triple: the first weights w1 and w2, both positive, and beta.")
def scaled(answer) -> None:
    if not isinstance(answer, tuple | list) or len(answer) != 3:
        raise Wrong(f"The answer should be a triple; got {type(answer).__name__}.")
    w1, w2, beta = (number(v, name) for v, name in zip(answer, NAMES, strict=True))
    if min(w1, w2) <= 0 or beta < 0:
        raise Wrong("w1 and w2 should be positive, and beta not negative.")
    plain, twice = updates(w1, w2, beta, 0.25), updates(2 * w1, 2 * w2, 4 * beta, 0.25)
    if plain == twice:
        raise Wrong(f"With steps of 1/4 both runs take {plain} updates.")


@exercise("ex-c10-design", "A number: how many seeds, each for both schedules.")
def design(answer) -> None:
    got = number(answer, "the number of seeds")
    if 20 <= got <= 23:
        return
    if 10 <= got <= 12:
        raise Wrong("With so few the power is about one half.")
    if 40 <= got <= 46:
        raise Wrong("That is the number of networks; a pair of them shares its seed.")
    raise Wrong(f"It is not {got:g}. Both errors of a test enter, as 1.96 and 0.84.")
