r"""One line of a proof, evaluated at every update of a run, and what proofs assume of a run.

.. math:: \mathrm{lhs}_t \le \mathrm{rhs}_t, \qquad t = 1, \dots, T
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._arithmetic import ROUNDING
from .._validate import Array, check_vector
from ..core.run import Run

PERCEPTRON = "the perceptron, with beta = 0"


@dataclass(frozen=True, eq=False)
class Inequality:
    r"""A displayed line ``lhs <= rhs`` of a proof, with both sides at every update.

    A line about the final weights has a value for each example instead, and one about a margin
    that grows from phase to phase has one for each phase.

    Attributes
    ----------
    name : str.  Label of the equation in the text, such as "eq-progress".
    statement : str.  The line as LaTeX, such as r"t\\varepsilon \\le w_t \\cdot w_*".
    lhs, rhs : (T,) floats.  Its sides after updates 1, ..., T; same unit each.
    over : str.  "updates", or what else there is a value for: "phases", "examples", "labelings".
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
        """The update or phase 1, 2, ... (or example 0, 1, ...) that fails first, None if none."""
        scale = np.maximum(np.abs(self.lhs), np.abs(self.rhs))
        bad = ~(self.slack >= -ROUNDING * np.maximum(scale, 1.0))
        return int(np.argmax(bad)) + (self.over != "examples") if bad.any() else None

    def __repr__(self) -> str:
        t, at = self.first_failure, "at" if self.over == "updates" else "for"
        holds = f"holds {at} all {self.lhs.size} {self.over}"
        state = holds if t is None else f"fails {at} {self.over.removesuffix('s')} {t}"
        return f"Inequality({self.name}: {state})"


def line(
    name: str, statement: str, lhs: ArrayLike, rhs: ArrayLike, over: str = "updates"
) -> Inequality:
    """Make an Inequality, its sides broadcast against each other."""
    left, right = np.broadcast_arrays(np.asarray(lhs, float), np.asarray(rhs, float))
    return Inequality(name, statement, left, right, over)


def after_each_update(run: Run, u: ArrayLike) -> tuple[Array, Array, Array]:
    """Return t = 1, ..., T, and after each of these updates w_t . u and the norm of w_t."""
    return np.arange(1.0, run.n_updates + 1), run.progress(u)[1:], run.norms[1:]


def check_unit(u: ArrayLike, d: int, name: str) -> Array:
    """Return u as an array of shape (d,) when its length is 1."""
    u = check_vector(u, d, name)
    length = float(np.linalg.norm(u))
    if abs(length - 1.0) > ROUNDING:
        raise ValueError(
            f"{name} must be a unit vector; got one of length {length:g}. Divide it by its norm."
        )
    return u


def check_scores(scores: Array, least: float | Array, wanted: str, hint: str = "") -> float:
    """Return the smallest score when each is above the least one allowed, else name the worst."""
    worst = int(np.argmin(scores - least))
    if not (scores > least).all():
        found = f"example {worst} has the score {scores[worst]:g}"
        raise ValueError(f"{wanted}; {found}. {hint}".strip())
    return float(scores[worst])


def check_separator(run: Run, w_star: ArrayLike) -> tuple[Array, float]:
    """Return w_star and its margin on the run's sample, once it is a unit vector that separates."""
    w_star = check_unit(w_star, run.X.shape[1], "w_star")
    hint = "max_margin(X, y).w does separate it, if any vector does."
    scores = run.y * (run.X @ w_star)
    return w_star, check_scores(scores, 0.0, "w_star must separate the sample", hint)


def check_rule(
    run: Run, expected: ArrayLike, algorithm: str = PERCEPTRON, *, from_zero: bool = True
) -> None:
    """Refuse a run that is not one from w = 0 with the thresholds of the algorithm."""
    if from_zero and run.w_init.any():
        raise ValueError(
            f"The run must start at w = 0; this one starts at a vector of length "
            f"{np.linalg.norm(run.w_init):g}."
        )
    wrong = ~np.isclose(run.betas, expected, rtol=ROUNDING, atol=0.0)
    if wrong.any():
        t = int(np.argmax(wrong))
        raise ValueError(
            f"The run must be one of {algorithm}; after {t} updates its threshold is "
            f"{run.betas[t]:g} instead of {np.broadcast_to(expected, run.betas.shape)[t]:g}."
        )


def check_perceptron(run: Run, *, from_zero: bool = True) -> None:
    """Refuse a run that is not one of the perceptron: beta = 0, and every update a mistake."""
    check_rule(run, 0.0, from_zero=from_zero)
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


def at_stop(run: Run) -> tuple[Array, Array]:
    """Return the final score of each example and its distance, once the run stopped by itself."""
    scores = run.y * (run.X @ run.w)
    if not run.converged:
        wanted = f"The run must have stopped by itself, at scores above {run.betas[-1]:g}"
        check_scores(scores, run.betas[-1], wanted, "Raise max_updates.")
    return scores, scores / np.linalg.norm(run.w)
