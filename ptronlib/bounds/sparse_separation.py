r"""How near to the nearest points a walk has come: mixtures and iterates of few points.

.. math:: \|w_t\|^2 \le 3 R^2 t, \qquad \|w_t\| \ge t\,\varepsilon
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .._validate import Floats, check_choice, domain
from .promises import at_most

STEPS = ("average", "open", "line")  # of geometry.approach


@domain
@at_most
def loss_bound(t: Annotated[Floats, "[1, inf)"], R: Annotated[Floats, "(0, inf)"]) -> Floats:
    r"""Bound what the perceptron's mixture of t points loses: R sqrt(3 / t).

    It is in the unit of R, for the threshold R^2. Source: statement A-Claim1.7; chapter 9.

    Parameters
    ----------
    t : float or array, >= 1.  Numbers of updates.
    R : float or array, > 0.  Largest norm of a point.

    Examples
    --------
    >>> loss_bound([3, 12], 1.0)
    array([1. , 0.5])
    """
    return R * np.sqrt(3.0 / t)


@domain
@at_most
def length_bound(
    step: str,
    t: Annotated[Floats, "[1, inf)"],
    R: Annotated[Floats, "(0, inf)"],
    distance: Annotated[Floats, "[0, R]"],
) -> Floats:
    r"""Bound the length of the iterate x_t of `geometry.approach` from above, in its unit.

    The squared length exceeds distance**2 by at most (R^2 - distance^2) H_t / t for "average",
    with H_t = 1 + 1/2 + ... + 1/t, by 4 (R^2 - distance^2) / (t + 1) for "open", and by the smaller
    of both for "line". Source: chapter 9, prop-c9-approach.

    Parameters
    ----------
    step : str.  "average", "open" or "line".
    t : float or array, >= 1.  Numbers of rounds.
    R : float or array, > 0.  Largest length of a difference.
    distance : float or array, >= 0.  Of the hulls; at most R.

    Examples
    --------
    >>> length_bound("average", [1, 2], 2.0, 1.0)
    array([2.        , 1.80277564])
    """
    check_choice(step, "step", STEPS)
    harmonic = np.cumsum(1.0 / np.arange(1, int(np.max(t, initial=1.0)) + 1))
    average, open_ = harmonic[np.asarray(t, np.intp) - 1] / t, 4.0 / (t + 1)
    rate = {"average": average, "open": open_, "line": np.minimum(average, open_)}[step]
    return np.sqrt(distance**2 + (R**2 - distance**2) * rate)
