import numpy as np
from strategies import RIGHT

from ptronlib import max_margin, samples
from ptronlib.learning import kernel_perceptron


def tight(d):
    return np.eye(d), np.ones(d)


BALL = samples.quadratic_lift([[0, 0], [2, 0], [1, 0]])


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
    ("ex-margins", (0.277, 0.707, 3.162), "the square of that ratio"),
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
    ("ex-kernel", lambda K, y: [0, 2, 1], "right for 1 mistakes, and then it is not"),
]
