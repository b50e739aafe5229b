"""Chapter 2: bounds on the number of mistakes."""

import numpy as np

from .. import bounds, samples
from ..core.perceptron import perceptron
from ..geometry import max_margin, radius
from ._checking import *


@exercise("ex-c2-looks", "2.1", "A sample (X, y) of at most four examples.")
def looks(answer) -> None:
    X, y = sample(answer)
    refuse(len(y) > 4, f"At most four examples; yours are {len(y)}.")
    run = stopped(perceptron, X, y)
    if run.n_updates <= 1000:
        made = f"{run.n_updates} mistakes in {run.examinations} examinations"
        raise Wrong(f"Your sample leads to {made}. A smaller margin allows more.")


@exercise("ex-c2-used", "2.2", "A sample (X, y) whose used examples lower the bound 100 times.")
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


@exercise("ex-c2-start", "2.4", "A function of norm(w_0), its cosine, R and eps that returns t.")
def start(answer) -> None:
    cases = [(2.0, -1.0, 1.0, 0.5), (3.0, 0.5, 2.0, 0.25), (1.0, 0.0, 1.0, 0.1)]
    names = "norm(w_0) = {:g}, cosine = {:g}, R = {:g}, eps = {:g}"
    for a, cosine, R, eps, got, at in values(answer, names, cases, "t"):
        right, worst = (float(bounds.updates_from(a, R, eps, cosine=c)) for c in (cosine, -1.0))
        slip = "That is the bound for the worst direction; use the cosine.", worst
        judge(got, right, at, "Put the three lines together.", slip)


@exercise(
    "ex-c2-normalize",
    "2.5",
    "A function of X, y that returns a pair: the mistakes on the raw and the normalized examples.",
)
def normalize(answer) -> None:
    rng = np.random.default_rng(7)
    for _ in range(3):
        drawn = samples.linear(40, 4, 0.1, rng)
        X = drawn.X * 10 ** rng.uniform(0, 2, (40, 1))
        U = X / np.linalg.norm(X, axis=1, keepdims=True)
        raw, normal = parts(ask(answer, X, drawn.y), "raw, normalized")
        for name, Z, got in (("raw", X, raw), ("normalized", U, normal)):
            right = perceptron(Z, drawn.y).n_updates
            judge(number(got, name), right, f"For a drawn sample, {name},")


@exercise(
    "ex-c2-infinite",
    "2.7",
    "A function of k that returns the first k vectors of the stream, an array of shape (k, 2).",
)
def infinite(answer) -> None:
    k = 12
    Z = numbers(ask(answer, k, what=f"k = {k}"), f"{k} vectors of the plane, ({k}, 2)", (k, 2))
    refuse(np.abs(np.linalg.norm(Z, axis=1) - 1).max() > 1e-9, "All vectors should have length 1.")
    refuse(not (Z[:, 1] > 0).all(), "All vectors should lie above the horizontal axis.")
    for t, z in enumerate(Z):
        if (score := z @ Z[:t].sum(axis=0)) > 0:
            raise Wrong(f"Vector {t + 1} is no mistake: its score is {score:.3g}.")


@exercise(
    "ex-c2-certificate",
    "2.8",
    "A function of X, y, delta that returns the coefficients of the examples.",
)
def certificate(answer) -> None:
    drawn = samples.xor()
    more = np.random.default_rng(7).integers(1, 4, (6, 3))
    X, y = np.vstack([samples.lift(drawn.X), more]), np.r_[drawn.y, np.ones(6)]
    for delta in (0.1, 0.01):
        coef = ask(answer, X, y, delta, what=f"delta = {delta}")
        coef = numbers(coef, f"{len(y)} coefficients", y.shape)
        if coef.min() < 0 or abs(coef.sum() - 1) > 1e-9:
            raise Wrong(f"Coefficients should be >= 0 with sum 1; the sum is {coef.sum():.6g}.")
        length = np.linalg.norm((coef * y) @ X) / radius(X)
        refuse(length > delta * (1 + 1e-9), f"For delta = {delta} the length is {length:.3g} R.")


FORM = "A triple: the last cosine (two digits will do), the six squared distances, the mean update."


@exercise("ex-c2-hand", "2.9", FORM)
def hand(answer) -> None:
    cosine, far, mean = parts(answer, "cosine, squared distances, mean update")
    bare = "You have w . w_star; divide it by the length of w.", 5 / np.sqrt(2)
    halved = "Is w_star a unit vector? It is (1, 1) divided by sqrt(2).", 5 / np.sqrt(13)
    cosine = number(cosine, "the cosine")
    judge(cosine, 5 / np.sqrt(26), "For the cosine", "", bare, halved, rel=0.006)
    far, right = numbers(far, "six numbers", (6,), "the distances"), [50, 45, 34, 25, 20, 13]
    refuse(np.allclose(far**2, right, rtol=0.01), "These are the distances; give their squares.")
    wrong = np.abs(far - right) > 0.5
    if wrong.any():
        t = int(np.argmax(wrong))
        raise Wrong(f"After {t} mistakes it is not {far[t]:.4g}. The far point has R^2 / eps = 5 "
                    f"sqrt(2) as its length; did you begin with w_0 = 0?")  # fmt: skip
    mean = numbers(mean, "two numbers", (2,), "the mean update")
    refuse(np.allclose(mean, [3, 2]), "These are the weights; divide by the number of mistakes.")
    refuse(not np.allclose(mean, [0.6, 0.4], atol=0.006), "The mean update is w_5 divided by 5.")


@exercise("ex-c2-promise", "2.10", "A pair: mistakes, margin (two digits will do).")
def promise(answer) -> None:
    count, found = parts(answer, "mistakes, margin")
    most = 3.0**2 / 0.7**2
    up = "Round down: the 19th would need a larger R^2 / gamma^2.", 19.0
    whole = "A number of mistakes is a whole number.", round(most, 1)
    root = "The ratio R / gamma has to be squared.", 4.0
    judge(number(count, "the number"), 18.0, "For the number", "", up, whole, root, rel=0.003)
    found = number(found, "the margin")
    if found == 0.7:
        raise Wrong("That is what was promised. This stream has more: divide R by a square root.")
    judge(found, 3 / np.sqrt(18), "For the margin", "It is R / sqrt(m).", rel=0.006)


@exercise("ex-c2-contradict", "2.12", "A function of machine, R, gamma that returns (X, y).")
def contradict(answer) -> None:
    machines = (
        lambda X, y, x: float(np.sum(y)) + 0.5,
        lambda X, y, x: -1.0 if len(y) % 3 else 1.0,
        lambda X, y, x: sum(label * np.exp(z @ x) for z, label in zip(X, y, strict=True)),
    )
    for R, gamma, m in ((1.0, 1.0, 1), (2.0, 0.75, 7), (3.0, 0.7, 18)):
        for machine in machines:
            where = f"R = {R:g}, gamma = {gamma:g}"
            X, y = sample(ask(answer, machine, R, gamma, what=where))
            refuse(len(y) != m, f"For {where} there should be {m} examples; yours are {len(y)}.")
            norms = np.linalg.norm(X, axis=1)
            t = int(np.argmax(np.abs(norms - R)))
            refuse(abs(norms[t] - R) > 1e-9, f"For {where} one has the norm {norms[t]:.4g}, not R.")
            for t in range(m):
                if (machine(X[:t], y[:t], X[t]) >= 0) == (y[t] > 0):
                    said = f"For {where} a machine is right about example {t + 1}."
                    raise Wrong(f"{said} Ask it, and give the other label.")
            best = max_margin(X, y).margin
            low = f"For {where} the best margin is {best:.4g} only. Are the examples orthogonal?"
            refuse(best < gamma * (1 - 1e-9), low)
