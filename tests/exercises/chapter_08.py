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


def sparse_map(d, k, rng, zero=2 / 3):
    signs = rng.choice([-1.0, 0.0, 1.0], (k, d), p=[(1 - zero) / 2, zero, (1 - zero) / 2])
    return signs * np.sqrt(3 / k)


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
    ("ex-p8-there", (1.5 / (0.5**0.5 - 0.5) ** 2, 1 / ((1 / 6) ** 0.5 - 0.25) ** 2), RIGHT),
    ("ex-p8-there", (35.0, 39.9), RIGHT),
    ("ex-p8-there", (23.3, 39.9), "not 1"),
    ("ex-p8-there", (5.914, 39.9), "root"),
    ("ex-p8-there", (35.0, 6.319), "root"),
    ("ex-p8-few", (500, 2), RIGHT),
    ("ex-p8-few", (2, 500), "other order"),
    ("ex-p8-few", (2500, 2), "not R that is 5"),
    ("ex-p8-few", (50, 2), "R enters squared"),
    ("ex-p8-few", (500, 4), "subtract points"),
    ("ex-p8-few", (500, 1), "With which signs"),
    ("ex-p8-zero", ["kept", "there"], RIGHT),
    ("ex-p8-zero", ("there", "eq-p8-kept"), RIGHT),
    ("ex-p8-zero", ["kept"], "margin of a labeling after"),
    ("ex-p8-zero", "there", "nearly kept?"),
    ("ex-p8-zero", ["kept", "there", "back"], "claims nothing"),
    ("ex-p8-zero", ["after"], "no image is too long"),
    ("ex-p8-zero", ["before"], "nothing to do with the map"),
    ("ex-p8-zero", ["lengths"], "a list of words out of"),
    ("ex-p8-sparse", sparse_map, RIGHT),
    ("ex-p8-sparse", lambda d, k, rng: sparse_map(d, k, rng).T, "a matrix of 12 rows"),
    ("ex-p8-sparse", lambda d, k, rng: np.sign(sparse_map(d, k, rng)), "the lengths grow"),
    ("ex-p8-sparse", lambda d, k, rng: sparse_map(d, 3 * k, rng)[:k], "only every third"),
    ("ex-p8-sparse", lambda d, k, rng: sparse_map(d, k, rng) * 1.5, "each entry that is not 0"),
    ("ex-p8-sparse", lambda d, k, rng: sparse_map(d, k, rng, 1 / 2), "not 2/3"),
    ("ex-p8-sparse", lambda d, k, rng: abs(sparse_map(d, k, rng)), "not half"),
    ("ex-p8-sparse", lambda d, k, rng: sparse_map(d, 1, rng).repeat(k, 0) / k**0.5, "some rows"),
]
