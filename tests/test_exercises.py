"""Every checker accepts right answers, and says what is wrong with nearly right and wrong ones."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.stats import chi2
from sklearn.linear_model import Perceptron
from strategies import stopped

from ptronlib import (
    betas,
    bounds,
    cosine_perceptron,
    exercises,
    lift,
    max_margin,
    perceptron,
    samples,
)
from ptronlib.geometry import (
    Box,
    hull_distance,
    radius,
    separable,
    separate_hulls,
)
from ptronlib.learning import kernel_perceptron
from tools.notebooks import BOOK


def mistakes(X, y, **options):
    return perceptron(X, y, **options).n_updates


def spoil(X, y, k):
    y = y * np.where(np.arange(len(y)) < k, -1, 1)
    if not separable(X, y, intercept=False):
        return None, None
    return max_margin(X, y).margin, mistakes(X, y)


def normalised(X, y):
    return mistakes(X, y), mistakes(X / np.linalg.norm(X, axis=1)[:, None], y)


def warm(X, y, both=False):
    first = perceptron(X[: len(X) // 2], y[: len(X) // 2])
    later = mistakes(X, y, w_init=first.w)
    return mistakes(X, y), later + both * first.n_updates


def stream(k, start=0.5):
    w, Z = np.zeros(2), []
    for _ in range(k):
        h, s = start, -np.sign(w[0]) or 1.0
        while (z := np.array([s * np.sqrt(1 - h * h), h])) @ w > 0 or (w + z)[0] == 0:
            h /= 2
        Z.append(z)
        w = w + z
    return np.array(Z)


def certificate(X, y, delta):
    run = stopped(perceptron, X, y, max_updates=int(np.ceil(1 / delta**2)))
    return np.bincount(run.mistakes, minlength=len(y)) / run.n_updates


def share(k, eps, best=True):
    s = samples.threshold_adversary(betas.constant(k), 1.0, eps)
    return perceptron(s.X, s.y, k).margin / (s.margin if best else 1.0)


def u(X, y):
    run = perceptron(X, y, betas.growing(1.5, radius(X)))
    return run.n_updates * (max_margin(X, y).margin / radius(X)) ** 4


def half_steps(X, y, step=0.5):
    Z, w, found = y[:, None] * X, np.zeros(X.shape[1]), []
    while True:
        before = len(found)
        for i, z in enumerate(Z):
            if z @ w <= 0:
                w = w + (step if z @ w == 0 else 1.0) * z
                found.append(i)
        if len(found) == before:
            return found


def jacobsthal(d):
    return (4**d - 2 + (-2) ** d) // 9


def third(angle):
    if 30 <= angle <= 150:
        return 0
    return float("inf") if 210 < angle < 330 else 1


def witness(X, y, sigma, w, late=0):
    run = stopped(cosine_perceptron, X, y, sigma, w_init=w, max_updates=3000)
    below = np.flatnonzero(run.norms < 1 / np.sqrt(len(w)))
    return int(below[0]) + late if below.size else None


def tight(d):
    return np.eye(d), np.ones(d)


def smallest_k(n, eta, delta):
    k = np.arange(1, 10_000)
    tails = chi2.sf(k * (1 + eta), k) + chi2.cdf(k * (1 - eta), k)
    return k[tails <= delta / n**2][0]


def markov_k(n, eta, delta):
    return np.ceil(2 * np.log(2 * n**2 / delta) / (eta - np.log1p(eta)))


def narrow():
    """Search as the solution does; the best of 300 pairs."""
    rng, found = np.random.default_rng(7), []
    for _ in range(300):
        P, Q = rng.standard_normal((3, 2)), rng.standard_normal((3, 2)) + [rng.uniform(1, 4), 0]
        gap = hull_distance(P, Q).distance
        if gap > 0.2:
            found.append((separate_hulls(P, Q, gap * (1 - 1e-9)).margin / gap, P, Q))
    return min(found, key=lambda entry: entry[0])[1:]


class Body:
    """A body that is no more than what it answers."""

    def __init__(self, support):
        self.support, self.dimension = support, 2


BALL = samples.quadratic_lift([[0, 0], [2, 0], [1, 0]])
SHUFFLED = samples.linear(40, 4, 0.05, np.random.default_rng(0))
NARROW = narrow()
SMALL = samples.small_margin(0.07)
ZIGZAG, HALVED = [0.5, -0.5] * 6, [2.0**-t for t in range(12)]
COUNTS = {1: [1], 3: [11, 6, 4], 6: [683, 342, 172, 88, 48, 32]}


def ratio(X, y, c, intercept=True):
    plane = separable(X * c, y, intercept=intercept) if intercept else max_margin(lift(X * c), y)
    return radius(X * c) / plane.margin


def corrected(a, b, share, more=True, ddof=1):
    gain = a - b
    return gain.mean(), np.sqrt((1 / gain.size + more * share / (1 - share)) * gain.var(ddof=ddof))


def chosen(X, y, k):
    return np.argsort(-abs(y @ X))[:k]


def held_out(X, y, k, leak=False):
    right = 0
    for fold in range(5):
        test = np.arange(len(y)) % 10 // 2 == fold
        best = chosen(X, y, k) if leak else chosen(X[~test], y[~test], k)
        mean = y[~test] @ X[~test][:, best]
        right += (np.sign(X[test][:, best] @ mean) == y[test]).sum()
    return right / len(y)


def plateau(size, **options):
    drawn = samples.exponential(size)
    X = 0.001 * drawn.X
    return Perceptron(fit_intercept=False, **options).fit(X, drawn.y), X, drawn.y


def diagnose(model, X, y, intercept=True, enough=1.0):
    if (model.predict(X) == y).mean() >= enough:
        return "separates"
    return "separable" if separable(X, y, intercept=intercept) else "inseparable"


RIGHT = "right."
CASES = [  # an exercise, an answer, and what is said of it
    ("ex-tight", tight, RIGHT),
    ("ex-tight", lambda d: (3 * np.eye(d), -np.ones(d)), RIGHT),
    ("ex-tight", lambda d: (np.eye(d + 1), np.ones(d + 1)), "R^2 / eps^2 = 2"),
    ("ex-tight", lambda d: 1 / 0, "raised ZeroDivisionError for d = 1"),
    ("ex-tight", lambda d: np.eye(d), "a pair (X, y); got ndarray"),
    ("ex-tight", 3, "should be a function; got int"),
    ("ex-best-lift", lambda R, b: np.sqrt(abs(b) * R), RIGHT),
    ("ex-best-lift", lambda R, b: R, "1.36 times the smallest"),
    ("ex-best-lift", lambda R, b: np.sqrt(abs(b) * R) * 1.01, "above the smallest"),
    ("ex-best-lift", lambda R, b: -1.0, "c must be positive"),
    ("ex-ball", max_margin(BALL, [1, 1, -1]).margin, RIGHT),
    ("ex-ball", torch.ones(2, requires_grad=True), "should be"),
    ("ex-ball", 0.25, "No weights reach"),
    ("ex-ball", 0.1, "Some weights reach more"),
    ("ex-kernel", lambda K, y: kernel_perceptron(K, y).mistakes, RIGHT),
    ("ex-kernel", lambda K, y: 7, "should be"),
    ("ex-kernel", lambda K, y: [], "a tie is a mistake"),
    ("ex-kernel", lambda K, y: list(kernel_perceptron(K, y).mistakes)[:-1], "your list has 2"),
    ("ex-kernel", lambda K, y: [0, 2, 1], "agrees for 1 mistakes and then has 2"),
    ("ex-break", spoil, RIGHT),
    ("ex-break", lambda X, y, k: spoil(X, y, k + 1), "For k = 0 your margin"),
    ("ex-break", lambda X, y, k: (max_margin(X, y).margin, mistakes(X, y)), "For k = 2"),
    ("ex-break", lambda X, y, k: (None, None), "is separable"),
    ("ex-c2-used", (np.vstack([np.eye(2), [[50, 50]]]), [1, 1, 1]), RIGHT),
    ("ex-c2-used", (np.vstack([np.eye(2), [[5, 5]]]), [1, 1, 1]), "R^2 / R_u^2 is 50"),
    ("ex-c2-normalise", normalised, RIGHT),
    ("ex-c2-normalise", lambda X, y: normalised(X, y)[::-1], "raw, is"),
    ("ex-c2-normalise", lambda X, y: [mistakes(X, y)] * 2, "normalised, is"),
    ("ex-c2-warm", warm, RIGHT),
    ("ex-c2-warm", lambda X, y: warm(X, y, both=True), "leave them out"),
    ("ex-c2-warm", lambda X, y: (mistakes(X, y), mistakes(X, y)), "more mistakes"),
    ("ex-c2-warm", lambda X, y: (0, 0), "A cold start"),
    ("ex-c2-infinite", stream, RIGHT),
    ("ex-c2-infinite", lambda k: stream(k)[:, ::-1], "above the horizontal"),
    ("ex-c2-infinite", lambda k: [[0.6, 0.8], [-0.6, 0.8]] * (k // 2), "Vector 2 is no mistake"),
    ("ex-c2-infinite", lambda k: [[1.0], [1.0, 2.0]], "should be"),
    ("ex-c2-infinite", lambda k: stream(k + 1), "(12, 2); got shape (13, 2)"),
    ("ex-c2-certificate", certificate, RIGHT),
    ("ex-c2-certificate", lambda X, y, delta: np.full(len(y), 1 / len(y)), "has a length of"),
    ("ex-c2-certificate", lambda X, y, delta: np.ones(len(y)), "sum 1"),
    ("ex-c3-scale", lambda beta, s: s**2 * beta, RIGHT),
    ("ex-c3-scale", lambda beta, s: s * beta, "made of examples too"),
    ("ex-c3-scale", lambda beta, s: beta, "Compare the"),
    ("ex-c3-half", share, RIGHT),
    ("ex-c3-half", lambda k, eps: share(k, eps, best=False), "not yet divided by the best"),
    ("ex-c3-jump", (SMALL.X, SMALL.y), RIGHT),
    ("ex-c3-jump", (samples.small_margin(0.2).X, SMALL.y), "share of the best margin is"),
    ("ex-c3-short", u, RIGHT),
    ("ex-c3-short", lambda X, y: u(X, y) * radius(X) ** 4, "Divide the margin by R"),
    ("ex-c4-half", half_steps, RIGHT),
    ("ex-c4-half", lambda X, y: half_steps(X, y, 1.0), "half as long"),
    ("ex-c4-half", lambda X, y: [], "every score is a tie"),
    ("ex-c4-half", lambda X, y: half_steps(X, y, 0.25)[:-1], "is not the machine's"),
    ("ex-c4-sharper", lambda xi, g, R: xi / g + (R / g) ** 2 + R / g * np.sqrt(xi / g), RIGHT),
    ("ex-c4-sharper", lambda xi, g, R: (R / g + np.sqrt(xi / g)) ** 2, "counted twice"),
    ("ex-c4-step", lambda f, rho, L, T: rho * L / (2 * np.sqrt(T)) * (f + 1 / f), RIGHT),
    ("ex-c4-step", lambda f, rho, L, T: rho * L / (2 * np.sqrt(T)) * (f**2 + 1), "Both terms"),
    ("ex-c4-last", (abs, ZIGZAG, 1.0), RIGHT),
    ("ex-c4-last", (lambda v: v * v, np.array(ZIGZAG), 1.0), RIGHT),
    ("ex-c4-last", (abs, [0.9, -0.1] * 6, 1.0), "The average is hardly better"),
    ("ex-c4-last", (abs, HALVED, 1.0), "does not follow a subgradient"),
    ("ex-c4-last", (lambda v: -abs(v), ZIGZAG, 1.0), "not convex"),
    ("ex-c4-last", (lambda v: v * v / 4, HALVED, 1.0), "The last iterate is only"),
    ("ex-c4-last", abs, "should be"),
    ("ex-c4-last", (abs, ZIGZAG[:8], 1.0), "an even number"),
    ("ex-c5-counts", COUNTS.get, RIGHT),
    ("ex-c5-counts", lambda d: COUNTS[d][::-1], "your sum is right"),
    ("ex-c5-counts", lambda d: COUNTS[d] + [0], "should be 1 numbers for d = 1; got shape (2,)"),
    ("ex-c5-ties", jacobsthal, RIGHT),
    ("ex-c5-ties", lambda d: (4**d - 1) // 3, "every tie is a mistake"),
    ("ex-c5-third", third, RIGHT),
    ("ex-c5-third", lambda a: 1, "does not take 1 updates"),
    ("ex-c5-third", lambda a: third(a) and (1 if third(a) == 1 else 2), "goes on for ever"),
    ("ex-c5-third", lambda a: float("inf") if a > 150 else third(a), "does stop"),
    ("ex-c5-witness", witness, RIGHT),
    ("ex-c5-witness", lambda *a: witness(*a, late=1), "it is not after"),
    ("ex-c5-witness", lambda *a: None, "has to be aborted"),
    ("ex-c6-small", (22, 30), RIGHT),
    ("ex-c6-small", (10, 30), "the bias is one of them"),
    ("ex-c6-small", (22, 15), "a labeling and its opposite"),
    ("ex-c6-wendel", (0.5, 0.875), RIGHT),
    ("ex-c6-wendel", (0.5, 0.125), "surround the centre"),
    ("ex-c6-circle", (512, 652), RIGHT),
    ("ex-c6-circle", (764, 652), "general position"),
    ("ex-c6-circle", (512, 512), "independent"),
    ("ex-c7-missed", (0.5, 1 / 12), RIGHT),
    ("ex-c7-missed", (6, 1), "divide it by 12"),
    ("ex-c7-shuffled", ((SHUFFLED.X, SHUFFLED.y), 1), RIGHT),
    ("ex-c7-shuffled", (tight(4), 1), "none to leave out"),
    ("ex-c7-shuffled", (([[1, 0], [1, 0]], [1, 1]), 1), "the weights stay the same"),
    ("ex-c7-shuffled", (([[1, 0], [1, 0]], [1, -1]), 1), "still violated"),
    ("ex-p8-rate", smallest_k, RIGHT),
    ("ex-p8-rate", bounds.jl_dimension, "the polynomial"),
    ("ex-p8-rate", markov_k, "Markov"),
    ("ex-p8-rate", lambda n, eta, delta: smallest_k(1, eta, delta), "n^2 vectors at once"),
    ("ex-p8-break", np.ones(8), RIGHT),
    ("ex-p8-break", [1, 0, 0, 0, 0, 0, 0, 0], "has 8 coordinates"),
    ("ex-p8-break", [[1.0], [1.0, 2.0]], "should be"),
    ("ex-p8-break", np.zeros(8), "not all of them zero"),
    ("ex-c9-best", lambda n: 1 / np.sqrt(n), RIGHT),
    ("ex-c9-best", lambda n: 1 / n, "the square of it"),
    ("ex-c9-factor", NARROW, RIGHT),
    ("ex-c9-factor", ([[0, 0], [0, 1], [-1, 0]], [[1, 0], [1, 1], [2, 0]]), "of the distance"),
    ("ex-c9-factor", ([[0, 0], [0, 1], [1, 0]], [[0, 0], [0, 1], [1, 0]]), "The triangles meet"),
    ("ex-c9-break", Body(lambda u: np.where(np.asarray(u) > 0, -1.0, 1.0)), RIGHT),
    ("ex-c9-break", Box([-1, -1], [1, 1]), "even those of a body"),
    ("ex-c9-break", 3, "P must be"),
    ("ex-c9-break", Body(lambda u: 1 / 0), "raised"),
    ("ex-c10-images", 49_000, RIGHT),
    ("ex-c10-images", 12_270, "once its standard error"),
    ("ex-c10-images", 24_541, "twice the variance"),
    ("ex-c10-layers", lambda L, lam: (lam**L, lam ** (2 - L)), RIGHT),
    ("ex-c10-layers", lambda L, lam: (lam**L, lam ** (L - 2)), "The other way round"),
    ("ex-c10-layers", lambda L, lam: (lam**2, 1.0), "scores are not multiplied"),
    ("ex-c10-break", (1, 0.5, 1), RIGHT),
    ("ex-c10-break", (3, 3, 1), "both runs take"),
    ("ex-c10-break", (0, 1, 1), "positive"),
    ("ex-c10-design", 20, RIGHT),
    ("ex-c10-design", 22, RIGHT),
    ("ex-c10-design", 10, "power is about one half"),
    ("ex-c10-design", 42, "the number of networks"),
    ("ex-p1-units", ratio, RIGHT),
    ("ex-p1-units", lambda X, y, c: 1 / ratio(X, y, c), "the other way round"),
    ("ex-p1-units", lambda X, y, c: ratio(X, y, np.ones(3)), "With c = [1.0, 1000.0, 1.0]"),
    ("ex-p1-units", lambda X, y, c: ratio(X, y, c, False), "allowed an intercept"),
    ("ex-p1-mixture", [0.25, 0.125, 0.125, 0.5, 0], RIGHT),
    ("ex-p1-mixture", [0, 0.25, 0.25, 0.25, 0.25], RIGHT),
    ("ex-p1-mixture", [1, 1, 1, 1, 1], "sum to 3, the malignant to 2"),
    ("ex-p1-mixture", [1, 1, 1, 3, 0], "different points, (1.33, 1.33) and (1, 1)"),
    ("ex-p1-mixture", [0, 0, 0, 0, 0], "some of them are positive"),
    ("ex-p1-noise", corrected, RIGHT),
    ("ex-p1-noise", lambda a, b, share: corrected(a, b, share, more=False), "independent splits"),
    ("ex-p1-noise", lambda a, b, s: corrected(a, b, s, ddof=0), "Divide the squares by J - 1"),
    ("ex-p1-noise", lambda a, b, share: corrected(b, a, share), "the mean difference a - b"),
    ("ex-p1-noise", lambda a, b, share: (np.mean(a - b), np.std(a) + np.std(b)), "Too large"),
    ("ex-p1-leak", held_out, RIGHT),
    ("ex-p1-leak", lambda X, y, k: held_out(X, y, k, leak=True), "Who has seen the labels"),
    ("ex-p1-leak", lambda X, y, k: 0.5, "three columns know the label"),
    ("ex-p1-leak", lambda X, y, k: 52, "between 0 and 1"),
    ("ex-p2-constant", lambda e: (0.5 / e**2, 1.5 / e**2), RIGHT),
    ("ex-p2-constant", lambda e: (0.5 / e**2, 1 + 2.25 / e**2), "it is so before"),
    ("ex-p2-constant", lambda e: (1.5 / e**2, 0.5 / e**2), "the errors do not end"),
    ("ex-p2-scale", plateau(3), RIGHT),
    ("ex-p2-scale", plateau(2), "after 6 passes, with success"),
    ("ex-p2-scale", plateau(6), "make it 10 at most"),
    ("ex-p2-scale", plateau(3, n_iter_no_change=2), "Leave n_iter_no_change at its default"),
    ("ex-p2-scale", (Perceptron(), *plateau(3)[1:]), "Perceptron, fitted"),
    ("ex-p2-diagnose", diagnose, RIGHT),
    ("ex-p2-diagnose", lambda *a: diagnose(*a, intercept=False), "though none through the origin"),
    ("ex-p2-diagnose", lambda *a: diagnose(*a, enough=0.9), "errs on one example of 200"),
    ("ex-p2-diagnose", lambda *a: "separates", "It errs on one example"),
    ("ex-p2-diagnose", lambda model, X, y: diagnose(model, X, -y), "The model makes no error"),
    ("ex-p3-share", lambda c, e, t, r: min(max((t / r - c) / e, 0), 1), RIGHT),
    ("ex-p3-share", lambda c, e, t, r: (t / r - c) / e, "a share lies between 0 and 1"),
    ("ex-p3-share", lambda c, e, t, r: min(max((t - c) / e, 0), 1), "may take t / r"),
    ("ex-p3-exact", lambda d, M: 2**53 // (d * M**2), RIGHT),
    ("ex-p3-exact", lambda d, M: 2**53 / (d * M**2), "only whole updates"),
    ("ex-p3-exact", lambda d, M: 2**53 // (d * M), "an entry of w times"),
    ("ex-p3-exact", lambda d, M: 2**53 // M**2, "but d of them are added"),
    ("ex-p3-exact", lambda d, M: 2**52 // (d * M**2), "holds more integers"),
    ("ex-p3-drift", "abbabaab", RIGHT),
    ("ex-p3-drift", "aaaabbbb", "does not cancel: it weighs 6 on a and 22 on b"),
    ("ex-p3-drift", 8, "should be"),
    ("ex-p3-drift", "abbaabba", "What is quadratic"),
    ("ex-p3-drift", "abab", "four a and four b; got 'abab'"),
]
LABELS = {label for label, _, _ in CASES}


def test_every_checker_is_tested_and_every_label_is_the_books():
    assert set(exercises.labels()) == LABELS
    text = "".join(path.read_text(encoding="utf-8") for path in BOOK.glob("*.ipynb"))
    for label in LABELS:
        assert f":label: {label}\\n" in text, label
        assert exercises.wanted(label).endswith(".")


@pytest.mark.parametrize("label, answer, said", CASES)
def test_right_answers_are_accepted_and_wrong_ones_told_what_is_wrong(label, answer, said):
    verdict = exercises.check(label, answer)
    assert bool(verdict) == (said is RIGHT) and said in repr(verdict), verdict


def test_unknown_labels_are_helped_with():
    with pytest.raises(KeyError, match="Do you mean 'ex-tight'"):
        exercises.check("ex-tigth", None)
    with pytest.raises(KeyError, match="No exercise that can be checked"):
        exercises.wanted("zzz")


def test_a_student_cannot_spoil_the_data():
    def greedy(X, y):
        X[:] = 0
        return 0, 0

    assert not exercises.check("ex-c2-warm", greedy)
    assert exercises.check("ex-c2-warm", warm)
