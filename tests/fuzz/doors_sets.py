"""Convex sets and games: bodies, walls, nearest points, mixtures, all by their certificates."""

from __future__ import annotations

import numpy as np

from ptronlib import bodies, farkas, games, matrix_games, nearest, separation

from .doors_runs import threshold
from .doors_samples import draw_bool
from .judge import convex, door, finite, lengths, near, num
from .values import count, generator, length, points, share, small_points, vector


def _check_body(body, **_):
    u = np.linspace(-1.0, 2.0, body.dimension)
    found = body.support(u)
    finite(found)
    other = body.support(-u)
    size = 1e-9 * (np.abs(u) @ (np.abs(found) + np.abs(other)))
    assert found.shape == u.shape and u @ found >= u @ other - size


def centred(draw, **more):
    d = count(draw, 4)
    return {"centre": vector(draw, d), **{name: one(draw, d) for name, one in more.items()}}


def _axes(draw, d):
    return vector(draw, d) if draw_bool(draw) else points(draw, d)


def _box(draw):
    low, high = points(draw, 2)
    return {"low": np.minimum(low, high), "high": np.maximum(low, high)}


door(bodies.Ball, lambda draw: centred(draw, radius=lambda d, _: length(d)), _check_body)
door(bodies.Ellipsoid, lambda draw: centred(draw, axes=_axes), _check_body, says=["axes"])
door(bodies.Box, _box, _check_body, says=["low", "high"])
door(bodies.Polytope, {"points": points}, _check_body)


def body(draw, d=None, size=1.0):
    d = count(draw, 3) if d is None else d
    kind, centre = count(draw, 3), generator(draw).standard_normal(d)
    if kind == 1:
        return bodies.Ball(centre, size)
    return bodies.Box(centre, centre + size) if kind == 2 else small_points(draw, d=d)


def _parts(draw):
    d = count(draw, 3)
    return {"first": body(draw, d), "second": body(draw, d)}


door(
    bodies.MinkowskiSum,
    _parts,
    _check_body,
    call=lambda first, second: bodies.MinkowskiSum(first, second),
    says=["part [01]"],
)


def _two(draw):
    d = count(draw, 3)
    if draw_bool(draw):
        return {"P": body(draw, d), "Q": body(draw, d)}
    return dict(zip("PQ", (points(draw, d=d), points(draw, d=d)), strict=True))


def _asked(draw):
    sets = _two(draw)
    far = [b.support(np.ones(b.dimension)) for b in map(_as_body, sets.values())]
    eps = float(lengths(far[0] - far[1])) * (0.05 + share(draw)) or 1.0
    return {**sets, "eps": eps, "max_updates": 1 + count(draw, 300)}


def _as_body(value):
    return value if hasattr(value, "support") else bodies.Polytope(value)


def _check_separated(r, P, Q, eps, max_updates):
    assert separation.verify(r, P, Q) and r.n_updates <= max_updates and repr(r)
    finite([r.steps, r.reach, r.P.coef, r.P.taken])


door(separation.separate_hulls, _asked, _check_separated, says=["part"])


def _claimed(draw):
    while True:
        arguments = _asked(draw)
        try:
            found = separation.separate_hulls(**{**arguments, "max_updates": 2000})
        except (separation.SeparationBudgetExceeded, ValueError):
            return {"found": _known(), "P": [[0, 0]], "Q": [[1, 1]]}
        return {"found": found, "P": arguments["P"], "Q": arguments["Q"]}


def _known():
    return separation.separate_hulls([[0, 0]], [[1, 1]], 0.5)


def _check_verdict(r, found, P, Q):
    assert isinstance(r, bool)


door(separation.verify, _claimed, _check_verdict)
door(
    separation.points_needed,
    {"R": length, "eps": length},
    lambda r, R, eps: near(r, float(6 * (np.longdouble(R) / np.longdouble(eps)) ** 2)),
)


def _sets(draw):
    d = count(draw, 4)
    return {"P": points(draw, d=d), "Q": points(draw, d=d)}


def _check_nearest(r, P, Q):
    P, Q = num(P), num(Q)
    finite(r)
    convex(r.P_coef)
    convex(r.Q_coef)
    size = max(lengths(P).max(), lengths(Q).max())
    near(r.p, r.P_coef @ P, size=size)
    near(r.q, r.Q_coef @ Q, size=size)
    near(r.distance, lengths(r.p - r.q), size=size)
    assert r.lower <= r.distance * (1 + 1e-9) and r.distance - r.lower <= 1e-6 * size


door(nearest.hull_distance, _sets, _check_nearest)


def _check_approach(r, P, Q, step, rounds):
    finite(r)
    size = 1e-9 * (np.abs(num(P)).max() + np.abs(num(Q)).max())
    assert len(r.norms) == rounds and (r.lower <= r.norms + size).all()
    near(r.norms[-1], lengths(r.x))


STEPS = ("average", "open", "line")


def step(draw):
    return STEPS[count(draw, 3) - 1]


door(
    nearest.approach,
    lambda draw: {**_sets(draw), "step": step(draw), "rounds": count(draw, 9)},
    _check_approach,
)


def _check_length(r, step, t, R, distance):
    assert r.shape == num(t).shape
    assert (r >= float(distance) * (1 - 1e-9)).all() and (r <= 2 * float(R)).all()


def _length_numbers(draw):
    R, distance = length(draw), length(draw)
    return {
        "step": step(draw), "t": np.array([float(count(draw, 9)) for _ in range(count(draw, 3))]),
        "R": max(R, distance), "distance": min(R, distance),
    }  # fmt: skip


door(nearest.length_bound, _length_numbers, _check_length, says=["distance"])


def _inequalities(draw):
    A = points(draw)
    longest = float(lengths(A).max())
    return {
        "A": A,
        "eps": longest * (0.05 + share(draw)) or 1.0,
        "max_updates": 1 + count(draw, 300),
    }


def _check_farkas(r, A, eps, max_updates):
    A, eps = num(A), float(eps)
    finite(r)
    if isinstance(r, farkas.Solution):
        near(r.x, r.counts @ A, size=r.counts @ lengths(A))
        assert r.margin >= eps / 3 * (1 - 1e-9)
    else:
        convex(r.coef)
        near(r.norm, lengths(r.coef @ A), size=lengths(A).max())
        assert r.norm < eps * (1 + 1e-9)


door(farkas.farkas, _inequalities, _check_farkas)


def _check_game(r, V):
    V = num(V)
    finite(r)
    convex(r.mu)
    size = lengths(V).max()
    near(r.upper, lengths(r.mu @ V), size=size)
    assert 0 <= r.lower <= r.upper * (1 + 1e-6) + 1e-9 * size and r.upper - r.lower <= 1e-6 * size
    assert (V @ r.w >= r.lower - 1e-9 * size).all()


door(games.game_value, {"V": points}, _check_game)


def _played(draw):
    V = points(draw)
    rule = None if draw_bool(draw) else threshold(draw, V)
    return {
        "V": V,
        "beta": rule,
        "order": ("cyclic", "worst")[count(draw, 2) - 1],
        "max_updates": count(draw, 200),
    }


def _check_strategies(r, V, beta, order, max_updates):
    T = r.run.n_updates
    assert max_updates >= T
    if T:
        convex(r.mixture(T))
        near(r.losses[-1], lengths(r.mixture(T) @ num(V)), 1e-6, r.R)
        assert (r.gains <= r.losses * (1 + 1e-9) + 1e-9 * r.R).all()
        assert (np.diff(r.sizes) >= 0).all()


door(games.sparse_strategies, _played, _check_strategies, says=["example", "threshold", "X"])
door(
    games.loss_bound,
    {"t": lambda draw: np.array([float(count(draw, 9)) for _ in range(3)]), "R": length},
    lambda r, t, R: near(r, float(R) * np.sqrt(3 / num(t))),
)


def _check_matrix_game(r, A):
    A = num(A)
    finite(r)
    convex(r.x)
    convex(r.y)
    size = np.abs(A).max()
    near(r.lower, (r.x @ A).min(), size=size)
    near(r.upper, (A @ r.y).max(), size=size)
    assert -1e-9 * size <= r.upper - r.lower <= 1e-6 * size


door(matrix_games.matrix_game, {"A": points}, _check_matrix_game)


def _check_play(r, A, rounds):
    size = np.abs(num(A)).max()
    assert r.rows.shape == (rounds, len(num(A)))
    near(r.rows.sum(axis=1), np.ones(rounds))
    assert (r.lower <= r.upper + 1e-9 * size).all() and np.isfinite(r.regret).all()
    assert (r.upper - r.lower <= r.regret + 1e-9 * size).all()


for play in (matrix_games.regret_matching, matrix_games.multiplicative_weights):
    door(play, {"A": points, "rounds": lambda draw: count(draw, 20)}, _check_play)
