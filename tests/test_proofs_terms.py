"""Both sides of every line of every proof, term by term, on a sample where nothing is 1 or tight.

The other tests ask whether the lines hold; a slack line would still hold with a term too many.
"""

import numpy as np
import pytest

from ptronlib import betas, cosine_perceptron, lift, max_margin, perceptron, proofs, samples
from ptronlib.learning import descend

norm = np.linalg.norm
RNG = np.random.default_rng(29)
SAMPLE = samples.linear(25, 3, 0.04, RNG)
X = SAMPLE.X * RNG.uniform(1.1, 2.3, (25, 1))  # rows of many lengths, none of them 1
Y, U = SAMPLE.y, SAMPLE.w_star
EPS, R = float((Y * (X @ U)).min()), float(max(norm(x) for x in X))


def trail(run):
    """Return w_0, w_1, ..., by the plain loop."""
    weights = [run.w_init]
    for i in run.mistakes:
        weights.append(weights[-1] + run.y[i] * run.X[i])
    return weights


def compare(lines, expected):
    """Compare each line with its two sides, numbers or a number for each update."""
    assert [line.name for line in lines] == list(expected)
    for line in lines:
        for side, value in zip((line.lhs, line.rhs), expected[line.name], strict=True):
            value = np.broadcast_to(np.asarray(value, float), side.shape)
            assert side == pytest.approx(value, rel=1e-9, abs=1e-12), line.name


def gather(prefix, rows):
    """Turn dictionaries of two sides, one for each update, into the two columns of each line."""
    columns = {name: zip(*(row[name] for row in rows), strict=True) for name in rows[0]}
    return {f"{prefix}-{name}": tuple(column) for name, column in columns.items()}


def terms(run, u=U):
    """Return t = 1, ..., T, the progress w_t . u, the squared lengths and their growth."""
    W = np.array(trail(run))
    assert run.n_updates >= 5
    squares = np.array([w @ w for w in W])
    return np.arange(1.0, len(W)), W @ u, squares, np.diff(squares)


def test_novikoff_angle_and_distance():
    run = perceptron(X, Y)
    t, progress, squares, growth = terms(run)
    bound = R**2 / EPS**2
    expected = {
        "eq-nov-step": (EPS, np.diff(progress)),
        "eq-nov-progress": (t * EPS, progress[1:]),
        "eq-nov-growth": (growth, R**2),
        "eq-nov-length": (squares[1:], t * R**2),
        "eq-nov-cauchy": (progress[1:], np.sqrt(squares[1:])),
        "eq-nov-bound": (t, bound),
    }
    compare(proofs.novikoff(run, U), expected)
    cosines, least = progress[1:] / np.sqrt(squares[1:]), EPS / R * np.sqrt(t)
    compare(proofs.angle(run, U), {"eq-angle-cosine": (least, cosines)})
    far = [norm(w - R**2 / EPS * U) ** 2 for w in trail(run)]
    expected = {
        "eq-dist-step": (far[1:], [before - R**2 for before in far[:-1]]),
        "eq-dist-total": (far[1:], R**4 / EPS**2 - t * R**2),
    }
    compare(proofs.distance(run, U), expected)


def test_convex_hull():
    run = perceptron(X, Y)
    t, _, squares, _ = terms(run)
    length, eps = np.sqrt(squares[1:]), max_margin(X, Y).upper
    expected = {
        "eq-hull-inside": (eps, length / t),
        "eq-hull-shrink": (length / t, R / np.sqrt(t)),
    }
    compare(proofs.convex_hull(run), expected)
    scores = [Y[i] * (X[i] @ U) for i in run.mistakes]
    expected = {
        "eq-hull-worst": ([min(scores[: int(s)]) for s in t], length / t),
        "eq-hull-shrink": (length / t, R / np.sqrt(t)),
    }
    compare(proofs.convex_hull(run, U), expected)


def at_stop(run):
    scores = [y * (x @ run.w) for x, y in zip(X, Y, strict=True)]
    return scores, [score / norm(run.w) for score in scores]


def test_aggressive():
    beta = 0.75
    run = perceptron(X, Y, beta)
    t, progress, squares, growth = terms(run)
    most = 2 * beta + R**2
    scores, distances = at_stop(run)
    expected = {
        "eq-agg-progress": (t * EPS, progress[1:]),
        "eq-agg-growth": (growth, most),
        "eq-agg-length": (squares[1:], most * t),
        "eq-agg-cauchy": (progress[1:], np.sqrt(squares[1:])),
        "eq-agg-bound": (t, most / EPS**2),
        "eq-agg-norm": (np.sqrt(squares[1:]), most / EPS),
        "eq-agg-stop": (beta, scores),
        "eq-agg-margin": (beta * EPS / most, distances),
    }
    compare(proofs.aggressive(run, U), expected)


def test_worst_first():
    Z, beta = np.array([[1.1, 0.3], [-1.3, 0.35]]), 0.4
    best, R = max_margin(Z, np.ones(2)), norm(Z[1])
    run, p = perceptron(Z, np.ones(2), beta, order="worst"), best.margin * best.w
    W, c = trail(run), [min(t, beta / (p @ p)) for t in range(run.n_updates + 1)]
    assert 1 < c[-1] < run.n_updates and c[-1] % 1
    off = [w - ct * p for w, ct in zip(W, c, strict=True)]
    t, scores = np.arange(1, len(W)), Z @ run.w
    x = (R + np.sqrt(R**2 + 4 * beta)) / 2
    ahead = [e @ best.w for e in off[1:]]
    expected = {
        "eq-worst-near": (
            [norm(w - k * p) ** 2 for k, w in enumerate(W)][1:],
            t * (R**2 - best.margin**2),
        ),
        "eq-worst-growth": (np.diff([e @ e for e in off]), R**2),
        "eq-worst-target": ([e @ e for e in off[1:]], R**2 * t),
        "eq-worst-progress": ((t - c[1:]) * best.margin, ahead),
        "eq-worst-cauchy": (ahead, [norm(e) for e in off[1:]]),
        "eq-worst-bound": (t, (x / best.margin) ** 2),
        "eq-worst-norm": ([norm(w) for w in W[1:]], x**2 / best.margin),
        "eq-worst-stop": (beta, scores),
        "eq-worst-margin": (beta * best.margin / x**2, scores / norm(run.w)),
    }
    compare(proofs.worst_first(run), expected)


@pytest.mark.parametrize("factor", [4.0, 1.5])
def test_r_independent(factor):
    short_first = np.argsort(norm(X, axis=1))
    run = perceptron(X[short_first], Y[short_first], betas.r_independent(factor))
    t, progress, squares, growth = terms(run)
    used = [norm(run.X[i]) ** 2 for i in run.mistakes]
    R2 = np.array([max(used[: int(s)]) for s in t])
    assert len(set(R2)) > 1
    beta = [0.0]
    for z2 in used:
        beta.append(factor * z2 if beta[-1] < z2 else beta[-1])
    most = 2 * np.array(beta[1:]) + R2
    scores = run.y * (run.X @ run.w)
    distances = scores / norm(run.w)
    expected = {
        "eq-rin-below": (R2, beta[1:]),
        "eq-rin-above": (beta[1:], R2 * factor),
        "eq-rin-rises": (beta[:-1], beta[1:]),
        "eq-agg-progress": (t * EPS, progress[1:]),
        "eq-rin-growth": (growth, most),
        "eq-rin-length": (squares[1:], most * t),
        "eq-agg-cauchy": (progress[1:], np.sqrt(squares[1:])),
        "eq-rin-bound": (t, most / EPS**2),
        "eq-rin-updates": (t, (2 * factor + 1) * R2 / EPS**2),
        "eq-rin-stop": (beta[-1], scores),
        "eq-rin-margin": (beta[-1] * EPS / (2 * beta[-1] + R2[-1]), distances),
        "eq-rin-third": (EPS / 3, distances),
    }
    compare(proofs.r_independent(run, U, factor=factor), expected)


@pytest.mark.parametrize("alpha, longest", [(1.3, R), (1.2, 1.25 * R), (1.0, R)])
def test_growing(alpha, longest):
    run = perceptron(X, Y, betas.growing(alpha, longest))
    t, progress, squares, growth = terms(run)

    def f(s):
        return ((s + 1) ** alpha - s**alpha - 1) / (2 * s ** (alpha / 2))

    most = (longest / EPS) ** (2 / (2 - alpha))
    left = alpha / 2 * EPS - longest / 2 * (EPS / longest) ** (alpha / (2 - alpha))
    scores, distances = at_stop(run)
    expected = {
        "eq-agg-progress": (t * EPS, progress[1:]),
        "eq-inf-growth": (growth, longest**2 * (t**alpha - (t - 1) ** alpha)),
        "eq-inf-length": (squares[1:], longest**2 * t**alpha),
        "eq-agg-cauchy": (progress[1:], np.sqrt(squares[1:])),
        "eq-inf-bound": (t, most),
        "eq-inf-stop": (longest**2 / 2 * ((t[-1] + 1) ** alpha - t[-1] ** alpha - 1), scores),
        "eq-inf-reached": (longest * f(t[-1]), distances),
        "eq-inf-falls": (longest * f(most), longest * f(t)),
        "eq-inf-guarantee": (left, longest * f(t)),
    }
    compare(proofs.growing(run, U, alpha), expected)


def test_cosine():
    sigma, start = 0.05, U + 4.0 * np.cross(U, [1.0, 2.0, 3.0])
    run = cosine_perceptron(X, Y, sigma, w_init=start)
    W = [start / norm(start)]  # in units of the start's length
    for i in run.mistakes:
        direction = X[i] / norm(X[i])
        W.append(W[-1] - (W[-1] @ direction) * direction)
    assert len(W) > 3
    progress, norms = np.array([w @ U for w in W]), np.array([norm(w) for w in W])
    t, c = np.arange(1, len(W)), progress[0]
    rate = np.log(1 / (1 - sigma**2))
    expected = {
        "eq-cos-progress": (progress[:-1], progress[1:]),
        "eq-cos-positive": (0.0, progress[1:]),
        "eq-cos-shrink": (norms[1:] ** 2, (1 - sigma**2) * norms[:-1] ** 2),
        "eq-cos-length": (norms[1:], (1 - sigma**2) ** (t / 2)),
        "eq-cos-potential": (c * (1 - sigma**2) ** (-t / 2), progress[1:] / norms[1:]),
        "eq-cos-ceiling": (progress[1:] / norms[1:], 1.0),
        "eq-cos-bound": (t, 2 * np.log(1 / c) / rate),
    }
    compare(proofs.cosine(run, U), expected)


@pytest.mark.parametrize("scale, bias", [(1.0, None), (0.5, 1.2)])
def test_affine(scale, bias):
    sample = samples.affine(10, 2, 0.2, np.random.default_rng(3))
    points, w, b = 1.5 * sample.X, sample.w_star[:-1], 1.5 * sample.w_star[-1]
    run = perceptron(lift(points, scale), sample.y)
    gamma = min(sample.y * (points @ w + b))
    longest = max(norm(x) for x in points) ** 2 + scale**2
    t, progress, squares, _ = terms(run, np.append(w, b / scale))
    assert abs(b) > 0.05 and (bias is None or abs(b) < bias)
    room = 1 + (abs(b) if bias is None else bias) ** 2 / scale**2
    expected = {
        "eq-aff-progress": (t * gamma, progress[1:]),
        "eq-aff-length": (squares[1:], t * longest),
        "eq-aff-cauchy": (progress[1:], np.sqrt(room) * np.sqrt(squares[1:])),
        "eq-aff-bound": (t, room * longest / gamma**2),
    }
    compare(proofs.affine(run, np.append(w, b), bias=bias), expected)


def test_any_start():
    start = np.array([3.0, -2.0, 1.0])
    run = perceptron(X, Y, w_init=start)
    t, progress, squares, _ = terms(run)
    b0, p0 = norm(start), start @ U
    # the largest t with p0 + t eps <= sqrt(b0^2 + t R^2)
    root = max(np.roots([EPS**2, 2 * p0 * EPS - R**2, p0**2 - b0**2]))
    expected = {
        "eq-start-progress": (p0 + t * EPS, progress[1:]),
        "eq-start-length": (squares[1:], b0**2 + t * R**2),
        "eq-start-root": (t, root),
        "eq-start-bound": (t, R**2 / EPS**2 + 2 * b0 / EPS),
    }
    compare(proofs.any_start(run, U), expected)


def test_exponential():
    sample = samples.exponential(4)
    run = perceptron(sample.X, sample.y)
    W, Z = trail(run), sample.y[:, None] * sample.X
    before = [z @ w for z, w in zip(Z[run.mistakes], W[:-1], strict=True)]
    scaled = [[w[i] / 2**i for i in range(4)] for w in W[1:]]
    count = [sum(w[i] * 2**i for i in range(4)) for w in W[1:]]
    expected = {
        "eq-exp-rule": (before, 0.0),
        "eq-exp-ceiling": ([max(s) for s in scaled], 1.0),
        "eq-exp-floor": ([min(Z @ w) for w in W[1:]], [min(s) for s in scaled]),
        "eq-exp-count": (range(1, len(W)), count),
        "eq-exp-room": (count, (4**4 - 1) / 3),
    }
    compare(proofs.exponential(run), expected)


def test_regret():
    u, gamma = np.array([0.8, 0.0, -0.6]), 0.7
    run = perceptron(X, Y)
    W, Z = trail(run), (Y[:, None] * X)[run.mistakes]
    xi = [max(0.0, gamma - z @ u) for z in Z]
    assert 0.0 in xi and max(xi) > 0
    rows = []
    for s in range(1, len(W)):
        lam, D = np.sqrt(s) * R, np.sqrt(sum(x**2 for x in xi[:s]))
        loss = [max(0.0, lam * gamma - z @ w) for z, w in zip(Z[:s], W[:s], strict=True)]
        of_u = [max(0.0, lam * gamma - lam * (z @ u)) for z in Z[:s]]
        sides = {
            "mistake": (lam * gamma, loss[-1]),
            "regret": (sum(loss) - sum(of_u), (lam**2 + s * R**2) / 2),
            "sum": (s * gamma, sum(xi[:s]) + np.sqrt(s) * R),
            "cauchy": (sum(xi[:s]), np.sqrt(s) * D),
            "bound": (s, ((R + D) / gamma) ** 2),
        }
        rows.append(sides)
    compare(proofs.regret(run, u, gamma), gather("eq-reg", rows))


def test_separation():
    steps, distance = np.array([[2.0, 1.0], [1.0, -1.5], [3.0, 0.5], [0.5, 1.0]]), 0.3
    w, longest, rows = np.zeros(2), 0.0, []
    for t, z in enumerate(steps, start=1):
        score, threshold, before = w @ z, longest, w @ w
        w, longest = w + z, max(longest, z @ z)
        sides = {
            "score": (score, threshold),
            "growth": (w @ w - before, 3 * longest),
            "length": (w @ w, 3 * longest * t),
            "hull": (t * distance, norm(w)),
            "bound": (t * distance**2, 3 * longest),
        }
        rows.append(sides)
    compare(proofs.separation(steps, distance), gather("eq-sep", rows))


@pytest.mark.parametrize("rho", [None, 4.0])
def test_sgd(rho):
    A, b, L = RNG.standard_normal((5, 3)), RNG.standard_normal(5), 3.0
    w_star, steps = np.array([0.3, -0.2, 0.1]), np.array([0.5, 0.25, 1.0, 0.125, 0.75])

    def objective(w):
        return float(np.abs(A @ w - b).sum())

    down = descend(lambda w: np.sign(A @ w - b) @ A, w_star + 1.5, steps, rho)
    w, g = down.iterates, down.gradients
    r = [norm(v - w_star) for v in w]
    ball = r[0] if rho is None else rho
    gap = [objective(v) - objective(w_star) for v in w[:-1]]
    rows = []
    for t, eta in enumerate(steps):
        eta_s, gap_s = steps[: t + 1], gap[: t + 1]
        total, most = eta_s @ gap_s, ball**2 + L**2 * sum(eta_s**2)
        mean_gap = objective(eta_s @ w[: t + 1] / sum(eta_s)) - objective(w_star)
        sides = {
            "start": (r[0], ball),
            "project": (r[t + 1] ** 2, norm(w[t] - eta * g[t] - w_star) ** 2),
            "lipschitz": (norm(g[t]), L),
            "convex": (gap[t], g[t] @ (w[t] - w_star)),
            "recursion": (r[t + 1] ** 2 - r[t] ** 2, eta**2 * L**2 - 2 * eta * gap[t]),
            "sum": (2 * total, most),
            "jensen": (mean_gap, total / sum(eta_s)),
            "bound": (mean_gap, most / (2 * sum(eta_s))),
        }
        rows.append(sides)
    compare(proofs.sgd(down, objective, w_star, L), gather("eq-sgd", rows))
