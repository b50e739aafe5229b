"""Samples: margins with their certificates, generators, lifts, counting, random maps."""

from __future__ import annotations

from itertools import product

import numpy as np

from ptronlib import betas, counting, data, margins, position, projection

from .judge import convex, door, finite, lengths, near, num
from .values import (
    count,
    generator,
    labelled,
    length,
    maybe,
    nonzero,
    points,
    sample,
    share,
    small_points,
    vector,
)


def signed(X, y):
    return num(y)[:, None] * num(X)


def weighted(draw):
    X, y = labelled(draw)
    return {"w": vector(draw, X.shape[1]), "X": X, "y": y}


door(margins.radius, {"X": points}, lambda R, X: near(R, lengths(num(X)).max()))


def _check_scores(r, w, X, y):
    near(r, signed(X, y) @ num(w), size=np.abs(num(X)) @ np.abs(num(w)))


def _check_margin(r, w, X, y):
    unit = num(w) / np.abs(num(w)).max()
    unit = unit / lengths(unit)
    near(r, (signed(X, y) @ unit).min(), size=lengths(num(X)).max())


door(margins.scores, weighted, _check_scores, says=["w"])
door(margins.margin, weighted, _check_margin, says=["w"])


def _check_best(best, X, y):
    Z = signed(X, y)
    finite(best)
    convex(best.coef)
    near(lengths(best.w_star), 1.0)
    R = lengths(Z).max()
    assert best.margin > 0 and (Z @ best.w_star >= best.margin - 1e-12 * R).all()
    near(lengths(best.coef @ Z), best.upper, size=1e-6 * R)
    assert best.margin <= best.upper * (1 + 1e-6) + 1e-9 * R, (best.margin, best.upper)
    assert best.upper <= best.margin + 1e-6 * R, (best.margin, best.upper)


def _check_decided(found, X, y):
    Z = signed(X, y)
    finite(found)
    if isinstance(found, margins.Separable):
        assert found.margin > 0 and (Z @ found.w > 0).all()
        near(found.margin, (Z @ found.w).min(), size=lengths(Z).max() * 1e-6)
    else:
        convex(found.coef)
        used = found.coef > 0
        assert lengths(found.coef @ Z) <= 1e-9 * (found.coef[used] @ lengths(Z[used]))


door(margins.max_margin, sample, _check_best, says=["sample"])
door(margins.separability, sample, _check_decided, says=["sample"])


# -- generators


def _check_sample(n, d, margin=None):
    def check(sample):
        finite(sample)
        assert sample.X.shape == (n, d) and (np.abs(sample.y) == 1).all()
        if sample.w_star is not None:
            X = data.lift(sample.X) if len(sample.w_star) > d else sample.X
            near(sample.margin, (sample.y * (X @ sample.w_star)).min(), 1e-6, 1e-9)
        if margin is not None:
            near(sample.margin, margin)

    return check


door(
    data.linear,
    {"n": count, "d": count, "margin": share, "rng": generator},
    lambda r, n, d, margin, rng: _check_sample(n, d, margin)(r),
)
door(
    data.affine,
    {
        "n": lambda d: 1 + count(d),
        "d": count,
        "margin": share,
        "rng": generator,
        "bias": maybe(share),
    },
    lambda r, n, d, margin, rng, bias: _check_sample(n, d, margin)(r),
)
door(
    data.gaussian_teacher,
    {"P": count, "N": count, "rng": generator},
    lambda r, P, N, rng: _check_sample(P, N)(r),
)
door(
    data.flip_labels,
    {
        "sample": lambda draw: data.linear(count(draw), count(draw), 0.1, generator(draw)),
        "rate": share,
        "rng": generator,
    },
    lambda r, sample, rate, rng: _check_sample(*sample.X.shape)(r),
)
door(data.orthonormal, {"d": count}, lambda r, d: _check_sample(d, d, d**-0.5)(r))
door(data.exponential, {"d": count}, lambda r, d: _check_sample(d, d)(r))
door(data.xor, {}, _check_sample(4, 2))
door(data.two_points, {"eps": share}, lambda r, eps: _check_sample(2, 2, eps)(r))
door(data.small_margin, {"delta": share}, lambda r, delta: _check_sample(2, 2)(r))


def _affine_numbers(draw):
    R, eps = 1 + min(1.0, share(draw)), draw_eps(draw)
    return {"R": R, "bias": (R - eps) * (2 * min(1.0, share(draw)) - 1), "eps": eps}


def draw_eps(draw):
    return 0.3 + 0.2 * min(1.0, share(draw))


door(
    data.affine_adversary,
    _affine_numbers,
    lambda r, R, bias, eps: (finite(r), near(lengths(r.X), np.full(len(r.X), float(R)), 1e-6)),
    says=["bias", "eps must lie in"],
)
door(
    data.cosine_adversary,
    {"sigma": lambda draw: 0.05 + 0.95 * share(draw), "cosine": share},
    lambda r, sigma, cosine: (finite(r), near(lengths(r[1]), 1.0)),
)


def _rule(draw):
    kind = count(draw, 3)
    if kind == 1:
        return betas.constant(min(1.0, share(draw)))
    if kind == 2:
        return betas.r_independent()
    return betas.growing(1 + 0.3 * min(1.0, share(draw)), 2.5)


door(
    data.threshold_adversary,
    lambda draw: {
        "rule": _rule(draw),
        "R": 1.0 + share(draw),
        "eps": draw_eps(draw),
        "first": maybe(lambda d: 1.0)(draw),
    },
    lambda r, rule, R, eps, first: (
        finite(r),
        near((r.X @ r.w_star).min(), eps, 1e-6),
    ),
    says=["eps must lie in", "first must lie in"],  # a radius that is too small for them
)
door(
    data.lift,
    {"X": points, "scale": length},
    lambda r, X, scale: (near(r[:, :-1], num(X)), near(r[:, -1], np.full(len(r), float(scale)))),
)


def _check_quadratic(r, X):
    X = num(X)
    d = X.shape[1]
    assert r.shape == (len(X), d * (d + 3) // 2 + 1)
    finite(r)
    near(r[:, :d], X**2)


door(data.quadratic_lift, {"X": points}, _check_quadratic)


# -- counting


def _check_cover(r, P, N):
    assert P > 1 or r == 2
    if P < 60 and N < 60:
        row = [0] + [2] * int(N)
        for _ in range(int(P) - 1):
            row = [0] + [row[k] + row[k - 1] for k in range(1, int(N) + 1)]
        assert r == row[int(N)]
    assert isinstance(r, int) and r >= 2


door(counting.cover_count, {"P": count, "N": count}, _check_cover)


def _check_fraction(r, P, N):
    wanted = np.vectorize(lambda p, n: counting.cover_count(int(p), int(n)) / 2 ** int(p), [float])
    if max(np.max(P), np.max(N)) < 100:
        near(r, wanted(P, N) if np.ndim(r) else float(wanted(P, N)))
    assert ((np.asarray(r) >= 0) & (np.asarray(r) <= 1)).all()


def _ints(draw):
    return np.array([count(draw, 60) for _ in range(2)])


door(
    counting.separable_fraction,
    lambda draw: {name: (_ints, count)[count(draw, 2) - 1](draw) for name in "PN"},
    _check_fraction,
)


def draw_bool(draw):
    return count(draw, 2) == 1


def few(draw):
    return points(draw, most=(4, 3))


def _check_listed(r, X):
    X = num(X)
    assert r.shape[1] == len(X) and (np.abs(r) == 1).all()
    assert len(np.unique(r, axis=0)) == len(r) <= counting.cover_count(*X.shape)
    assert {tuple(row) for row in r} == {tuple(-row) for row in r}
    assert [tuple(row) for row in r] == sorted(map(tuple, r))


door(counting.enumerate_dichotomies, {"X": few}, _check_listed)


def _check_separated(r, X):
    X = num(X)
    near(lengths(r), np.ones(len(r)))
    unit = X / np.abs(X).max(axis=1, keepdims=True)
    near(np.sign(r @ unit.T), counting.enumerate_dichotomies(X))


door(counting.separate_dichotomies, {"X": few}, _check_separated, says=["point"])


def _check_partitions(r, X, eps):
    X, eps = num(X), float(eps)
    found = {tuple(row) for row in r}
    assert len(found) == len(r)
    for y in product((-1.0, 1.0), repeat=len(X)):
        try:
            best = margins.max_margin(X, y).margin
        except (ValueError, ArithmeticError):
            best = 0.0
        if abs(best - eps) > 1e-6 * lengths(X).max():
            assert (tuple(y) in found) == (best >= eps), (y, best)


def _partitions(draw):
    X = nonzero(small_points(draw, most=(4, 3)))
    return {"X": X, "eps": float(lengths(X).max() * min(1.0, 0.05 + share(draw)))}


door(
    counting.enumerate_eps_partitions, _partitions, _check_partitions, says=["eps must lie in"]
)


def _check_position(r, X):
    X = num(X)
    if isinstance(r, position.Degenerate):
        chosen = X[list(r.indices)]
        finite(r)
        size = np.abs(r.coef) @ np.abs(chosen)
        assert (np.abs(r.coef @ chosen) <= 1e-9 * size).all() and len(r.indices) <= min(X.shape)
    else:
        assert X.shape == (r.P, r.N)


door(position.in_general_position, {"X": few}, _check_position)


# -- random maps


def dimensions(draw):
    d = count(draw)
    return {"d": d, "k": min(d, count(draw)), "rng": generator(draw)}


def _check_map(r, d, k, rng, **_):
    assert r.shape == (k, d)
    finite(r)


door(projection.gaussian_map, dimensions, _check_map)
door(projection.sign_map, dimensions, _check_map)
door(projection.sparse_map, lambda draw: {**dimensions(draw), "density": share(draw)}, _check_map)
door(projection.hadamard_map, dimensions, _check_map)


def _check_hadamard(r, X):
    near(lengths(r), lengths(num(X)), 1e-9, lengths(num(X)).max())
    unit = np.abs(r).max() or 1.0  # of what is tiny or huge the inverse would be refused
    r, X = np.where(np.abs(r) > 1e-9 * unit, r, 0) / unit, num(X) / unit
    near(projection.fast_hadamard(r), X, 1e-6, 1.0)


door(
    projection.fast_hadamard,
    {"X": lambda draw: points(draw, d=2 ** count(draw, 3))},
    _check_hadamard,
    says=["columns"],
)


def _mapped(draw):
    X = points(draw)
    d = X.shape[1]
    if draw_bool(draw):
        return {"X": X, "A": projection.hadamard_map(d, count(draw, d), generator(draw))}
    return {"X": X, "A": points(draw, d=d)}


def _check_projected(r, X, A):
    X = num(X)
    finite(r)
    if isinstance(A, projection.HadamardMap):
        assert r.shape == (len(X), A.shape[0])
    else:
        near(r, X @ num(A).T, size=np.abs(X) @ np.abs(num(A)).T)


door(projection.project, _mapped, _check_projected, says=["A"])


def _check_labelings(r, n):
    assert r.shape == (2 ** (n - 1), n) and (r[:, 0] == 1).all()
    assert len(np.unique(r, axis=0)) == len(r)


door(projection.labelings, {"n": count}, _check_labelings)


def _check_margins(r, X):
    X = num(X)
    assert r.shape == (2 ** (len(X) - 1),) and (r >= 0).all()
    assert (r <= lengths(X).min() * (1 + 1e-9)).all()


door(projection.margins_of_labelings, {"X": few}, _check_margins, says=["labeling", "rows", "n"])
