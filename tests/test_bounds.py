"""Bounds as functions: values by hand, arrays, and the limits in which one becomes another."""

import numpy as np
import pytest

from ptronlib import bounds


def test_values_by_hand():
    assert bounds.updates_constant(0.0, 3.0, 0.5) == 36.0
    assert bounds.updates_constant(9.0, 3.0, 1.0) == 27.0
    assert bounds.margin_constant(9.0, 3.0, 1.5) == 0.5
    assert bounds.updates_affine(4.0, 0.5) == 136.0
    assert bounds.updates_affine(4.0, 0.5, bias=3.0) == 680.0
    assert bounds.updates_affine(4.0, 0.5, bias=3.0, scale=4.0) == 200.0
    assert bounds.updates_r_independent(2.0, 0.5) == 144.0
    assert bounds.updates_growing(1.5, 2.0, 1.0) == 16.0
    assert bounds.margin_growing(1.5, 2.0, 1.0) == pytest.approx(2**1.5 - 2)


def test_growing_margin_is_stable_far_out():
    """For large T it is alpha / 2 * T^(alpha / 2 - 1), and never negative."""
    for alpha in (1.2, 1.5, 1.8):
        for T in (1e12, 1e17, 1e20):
            expected = alpha / 2 * T ** (alpha / 2 - 1) - T ** (-alpha / 2) / 2
            assert bounds.margin_growing(alpha, 1.0, T) == pytest.approx(expected, rel=1e-9)


def test_arrays_broadcast():
    eps = np.array([0.1, 0.2, 0.4])
    table = bounds.updates_constant(np.array([[0.0], [1.0]]), 1.0, eps)
    assert table.shape == (2, 3)
    assert table[1, 2] == bounds.updates_constant(1.0, 1.0, 0.4)
    assert isinstance(bounds.updates_constant(0, 1, 1), float)
    assert bounds.margin_r_independent(np.ones(3), 0.3).shape == (3,)


def test_limits():
    """growing(1) is the perceptron; beta >= R^2 gives eps / 3, beta to infinity eps / 2."""
    assert bounds.updates_growing(1.0, 3.0, 0.5) == pytest.approx(
        bounds.updates_constant(0, 3.0, 0.5)
    )
    assert bounds.margin_growing(1.0, 3.0, 36) == pytest.approx(0.0)
    assert bounds.margin_constant(9.0, 3.0, 0.6) == pytest.approx(0.2)
    assert bounds.margin_constant(1e12, 3.0, 0.6) == pytest.approx(0.3)


@pytest.mark.statement("A-AppA", "A-Eq2")
def test_growing_margin_falls_with_T_and_keeps_its_guarantee():
    """The corrected guarantee (ERR-A7) at the largest T that the theorem admits."""
    T = np.arange(1, 10_001)
    for alpha in np.linspace(1.05, 1.95, 19):
        assert (np.diff(bounds.margin_growing(alpha, 1.0, T)) <= 1e-12).all()
        eps = np.linspace(0.05, 1.0, 60)
        last = bounds.updates_growing(alpha, 1.0, eps)
        keep = last < 1e9  # beyond, the difference of powers loses its digits
        guarantee = 0.5 * alpha * eps - 0.5 * eps ** (alpha / (2 - alpha))
        reached = bounds.margin_growing(alpha, 1.0, last[keep])
        assert (reached >= guarantee[keep] - 1e-6).all()
