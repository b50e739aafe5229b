import numpy as np
from strategies import RIGHT

from ptronlib import perceptron, samples
from ptronlib.learning import leave_one_out_mistakes


def tight(d):
    return np.eye(d), np.ones(d)


FOUR = [[1, 1], [3, 0], [-3, 2], [3, 1]], np.ones(4)


def missed(X, y):
    return np.flatnonzero(leave_one_out_mistakes(X, y)).tolist()


def missed_without_ties(X, y):
    def score(k):
        others = np.arange(len(X)) != k
        return y[k] * (X[k] @ perceptron(X[others], y[others]).w)

    return [k for k in range(len(X)) if score(k) < 0]


SHUFFLED = samples.linear(40, 4, 0.05, np.random.default_rng(0))


def positive(x, y):
    return np.flatnonzero(y == 1)


def exactly_these(x, y):
    return lambda new: np.where(np.isin(new, x), 1, -1)


def by_heart(x, y):
    known = dict(zip(x.tolist(), y.tolist(), strict=True))
    return lambda new: [known.get(v, -1) for v in new.tolist()]


def many(x, y):
    return np.sort(np.argsort(-y, kind="stable")[:197])


CASES = [  # an exercise, an answer, and what is said of it
    ("ex-c7-missed", (0.5, 1 / 12), RIGHT),
    ("ex-c7-missed", (0.5, 0.0833), RIGHT),
    ("ex-c7-missed", (6, 1), "divide it by 12"),
    ("ex-c7-missed", (0.5, 1), "For the copies it is not 1. That is a number of examples"),
    ("ex-c7-enough", (39_808, 16_505), RIGHT),
    ("ex-c7-enough", (39_807, 16_505), "With the logarithm it is not 39807. There the bound is"),
    ("ex-c7-enough", (39_808, 14_563), "every size have its share"),
    ("ex-c7-order", FOUR, RIGHT),
    ("ex-c7-order", ([[2, 1], [0, 1], [-1, 2]], [1, -1, -1]), "right about the whole sample"),
    ("ex-c7-order", tight(3), "Every example is used"),
    ("ex-c7-order", ([[1, 0], [1, 0]], [1, -1]), "separates your sample"),
    ("ex-c7-shuffled", ((SHUFFLED.X, SHUFFLED.y), 1), RIGHT),
    ("ex-c7-shuffled", (tight(4), 1), "none to leave out"),
    ("ex-c7-shuffled", (([[1, 0], [1, 0]], [1, 1]), 1), "the weights stay the same"),
    ("ex-c7-shuffled", (([[1, 0], [1, 0]], [1, -1]), 1), "separates your sample"),
    ("ex-c7-radius", (([[1], [2]], [1, 1]), 1), RIGHT),
    ("ex-c7-radius", (([[1], [2]], [1, 1]), 0), "Example 0 is used"),
    ("ex-c7-radius", (([[1], [1]], [1, 1]), 1), "R does not change"),
    ("ex-c7-radius", (([[1, 0], [1.01, 0]], [1, 1]), 1), "the same; R changes"),
    ("ex-c7-radius", (([[1], [2]], [1, 1]), 2), "got 2"),
    ("ex-c7-cheat", (positive, exactly_these), RIGHT),
    ("ex-c7-cheat", (positive, by_heart), RIGHT),
    ("ex-c7-cheat", (lambda x, y: np.arange(len(x)), by_heart), "uses all examples"),
    ("ex-c7-cheat", (lambda x, y: [0], exactly_these), "Which of them can it guess?"),
    ("ex-c7-cheat", (lambda x, y: [0, 0], exactly_these), "different indices from 0 to 199"),
    ("ex-c7-cheat", (many, by_heart), "Use fewer"),
    ("ex-c7-cheat", (positive, lambda x, y: 1), "should be a function"),
    ("ex-c7-cheat", (positive, lambda x, y: lambda new: 1), "Its answer should be 200 labels"),
    ("ex-c7-best", 0.0344, RIGHT),
    ("ex-c7-best", 3.44, "in percent"),
    ("ex-c7-best", 0.0485, "Is d counted afterward?"),
    ("ex-c7-best", 0.0596, "with the logarithm"),
    ("ex-c7-best", 0.05, "Put d for the size q"),
    ("ex-c7-markov", (0.26, 0.93), RIGHT),
    ("ex-c7-markov", (0.25, 1), RIGHT),
    ("ex-c7-markov", (0.5, 1), "the exponent of n eps^2"),
    ("ex-c7-markov", (0.25, -1), "the exponent of"),
    ("ex-c7-markov", (-0.25, 1), "the exponent of eps; 1/eps grows"),
    ("ex-c7-markov", (0.25, 0.5), "the smallest of n heights"),
    ("ex-c7-plan", (0.1, 9999), RIGHT),
    ("ex-c7-plan", (0.01, 9999), "the square"),
    ("ex-c7-plan", (0.1, 999), "a hundredth of n + 1"),
    ("ex-c7-floor", (0.0124, 12_375), RIGHT),
    ("ex-c7-floor", (0.0125, 12_375), "take k - 1"),
    ("ex-c7-floor", (0.0182, 12_375), "the first of the two bounds"),
    ("ex-c7-floor", (0.0124, 12_500), "take k - 1"),
    ("ex-c7-code", missed, RIGHT),
    ("ex-c7-code", lambda X, y: perceptron(X, y).support.tolist(), "not all of them are missed"),
    ("ex-c7-code", missed_without_ties, "a score of 0 is a mistake"),
    ("ex-c7-code", lambda X, y: None, "should return a list"),
]
