import numpy as np
from scipy.stats import chi2
from strategies import RIGHT

from ptronlib import bounds


def smallest_k(n, eta, delta):
    k = np.arange(1, 10_000)
    tails = chi2.sf(k * (1 + eta), k) + chi2.cdf(k * (1 - eta), k)
    return k[tails <= delta / n**2][0]


def markov_k(n, eta, delta):
    return np.ceil(2 * np.log(2 * n**2 / delta) / (eta - np.log1p(eta)))


def kernel_signs(A):
    return np.where(np.linalg.svd(A)[2][-1] > 0, 1.0, -1.0)


CASES = [  # an exercise, an answer, and what is said of it
    ("ex-p8-three", (2, 6), RIGHT),
    ("ex-p8-three", (1, 3), "Count Y and -Y"),
    ("ex-p8-three", (2, 8), "one labeling and its opposite"),
    ("ex-p8-three", (2, 4), "Turn w once around"),
    ("ex-p8-says", 16, RIGHT),
    ("ex-p8-says", 22, "(2n + 1)^m"),
    ("ex-p8-says", 7, "is 4, not 2"),
    ("ex-p8-lost", kernel_signs, RIGHT),
    ("ex-p8-lost", lambda A: np.ones(A.shape[1]), "still separates"),
    ("ex-p8-lost", lambda A: np.linalg.svd(A)[2][-1], "Labels are -1 or 1"),
    ("ex-p8-lost", lambda A: kernel_signs(A.T), "labels for a 1 x 2"),
    ("ex-p8-rate", smallest_k, RIGHT),
    ("ex-p8-rate", bounds.jl_dimension, "the polynomial"),
    ("ex-p8-rate", markov_k, "not Markov"),
    ("ex-p8-rate", lambda n, eta, delta: smallest_k(1, eta, delta), "n^2 vectors at once"),
    ("ex-p8-break", np.ones(8), RIGHT),
    ("ex-p8-break", [1, 0, 0, 0, 0, 0, 0, 0], "has 8 coordinates"),
    ("ex-p8-break", [1, 1, 0, 0, 0, 0, 0, 0], "has 4 coordinates"),
    ("ex-p8-break", np.zeros(8), "not all of them zero"),
    ("ex-p8-there", ((0.5**0.5 + 1.5**0.5) / (0.5**0.5 - 0.5)) ** 2, RIGHT),
    ("ex-p8-there", 87.43, "not the best weight"),
]
