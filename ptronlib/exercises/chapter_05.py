"""Chapter 5: the exponential sample, the cosine perceptron, and stretches of space."""

import numpy as np

from ..core.cosine_perceptron import cosine_perceptron
from ..core.run import Run
from ._checking import *


@exercise("ex-c5-hand", "5.1", "Three numbers: w at the end.")
def by_hand(answer) -> None:
    Z = np.array([[3.0, 0.0, 0.0], [0.0, 1.0, -1.0]])
    right = cosine_perceptron(Z, [1, 1], 0.3, w_init=[-2, 1, 2]).w
    got = numbers(answer, "3 numbers", (3,))
    refuse(not got.any(), "The zero vector has no direction: take away the component along z only.")
    for i, z in enumerate(Z, 1):
        cosine = z @ got / np.linalg.norm(z) / np.linalg.norm(got)
        refuse(cosine <= -0.3, f"At w example {i} is plainly wrong: its cosine is {cosine:.3f}.")
    refuse(np.abs(got - right).max() > 0.01, "That is a solution; the run does not lead there.")


@exercise("ex-c5-double", "5.2", "A function of eps: the number of stretches.")
def double(answer) -> None:
    for eps, got, at in values(answer, "eps = {}", [(0.6,), (0.4,), (0.1,), (1e-6,)], "the number"):
        right = max(0, np.ceil(np.log2(np.sqrt((1 - eps**2) / 3) / eps)))
        judge(got, right, at, "Do the examples keep their length 1 in your stretches?")


@exercise("ex-c5-counts", "5.5", "A function of d: the numbers of mistakes on each example, (d,).")
def counts(answer) -> None:
    for d in (1, 3, 6, 22):
        right = [(2 ** (2 * d - i) + 2 ** (i - 1)) // 3 for i in range(1, d + 1)]
        got = numbers(ask(answer, d, what=f"d = {d}"), f"{d} numbers for d = {d}", (d,))
        if (got != right).any():
            i = int(np.argmax(got != right))
            said = f"Your numbers sum to {got.sum():,.0f}; see the theorem."
            raise Wrong(f"For d = {d} the number on example {i + 1} is not {got[i]:g}. {said}")


def _run(angles, sigma: float, w, max_updates: int) -> Run:
    """Run on two examples in these directions, from w, as long as it may take."""
    X = np.array([[np.cos(a), np.sin(a)] for a in np.radians(angles)])
    return stopped(cosine_perceptron, X, [1, 1], sigma, w_init=w, max_updates=max_updates)


@exercise("ex-c5-third", "5.6", "A function of the angle in degrees: the updates, or float('inf').")
def third(answer) -> None:
    cases = [(angle,) for angle in (90, 45, 5, 160, 200, 220, 270, 320, 340)]
    for angle, got, at in values(answer, "{} degrees", cases, "the number of updates"):
        start = [np.cos(np.radians(angle)), np.sin(np.radians(angle))]
        run = _run([30, 150], 0.5, start, 60)
        right = run.n_updates if run.converged else np.inf
        hint = "The run does stop." if run.converged else "The run goes on forever."
        judge(got, right, at, hint, rel=0.0)


@exercise(
    "ex-c5-witness", "5.7", "A function of X, y, sigma, w: updates until w is too short, or None."
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
            truth = "stops by itself" if right is None else f"has to be aborted, not after {got}"
            raise Wrong(f"From w = ({w[0]:.3f}, {w[1]:.3f}) the attempt {truth}.")


@exercise("ex-c5-ties", "5.11", "A function of d: the mistakes when only half of the ties count.")
def ties(answer) -> None:
    for d, got, at in values(answer, "d = {}", [(3,), (2,), (6,), (1,), (20,)], "the count"):
        slip = "That is the number when every tie is a mistake.", (4**d - 1) // 3
        judge(got, (4**d - 2 + (-2) ** d) // 9, at, "Run a small one by hand.", slip, rel=0.0)


@exercise("ex-c5-fuel", "5.3", "Two whole numbers: the updates for c = 0.5 and for c = 0.1.")
def fuel(answer) -> None:
    for c, got in zip((0.5, 0.1), numbers(answer, "2 whole numbers", (2,)), strict=True):
        exact = np.log(c) / np.log(0.8)
        square = (
            "That many for the squared length: each update leaves 0.64 of it, but 0.8 of length."
        )
        over = f"After {got:g} updates the length may be {0.8**got:.3f}, which is below c."
        few = f"After {got + 1:g} updates the length may still be {0.8 ** (got + 1):.3f}."
        hint = over if got > exact else few
        judge(got, np.floor(exact), f"For c = {c}", hint, (square, np.floor(exact / 2)))


@exercise("ex-c5-stretched", "5.4", "Two numbers, to three digits: the cosines of v, as numbered.")
def stretched(answer) -> None:
    length = np.sqrt(0.52)
    right = 0.6 / length, 0.6 / (length * np.sqrt(0.0784 + 1.92**2))
    undivided = "That is the score with v: divide by the length of v and by that of the example."
    before = "Divide by the new length of the example, not by 1."
    for i, (got, cosine) in enumerate(zip(numbers(answer, "2 numbers", (2,)), right, strict=True)):
        judge(
            got, cosine, f"For example {i + 1}", "The score with v is 0.6, as before the stretch.",
            (undivided, 0.6), (before, 0.6 / length), rel=0.005,
        )  # fmt: skip


@exercise("ex-c5-lines", "5.8", "A function of sigma and c: the new bound, not rounded.")
def half_step(answer) -> None:
    cases = [(0.5, 0.1), (0.1, 0.5), (0.9, 0.01)]
    for sigma, c, got, at in values(answer, "sigma = {} and c = {}", cases, "the bound"):
        shares = (
            ("That is the bound for a whole step.", sigma**2),
            ("Half of the component is left: by how much does its square fall?", sigma**2 / 4),
            ("Half of the component is left: by how much does its square fall?", sigma**2 / 2),
        )
        hint = "Which share of the squared length does an update take away at least?"
        slips = [(said, 2 * np.log(c) / np.log(1 - share)) for said, share in shares]
        judge(got, 2 * np.log(c) / np.log(1 - 0.75 * sigma**2), at, hint, *slips, rel=0.005)


@exercise("ex-c5-reflect", "5.9", "A function of Z, sigma and w: the number of updates.")
def reflect(answer) -> None:
    rng = np.random.default_rng(7)
    cases = [(np.array([[np.sqrt(0.75), 0.5], [-np.sqrt(0.75), 0.5]]), np.radians(250))]
    cases += [(rng.standard_normal((12, 2)) + [0.0, 4.0], a) for a in np.radians((200, 260, 290))]
    for Z, angle in cases:
        w = np.array([np.cos(angle), np.sin(angle)])
        right, got = _reflections(Z, 0.5, w), number(ask(answer, Z, 0.5, w), "the number")
        at = f"From {np.degrees(angle):.0f} degrees on {len(Z)} examples"
        hint = "Take the examples in turn and go on to the next one after an update, too."
        judge(got, right, at, hint, ("Without an update at all?", 0), rel=0.0)


def _reflections(Z, sigma: float, w) -> int:
    """Return how many reflections a run takes, with the examples in turn."""
    Z, updates, p, clean = Z / np.linalg.norm(Z, axis=1)[:, None], 0, 0, 0
    while clean < len(Z):
        clean += 1
        if Z[p] @ w <= -sigma * np.linalg.norm(w):
            w, updates, clean = w - 2 * (Z[p] @ w) * Z[p], updates + 1, 0
        p = (p + 1) % len(Z)
    return updates
