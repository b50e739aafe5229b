r"""Voted and averaged perceptrons: let all the weights of a run decide, each by how long it lasted.

.. math:: \bar w = \frac1S \sum_{t} c_t\,w_t, \qquad
          \mathrm{vote}(x) = \frac1S \sum_t c_t\,\mathrm{sign}(w_t\cdot x), \qquad S = \sum_t c_t
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._validate import Array, check_points, domain
from ..core.run import Run, check_run


def rounds(run: Run) -> NDArray[np.intp]:
    """Return at which examination, counted from 1, each mistake of a cyclic run was made.

    Between two updates w does not change, so an example that was right stays right: a mistake is
    made when its example comes up for the first time after the update before. The gap between two
    mistakes i and j is therefore the number of steps from i to j around the circle of n, and n
    if j = i. The list of mistakes is the whole trace.

    Parameters
    ----------
    run : Run.  In the order "cyclic", finished or not.

    Returns
    -------
    (T,) ints.  Increasing.

    Examples
    --------
    >>> from ptronlib import perceptron
    >>> rounds(perceptron([[2, 1], [0, 1], [-1, 2]], [1, -1, -1]))  # mistakes 0, 1, 1
    array([1, 2, 5])
    """
    if check_run(run).order != "cyclic":
        raise ValueError(
            f"The run must be one in the order 'cyclic'; got order={run.order!r}. "
            f"For another order, permute the sample: perceptron(X[turn], y[turn])."
        )
    return np.cumsum((np.diff(run.mistakes, prepend=-1) - 1) % len(run.X) + 1)


@domain
def averaged(run: Run, *, until: Annotated[int | None, "[1, inf)"] = None) -> Array:
    r"""Return the averaged perceptron: the mean of the weights over all examinations.

    Parameters
    ----------
    run : Run.  In the order "cyclic", finished or not.
    until : int, >= 1, or None
        Stop counting after so many examinations. If None, after the last one of a finished run,
        and at the last update of an unfinished one, beyond which nothing is known.

    Returns
    -------
    (d,) floats
        The mean of w_0, ..., w_T, each weighted by c_t, the number of examinations after which the
        weights were w_t.

    Examples
    --------
    >>> from ptronlib import perceptron
    >>> 8 * averaged(perceptron([[2, 1], [0, 1], [-1, 2]], [1, -1, -1]))
    array([16., -3.])
    """
    counts = survival(run, until)
    return counts @ run.replay() / counts.sum()


@domain
def vote(run: Run, X: ArrayLike, *, until: Annotated[int | None, "[1, inf)"] = None) -> Array:
    """Let the weights of a run vote on new examples, each as often as it survived an examination.

    Parameters
    ----------
    run, until.  As for `averaged`.
    X : (m, d) array.  New examples as rows.

    Returns
    -------
    (m,) floats
        From -1, all against, to +1, all for. Its sign is the prediction of the voted perceptron; a
        w_t with w_t . x = 0 abstains. All scores are held at once: 8 m (T + 1) bytes.

    Examples
    --------
    >>> from ptronlib import perceptron
    >>> vote(perceptron([[2, 1], [0, 1], [-1, 2]], [1, -1, -1]), [[1, 0], [0, 1]])
    array([ 1. , -0.375])
    """
    counts, X = survival(run, until), check_points(X)
    if X.shape[1] != run.X.shape[1]:
        raise ValueError(
            f"X must have {run.X.shape[1]} features, as the run's examples do; got {X.shape[1]}."
        )
    in_force = counts > 0
    ballots = np.sign(run.replay()[in_force] @ X.T)
    return counts[in_force] @ ballots / counts.sum()


def survival(run: Run, until: int | None) -> NDArray[np.intp]:
    """Return c_0, ..., c_T, the numbers of examinations after which the weights were w_t."""
    found = rounds(run)
    last = run.examinations if run.converged else int(found[-1])
    until = last if until is None else until
    if until > last and not run.converged:
        raise ValueError(
            f"until must be at most {last}, the last update of this unfinished run; got {until}. "
            f"Run it on with a larger max_updates."
        )
    return np.diff(np.minimum(np.r_[1, found, until + 1], until + 1))
