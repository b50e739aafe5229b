"""Runs whose mistakes must be the same on every machine, for the tests and for other processes.

``python tests/same_mistakes.py COUNT`` prints a digest of each of the first COUNT runs; with
PTRON_WITHOUT=numba where no loop is compiled.  Coordinates are tenths and sevenths, so that many
scores are 0, or equal, but for their rounding: another order of summation makes other mistakes.
"""

from __future__ import annotations

import hashlib
import os
import sys

import numpy as np
from scipy import sparse

if __name__ == "__main__" and os.environ.get("PTRON_WITHOUT"):
    sys.modules[os.environ["PTRON_WITHOUT"]] = None

from ptronlib import UpdateBudgetExceeded, betas, cosine_perceptron, perceptron, radius

ORDERS = ("cyclic", "shuffled", "worst")
RULES = ("perceptron", "aggressive", "r_independent", "growing", "cosine")


def sample(k: int):
    """Return the k-th sample, in a dimension from 1 to 1000."""
    rng = np.random.default_rng(k)
    d = int(rng.integers(1, 20)) if k % 2 else int(1000 ** rng.random())
    n = int(rng.integers(2, 9))
    X = rng.integers(-10, 11, (n, d)) / (10 if k % 3 else 7)
    X[~X.any(axis=1), 0] = 0.1
    _, first = np.unique(np.abs(X), axis=0, return_index=True)  # no contradictions
    X = X[np.sort(first)]
    return X.astype(np.float32) if k % 7 == 0 else X, rng.choice([-1.0, 1.0], len(X))


def run(k: int, most: int = 60):
    """Make the k-th run, up to so many updates: algorithms and orders take turns."""
    X, y = sample(k)
    name, order = RULES[k % 5], ORDERS[k // 5 % 3]
    try:
        if name == "cosine":
            start = np.arange(1.0, X.shape[1] + 1) / 10
            return cosine_perceptron(X, y, 0.1, w_init=start, max_updates=most)
        R = radius(X)
        beta = {
            "perceptron": 0.0,
            "aggressive": R * R / 10,
            "r_independent": betas.r_independent(),
            "growing": betas.growing(1.3, R),
        }[name]
        rng = {"rng": np.random.default_rng(k)} if order == "shuffled" else {}
        given = sparse.csr_array(X) if k % 11 == 0 else X
        return perceptron(given, y, beta, order=order, max_updates=most, **rng)
    except UpdateBudgetExceeded as spent:
        return spent.run


def digest(found) -> str:
    """Return a short name of the mistakes, the thresholds and the weights, all bits of them."""
    parts = (found.mistakes.astype(np.int64), found.betas, found.w)
    return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:16]


def digests(count: int) -> list[str]:
    return [digest(run(k)) for k in range(count)]


if __name__ == "__main__":
    print(*digests(int(sys.argv[1])), sep="\n")
