import numpy as np
from strategies import RIGHT, stopped

from ptronlib import perceptron


def mistakes(X, y, **options):
    return perceptron(X, y, **options).n_updates


def normalized(X, y):
    return mistakes(X, y), mistakes(X / np.linalg.norm(X, axis=1)[:, None], y)


def root(a, cosine, R, eps):
    p = a * cosine
    return max(np.roots([eps**2, 2 * eps * p - R**2, p**2 - a**2]))


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


def contradict(machine, R, gamma, m=None, turn=1.0, axes=np.eye):
    m = m or int(R**2 / gamma**2)
    X, y = R * axes(m), np.zeros(m)
    for t in range(m):
        y[t] = -turn if machine(X[:t], y[:t], X[t]) >= 0 else turn
    return X, y


def rotated(m):
    return np.linalg.qr(np.random.default_rng(m).standard_normal((m, m)))[0]


def crowded(m):
    unit = np.eye(m) + 0.8 * np.eye(1, m)
    return unit / np.linalg.norm(unit, axis=1, keepdims=True)


FAR, MEAN = [50, 45, 34, 25, 20, 13], (0.6, 0.4)
SCORES = [0, -0.7645, -0.3495, -0.4917]
CASES = [  # an exercise, an answer, and what is said of it
    ("ex-c2-looks", ([[1, 0], [-1, 0.04]], [1, 1]), RIGHT),
    ("ex-c2-looks", ([[1, 0], [-1, 0.001]], [1, 1]), RIGHT),  # two million, cut off
    ("ex-c2-looks", ([[1, 0], [-1, 0.1]], [1, 1]), "A smaller margin allows more"),
    ("ex-c2-looks", (np.eye(5), np.ones(5)), "At most four examples; yours are 5"),
    ("ex-c2-looks", ([[1, 0], [-1, 0]], [1, 1]), "separates your sample, so its run never ends"),
    ("ex-c2-used", (np.vstack([np.eye(2), [[50, 50]]]), [1, 1, 1]), RIGHT),
    ("ex-c2-used", (np.vstack([np.eye(2), [[5, 5]]]), [1, 1, 1]), "R^2 / R_u^2 is 50"),
    ("ex-c2-used", ([[1, 0], [1, 0]], [1, -1]), "No hyperplane through the origin"),
    ("ex-c2-used", (np.eye(2), [1, 2]), "must contain only"),
    ("ex-c2-trace", SCORES, RIGHT),
    ("ex-c2-trace", np.negative(SCORES), "Score 2 is not 0.7645. Did you multiply by the label"),
    ("ex-c2-start", root, RIGHT),
    ("ex-c2-start", lambda a, cosine, R, eps: (R / eps) ** 2 + 2 * a / eps, "use the cosine"),
    ("ex-c2-normalize", normalized, RIGHT),
    (
        "ex-c2-normalize",
        lambda X, y: normalized(X, y)[::-1],
        "For a drawn sample, raw, it is not 7.",
    ),
    ("ex-c2-normalize", lambda X, y: [mistakes(X, y)] * 2, "normalized, it is not"),
    ("ex-c2-infinite", stream, RIGHT),
    ("ex-c2-infinite", lambda k: stream(k)[:, ::-1], "above the horizontal"),
    ("ex-c2-infinite", lambda k: [[0.6, 0.8], [-0.6, 0.8]] * (k // 2), "Vector 2 is no mistake"),
    ("ex-c2-infinite", lambda k: stream(k + 1), "(12, 2); got shape (13, 2)"),
    ("ex-c2-certificate", certificate, RIGHT),
    ("ex-c2-certificate", lambda X, y, delta: np.full(len(y), 1 / len(y)), "the length is"),
    ("ex-c2-certificate", lambda X, y, delta: np.ones(len(y)), "sum 1"),
    ("ex-c2-hand", (0.98, FAR, MEAN), RIGHT),
    ("ex-c2-hand", (5 / 26**0.5, FAR, MEAN), RIGHT),
    ("ex-c2-hand", (5 / 2**0.5, FAR, MEAN), "divide it by the length"),
    ("ex-c2-hand", (5 / 13**0.5, FAR, MEAN), "Is w_star a unit vector"),
    ("ex-c2-hand", (0.98, np.sqrt(FAR), MEAN), "give their squares"),
    ("ex-c2-hand", (0.98, [*FAR[1:], 13], MEAN), "After 0 mistakes it is not 45"),
    ("ex-c2-hand", (0.98, FAR[1:], MEAN), "should be six numbers; got shape (5,)"),
    ("ex-c2-hand", (0.98, FAR, (3, 2)), "divide by the number of mistakes"),
    ("ex-c2-hand", (0.98, FAR, (0.5, 0.5)), "w_5 divided by 5"),
    ("ex-c2-promise", (18, 0.71), RIGHT),
    ("ex-c2-promise", (19, 0.71), "Round down"),
    ("ex-c2-promise", (18.37, 0.71), "a whole number"),
    ("ex-c2-promise", (4, 0.71), "has to be squared"),
    ("ex-c2-promise", (18, 0.7), "That is what was promised"),
    ("ex-c2-promise", (18, 0.17), "It is R / sqrt(m)"),
    ("ex-c2-contradict", contradict, RIGHT),
    ("ex-c2-contradict", lambda *given: contradict(*given, axes=rotated), RIGHT),
    ("ex-c2-contradict", lambda *given: contradict(*given, turn=-1.0), "is right about example 1"),
    ("ex-c2-contradict", lambda *given: contradict(*given, m=19), "should be 1 examples; yours"),
    (
        "ex-c2-contradict",
        lambda machine, R, gamma: contradict(machine, 2 * R, gamma, m=int(R**2 / gamma**2)),
        "one has the norm 2, not R",
    ),
    ("ex-c2-contradict", lambda *given: contradict(*given, axes=crowded), "orthogonal"),
]
