"""Chapter 4: half a step, a sharper bound, the wrong step, the last weights."""

from __future__ import annotations

import numpy as np

from .. import data
from ._checking import Wrong, ask, close, exercise, number, numbers


@exercise("ex-c4-half", "A function of X and y: the list of updates, in cyclic order.")
def half(answer) -> None:
    samples = [(np.eye(4), np.ones(4)), (np.array([[1.0, 0], [-0.5, 1]]), np.ones(2))]
    samples += [(s.X, s.y) for s in [data.linear(20, 3, 0.1, np.random.default_rng(7))]]
    for X, y in samples:
        right, full = _halves(y[:, None] * X, 0.5), _halves(y[:, None] * X, 1.0)
        try:
            got = [int(i) for i in ask(answer, X, y, what=f"{len(y)} examples")]
        except (TypeError, ValueError):
            raise Wrong("The answer should be a list of indices.") from None
        if got == right:
            continue
        if got == full:
            raise Wrong("That is the perceptron: at a tie the step is only half as long.")
        if not got:
            raise Wrong("At w = 0 every score is a tie, and a tie does make an update.")
        raise Wrong(f"On {len(y)} examples your list of {len(got)} updates is not the machine's.")


def _halves(Z, step: float) -> list[int]:
    """Run the machine with that step at a tie, cyclically."""
    w, found, clean, p = np.zeros(Z.shape[1]), [], 0, 0
    while clean < len(Z):
        score = Z[p] @ w
        if score <= 0:
            w = w + (step if score == 0 else 1.0) * Z[p]
            found.append(p)
            clean = 0
        else:
            clean += 1
        p = (p + 1) % len(Z)
    return found


@exercise("ex-c4-sharper", "A function of Xi, gamma and R: the bound on T.")
def sharper(answer) -> None:
    for xi, gamma, R in ((0.0, 0.5, 2.0), (3.0, 0.1, 1.0), (50.0, 0.25, 1.5)):
        right = xi / gamma + (R / gamma) ** 2 + R / gamma * np.sqrt(xi / gamma)
        what = f"Xi = {xi:g}, gamma = {gamma:g} and R = {R:g}"
        got = number(ask(answer, xi, gamma, R, what=what), "the bound")
        if not close(got, right):
            square = (R / gamma + np.sqrt(xi / gamma)) ** 2
            hint = " The mixed term is counted twice." if close(got, square) else ""
            raise Wrong(f"For {what} the bound is not {got:.6g}.{hint}")


@exercise("ex-c4-step", "A function of the factor f, rho, L and T: the bound for f times the step.")
def step(answer) -> None:
    for f, rho, L, T in ((1.0, 1.0, 1.0, 100), (10.0, 2.0, 3.0, 50), (0.1, 2.0, 3.0, 50)):
        right = rho * L / (2 * np.sqrt(T)) * (f + 1 / f)
        got = number(ask(answer, f, rho, L, T, what=f"f = {f:g}"), "the bound")
        if close(got, right):
            continue
        swapped = close(got, right * f) or close(got, right / f)
        hint = " Both terms of the bound depend on the step." if swapped else ""
        raise Wrong(f"For f = {f:g}, rho = {rho:g}, L = {L:g}, T = {T} it is not {got:.6g}.{hint}")


@exercise("ex-c4-last", "A triple (F, w, eta): a convex function, iterates, a step.")
def last(answer) -> None:
    if not isinstance(answer, tuple | list) or len(answer) != 3:
        raise Wrong("The answer should be a triple (F, w, eta).")
    F, w, eta = answer[0], numbers(answer[1], "(F, w, eta)"), number(answer[2], "eta")
    if w.ndim != 1 or w.size < 10 or w.size % 2:
        raise Wrong(f"w should hold an even number of iterates, ten or more; got shape {w.shape}.")
    grid = np.linspace(w.min() - 1, w.max() + 1, 401)
    heights = np.array([number(ask(F, float(v)), "F") for v in grid])
    if (np.diff(heights, 2) < -1e-9).any():
        raise Wrong("F is not convex between the iterates.")
    values = np.array([float(F(float(v))) for v in w])
    for t, slope in enumerate((w[:-1] - w[1:]) / eta):
        if (heights < values[t] + slope * (grid - w[t]) - 1e-9).any():
            raise Wrong(f"The step from iterate {t + 1} does not follow a subgradient of F there.")
    low = min(heights.min(), values.min(), float(F(float(w.mean()))))
    if values[-1] - low < 0.1 * (values[0] - low) or values[-1] - low < 1e-6:
        raise Wrong(f"The last iterate is only {values[-1] - low:.3g} above the lowest height.")
    if float(F(float(w.mean()))) - low > 0.5 * (values[-1] - low):
        raise Wrong("The average is hardly better than the last iterate.")
