import numpy as np
from strategies import RIGHT

from ptronlib import max_margin, samples
from ptronlib.learning import kernel_perceptron


def tight(d):
    return np.eye(d), np.ones(d)


BALL = samples.quadratic_lift([[0, 0], [2, 0], [1, 0]])


def kernel_without_labels(K, y):
    return kernel_perceptron(K, np.ones(len(y)), max_updates=10**4).mistakes.tolist()


def kernel_from_the_start(K, y):
    scores, mistakes = np.zeros(len(y)), []
    while (scores <= 0).any():
        mistakes.append(int(np.argmax(scores <= 0)))
        scores = scores + y * K[mistakes[-1]] * y[mistakes[-1]]
    return mistakes


def per_pass(X, y, ties=True, keep=True, most=1000):
    w, counts = np.zeros(X.shape[1]), []
    while len(counts) < most and (not counts or counts[-1] > 0):
        counts.append(0)
        w = w if keep else 0 * w
        for z in y[:, None] * X:
            if z @ w < 0 or (ties and z @ w == 0):
                w = w + z
                counts[-1] += 1
    return counts


SPREAD = np.array([[-1.0, 2], [2, -1], [2, -1], [2, -1]])


CASES = [  # an exercise, an answer, and what is said of it
    ("ex-hand", ([0, 1, 2, 0, 2], [3, 2]), RIGHT),
    ("ex-hand", ([0, 1, 2], [2, 1]), "a tie is a mistake"),
    ("ex-hand", ([0, 1, 1, 2, 0], [2, 3]), "not back to the first"),
    ("ex-hand", ([0, 1, 2, 0], [1, 3]), "right for 4 mistakes"),
    ("ex-hand", ([0, 1, 2, 0, 2, 0], [2, 4]), "right for 5 mistakes"),
    ("ex-hand", ([0, 1, 2, 0, 2], [-7, 6]), "not the examples"),
    ("ex-hand", ([0, 1, 2, 0, 2], [3, 1]), "do not add up"),
    ("ex-hand", ([0, 1, 2, 0, 2], 3), "The weights should be two numbers"),
    ("ex-hand", [0, 1, 2, 0, 2], "a pair (mistakes, w); got list"),
    ("ex-margins", (13**-0.5, 0.5**0.5, 10), RIGHT),
    ("ex-margins", (1, 0.707, 10), "divide it by the length"),
    ("ex-margins", (0.277, 1, 10), "not 1. No direction reaches it"),
    ("ex-margins", (0.277, 0.5, 20), "not 0.5. Some w reaches more"),
    ("ex-margins", (0.28, 0.71, 10), RIGHT),
    ("ex-margins", (0.277, 0.707, 3.162), "(R / eps)^2, not R / eps"),
    ("ex-margins", (0.277, 0.707, 65), "the best margin gives a better one"),
    ("ex-margins", (0.077, 0.707, 10), "not by its square"),
    ("ex-margins", (0.4, 0.707, 10), "Two digits are enough"),
    ("ex-tight", tight, RIGHT),
    ("ex-tight", lambda d: (np.eye(d + 1), np.ones(d + 1)), "R^2 / eps^2 = 2"),
    ("ex-tight", lambda d: (np.eye(d)[::-1] - 1, np.ones(d)), "separates your sample"),
    ("ex-tight", lambda d: 1 / 0, "raised ZeroDivisionError for d = 1"),
    ("ex-tight", lambda d: np.eye(d), "a pair (X, y); got ndarray"),
    ("ex-tight", 3, "should be a function; got int"),
    ("ex-million", lambda M: 2 * M**2 + 2, RIGHT),
    ("ex-million", lambda M: (M + 1) ** 2, "that it is no bound"),
    ("ex-million", lambda M: ((M + 1) ** 2 + 1) * (M**2 + 1), "the run makes fewer"),
    ("ex-best-lift", lambda R, b: np.sqrt(abs(b) * R), RIGHT),
    ("ex-best-lift", lambda R, b: R, "a bound 36 % above the smallest"),
    ("ex-best-lift", lambda R, b: np.sqrt(abs(b) * R) * 1.01, "0.00634 % above the smallest"),
    ("ex-best-lift", lambda R, b: np.sqrt(b * R), "b may be negative, c may not"),
    ("ex-best-lift", lambda R, b: (R + abs(b)) ** 2, "126 % above the smallest"),
    ("ex-best-lift", lambda R, b: -1.0, "c must be positive"),
    ("ex-ball", max_margin(BALL, [1, 1, -1]).margin, RIGHT),
    ("ex-ball", 0.25, "No weights reach"),
    ("ex-ball", 0.1, "Some weights reach more"),
    ("ex-kernel", lambda K, y: kernel_perceptron(K, y).mistakes, RIGHT),
    ("ex-kernel", lambda K, y: [], "a tie is a mistake"),
    (
        "ex-kernel",
        lambda K, y: list(kernel_perceptron(K, y).mistakes)[:-1],
        "right for 2 mistakes, and then it ends",
    ),
    ("ex-kernel", lambda K, y: [0, 2, 1], "right for 1 mistake, and then it is not"),
    ("ex-kernel", kernel_from_the_start, "not back to the first"),
    ("ex-kernel", kernel_without_labels, "did you use both labels"),
    ("ex-balance", (2 / 9, 4 / 9, 3 / 9), RIGHT),
    ("ex-balance", [0.22, 0.44, 0.33], RIGHT),
    ("ex-balance", (2, 4, 3), "add up to 9: divide by it"),
    ("ex-balance", (1 / 3, 1 / 3, 1 / 3), "the combination is (0, 0.333), not 0"),
    ("ex-balance", (-2 / 9, 4 / 9, 3 / 9), "are not negative"),
    ("ex-balance", (0, 0, 0), "their sum must be 1"),
    ("ex-backward", (0.5, 9600), RIGHT),
    ("ex-backward", (0.25, 9600), "the margin is at most its root"),
    ("ex-backward", (2, 9600), "not the root of T over R"),
    ("ex-backward", (0.5, 10_000), "400 of them are made"),
    ("ex-backward", (0.5, 100), "square R / eps"),
    ("ex-always", (SPREAD, np.ones(4)), RIGHT),
    ("ex-always", (np.eye(2), np.ones(2)), "in the end this machine is right"),
    ("ex-always", (np.array([[1.0], [-1.0]]), np.ones(2)), "separates your sample"),
    ("ex-passes", per_pass, RIGHT),
    ("ex-passes", lambda X, y: per_pass(X, y)[:-1], "the last number is 0"),
    ("ex-passes", lambda X, y: per_pass(X, y, ties=False), "a tie is a mistake"),
    ("ex-passes", lambda X, y: per_pass(X, y, most=1), "a whole pass finds no mistake"),
    ("ex-passes", lambda X, y: per_pass(X, y, keep=False, most=9), "Keep the weights"),
    ("ex-three-bounds", (17_690, 530, 5), RIGHT),
    ("ex-three-bounds", (144, 530, 5), "no bound after a lift"),
    ("ex-three-bounds", (145 * 121, 530, 5), "not by b^2 / c^2"),
    ("ex-three-bounds", (145, 530, 5), "R is 12, b is -11 and gamma is 1"),
    ("ex-three-bounds", (17_690, 576, 5), "with b = -11 the theorem gives less"),
    ("ex-three-bounds", (17_690, 265, 5), "Put c = 12 into both factors"),
    ("ex-three-bounds", (17_690, 530, 145), "After the shift R is 2"),
    ("ex-three-bounds", (17_690, 530, 4), "The points are -2, -1 and 1"),
]
