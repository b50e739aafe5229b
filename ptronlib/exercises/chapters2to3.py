"""Used examples, warm starts, endless streams, refutation by a run; units, jumps, long runs."""

import numpy as np

from .. import samples
from ..core.additive import perceptron
from ..core.betas import BetaRule, constant, growing
from ..geometry.margins import max_margin, radius
from ._checking import Wrong, ask, exercise, judge, number, numbers, parts, sample, telling, values

# -- chapter 2


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
    Z = numbers(ask(answer, k, what=f"k = {k}"), f"{k} vectors of the plane", (k, 2))
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
        coef = ask(answer, X, y, delta, what=f"delta = {delta}")
        coef = numbers(coef, f"{len(y)} weights", y.shape)
        if coef.min() < 0 or abs(coef.sum() - 1) > 1e-9:
            raise Wrong(f"The weights should be >= 0 with sum 1; the sum is {coef.sum():.6g}.")
        length = np.linalg.norm((coef * y) @ X) / radius(X)
        if length > delta * (1 + 1e-9):
            raise Wrong(f"For delta = {delta} the combination has a length of {length:.3g} R.")


# -- chapter 3


@exercise("ex-c3-scale", "A function of beta and s: the threshold for the examples times s.")
def scale(answer) -> None:
    cases = [(1.0, 3.0), (0.5, 0.25), (0.0, 2.0)]
    for beta, s, got, at in values(answer, "beta = {} and s = {}", cases, "the threshold"):
        said = f"With {at} you return {got:g}. Compare the mistakes on a sample with those on s X."
        hint = "A score is an inner product of w with z, and w is made of examples too."
        judge(got, s * s * beta, said, (hint, s * beta))


@exercise("ex-c3-half", "A function of k and eps: the share of the best margin that is reached.")
def half(answer) -> None:
    cases = [(1.0, 0.1), (4.0, 0.1), (16.0, 0.2)]
    for k, eps, got, at in values(answer, "k = {:g} and eps = {:g}", cases, "the share"):
        drawn = samples.threshold_adversary(constant(k), 1.0, eps)
        share = perceptron(drawn.X, drawn.y, k).margin / drawn.margin
        said = f"With R = 1, {at} it is not {got:.4g}."
        hint = f"{said} Is it the margin, not yet divided by the best one?"
        judge(got, share, said, (hint, share * eps), rel=1e-4)


@exercise("ex-c3-jump", "A sample (X, y) on which the rule with 1/16 reaches less than a tenth.")
def jump(answer) -> None:
    X, y = sample(answer)
    rule = BetaRule("a jump to a sixteenth", jump=1 / 16)
    with telling():
        run, best = perceptron(X, y, rule), max_margin(X, y).margin
    if run.margin >= best / 10:
        raise Wrong(f"On your sample the share of the best margin is {run.margin / best:.3g}.")


@exercise("ex-c3-short", "A function of X and y: T (eps / R)^4 for the exponent alpha = 1.5.")
def short(answer) -> None:
    rng = np.random.default_rng(7)
    for _ in range(3):
        drawn = samples.linear(30, 3, 0.3, rng)
        R, eps = radius(drawn.X), max_margin(drawn.X, drawn.y).margin
        T = perceptron(drawn.X, drawn.y, growing(1.5, R)).n_updates
        got = number(ask(answer, drawn.X, drawn.y), "u")
        said = f"On one sample u is not {got:.4g}."
        hint = f"{said} Divide the margin by R."
        judge(got, T * (eps / R) ** 4, said, (hint, T * eps**4), rel=1e-4)
