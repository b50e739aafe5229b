"""Chapter 1: runs, margins, lifts, kernels."""

import numpy as np

from .. import bounds, samples
from ..core.additive import perceptron
from ..geometry.hyperplane import separable
from ..geometry.margins import max_margin, radius
from ..learning.compression import kernel_perceptron
from ._checking import *

THREE = np.array([[-1.0, 2], [-1, 0], [-2, 1]]), np.array([1.0, -1, -1])


@exercise("ex-hand", "1.1", "A pair: the list of mistakes, and the final weights.")
def by_hand(answer) -> None:
    run, (mistakes, w) = perceptron(*THREE), parts(answer, "mistakes, w")
    got, w = indices(mistakes), numbers(w, "two numbers", (2,), "the weights")
    if got == [0, 1, 2]:
        raise Wrong("Examine example 0 once more: its score is 0 by then, and a tie is a mistake.")
    if got == [0, 1, 1, 2, 0]:
        raise Wrong("After an update go on to the next example, not back to the first.")
    if got != run.mistakes.tolist():
        right = [got[t : t + 1] == [i] for t, i in enumerate(run.mistakes)]
        t = [*right, False].index(False)
        raise Wrong(f"Your list is right for {t} mistakes, and then it is not.")
    if (w == THREE[0][run.mistakes].sum(axis=0)).all():
        raise Wrong("The mistakes are right. Add the signed examples, not the examples.")
    if (w != run.w).any():
        raise Wrong(f"The mistakes are right; their signed examples do not add up to {w}.")


@exercise("ex-margins", "1.2", "A triple: the margin of the final weights, the best, the bound.")
def three_numbers(answer) -> None:
    own, best, most = (number(v, "each entry") for v in parts(answer, "margin, best margin, bound"))
    run, right = perceptron(*THREE), max_margin(*THREE).margin
    undivided = "That is the smallest score; divide it by the length of w.", 1.0
    judge(own, run.margin, f"The margin of w is not {own:g}.", undivided, rel=5e-3)
    said = f"No direction reaches {best:g}." if best > right else f"Some w reaches over {best:g}."
    judge(best, right, said, rel=5e-3)
    unsquared = "The bound is the square of that ratio.", float(np.sqrt(10))
    judge(most, 10.0, f"The bound R^2 / eps^2 is not {most:g}.", unsquared, rel=5e-3)


@exercise("ex-tight", "1.4", "A function of d that returns the sample (X, y).")
def tight(answer) -> None:
    for d in (1, 2, 5):
        X, y = sample(ask(answer, d, what=f"d = {d}"))
        if not separable(X, y, intercept=False):
            raise Wrong(f"For d = {d} no w separates your sample, so the run would never end.")
        bound = (radius(X) / max_margin(X, y).margin) ** 2
        if not close(bound, d):
            raise Wrong(f"For d = {d} your sample has R^2 / eps^2 = {bound:.4g}.")
        with telling(f"For d = {d}: "):
            run = perceptron(X, y)
        if run.n_updates != d:
            raise Wrong(f"For d = {d} the bound is {d}, but there are {run.n_updates} mistakes.")


@exercise("ex-million", "1.5", "A function of an even M: the number of mistakes.")
def million(answer) -> None:
    for M, got, at in values(answer, "M = {}", [(2,), (10,), (1000,)], "the count"):
        before, after = (M + 1) ** 2, ((M + 1) ** 2 + 1) * (1 + M**2)
        naive = f"That is R^2 / gamma^2 for {at}; the chapter shows that it is no bound.", before
        bound = f"That is the bound for {at}. The run makes fewer mistakes; count them.", after
        judge(got, 2 * M**2 + 2, f"For {at} there are not {got:g} mistakes.", naive, bound)


@exercise("ex-best-lift", "1.6", "A function of R and b that returns the best constant c.")
def best_lift(answer) -> None:
    for R, b in ((1.0, 0.25), (3.0, -2.0), (1001.0, -1000.0)):
        at = f"R = {R:g} and b = {b:g}"
        with np.errstate(invalid="ignore"):
            value = ask(answer, R, b, what=at)
        if b < 0 and (np.isnan(value) if isinstance(value, float) else isinstance(value, complex)):
            raise Wrong(f"For {at} your c is not a real number; b may be negative, c may not.")
        c = number(value, "the constant")
        if not c > 0:
            raise Wrong(f"c must be positive; got {c:g} for {at}.")
        ratio = bounds.updates_affine(R, 1.0, bias=abs(b), scale=c) / (R + abs(b)) ** 2
        if ratio > 1 + 1e-12:
            shown = f"{ratio:.3g} times" if ratio > 1.005 else f"{ratio - 1:.1e} above"
            raise Wrong(f"For {at} your c = {c:g} gives a bound {shown} the smallest.")


@exercise("ex-ball", "1.7", "A number: the best margin.")
def ball(answer) -> None:
    X, y = np.array([[0.0, 0], [2, 0], [1, 0]]), np.array([1.0, 1, -1])
    right, got = max_margin(samples.quadratic_lift(X), y).margin, number(answer)
    said = f"No weights reach a margin of {got:g}; did you divide by their length?"
    judge(got, right, said if got > right else f"Some weights reach more than {got:g}.", rel=5e-3)


@exercise("ex-kernel", "1.8", "A function of K and y that returns the list of mistakes.")
def kernel(answer) -> None:
    drawn = samples.linear(20, 3, 0.1, np.random.default_rng(7))
    for X, y in (
        (np.array([[2.0, 1], [0, 1], [-1, 2]]), np.array([1.0, -1, -1])),
        (np.eye(4), np.ones(4)),
        (drawn.X, drawn.y),
    ):
        right, n = kernel_perceptron(X @ X.T, y).mistakes.tolist(), len(y)
        got = indices(ask(answer, X @ X.T, y, what=f"{n} examples"))
        if not got:
            raise Wrong("Your list is empty; at w = 0 every score is 0, and a tie is a mistake.")
        t = next((t for t, (a, b) in enumerate(zip(right, got, strict=False)) if a != b), None)
        if t is not None:
            said = f"agrees for {t} mistakes and then has {got[t]}, which is not the next one"
            raise Wrong(f"On {n} examples your list {said} in cyclic order.")
        if len(got) != len(right):
            said = f"there are {len(right)} mistakes; your list has {len(got)}."
            raise Wrong(f"On {n} examples {said}")
