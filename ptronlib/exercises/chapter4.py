"""Chapter 4: half a step, a sharper bound, the wrong step, the last weights."""

from __future__ import annotations

import numpy as np

from .. import samples
from ._checking import Wrong, ask, exercise, judge, number, numbers, parts, values


@exercise("ex-c4-half", "A function of X and y: the list of updates, in cyclic order.")
def half(answer) -> None:
    drawn = samples.linear(20, 3, 0.1, np.random.default_rng(7))
    skew = np.array([[1.0, 0], [-0.5, 1]])
    for X, y in ((np.eye(4), np.ones(4)), (skew, np.ones(2)), (drawn.X, drawn.y)):
        try:
            got = [int(i) for i in ask(answer, X, y, what=f"{len(y)} examples")]
        except (TypeError, ValueError):
            raise Wrong("The answer should be a list of indices.") from None
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
