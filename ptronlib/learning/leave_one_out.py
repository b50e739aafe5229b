r"""Leaving examples out: one by one from a sample, and on average over all samples of a population.

.. math:: \mathbf{E}\,f(S_n) = N^{-n} \sum_{S \in P^n} f(S)

The population P has N members, so that the mean is a finite sum, and here an exact fraction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arithmetic import inner
from .._validate import Array, check_sample, domain
from ..core.perceptron import perceptron
from ..core.run import Run
from ..geometry.elimination import best_margin_squared

MAX_SAMPLES = 200_000  # over which one sum goes: about a minute
MAX_UPDATES = 10**6


def leave_one_out_mistakes(X: ArrayLike, y: ArrayLike) -> NDArray[np.bool_]:
    """Tell which examples the perceptron gets wrong that was trained on all the others.

    Without an example that was never updated the run is the same, and its w is right about it; so
    there is one run for each used example, and one more. A score of 0 is a mistake; without any
    example, w = 0. Source: statement D-Thm; chapter 7.

    Parameters
    ----------
    X, y : (n, d) and (n,) arrays.  Examples as rows, labels -1 or +1.

    Returns
    -------
    (n,) bools.  True only for examples that the run on the whole sample used.

    Raises
    ------
    UpdateBudgetExceeded, ValueError, TypeError.  As `perceptron`.

    Examples
    --------
    >>> leave_one_out_mistakes([[2, 1], [0, 1], [-1, 2]], [1, -1, -1])
    array([ True, False, False])
    """
    run = perceptron(X, y)
    wrong = np.zeros(len(run.X), dtype=bool)
    for k in run.support:
        others, w = np.arange(len(run.X)) != k, np.zeros(run.w.size)
        if others.any():
            w = perceptron(run.X[others], run.y[others]).w
        wrong[k] = run.y[k] * inner(run.X[k], w) <= 0
    return wrong


@dataclass(frozen=True)
class Averages:
    """The members of a theorem on averages over all samples; each is at most the next.

    Of leave-one-out: error is the probability that the perceptron trained on n examples errs on
    another one, used the expected number of examples that a run on n + 1 uses, divided by n + 1.
    Of online-to-batch, where they are equal: error is the expected error of an iterate w_0, ...,
    w_{n-1} of one pass, chosen uniformly, used the expected number of mistakes in it, divided by n.
    bound is the expectation of R^2/eps^2 of the sample of n + 1, or of n, divided by its size.
    """

    error: Fraction
    used: Fraction
    bound: Fraction


@domain
def leave_one_out_sums(X: ArrayLike, y: ArrayLike, n: Annotated[int, "[1, inf)"]) -> Averages:
    """Sum both sides of the leave-one-out theorem over all samples of a population.

    The sums are exact, as long as no score is beyond 2^53, where a double no longer holds all
    integers. Source: statement D-Thm; chapter 7.

    Parameters
    ----------
    X, y : (N, d) and (N,) arrays
        The population, separable, of integers with labels -1 and +1; each of its N members is drawn
        with the same probability.
    n : int, >= 1.  Size of the training samples; N**(n + 1) samples are run, at most 200,000.

    Examples
    --------
    >>> print(*vars(leave_one_out_sums([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1], 2)).values())
    4/9 19/27 19/27
    """
    Z = _signed_integers(X, y)
    N, samples = len(Z), _samples(Z, n + 1)
    bound = sum(map(_ratio(Z), samples), Fraction(0))
    used = sum(_run(Z[list(s)]).support.size for s in samples)
    wrong = sum(_errors(Z, _run(Z[list(s)]).w) for s in _samples(Z, n))
    draws = (n + 1) * N ** (n + 1)
    return Averages(Fraction(wrong, N ** (n + 1)), Fraction(used, draws), bound / draws)


@domain
def online_sums(X: ArrayLike, y: ArrayLike, n: Annotated[int, "[1, inf)"]) -> Averages:
    """Sum both sides of online-to-batch over all samples of a population.

    The sums are exact. Source: statement D-Online; chapter 7.

    Parameters
    ----------
    X, y : (N, d) and (N,) arrays.  The population, as for `leave_one_out_sums`.
    n : int, >= 1.  Length of the pass; N**n samples are passed, at most 200,000.

    Examples
    --------
    >>> print(*vars(online_sums([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1], 2)).values())
    5/6 5/6 5/6
    """
    Z = _signed_integers(X, y)
    N, samples = len(Z), _samples(Z, n)
    bound = sum(map(_ratio(Z), samples), Fraction(0))
    wrong = mistakes = 0
    for s in samples:
        w = np.zeros(Z.shape[1])
        for z in Z[list(s)]:
            wrong += _errors(Z, w)
            if z @ w <= 0:
                w, mistakes = w + z, mistakes + 1
    draws = n * N**n
    return Averages(Fraction(wrong, N * draws), Fraction(mistakes, draws), bound / draws)


def _ratio(Z: Array) -> Callable[[tuple[int, ...]], Fraction]:
    """Return the function from a sample of members to its R^2 / eps^2."""

    @cache
    def ratio(members: frozenset[int]) -> Fraction:
        chosen = Z[sorted(members)]
        squared = best_margin_squared(chosen)
        if not squared:
            raise ValueError(
                "The population X, y must be separable, or some of its samples make the perceptron "
                "run for ever; separable(X, y, intercept=False) proves that it is not."
            )
        return int((chosen**2).sum(axis=1).max()) / squared

    return lambda sample: ratio(frozenset(sample))


def _samples(Z: Array, n: int) -> list[tuple[int, ...]]:
    """List all samples of n draws, as indices of members."""
    if len(Z) ** n > MAX_SAMPLES:
        raise ValueError(
            f"X and n must make at most {MAX_SAMPLES:,} samples; {n} draws from a population of "
            f"{len(Z)} make {len(Z) ** n:,}. Take fewer draws or a smaller population."
        )
    return list(product(range(len(Z)), repeat=n))


def _run(Z: Array) -> Run:
    """Run the perceptron on signed examples."""
    return perceptron(Z, np.ones(len(Z)), max_updates=MAX_UPDATES)


def _errors(Z: Array, w: Array) -> int:
    """Count the mistakes of w on the population."""
    return int((Z @ w <= 0).sum())


def _signed_integers(X: ArrayLike, y: ArrayLike) -> Array:
    X, y = check_sample(X, y)
    if (bad := np.argwhere(np.rint(X) != X)).size:
        i, j = bad[0]
        raise ValueError(
            f"X must hold integers; got {X[i, j]} at index {i}, feature {j}. "
            f"Multiply by the common denominator: the mistakes do not change."
        )
    return y[:, None] * X
