"""Every bound refuses what lies outside its domain, and names the interval that its text names."""

import re

import numpy as np
import pytest

from ptronlib import bounds

POSITIVE, FROM_0, FROM_1 = "(0, infinity)", "[0, infinity)", "[1, infinity)"
UNIT, SHARE = "(0, 1)", "(0, 1]"
RADII = {"R": POSITIVE, "eps": POSITIVE}
DELTA = {"delta": UNIT}
# of each bound: arguments inside, and the interval of each
DOMAINS = {
    "updates_constant": ((1.0, 2.0, 0.5), {"beta": FROM_0, **RADII}),
    "margin_constant": ((1.0, 2.0, 0.5), {"beta": FROM_0, **RADII}),
    "updates_from": ((1.0, 2.0, 0.5), {"start": FROM_0, **RADII}),
    "updates_affine": ((2.0, 0.5), RADII),
    "updates_r_independent": ((2.0, 0.5), RADII),
    "margin_r_independent": ((2.0, 0.5), RADII),
    "updates_growing": ((1.5, 2.0, 0.5), {"alpha": "[1, 2)", **RADII}),
    "margin_growing": ((1.5, 2.0, 9.0), {"alpha": "[1, 2)", "R": POSITIVE, "T": FROM_1}),
    "margin_growing_guarantee": ((1.5, 2.0, 0.5), {"alpha": "[1, 2)", **RADII}),
    "share_growing": ((1.5,), {"alpha": "[1, 2)"}),
    "leave_one_out_error": ((3.0, 9.0), {"size": FROM_0, "n": FROM_1}),
    "online_error": ((3.0, 9.0), {"size": FROM_0, "n": FROM_1}),
    "compression_error": ((3.0, 90.0, 0.1), {"size": FROM_1, "n": FROM_1, **DELTA}),
    "consistent_error": ((3.0, 90.0, 0.1), {"size": FROM_0, "n": FROM_1, **DELTA}),
    "updates_cosine": ((0.5, 0.5), {"sigma": UNIT, "cosine": SHARE}),
    "good_start": ((3.0,), {"d": FROM_1}),
    "restart_rounds": ((0.1, 0.5), {"delta": UNIT, "success": UNIT}),
    "perceptron_error": ((1.0, 0.5, 100.0, 0.1), {**RADII, "n": FROM_1, **DELTA}),
    "perceptron_error_printed": ((1.0, 0.5, 100.0, 0.1), {**RADII, "n": FROM_1, **DELTA}),
    "svm_error": ((1.0, 0.5, 100.0, 0.1), {**RADII, "n": FROM_1, **DELTA}),
    "jl_dimension": ((9, 0.5, 0.1), {"n": None, "distortion": SHARE, **DELTA}),
    "simultaneous_dimension_width": ((9, 0.5, 0.1), {"n": None, "eps": POSITIVE, **DELTA}),
    "sgd_gap": ((1.0, 2.0, [0.5, 0.25]), {"rho": POSITIVE, "L": POSITIVE, "steps": POSITIVE}),
    "sgd_gap_constant": ((1.0, 2.0, 9.0), {"rho": POSITIVE, "L": POSITIVE, "T": FROM_1}),
    "sgd_gap_decreasing": (
        (1.0, 2.0, 0.5, 9.0),
        {"rho": POSITIVE, "L": POSITIVE, "eta_0": POSITIVE, "T": FROM_1},
    ),
    "updates_deviation": ((2.0, 0.5, 1.0), {"R": POSITIVE, "gamma": POSITIVE, "D": FROM_0}),
}
KEYWORDS = [
    ("updates_from", "cosine", "[-1, 1]"),
    ("updates_affine", "bias", FROM_0),
    ("updates_affine", "scale", POSITIVE),
    ("updates_r_independent", "factor", FROM_1),
    ("compression_error", "empirical", "[0, 1]"),
    ("compression_error", "constant", "[5, infinity)"),
    ("perceptron_error_printed", "constant", "[5, infinity)"),
]
CASES = [
    (name, k, interval)
    for name, (_, domain) in DOMAINS.items()
    for k, interval in enumerate(domain.values())
    if interval
] + KEYWORDS


@pytest.mark.parametrize("name, where, interval", CASES)
def test_outside_the_domain_is_refused_with_the_domain(name, where, interval):
    inside, domain = DOMAINS[name]
    argument = where if isinstance(where, str) else list(domain)[where]
    low, high = (float(end.replace("infinity", "inf")) for end in interval[1:-1].split(","))
    outside = [low - 1e-6, high + 1e-6] if np.isfinite(high) else [low - 1e-6, np.inf]
    outside += [low] * interval.startswith("(") + [high] * (high < np.inf and interval[-1] == ")")
    bound = getattr(bounds, name)
    assert np.isfinite(bound(*inside)).all()
    for value in [*outside, np.nan]:
        given = [value if i == where else one for i, one in enumerate(inside)]
        keywords = {where: value} if isinstance(where, str) else {}
        with pytest.raises(ValueError, match=re.escape(f"{argument} must lie in {interval}; got")):
            bound(*given, **keywords)


@pytest.mark.parametrize(
    "call, value",
    [
        (lambda: bounds.updates_constant(0.0, 2.0, 2.0), 1.0),
        (lambda: bounds.margin_constant(0.0, 2.0, 2.0), 0.0),
        (lambda: bounds.updates_from(0.0, 2.0, 2.0), 1.0),
        (lambda: bounds.updates_from(1.0, 1.0, 1.0, cosine=-1.0 - 5e-13), 3.0),
        (lambda: bounds.updates_affine(1.0, 0.5, bias=0.0), 8.0),
        (lambda: bounds.updates_r_independent(1.0, 0.5, factor=1.0), 12.0),
        (lambda: bounds.updates_growing(1.0, 2.0, 1.0), 4.0),
        (lambda: bounds.margin_growing(1.5, 1.0, 1.0), 2**0.5 - 1),
        (lambda: bounds.share_growing(1.0), 0.0),
        (lambda: bounds.leave_one_out_error(0.0, 1.0), 0.0),
        (lambda: bounds.online_error(1.0, 1.0), 1.0),
        (lambda: bounds.consistent_error(0.0, 1.0, np.exp(-1.0)), 1.0),
        (lambda: bounds.updates_cosine(0.5, 1.0), 0.0),
        (lambda: bounds.sgd_gap_constant(1.0, 2.0, 1.0), 2.0),
        (lambda: bounds.updates_deviation(1.0, 0.5, 0.0), 4.0),
    ],
)
def test_the_ends_that_belong_to_a_domain(call, value):
    assert call() == pytest.approx(value, rel=1e-9, abs=1e-300)
