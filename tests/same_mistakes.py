"""Runs and samples that must be the same on every machine, for the tests and for other processes.

``python tests/same_mistakes.py COUNT`` prints a digest of each of the first COUNT runs; with
PTRON_WITHOUT=numba where no loop is compiled.  Coordinates are tenths and sevenths, so that many
scores are 0, or equal, but for their rounding: another order of summation makes other mistakes.
``python tests/same_mistakes.py --write`` stores what all machines are compared with.
"""

import hashlib
import json
import os
import sys
from pathlib import Path

import numpy as np

if __name__ == "__main__" and os.environ.get("PTRON_WITHOUT"):
    sys.modules[os.environ["PTRON_WITHOUT"]] = None

from ptronlib import (
    UpdateBudgetExceeded,
    betas,
    cosine_perceptron,
    max_margin,
    perceptron,
    radius,
    samples,
    separable,
)
from ptronlib.geometry import game_value, hull_distance

STORED = Path(__file__).with_suffix(".json")
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
        return perceptron(X, y, beta, order=order, max_updates=most, **rng)
    except UpdateBudgetExceeded as spent:
        return spent.run


def digest(*parts) -> str:
    """Return a short name of all bits of some arrays."""
    floats = [np.asarray(part, dtype=np.float64) + 0.0 for part in parts]  # -0.0 + 0.0 is 0.0
    return hashlib.sha256(b"".join(part.tobytes() for part in floats)).hexdigest()[:16]


def digests(count: int) -> list[str]:
    """Return digests of the mistakes, the thresholds and the weights of the first runs."""
    runs = map(run, range(count))
    return [digest(found.mistakes, found.betas, found.w) for found in runs]


def answer(k: int) -> list[float]:
    """Return margin, hull distance and game value of the k-th sample: 0 where there is none."""
    X, y = sample(k)
    found = separable(X, y, intercept=False)
    best = max_margin(X, y).margin if found else 0.0
    sides = X[y > 0], X[y < 0]
    distance = hull_distance(*sides).distance if len(sides[0]) and len(sides[1]) else 0.0
    return [best, distance, game_value(X).value]


def generated() -> dict[str, str]:
    """Return digests of what the generators make."""
    made = {}
    for d in (1, 2, 3, 4, 5, 20, 100):
        for draw in (samples.linear, samples.affine):
            made[f"{draw.__name__} {d}"] = draw(300, d, 0.05, np.random.default_rng(d))
        teacher = samples.gaussian_teacher(300, d, np.random.default_rng(d))
        made[f"gaussian_teacher {d}"] = teacher
        made[f"flip_labels {d}"] = samples.flip_labels(teacher, 0.3, np.random.default_rng(d))
    for R, bias, eps in ((4, -3, 0.5), (4, 2, 0.5), (10, -6, 1), (4, 3.4, 0.5), (2, 1.9, 0.05)):
        made[f"affine_adversary {R} {bias}"] = samples.affine_adversary(R, bias, eps)
    for rule in (betas.constant(25.0), betas.r_independent(), betas.growing(1.3)):
        made[f"threshold_adversary {rule}"] = samples.threshold_adversary(rule, 1.0, 0.1)
    made["cosine_adversary"], _ = samples.cosine_adversary(0.1, 0.14)
    made |= {"exponential": samples.exponential(12), "orthonormal": samples.orthonormal(7)}
    made |= {"two_points": samples.two_points(0.3), "small_margin": samples.small_margin(0.3)}
    return {name: digest(s.X, s.y, s.w_star, s.margin) for name, s in made.items()}


if __name__ == "__main__":
    if sys.argv[1] == "--write":
        stored = {"samples": generated(), "runs": digests(2000)}
        stored["answers"] = [answer(k) for k in range(500)]
        STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    else:
        print(*digests(int(sys.argv[1])), sep="\n")
