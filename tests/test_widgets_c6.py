"""The explorers of chapter 6: their JavaScript against the library, and their Python sides."""

import json
import shutil
import subprocess

import numpy as np
import pytest

from ptronlib import lift
from ptronlib.counting import (
    GeneralPosition,
    cover_count,
    enumerate_dichotomies,
    in_general_position,
    separable_fraction,
)
from ptronlib.widgets import CountExplorer, CoverExplorer
from ptronlib.widgets.counting import COUNT_START

SCRIPT = """
import {{ readFileSync }} from "node:fs";
const {{ coverCount, separableFraction, gains }} = await import({module});
const {{ samples, pairs }} = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify({{ gains: samples.map(gains),
  counts: pairs.map(([P, N]) => String(coverCount(P, N))),
  shares: pairs.map(([P, N]) => separableFraction(P, N)) }}));
"""


def ask_javascript(samples, pairs, folder):
    node = shutil.which("node")
    assert node, "Node.js is missing: install it, the explorers are tested through it."
    module = folder / "count.mjs"
    module.write_text(CountExplorer()._esm, "utf-8")
    done = subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT.format(module=json.dumps(module.as_uri()))],
        input=json.dumps({"samples": samples, "pairs": pairs}),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_javascript_and_library_count_alike(tmp_path):
    rng = np.random.default_rng(6)
    samples = [rng.integers(-4, 5, (rng.integers(1, 8), 2)) / 4 for _ in range(150)]
    pairs = [[int(P), int(N)] for P in range(1, 60, 3) for N in range(1, 30, 4)] + [[400, 100]]
    answers = ask_javascript([X.tolist() for X in samples], pairs, tmp_path)
    degenerate = 0
    for X, gains in zip(samples, answers["gains"], strict=True):
        counts = [len(enumerate_dichotomies(lift(X[: k + 1]))) for k in range(len(X))]
        assert np.cumsum(gains).tolist() == counts
        degenerate += counts[-1] < cover_count(len(X), 3)
    assert degenerate > 30
    assert [int(c) for c in answers["counts"]] == [cover_count(*pair) for pair in pairs]
    exact = [separable_fraction(*pair) for pair in pairs]
    assert answers["shares"] == pytest.approx(exact, rel=1e-10)


def test_starting_points_are_in_general_position():
    X = np.array(COUNT_START)[:, :2]
    assert isinstance(in_general_position(lift(X)), GeneralPosition)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: CountExplorer([[0, 3]]), ValueError, "square from -2 to 2"),
        (lambda: CountExplorer(np.zeros((10, 2))), ValueError, "at most 9 points; got 10"),
        (lambda: CountExplorer([[0, 1, 2]]), ValueError, "two columns"),
        (lambda: CoverExplorer(0, 2), ValueError, "P must be at least 1"),
        (lambda: CoverExplorer(5, 101), ValueError, "N must be at most 100"),
        (lambda: CoverExplorer(5.5, 3), TypeError, "P must be an integer"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
