"""Chapter 7: compression and leave-one-out."""

import numpy as np

from ..bounds import consistent_error, stable_error
from ..core.betas import growing
from ..core.perceptron import perceptron
from ..geometry import radius
from ._checking import *


@exercise("ex-c7-missed", "7.1", "A pair for 12 examples: 6 orthonormal ones twice; one 12 times.")
def missed(answer) -> None:
    vectors, copies = parts(answer, "orthonormal, copies")
    for name, got, right in (("vectors", vectors, 0.5), ("copies", copies, 1 / 12)):
        got = number(got, f"the fraction for the {name}")
        slip = "That is a number of examples; divide it by 12.", 12 * right
        judge(got, right, f"For the {name}", "When is a copy a mistake?", slip)


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


@exercise("ex-c7-order", "7.3", "A sample (X, y), of which the kept examples are run in reverse.")
def order(answer) -> None:
    X, y = sample(answer)
    kept = perceptron(X, y).support
    turned = perceptron(X[kept[::-1]], y[kept[::-1]])
    refuse(kept.size == len(X), "Every example is used, so the finished run is right about all.")
    if (y * (X @ turned.w) > 0).all():
        raise Wrong(f"In reverse, {kept} lead to {turned.w}, right about the whole sample.")


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
