import numpy as np
from strategies import RIGHT

from ptronlib.geometry import Polytope


class Body:
    """A body that is no more than what it answers."""

    def __init__(self, support):
        self.support, self.dimension = support, 2


def play(A, T, worst=np.argmin, update=lambda w, a, x: w + a - x @ a, mean=True):
    w, total = np.zeros(len(A)), np.zeros(len(A))
    for _ in range(T):
        x = np.maximum(w, 0)
        x = x / x.sum() if x.any() else np.full(len(A), 1 / len(A))
        w = update(w, A[:, worst(x @ A)], x)
        total += x
    return total / T if mean else x


CASES = [  # an exercise, an answer, and what is said of it
    ("ex-c9-hand", ([2, -5], 4.5), RIGHT),
    ("ex-c9-hand", ([1, -4], 4), "a tie with the threshold"),
    ("ex-c9-hand", ([-2, 5], -4.5), "the other way around"),
    ("ex-c9-hand", ([0, -3], 3), "does not end at w = (0, -3)"),
    ("ex-c9-hand", ([2, -5], -4.5), "what must be added"),
    ("ex-c9-hand", ([2, -5], 3), "the smallest w . p on K"),
    ("ex-c9-morra", (7 / 12, -1 / 12), RIGHT),
    ("ex-c9-morra", (5 / 12, -1 / 12), "of two fingers"),
    ("ex-c9-morra", (7 / 12, 1 / 12), "Who pays whom"),
    ("ex-c9-morra", (0.5, 0), "For p it is not 0.5. What is gained"),
    ("ex-c9-zero", lambda delta: delta * np.sqrt(2 / (1 + delta)), RIGHT),
    ("ex-c9-zero", lambda delta: delta, "divide it by the distance"),
    ("ex-c9-zero", lambda delta: delta / np.sqrt(2 + 2 * delta), "Half of the gap"),
    ("ex-c9-zero", lambda delta: delta / 2, "not of its ends"),
    ("ex-c9-best", lambda n: 1 / np.sqrt(n), RIGHT),
    ("ex-c9-best", lambda n: 1 / n, "the square of it"),
    ("ex-c9-best", lambda n: 1, "How long is the mean"),
    ("ex-c9-price", lambda c: c / (c - 1), RIGHT),
    ("ex-c9-price", lambda c: 2 / (2 - c), "tends to 2 / alpha"),
    ("ex-c9-price", lambda c: 0.5 / (1 - 1 / c), "That is half of it"),
    ("ex-c9-price", lambda c: 1 / (c - 1), "Which alpha"),
    ("ex-c9-weights", lambda n, T, S: np.sqrt(8 * np.log(n) / T) / S, RIGHT),
    ("ex-c9-weights", lambda n, T, S: np.sqrt(8 * np.log(n) / T), "in units of 1 / S"),
    ("ex-c9-weights", lambda n, T, S: np.sqrt(np.log(n) / T) / S, "times the smallest one"),
    ("ex-c9-weights", lambda n, T, S: -1.0, "it is not -1."),
    ("ex-c9-break", Body(lambda u: np.where(np.asarray(u) > 0, -1.0, 1.0)), RIGHT),
    ("ex-c9-break", Polytope([[-1, -1], [1, -1], [0, 1]]), "even those of a body"),
    ("ex-c9-three", (5**0.5 / 3, 0.5**0.5), RIGHT),
    ("ex-c9-three", (0.745, 0.707), RIGHT),
    ("ex-c9-three", (0.707, 0.745), "The other way around"),
    ("ex-c9-three", (5**0.5, 0.707), "a third of it"),
    ("ex-c9-three", (5 / 9, 0.707), "the square of the length"),
    ("ex-c9-three", (0.9, 0.707), "How long is the mean"),
    ("ex-c9-three", (0.745, 0.5), "That is the square of it"),
    ("ex-c9-three", (0.745, 0.6), "which is the best margin"),
    ("ex-c9-line", "hull", RIGHT),
    ("ex-c9-line", ["Hull"], RIGHT),
    ("ex-c9-line", {"eq-sep-hull"}, RIGHT),
    ("ex-c9-line", ["hull", "bound"], "a line that it may rest on"),
    ("ex-c9-line", "score", "scores -1"),
    ("ex-c9-line", ["length"], "lengths of the differences"),
    ("ex-c9-line", [], "Is the mean of the two differences"),
    ("ex-c9-line", ["room"], "a list of words out of"),
    ("ex-c9-line", 3, "a list of words out of"),
    ("ex-c9-code", play, RIGHT),
    ("ex-c9-code", lambda A, T: play(A, T, mean=False), "the mean of all is asked for"),
    ("ex-c9-code", lambda A, T: T * play(A, T), "Divide the positive parts"),
    ("ex-c9-code", lambda A, T: np.full(len(A), 1 / len(A)), "It stays even"),
    ("ex-c9-code", lambda A, T: play(A, T, worst=np.argmax), "best for you"),
    (
        "ex-c9-code",
        lambda A, T: play(A, T, update=lambda w, a, x: w - a + x @ a),
        "less what was gained",
    ),
    ("ex-c9-code", lambda A, T: np.eye(len(A))[0] * 2 - np.eye(len(A))[1], "a weight is negative"),
    ("ex-c9-code", lambda A, T: play(A, T)[:-1], "weights"),
]
