"""Chapter 3: units, the half, a jump that is too short, runs that cannot be short."""

from __future__ import annotations

import numpy as np

from .. import data
from ..betas import BetaRule, constant, growing
from ..margins import max_margin, radius
from ..perceptron import perceptron
from ..run import UpdateBudgetExceeded
from ._checking import Wrong, ask, close, exercise, number, sample


@exercise("ex-c3-scale", "A function of beta and s: the threshold for the examples times s.")
def scale(answer) -> None:
    for beta, s in ((1.0, 3.0), (0.5, 0.25), (0.0, 2.0)):
        got = number(ask(answer, beta, s, what=f"beta = {beta} and s = {s}"), "the threshold")
        if close(got, s * s * beta):
            continue
        if close(got, s * beta):
            raise Wrong("A score is an inner product of w with z, and w is made of examples too.")
        drawn = data.linear(30, 3, 0.1, np.random.default_rng(7))
        before = perceptron(drawn.X, drawn.y, beta).n_updates
        raise Wrong(
            f"With beta = {beta} and s = {s} you return {got:g}. Compare the {before} mistakes on "
            f"a sample with those on s X."
        )


@exercise("ex-c3-half", "A function of k and eps: the share of the best margin that is reached.")
def half(answer) -> None:
    for k, eps in ((1.0, 0.1), (4.0, 0.1), (16.0, 0.2)):
        drawn = data.threshold_adversary(constant(k), 1.0, eps)
        share = perceptron(drawn.X, drawn.y, k).margin / drawn.margin
        got = number(ask(answer, k, eps, what=f"k = {k:g} and eps = {eps:g}"), "the share")
        if not close(got, share, 1e-4):
            hint = " Is it the margin, not yet divided by the best one?" * close(
                got, share * eps, 1e-4
            )
            raise Wrong(f"With R = 1, k = {k:g} and eps = {eps:g} it is not {got:.4g}.{hint}")


@exercise("ex-c3-jump", "A sample (X, y) on which the rule with 1/16 reaches less than a tenth.")
def jump(answer) -> None:
    X, y = sample(answer)
    rule = BetaRule("a jump to a sixteenth", jump=1 / 16)
    try:
        run, best = perceptron(X, y, rule), max_margin(X, y).margin
    except (ValueError, UpdateBudgetExceeded) as error:
        raise Wrong(str(error)) from None
    if run.margin >= best / 10:
        raise Wrong(f"On your sample the share of the best margin is {run.margin / best:.3g}.")


@exercise("ex-c3-short", "A function of X and y: T (eps / R)^4 for the exponent alpha = 1.5.")
def short(answer) -> None:
    rng = np.random.default_rng(7)
    for _ in range(3):
        drawn = data.linear(30, 3, 0.3, rng)
        R = radius(drawn.X)
        run = perceptron(drawn.X, drawn.y, growing(1.5, R))
        right = run.n_updates * (max_margin(drawn.X, drawn.y).margin / R) ** 4
        got = number(ask(answer, drawn.X, drawn.y), "u")
        if not close(got, right, 1e-4):
            plain = run.n_updates * max_margin(drawn.X, drawn.y).margin ** 4
            hint = " Divide the margin by R." if close(got, plain, 1e-4) else ""
            raise Wrong(f"On one sample u is not {got:.4g}.{hint}")
