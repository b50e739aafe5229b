import numpy as np
from strategies import RIGHT, stopped

from ptronlib import cosine_perceptron


def jacobsthal(d):
    return (4**d - 2 + (-2) ** d) // 9


def third(angle):
    if 30 <= angle <= 150:
        return 0
    return float("inf") if 210 <= angle <= 330 else 1


def witness(X, y, sigma, w, late=0):
    run = stopped(cosine_perceptron, X, y, sigma, w_init=w, max_updates=3000)
    below = np.flatnonzero(run.norms < 1 / np.sqrt(len(w)))
    return int(below[0]) + late if below.size else None


COUNTS = {
    1: [1],
    3: [11, 6, 4],
    6: [683, 342, 172, 88, 48, 32],
    22: [(2 ** (44 - i) + 2 ** (i - 1)) // 3 for i in range(1, 23)],
}


def stretches(eps):
    return max(0, int(np.ceil(np.log2(np.sqrt((1 - eps**2) / 3) / eps))))


def cosine_bound(share):
    return lambda sigma, c: 2 * np.log(1 / c) / np.log(1 / (1 - share * sigma**2))


def reflections(Z, sigma, w, step=2, most=1000):
    Z, updates, p, clean = Z / np.linalg.norm(Z, axis=1)[:, None], 0, 0, 0
    while clean < len(Z) and updates < most:
        a, clean = Z[p] @ w, clean + 1
        if a <= -sigma * np.linalg.norm(w):
            w, updates, clean = w - step * a * Z[p], updates + 1, 0
        p = (p + 1) % len(Z)
    return updates


CASES = [  # an exercise, an answer, and what is said of it
    ("ex-c5-hand", [0, 1.5, 1.5], RIGHT),
    ("ex-c5-hand", [0, 1, 2], "example 2 is plainly wrong: its cosine is -0.316"),
    ("ex-c5-hand", [-2, 1, 2], "example 1 is plainly wrong: its cosine is -0.667"),
    ("ex-c5-hand", [1, 2, 1], "the run does not lead there"),
    ("ex-c5-hand", [0, 0, 0], "no direction"),
    ("ex-c5-double", stretches, RIGHT),
    ("ex-c5-double", lambda eps: max(0, np.ceil(np.log2(0.5 / eps))), "keep their length 1"),
    ("ex-c5-counts", COUNTS.get, RIGHT),
    ("ex-c5-counts", lambda d: COUNTS[d][::-1], "the number on example 1 is not 4"),
    ("ex-c5-counts", lambda d: [2**i for i in range(d)], "Your numbers sum to 7; see the theorem"),
    ("ex-c5-third", third, RIGHT),
    ("ex-c5-third", lambda a: third(a) and (1 if third(a) == 1 else 2), "goes on forever"),
    ("ex-c5-third", lambda a: float("inf") if a > 150 else third(a), "does stop"),
    ("ex-c5-witness", witness, RIGHT),
    ("ex-c5-witness", lambda *a: witness(*a, late=1), "has to be aborted, not after"),
    ("ex-c5-witness", lambda *a: None, "has to be aborted"),
    ("ex-c5-ties", jacobsthal, RIGHT),
    ("ex-c5-ties", lambda d: (4**d - 1) // 3, "every tie is a mistake"),
    ("ex-c5-ties", lambda d: 2 ** (d - 1), "For d = 3 it is not 4."),
    ("ex-c5-fuel", (3, 10), RIGHT),
    ("ex-c5-fuel", [3.0, 10.0], RIGHT),
    ("ex-c5-fuel", (4, 10), "For c = 0.5 it is not 4. After 4 updates the length may be 0.410"),
    ("ex-c5-fuel", (1, 5), "for the squared length"),
    (
        "ex-c5-fuel",
        (3, 9),
        "After 10 updates the length may still be 0.107",
    ),
    ("ex-c5-stretched", (0.832, 0.429), RIGHT),
    ("ex-c5-stretched", (0.83, 0.43), RIGHT),
    ("ex-c5-stretched", (0.6, 0.6), "For example 1 it is not 0.6. That is the score"),
    ("ex-c5-stretched", (0.832, 0.832), "not by 1"),
    ("ex-c5-stretched", (0.832, 0.309), "as before the stretch"),
    ("ex-c5-lines", cosine_bound(0.75), RIGHT),
    ("ex-c5-lines", cosine_bound(1), "for a whole step"),
    ("ex-c5-lines", cosine_bound(0.25), "by how much does its square fall"),
    ("ex-c5-lines", lambda s, c: 1 / s**2, "Which share of the squared length"),
    ("ex-c5-reflect", reflections, RIGHT),
    (
        "ex-c5-reflect",
        lambda *a: reflections(*a, step=1),
        "From 250 degrees on 2 examples",
    ),
    ("ex-c5-reflect", lambda *a: 0, "Without an update at all"),
]
