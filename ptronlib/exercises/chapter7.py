"""Chapter 7: which examples were used, and what an order is for."""

from __future__ import annotations

import numpy as np

from ..core.additive import perceptron
from ._checking import Wrong, exercise, judge, number, parts, sample, telling


@exercise("ex-c7-missed", "A pair for 12 examples: 6 orthonormal vectors twice; 12 copies of one.")
def missed(answer) -> None:
    vectors, copies = parts(answer, "orthonormal, copies")
    for name, got, right in (("vectors", vectors, 0.5), ("copies", copies, 1 / 12)):
        got = number(got, f"the fraction for the {name}")
        said = f"For the {name} it is not {got:g}. When is a copy a mistake?"
        hint = f"For the {name} that is a number of examples; divide it by 12."
        judge(got, right, said, (hint, 12 * right))


@exercise("ex-c7-shuffled", "A pair: a sample (X, y), and a seed with which the weights change.")
def shuffled(answer) -> None:
    drawn, seed = parts(answer, "sample, seed")
    (X, y), seed = sample(drawn), int(number(seed, "the seed"))

    def run(kept):
        with telling():
            return perceptron(X[kept], y[kept], order="shuffled", rng=np.random.default_rng(seed))

    everything = np.arange(len(X))
    whole = run(everything)
    unused = np.setdiff1d(everything, whole.support)
    if not unused.size:
        raise Wrong("Every example of your sample is used: there is none to leave out.")
    if not any((run(everything != k).w != whole.w).any() for k in unused):
        raise Wrong(
            "With this seed the weights stay the same, whichever unused example is left out."
        )
