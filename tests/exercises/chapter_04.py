import numpy as np
from strategies import RIGHT

from ptronlib import perceptron


def winnow(X, y, eta, passes=1000, factor=np.exp):
    p, found = np.full(X.shape[1], 1 / X.shape[1]), []
    for _ in range(passes):
        before = len(found)
        for i, z in enumerate(y[:, None] * X):
            if z @ p <= 0:
                p = p * factor(eta * z)
                p, found = p / p.sum(), [*found, i]
        if len(found) == before:
            break
    return found


def minibatches(X, y, beta, eta, batches, tie=True, mean=True):
    """Return the weights before each step, and after the last."""
    way = [np.zeros(X.shape[1])]
    for batch in batches:
        z = y[batch, None] * X[batch]
        scores = z @ way[-1]
        pull = z[(scores <= beta) if tie else (scores < beta)]
        way.append(way[-1] + eta * pull.sum(axis=0) / (len(batch) if mean else 1))
    return np.array(way)


ZIGZAG, HALVED = [0.5, -0.5] * 6, [2.0**-t for t in range(12)]


def root(D_1, g, R):
    return ((R + np.sqrt(R**2 + 4 * g * D_1)) / (2 * g)) ** 2


CASES = [  # an exercise, an answer, and what is said of it
    ("ex-c4-subgradient", [(0, 1 / 3), (-1 / 3, 1)], RIGHT),
    ("ex-c4-subgradient", [(0, 1), (-1, 3)], "not their sum"),
    ("ex-c4-subgradient", [(0, -1 / 3), (1 / 3, -1)], "the way down"),
    ("ex-c4-subgradient", [(0, 1 / 3), (0, 1 / 3)], "contribute"),
    ("ex-c4-subgradient", [(0, 0), (1, 1)], "which short of it"),
    ("ex-c4-draw", (0.5, 1, 2 / 3), RIGHT),
    ("ex-c4-draw", (0.5, 1, 2), "not their sum"),
    ("ex-c4-draw", (0.5, 0.5, 2 / 3), "is longer"),
    ("ex-c4-draw", (0, 1, 2 / 3), "At w = 0 the risk is 1"),
    ("ex-c4-half", 9 / 8, RIGHT),
    ("ex-c4-half", 4, "a share q"),
    ("ex-c4-half", 1, "What if some are"),
    ("ex-c4-aggressive", lambda T, beta, g, R: T * g, RIGHT),
    ("ex-c4-aggressive", lambda T, beta, g, R: (2 * beta + R**2) / g, RIGHT),
    ("ex-c4-aggressive", lambda T, beta, g, R: np.sqrt(T) * R, "the regret does not"),
    ("ex-c4-aggressive", lambda T, beta, g, R: beta / g, "is not above beta"),
    ("ex-c4-sharper", root, RIGHT),
    ("ex-c4-sharper", lambda D_1, g, R: root(D_1, g, R) ** 0.5, "Square it"),
    ("ex-c4-sharper", lambda D_1, g, R: (R / g + np.sqrt(D_1 / g)) ** 2, "A smaller bound follows"),
    ("ex-c4-last", (abs, ZIGZAG, 1.0), RIGHT),
    ("ex-c4-last", (abs, [0.9, -0.1] * 6, 1.0), "The average is hardly better"),
    ("ex-c4-last", (abs, HALVED, 1.0), "does not follow a subgradient"),
    ("ex-c4-last", (lambda v: -abs(v), ZIGZAG, 1.0), "not convex"),
    ("ex-c4-last", (lambda v: v * v / 4, HALVED, 1.0), "The last iterate is only"),
    ("ex-c4-last", (abs, ZIGZAG[:8], 1.0), "an even number"),
    ("ex-c4-winnow", winnow, RIGHT),
    (
        "ex-c4-winnow",
        lambda X, y, eta: perceptron(X, y).mistakes,
        "right for 1 mistake, and then it is not",
    ),
    (
        "ex-c4-winnow",
        lambda X, y, eta: winnow(X, y, eta, passes=1),
        "and then it ends. Winnow multiplies",
    ),
    (
        "ex-c4-winnow",
        lambda X, y, eta: winnow(X, y, eta, passes=20),
        "On 1 example with eta = 0.1 your list is right for 20 mistakes, and then it ends",
    ),
    (
        "ex-c4-winnow",
        lambda X, y, eta: winnow(X, y, eta, factor=lambda v: 1 + v),
        "right for 18 mistakes",
    ),
    ("ex-c4-average", (2, -3 / 8), RIGHT),
    ("ex-c4-average", (2, -0.38), RIGHT),
    ("ex-c4-average", (16, -3), "Divide by 8"),
    ("ex-c4-average", (2, 0), "Each weight vector counts once"),
    ("ex-c4-average", (2, -1), "the last weights"),
    ("ex-c4-average", (2, 1), "After which examinations"),
    ("ex-c4-line", ("eq-sgd-convex", 5), RIGHT),
    ("ex-c4-line", ("convex", 5.0), RIGHT),
    ("ex-c4-line", ("eq-sgd-convex", 10), "half of the squared distance"),
    ("ex-c4-line", ("eq-sgd-convex", 4), "What are both sides"),
    ("ex-c4-line", ("eq-sgd-recursion", 5), "not the first"),
    ("ex-c4-line", ("eq-sgd-project", 5), "true of any steps"),
    ("ex-c4-line", ("eq-sgd-sum", 5), "should be one of"),
    ("ex-c4-minibatch", lambda *a: minibatches(*a)[:-1].mean(axis=0), RIGHT),
    ("ex-c4-minibatch", lambda *a: minibatches(*a)[-1], "Return the average"),
    ("ex-c4-minibatch", lambda *a: minibatches(*a)[1:].mean(axis=0), "after the steps"),
    ("ex-c4-minibatch", lambda *a: minibatches(*a).mean(axis=0), "had no slope taken"),
    (
        "ex-c4-minibatch",
        lambda *a: minibatches(*a, tie=False)[:-1].mean(axis=0),
        "What happens at a tie",
    ),
    (
        "ex-c4-minibatch",
        lambda *a: minibatches(*a, mean=False)[:-1].mean(axis=0),
        "over the whole batch",
    ),
    ("ex-c4-line", ("square", 5), "true of any steps"),
    ("ex-c4-variance", lambda rho, M, s, b, T: rho / np.sqrt(T * (M**2 + s**2 / b)), RIGHT),
    ("ex-c4-variance", lambda rho, M, s, b, T: rho / (M * T**0.5), "takes the place"),
    ("ex-c4-variance", lambda rho, M, s, b, T: rho / np.sqrt(T * (M**2 + s**2)), "smaller"),
]
