"""Chapter 1: runs, margins, certificates, lifts, kernels."""

import numpy as np

from .. import bounds, samples
from ..core.perceptron import perceptron
from ..geometry import max_margin, radius
from ..learning.compression import kernel_perceptron
from ._checking import *

THREE_POINTS = np.array([[-1.0, 2], [-1, 0], [-2, 1]]), np.array([1.0, -1, -1])
BALANCED = np.array([[1.0, 2], [1, -1], [-2, 0]])


@exercise("ex-hand", "1.1", "A pair: the list of mistakes, and the final weights.")
def by_hand(answer) -> None:
    run, (mistakes, w) = perceptron(*THREE_POINTS), parts(answer, "mistakes, w")
    w = numbers(w, "two numbers", (2,), "the weights")
    hint = "After an update go on to the next example, not back to the first; a tie is a mistake."
    listed(mistakes, run.mistakes, "Your list", hint)
    said = "The mistakes are right. Add the signed examples, not the examples: they do not add up"
    refuse((w != run.w).any(), f"{said} to {w}.")


@exercise("ex-margins", "1.2", "A triple: the final margin, the best one, the bound; two digits.")
def three_numbers(answer) -> None:
    own, best, most = (number(v, "each entry") for v in parts(answer, "margin, best margin, bound"))
    run, right = perceptron(*THREE_POINTS), max_margin(*THREE_POINTS).margin
    undivided = "That is the smallest score; divide it by the length of w.", 1.0
    squared = "Divide by the length of w, not by its square.", 1 / 13
    judge(own, run.margin, "For the margin", "Two digits are enough.", undivided, squared, rel=2e-2)
    hint = "No direction reaches it." if best > right else "Some w reaches more."
    judge(best, right, "For the best margin", hint, rel=2e-2)
    root = "It is (R / eps)^2, not R / eps.", 10**0.5
    last = "That is the bound for your final weights; the best margin gives a better one.", 65.0
    judge(most, 10.0, "For the bound", "It is (R / eps)^2.", root, last, rel=2e-2)


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


@exercise("ex-ball", "1.7", "A number: the best margin, to two digits.")
def ball(answer) -> None:
    X, y = np.array([[0.0, 0], [2, 0], [1, 0]]), np.array([1.0, 1, -1])
    right, got = max_margin(samples.quadratic_lift(X), y).margin, number(answer)
    hint = "No weights reach it; did you divide by their length?"
    judge(got, right, "", hint if got > right else "Some weights reach more.", rel=2e-2)


@exercise("ex-kernel", "1.8", "A function of K and y that returns the list of mistakes.")
def kernel(answer) -> None:
    small = np.array([[2.0, 1], [0, 1], [-1, 2]]), np.array([1.0, -1, -1])
    drawn = samples.linear(20, 3, 0.1, np.random.default_rng(7))
    for X, y in (small, (np.eye(4), np.ones(4)), (drawn.X, drawn.y)):
        K, at = X @ X.T, f"{len(y)} examples"
        got, hint = ask(answer, K, y, what=at), "At w = 0 every score is 0, and a tie is a mistake."
        right = kernel_perceptron(K, y).mistakes
        if isinstance(got, list) and got == _restarted(K, y):
            hint = "After an update go on to the next example, not back to the first."
        elif len(got) if isinstance(got, list) else 0:
            hint = "The score of example j gains y_j y_i K_ji: did you use both labels?"
        listed(got, right, f"On {at} your list", hint)


def _restarted(K, y) -> list[int]:
    """Return the mistakes of a run that goes back to the first example after each."""
    mistakes: list[int] = []
    scores = np.zeros(len(y))
    while (scores <= 0).any() and len(mistakes) < 1000:
        i = int(np.argmax(scores <= 0))
        mistakes.append(i)
        scores += y * K[i] * y[i]
    return mistakes


@exercise("ex-balance", "1.9", "Three numbers: the coefficients, to two digits.")
def balance(answer) -> None:
    found = numbers(answer, "three numbers", (3,), "the coefficients")
    refuse(
        (found < 0).any(), f"Coefficients of a convex combination are not negative; got {found}."
    )
    total = found.sum()
    refuse(total == 0, "Not all the coefficients can be zero, because their sum must be 1.")
    left = np.round(found @ BALANCED / total, 3) + 0.0
    at = f"({left[0]:g}, {left[1]:g})"
    off = np.abs(found / total - np.array([2, 4, 3]) / 9).max()
    refuse(off > 0.01, f"With these, scaled to the sum 1, the combination is {at}, not 0.")
    said = f"It is zero, but the coefficients add up to {total:g}: divide by it."
    refuse(abs(total - 1) > 0.02, said)


@exercise("ex-backward", "1.10", "A pair: the bound on the best margin; how many more mistakes.")
def backward(answer) -> None:
    bound, more = (number(v, "each entry") for v in parts(answer, "bound, more mistakes"))
    squared = "That is R^2 / T; the margin is at most its root.", 0.25
    inverse = "It is R over the root of T, not the root of T over R.", 2.0
    judge(bound, 0.5, "For the margin", "Solve T = (R / eps)^2.", squared, inverse, rel=1e-2)
    whole = "That is the number of all mistakes; 400 of them are made.", 10_000.0
    root = "That many mistakes prove a margin of 1 only: square R / eps.", 100.0
    hint = "How large must T be for R / sqrt(T) <= 1/10?"
    judge(more, 9600.0, "For the mistakes", hint, whole, root, rel=1e-2)


@exercise("ex-always", "1.11", "A pair: X and y, a sample.")
def always(answer) -> None:
    X, y = sample(answer)
    scores = (y[:, None] * X) @ (y @ X)
    said = "The sum of your signed examples separates them, so in the end this machine is right."
    refuse((scores > 0).all(), said)


@exercise("ex-passes", "1.12", "A function of X and y that returns a list of counts.")
def passes(answer) -> None:
    small = np.array([[2.0, 1], [0, 1], [-1, 2]]), np.array([1.0, -1, -1])
    drawn = samples.linear(40, 3, 0.05, np.random.default_rng(1))
    for X, y in (small, THREE_POINTS, (drawn.X, drawn.y)):
        run, at = perceptron(X, y), f"On {len(y)} examples your list"
        starts = np.flatnonzero(np.diff(run.mistakes) <= 0) + 1
        right = [len(part) for part in np.split(run.mistakes, starts)] + [0]
        got = ask(answer, X, y, what=f"{len(y)} examples")
        try:
            got = [int(count) for count in got]
        except (TypeError, ValueError):
            raise Wrong(f"{at} should be one of counts; got {got!r:.60}.") from None
        refuse(got != right, f"{at} begins {got[:4]}. {_slip(got, right)}")


def _slip(got: list[int], right: list[int]) -> str:
    """Return the hint for the slip that leads to a wrong list of counts."""
    if got == right[:-1]:
        return "The pass without a mistake counts as well: the last number is 0."
    if got[:1] != right[:1]:
        return "The first is wrong already. At w = 0 every score is 0, and a tie is a mistake."
    if len(got) == 1:
        return "Go on until a whole pass finds no mistake."
    return "Keep the weights from one pass to the next."


@exercise("ex-three-bounds", "1.13", "A triple: the bound for c = 1, for c = R, after centering.")
def three_bounds(answer) -> None:
    names = "c = 1, c = R, after centering"
    one, same, centered = (number(v, "each entry") for v in parts(answer, names))
    unlifted = "That is R^2 / gamma^2, which is no bound after a lift.", 144.0
    long = "Multiply by 1 + b^2 / c^2, not by b^2 / c^2.", 145.0 * 121
    judge(one, 17_690.0, "For c = 1", "R is 12, b is -11 and gamma is 1.", unlifted, long)
    upper = "That is 4 R^2 / gamma^2; with b = -11 the theorem gives less.", 576.0
    judge(same, 530.0, "For c = R", "Put c = 12 into both factors.", upper, unlifted)
    kept = "After the shift R is 2.", 145.0
    judge(centered, 5.0, "After centering", "The points are -2, -1 and 1, and b is 0.", kept)
