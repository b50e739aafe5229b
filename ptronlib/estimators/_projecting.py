"""The cosine rule on one task: project where w is plainly wrong, and start afresh."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from .. import bounds
from .._arithmetic import norm
from .._validate import Array
from ..cosine import project_until_clean
from ..run import power_scaled
from ._examples import Rows
from ._learning import Machine, Trace


def project(rows: Rows, machine: Machine, sigma: float, p: int = 0, once: bool = True) -> int:
    """Take from w its component along the next example from p on with a cosine <= -sigma.

    Returns its row, or -1 if there is none; once: before the end. Only directions matter, so w is
    kept at length 1. The cost is a product with the whole matrix.
    """
    scores, limit = rows.scores(), -sigma * norm(rows.w) * np.sqrt(rows.norms2)
    wrong = np.flatnonzero((scores <= limit) & (rows.norms2 > 0))
    ahead = int(np.searchsorted(wrong, p))
    if not wrong.size or (once and ahead == wrong.size):
        return -1
    i = int(wrong[ahead % wrong.size])
    rows.add(i, -scores[i] / rows.norms2[i])
    rows.w /= norm(rows.w) or 1.0
    machine.n_updates += 1
    return i


def project_pass(rows: Rows, machine: Machine, sigma: float) -> Trace:
    """Go once through the examples."""
    found = [project(rows, machine, sigma)]
    while found[-1] >= 0:
        found.append(project(rows, machine, sigma, found[-1] + 1))
    return _untimed(found[:-1])


def project_restarts(
    rows: Rows,
    machine: Machine,
    sigma: float,
    delta: float,
    rng: np.random.RandomState,
    left: int,
) -> Trace:
    """Start afresh until a run stops within the bound of a good start; else keep the best run.

    All runs together make at most `left` updates.
    """
    d = rows.w.size
    most, fewest, best = int(bounds.updates_cosine(sigma, 1 / np.sqrt(d))), np.inf, None
    search = _rounds_sparse if sparse.issparse(rows.X) else _rounds_dense(rows)
    for _ in range(int(bounds.restart_rounds(delta))):
        rows.w = random_start(d, rng)
        found, done = search(rows, sigma, min(most + 1, left))  # one more would pass the bound
        left -= len(found)
        errors = int((rows.scores() <= 0).sum())
        if done or best is None or errors < fewest:
            fewest, best = errors, (rows.w, found)
        if done or left == 0:
            break
    rows.w, found = best
    machine.n_updates = len(found)
    machine.converged = done and bool((rows.norms2 > 0).all())
    return _untimed(found)


def _rounds_dense(rows: Rows):
    """Return a function that makes one run with the compiled loop."""
    kept = np.flatnonzero(rows.norms2 > 0)
    Z = power_scaled(rows.matrix[kept])

    def search(rows, sigma, most):
        found, finished, _ = project_until_clean(Z, rows.w, sigma, most)
        return kept[found], finished

    return search


def _rounds_sparse(rows: Rows, sigma: float, most: int):
    """Make one run, each update with a product of matrix and vector."""
    found, counted = [], Machine()
    while len(found) < most:
        i = project(rows, counted, sigma, found[-1] + 1 if found else 0, once=False)
        if i < 0:
            return found, True
        found.append(i)
    return found, False


def _untimed(found) -> Trace:
    found = np.asarray(found, dtype=np.intp)
    return Trace(found, np.arange(len(found)) + 1)


def random_start(d: int, rng: np.random.RandomState) -> Array:
    """Draw a unit vector, uniform on the sphere."""
    g = rng.standard_normal(d)
    return g / norm(g)
