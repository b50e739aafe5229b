"""Chapter 3: units, the half, a jump that is too short, runs that cannot be short."""

from __future__ import annotations

import numpy as np

from .. import samples
from ..core.additive import perceptron
from ..core.betas import BetaRule, constant, growing
from ..geometry.margins import max_margin, radius
from ._checking import Wrong, ask, exercise, judge, number, sample, telling, values


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
