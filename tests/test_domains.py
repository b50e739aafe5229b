"""Every public function refuses numbers outside its domain, and names the interval in its text."""

import re
from contextlib import suppress

import numpy as np
import pytest

from ptronlib import (
    betas,
    counting,
    data,
    games,
    lift,
    nearest,
    perceptron,
    projection,
    proofs,
)
from ptronlib.bodies import Ball
from ptronlib.compression import kernel_perceptron
from ptronlib.estimators import PerceptronClassifier
from ptronlib.farkas import farkas
from ptronlib.matrix_games import multiplicative_weights, regret_matching
from ptronlib.mnist import Network, Plan
from ptronlib.population import leave_one_out_sums, online_sums
from ptronlib.separation import SeparationBudgetExceeded, points_needed, separate_hulls
from ptronlib.sgd import descend, risk, subgradient

X, Y = np.array([[2.0, 1.0], [0.0, -1.0]]), np.array([1.0, 1.0])
POSITIVE, FROM_0, FROM_1 = "(0, infinity)", "[0, infinity)", "[1, infinity)"
RULE, ADAPTED = betas.constant(1.0), betas.r_independent()
LIFTED = lift([[3.0], [-1.0]])


def rng():
    return np.random.default_rng(7)


def run(beta=0.0):
    return perceptron([[2.0, 1.0], [-0.5, 1.0]], Y, beta)


def plan(**options):
    return Plan(**{"beta": RULE, "step": 0.5, "passes": 1, **options})


def fitted(**options):
    return PerceptronClassifier(**options).fit(X, [0, 1])


def hulls(updates):
    with suppress(SeparationBudgetExceeded):
        separate_hulls(X, -X, 0.1, max_updates=updates)


INTERVALS = [
    (betas.constant, "beta", FROM_0),
    (betas.r_independent, "factor", FROM_1),
    (betas.growing, "alpha", "[1, 2)"),
    (lambda v: betas.growing(1.5, v), "R", POSITIVE),
    (betas.power, "c", "(0, 1]"),
    (lambda v: betas.power(0.5, v), "scale", POSITIVE),
    (lambda v: betas.BetaRule("x", 0, v, 0.0), "start", FROM_0),
    (lambda v: betas.BetaRule("x", 0, 0.0, v), "parameter", FROM_0),
    (lambda v: proofs.gram(np.eye(2), np.eye(2), v), "eps", "(0, 1]"),
    (lambda v: proofs.r_independent(run(ADAPTED), [0, 1], factor=v), "factor", FROM_1),
    (lambda v: proofs.growing(run(betas.growing(1.5, 4.0)), [0, 1], v), "alpha", "[1, 2)"),
    (lambda v: proofs.sgd(descend(np.sign, [1.0], [0.5]), abs, [0.0], v), "L", POSITIVE),
    (lambda v: proofs.affine(perceptron(LIFTED, [1, -1]), [1, 0], bias=v), "bias", FROM_0),
    (lambda v: proofs.regret(run(), [0, 1], v), "gamma", POSITIVE),
    (lambda v: proofs.separation([[1.0, 1.0]], v), "distance", FROM_0),
    (lambda v: projection.sparse_map(4, 2, rng(), density=v), "density", "(0, 1]"),
    (lambda v: counting.enumerate_eps_partitions(np.eye(2), v), "eps", "(0, 1]"),
    (lambda v: games.loss_bound([1.0], v), "R", POSITIVE),
    (lambda v: games.loss_bound(v, 1.0), "t", FROM_1),
    (lambda v: lift(X, v), "scale", POSITIVE),
    (lambda v: data.affine_adversary(v, 0.0, 0.5), "R", POSITIVE),
    (lambda v: data.affine_adversary(2.0, 0.0, v), "eps", "(0, 2]"),
    (lambda v: data.affine_adversary(2.0, v, 0.5), "bias", "[-1.5, 1.5]"),
    (lambda v: data.cosine_adversary(v, 0.1), "sigma", "(0, 1)"),
    (lambda v: data.cosine_adversary(0.1, v), "cosine", "(0, 1)"),
    (lambda v: data.threshold_adversary(RULE, v, 0.5), "R", POSITIVE),
    (lambda v: data.threshold_adversary(RULE, 2.0, v), "eps", "(0, 2)"),
    (lambda v: data.threshold_adversary(RULE, 2.0, 0.5, first=v), "first", "(0.5, 2]"),
    (data.two_points, "eps", "(0, 1]"),
    (data.small_margin, "delta", "(0, 1)"),
    (lambda v: data.linear(3, 2, v, rng()), "margin", "(0, 1)"),
    (lambda v: data.affine(3, 2, v, rng()), "margin", "(0, 1)"),
    (lambda v: data.flip_labels(data.orthonormal(3), v, rng()), "rate", "[0, 1]"),
    (lambda v: risk([1, 1], X, Y, v), "beta", FROM_0),
    (lambda v: subgradient([1, 1], X, Y, v), "beta", FROM_0),
    (lambda v: descend(np.sign, [1.0], [v]), "steps", POSITIVE),
    (lambda v: descend(np.sign, [1.0], [0.5], v), "rho", POSITIVE),
    (lambda v: Ball(np.zeros(2), v), "radius", FROM_0),
    (lambda v: farkas(X, v), "eps", POSITIVE),
    (lambda v: nearest.length_bound("open", v, 2.0, 1.0), "t", FROM_1),
    (lambda v: nearest.length_bound("open", [1.0], v, 0.0), "R", POSITIVE),
    (lambda v: nearest.length_bound("open", [1.0], 2.0, v), "distance", "[0, 2]"),
    (lambda v: points_needed(v, 0.5), "R", POSITIVE),
    (lambda v: points_needed(1.0, v), "eps", POSITIVE),
    (lambda v: separate_hulls(X, -X, v), "eps", POSITIVE),
    (lambda v: plan(step=v), "step", POSITIVE),
    (lambda v: plan(gain=v), "gain", POSITIVE),
    (lambda v: plan(step=0.5, weight_decay=v), "weight_decay", "[0, 2)"),
    (lambda v: fitted(beta=v), "beta", FROM_0),
    (lambda v: fitted(rule="r_independent", factor=v), "factor", FROM_1),
    (lambda v: fitted(rule="cosine", sigma=v), "sigma", "(0, 1)"),
    (lambda v: fitted(rule="cosine", delta=v), "delta", "(0, 1)"),
    (lambda v: fitted(intercept_scaling=v), "intercept_scaling", POSITIVE),
]


@pytest.mark.parametrize("call, name, interval", INTERVALS)
def test_outside_the_interval_is_refused_with_the_interval(call, name, interval):
    low, high = (float(end.replace("infinity", "inf")) for end in interval[1:-1].split(","))
    outside = [low - 1e-6, low - 0.9] + [high + 1e-6] * (high < np.inf)
    outside += [low] * (interval[0] == "(") + [high] * (high < np.inf and interval[-1] == ")")
    for value in outside:
        with pytest.raises(ValueError, match=re.escape(f"{name} must lie in {interval}; got")):
            call(value)


COUNTS = [
    (lambda v: leave_one_out_sums(X, Y, v), "n", 1, None),
    (lambda v: online_sums(X, Y, v), "n", 1, None),
    (lambda v: regret_matching(X, v), "rounds", 1, None),
    (lambda v: multiplicative_weights(X, v), "rounds", 1, None),
    (lambda v: nearest.approach(X, -X, "open", v), "rounds", 1, None),
    (lambda v: kernel_perceptron(np.ones((2, 2)), Y, max_updates=v), "max_updates", 1, None),
    (lambda v: perceptron(-X[:1], Y[:1], max_updates=v), "max_updates", 1, None),
    (hulls, "max_updates", 1, None),
    (lambda v: projection.gaussian_map(v, 1, rng()), "d", 1, None),
    (lambda v: projection.gaussian_map(2, v, rng()), "k", 1, None),
    (projection.labelings, "n", 1, None),
    (lambda v: counting.cover_count(v, 2), "P", 1, None),
    (lambda v: counting.cover_count(2, v), "N", 1, None),
    (lambda v: games.sparse_strategies(np.eye(2)).mixture(v), "t", 1, 4),
    (data.orthonormal, "d", 1, None),
    (data.exponential, "d", 1, 500),
    (lambda v: data.linear(v, 2, 0.5, rng()), "n", 1, None),
    (lambda v: data.linear(3, v, 0.5, rng()), "d", 1, None),
    (lambda v: data.affine(v, 2, 0.5, rng()), "n", 2, None),
    (lambda v: data.affine(3, v, 0.5, rng()), "d", 1, None),
    (lambda v: data.gaussian_teacher(v, 2, rng()), "P", 1, None),
    (lambda v: data.gaussian_teacher(2, v, rng()), "N", 1, None),
    (lambda v: plan(passes=v), "passes", 1, None),
    (lambda v: plan(batch=v), "batch", 1, None),
    (lambda v: plan(hidden=v), "hidden", 1, None),
    (lambda v: Network.draw(v, 3, rng()), "d", 1, None),
    (lambda v: Network.draw(3, v, rng()), "hidden", 1, None),
    (lambda v: fitted(max_updates=v, fit_intercept=False), "max_updates", 1, None),
]


@pytest.mark.parametrize("call, name, low, high", COUNTS)
def test_counts_out_of_range_are_refused_with_the_range(call, name, low, high):
    with pytest.raises(ValueError, match=f"{name} must be at least {low}; got {low - 1}"):
        call(low - 1)
    if high:
        with pytest.raises(ValueError, match=f"{name} must be at most {high}; got {high + 1}"):
            call(high + 1)
    with pytest.raises(TypeError, match=f"{name} must be an integer; got float"):
        call(low + 0.5)
    call(low)  # the smallest is taken
