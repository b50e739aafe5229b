"""Chapter 1: a tight sample, the best lift, the ball, a kernel, wrong labels."""

from __future__ import annotations

import numpy as np

from .. import bounds, samples
from ..core.additive import perceptron
from ..geometry.hyperplane import separable
from ..geometry.margins import max_margin, radius
from ..learning.compression import kernel_perceptron
from ._checking import Wrong, ask, close, exercise, judge, number, parts, sample, telling


@exercise("ex-tight", "A function of d that returns the sample (X, y).")
def tight(answer) -> None:
    for d in (1, 2, 5):
        X, y = sample(ask(answer, d, what=f"d = {d}"))
        with telling(f"For d = {d}: "):
            run = perceptron(X, y, max_updates=1000)
            bound = (radius(X) / max_margin(X, y).margin) ** 2
        if not close(bound, d):
            raise Wrong(f"For d = {d} your sample has R^2 / eps^2 = {bound:.4g}.")
        if run.n_updates != d:
            raise Wrong(f"For d = {d} the bound is {d}, but there are {run.n_updates} mistakes.")


@exercise("ex-best-lift", "A function of R and b that returns the best constant c.")
def best_lift(answer) -> None:
    for R, b in ((1.0, 0.25), (3.0, -2.0), (1001.0, -1000.0)):
        at = f"R = {R:g} and b = {b:g}"
        c = number(ask(answer, R, b, what=at), "c")
        if not c > 0:
            raise Wrong(f"c must be positive; got {c:g} for {at}.")
        ratio = bounds.updates_affine(R, 1.0, bias=abs(b), scale=c) / (R + abs(b)) ** 2
        if ratio > 1 + 1e-12:
            shown = f"{ratio:.3g} times" if ratio > 1.005 else f"{ratio - 1:.1e} above"
            raise Wrong(f"For {at} your c = {c:g} gives a bound {shown} the smallest.")


@exercise("ex-ball", "A number: the best margin.")
def ball(answer) -> None:
    X, y = np.array([[0.0, 0], [2, 0], [1, 0]]), np.array([1.0, 1, -1])
    right, got = max_margin(samples.quadratic_lift(X), y).margin, number(answer)
    said = f"No weights reach a margin of {got:g}; did you divide by their length?"
    judge(got, right, said if got > right else f"Some weights reach more than {got:g}.", rel=5e-3)


@exercise("ex-kernel", "A function of K and y that returns the list of mistakes.")
def kernel(answer) -> None:
    drawn = samples.linear(20, 3, 0.1, np.random.default_rng(7))
    for X, y in (
        (np.array([[2.0, 1], [0, 1], [-1, 2]]), np.array([1.0, -1, -1])),
        (np.eye(4), np.ones(4)),
        (drawn.X, drawn.y),
    ):
        right, n = list(kernel_perceptron(X @ X.T, y).mistakes), len(y)
        got = ask(answer, X @ X.T, y, what=f"{n} examples")
        try:
            got = [int(i) for i in got]
        except (TypeError, ValueError):
            raise Wrong(f"The answer should be a list of indices; got {got!r}.") from None
        if not got:
            raise Wrong("Your list is empty; at w = 0 every score is 0, and a tie is a mistake.")
        for t, (mine, yours) in enumerate(zip(right, got, strict=False)):
            if mine != yours:
                raise Wrong(
                    f"On {n} examples your list agrees for {t} mistakes and then has {yours}, "
                    f"which is not the next one in cyclic order."
                )
        if len(got) != len(right):
            raise Wrong(
                f"On {n} examples there are {len(right)} mistakes; your list has {len(got)}."
            )


@exercise(
    "ex-break",
    "A function of X, y and k that returns the pair (margin, mistakes) after the first k labels "
    "were made wrong; None in place of both if the sample is inseparable then.",
)
def spoil(answer) -> None:
    drawn = samples.linear(60, 12, 0.1, np.random.default_rng(7))
    for k in (0, 2, 40):
        y = drawn.y * np.where(np.arange(60) < k, -1, 1)
        got = parts(ask(answer, drawn.X, drawn.y, k, what=f"k = {k}"), "margin, mistakes")
        exists = bool(separable(drawn.X, y, intercept=False))
        if got != (None, None) if not exists else None in got:
            kind = "separable" if exists else "inseparable"
            raise Wrong(f"For k = {k} the sample here is {kind}; you returned {got}.")
        if exists:
            margin, mistakes = max_margin(drawn.X, y).margin, perceptron(drawn.X, y).n_updates
            said = f"For k = {k} your margin is {got[0]}, which is not the best one."
            judge(number(got[0], "the margin"), margin, said)
            said = f"For k = {k} the cyclic run does not make {got[1]} mistakes."
            judge(number(got[1], "the mistakes"), mistakes, said)
