"""Chapter 4: slopes by hand, half steps, regret, averages, Winnow, mini-batches."""

import numpy as np

from .. import learning
from ._checking import *


@exercise("ex-c4-subgradient", "4.1", "A pair of vectors of the plane: the two ends.")
def subgradient(answer) -> None:
    got = numbers(answer, "two vectors of the plane", (2, 2))
    right = np.array([[0.0, 1 / 3], [-1 / 3, 1.0]])
    if not any(np.allclose(ends, right) for ends in (got, got[::-1])):
        raise Wrong(
            "The scores are 2, 0 and 1: which are beyond the kink, which short of it, and what may "
            "the one on it contribute? The risk is the mean of the losses, not their sum, and a "
            "subgradient points up, not the way down."
        )


@exercise("ex-c4-draw", "4.2", "A triple (a, b, F): the stretch from a to b, and the risk on it.")
def draw(answer) -> None:
    a, b, lowest = (number(x, "each of a, b, F") for x in parts(answer, "a, b, F"))
    for w in (a, b):
        height = float(np.mean(np.maximum(0.0, 1.0 - w * np.array([2.0, 1.0, -1.0]))))
        refuse(not close(height, 2 / 3), f"At w = {w:g} the risk is {height:.4g}, not the least.")
    refuse(not (close(a, 0.5) and close(b, 1.0)), "The stretch of the smallest risk is longer.")
    mean = "The risk is the mean of the three losses, not their sum."
    judge(lowest, 2 / 3, "For the risk there", mean)


@exercise("ex-c4-half", "4.3", "A number: the smallest constant.")
def half_steps(answer) -> None:
    got = number(answer)
    less = "So it is if all updates are at ties, or none. What if some are?", 1.0
    judge(got, 9 / 8, "", "Let a share q of the updates be at ties.", less)


@exercise("ex-c4-aggressive", "4.4", "A function of T, beta, gamma and R: your lambda.")
def aggressive(answer) -> None:
    # The claim follows from a lambda that no T above the bound agrees with.
    cases = [(12.012, 1.0, 0.5, 1.0), (800.0, 0.0, 0.1, 2.0), (300.0, 4.0, 0.3, 1.0)]
    names = "T = {:g}, beta = {:g}, gamma = {:g} and R = {:g}"
    for T, beta, gamma, R, far, at in values(answer, names, cases, "lambda"):
        refuse(far * gamma <= beta, f"{at} lambda gamma = {far * gamma:.4g} is not above beta.")
        allowed = T * (far * gamma - beta) <= (far**2 + T * R**2) / 2
        refuse(allowed, f"{at} the bound forbids it; with {far:.6g} the regret does not.")


@exercise("ex-c4-sharper", "4.5", "A function of D_1, gamma and R: the bound on T.")
def sharper(answer) -> None:
    cases = [(0.0, 0.5, 2.0), (3.0, 0.1, 1.0), (50.0, 0.25, 1.5)]
    names = "D_1 = {:g}, gamma = {:g} and R = {:g}"
    for D_1, gamma, R, got, at in values(answer, names, cases, "the bound"):
        a, b = R / gamma, D_1 / gamma
        root = (a + np.sqrt(a * a + 4 * b)) / 2
        hint = f"{'A smaller' if got > root**2 else 'No such'} bound follows."
        judge(got, root**2, at, hint, ("That is sqrt(T). Square it.", root))


@exercise("ex-c4-last", "4.6", "A triple (F, w, eta): convex function, ten or more iterates, step.")
def last(answer) -> None:
    F, w, eta = parts(answer, "F, w, eta")
    w, eta = numbers(w, "(F, w, eta)"), number(eta, "eta")
    if w.ndim != 1 or w.size < 10 or w.size % 2:
        raise Wrong(f"w should hold an even number of iterates, ten or more; got shape {w.shape}.")

    def heights(places):
        return np.array([number(ask(F, float(v)), "F") for v in places])

    grid = np.linspace(w.min() - 1, w.max() + 1, 401)
    curve, values, average = heights(grid), heights(w), heights([w.mean()])[0]
    refuse((np.diff(curve, 2) < -1e-9).any(), "F is not convex between the iterates.")
    for t, slope in enumerate((w[:-1] - w[1:]) / eta):
        if (curve < values[t] + slope * (grid - w[t]) - 1e-9).any():
            raise Wrong(f"The step from iterate {t + 1} does not follow a subgradient of F there.")
    low = min(curve.min(), values.min(), average)
    if values[-1] - low < 0.1 * (values[0] - low) or values[-1] - low < 1e-6:
        raise Wrong(f"The last iterate is only {values[-1] - low:.3g} above the lowest height.")
    refuse(average - low > 0.5 * (values[-1] - low), "The average is hardly better than the last.")


@exercise("ex-c4-winnow", "4.7", "A function of X, y and eta: the list of mistakes.")
def winnow(answer) -> None:
    samples = []
    for d, eta in ((6, 0.1), (20, 0.5)):
        X = np.random.default_rng(d).uniform(-1, 1, (60, d))
        X = X[np.abs(X[:, 0] + X[:, 1]) > 0.2]
        samples.append((X, np.sign(X[:, 0] + X[:, 1]), eta))
    samples.append((np.array([[-0.1, 1.0]]), np.array([-1.0]), 0.1))  # part 4: 21 mistakes
    for X, y, eta in samples:
        at = f"{len(y)} example{'s' * (len(y) > 1)} with eta = {eta}"
        hint = "Winnow multiplies where the perceptron adds; it ends with a whole clean pass."
        got = ask(answer, X, y, eta, what=at)
        listed(got, _winnow(y[:, None] * X, eta), f"On {at} your list", hint)


def _winnow(Z, eta: float) -> list[int]:
    """Run Winnow cyclically."""
    logs, found, clean, i = np.zeros(Z.shape[1]), [], 0, 0
    while clean < len(Z):
        clean += 1
        if Z[i] @ np.exp(logs) <= 0:
            logs, clean = logs + eta * Z[i], 0
            found.append(i)
        i = (i + 1) % len(Z)
    return found


@exercise("ex-c4-average", "4.8", "A vector of the plane: the averaged weights.")
def average(answer) -> None:
    got = numbers(answer, "a vector of the plane", (2,))
    refuse(np.allclose(got, [16, -3]), "That is the sum over eight examinations. Divide by 8.")
    flat = "Each weight vector counts once for every examination after which it was there: c_t."
    refuse(np.allclose(got, [2, 0]) or np.allclose(got, [1.5, 0]), flat)
    last = "Those are the last weights."
    refuse(np.allclose(got, [2, -1]), last)
    hint = "After which examinations were the weights (2, 1), (2, 0) and (2, -1)?"
    refuse(not np.allclose(got, [2, -0.375], rtol=0, atol=0.006), hint)


@exercise("ex-c4-line", "4.9", 'A pair (line, T), as ("square", 3).')
def line(answer) -> None:
    name, T = parts(answer, "line, T")
    lines = {
        "square": "That line multiplies out a square, which is true of any steps.",
        "convex": "",
        "recursion": "That line fails, but it is not the first: which line was inserted into it?",
    }
    said = str(name).strip().lower().removeprefix("eq-sgd-").replace("project", "square")
    found = [key for key in lines if key == said]
    refuse(not found, "The line should be one of square, convex and recursion.")
    refuse(lines[found[0]], lines[found[0]])
    half = "The right side is half of the squared distance of 0 from 3.", 10.0
    judge(number(T, "T"), 5.0, "For T", "What are both sides if no step leads anywhere?", half)


@exercise("ex-c4-minibatch", "4.10", "A function of X, y, beta, eta and batches: the average.")
def minibatch(answer) -> None:
    for d, beta, eta in ((3, 0.0, 1.0), (5, 1.0, 0.25)):
        rng = np.random.default_rng(d)
        X, y = rng.integers(-4, 5, (24, d)) / 2.0, rng.choice([-1.0, 1.0], 24)
        batches = [rng.permutation(24)[: 4 + k % 3] for k in range(15)]
        turn = iter(batches)

        def slope(w, turn=turn, X=X, y=y, beta=beta):
            i = next(turn)
            return learning.subgradient(w, X[i], y[i], beta)

        right = learning.descend(slope, np.zeros(d), np.full(15, eta))
        at = f"For beta = {beta:g} and eta = {eta:g}"
        got = numbers(ask(answer, X, y, beta, eta, batches, what=at), f"{d} numbers", (d,))
        refuse(not got.any(), f"{at} your weights never move. What happens at a tie?")
        slips = [
            (right.iterates[-1], "those are the last weights. Return the average."),
            (right.iterates[1:].mean(axis=0), "you average the weights after the steps."),
            (right.iterates.mean(axis=0), "the weights after the last step had no slope taken."),
        ]
        for value, said in slips:
            refuse(np.allclose(got, value), f"{at} {said}")
        hint = "the average is another. The mean goes over the whole batch, right ones included."
        refuse(not np.allclose(got, right.average), f"{at} {hint}")


@exercise("ex-c4-variance", "4.11", "A function of rho, M, sigma, b and T: the best constant step.")
def variance(answer) -> None:
    cases = [(2.0, 1.0, 3.0, 1, 100), (1.0, 0.5, 2.0, 16, 400), (3.0, 2.0, 0.0, 4, 50)]
    names = "rho = {:g}, M = {:g}, sigma = {:g}, b = {:g} and T = {:g}"
    for rho, M, sigma, b, T, got, at in values(answer, names, cases, "the step"):
        right = rho / np.sqrt(T * (M**2 + sigma**2 / b))
        single = "A mean of b draws has a smaller variance.", rho / np.sqrt(T * (M**2 + sigma**2))
        summed = "Add the squares M^2 and sigma^2/b.", rho / np.sqrt(T) / (M + sigma / b**0.5)
        judge(got, right, at, "What takes the place of L^2 in the bound?", single, summed)
