import numpy as np
from strategies import RIGHT, stopped

from ptronlib import perceptron


def mistakes(X, y, **options):
    return perceptron(X, y, **options).n_updates


def normalised(X, y):
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
    ("ex-c2-normalise", normalised, RIGHT),
    (
        "ex-c2-normalise",
        lambda X, y: normalised(X, y)[::-1],
        "For a drawn sample, raw, it is not 7.",
    ),
    ("ex-c2-normalise", lambda X, y: [mistakes(X, y)] * 2, "normalised, it is not"),
    ("ex-c2-infinite", stream, RIGHT),
    ("ex-c2-infinite", lambda k: stream(k)[:, ::-1], "above the horizontal"),
    ("ex-c2-infinite", lambda k: [[0.6, 0.8], [-0.6, 0.8]] * (k // 2), "Vector 2 is no mistake"),
    ("ex-c2-infinite", lambda k: stream(k + 1), "(12, 2); got shape (13, 2)"),
    ("ex-c2-certificate", certificate, RIGHT),
    ("ex-c2-certificate", lambda X, y, delta: np.full(len(y), 1 / len(y)), "the length is"),
    ("ex-c2-certificate", lambda X, y, delta: np.ones(len(y)), "sum 1"),
]
