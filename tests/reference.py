"""The specification: the loops of design and book, as plain as they can be written."""

import numpy as np


def naive(X, y, order="cyclic", rng=None, start=0.0, rule=lambda beta, t, norm2: beta, w_init=0.0):
    """Return (mistakes, thresholds, w) of the perceptron family, on a separable sample."""
    Z, w, mistakes, betas = y[:, None] * X, np.zeros(X.shape[1]) + w_init, [], [start]
    for i in examine(Z, w, betas, order, rng):
        if Z[i] @ w <= betas[-1]:
            w += Z[i]
            mistakes.append(i)
            betas.append(rule(betas[-1], len(mistakes), Z[i] @ Z[i]))
    return mistakes, betas, w


def examine(Z, w, betas, order, rng):
    """Yield the indices in the order in which they are examined, while any violates."""
    n, p = len(Z), 0
    sequence = np.arange(n)
    while True:
        if (Z @ w > betas[-1]).all():
            return
        if order == "worst":
            yield int(np.argmin(Z @ w))
        else:
            if order == "shuffled" and p % n == 0:
                sequence = rng.permutation(n)
            yield int(sequence[p % n])
            p += 1


def in_turn(X, y):
    """Return w after each example, all of them examined once."""
    w, after = np.zeros(X.shape[1]), []
    for z in y[:, None] * X:
        if z @ w <= 0:
            w = w + z
        after.append(w)
    return np.array(after)


def r_independent(beta, t, norm2):
    return 4 * norm2 if beta < norm2 else beta


def growing(alpha, R):
    return lambda beta, t, norm2: 0.5 * R**2 * ((t + 1.0) ** alpha - float(t) ** alpha - 1.0)
