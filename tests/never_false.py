"""Does the library ever claim what is false?  Its answers, tried against exact arithmetic.

``python -m tests.never_false [N]`` puts N drawn problems to each function and counts what came
back. A float is a fraction: all claims of an answer are recomputed in fractions, and the truth
comes from a solver that shares nothing with the library and proves its answers. False is an answer
with a claim that does not hold exactly, and every exception but ArithmeticError and
UpdateBudgetExceeded, which say "undecided". Weights count relative to their sum, directions to
their length. The columns:

loose      right, but the bounds differ by more than 1e-6 of the upper one
refused    right, but the answer's own `verify` says no
far        undecided, but the margin is above 1e-9 of the size of the points
"""

import math
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ptronlib import Contradiction, Separator, UpdateBudgetExceeded, geometry, separable

exact = np.frompyfunc(Fraction, 1, 1)  # an array of numbers as an array of fractions

KNOWN = [  # samples (X, y), the first problems
    ([[5e10, 0], [-5e10, 0], [0, 1]], [1, 1, -1]),
    ([[1e12, 1], [-1e12, 1], [1e12, -1]], [1, 1, -1]),
    ([[1e9, 0], [0, 1e-3]], [1, -1]),
    ([[3e15, 1], [1e15, -1], [2e15, 1], [2.5e15, -1]], [1, -1, 1, -1]),
    ([[1.7e18, 1], [1.7e18, -1]], [1, -1]),
    (
        [[2.0**45, 2], [-(2.0**44), 3], [2.0**46, 1], [-(2.0**46), -2], [-(2.0**46), 2]],
        [1, 1, 1, -1, 1],
    ),
]


def whole(A):
    """Return an array of fractions as whole numbers over a common denominator, and that."""
    unit = math.lcm(*(a.denominator for a in A.flat))
    return np.frompyfunc(int, 1, 1)(A * unit), unit


def weights_of_plane(Z):
    """Return whole numbers in proportion to the affine weights of the point nearest to 0.

    They solve (Z Z^T + 1) x = (1, ..., 1): elimination without fractions (Bareiss 1968).
    """
    M, before = np.column_stack([Z @ Z.T + 1, Z[:, 0] * 0 + 1]), 1
    for k in range(len(Z)):
        others, row = np.arange(len(Z)) != k, M[k].copy()
        M[others] = (M[others] * row[k] - np.outer(M[others, k], row)) // before
        before = row[k]
    return M[:, -1] // math.gcd(*M[:, -1])


def squared_distance(P, Q, *_) -> Fraction:
    """Return the squared distance of the hulls of the rows of two matrices, by Wolfe (1976).

    X / S, a convex combination of differences of rows, is nearest to 0 since no difference is
    lower in its direction: the loop ends only there.
    """
    rows, unit = whole(exact(np.concatenate([P, Q])))
    P, Q = rows[: len(P)], rows[len(P) :]
    Z, held = P[:1] - Q[:1], np.array([1], dtype=object)
    while True:
        while min(own := weights_of_plane(Z)) <= 0:  # go there until a weight is 0: drop its point
            S, D, falling = sum(held), sum(own), own <= 0
            share = min(exact(held * D)[falling] / (held * D - own * S)[falling])
            held = (share.denominator - share.numerator) * D * held + share.numerator * S * own
            Z, held = Z[held > 0], held[held > 0] // math.gcd(*held)
        held, X, S = own, own @ Z, sum(own)
        lowest = P[np.argmin(P @ X)] - Q[np.argmax(Q @ X)]
        if S * (X @ lowest) >= X @ X:
            return Fraction(X @ X, (S * unit) ** 2)
        Z, held = np.vstack([Z, lowest]), np.append(held, 0)


def value_of_game(A) -> Fraction:
    """Return the value of a matrix game, by the simplex method with Bland's rule.

    With A made positive, sum(y) is maximised subject to A y <= 1, y >= 0, in a table of whole
    numbers over the last pivot. In the end the mixtures x and y prove the value.
    """
    A, unit = whole(exact(A))
    (n, m), low = A.shape, A.min() - 1
    A = A - low
    T = np.block([[A, np.full((n, 1), 1)], [np.full((1, m), -1), 0]]).astype(object)
    columns, rows, last = list(range(m)), list(range(m, m + n)), 1
    while min(T[-1, :-1]) < 0:
        c = min(np.flatnonzero(T[-1, :-1] < 0), key=lambda j: columns[j])
        falling = np.flatnonzero(T[:-1, c] > 0)
        r = min(falling, key=lambda i: (Fraction(T[i, -1], T[i, c]), rows[i]))
        row, column, pivot = T[r].copy(), T[:, c].copy(), T[r, c]
        T = (T * pivot - np.outer(column, row)) // last
        T[r], T[:, c], T[r, c] = row, -column, last
        columns[c], rows[r], last = rows[r], columns[c], pivot
    basic = dict(zip(rows, T[:-1, -1], strict=True))
    reduced = dict(zip(columns, T[-1, :-1], strict=True))
    y = np.array([basic.get(j, 0) for j in range(m)], dtype=object)
    x = np.array([reduced.get(i, 0) for i in range(m, m + n)], dtype=object)
    assert min(x) >= 0 and min(y) >= 0 and sum(x) == sum(y) == T[-1, -1]
    assert min(x @ A) == max(A @ y) == last
    return (Fraction(last, T[-1, -1]) + low) / unit


def drawn(k: int):
    """Return the k-th sample (X, y): mostly small, of any scale, with ties and near-ties."""
    if k < len(KNOWN):
        return tuple(np.array(part, dtype=float) for part in KNOWN[k])
    rng = np.random.default_rng(k)
    n, d = rng.integers([2, 1], [60, 12] if rng.random() < 0.05 else [12, 6], endpoint=True)
    X = np.rint(np.ldexp(rng.standard_normal((n, d)), 32)) * 2.0**-32
    kind = rng.integers(8)
    if kind < 3:  # a lattice
        X = rng.integers(-3, 4, (n, d)).astype(float)
    elif kind == 3:  # a line
        X = X[0] + rng.integers(-4, 5, (n, 1)) * np.rint(X[1])
    elif kind == 4:  # one-hot columns
        X = np.eye(d)[rng.integers(0, d, n)]
    y = np.append([-1.0, 1.0], rng.choice([-1.0, 1.0], n - 2))
    twist = rng.random(9) < [0.5, 0.1, 0.4, 0.3, 0.3, 0.2, 0.2, 0.3, 0.3]
    if twist[0]:  # pull the classes apart
        X += y[:, None] * rng.integers(-3, 4, d) * rng.choice([1.0, 5.0])
    if twist[1]:  # one class is a single point
        X[y > 0] = X[1]
    if twist[2]:
        X *= float(f"1e{rng.integers(-12, 16)}")
    if twist[3]:
        X += rng.integers(-3, 4, d) * float(f"1e{rng.integers(0, 16)}")
    if twist[4]:
        X *= 2.0 ** rng.integers(-60, 61, d)
    i, j = rng.integers(0, n, 2)
    if twist[5]:  # a duplicate
        X[i] = X[rng.choice(np.flatnonzero(y == y[i]))]
    others = rng.permutation(np.flatnonzero(y != y[j]))
    if twist[6]:  # a contradiction: the classes share a point
        X[j] = X[others[0]]
    if twist[7]:  # a point on a face of the other class, as far as floats allow
        X[j] = X[others[: 2 ** rng.integers(1, 3)]].mean(axis=0)
    if twist[8]:  # and a point moved by one unit in the last place
        X[j, 0] = np.nextafter(X[j, 0], rng.choice([-np.inf, np.inf]))
    return X, y


def hulls(X, y):
    return X[y > 0], X[y < 0]


def signed(X, y):
    return (y[:, None] * X,)


def asked(P, Q) -> float:
    """Return an eps to ask for: 1/2, 1 or 3 times the distance, or a share of the size."""
    R, distance = np.linalg.norm(P[:, None] - Q, axis=2).max(), math.sqrt(squared_distance(P, Q))
    k = len(P) + 3 * len(Q)
    return distance * (0.5, 1, 0.5, 3)[k % 4] if distance > R / 16 else (R or 1) / 2 ** (k % 6)


def square(a) -> Fraction | float:
    """Return the square of a number with its sign: squares compare as the numbers do."""
    return Fraction(a) * abs(Fraction(a)) if math.isfinite(a) else a


def mixed(coef, Z):
    """Return the combination of the rows of Z, the weights divided by their sum; NaN for others."""
    coef = exact(coef)
    if min(coef) < 0 or not any(coef):
        return np.full(Z.shape[1], math.nan)
    return coef @ exact(Z) / sum(coef)


def bounds(lower, upper, best, w, lowest, combined) -> Iterator[tuple[str, bool]]:
    """Yield the claims of two bounds of a distance, which a direction and a combination prove."""
    yield "bounds", square(lower) <= best <= square(upper)
    yield "w", square(lower) * (w @ w) <= square(lowest) and (w.any() or not lower)
    yield "combination", square(upper) >= combined @ combined


def claims(found, best, *data) -> Iterator[tuple[str, bool]]:
    """Yield what an answer to the data claims: pairs of a name and whether it holds exactly."""
    if isinstance(found, Separator):
        X, y, intercept = data
        w, origin, b = exact(found.w), exact(found.origin), Fraction(found.b)
        lowest = min(exact(y) * ((exact(X) - origin) @ w + b))
        yield "separates", lowest > 0
        yield "through 0", intercept or b == w @ origin
        Z, up = X[found.rows], y[found.rows] > 0
        if intercept:
            combined = (mixed(found.coef[up], Z[up]) - mixed(found.coef[~up], Z[~up])) / 2
        else:
            combined = mixed(found.coef, y[found.rows, None] * Z)
        yield from bounds(found.margin, found.upper, best, w, lowest, combined)
    elif isinstance(found, Contradiction):
        X, y, intercept = data
        lifted = np.column_stack([X, np.full(len(X), float(intercept))])[found.rows]
        weights = np.array(found.weights, dtype=object) * exact(y[found.rows])
        yield "positive", min(found.weights) > 0
        yield "cancels", not (weights @ exact(lifted)).any()
    elif isinstance(found, geometry.HullDistance):
        (P, Q), w = data, exact(found.w)
        lowest = min(exact(P) @ w) - max(exact(Q) @ w)
        combined = mixed(found.P_coef, P) - mixed(found.Q_coef, Q)
        yield from bounds(found.lower, found.distance, best, w, lowest, combined)
    elif isinstance(found, geometry.Game):
        (V,), w = data, exact(found.w)
        yield from bounds(found.lower, found.upper, best, w, min(exact(V) @ w), mixed(found.mu, V))
        yield "value", found.lower <= found.value <= found.upper and (found.value or not best)
    elif isinstance(found, geometry.MatrixGame):
        (A,) = data
        yield "bounds", found.lower <= best <= found.upper
        yield "x", min(mixed(found.x, A)) >= found.lower
        yield "y", max(mixed(found.y, A.T)) <= found.upper
        yield "value", found.lower <= found.value <= found.upper
    elif isinstance(found, geometry.Wall):
        w, origin = exact(found.w), exact(getattr(found, "origin", 0 * found.w))
        above, below = ((exact(Z) - origin) @ w + Fraction(found.b) for Z in data[:2])
        lowest = min(*above, *-below)
        yield "separates", lowest > 0
        yield "margin", square(found.margin) * (w @ w) <= square(lowest)
    elif isinstance(found, geometry.Close):
        for picks, Z in zip((found.P, found.Q), data[:2], strict=True):
            yield "rows", set(map(tuple, picks.points)) <= set(map(tuple, Z))
        apart = mixed(found.P.counts, found.P.points) - mixed(found.Q.counts, found.Q.points)
        yield "distance", square(found.distance) >= apart @ apart
        yield "close", found.distance < data[2]
    elif isinstance(found, geometry.Solution):
        x, lowest = exact(found.x), min(exact(data[0]) @ exact(found.x))
        yield "solves", lowest > 0
        yield "margin", square(found.margin) * (x @ x) <= square(lowest)
    elif isinstance(found, geometry.Combination):
        combined = mixed(found.counts, data[0])
        yield "norm", square(found.norm) >= combined @ combined
        yield "close", found.norm < data[1]
    else:
        raise TypeError(f"claims must be told what a {type(found).__name__} claims.")


def first_false(found, *truth) -> str:
    """Return the first claim that does not hold, empty if all do."""
    kind = type(found).__name__
    return next((f"{kind}: {name}" for name, holds in claims(found, *truth) if not holds), "")


def ask_separable(X, y, intercept):
    return separable(X, y, intercept=intercept)


def from_0(V, *_) -> Fraction:
    return squared_distance(V, 0 * V[:1])


def best_margin(X, y, intercept) -> Fraction:
    return squared_distance(*hulls(X, y)) / 4 if intercept else from_0(*signed(X, y))


# For each function: how it is asked, its data from a sample, and the exact answer, squared.
TRIALS = {
    "separable": (ask_separable, lambda X, y: (X, y, True), best_margin),
    "separable, through 0": (ask_separable, lambda X, y: (X, y, False), best_margin),
    "hull_distance": (geometry.hull_distance, hulls, squared_distance),
    "game_value": (geometry.game_value, signed, from_0),
    "matrix_game": (geometry.matrix_game, lambda X, y: (X,), value_of_game),  # not squared
    "separate_hulls": (
        lambda P, Q, eps: geometry.separate_hulls(P, Q, eps, max_updates=5000),
        lambda X, y: (*hulls(X, y), asked(*hulls(X, y))),
        squared_distance,
    ),
    "farkas": (
        lambda A, eps: geometry.farkas(A, eps, max_updates=5000),
        lambda X, y: (*signed(X, y), asked(*signed(X, y), np.zeros((1, X.shape[1])))),
        from_0,
    ),
}


def arrays(data) -> list:
    return [part for part in data if np.ndim(part)]


def far(name: str, best, data) -> bool:
    """Whether the margin is above 1e-9 of the size of the points: no reason to be undecided."""
    points = np.vstack([part for part in arrays(data) if part.ndim == 2])
    points -= points[0] if name in ("separable", "hull_distance", "separate_hulls") else 0.0
    least = max(1e-9 * np.linalg.norm(points, axis=1).max(), 1e-300)  # what a float can hold
    return name == "matrix_game" or best > square(least)


def tried(name: str, k: int) -> tuple[list[str], str]:
    """Put the k-th problem to a function; return what to count, and the false claim if any."""
    ask, made, solved = TRIALS[name]
    data = made(*drawn(k))
    best = solved(*data)
    try:
        found = ask(*data)
    except (ArithmeticError, UpdateBudgetExceeded):
        return ["undecided"] + ["far"] * far(name, best, data), ""
    if false := first_false(found, best, *data):
        return ["false"], false
    upper = getattr(found, "upper", getattr(found, "distance", math.inf))
    lower = getattr(found, "lower", getattr(found, "margin", -math.inf))
    loose = math.inf > upper - lower > 1e-6 * abs(upper)
    refused = not found.verify(*arrays(data))
    return ["right"] + ["loose"] * loose + ["refused"] * refused, ""


def table(count: int) -> Iterator[str]:
    """Put so many problems to each function; yield the lines of a table, then what was false."""
    columns, lines = ("problems", "right", "loose", "refused", "undecided", "far", "false"), []
    yield f"{'':22}" + "".join(f"{column:>10}" for column in columns)
    for name in TRIALS:
        counts = Counter(problems=count)
        for k in range(count):
            try:
                outcome, false = tried(name, k)
            except Exception as error:
                outcome, false = ["false"], f"{error!r:.100}"
            counts.update(outcome)
            lines += [f"{name}, problem {k}: {false}"] if false else []
        yield f"{name:22}" + "".join(f"{counts[column]:10}" for column in columns)
    yield from lines


if __name__ == "__main__":
    warnings.simplefilter("error")
    for line in table(int(sys.argv[1]) if sys.argv[1:] else 1000):
        print(line, flush=True)
