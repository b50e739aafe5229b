"""Chapter 5: who makes the mistakes, forgiven ties, a third of all starts, a witness."""

from __future__ import annotations

import numpy as np

from .. import samples
from ..core.additive import perceptron
from ..core.cosine import cosine_perceptron
from ..core.run import Run, UpdateBudgetExceeded
from ._checking import Wrong, ask, exercise, judge, numbers, values


@exercise("ex-c5-counts", "A function of d: the numbers of mistakes on each example, (d,).")
def counts(answer) -> None:
    for d in (1, 3, 6):
        s = samples.exponential(d)
        right = np.bincount(perceptron(s.X, s.y).mistakes, minlength=d)
        got = numbers(ask(answer, d, what=f"d = {d}"), f"{d} numbers")
        if got.shape != (d,):
            raise Wrong(f"For d = {d} there should be {d} numbers; got shape {got.shape}.")
        if got.sum() != right.sum():
            raise Wrong(f"For d = {d} your numbers sum to {got.sum():g}; see the theorem.")
        if (got != right).any():
            i = int(np.argmax(got != right))
            raise Wrong(f"For d = {d} your sum is right, but not the number on example {i + 1}.")


@exercise("ex-c5-ties", "A function of d: the mistakes when only half of the ties count.")
def ties(answer) -> None:
    for d, got, at in values(answer, "d = {}", [(1,), (2,), (3,), (6,)], "the count"):
        said = f"For {at} there are not {got:g} mistakes."
        hint = "That is the number when every tie is a mistake."
        judge(got, (4**d - 2 + (-2) ** d) // 9, said, (hint, (4**d - 1) // 3))


def _run(angles, sigma: float, w, max_updates: int) -> Run:
    """Run on two examples in these directions, from w, as long as it may take."""
    X = np.array([[np.cos(a), np.sin(a)] for a in np.radians(angles)])
    try:
        return cosine_perceptron(X, [1, 1], sigma, w_init=w, max_updates=max_updates)
    except UpdateBudgetExceeded as stopped:
        return stopped.run


@exercise("ex-c5-third", "A function of the angle in degrees: the updates, or float('inf').")
def third(answer) -> None:
    cases = [(angle,) for angle in (90, 45, 5, 160, 200, 220, 270, 320, 340)]
    for angle, got, at in values(answer, "{} degrees", cases, "the number of updates"):
        start = [np.cos(np.radians(angle)), np.sin(np.radians(angle))]
        run = _run([30, 150], 0.5, start, 60)
        right = run.n_updates if run.converged else np.inf
        if got != right:
            more = f"does not take {got:g} updates"
            if np.inf in (got, right):
                more = "does stop" if run.converged else "goes on for ever"
            raise Wrong(f"From {at} the run {more}.")


@exercise(
    "ex-c5-witness",
    "A function of X, y, sigma and a unit start w: the number of updates after which the round is "
    "aborted because w is too short, or None if it stops by itself before.",
)
def witness(answer) -> None:
    rng = np.random.default_rng(7)
    for _ in range(8):
        w = rng.standard_normal(2)
        w /= np.linalg.norm(w)
        run = _run([5, 175], 0.05, w, 5000)
        short = np.flatnonzero(run.norms < 1 / np.sqrt(2))
        right = int(short[0]) if short.size else None
        got = ask(answer, run.X, run.y, 0.05, w)
        if got != right:
            truth = "stops by itself" if right is None else "has to be aborted"
            if right is not None and got is not None:
                truth += f", but it is not after {got} updates"
            raise Wrong(f"From w = ({w[0]:.3f}, {w[1]:.3f}) the round {truth}.")
