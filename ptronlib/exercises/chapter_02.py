"""Chapter 2: bounds on the number of mistakes."""

import numpy as np

from .. import bounds, samples
from ..core.perceptron import perceptron
from ..geometry import radius
from ._checking import *


@exercise("ex-c2-looks", "2.1", "A sample (X, y) of at most four examples.")
def looks(answer) -> None:
    X, y = sample(answer)
    refuse(len(y) > 4, f"At most four examples; yours are {len(y)}.")
    run = stopped(perceptron, X, y)
    if run.n_updates <= 1000:
        made = f"{run.n_updates} mistakes in {run.examinations} examinations"
        raise Wrong(f"Your sample leads to {made}. A smaller margin allows more.")


@exercise("ex-c2-used", "2.2", "A sample (X, y) whose used examples give a bound 100 times less.")
def used(answer) -> None:
    X, y = sample(answer)
    ratio = (radius(X) / radius(X[stopped(perceptron, X, y).support])) ** 2
    refuse(ratio < 100, f"R^2 / R_u^2 is {ratio:.3g} on your sample; make it 100 at least.")


@exercise("ex-c2-trace", "2.3", "The four scores before the updates, in their order.")
def trace(answer) -> None:
    right = np.array([0.0, -0.764537, -0.349471, -0.491687])
    got = numbers(answer, "four numbers", (4,))
    wrong = np.abs(got - right) > 2e-4
    if wrong.any():
        t = int(np.argmax(wrong))
        raise Wrong(f"Score {t + 1} is not {got[t]:.4g}. Did you multiply by the label?")


@exercise("ex-c2-start", "2.4", "A function of norm(w_0), its cosine, R and eps: the largest t.")
def start(answer) -> None:
    cases = [(2.0, -1.0, 1.0, 0.5), (3.0, 0.5, 2.0, 0.25), (1.0, 0.0, 1.0, 0.1)]
    names = "norm(w_0) = {:g}, cosine = {:g}, R = {:g}, eps = {:g}"
    for a, cosine, R, eps, got, at in values(answer, names, cases, "t"):
        right, worst = (float(bounds.updates_from(a, R, eps, cosine=c)) for c in (cosine, -1.0))
        slip = "That is the bound for the worst direction; use the cosine.", worst
        judge(got, right, at, "Put the three lines together.", slip)


@exercise("ex-c2-normalise", "2.5", "A function of X, y: mistakes (raw, on normalised examples).")
def normalise(answer) -> None:
    rng = np.random.default_rng(7)
    for _ in range(3):
        drawn = samples.linear(40, 4, 0.1, rng)
        X = drawn.X * 10 ** rng.uniform(0, 2, (40, 1))
        U = X / np.linalg.norm(X, axis=1, keepdims=True)
        raw, normal = parts(ask(answer, X, drawn.y), "raw, normalised")
        for name, Z, got in (("raw", X, raw), ("normalised", U, normal)):
            right = perceptron(Z, drawn.y).n_updates
            judge(number(got, name), right, f"For a drawn sample, {name},")


@exercise("ex-c2-infinite", "2.7", "A function of k: the first k vectors of the stream, (k, 2).")
def infinite(answer) -> None:
    k = 12
    Z = numbers(ask(answer, k, what=f"k = {k}"), f"{k} vectors of the plane, ({k}, 2)", (k, 2))
    refuse(np.abs(np.linalg.norm(Z, axis=1) - 1).max() > 1e-9, "All vectors should have length 1.")
    refuse(not (Z[:, 1] > 0).all(), "All vectors should lie above the horizontal axis.")
    for t, z in enumerate(Z):
        if (score := z @ Z[:t].sum(axis=0)) > 0:
            raise Wrong(f"Vector {t + 1} is no mistake: its score is {score:.3g}.")


@exercise("ex-c2-certificate", "2.8", "A function of X, y, delta: convex weights of the examples.")
def certificate(answer) -> None:
    drawn = samples.xor()
    more = np.random.default_rng(7).integers(1, 4, (6, 3))
    X, y = np.vstack([samples.lift(drawn.X), more]), np.r_[drawn.y, np.ones(6)]
    for delta in (0.1, 0.01):
        coef = ask(answer, X, y, delta, what=f"delta = {delta}")
        coef = numbers(coef, f"{len(y)} weights", y.shape)
        if coef.min() < 0 or abs(coef.sum() - 1) > 1e-9:
            raise Wrong(f"The weights should be >= 0 with sum 1; the sum is {coef.sum():.6g}.")
        length = np.linalg.norm((coef * y) @ X) / radius(X)
        refuse(length > delta * (1 + 1e-9), f"For delta = {delta} the length is {length:.3g} R.")
