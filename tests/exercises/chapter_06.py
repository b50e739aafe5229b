from math import gcd

import numpy as np
from scipy.linalg import hadamard
from strategies import RIGHT

HADAMARD = hadamard(4)  # orthogonal rows of length 2


def turn(X, zero=True, opposite=True, multiples=True):
    lines = set()
    for a, b in np.asarray(X).tolist():
        if a == b == 0:
            if zero:
                return 0
            continue
        k = gcd(a, b) if multiples else 1
        k *= 1 if (a, b) > (0, 0) or not opposite else -1
        lines.add((a // k, b // k))
    return 2 * len(lines)


CASES = [  # an exercise, an answer, and what is said of it
    ("ex-c6-three", (4, 6), RIGHT),
    ("ex-c6-three", (6, 6), "always have the same label"),
    ("ex-c6-three", (4, 3), "its opposite are two"),
    ("ex-c6-small", (22, 30), RIGHT),
    ("ex-c6-small", (10, 30), "The bias is one of them"),
    ("ex-c6-small", (22, 15), "a labeling and its opposite"),
    ("ex-c6-weights", 537, RIGHT),
    ("ex-c6-weights", 500, "the probability is 0.5000"),
    ("ex-c6-weights", 1000, "but so are 999"),
    ("ex-c6-weights", 536.5, "a whole number"),
    ("ex-c6-shatter", 0.5 * HADAMARD, RIGHT),
    ("ex-c6-shatter", HADAMARD, "has norm 2"),
    ("ex-c6-shatter", 0.4 * HADAMARD, "the best margin is 0.4"),
    ("ex-c6-shatter", np.eye(3), "four points; got shape (3, 3)"),
    ("ex-c6-shatter", [[0.6], [0.7], [0.8], [0.9]], "the best margin is 0."),
    ("ex-c6-wendel", (0.5, 0.875), RIGHT),
    ("ex-c6-wendel", (0.5, 0.125), "surround the centre"),
    ("ex-c6-circle", (512, 652), RIGHT),
    ("ex-c6-circle", (764, 652), "general position"),
    ("ex-c6-circle", (512, 512), "independent"),
    ("ex-c6-threshold", (10, 2), RIGHT),
    ("ex-c6-threshold", (6, 2), "each of them has two answers"),
    ("ex-c6-threshold", (12, 2), "outermost places"),
    ("ex-c6-threshold", (5, 2), "its opposite as one"),
    ("ex-c6-threshold", (32, 2), "with two weights"),
    ("ex-c6-threshold", (10, 3), "the middle one of three"),
    ("ex-c6-threshold", (10, 1), "all four labelings"),
    ("ex-c6-tosses", (1 / 2, 21 / 32), RIGHT),
    ("ex-c6-tosses", (0.5, 0.66), RIGHT),
    ("ex-c6-tosses", (22 / 64, 21 / 32), "did you take 6 tosses"),
    ("ex-c6-tosses", (1 / 2, 57 / 64), "At most 3 heads, not 4"),
    ("ex-c6-tosses", (50, 66), "between 0 and 1"),
    ("ex-c6-tosses", (1 / 4, 21 / 32), "the probability of at most N - 1 heads"),
    ("ex-c6-rows", 2098, RIGHT),
    ("ex-c6-rows", 1000, "promise is 0.1883"),
    ("ex-c6-rows", -5, "a number of examples"),
    ("ex-c6-turn", turn, RIGHT),
    ("ex-c6-turn", lambda X: 2 * len(X), "change their labels together"),
    ("ex-c6-turn", lambda X: turn(X) // 2, "For (2, 1), (0, 1), (-1, 2) your function returns 3"),
    ("ex-c6-turn", lambda X: turn(X, zero=False), "the zero vector"),
    ("ex-c6-turn", lambda X: turn(X, opposite=False), "Opposite points"),
    ("ex-c6-turn", lambda X: turn(X, multiples=False), "multiples of each other"),
    ("ex-c6-turn", 6, "should be a function"),
    ("ex-c6-positive", 2, RIGHT),
    ("ex-c6-positive", 6, "by a quarter only"),
    ("ex-c6-positive", 3, "that is no dichotomy"),
    ("ex-c6-positive", 4, "which labels change"),
]
