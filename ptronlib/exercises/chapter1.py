"""Chapter 1: a tight sample, the best lift, the ball, a kernel, wrong labels."""

from __future__ import annotations

import numpy as np

from .. import bounds, data
from ..compression import kernel_perceptron
from ..margins import Separable, max_margin, radius, separability
from ..perceptron import perceptron
from ..run import UpdateBudgetExceeded
from ._checking import Wrong, ask, close, exercise, number, pair, sample


@exercise("ex-tight", "A function of d that returns the sample (X, y).")
def tight(answer) -> None:
    for d in (1, 2, 5):
        X, y = sample(ask(answer, d, what=f"d = {d}"))
        try:
            run = perceptron(X, y, max_updates=1000)
            bound = (radius(X) / max_margin(X, y).margin) ** 2
        except (ValueError, UpdateBudgetExceeded) as error:
            raise Wrong(f"For d = {d}: {error}") from None
        if not close(bound, d):
            raise Wrong(f"For d = {d} your sample has R^2 / eps^2 = {bound:.4g}.")
        if run.n_updates != d:
            raise Wrong(f"For d = {d} the bound is {d}, but there are {run.n_updates} mistakes.")


@exercise("ex-best-lift", "A function of R and b that returns the best constant c.")
def best_lift(answer) -> None:
    for R, b in ((1.0, 0.25), (3.0, -2.0), (1001.0, -1000.0)):
        c = number(ask(answer, R, b, what=f"R = {R:g} and b = {b:g}"), "c")
        if not c > 0:
            raise Wrong(f"c must be positive; got {c:g} for R = {R:g} and b = {b:g}.")
        ratio = bounds.updates_affine(R, 1.0, bias=abs(b), scale=c) / (R + abs(b)) ** 2
        if ratio > 1 + 1e-12:
            shown = f"{ratio:.3g} times" if ratio > 1.005 else f"{ratio - 1:.1e} above"
            raise Wrong(
                f"For R = {R:g} and b = {b:g} your c = {c:g} gives a bound {shown} the smallest."
            )


@exercise("ex-ball", "A number: the best margin.")
def ball(answer) -> None:
    X, y = np.array([[0.0, 0], [2, 0], [1, 0]]), np.array([1.0, 1, -1])
    right, got = max_margin(data.quadratic_lift(X), y).margin, number(answer)
    if close(got, right, 5e-3):
        return
    if got > right:
        raise Wrong(f"No weights reach a margin of {got:g}; did you divide by their length?")
    raise Wrong(f"Some weights reach more than {got:g}.")


@exercise("ex-kernel", "A function of K and y that returns the list of mistakes.")
def kernel(answer) -> None:
    drawn = data.linear(20, 3, 0.1, np.random.default_rng(7))
    for X, y in (
        (np.array([[2.0, 1], [0, 1], [-1, 2]]), np.array([1.0, -1, -1])),
        (np.eye(4), np.ones(4)),
        (drawn.X, drawn.y),
    ):
        K = X @ X.T
        right = list(kernel_perceptron(K, y).mistakes)
        got = ask(answer, K, y, what=f"{len(y)} examples")
        try:
            got = [int(i) for i in got]
        except (TypeError, ValueError):
            raise Wrong(f"The answer should be a list of indices; got {got!r}.") from None
        if got != right:
            _compare_mistakes(got, right, len(y))


def _compare_mistakes(got, right, n: int) -> None:
    """Say where two lists of mistakes part."""
    if not got:
        raise Wrong("Your list is empty; at w = 0 every score is 0, and a tie is a mistake.")
    for t, (mine, yours) in enumerate(zip(right, got, strict=False)):
        if mine != yours:
            raise Wrong(
                f"On {n} examples your list agrees for {t} mistakes and then has {yours}, which "
                f"is not the next one in cyclic order."
            )
    raise Wrong(f"On {n} examples there are {len(right)} mistakes; your list has {len(got)}.")


@exercise(
    "ex-break",
    "A function of X, y and k that returns the pair (margin, mistakes) after the first k labels "
    "were made wrong; None in place of both if the sample is inseparable then.",
)
def spoil(answer) -> None:
    drawn = data.linear(60, 12, 0.1, np.random.default_rng(7))
    for k in (0, 2, 40):
        y = drawn.y * np.where(np.arange(60) < k, -1, 1)
        got = pair(ask(answer, drawn.X, drawn.y, k, what=f"k = {k}"), "margin, mistakes")
        if not isinstance(separability(drawn.X, y), Separable):
            if got != (None, None):
                raise Wrong(f"For k = {k} the sample here is inseparable; you returned {got}.")
            continue
        if None in got:
            raise Wrong(f"For k = {k} the sample here is separable; you returned {got}.")
        best, run = max_margin(drawn.X, y), perceptron(drawn.X, y)
        if not close(number(got[0], "the margin"), best.margin):
            raise Wrong(f"For k = {k} your margin is {got[0]}, which is not the best one.")
        if number(got[1], "the mistakes") != run.n_updates:
            raise Wrong(f"For k = {k} the cyclic run does not make {got[1]} mistakes.")
