"""Chapter 5: who makes the mistakes, forgiven ties, a third of all starts, a witness."""

from __future__ import annotations

import numpy as np

from .. import data
from ..cosine import cosine_perceptron
from ..perceptron import perceptron
from ..run import UpdateBudgetExceeded
from ._checking import Wrong, ask, exercise, number, numbers


@exercise("ex-c5-counts", "A function of d: the numbers of mistakes on each example, (d,).")
def counts(answer) -> None:
    for d in (1, 3, 6):
        s = data.exponential(d)
        right = np.bincount(perceptron(s.X, s.y).mistakes, minlength=d)
        got = numbers(ask(answer, d, what=f"d = {d}"), f"{d} numbers")
        if got.shape != (d,):
            raise Wrong(f"For d = {d} there should be {d} numbers; got shape {got.shape}.")
        if got.sum() != right.sum():
            raise Wrong(f"For d = {d} your numbers sum to {got.sum():g}; see the theorem.")
        if not np.array_equal(got, right):
            i = int(np.argmax(got != right))
            raise Wrong(f"For d = {d} your sum is right, but not the number on example {i + 1}.")


@exercise("ex-c5-ties", "A function of d: the mistakes when only half of the ties count.")
def ties(answer) -> None:
    for d in (1, 2, 3, 6):
        got = number(ask(answer, d, what=f"d = {d}"), "the count")
        if got == (4**d - 1) // 3:
            raise Wrong("That is the number when every tie is a mistake.")
        if got != (4**d - 2 + (-2) ** d) // 9:
            raise Wrong(f"For d = {d} there are not {got:g} mistakes.")


@exercise("ex-c5-third", "A function of the angle in degrees: the updates, or float('inf').")
def third(answer) -> None:
    X = np.array([[np.cos(a), np.sin(a)] for a in np.radians([30, 150])])
    for angle in (90, 45, 5, 160, 200, 220, 270, 320, 340):
        start = [np.cos(np.radians(angle)), np.sin(np.radians(angle))]
        try:
            run = cosine_perceptron(X, [1, 1], 0.5, w_init=start, max_updates=60)
            right = float(run.n_updates)
        except UpdateBudgetExceeded:
            right = np.inf
        got = number(ask(answer, angle, what=f"{angle} degrees"), "the number of updates")
        if got != right:
            more = "goes on for ever" if right == np.inf else "does stop"
            if (got == np.inf) == (right == np.inf):
                more = f"does not take {got:g} updates"
            raise Wrong(f"From {angle} degrees the run {more}.")


@exercise(
    "ex-c5-witness",
    "A function of X, y, sigma and a unit start w: the number of updates after which the round is "
    "aborted because w is too short, or None if it stops by itself before.",
)
def witness(answer) -> None:
    X = np.array([[np.cos(a), np.sin(a)] for a in np.radians([5, 175])])
    rng = np.random.default_rng(7)
    for _ in range(8):
        w = rng.standard_normal(2)
        w /= np.linalg.norm(w)
        right = _aborted(X, w, 0.05)
        got = ask(answer, X, np.ones(2), 0.05, w)
        if got == right or (got is None and right is None):
            continue
        if right is None or got is None:
            truth = "stops by itself" if right is None else "has to be aborted"
            raise Wrong(f"From w = ({w[0]:.3f}, {w[1]:.3f}) the round {truth}.")
        raise Wrong(f"From w = ({w[0]:.3f}, {w[1]:.3f}) it is not after {got} updates.")


def _aborted(X, w, sigma: float) -> int | None:
    """Return the first t with norm(w_t) < 1 / sqrt(d), or None."""
    try:
        run = cosine_perceptron(X, np.ones(len(X)), sigma, w_init=w, max_updates=5000)
    except UpdateBudgetExceeded as stopped:
        run = stopped.run
    below = np.flatnonzero(run.norms < 1 / np.sqrt(X.shape[1]))
    return int(below[0]) if below.size else None
