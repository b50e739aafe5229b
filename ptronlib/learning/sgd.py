r"""The perceptron's loss, and projected subgradient descent on this or any other convex function.

.. math:: w_{t+1} = \Pi(w_t - \eta_t\,g_t), \qquad
          \bar w = \sum_t \eta_t w_t \Big/ \sum_t \eta_t
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from .._arithmetic import norm, products
from .._validate import Array, Floats, check_domain, check_sample, check_vector, domain
from ..geometry import scores


@domain
def loss(
    score: Annotated[Floats, "(-inf, inf)"], beta: Annotated[float, "[0, inf)"] = 0.0
) -> Floats:
    r"""Return what a score costs: how far it falls short of the threshold.

    It is :math:`\max(0, \beta - s)` for each score s. Source: statements C-Loss and A-Rem-loss,
    where the loss for beta = 0 is called hinge (ERR-C4).

    Parameters
    ----------
    score : float or array.  Signed scores, positive where the prediction is right.
    beta : float, >= 0.  Threshold; same unit as scores. 0 is the perceptron loss, 1 the hinge loss.

    Examples
    --------
    >>> loss([-2.0, 0.0, 0.5], 1.0)
    array([3. , 1. , 0.5])
    """
    return np.maximum(0.0, beta - score)


def risk(w: ArrayLike, X: ArrayLike, y: ArrayLike, beta: float = 0.0) -> float:
    r"""Return the mean loss of a sample.

    Parameters
    ----------
    w, X, y : (d,), (n, d) and (n,) arrays.  Weights, examples as rows, and their labels, -1 or +1.
    beta : float, >= 0.  Threshold of the loss.

    Returns
    -------
    float.  :math:`\frac1n\sum_i \max(0, \beta - z_i\cdot w)`, a convex function of w.

    Examples
    --------
    >>> risk([0, 0], [[2, 1], [0, 3]], [1, -1]), risk([0, 0], [[2, 1], [0, 3]], [1, -1], 1.0)
    (0.0, 1.0)
    """
    return float(np.mean(loss(scores(w, X, y), beta)))


@domain
def subgradient(
    w: ArrayLike, X: ArrayLike, y: ArrayLike, beta: Annotated[float, "[0, inf)"] = 0.0
) -> Array:
    r"""Return a subgradient of `risk`, the one that counts a tie as a mistake.

    At the kink, where a score equals beta, every -c z with 0 <= c <= 1 is a subgradient. Here c = 1
    is taken: with c = 0, which torch.relu takes, w = 0 is never left. Source:
    statements A-Rem-loss, C-Loss, D-SGD.

    Parameters
    ----------
    w, X, y, beta.  As for `risk`; X with a single row for a stochastic step.

    Returns
    -------
    (d,) floats.  Minus the sum of the z_i with a score <= beta, divided by n.

    Examples
    --------
    >>> subgradient([0, 0], [[2, 1], [0, 3]], [1, -1])
    array([-1., 1.])
    """
    X, y = check_sample(X, y)
    short = y * products(X, check_vector(w, X.shape[1])) <= beta
    return -products(X.T, y * short) / len(X) + 0.0  # no -0.0


@dataclass(frozen=True, eq=False)
class Descent:
    """Where a descent has been, and what it was told there.

    iterates, (T + 1, d), are w_1, ..., w_T and the w_{T+1} that the last step led to; gradients,
    (T, d), are g_1, ..., g_T, and steps, (T,), eta_1, ..., eta_T. centre, (d,), and rho are those
    of the ball; rho is None where there was none.
    """

    iterates: Array
    gradients: Array
    steps: Array
    centre: Array
    rho: float | None

    @property
    def averages(self) -> Array:
        """The averages of w_1, ..., w_t, weighted by the steps, for t = 1, ..., T as rows."""
        sums = np.cumsum(self.steps[:, None] * self.iterates[:-1], axis=0)
        return sums / np.cumsum(self.steps)[:, None]

    @property
    def average(self) -> Array:
        """The average of w_1, ..., w_T weighted by the steps, the answer of the theorem."""
        return self.steps @ self.iterates[:-1] / self.steps.sum()

    def __repr__(self) -> str:
        T, d = self.gradients.shape
        return f"Descent({T} steps in {d} dimensions, rho={self.rho})"


@domain
def descend(
    gradient: Callable[[Array], ArrayLike],
    w_1: ArrayLike,
    steps: ArrayLike,
    rho: Annotated[float | None, "(0, inf)"] = None,
    *,
    centre: ArrayLike | None = None,
) -> Descent:
    r"""Step against a subgradient, return to the ball, and so on.

    For a convex F with subgradients of at most L, and w_star at most rho from w_1 and in the ball,
    F(average) - F(w_star) <= `bounds.sgd_gap(rho, L, steps)`. Source: statement C-SGD-template,
    with the projection that is missing there (ERR-C5).

    Parameters
    ----------
    gradient : function
        From weights, (d,), to a subgradient there, (d,); a random one for a stochastic descent.
    w_1 : (d,) array.  The start.
    steps : (T,) array, > 0.  eta_1, ..., eta_T.
    rho : float, > 0, or None.  Radius of the ball that is projected onto; no projection if None.
    centre : (d,) array or None.  Centre of the ball; w_1 if None, as the theorem wants it.

    Examples
    --------
    >>> descend(np.sign, [1.0], [0.5, 0.5, 0.5, 0.5]).iterates.ravel()
    array([1. , 0.5, 0. , 0. , 0. ])
    """
    w = check_vector(w_1, np.size(w_1), "w_1")
    steps = check_domain(steps, "steps", 0.0, ends="()")
    if steps.ndim != 1 or not steps.size:
        raise ValueError(f"steps must be a list of at least one step; got shape {steps.shape}.")
    centre = w if centre is None else check_vector(centre, w.size, "centre")
    if rho is not None and norm(w - centre) > rho * (1 + 1e-12):
        raise ValueError(
            f"w_1 must lie in the ball; got one at the distance {norm(w - centre):g} "
            f"from the centre of a ball of radius {rho:g}."
        )
    iterates, gradients = [w], []
    for eta in steps:
        gradients.append(check_vector(gradient(w.copy()), w.size, "gradient(w)"))
        w = w - eta * gradients[-1]
        if rho is not None and norm(w - centre) > rho:
            w = centre + (w - centre) * (rho / norm(w - centre))
        iterates.append(w)
    return Descent(np.array(iterates), np.array(gradients), steps, centre, rho)
