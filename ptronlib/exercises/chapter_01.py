"""Chapter 1: runs, margins, lifts, kernels."""

import numpy as np

from .. import bounds, samples
from ..core.perceptron import perceptron
from ..geometry import max_margin, radius
from ..learning.compression import kernel_perceptron
from ._checking import *

THREE_POINTS = np.array([[-1.0, 2], [-1, 0], [-2, 1]]), np.array([1.0, -1, -1])


@exercise("ex-hand", "1.1", "A pair: the list of mistakes, and the final weights.")
def by_hand(answer) -> None:
    run, (mistakes, w) = perceptron(*THREE_POINTS), parts(answer, "mistakes, w")
    w = numbers(w, "two numbers", (2,), "the weights")
    hint = "After an update go on to the next example, not back to the first; a tie is a mistake."
    listed(mistakes, run.mistakes, "Your list", hint)
    said = "The mistakes are right. Add the signed examples, not the examples: they do not add up"
    refuse((w != run.w).any(), f"{said} to {w}.")


@exercise("ex-margins", "1.2", "A triple: the margin of the final weights, the best, the bound.")
def three_numbers(answer) -> None:
    own, best, most = (number(v, "each entry") for v in parts(answer, "margin, best margin, bound"))
    run, right = perceptron(*THREE_POINTS), max_margin(*THREE_POINTS).margin
    undivided = "That is the smallest score; divide it by the length of w.", 1.0
    judge(own, run.margin, "For the margin", "", undivided, rel=5e-3)
    hint = "No direction reaches it." if best > right else "Some w reaches more."
    judge(best, right, "For the best margin", hint, rel=5e-3)
    judge(most, 10.0, "For the bound", "It is the square of that ratio, R^2 / eps^2.", rel=5e-3)


@exercise("ex-tight", "1.4", "A function of d that returns the sample (X, y).")
def tight(answer) -> None:
    for d in (1, 2, 5):
        X, y = sample(ask(answer, d, what=f"d = {d}"))
        bound = (radius(X) / max_margin(X, y).margin) ** 2
        refuse(not close(bound, d), f"For d = {d} your sample has R^2 / eps^2 = {bound:.4g}.")
        run = perceptron(X, y)
        refuse(run.n_updates != d, f"For d = {d} there are only {run.n_updates} mistakes.")


@exercise("ex-million", "1.5", "A function of an even M: the number of mistakes.")
def million(answer) -> None:
    for M, got, at in values(answer, "M = {}", [(2,), (10,), (1000,)], "the count"):
        naive = "That is R^2 / gamma^2; the chapter shows that it is no bound.", (M + 1) ** 2
        more = "That is the bound; the run makes fewer.", ((M + 1) ** 2 + 1) * (1 + M**2)
        judge(got, 2 * M**2 + 2, at, "Count the mistakes of the run.", naive, more)


@exercise("ex-best-lift", "1.6", "A function of R and b that returns the best constant c.")
def best_lift(answer) -> None:
    cases = [(1.0, 0.25), (3.0, -2.0), (1001.0, -1000.0)]
    name = "the constant (b may be negative, c may not)"
    for R, b, c, at in values(answer, "R = {:g} and b = {:g}", cases, name):
        refuse(not c > 0, f"{at} c must be positive; got {c:g}.")
        ratio = bounds.updates_affine(R, 1.0, bias=abs(b), scale=c) / (R + abs(b)) ** 2
        more = 100 * (ratio - 1)
        refuse(more > 1e-10, f"{at} your c = {c:g} gives a bound {more:.3g} % above the smallest.")


@exercise("ex-ball", "1.7", "A number: the best margin.")
def ball(answer) -> None:
    X, y = np.array([[0.0, 0], [2, 0], [1, 0]]), np.array([1.0, 1, -1])
    right, got = max_margin(samples.quadratic_lift(X), y).margin, number(answer)
    hint = "No weights reach it; did you divide by their length?"
    judge(got, right, "", hint if got > right else "Some weights reach more.", rel=5e-3)


@exercise("ex-kernel", "1.8", "A function of K and y that returns the list of mistakes.")
def kernel(answer) -> None:
    small = np.array([[2.0, 1], [0, 1], [-1, 2]]), np.array([1.0, -1, -1])
    drawn = samples.linear(20, 3, 0.1, np.random.default_rng(7))
    for X, y in (small, (np.eye(4), np.ones(4)), (drawn.X, drawn.y)):
        K, at = X @ X.T, f"{len(y)} examples"
        got, hint = ask(answer, K, y, what=at), "At w = 0 every score is 0, and a tie is a mistake."
        listed(got, kernel_perceptron(K, y).mistakes, f"On {at} your list", hint)
