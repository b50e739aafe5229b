"""Chapter 7: compression and leave-one-out."""

import numpy as np

from .. import samples
from ..bounds import consistent_error, stable_error
from ..core.betas import growing
from ..core.perceptron import perceptron
from ..geometry import radius
from ..learning.leave_one_out import leave_one_out_mistakes
from ._checking import *

NAMES = "the density 4 h^3", "a uniform h"


@exercise("ex-c7-missed", "7.1", "A pair of fractions: 6 orthonormal ones twice; one 12 times.")
def missed(answer) -> None:
    vectors, copies = parts(answer, "orthonormal, copies")
    for name, got, right in (("vectors", vectors, 0.5), ("copies", copies, 1 / 12)):
        got = number(got, f"the fraction for the {name}")
        slip = "That is a number of examples; divide it by 12.", 12 * right
        judge(got, right, f"For the {name}", "When is a copy a mistake?", slip, rel=1e-2)


@exercise("ex-c7-enough", "7.2", "A pair of counts n: with the logarithm, and without it.")
def enough(answer) -> None:
    n, q, delta = np.arange(101, 60_000), 50, 0.05
    bounds = {"with": consistent_error, "without": stable_error}
    for (name, bound), value in zip(bounds.items(), parts(answer, "with, without"), strict=True):
        got = number(value, f"the n {name} the logarithm")
        error = np.asarray(bound(q, n, delta / n))
        hint = f"There the bound is {error[int(got) - n[0]]:.7f}." if got in n else ""
        hint += " The 50 were observed: does every size have its share of delta?"
        judge(got, n[error <= 0.01][0], f"{name.capitalize()} the logarithm", hint)


@exercise("ex-c7-order", "7.3", "A sample (X, y), of which the used examples are run in reverse.")
def order(answer) -> None:
    X, y = sample(answer)
    used = perceptron(X, y).support
    turned = perceptron(X[used[::-1]], y[used[::-1]])
    refuse(used.size == len(X), "Every example is used, so the finished run is right about all.")
    if (y * (X @ turned.w) > 0).all():
        raise Wrong(f"In reverse, {used} lead to {turned.w}, right about the whole sample.")


@exercise("ex-c7-shuffled", "7.4", "A pair: a sample (X, y), and a seed that changes the weights.")
def shuffled(answer) -> None:
    drawn, seed = parts(answer, "sample, seed")
    (X, y), seed = sample(drawn), int(number(seed, "the seed"))

    def run(kept):
        return perceptron(X[kept], y[kept], order="shuffled", rng=np.random.default_rng(seed))

    everything = np.arange(len(X))
    whole = run(everything)
    unused = np.setdiff1d(everything, whole.support)
    refuse(not unused.size, "Every example of your sample is used: there is none to leave out.")
    if not any((run(everything != k).w != whole.w).any() for k in unused):
        raise Wrong("With this seed the weights stay the same, whichever unused one is left out.")


@exercise("ex-c7-radius", "7.5", "A pair: a sample (X, y), and the index of an unused example.")
def measured_radius(answer) -> None:
    drawn, k = parts(answer, "sample, index")
    (X, y), k = sample(drawn), number(k, "the index")
    if k not in range(len(X)) or len(X) < 2:
        raise Wrong(f"The index should be that of one of two or more examples; got {k:g}.")
    others = np.arange(len(X)) != k
    whole = perceptron(X, y, growing(1.5, radius(X)))
    less = perceptron(X[others], y[others], growing(1.5, radius(X[others])))
    refuse(k in whole.support, f"Example {k:g} is used: leave out one that is not.")
    if (whole.w == less.w).all():
        changed = "does not change" if radius(X) == radius(X[others]) else "changes"
        raise Wrong(f"Without example {k:g} the weights are the same; R {changed}.")


@exercise("ex-c7-cheat", "7.6", "A pair: choose(x, y), the used indices; make(x, y), a classifier.")
def swindle(answer) -> None:
    choose, make = parts(answer, "choose, make")
    rng, n = np.random.default_rng(5), 200
    x, y = rng.random(n), rng.choice([-1, 1], n)
    used = numbers(ask(choose, x, y, what="a sample"), "a list of indices", None, "choose(x, y)")
    strange = used.ndim != 1 or not np.isin(used, np.arange(n)).all() or (np.diff(used) <= 0).any()
    refuse(strange, f"choose(x, y) should be different indices from 0 to {n - 1}, in sample order.")
    refuse(used.size == n, "Your scheme uses all examples, and the swindle promises nothing.")
    J = used.astype(int)
    h = ask(make, x[J], y[J], what="the used examples")

    def errors(points, right):
        got, what = ask(h, points, what="points"), f"{len(points)} labels"
        return (numbers(got, what, points.shape, "its answer") != right).mean()

    own, new = errors(x, y), errors(rng.random(2000), rng.choice([-1, 1], 2000))
    refuse(own, f"It is wrong about {n * own:.0f} of the {n} examples. Which of them can it guess?")
    promise = np.log(20) / (n - J.size)  # as in the swindle, for delta = 0.05
    refuse(new <= promise, f"The promise is {promise:.2f}, the error {new:.2f}. Use fewer.")


@exercise("ex-c7-best", "7.7", "A number: what is promised for d = 10, n = 1000, delta = 0.05.")
def best_margin(answer) -> None:
    d, n, delta = 10, 1000, 0.05
    right, counted = (float(stable_error(d, n, risk)) for risk in (delta, delta / n))
    old = float(consistent_error(d, n, delta))
    slips = (
        ("Is d counted afterward? Only then is delta divided by n.", counted),
        ("That is the bound with the logarithm; the scheme is stable.", old),
        ("That is in percent.", 100 * right),
    )
    hint = "Put d for the size q in the bound of the theorem."
    judge(number(answer), right, "", hint, *slips, rel=2e-3)


@exercise("ex-c7-markov", "7.8", "A pair of exponents of n: the density 4 h^3; a uniform h.")
def shrinking_margin(answer) -> None:
    for got, right, name in zip(parts(answer, "4 h^3, uniform"), (0.25, 1), NAMES, strict=True):
        got = number(got, f"the exponent for {name}")
        hint = "Of what order is the smallest of n heights? P[h < s] is s^4, or s."
        if abs(got - (1 - 2 * right)) < 0.15:
            hint = "That is the exponent of n eps^2; give that of 1/eps."
        if abs(got + right) < 0.15:
            hint = "That is the exponent of eps; 1/eps grows."
        refuse(abs(got - right) > 0.15, f"For {name} it is not {got:g}. {hint}")


@exercise("ex-c7-plan", "7.9", "A pair: the average error allowed, and a number of examples.")
def plan(answer) -> None:
    error, n = (number(v, "each entry") for v in parts(answer, "error, n"))
    root = "The bound is the square, R^2 / eps^2.", 0.01
    judge(error, 0.1, "For the error", "Divide R^2 / eps^2 by n + 1.", root, rel=1e-2)
    judge(n, 9999, "For the examples", "When is R^2 / eps^2 a hundredth of n + 1?", rel=2e-3)


@exercise("ex-c7-floor", "7.10", "A pair: the smallest mean error, to two digits, and an n.")
def floor(answer) -> None:
    error, n = (number(v, "each entry") for v in parts(answer, "error, n"))
    all_points = "The first point does not count: take k - 1.", 0.0125
    middle = "That is the first of the two bounds; the exercise asks for the second.", 0.0182
    judge(error, 0.012375, "For the error", "What is k here?", all_points, middle, rel=5e-3)
    whole = "The first point does not count: take k - 1.", 12_500
    judge(n, 12_375, "For n", "Solve (k - 1) / (8 n) = 1/1000.", whole, rel=2e-3)


@exercise("ex-c7-code", "7.11", "A function of X and y that returns the list of missed examples.")
def code(answer) -> None:
    small = np.array([[2.0, 1], [0, 1], [-1, 2]]), np.array([1.0, -1, -1])
    ties = np.eye(4), np.ones(4)
    drawn = samples.linear(60, 2, 0.04, np.random.default_rng(16))
    for X, y in (small, ties, (drawn.X, drawn.y)):
        got = ask(answer, X, y, what=f"{len(y)} examples")
        hint = "Train without it; a score of 0 is a mistake."
        if isinstance(got, list | np.ndarray) and list(got) == perceptron(X, y).support.tolist():
            hint = "Those are the used examples; not all of them are missed."
        right = np.flatnonzero(leave_one_out_mistakes(X, y))
        try:
            same = [int(i) for i in got] == right.tolist()
        except (TypeError, ValueError):
            raise Wrong(f"Your function should return a list; got {got!r:.60}.") from None
        refuse(not same, f"On {len(y)} examples {list(got)} are not the missed ones. {hint}")
