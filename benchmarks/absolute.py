"""Figures without a peer: updates a second, an exponential run, the start of a session."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from ptronlib import betas, perceptron, samples

from .measure import Pair, Row

FIRST = "from ptronlib import perceptron; perceptron([[2.0, 1.0], [0.0, 1.0]], [1, -1])"


def updates() -> Pair:
    """Two points in the plane with the growing rule."""
    sample, rule = samples.two_points(0.002), betas.growing(1.2)
    count = perceptron(sample.X, sample.y, rule, max_updates=10**8).n_updates
    return Pair(lambda: perceptron(sample.X, sample.y, rule, max_updates=10**8), units=count)


def exponential(d=13) -> Pair:
    """The sample on which every order makes (4^d - 1) / 3 mistakes, to its end."""
    sample = samples.exponential(d)
    count = perceptron(sample.X, sample.y, max_updates=10**8).n_updates
    assert count == (4**d - 1) // 3
    return Pair(lambda: perceptron(sample.X, sample.y, max_updates=10**8), facts={"updates": count})


def session(cache: str) -> None:
    """Start Python, import the library and run its loop once."""
    given = os.environ | {"NUMBA_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", FIRST], check=True, env=given)


def second_session() -> Pair:
    """A session that finds the compiled loops in the cache, against one that must compile them."""
    kept = tempfile.mkdtemp(prefix="ptronlib-")

    def compile_anew():
        with tempfile.TemporaryDirectory() as fresh:
            session(fresh)

    return Pair(lambda: session(kept), compile_anew)


ROWS = (
    Row("updates", "updates a second, two points, growing rule", "none", 2e6, updates),
    Row("exponential", "exponential sample, d = 13: runs a second", "none", 1 / 20, exponential, 5),
    Row("session", "second session, import and first run", "the first session", 2.0,
        second_session, 3),
)  # fmt: skip
