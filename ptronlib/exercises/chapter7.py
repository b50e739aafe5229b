"""Chapter 7: which examples were used, and what an order is for."""

from __future__ import annotations

import numpy as np

from ..perceptron import perceptron
from ..run import UpdateBudgetExceeded
from ._checking import Wrong, close, exercise, number, pair, sample


@exercise("ex-c7-missed", "A pair for 12 examples: 6 orthonormal vectors twice; 12 copies of one.")
def missed(answer) -> None:
    vectors, copies = pair(answer, "orthonormal, copies")
    for name, got, right in (("vectors", vectors, 0.5), ("copies", copies, 1 / 12)):
        got = number(got, f"the fraction for the {name}")
        if close(got, 12 * right):
            raise Wrong(f"For the {name} that is a number of examples; divide it by 12.")
        if not close(got, right):
            raise Wrong(f"For the {name} it is not {got:g}. When is a copy a mistake?")


@exercise("ex-c7-shuffled", "A pair: a sample (X, y), and a seed with which the weights change.")
def shuffled(answer) -> None:
    data, seed = pair(answer, "(X, y), seed")
    X, y = sample(data)

    def weights(X, y):
        try:
            rng = np.random.default_rng(int(number(seed, "the seed")))
            return perceptron(X, y, order="shuffled", rng=rng)
        except (ValueError, UpdateBudgetExceeded) as error:
            raise Wrong(str(error)) from None

    whole = weights(X, y)
    unused = np.setdiff1d(np.arange(len(X)), whole.support)
    if not unused.size:
        raise Wrong("Every example of your sample is used: there is none to leave out.")
    for k in unused:
        others = np.arange(len(X)) != k
        if (weights(X[others], y[others]).w != whole.w).any():
            return
    raise Wrong("With this seed the weights stay the same, whichever unused example is left out.")
