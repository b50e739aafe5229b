"""Chapter 2: used examples, normalised ones, warm starts, endless streams, refutation by a run."""

from __future__ import annotations

import numpy as np

from .. import samples
from ..core.additive import perceptron
from ..geometry.margins import radius
from ._checking import Wrong, ask, exercise, judge, number, numbers, parts, sample, telling


@exercise("ex-c2-used", "A sample (X, y) whose used examples give a bound 100 times smaller.")
def used(answer) -> None:
    X, y = sample(answer)
    with telling():
        run = perceptron(X, y)
    ratio = (radius(X) / radius(X[run.support])) ** 2
    if ratio < 100:
        raise Wrong(f"R^2 / R_u^2 is {ratio:.3g} on your sample; make it 100 at least.")


@exercise("ex-c2-normalise", "A function of X and y: the mistakes (raw, on normalised examples).")
def normalise(answer) -> None:
    rng = np.random.default_rng(7)
    for _ in range(3):
        drawn = samples.linear(40, 4, 0.1, rng)
        X = drawn.X * 10 ** rng.uniform(0, 2, (40, 1))
        U = X / np.linalg.norm(X, axis=1, keepdims=True)
        got = parts(ask(answer, X, drawn.y), "raw, normalised")
        for name, examples, yours in zip(("raw", "normalised"), (X, U), got, strict=True):
            said = f"On one sample your number of mistakes, {name}, is {yours}: not so."
            judge(number(yours, name), perceptron(examples, drawn.y).n_updates, said)


@exercise(
    "ex-c2-warm",
    "A function of X and y, of which the first half came first: the mistakes (cold, warm), where "
    "warm counts the further ones.",
)
def warm(answer) -> None:
    rng = np.random.default_rng(7)
    for _ in range(3):
        s = samples.linear(200, 5, 0.05, rng)
        first = perceptron(s.X[:100], s.y[:100])
        later = perceptron(s.X, s.y, w_init=first.w).n_updates
        cold, hot = (number(v, "each count") for v in parts(ask(answer, s.X, s.y), "cold, warm"))
        said = f"A cold start does not make {cold:g} mistakes on all examples."
        judge(cold, perceptron(s.X, s.y).n_updates, said)
        hint = "Your warm count includes the mistakes on the first half; leave them out."
        said = f"From the first half's weights there are not {hot:g} more mistakes."
        judge(hot, later, said, (hint, later + first.n_updates))


@exercise("ex-c2-infinite", "A function of k: the first k vectors of the stream, (k, 2).")
def infinite(answer) -> None:
    k = 12
    Z = numbers(ask(answer, k, what=f"k = {k}"), f"{k} vectors of the plane")
    if Z.shape != (k, 2):
        raise Wrong(f"For k = {k} the shape should be ({k}, 2); got {Z.shape}.")
    if np.abs(np.linalg.norm(Z, axis=1) - 1).max() > 1e-9:
        raise Wrong("All vectors should have length 1.")
    if not (Z[:, 1] > 0).all():
        raise Wrong("All vectors should lie above the horizontal axis.")
    for t, z in enumerate(Z):
        if (score := z @ Z[:t].sum(axis=0)) > 0:
            raise Wrong(f"Vector {t + 1} is no mistake: its score is {score:.3g}.")


@exercise("ex-c2-certificate", "A function of X, y and delta: convex weights of the examples.")
def certificate(answer) -> None:
    drawn = samples.xor()
    more = np.random.default_rng(7).integers(1, 4, (6, 3))
    X, y = np.vstack([samples.lift(drawn.X), more]), np.r_[drawn.y, np.ones(6)]
    for delta in (0.1, 0.01):
        coef = numbers(ask(answer, X, y, delta, what=f"delta = {delta}"), f"{len(y)} weights")
        if coef.shape != y.shape:
            raise Wrong(f"There should be {len(y)} weights; got shape {coef.shape}.")
        if coef.min() < 0 or abs(coef.sum() - 1) > 1e-9:
            raise Wrong(f"The weights should be >= 0 with sum 1; the sum is {coef.sum():.6g}.")
        length = np.linalg.norm((coef * y) @ X) / radius(X)
        if length > delta * (1 + 1e-9):
            raise Wrong(f"For delta = {delta} the combination has a length of {length:.3g} R.")
