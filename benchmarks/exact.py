"""Exact answers: the best margin, the distance of hulls, all dichotomies."""

from __future__ import annotations

import time
import warnings
from itertools import product

import numpy as np
from scipy.optimize import linprog, minimize
from sklearn.random_projection import GaussianRandomProjection
from sklearn.svm import SVC, LinearSVC

from ptronlib import max_margin, samples, separable
from ptronlib.counting import enumerate_dichotomies
from ptronlib.geometry import hull_distance
from ptronlib.projection import gaussian_map, project

from .measure import Pair, Row

AGREE = 1e-6
PATIENCE = 20.0  # seconds that a setting of the peer may take in the search for its best one
PROGRAMMES = 200  # of the 2^16; all take minutes, and each the same work


def machines(Z):
    """Yield, for each setting of each machine, a function that returns its w.

    SVC always learns an intercept. The sample with its mirror image has the same best margin, and
    by symmetry the intercept 0.
    """
    both, sides = np.concatenate([Z, -Z]), np.repeat([1.0, -1.0], len(Z))
    flips = np.where(np.arange(len(Z)) % 2, 1.0, -1.0)  # the same sample, with both labels in it
    for C, tol in product((1e3, 1e5, 1e7), (1e-4, 1e-6, 1e-8)):
        svc = SVC(kernel="linear", C=C, tol=tol, cache_size=1000)
        yield f"SVC C={C:g} tol={tol:g}", lambda m=svc: m.fit(both, sides).coef_[0]
        linear = LinearSVC(loss="hinge", C=C, tol=tol, fit_intercept=False, max_iter=20_000)
        yield (
            f"LinearSVC C={C:g} tol={tol:g}",
            lambda m=linear: m.fit(flips[:, None] * Z, flips).coef_[0],
        )


def best_machine(Z, margin):
    """Return name and function of the setting that agrees soonest; margin is the true one."""
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, solve in machines(Z):
            start = time.perf_counter()
            w = solve()
            took = time.perf_counter() - start
            reached = (Z @ w).min() / np.linalg.norm(w)
            if reached >= (1 - AGREE) * margin:
                found.append((took, name, solve))
    if not found:
        raise RuntimeError("no setting of the support vector machines comes so close")
    return min(found, key=lambda one: one[0])[1:]


def margin(n=2000, d=50) -> Pair:
    """The best margin, with a proof that there is none better."""
    sample = samples.linear(n, d, 0.05, np.random.default_rng(7))
    best = max_margin(sample.X, sample.y)
    assert best.upper - best.margin < 1e-9 * best.margin
    name, solve = best_machine(sample.y[:, None] * sample.X, best.margin)

    def quiet():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return solve()

    return Pair(lambda: max_margin(sample.X, sample.y), quiet, facts={"peer_setting": name})


def hulls(n=100, d=10) -> Pair:
    """The distance of two hulls, against scipy's general solver of quadratic programmes."""
    rng = np.random.default_rng(7)
    P, Q = rng.standard_normal((n, d)) + 1.5, rng.standard_normal((n, d)) - 1.5
    V = np.concatenate([P, -Q])
    sums = np.repeat(np.eye(2), n, axis=0)

    def solve():
        return minimize(
            lambda c: (c @ V) @ (c @ V),
            np.full(2 * n, 1.0 / n),
            jac=lambda c: 2.0 * V @ (c @ V),
            bounds=[(0.0, 1.0)] * (2 * n),
            constraints={"type": "eq", "fun": lambda c: c @ sums - 1.0, "jac": lambda c: sums.T},
            method="SLSQP",
            options={"maxiter": 1000, "ftol": 1e-14},
        )

    exact = hull_distance(P, Q).distance
    assert abs(np.sqrt(solve().fun) / exact - 1.0) < 1e-4
    return Pair(lambda: hull_distance(P, Q), solve)


def dichotomies(P=16, N=4) -> Pair:
    """All labelings that some w produces, against a linear programme for each labeling."""
    rng = np.random.default_rng(7)
    X = rng.standard_normal((P, N))
    labels = np.where(rng.random((PROGRAMMES, P)) < 0.5, 1.0, -1.0)

    def separable(y):
        return linprog(
            np.zeros(N), -y[:, None] * X, -np.ones(P), bounds=(None, None), method="highs"
        ).success

    listed = {row.tobytes() for row in enumerate_dichotomies(X)}
    assert all(separable(y) == (y.tobytes() in listed) for y in labels)
    return Pair(
        lambda: enumerate_dichotomies(X),
        lambda: [separable(y) for y in labels],
        peer_units=PROGRAMMES / 2**P,
        facts={"dichotomies": len(listed), "programmes": PROGRAMMES},
    )


def coins(n, d, share=1.0):
    """Return n examples with fair coins as labels; a share below 1 makes most entries 0."""
    rng = np.random.default_rng(7)
    X = rng.standard_normal((n, d)) * (rng.random((n, d)) < share)
    return X, np.where(rng.random(n) < 0.5, 1.0, -1.0)


def halves(n, d):
    """Return a sample that a hyperplane through the origin separates."""
    X = np.random.default_rng(7).standard_normal((n, d))
    return X, np.where(X.sum(axis=1) > 0, 1.0, -1.0)


def machine(X, y):
    """Fit a support vector machine without slack, nearly."""
    SVC(kernel="linear", C=1e10).fit(X, y)


def programme(X, y):
    """Ask for any w and b with all y (w . x + b) >= 1."""
    A = -y[:, None] * np.c_[X, np.ones(len(X))]
    linprog(np.zeros(A.shape[1]), A, -np.ones(len(X)), bounds=(None, None), method="highs")


def decided(key, data, *shape, name="SVC", peer=machine, tolerance=1e-9) -> Row:
    """Return the row of `separable`, with an intercept; its peers prove nothing, and are ahead."""

    def prepare():
        X, y = data(*shape)
        return Pair(lambda: separable(X, y, tolerance=tolerance), lambda: peer(X, y))

    work = f"separable, {shape[0]:,} x {shape[1]:,}, tolerance {tolerance:g}"
    return Row(key, work, name, 0.01, prepare, 3)


def projections(n=20_000, d=784, k=50) -> Pair:
    """A random map and the sample under it."""
    X = np.random.default_rng(7).standard_normal((n, d))
    return Pair(
        lambda: project(X, gaussian_map(d, k, np.random.default_rng(7))),
        lambda: GaussianRandomProjection(k, random_state=7).fit_transform(X),
        read=X.nbytes,
        flops=2.0 * n * d * k,
    )


ROWS = (
    Row("margin", "best margin with certificate, 2,000 x 50",
        "LinearSVC or SVC, to 1e-6", 5.0, margin),
    Row("hulls", "distance of two hulls, 100 + 100 points in 10 dimensions",
        "scipy SLSQP", 5.0, hulls, 5),
    Row("cover", "dichotomies of 16 points in 4 dimensions", "2^16 linear programmes, HiGHS",
        50.0, dichotomies, 5),
    Row("project", "Gaussian projection, 20,000 x 784 to 50", "GaussianRandomProjection",
        1.0, projections),
    decided("genes", coins, 72, 7129),
    decided("few", coins, 100, 1000),
    decided("even", coins, 400, 400),
    decided("quick", coins, 400, 400, tolerance=1.0),
    decided("programme", coins, 400, 400, name="HiGHS", peer=programme, tolerance=1.0),
    decided("broad", coins, 800, 2000),
    decided("text", coins, 2000, 20_000, 0.01),
    decided("long", halves, 100_000, 100, name="HiGHS", peer=programme),
)  # fmt: skip
