"""Theorems as functions: each against its formula in numbers with 15 bits more of exponent."""

from __future__ import annotations

from math import comb

import numpy as np

from ptronlib import betas, bounds

from .judge import door, near
from .values import count, length, maybe, several, share

BIGGEST = np.finfo(float).max
MANY = several(length)
SHARE = several(share)


def whole(draw):
    return float(count(draw, 50))


def long(values):
    return np.asarray(np.asarray(values), np.longdouble)


def formula(of, size=None):
    """Return the check that an answer is this formula, infinite where that leaves the floats."""

    def check(answer, **arguments):
        wanted = of(**{name: long(value) for name, value in arguments.items()})
        assert not np.isnan(answer).any()
        found = np.asarray(answer, float)
        assert found.shape == wanted.shape and isinstance(answer, float | int | np.ndarray)
        over = wanted > BIGGEST * (1 - 1e-9)
        assert (np.isposinf(found) | ~over | (found >= BIGGEST * (1 - 1e-6))).all()
        assert np.isfinite(found[wanted < BIGGEST * (1 - 1e-6)]).all()
        kept = wanted < BIGGEST * (1 - 1e-6)
        least = 1e-300 if size is None else np.broadcast_to(size(**arguments), found.shape)[kept]
        near(found[kept], wanted[kept].astype(float), 1e-9, least)

    return check


def _lost_in_the_angle(start, R, eps, cosine):
    """A millionth of the updates at a right angle: a cosine near 1 has lost the rest."""
    return 1e-6 * (long(start) / long(eps)) ** 2


def _updates_from(start, R, eps, cosine=-1.0):
    half = R**2 - 2 * eps * start * np.clip(cosine, -1, 1)
    across = start * np.sqrt(np.maximum(0, 1 - np.clip(cosine, -1, 1) ** 2))
    root = np.hypot(half, 2 * eps * across)
    direct = (half + root) / (2 * eps**2)
    small = 2 * across**2 / np.where(half < 0, root - half, 1)
    return np.where(half < 0, small, direct)


def _growth(alpha, T):
    return T**alpha * np.expm1(alpha * np.log1p(1 / T)) - 1


def _ratio(R, eps, n):
    nu = n * (eps / R) ** 2
    return np.where(np.abs(nu - 1) < 1e-12, 1, nu)


def alpha(draw):
    return 1 + 0.999 * min(1.0, share(draw))


def cosine(draw):
    return 2 * min(1.0, share(draw)) - 1


def _pair(draw):
    """R and eps, eps at most R as a rule."""
    R, eps = length(draw), length(draw)
    return {"R": max(R, eps), "eps": min(R, eps)} if share(draw) else {"R": R, "eps": eps}


def pair(*others):
    def arguments(draw):
        return {**_pair(draw), **{name: one(draw) for name, one in others}}

    return arguments


def bound(public, arguments, of, size=None, **options):
    door(public, arguments, formula(of, size), **options)


DELTA = ("delta", SHARE)
N = ("n", several(lambda draw: 10.0 * length(draw)))

bound(
    bounds.updates_constant,
    pair(("beta", MANY)),
    lambda beta, R, eps: (2 * beta + R**2) / eps**2,
)
bound(
    bounds.margin_constant,
    pair(("beta", MANY)),
    lambda beta, R, eps: beta * eps / (2 * beta + R**2),
)
door(
    bounds.updates_from,
    pair(("start", MANY), ("cosine", several(cosine))),
    lambda r, start, R, eps, cosine: formula(_updates_from, _lost_in_the_angle)(
        r, start=start, R=R, eps=eps, cosine=cosine
    ),
)
bound(
    bounds.updates_affine,
    {"R": MANY, "eps": MANY, "bias": MANY, "scale": MANY},
    lambda R, eps, bias, scale: (R**2 + scale**2) * (1 + (bias / scale) ** 2) / eps**2,
)
bound(
    bounds.updates_r_independent,
    pair(("factor", lambda draw: 1 + length(draw))),
    lambda R, eps, factor: (2 * factor + 1) * R**2 / eps**2,
)
bound(bounds.margin_r_independent, pair(), lambda R, eps: eps / 3 + 0 * R)
bound(
    bounds.updates_growing,
    pair(("alpha", alpha)),
    lambda alpha, R, eps: (R / eps) ** (2 / (2 - alpha)),
)
bound(
    bounds.margin_growing,
    {"alpha": alpha, "R": MANY, "T": several(whole)},
    lambda alpha, R, T: R * np.maximum(_growth(alpha, T), 0) / (2 * T ** (alpha / 2)),
    size=lambda alpha, R, T: np.asarray(R, float) + 0 * np.asarray(T, float),
)


def _left(alpha, R, eps):
    s = eps / R
    return R * s * (alpha - s ** ((2 * alpha - 2) / (2 - alpha))) / 2


def _check_guarantee(r, alpha, R, eps):
    near(r, _left(long(alpha), long(R), long(eps)).astype(float), 1e-9, long(eps).astype(float))


door(bounds.margin_growing_guarantee, pair(("alpha", alpha)), _check_guarantee)


def _check_share(r, alpha):
    d = 1 - long(alpha) / 2
    with np.errstate(all="ignore"):
        wanted = (1 - 2 * d) * (2 * d) ** (d / (1 - 2 * d))
    near(r, np.where(d == 0.5, 0, wanted).astype(float), 1e-6, 1e-12)


door(bounds.share_growing, {"alpha": several(alpha)}, _check_share)


def _steps(draw):
    return np.array([length(draw) for _ in range(count(draw, 4))])


bound(
    bounds.sgd_gap,
    {"rho": MANY, "L": MANY, "steps": _steps},
    lambda rho, L, steps: (rho**2 + L**2 * (steps @ steps)) / (2 * steps.sum()),
)
bound(
    bounds.sgd_gap_constant,
    {"rho": MANY, "L": MANY, "T": several(whole)},
    lambda rho, L, T: rho * L / np.sqrt(T),
)
bound(
    bounds.sgd_gap_decreasing,
    {"rho": MANY, "L": MANY, "eta_0": MANY, "T": several(whole)},
    lambda rho, L, eta_0, T: (rho**2 + (L * eta_0) ** 2 * (1 + np.log(T)))
    / (4 * eta_0 * (np.sqrt(T + 1) - 1)),
)
bound(
    bounds.updates_deviation,
    {"R": MANY, "gamma": MANY, "D": MANY},
    lambda R, gamma, D: ((R + D) / gamma) ** 2,
)
bound(
    bounds.count_eps_partitions,
    pair(("n", count)),
    lambda n, R, eps: (2 * (n + 1)) ** (R / eps) ** 2,
)


def _check_descriptions(r, n, length):
    assert r == sum(2**j * comb(n, j) * comb(length, j) for j in range(min(n, length) + 1))


door(bounds.count_descriptions, {"n": count, "length": count}, _check_descriptions)


def least(of):
    """Return the check that an answer is the least integer at or above a formula."""

    def check(answer, **arguments):
        wanted = of(**{name: long(value) for name, value in arguments.items()})
        found = np.asarray(answer)
        assert found.dtype.kind == "i" and found.shape == wanted.shape
        slack = 1e-9 * np.abs(wanted)
        assert (found >= wanted - slack).all() and (found - 1 <= wanted + slack).all()

    return check


def _jl(n, distortion, delta):
    return np.log(2 * n**2 / delta) / (distortion**2 / 4 - distortion**3 / 6)


door(bounds.jl_dimension, {"n": count, "distortion": SHARE, "delta": SHARE}, least(_jl))
door(
    bounds.simultaneous_dimension,
    pair(("n", count), DELTA),
    least(lambda n, R, eps, delta: _jl(n, 3 * (eps / R) ** 2 / 16, delta)),
    says=["eps / R must be larger"],  # for so many examples
)
door(
    bounds.simultaneous_dimension_width,
    pair(("n", count), DELTA),
    least(
        lambda n, R, eps, delta: (
            4 * np.sqrt(2 * np.log(2 * n)) * R / eps + 2 * np.sqrt(2 * np.log(2 / delta))
        )
        ** 2
    ),
    says=["eps / R must be larger"],
)
bound(bounds.leave_one_out_error, {"size": MANY, "n": MANY}, lambda size, n: size / (n + 1))
bound(bounds.online_error, {"size": MANY, "n": MANY}, lambda size, n: size / n)


def _compression(size, n, delta, empirical=0.0, constant=5.0):
    zeta = constant * (size * np.log(n / size) - np.log(delta)) / n
    return empirical + np.sqrt(zeta * empirical) + zeta


def _sizes(*others):
    def arguments(draw):
        size = 1.0 + length(draw)
        return {
            "size": size, "n": size * (1.5 + whole(draw)), "delta": SHARE(draw),
            **{name: one(draw) for name, one in others},
        }  # fmt: skip

    return arguments


bound(
    bounds.compression_error,
    _sizes(("empirical", SHARE), ("constant", lambda draw: 5.0 + length(draw))),
    _compression,
)
bound(
    bounds.consistent_error,
    _sizes(),
    lambda size, n, delta: (
        np.where(size > 0, size * (1 + np.log(n / np.where(size > 0, size, 1))), 0) - np.log(delta)
    )
    / (n - size),
)


def _perceptron_error(R, eps, n, delta):
    nu = _ratio(R, eps, n)
    return (1 + np.log(nu) + np.log(2 / delta)) / (nu - 1)


bound(bounds.perceptron_error, pair(N, DELTA), _perceptron_error, says=["R"])
bound(
    bounds.perceptron_error_printed,
    pair(N, DELTA, ("constant", lambda draw: 5.0 + length(draw))),
    lambda R, eps, n, delta, constant: constant
    * (np.log(_ratio(R, eps, n)) + np.log(2 / delta))
    / _ratio(R, eps, n),
    says=["R"],
)
bound(
    bounds.svm_error,
    pair(N, DELTA),
    lambda R, eps, n, delta: 2 * R / (eps * np.sqrt(n)) + np.sqrt(2 * np.log(2 / delta) / n),
)
bound(
    bounds.updates_cosine,
    {"sigma": SHARE, "cosine": SHARE},
    lambda sigma, cosine: 2 * np.log(cosine) / np.log1p(-(sigma**2)),
)


def _check_good_start(r, d):
    assert ((np.asarray(r) <= 0.5) & (np.asarray(r) >= 0.158)).all()
    assert np.shape(r) == np.shape(d)


door(bounds.good_start, {"d": several(whole)}, _check_good_start)


def _check_rounds(r, delta, success=0.125):
    rounds, p = np.asarray(r, np.longdouble), long(success)
    assert (rounds == np.round(rounds)).all()
    wanted = np.log(long(delta)) / np.log1p(-p)
    assert (rounds >= wanted * (1 - 1e-9)).all() and (rounds - 1 <= wanted * (1 + 1e-9)).all()


door(bounds.restart_rounds, {"delta": SHARE, "success": SHARE}, _check_rounds)


# -- beta rules


def _check_rule(rule, **_):
    """The thresholds are finite and never fall in a long run, up to the rounding documented."""
    assert isinstance(rule, betas.BetaRule)
    beta, R = rule.start, rule.R if np.isfinite(rule.R) else 0.0
    for t in (1, 2, 1000, 10**6):
        after = rule.next(beta, t, 1.0)
        rounding = 1e-15 * (beta + R**2 * float(t) ** min(2.0, rule.parameter))
        assert after >= beta - rounding, (after, beta)
        assert np.isfinite(after) or max(rule.scale, rule.parameter, R**2) > 1e290
        beta = after


door(betas.constant, {"beta": length}, _check_rule)
door(betas.r_independent, {"factor": lambda draw: 1 + length(draw)}, _check_rule)
door(betas.growing, {"alpha": alpha, "R": length}, _check_rule)
door(betas.power, {"c": share, "scale": length}, _check_rule)
door(
    betas.BetaRule,
    {
        "name": lambda draw: "mine",
        "kind": lambda draw: count(draw, 4) - 1,
        "start": length,
        "parameter": lambda draw: min(1.0, share(draw)),
        "R": length,
        "scale": maybe(length, 1.0),
    },
    lambda rule, **_: repr(rule) and 0 <= rule.start < 1e301,
)
