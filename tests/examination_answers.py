"""The numbers of the marking schemes in ``examinations``, computed: one function a question."""

import math
from itertools import count
from statistics import NormalDist

import numpy as np

from ptronlib import betas, bounds, cosine_perceptron, max_margin, perceptron, radius, samples
from ptronlib.counting import cover_count, separable_fraction
from ptronlib.counting.labelings import margins_of_labelings
from ptronlib.geometry import hull_distance, matrix_game
from ptronlib.learning import risk, subgradient

ANSWERS = {}


def answers(question):
    """Register the function that computes the answers of a question."""
    return lambda function: ANSWERS.setdefault(question, function)


def vector(values):
    """Write whole numbers or short decimals as a vector."""
    return f"({', '.join(f'{x:g}' for x in values)})"


def bound_of(Z, w):
    """Return the scores of w, its margin, R^2 and the bound of the convergence theorem."""
    Z, w = np.asarray(Z, float), np.asarray(w, float)
    eps, R = (Z @ w).min() / np.linalg.norm(w), radius(Z)
    return Z @ w, eps, R**2, float(bounds.updates_constant(0, R, eps))


@answers("p1-1")
def _():
    Z = np.array([[1.0, 1.0], [0.0, 2.0], [1.0, -2.0]])
    run, (scores, eps, R2, bound) = perceptron(Z, np.ones(3)), bound_of(Z, [4, 1])
    return {
        "mistakes": ", ".join(str(i + 1) for i in run.mistakes), "updates": run.n_updates,
        "w": vector(run.w), "scores": ", ".join(f"{s:g}" for s in scores), "length2": 4**2 + 1**2,
        "margin": eps, "R2": R2, "bound": bound, "allowed": math.floor(bound),
        "certificate": next(
            vector(c) for c in np.ndindex(2, 2, 2, 2)
            if any(c) and not (np.array(c) @ [*Z, [-1, 0]]).any()
        ),
    }  # fmt: skip


@answers("p1-2")
def _():
    def possible(t):
        return 2.5 * (1 - 0.9**t) <= math.sqrt((1 - 0.81**t) / 0.19)

    last = max(t for t in range(1, 500) if possible(t))
    assert all(possible(t) for t in range(1, last + 1))
    return {"progress5": sum(0.9**k for k in range(5)), "limit": 1 / (1 - 0.9), "last": last}


@answers("p1-3")
def _():
    Z = np.array([[2.0, 1.0], [-1.0, 1.0]])
    run, best, R = perceptron(Z, np.ones(2), 5.0), max_margin(Z, np.ones(2)).margin, radius(Z)
    j = next(j for j in count(1) if j / (j + 1) >= 0.8)
    return {
        "updates": run.n_updates, "mistakes": ", ".join(f"z_{i + 1}" for i in run.mistakes),
        "w": vector(run.w), "best": best, "reached": run.margin,
        "promised": float(bounds.margin_constant(5.0, R, best)), "j": j,
        "worst_beta": j * (j + 1) * R**2,
        "worst_bound": float(bounds.updates_worst_first(j * (j + 1) * R**2, R, best)),
    }  # fmt: skip


@answers("p1-4")
def _():
    Z, y = np.array([[1.0], [-2.0], [4.0]]), np.ones(3)
    slopes = [float(subgradient([0.25 + h], Z, y, 1.0)[0]) for h in (-1e-3, 1e-3)]
    slope0 = float(subgradient([0.0], Z, y, 1.0)[0])
    step = -0.5 * slope0
    return {
        "F0": risk([0.0], Z, y, 1.0), "Fquarter": risk([0.25], Z, y, 1.0), "lowest": slopes[0],
        "highest": "1/3" if math.isclose(slopes[1], 1 / 3) else slopes[1], "slope0": slope0,
        "step": step, "Fstep": risk([step], Z, y, 1.0),
    }  # fmt: skip


@answers("p1-5")
def _():
    sample = samples.exponential(6)
    run = perceptron(sample.X, sample.y)
    fuel = float(bounds.updates_cosine(0.5, 0.25))
    return {
        "mistakes6": run.n_updates, "million": next(d for d in count(1) if (4**d - 1) // 3 > 10**6),
        "eps6": sample.margin, "fuel": 2 * math.log(4) / math.log(4 / 3),
        "fuel_updates": math.floor(fuel),
    }  # fmt: skip


@answers("p1-6")
def _():
    return {
        "through": cover_count(7, 3), "affine": cover_count(7, 4),
        "chance": separable_fraction(7, 4),
    }  # fmt: skip


@answers("p1-7")
def _():
    q, n, delta = 25, 1000, 0.05
    return {
        "loo": q, "consistent": float(bounds.consistent_error(q, n, delta / n)),
        "fixed": float(bounds.consistent_error(q, n, delta)), "online": 60 / n,
    }  # fmt: skip


@answers("p1-8")
def _():
    A = np.array([[1, 0, 0.5], [0, 1, 0.5]])
    before, after = margins_of_labelings(np.eye(3)), A.T
    assert np.ptp(before) < 1e-9
    return {
        "before": before[0], "plus": max_margin(after, np.ones(3)).margin,
        "minus": margins_of_labelings(after).min(), "separable": cover_count(3, 2),
    }  # fmt: skip


@answers("p1-9")
def _():
    A = np.array([[2, -1], [-1, 1]])
    game = matrix_game(A)
    return {
        "row": vector(game.x), "column": vector(game.y), "value": game.value,
    }  # fmt: skip


@answers("p1-10")
def _():
    rate = 1 / (1 - 0.05 * 0.004)
    error = math.sqrt(0.015 * 0.985 / 10_000)
    return {
        "factor": 2**2, "doubled": next(t for t in count(1) if rate ** (2 * t) >= 2),
        "error": error, "percent": 100 * error,
    }  # fmt: skip


@answers("p2-1")
def _():
    Z = np.array([[1.0, -1.0, -1.0], [-1.0, -1.0, -1.0], [0.0, 0.0, 1.0]])
    run, (scores, eps, R2, bound) = perceptron(Z, np.ones(3)), bound_of(Z, [0, -3, 1])
    return {
        "updates": run.n_updates, "w": vector(run.w), "eps": eps, "R2": R2, "bound": bound,
        "scores": ", ".join(f"{s:g}" for s in scores),
    }  # fmt: skip


@answers("p2-2")
def _():
    R, eps = 2.0, 0.5
    left2 = R**4 / eps**2 - 10 * R**2
    return {
        "start": float(bounds.updates_from(4.0, R, eps)), "far2": R**4 / eps**2, "left2": left2,
        "left": math.sqrt(left2), "mean17": R / math.sqrt(17),
    }  # fmt: skip


@answers("p2-3")
def _():
    rule, beta = betas.growing(1.5, 1.0), [0.0]
    for t in range(1, 4):
        beta.append(rule.next(beta[-1], t, 1.0))
    j = next(j for j in count(1) if j / (j + 1) >= 0.75)
    T = round(float(bounds.updates_growing(1.5, 1.0, 0.1)))
    last = ((T + 1) ** 1.5 - T**1.5 - 1) / 2
    return {
        "beta0": rule.start, "beta1": beta[1], "beta3": beta[3],
        "growing": T, "last": last, "share": last / T**0.75 / 0.1, "j": j,
        "worst": float(bounds.updates_worst_first(j * (j + 1.0), 1.0, 0.1)),
    }  # fmt: skip


@answers("p2-4")
def _():
    xi, W, times, x = [0.5, 0.3, 0.4], np.array([[1, 0], [1, 2]]), np.array([2, 6]), (10, -6)
    D = np.linalg.norm(xi)
    bound, mean = float(bounds.updates_deviation(1.0, 0.2, D)), times @ W / times.sum()
    return {
        "D2": D**2, "bound": bound, "mistakes": math.floor(bound),
        "separable": float(bounds.updates_constant(0, 1.0, 0.2)),
        "voted": f"{np.sign(times @ np.sign(W @ x)):+.0f}", "mean": vector(mean),
        "score": mean @ x, "averaged": f"{np.sign(mean @ x):+.0f}",
    }  # fmt: skip


@answers("p2-5")
def _():
    w, z = np.array([2.0, -4.0]), np.array([3.0, 4.0])
    run = cosine_perceptron([z], [1], 0.4, w_init=w)
    assert run.n_updates == 1
    return {
        "cosine": w @ z / np.linalg.norm(w) / np.linalg.norm(z), "w": vector(run.w),
        "length": np.linalg.norm(run.w), "progress0": w[0], "progress1": run.w[0],
        "tmax": math.floor(math.log(100) / math.log(1 / (1 - 0.1**2))),
    }  # fmt: skip


@answers("p2-6")
def _():
    z = (49.5 - 119 / 2) / (math.sqrt(119) / 2)
    return {
        "shattered": 3**2 / 0.5**2, "normal": NormalDist().cdf(z),
        "exact": separable_fraction(120, 50), "half": separable_fraction(100, 50),
    }  # fmt: skip


@answers("p2-7")
def _():
    R, eps, n, delta = 1.0, 0.1, 2000, 0.05
    q = round(R**2 / eps**2)
    return {
        "q": q, "consistent": float(bounds.perceptron_error(R, eps, n, delta)),
        "stable": float(bounds.perceptron_error(R, eps, n, delta, stable=True)),
        "floor": (q - 1) / (8 * n), "floor_sharp": float(bounds.unavoidable_error(R, eps, n)),
    }  # fmt: skip


@answers("p2-8")
def _():
    m = math.floor(1 / 0.8**2)
    return {
        "m": m, "robust": bounds.count_descriptions(20, m),
        "all": 2**20, "jl": int(bounds.jl_dimension(1000, 0.2, 0.01)), "line": cover_count(20, 1),
    }  # fmt: skip


@answers("p2-9")
def _():
    K, L = np.array([[0.0, 0.0], [4.0, 2.0]]), np.array([[1.0, 3.0]])
    found, u = hull_distance(K, L), np.array([1, -2]) / math.sqrt(5)
    b = math.sqrt(5) / 2
    values = [*(K @ u + b), *(L @ u + b)]
    assert np.allclose(np.abs(values), found.distance / 2)
    R2 = max(((p - q) ** 2).sum() for p in K for q in L)
    return {
        "nearest": vector(found.p), "distance": found.distance, "b": b, "other": values[-1],
        "R2": R2, "walk": 3 * R2 / 1.0**2 + 1,
    }  # fmt: skip


@answers("p2-10")
def _():
    x, W, right = np.array([1, 2]), np.zeros((3, 2)), 1
    said = int(np.argmax(W @ x))  # ties go to the smallest number
    W[right] += x
    W[said] -= x
    return {
        "rows": ", ".join(map(vector, W)), "bound": float(bounds.updates_multiclass(5.0, 1.0)),
        "z": (80 - 50) / math.sqrt(80 + 50),
    }  # fmt: skip
