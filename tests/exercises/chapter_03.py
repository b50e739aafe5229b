import numpy as np
from strategies import RIGHT

from ptronlib import perceptron, samples

SMALL = samples.small_margin(0.07)


def worst_first(Z, beta, tie=True):
    w, mistakes = np.zeros(Z.shape[1]), []
    while (Z @ w).min() <= beta if tie else (Z @ w).min() < beta or not mistakes:
        mistakes.append(int(np.argmin(Z @ w)))
        w = w + Z[mistakes[-1]]
    return mistakes


def cyclic(Z, beta):
    return perceptron(Z, np.ones(len(Z)), beta).mistakes


CASES = [  # an exercise, an answer, and what is said of it
    ("ex-c3-hand", ([0, 1, 0, 1], [0, 1, 1, 1]), RIGHT),
    ("ex-c3-hand", ([0, 1, 1], [0, 1, 1, 1]), "a tie is a mistake"),
    ("ex-c3-hand", ([0, 0, 1, 1], [0, 1, 1, 1]), "it is the turn of z_1"),
    ("ex-c3-hand", ([0, 1, 0, 1], [0, 1, 0, 1]), "Which of the two scores"),
    ("ex-c3-price", (4.5, 380), RIGHT),
    ("ex-c3-price", (4.5, 19), "That is j"),
    ("ex-c3-price", (4.5, 361), "Worst first it is not 361."),
    ("ex-c3-scale", lambda beta, s: s**2 * beta, RIGHT),
    ("ex-c3-scale", lambda beta, s: s * beta, "made of examples too"),
    ("ex-c3-scale", lambda beta, s: beta, "Compare the"),
    ("ex-c3-limit", 4 / np.sqrt(17), RIGHT),
    ("ex-c3-limit", 8 / np.sqrt(34), "divide it by the best one"),
    ("ex-c3-limit", 1.0, "It is not 1."),
    ("ex-c3-limit", 0.97, RIGHT),
    ("ex-c3-limit", 0.857, "z_1 is then added alone"),
    ("ex-c3-order", ([[2, -3], [3, 1]], [1, 1], 16), RIGHT),
    ("ex-c3-order", ([[2, 0], [1, 1]], [1, 1], 100.0), "worst first"),
    ("ex-c3-order", ([[2, 0], [1, 1]], [1, 1], -1.0), "beta"),
    ("ex-c3-jump", (SMALL.X, SMALL.y), RIGHT),
    ("ex-c3-jump", (samples.small_margin(0.2).X, SMALL.y), "share of the best margin is"),
    ("ex-c3-three", ([0, 1, 2, 1], [3, -3]), RIGHT),
    ("ex-c3-three", ([0, 1, 1], [3, -3]), "a tie is a mistake"),
    ("ex-c3-three", ([0, 1, 2, 1], [3, -2]), "the sum of the examples"),
    ("ex-c3-entry", (1.83, 1.69), RIGHT),
    ("ex-c3-entry", (22 / 12, 22 / 13), RIGHT),
    ("ex-c3-entry", (22 / 3, 22 / 13), "Another entry"),
    ("ex-c3-entry", (22 / 4, 22 / 13), "Another entry"),
    ("ex-c3-entry", (22, 22 / 13), "the score itself"),
    ("ex-c3-entry", (14 / 12, 22 / 13), "Which sign"),
    ("ex-c3-entry", (1.83, 22), "length of w"),
    ("ex-c3-entry", (1.83, 22 / 169), "not by its square"),
    ("ex-c3-line", 3, RIGHT),
    ("ex-c3-line", 2, "still holds"),
    ("ex-c3-line", 1, "both sides are 2"),
    ("ex-c3-line", 4, "not for the first time"),
    ("ex-c3-line", 7, "Compare the squared"),
    ("ex-c3-root", (2.618, 0.382), RIGHT),
    ("ex-c3-root", (1.618, 0.382), "square it"),
    ("ex-c3-root", (4, 0.5), "for j = 1"),
    ("ex-c3-root", (3, 1 / 3), "for any order"),
    ("ex-c3-root", (2.618, 0.5), "for j = 1"),
    ("ex-c3-root", (2.618, 1 / 3), "for any order"),
    ("ex-c3-root", (5, 0.382), "Solve"),
    ("ex-c3-root", (2.618, 0.618), "The length is"),
    ("ex-c3-code", worst_first, RIGHT),
    ("ex-c3-code", lambda Z, beta: worst_first(Z, beta, tie=False), "equal to beta is too small"),
    ("ex-c3-code", cyclic, "the smallest score"),
]
