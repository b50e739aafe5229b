"""Chapters 1 to 5: runs, their bounds, thresholds, descent, the cosine perceptron."""

from __future__ import annotations

import numpy as np

from .. import bounds, samples
from ..core.additive import perceptron
from ..core.betas import BetaRule, constant, growing
from ..core.cosine import cosine_perceptron
from ..core.run import Run, UpdateBudgetExceeded
from ..geometry.hyperplane import separable
from ..geometry.margins import max_margin, radius
from ..learning.compression import kernel_perceptron
from ._checking import (
    Wrong,
    ask,
    close,
    exercise,
    indices,
    judge,
    number,
    numbers,
    parts,
    sample,
    telling,
    values,
)


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
        right, n = kernel_perceptron(X @ X.T, y).mistakes.tolist(), len(y)
        got = indices(ask(answer, X @ X.T, y, what=f"{n} examples"))
        if not got:
            raise Wrong("Your list is empty; at w = 0 every score is 0, and a tie is a mistake.")
        t = next((t for t, (a, b) in enumerate(zip(right, got, strict=False)) if a != b), None)
        if t is not None:
            said = f"agrees for {t} mistakes and then has {got[t]}, which is not the next one"
            raise Wrong(f"On {n} examples your list {said} in cyclic order.")
        if len(got) != len(right):
            said = f"there are {len(right)} mistakes; your list has {len(got)}."
            raise Wrong(f"On {n} examples {said}")


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
    Z = numbers(ask(answer, k, what=f"k = {k}"), f"{k} vectors of the plane, ({k}, 2)", (k, 2))
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


@exercise("ex-c3-scale", "A function of beta and s: the threshold for the examples times s.")
def rescaled(answer) -> None:
    cases = [(1.0, 3.0), (0.5, 0.25), (0.0, 2.0)]
    for beta, s, got, at in values(answer, "beta = {} and s = {}", cases, "the threshold"):
        said = f"With {at} you return {got:g}. Compare the mistakes on a sample with those on s X."
        hint = "A score is an inner product of w with z, and w is made of examples too."
        judge(got, s * s * beta, said, (hint, s * beta))


@exercise("ex-c3-half", "A function of k and eps: the share of the best margin that is reached.")
def reached(answer) -> None:
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


@exercise("ex-c4-half", "A function of X and y: the list of updates, in cyclic order.")
def half_steps(answer) -> None:
    drawn = samples.linear(20, 3, 0.1, np.random.default_rng(7))
    skew = np.array([[1.0, 0], [-0.5, 1]])
    for X, y in ((np.eye(4), np.ones(4)), (skew, np.ones(2)), (drawn.X, drawn.y)):
        got = indices(ask(answer, X, y, what=f"{len(y)} examples"))
        if got == _halves(y[:, None] * X, 0.5):
            continue
        if got == _halves(y[:, None] * X, 1.0):
            raise Wrong("That is the perceptron: at a tie the step is only half as long.")
        if not got:
            raise Wrong("At w = 0 every score is a tie, and a tie does make an update.")
        raise Wrong(f"On {len(y)} examples your list of {len(got)} updates is not the machine's.")


def _halves(Z, step: float) -> list[int]:
    """Run the machine with that step at a tie, cyclically."""
    w, found, clean, p = np.zeros(Z.shape[1]), [], 0, 0
    while clean < len(Z):
        score, clean = Z[p] @ w, clean + 1
        if score <= 0:
            w = w + (step if score == 0 else 1.0) * Z[p]
            found.append(p)
            clean = 0
        p = (p + 1) % len(Z)
    return found


@exercise("ex-c4-sharper", "A function of Xi, gamma and R: the bound on T.")
def sharper(answer) -> None:
    cases = [(0.0, 0.5, 2.0), (3.0, 0.1, 1.0), (50.0, 0.25, 1.5)]
    names = "Xi = {:g}, gamma = {:g} and R = {:g}"
    for xi, gamma, R, got, at in values(answer, names, cases, "the bound"):
        a, b = np.sqrt(xi / gamma), R / gamma
        said = f"For {at} the bound is not {got:.6g}."
        twice = f"{said} The mixed term is counted twice."
        judge(got, a * a + b * b + a * b, said, (twice, (a + b) ** 2))


@exercise("ex-c4-step", "A function of the factor f, rho, L and T: the bound for f times the step.")
def step(answer) -> None:
    cases = [(1.0, 1.0, 1.0, 100), (10.0, 2.0, 3.0, 50), (0.1, 2.0, 3.0, 50)]
    names = "f = {:g}, rho = {:g}, L = {:g}, T = {}"
    for f, rho, L, T, got, at in values(answer, names, cases, "the bound"):
        right = rho * L / (2 * np.sqrt(T)) * (f + 1 / f)
        said = f"For {at} it is not {got:.6g}."
        both = f"{said} Both terms of the bound depend on the step."
        judge(got, right, said, (both, right * f), (both, right / f))


@exercise("ex-c4-last", "A triple (F, w, eta): a convex function, iterates, a step.")
def last(answer) -> None:
    F, w, eta = parts(answer, "F, w, eta")
    w, eta = numbers(w, "(F, w, eta)"), number(eta, "eta")
    if w.ndim != 1 or w.size < 10 or w.size % 2:
        raise Wrong(f"w should hold an even number of iterates, ten or more; got shape {w.shape}.")

    def heights(places):
        return np.array([number(ask(F, float(v)), "F") for v in places])

    grid = np.linspace(w.min() - 1, w.max() + 1, 401)
    curve, values, average = heights(grid), heights(w), heights([w.mean()])[0]
    if (np.diff(curve, 2) < -1e-9).any():
        raise Wrong("F is not convex between the iterates.")
    for t, slope in enumerate((w[:-1] - w[1:]) / eta):
        if (curve < values[t] + slope * (grid - w[t]) - 1e-9).any():
            raise Wrong(f"The step from iterate {t + 1} does not follow a subgradient of F there.")
    low = min(curve.min(), values.min(), average)
    if values[-1] - low < 0.1 * (values[0] - low) or values[-1] - low < 1e-6:
        raise Wrong(f"The last iterate is only {values[-1] - low:.3g} above the lowest height.")
    if average - low > 0.5 * (values[-1] - low):
        raise Wrong("The average is hardly better than the last iterate.")


@exercise("ex-c5-counts", "A function of d: the numbers of mistakes on each example, (d,).")
def counts(answer) -> None:
    for d in (1, 3, 6):
        s = samples.exponential(d)
        right = np.bincount(perceptron(s.X, s.y).mistakes, minlength=d)
        got = numbers(ask(answer, d, what=f"d = {d}"), f"{d} numbers for d = {d}", (d,))
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
