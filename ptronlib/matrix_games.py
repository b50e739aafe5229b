r"""Zero-sum matrix games: by a linear program, and played round by round.

.. math:: \max_x \min_j\, (x^\top A)_j = \min_y \max_i\, (A y)_i
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arithmetic import inner, products
from ._validate import Array, check_count, check_fits, check_points

__all__ = ["MatrixGame", "Play", "matrix_game", "multiplicative_weights", "regret_matching"]


@dataclass(frozen=True, eq=False)
class MatrixGame:
    """The value of a matrix game with optimal mixtures of both players.

    Attributes
    ----------
    value : float
        What the column player pays the row player when both play well.
    x : (n,) floats
        The row player's mixture: it gains at least lower = min_j (x @ A)_j.
    y : (m,) floats
        The column player's mixture: it loses at most upper = max_i (A @ y)_i.
    lower, upper : float
        Those guarantees.
    """

    value: float
    x: Array
    y: Array
    lower: float
    upper: float


@dataclass(frozen=True, eq=False)
class Play:
    """T rounds: the row player mixes, the column player answers with its best column.

    Attributes
    ----------
    A : (n, m) floats
        The game.
    rows : (T, n) floats
        The row player's mixture of each round.
    columns : (T,) ints
        The column player's answers.
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


def matrix_game(A: ArrayLike) -> MatrixGame:
    """Solve a matrix game by linear programming.

    Parameters
    ----------
    A : (n, m) array
        What the column player pays when row i meets column j.

    Returns
    -------
    MatrixGame
        With the guarantees of both mixtures, whose difference is the error.

    Raises
    ------
    ValueError, TypeError
        Unusable A.
    ArithmeticError
        The linear program was not solved.

    Examples
    --------
    >>> game = matrix_game([[1, -1], [-1, 1]])
    >>> game.x, abs(game.value)
    (array([0.5, 0.5]), 0.0)
    """
    from scipy.optimize import linprog  # slow to import

    A = check_points(A, "A")
    n = len(A)
    low, unit = float(A.min()), float(A.max() - A.min()) or 1.0
    scaled = (A - low) / unit  # from 0 to 1: the program is the same at every scale
    program = linprog(
        np.r_[np.zeros(n), -1.0],
        A_ub=np.column_stack([-scaled.T, np.ones(A.shape[1])]),
        b_ub=np.zeros(A.shape[1]),
        A_eq=np.r_[np.ones(n), 0.0][None],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
    )
    if program.status:
        raise ArithmeticError(f"The linear program was not solved: {program.message}")
    x, y = (np.clip(v, 0.0, None) for v in (program.x[:n], -program.ineqlin.marginals))
    x, y = x / x.sum(), y / y.sum()
    lower, upper = float((x @ A).min()), float((A @ y).max())
    return MatrixGame((lower + upper) / 2, x, y, lower, upper)


def regret_matching(A: ArrayLike, rounds: int) -> Play:
    r"""Play as the perceptron would: mix in proportion to the positive part of the summed regrets.

    Parameters
    ----------
    A : (n, m) array
        What the column player pays.
    rounds : int, >= 1
        T.

    Returns
    -------
    Play
        With regret at most sqrt(n / T) times the spread of A's entries.

    Raises
    ------
    ValueError, TypeError
        Unusable A or rounds.

    Notes
    -----
    w_t sums the regrets r_s = a - (x . a) 1 over the columns a answered so far. Mixing in
    proportion to [w]^+ makes [w]^+ . r = 0, the perceptron's cross term. Source: Hart and
    Mas-Colell 2000; chapter 9.

    Examples
    --------
    >>> play = regret_matching([[1, -1], [-1, 1]], 100)
    >>> bool(play.upper[-1] - play.lower[-1] <= 2 * (2 / 100) ** 0.5)
    True
    """
    A = check_points(A, "A")

    def mix(gains: Array, gained: float, t: int) -> Array:
        positive = np.maximum(gains - gained, 0.0)
        return positive if positive.any() else np.ones(len(A))

    return _play(A, mix, check_count(rounds, "rounds"))


def multiplicative_weights(A: ArrayLike, rounds: int) -> Play:
    r"""Play with weights that grow exponentially with what each row would have gained.

    Parameters
    ----------
    A : (n, m) array
        What the column player pays.
    rounds : int, >= 1
        T, which sets the rate sqrt(8 ln n / T), divided by the spread of A's entries.

    Returns
    -------
    Play
        With regret at most sqrt(ln n / (2 T)) times the spread after all T rounds.

    Raises
    ------
    ValueError, TypeError
        Unusable A or rounds.

    Notes
    -----
    Source: Freund and Schapire 1999b; chapter 9.

    Examples
    --------
    >>> play = multiplicative_weights([[1, -1], [-1, 1]], 100)
    >>> bool(play.upper[-1] - play.lower[-1] <= 2 * (0.693 / 200) ** 0.5 + 1e-3)
    True
    """
    A = check_points(A, "A")
    rounds = check_count(rounds, "rounds")
    rate = np.sqrt(8.0 * np.log(len(A)) / rounds) / (float(A.max() - A.min()) or 1.0)

    def mix(gains: Array, gained: float, t: int) -> Array:
        return np.exp(rate * (gains - gains.max()))

    return _play(A, mix, rounds)


def _play(A: Array, mix: Callable[[Array, float, int], Array], rounds: int) -> Play:
    check_fits(rounds=rounds, rows=len(A))
    rows, columns = np.empty((rounds, len(A))), np.empty(rounds, dtype=np.intp)
    gains, gained = np.zeros(len(A)), 0.0
    for t in range(rounds):
        weights = mix(gains, gained, t)
        rows[t] = weights / weights.sum()
        columns[t] = np.argmin(products(A.T, rows[t]))
        gains = gains + A[:, columns[t]]
        gained += inner(rows[t], A[:, columns[t]])
    return Play(A, rows, columns)
