r"""Games: points against directions, whose value is a margin, and zero-sum matrix games.

.. math:: \Delta = \min_{\mu}\max_{\|w\|\le 1}\ \mathbb{E}_{v\sim\mu}\, v\cdot w
          = \max_{\|w\|\le 1}\min_{v\in V} v\cdot w = \mathrm{dist}(0, \mathrm{conv}\,V),
          \qquad \max_x \min_j\, (x^\top A)_j = \min_y \max_i\, (A y)_i
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._arithmetic import inner, products
from .._validate import Array, check_count, check_points, domain
from ..core.betas import BetaRule
from ..core.perceptron import UpdateBudgetExceeded, perceptron
from ..core.run import Run
from .certificates import Game, MatrixGame, payoffs
from .elimination import optimal_mixtures
from .exact import below
from .points import radius
from .problem import Problem
from .search import nearest

EXACT_ENTRIES = 400  # entries up to which a matrix game is solved exactly


@dataclass(frozen=True, eq=False)
class SparseStrategies:
    """Mixtures mu_1, ..., mu_T of the Point player, the t-th one of at most t points.

    mu_t is the uniform mixture of the first t mistakes of a run of the perceptron on V; R is the
    largest norm of a point.
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
        lowest, norms = (self.run.replay()[1:] @ self.run.X.T).min(axis=1), self.run.norms[1:]
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


@dataclass(frozen=True, eq=False)
class Play:
    """T rounds of the game A: the row player mixes, the column player answers with a best column.

    rows, (T, n), are the mixtures, columns, (T,), the answers.
    """

    A: Array
    rows: Array
    columns: NDArray[np.intp]

    @property
    def lower(self) -> Array:
        """What the mean of the first t mixtures guarantees the row player, shape (T,)."""
        t = np.arange(1, len(self.rows) + 1)[:, None]
        return (np.cumsum(self.rows, axis=0) / t @ self.A).min(axis=1)

    @property
    def upper(self) -> Array:
        """The most that the mixture of the first t answers can lose, shape (T,)."""
        t = np.arange(1, len(self.rows) + 1)[:, None]
        return (np.cumsum(self.A[:, self.columns].T, axis=0) / t).max(axis=1)

    @property
    def regret(self) -> Array:
        """How much better the best row would have done, per round; upper - lower is no larger."""
        t = np.arange(1, len(self.rows) + 1)
        gained = np.cumsum((self.rows * self.A[:, self.columns].T).sum(axis=1))
        return self.upper - gained / t


def game_value(V: ArrayLike) -> Game:
    """Solve the game in which one player picks a row of V and the other a unit vector.

    A mixture of unit vectors counts only through its mean, any point of the unit ball; so the
    value is never below 0. Source: statements A-Game, A-minimax; chapter 9.

    Parameters
    ----------
    V : (n, d) array.  The Point player's choices. It pays v . w.

    Examples
    --------
    >>> game = game_value([[0.6, 0.8], [0.6, -0.8]])
    >>> game.value, game.mu, game.w
    (0.6, array([0.5, 0.5]), array([1., 0.]))
    """
    V = check_points(V, "V")
    found = nearest(Problem(V))
    return Game(found.upper, found.all_weights(len(V)), found.w, found.lower, found.upper)


def sparse_strategies(
    V: ArrayLike,
    beta: float | BetaRule | None = None,
    *,
    order: str = "cyclic",
    max_updates: int = 10_000,
) -> SparseStrategies:
    r"""Let the perceptron play the point-hyperplane game: one point at a time.

    With beta = R^2, mu_t loses at most R sqrt(3 / t); if the perceptron stops after T updates,
    R^2 / (3 Delta^2) <= T <= 3 R^2 / Delta^2, and mu_T loses at most 3 Delta, Delta the value.
    Source: statement A-Claim1.7; chapter 9.

    Parameters
    ----------
    V : (n, d) array.  The Point player's choices, none of them zero.
    beta : float, BetaRule or None
        Threshold; R^2 if None. Smaller factors between what is lost and the value come with
        `betas.growing(alpha, R)`, and longer runs.
    order : str.  "cyclic" or "worst".
    max_updates : int, >= 1
        Where to end the sequence if the perceptron does not stop, as in a game of value 0.

    Examples
    --------
    >>> sparse = sparse_strategies([[0.6, 0.8], [0.6, -0.8]])
    >>> sparse.losses, sparse.mixture(2)
    (array([1.   , 0.6  , 0.656..., 0.6  ]), array([0.5, 0.5]))
    """
    V = check_points(V, "V")
    y, R = np.ones(len(V)), radius(V)
    beta = R * R if beta is None else beta
    try:
        run = perceptron(V, y, beta, order=order, max_updates=max_updates)
    except UpdateBudgetExceeded as spent:
        run = spent.run
    return SparseStrategies(run, R)


def matrix_game(A: ArrayLike) -> MatrixGame:
    """Solve a matrix game, exactly up to 400 entries, beyond that by linear programming.

    The difference of the guarantees of both mixtures is the error: rounding alone if solved
    exactly, else about 1e-9 of the spread of A.

    Parameters
    ----------
    A : (n, m) array.  What the column player pays when row i meets column j.

    Raises
    ------
    ArithmeticError.  The linear program was not solved.

    Examples
    --------
    >>> game = matrix_game([[1, -1], [-1, 1]])
    >>> game.x, abs(game.value)
    (array([0.5, 0.5]), 0.0)
    """
    A = check_points(A, "A")
    x, y = optimal_mixtures(A) if A.size <= EXACT_ENTRIES else _by_linear_program(A)
    lower, upper = min(payoffs(A, x)), max(payoffs(A.T, y))
    low, high = below(lower), 0.0 - below(-upper)
    return MatrixGame(float((lower + upper) / 2), x, y, low, high)


def _by_linear_program(A: Array) -> tuple[Array, Array]:
    """Return mixtures that are optimal to about 1e-9 of the spread of A."""
    from scipy.optimize import linprog  # slow to import

    n, m = A.shape
    low, unit = float(A.min()), float(A.max() - A.min()) or 1.0
    scaled = (A - low) / unit  # from 0 to 1: the program is the same at every scale
    program = linprog(
        np.r_[np.zeros(n), -1.0],
        A_ub=np.column_stack([-scaled.T, np.ones(m)]),
        b_ub=np.zeros(m),
        A_eq=np.r_[np.ones(n), 0.0][None],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
    )
    if program.status:
        raise ArithmeticError(f"The linear program was not solved: {program.message}")
    x, y = (np.clip(v, 0.0, None) for v in (program.x[:n], -program.ineqlin.marginals))
    return x / x.sum(), y / y.sum()


@domain
def regret_matching(A: ArrayLike, rounds: Annotated[int, "[1, inf)"]) -> Play:
    r"""Play as the perceptron would: mix in proportion to the positive part of the summed regrets.

    The regret is at most sqrt(n / T) times the spread of A's entries.

    w_t sums the regrets r_s = a - (x . a) 1 over the columns a answered so far. Mixing in
    proportion to [w]^+ makes [w]^+ . r = 0, the perceptron's cross term. Source: Hart and
    Mas-Colell 2000; chapter 9.

    Parameters
    ----------
    A : (n, m) array.  What the column player pays.
    rounds : int, >= 1.  T.

    Examples
    --------
    >>> play = regret_matching([[1, -1], [-1, 1]], 100)
    >>> bool(play.upper[-1] - play.lower[-1] <= 2 * (2 / 100) ** 0.5)
    True
    """

    def mix(gains: Array, gained: float) -> Array:
        positive = np.maximum(gains - gained, 0.0)
        return positive if positive.any() else np.ones(len(gains))

    return _play(check_points(A, "A"), mix, rounds)


@domain
def multiplicative_weights(A: ArrayLike, rounds: Annotated[int, "[1, inf)"]) -> Play:
    r"""Play with weights that grow exponentially with what each row would have gained.

    The regret is at most sqrt(ln n / (2 T)) times the spread after all T rounds. Source: Freund and
    Schapire 1999b; chapter 9.

    Parameters
    ----------
    A : (n, m) array.  What the column player pays.
    rounds : int, >= 1
        T, which sets the rate sqrt(8 ln n / T), divided by the spread of A's entries.

    Examples
    --------
    >>> play = multiplicative_weights([[1, -1], [-1, 1]], 100)
    >>> bool(play.upper[-1] - play.lower[-1] <= 2 * (0.693 / 200) ** 0.5 + 1e-3)
    True
    """
    A = check_points(A, "A")
    rate = np.sqrt(8.0 * np.log(len(A)) / rounds) / (float(A.max() - A.min()) or 1.0)
    return _play(A, lambda gains, gained: np.exp(rate * (gains - gains.max())), rounds)


def _play(A: Array, mix: Callable[[Array, float], Array], rounds: int) -> Play:
    rows, columns = np.empty((rounds, len(A))), np.empty(rounds, dtype=np.intp)
    gains, gained = np.zeros(len(A)), 0.0
    for t in range(rounds):
        weights = mix(gains, gained)
        rows[t] = weights / weights.sum()
        columns[t] = np.argmin(products(A.T, rows[t]))
        gains = gains + A[:, columns[t]]
        gained += inner(rows[t], A[:, columns[t]])
    return Play(A, rows, columns)
