r"""The game of points against directions: its value, and strategies that mix few points.

.. math:: \varepsilon = \min_{\mu}\max_{\|w\|\le 1}\ \mathbb{E}_{v\sim\mu}\, v\cdot w
          = \max_{\|w\|\le 1}\min_{v\in V} v\cdot w = \mathrm{dist}(0, \mathrm{conv}\,V)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ._validate import LARGEST, Array, check_count, check_domain, check_points, check_real
from .betas import BetaRule
from .hull import hull_distance
from .margins import radius
from .perceptron import UpdateBudgetExceeded, perceptron
from .run import Run

__all__ = ["Game", "SparseStrategies", "game_value", "loss_bound", "sparse_strategies"]


@dataclass(frozen=True, eq=False)
class Game:
    """The value of a point-hyperplane game with optimal strategies of both players.

    Attributes
    ----------
    value : float
        What the Point player pays when both play well; never negative.
    mu : (n,) floats
        The Point player's mixture: norm(mu @ V) is the most it can lose.
    w : (d,) floats
        The Hyperplane player's mean direction, of length 1, or 0 if the value is 0.
    lower, upper : float
        What the two strategies guarantee: min_v v . w and norm(mu @ V).
    """

    value: float
    mu: Array
    w: Array
    lower: float
    upper: float


@dataclass(frozen=True, eq=False)
class SparseStrategies:
    """Mixtures mu_1, ..., mu_T of the Point player, the t-th one of at most t points.

    Attributes
    ----------
    run : Run
        Of the perceptron on V: mu_t is the uniform mixture of its first t mistakes.
    R : float
        Largest norm of a point.
    """

    run: Run
    R: float

    @property
    def losses(self) -> Array:
        """The most that mu_t can lose, norm(w_t) / t, shape (T,)."""
        return self.run.norms[1:] / np.arange(1, self.run.n_updates + 1)

    @property
    def gains(self) -> Array:
        """What the direction of w_t guarantees the other player, min_v v . w_t / norm(w_t)."""
        w = self.run.replay()[1:]
        norms = np.linalg.norm(w, axis=1)
        lowest = np.concatenate(
            [(self.run.X @ block.T).min(axis=0) for block in np.array_split(w, 1 + len(w) // 4096)]
        )
        return np.where(norms > 0, lowest / np.where(norms > 0, norms, 1.0), -self.R)

    @property
    def sizes(self) -> Array:
        """How many distinct points mu_t mixes, shape (T,)."""
        first = np.zeros(self.run.n_updates, dtype=np.intp)
        first[np.unique(self.run.mistakes, return_index=True)[1]] = 1
        return np.cumsum(first)

    def mixture(self, t: int) -> Array:
        """Return mu_t as weights on the rows of V, shape (n,)."""
        t = check_count(t, "t", 1, self.run.n_updates)
        return np.bincount(self.run.mistakes[:t], minlength=len(self.run.X)) / t


def game_value(V: ArrayLike) -> Game:
    """Solve the game in which one player picks a row of V and the other a unit vector.

    Parameters
    ----------
    V : (n, d) array
        The Point player's choices. It pays v . w.

    Returns
    -------
    Game
        The value with an optimal strategy of each player.

    Raises
    ------
    ValueError, TypeError
        Unusable V.

    Notes
    -----
    A mixture of unit vectors counts only through its mean, any point of the unit ball; so the
    value is never below 0. Source: statements A-Game, A-minimax; chapter 9.

    Examples
    --------
    >>> game = game_value([[0.6, 0.8], [0.6, -0.8]])
    >>> game.value, game.mu, game.w
    (0.6, array([0.5, 0.5]), array([1., 0.]))
    """
    V = check_points(V, "V")
    found = hull_distance(V, np.zeros((1, V.shape[1])))
    upper = float(np.linalg.norm(found.P_coef @ V))
    return Game(found.distance, found.P_coef, found.w, found.lower, upper)


def sparse_strategies(
    V: ArrayLike,
    beta: float | BetaRule | None = None,
    *,
    order: str = "cyclic",
    max_updates: int = 10_000,
) -> SparseStrategies:
    r"""Let the perceptron play the point-hyperplane game: one point at a time.

    Parameters
    ----------
    V : (n, d) array
        The Point player's choices, none of them zero.
    beta : float, BetaRule or None
        Threshold; R^2 if None, R the largest norm of a row. Smaller factors between what is lost
        and the value come with `betas.growing(alpha, R)`, and longer runs.
    order : str
        "cyclic" or "worst".
    max_updates : int, >= 1
        Where to end the sequence if the perceptron does not stop, as in a game of value 0. Each
        update is kept, in 8 bytes.

    Returns
    -------
    SparseStrategies
        With the guarantee of each.

    Raises
    ------
    ValueError, TypeError
        Unusable V, beta or order.

    Notes
    -----
    With beta = R^2, mu_t loses at most R sqrt(3 / t); if the perceptron stops after T updates,
    R^2 / (3 eps^2) <= T <= 3 R^2 / eps^2, and mu_T loses at most 3 eps, eps the value. Source:
    statement A-Claim1.7; chapter 9.

    Examples
    --------
    >>> sparse = sparse_strategies([[0.6, 0.8], [0.6, -0.8]])
    >>> sparse.losses, sparse.mixture(2)
    (array([1.   , 0.6  , 0.656..., 0.6  ]), array([0.5, 0.5]))
    """
    V = check_points(V, "V")
    R = radius(V)
    try:
        run = perceptron(
            V,
            np.ones(len(V)),
            R * R if beta is None else beta,
            order=order,
            max_updates=max_updates,
        )
    except UpdateBudgetExceeded as spent:
        run = spent.run
    return SparseStrategies(run, R)


def loss_bound(t: ArrayLike, R: float) -> Array:
    r"""Bound what the perceptron's mixture of t points loses: R sqrt(3 / t).

    Parameters
    ----------
    t : (k,) array, >= 1
        Numbers of updates.
    R : float, > 0
        Largest norm of a point.

    Returns
    -------
    (k,) floats

    Raises
    ------
    ValueError, TypeError
        Outside those domains.

    Notes
    -----
    For the threshold R^2. Source: statement A-Claim1.7; chapter 9.

    Examples
    --------
    >>> loss_bound([3, 12], 1.0)
    array([1. , 0.5])
    """
    R = check_real(R, "R", 0.0, ends="()", largest=LARGEST)
    return R * np.sqrt(3.0 / check_domain(t, "t", 1.0))
