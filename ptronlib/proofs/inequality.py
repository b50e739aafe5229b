r"""One line of a proof, evaluated at every update of a run.

.. math:: \mathrm{lhs}_t \le \mathrm{rhs}_t, \qquad t = 1, \dots, T
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._validate import Array, check_vector
from ..run import Run, check_run

ROUNDING = 1e-9  # relative slack granted to roots and sums that were rounded


@dataclass(frozen=True, eq=False)
class Inequality:
    r"""A displayed line ``lhs <= rhs`` of a proof, with both sides at every update.

    A line about the final weights has a value for each example instead.

    Attributes
    ----------
    name : str
        Label of the equation in the text, such as "eq-progress".
    statement : str
        The line as LaTeX, such as r"t\\varepsilon \\le w_t \\cdot w_*".
    lhs, rhs : (T,) floats
        Its sides after updates 1, ..., T; same unit each.
    over : str
        "updates", or "examples" where the sides have shape (n,).
    """

    name: str
    statement: str
    lhs: Array
    rhs: Array
    over: str = "updates"

    @property
    def slack(self) -> Array:
        """What is given away at each update or example, rhs - lhs."""
        return self.rhs - self.lhs

    @property
    def holds(self) -> bool:
        """Whether lhs <= rhs at every update, up to rounding."""
        return self.first_failure is None

    @property
    def first_failure(self) -> int | None:
        """The update t = 1, 2, ... (or example 0, 1, ...) that fails first, None if none does."""
        scale = np.maximum(np.abs(self.lhs), np.abs(self.rhs))
        bad = ~(self.slack >= -ROUNDING * np.maximum(scale, 1.0))
        return int(np.argmax(bad)) + (self.over == "updates") if bad.any() else None

    def __repr__(self) -> str:
        t, at = self.first_failure, "at" if self.over == "updates" else "for"
        holds = f"holds {at} all {self.lhs.size} {self.over}"
        state = holds if t is None else f"fails {at} {self.over.removesuffix('s')} {t}"
        return f"Inequality({self.name}: {state})"


def line(
    name: str, statement: str, lhs: ArrayLike, rhs: ArrayLike, *, over: str = "updates"
) -> Inequality:
    """Make an Inequality, its two sides broadcast against each other."""
    lhs, rhs = np.broadcast_arrays(np.asarray(lhs, float), np.asarray(rhs, float))
    return Inequality(name, statement, lhs, rhs, over)


def check_separator(run: Run, w_star: ArrayLike) -> tuple[Array, float]:
    """Return w_star and its margin on the run's sample, once it is a unit vector that separates."""
    w_star = check_unit(check_vector(w_star, check_run(run).X.shape[1], "w_star"), "w_star")
    values = run.y * (run.X @ w_star)
    worst = int(np.argmin(values))
    if values[worst] <= 0.0:
        raise ValueError(
            f"w_star must separate the sample; example {worst} has the score {values[worst]:g}. "
            f"max_margin(X, y).w_star does, if any vector does."
        )
    return w_star, float(values[worst])


def check_unit(u: Array, name: str) -> Array:
    """Return u when its length is 1."""
    length = float(np.linalg.norm(u))
    if abs(length - 1.0) > ROUNDING:
        raise ValueError(
            f"{name} must be a unit vector; got one of length {length:g}. Divide it by its norm."
        )
    return u


def check_start(run: Run) -> None:
    """Refuse a run that did not start at w = 0."""
    if check_run(run).w_init.any():
        raise ValueError(
            f"The run must start at w = 0; this one starts at a vector of length "
            f"{np.linalg.norm(run.w_init):g}."
        )


def check_thresholds(run: Run, expected: ArrayLike, algorithm: str) -> None:
    """Refuse a run whose thresholds are not those of the algorithm that the proof is about."""
    wrong = ~np.isclose(run.betas, expected, rtol=ROUNDING, atol=0.0)
    if wrong.any():
        t = int(np.argmax(wrong))
        raise ValueError(
            f"The run must be one of {algorithm}; after {t} updates its threshold is "
            f"{run.betas[t]:g} instead of {np.broadcast_to(expected, run.betas.shape)[t]:g}."
        )


def check_perceptron(run: Run) -> None:
    """Refuse a run that is not one of the perceptron: beta = 0, and every update a mistake."""
    check_thresholds(run, 0.0, "the perceptron, with beta = 0")
    norms2 = run.norms**2
    gained = np.linalg.norm(run.X[run.mistakes], axis=1) ** 2
    scores = 0.5 * (np.diff(norms2) - gained)  # z . w before each update
    wrong = scores > ROUNDING * (norms2[1:] + gained)
    if wrong.any():
        t = int(np.argmax(wrong))
        raise ValueError(
            f"Every update of the run must be a mistake; update {t + 1} used example "
            f"{run.mistakes[t]} at the score {scores[t]:g}."
        )


def check_finished(run: Run) -> None:
    """Refuse a run that was broken off: only the stop says anything about the margin."""
    if run.converged:
        return
    values = run.y * (run.X @ run.w)
    worst = int(np.argmin(values))
    raise ValueError(
        f"The run must have stopped by itself; example {worst} still has the score "
        f"{values[worst]:g}, not above the threshold {run.betas[-1]:g}. Raise max_updates."
    )
