"""The same sums and mistakes, compiled, interpreted and in JavaScript; and as other machines do."""

import json
import os
import subprocess
import sys
from decimal import Decimal, getcontext
from pathlib import Path

import numpy as np
import pytest
from node import ask_javascript
from same_mistakes import STORED, answer, digests, generated, run, sample

from ptronlib import _arithmetic, radius
from ptronlib.widgets import MarginExplorer

HERE = Path(__file__).parent


def one_by_one(a, b):
    """The order of summation, written out."""
    lanes = [0.0] * 8
    whole = len(a) - len(a) % 8
    for j in range(whole):
        lanes[j % 8] += float(a[j]) * float(b[j])
    s0, s1, s2, s3, s4, s5, s6, s7 = lanes
    total = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))
    for j in range(whole, len(a)):
        total += float(a[j]) * float(b[j])
    return total


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_sums_are_in_the_stated_order(kind):
    rng = np.random.default_rng(0)
    for d in [*range(1, 34), 100, 784, 1000]:
        A, b = rng.standard_normal((300, d)).astype(kind), rng.standard_normal(d).astype(kind)
        expected = [one_by_one(a.tolist(), b.tolist()) for a in A]
        assert _arithmetic.products(A, b).tolist() == expected
        assert _arithmetic.products(np.asfortranarray(A), b).tolist() == expected
        assert [_arithmetic.inner(a, b) for a in A] == expected
        squares = [one_by_one(a.tolist(), a.tolist()) for a in A]
        assert _arithmetic.products(A, A).tolist() == squares


def test_powers_are_exact_to_fourteen_digits():
    getcontext().prec = 50
    rng = np.random.default_rng(0)
    for alpha in [1.5, 1.25, *rng.uniform(1, 2, 200)]:
        t = int(10 ** rng.uniform(0, 7))
        x, exponent = Decimal(t), Decimal(float(alpha))
        gain = (x + 1) ** exponent - x**exponent
        assert abs(Decimal(_arithmetic.growth(t, alpha)) / gain - 1) < Decimal("1e-14")
        root = x ** (exponent - 1)
        assert abs(Decimal(_arithmetic.power(t, alpha - 1)) / root - 1) < Decimal("1e-14")
    assert _arithmetic.growth(7, 1.0) == 1.0 and _arithmetic.power(7, 0.0) == 1.0


def test_runs_and_samples_are_those_of_every_other_machine():
    stored = json.loads(STORED.read_text("utf-8"))
    assert generated() == stored["samples"]
    assert digests(len(stored["runs"])) == stored["runs"]
    answers = [answer(k) for k in range(len(stored["answers"]))]
    np.testing.assert_allclose(answers, stored["answers"], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("count", [500, pytest.param(5000, marks=pytest.mark.thorough)])
def test_the_same_mistakes_where_nothing_is_compiled(count):
    """Four algorithms and the cosine perceptron, three orders, up to a thousand dimensions."""
    script = [sys.executable, str(HERE / "same_mistakes.py"), str(count)]
    plain = subprocess.run(
        script, env={**os.environ, "PTRON_WITHOUT": "numba"}, capture_output=True, text=True
    )
    assert plain.returncode == 0, plain.stderr
    assert len(set(digests(count))) > 0.9 * count  # the runs differ, so that equality says much
    assert plain.stdout.split() == digests(count)


@pytest.mark.needs("node")
def test_the_same_mistakes_in_javascript(tmp_path):
    """Fixed and growing thresholds in any dimension; test_twins.py has the cosine perceptron."""
    cases, runs = [], []
    for k in (k for k in range(600) if k // 5 % 3 == 0 and k % 5 in (0, 1, 3)):
        X, y = sample(k)
        R = radius(X)
        kind, value = ("alpha", 1.3) if k % 5 == 3 else ("beta", (0.0, R * R / 10)[k % 5])
        Z = (y[:, None] * X).astype(float).tolist()
        cases.append({"Z": Z, "kind": kind, "value": value, "R": R})
        runs.append(run(k))
    answer = "({ Z, kind, value, R }) => m.thresholdRun(Z, kind, value, R, 60)"
    answers = ask_javascript(MarginExplorer(), answer, cases, tmp_path)
    for told, found in zip(answers, runs, strict=True):
        assert told["mistakes"] == found.mistakes.tolist()
        assert told["w"] == found.w.tolist() and told["beta"] == found.betas[-1]
    assert len(runs) > 100 and max(len(case["Z"][0]) for case in cases) > 500
