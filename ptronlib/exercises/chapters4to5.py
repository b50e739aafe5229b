"""Half a step, a sharper bound, the last weights; who makes the mistakes, a third of all starts."""

import numpy as np

from .. import samples
from ..core.additive import perceptron
from ..core.cosine import cosine_perceptron
from ..core.run import Run, UpdateBudgetExceeded
from ._checking import Wrong, ask, exercise, indices, judge, number, numbers, parts, values

# -- chapter 4


@exercise("ex-c4-half", "A function of X and y: the list of updates, in cyclic order.")
def half(answer) -> None:
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


# -- chapter 5


@exercise("ex-c5-counts", "A function of d: the numbers of mistakes on each example, (d,).")
def counts(answer) -> None:
    for d in (1, 3, 6):
        s = samples.exponential(d)
        right = np.bincount(perceptron(s.X, s.y).mistakes, minlength=d)
        got = numbers(ask(answer, d, what=f"d = {d}"), f"{d} numbers", (d,))
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
