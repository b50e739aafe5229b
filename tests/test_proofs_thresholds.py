"""Thresholds above zero: every line of each proof, tight streams, and what breaks which line."""

import dataclasses
import re

import numpy as np
import pytest
from reference import growing as growing_rule
from reference import naive
from strategies import (
    SLACK,
    failures,
    forced,
    hundred_or_thousand,
    loose,
    separable_samples,
    stopped,
)

from ptronlib import Run, betas, bounds, margin, max_margin, perceptron, radius, samples
from ptronlib.proofs import aggressive, growing_threshold, r_independent_threshold, worst_first

# -- the theorems, on many exact samples each


@hundred_or_thousand
def test_aggressive_every_line_at_every_update(count):
    source = np.random.default_rng(1)
    for X, y, best, how in separable_samples(1, count, 40):
        R, beta = radius(X), int(source.integers(0, 65)) / 16
        run = perceptron(X, y, beta, **how)
        lines = aggressive(run, best.w)
        assert not failures(lines), (X, y, beta, how)
        assert lines[0].lhs.shape == (run.n_updates,) and lines[-1].lhs.shape == (len(X),)
        assert (run.norms[1:] ** 2 <= (2 * beta + R**2) * np.arange(1, run.n_updates + 1) * SLACK
                - 2 * beta + 1e-9).all()  # the first update finds the score 0  # fmt: skip
        assert run.n_updates <= bounds.updates_constant(beta, R, best.margin)
        assert run.margin >= bounds.margin_constant(beta, R, best.margin)


@hundred_or_thousand
def test_worst_first_every_line_at_every_update(count):
    source = np.random.default_rng(4)
    for X, y, best, how in separable_samples(4, 3 * count, 25):
        beta = int(source.integers(0, 300)) / 16
        run = perceptron(X, y, beta, order="worst", max_updates=how["max_updates"])
        assert not failures(worst_first(run)), (X, y, beta)
        assert run.n_updates <= bounds.updates_worst_first(beta, radius(X), best.margin)
        assert run.margin >= bounds.margin_worst_first(beta, radius(X), best.margin)


@hundred_or_thousand
def test_r_independent_every_line_at_every_update(count):
    changed = 0
    for X, y, best, how in separable_samples(2, count, 25):
        R, run = radius(X), perceptron(X, y, betas.r_independent(), **how)
        plain = perceptron(X, y, betas.r_independent(factor=1.0), **how)
        assert not failures(r_independent_threshold(plain, best.w, factor=1.0)), (X, y, how)
        assert plain.n_updates <= bounds.updates_constant(R * R, R, best.margin)
        assert not failures(r_independent_threshold(run, best.w)), (X, y, how)
        changes = int((np.diff(run.betas) > 0).sum())
        r = np.linalg.norm(X, axis=1).min()
        assert 1 <= changes <= max(1, np.ceil(np.log2(R / r) - 1e-9))
        assert run.n_updates <= bounds.updates_r_independent(R, best.margin)
        assert run.margin * SLACK >= best.margin / 3
        changed += changes > 1
    assert changed > count / 20


@hundred_or_thousand
def test_growing_every_line_at_every_update(count):
    for k, (X, y, best, how) in enumerate(separable_samples(3, count, 8)):
        R, alpha = radius(X), (1.0, 1.1, 1.2, 1.375, 1.5)[k % 5]
        run = perceptron(X, y, betas.growing(alpha, R), **how)
        assert not failures(growing_threshold(run, best.w, alpha)), (X, y, alpha, how)
        assert run.n_updates <= bounds.updates_growing(alpha, R, best.margin)
        least = max(
            bounds.margin_growing(alpha, R, run.n_updates),
            bounds.margin_growing_guarantee(alpha, R, best.margin),
            bounds.share_growing(alpha) * best.margin,
        )
        assert run.margin * SLACK >= least


def test_reached_margin_rises_up_to_one_and_falls_from_there():
    """ERR-A6: "decreasing for t > 0" is false on (0, 1); h decides the sign, and h <= 0 from 1."""
    t, eps = np.r_[np.arange(1, 10_000), np.geomspace(1e4, 1e6, 500)], np.linspace(0.05, 1.0, 60)
    for alpha in np.linspace(1.01, 1.99, 99):
        h = (t + 1) ** (alpha - 1) * (t - 1) - t**alpha + 1
        assert (h <= 1e-9 * t**alpha).all()
        assert (np.diff(bounds.margin_growing(alpha, 1.0, t)) <= 1e-12).all()

        def f(t, alpha=alpha):
            return 0.5 * ((t + 1) ** alpha - t**alpha - 1) / t ** (alpha / 2)

        assert f(0.05) < f(0.5) < f(1.0)
        last = bounds.updates_growing(alpha, 1.0, eps)  # the largest T that the theorem admits
        keep = last < 1e9  # beyond, the difference of powers loses its digits
        guarantee = 0.5 * alpha * eps - 0.5 * eps ** (alpha / (2 - alpha))  # ERR-A7
        reached = bounds.margin_growing(alpha, 1.0, last[keep])
        assert (reached >= guarantee[keep] - 1e-6).all()
    assert bounds.margin_growing(1.5, 1.0, 1.0) == pytest.approx(0.4142, abs=1e-4)


def test_delta_form_of_the_guarantee():
    eps = np.linspace(0.01, 1.0, 100)
    for delta in np.linspace(0.02, 0.49, 48):
        alpha = 2 * (1 - delta)
        guarantee = bounds.margin_growing_guarantee(alpha, 1.0, eps)
        assert guarantee == pytest.approx(eps * (1 - delta - 0.5 * eps ** (1 / delta - 2)))
        assert bounds.updates_growing(alpha, 1.0, 0.9) == pytest.approx(0.9 ** (-1 / delta))
        best_s = eps * np.minimum(1.0, (2 * delta) ** (delta / (1 - 2 * delta)) / eps)
        at_s = bounds.margin_growing_guarantee(alpha, 1.0, best_s)
        share = bounds.share_growing(alpha)
        assert (at_s >= share * eps / SLACK).all()
        assert share >= 1 - 2 * delta - delta * np.log(1 / (2 * delta))
        assert share > 1 - 2 * delta - delta * np.log(1 / delta)  # what the source claims


# -- tight cases


@pytest.mark.parametrize(
    "rule, eps, most, proof, slack",
    [
        (betas.constant(0.0), 0.2, 100.0, aggressive, {"eq-agg-stop", "eq-agg-margin"}),
        (betas.constant(4.0), 0.1, 1200.0, aggressive, set()),
        (betas.constant(100.0), 0.2, 5100.0, aggressive, set()),
        (
            betas.r_independent(),
            0.2,
            900.0,
            r_independent_threshold,
            {"eq-rin-below", "eq-rin-third"},
        ),
        (betas.growing(1.2, R=2.0), 0.2, 10**2.5, growing_threshold, set()),
        (betas.growing(1.5, R=2.0), 0.3, 0.15**-4, growing_threshold, set()),
    ],
)
def test_bounds_are_all_but_attained(rule, eps, most, proof, slack):
    """At R = 2, 2 % of the updates are missing at most, and each line is within 3 % somewhere."""
    sample = samples.threshold_adversary(rule, 2.0, eps)
    assert max_margin(sample.X[-4:], sample.y[-4:]).margin == pytest.approx(eps)
    run = perceptron(sample.X, sample.y, rule)
    assert run.mistakes.tolist() == list(range(len(sample.X) - 3))
    assert 0.98 * most <= run.n_updates <= most
    more = (rule.alpha,) if proof is growing_threshold else ()
    assert loose(proof(run, sample.w_star, *more)) == slack


def test_one_third_is_attained_when_the_first_example_is_half_as_long():
    sample = samples.threshold_adversary(betas.r_independent(), 1.0, 0.05, first=0.5 + 1e-9)
    run = perceptron(sample.X, sample.y, betas.r_independent())
    assert 1 / 3 < run.margin / sample.margin < 0.337
    assert loose(r_independent_threshold(run, sample.w_star)) == {"eq-rin-updates"}


LONG_AND_SHORT = np.array([[2.0, 0.0], [1.0, 1.0]])  # the second is nearest to 0, R^2 = 4


def test_worst_first_tends_to_the_best_margin_and_cyclic_order_does_not():
    for beta in (96.0, 960.0, 9600.0):
        run = perceptron(LONG_AND_SHORT, np.ones(2), beta, order="worst")
        assert run.n_updates * 2 / beta == pytest.approx(1.0, abs=3 / beta)
        assert run.margin / np.sqrt(2) == pytest.approx(1.0, abs=2 / beta)
        cyclic = perceptron(LONG_AND_SHORT, np.ones(2), beta)
        assert cyclic.margin / np.sqrt(2) == pytest.approx(3 / np.sqrt(10), abs=5 / beta)
        t = np.arange(1, int(beta / 6) + 1) * 2.0  # both are added, in turn
        gap = cyclic.replay()[2 : len(t) * 2 + 1 : 2] - np.outer(t, [1.0, 1.0])
        assert ((gap**2).sum(axis=1) == t**2 / 2).all()  # where the theorem allows 2 t
        with pytest.raises(ValueError, match="update 3 used example 0, at the score 6, and"):
            worst_first(cyclic)
    assert loose(worst_first(run)) == {"eq-worst-growth", "eq-worst-target", "eq-worst-cauchy"}
    straight = worst_first(perceptron(LONG_AND_SHORT, np.ones(2), order="worst"))
    alone = worst_first(perceptron([[1.0, 1.0]], [1], order="worst"))
    assert not loose([*straight[:4], alone[4]])  # these three, in two runs with beta = 0


@pytest.mark.parametrize("delta", [0.5, 0.01, 1e-6])
def test_perceptron_alone_can_have_any_small_margin(delta):
    sample = samples.small_margin(delta)
    best = max_margin(sample.X, sample.y)
    run = perceptron(sample.X, sample.y)
    assert run.mistakes.tolist() == [0] and run.margin == pytest.approx(delta)
    assert best.margin == pytest.approx(sample.margin) and sample.margin > 0.7
    assert best.w == pytest.approx(sample.w_star)


@pytest.mark.parametrize("alpha", [1.2, 1.5, 1.8])
def test_two_points_have_the_constant_of_the_limit(alpha):
    """They stop at the first even t beyond beta, which is as many as the limit says.

    The share of (alpha / 2)^(1 / (2 - alpha)) that is missing goes to 0 with eps.
    """
    power, missing = 2 / (2 - alpha), []
    assert 0.5 < (alpha / 2) ** (power / 2) < np.exp(-0.5)
    for length in (300.0, 3e3, 3e4, 3e5):
        eps = ((alpha / 2) ** (power / 2) / length) ** (1 / power)
        sample = samples.two_points(eps)
        run = perceptron(sample.X, sample.y, betas.growing(alpha), max_updates=10**6)
        T, t = run.n_updates, np.arange(2.0, run.n_updates + 3, 2)
        enough = t * eps**2 > 0.5 * ((t + 1) ** alpha - t**alpha - 1)
        assert t[np.argmax(enough)] == T and run.mistakes.tolist() == [0, 1] * (T // 2)
        missing.append(abs(1 - T / length))
    assert missing[-1] < missing[0] / 3 and missing[-1] < 0.1


# -- a hypothesis dropped: the line that fails is the one that used it


def test_updating_without_need_breaks_the_growth():
    """Three updates with one example, where two were allowed."""
    X = np.array([[1.0, 0.0], [0.6, 0.8]])
    w_star = max_margin(X, np.ones(2)).w
    run = forced(X, np.ones(2), [0, 0, 0, 0, 1], 1.0)
    broken = failures(aggressive(run, w_star))
    assert broken["eq-agg-growth"] == 3 and "eq-agg-length" in broken
    assert not {"eq-agg-progress", "eq-agg-cauchy", "eq-agg-stop"} & broken.keys()


def test_a_factor_below_one_leaves_less_than_a_third():
    """beta = norm(z)^2 / 16 lies below R_t^2; the second example passes with a tiny margin."""
    sample = samples.small_margin(0.0625 + 1e-6)
    mistakes, thresholds, w = naive(
        sample.X, sample.y, rule=lambda beta, t, norm2: norm2 / 16 if beta < norm2 else beta
    )
    assert mistakes == [0] and thresholds[-1] < radius(sample.X) ** 2
    assert margin(w, sample.X, sample.y) < 0.1 * sample.margin


def test_too_small_an_r_breaks_the_length_and_the_margin():
    """Ten times as long, with the thresholds of R = 1."""
    sample = samples.small_margin(0.005)
    X, alpha = 10 * sample.X, 1.5
    mistakes, thresholds, w = naive(X, sample.y, rule=growing_rule(alpha, 1.0))
    run = Run(X, sample.y, np.zeros(2), w, np.array(mistakes), np.array(thresholds), True, 0)
    with pytest.raises(ValueError, match=r"longer than the R of the rule; example 0 has the norm"):
        growing_threshold(run, sample.w_star, alpha)
    assert run.norms[1] ** 2 > 1.0**2 * 1**alpha  # the length
    right = perceptron(X, sample.y, betas.growing(alpha, 10.0))
    assert not failures(growing_threshold(right, sample.w_star, alpha))
    assert right.margin > 100 * run.margin


# -- what does not fit


def test_the_vector_that_the_refusal_names_does_separate():
    run = perceptron(SAMPLE.X, SAMPLE.y, 0.5)
    with pytest.raises(ValueError, match="must separate") as error:
        aggressive(run, -SAMPLE.w_star)
    named = re.search(r"(max_margin.*) does separate", str(error.value))[1]
    known = {"max_margin": max_margin, "X": SAMPLE.X, "y": SAMPLE.y}
    assert not failures(aggressive(run, eval(named, known)))


SAMPLE = samples.linear(12, 3, 0.2, np.random.default_rng(3))
ALGORITHMS = [  # a proof, its rule, and what else it takes
    (aggressive, betas.constant(0.5), ()),
    (r_independent_threshold, betas.r_independent(), ()),
    (growing_threshold, betas.growing(1.5), (1.5,)),
]


@pytest.mark.parametrize("proof, rule, more", ALGORITHMS)
def test_a_proof_refuses_what_it_does_not_speak_of(proof, rule, more):
    run, w_star = perceptron(SAMPLE.X, SAMPLE.y, rule), SAMPLE.w_star
    assert not failures(proof(run, w_star, *more))
    early = stopped(perceptron, SAMPLE.X, SAMPLE.y, rule, max_updates=2)
    cases = [
        (run, -w_star, r"must separate the sample; example \d+ has the score -"),
        (dataclasses.replace(run, w_init=np.ones(3)), w_star, "must start at w = 0"),
        (early, w_star, r"stopped by itself.*; example \d+ has the score"),
    ]
    others = [perceptron(SAMPLE.X, SAMPLE.y, other) for p, other, _ in ALGORITHMS if p != proof]
    cases += [(other, w_star, r"one of the .*; after \d+ updates its thresh") for other in others]
    for run, w_star, message in cases:
        with pytest.raises(ValueError, match=message):
            proof(run, w_star, *more)
