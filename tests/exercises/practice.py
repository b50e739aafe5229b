import numpy as np
from sklearn.linear_model import Perceptron
from strategies import RIGHT

from ptronlib import betas, lift, max_margin, perceptron, samples
from ptronlib.geometry import radius, separable


def share(k, eps, best=True):
    s = samples.threshold_adversary(betas.constant(k), 1.0, eps)
    return perceptron(s.X, s.y, k).margin / (s.margin if best else 1.0)


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


CASES = [  # an exercise, an answer, and what is said of it
    ("ex-p1-units", ratio, RIGHT),
    ("ex-p1-units", lambda X, y, c: 1 / ratio(X, y, c), "the other way around"),
    ("ex-p1-units", lambda X, y, c: ratio(X, y, np.ones(3)), "For c = [1.0, 1000.0, 1.0]"),
    ("ex-p1-units", lambda X, y, c: ratio(X, y, c, False), "allowed an intercept"),
    ("ex-p1-mixture", [0.25, 0.125, 0.125, 0.5, 0], RIGHT),
    ("ex-p1-mixture", [1, 1, 1, 1, 1], "sum to 3, the malignant to 2"),
    ("ex-p1-mixture", [1, 1, 1, 3, 0], "different points, (1.33, 1.33) and (1, 1)"),
    ("ex-p1-mixture", [0, 0, 0, 0, 0], "some of them are positive"),
    ("ex-p1-noise", corrected, RIGHT),
    ("ex-p1-noise", lambda a, b, share: corrected(a, b, share, more=False), "independent splits"),
    ("ex-p1-noise", lambda a, b, s: corrected(a, b, s, ddof=0), "divide by J - 1"),
    ("ex-p1-noise", lambda a, b, share: corrected(b, a, share), "the mean difference a - b"),
    ("ex-p1-noise", lambda a, b, share: (np.mean(a - b), np.std(a) + np.std(b)), "Square"),
    ("ex-p1-leak", held_out, RIGHT),
    ("ex-p1-leak", lambda X, y, k: held_out(X, y, k, leak=True), "Who has seen the labels"),
    ("ex-p1-leak", lambda X, y, k: 0.5, "Three columns know the label"),
    ("ex-p1-leak", lambda X, y, k: 52, "between 0 and 1"),
    ("ex-p2-constant", lambda e: (0.5 / e**2, 1.5 / e**2), RIGHT),
    ("ex-p2-constant", lambda e: (0.5 / e**2, 1 + 2.25 / e**2), "it is so before"),
    (
        "ex-p2-constant",
        lambda e: (1.5 / e**2, 0.5 / e**2),
        "For the first C, with eps = 0.4, it is not",
    ),
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
    ("ex-p3-share", lambda c, e, t, r: (t / r - c) / e, "A share lies between 0 and 1"),
    ("ex-p3-share", lambda c, e, t, r: min(max((t - c) / e, 0), 1), "may take t / r"),
    ("ex-p3-exact", lambda d, M: 2**53 // (d * M**2), RIGHT),
    ("ex-p3-exact", lambda d, M: 2**53 / (d * M**2), "Only whole updates"),
    ("ex-p3-exact", lambda d, M: 2**53 // (d * M), "of an entry of w with one of an example"),
    ("ex-p3-exact", lambda d, M: 2**53 // M**2, "adds d products"),
    ("ex-p3-exact", lambda d, M: 2**52 // (d * M**2), "below 2^53"),
    ("ex-p3-drift", "abbabaab", RIGHT),
    ("ex-p3-drift", "aaaabbbb", "does not cancel: it weighs 6 on a and 22 on b"),
    ("ex-p3-drift", "abbaabba", "What is quadratic"),
    ("ex-p3-drift", "abab", "four a and four b; got 'abab'"),
]
