r"""The rescaled perceptron: where the margin is small, stretch space along a nearly good direction.

.. math:: z \leftarrow z + (w\cdot z)\,w, \qquad \|w\| = 1
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .. import bounds
from .._arithmetic import inner, norm, norms, products
from .._validate import Array, domain
from ..core.betas import constant
from ..core.cosine_perceptron import check_directions, cosine_rule, random_start
from ..core.perceptron import UpdateBudgetExceeded, run_until_right


@dataclass(frozen=True, eq=False, repr=False)
class Rescaled:
    """What the rescaled perceptron did: the stretches, from which all else follows.

    Attributes
    ----------
    X, y : (n, d) and (n,) floats.  The sample.
    w : (d,) floats.  The separator; before the end, where the last phase stood.
    directions : (k, d) floats.  The unit vectors along which space was stretched, in order.
    n_starts : int.  Random starts drawn, those given up included.
    n_updates : int.  Updates of all phases together.
    """

    X: Array
    y: Array
    w: Array
    directions: Array
    n_starts: int
    n_updates: int

    def stretched(self) -> list[Array]:
        """Return the signed examples, of length 1, after 0, 1, ..., k stretches."""
        stages = [_normalized(self.y[:, None] * self.X)]
        for w in self.directions:
            stages.append(_stretch(stages[-1], w))
        return stages

    def __repr__(self) -> str:
        return f"Rescaled({len(self.directions)} stretches, {self.n_updates} updates)"


@domain
def rescaled_perceptron(
    X: ArrayLike,
    y: ArrayLike,
    *,
    rng: np.random.Generator,
    max_updates: Annotated[int, "[1, inf)"] = 10**8,
) -> Rescaled:
    r"""Separate a sample in polynomial time, however small its margin.

    By turns: the perceptron, for 256 d updates at most; then, from a random start, the cosine
    perceptron with sigma = 1 / (32 d). If that stops within the bound of a good start, space is
    stretched along its w. On a separable sample `bounds.rescaling_starts` bounds the expected
    number of starts. Source: Dunagan and Vempala, 2008, with other constants; chapter 5.

    Parameters
    ----------
    X, y : (n, d) and (n,) arrays.  As for `cosine_perceptron`.
    rng : Generator.  Draws the starts.
    max_updates : int, >= 1.  Give up once a phase ends beyond this many updates.

    Raises
    ------
    UpdateBudgetExceeded.  After max_updates; `.run` is the Rescaled so far.

    Examples
    --------
    >>> from ptronlib import samples
    >>> sample = samples.exponential(14)
    >>> rescaled_perceptron(sample.X, sample.y, rng=np.random.default_rng(7)).n_updates < 10**7
    True
    """
    X, y = check_directions(X, y)
    (n, d), Z = X.shape, _normalized(y[:, None] * X)
    sigma, ones = 1 / (32 * d), np.ones(n)
    most = max(1, int(bounds.updates_cosine(sigma, 1 / np.sqrt(d))))
    directions: list[Array] = []
    starts = updates = 0
    while True:
        run = run_until_right(Z, ones, np.zeros(d), constant(0.0), 256 * d)
        w, updates = run.w, updates + run.n_updates
        for u in reversed(directions):  # a score of the stretched z with w is one of z with this
            w = w + inner(u, w) * u
        found = Rescaled(X, y, w, np.reshape(directions, (-1, d)), starts, updates)
        if (y * products(X, w) > 0).all():
            return found
        if updates > max_updates:
            raise UpdateBudgetExceeded(
                f"Stopped after {updates} updates and {len(directions)} stretches. Either the "
                f"sample is not separable, or its margin is very small: separable(X, y, "
                f"intercept=False) tells; if it is small, raise max_updates. What was done so far "
                f"is this error's .run.",
                found,
            )
        run = run_until_right(Z, ones, random_start(d, rng), cosine_rule(sigma), most, project=True)
        starts, updates = starts + 1, updates + run.n_updates
        if run.converged:
            directions.append(run.w / norm(run.w))
            Z = _stretch(Z, directions[-1])


def _normalized(Z: Array) -> Array:
    return Z / norms(Z)[:, None]


def _stretch(Z: Array, w: Array) -> Array:
    """Return the directions of z + (w . z) w."""
    return _normalized(Z + products(Z, w)[:, None] * w)
