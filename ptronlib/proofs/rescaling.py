r"""The proof that stretching space widens the margin, phase by phase.

.. math:: v = w_* + \tfrac12(\varepsilon - a_*)\,w, \qquad
          \varepsilon' \ge \frac{1}{\|v\|}\,\min_i \frac{z_i'\cdot v}{\|z_i'\|}
"""

from __future__ import annotations

from functools import partial

import numpy as np

from .._validate import domain
from ..geometry import max_margin
from ..learning.rescaling import Rescaled
from .inequality import Inequality, line


@domain
def rescaled(found: Rescaled) -> tuple[Inequality, ...]:
    r"""Evaluate what each stretch of the rescaled perceptron does to the best margin.

    With a value for each phase that stretched space. In the order of the proof: the margin is
    small, no cosine to w is -sigma or less, the scores of v, the lengths of the examples, the
    length of v (an equality), the margin after the stretch, its logarithm so far.

    The best margins are those that `max_margin` finds. Of the scores, that with the least slack is
    shown. Source: our own, after Dunagan and Vempala; chapter 5.

    Parameters
    ----------
    found : Rescaled.  Of `rescaled_perceptron`, with one stretch at least.

    Examples
    --------
    >>> from ptronlib import samples
    >>> from ptronlib.learning import rescaled_perceptron
    >>> sample, rng = samples.exponential(8), np.random.default_rng(7)
    >>> rescaled(rescaled_perceptron(sample.X, sample.y, rng=rng))[-1].holds
    True
    """
    if not len(found.directions):
        raise ValueError("The run must have stretched space; this one never did.")
    n, d = found.X.shape
    sigma, stages = 1 / (32 * d), found.stretched()
    best = [max_margin(Z, np.ones(n)) for Z in stages]
    eps = np.array([wall.margin for wall in best])
    rows, cosines = [], []
    for Z, wall, w in zip(stages, best, found.directions, strict=False):
        w_star = wall.w / np.linalg.norm(wall.w)
        a, a_star = Z @ w, w_star @ w
        v = w_star + 0.5 * (wall.margin - a_star) * w
        longer = Z + a[:, None] * w
        scores, least = longer @ v, wall.margin * (1 + a)
        i = int(np.argmin(scores - least))
        ratio = ((1 + a) / np.linalg.norm(longer, axis=1)).min()
        rows.append((a.min(), least[i], scores[i], ratio, v @ v))
        cosines.append(a_star)
    lowest, least, scores, ratio, squared = np.array(rows).T
    c, before, loss = np.array(cosines), eps[:-1], (1 - sigma) / np.sqrt(1 + 3 * sigma**2)
    length2 = 1 - 0.75 * c**2 + 0.5 * c * before + 0.25 * before**2
    grown = np.where(np.abs(c) >= 1 / np.sqrt(d), 0.32, -0.035).cumsum() / d
    small, gain = r"\varepsilon_k < 1/(16\sqrt d)", r"\varepsilon\,(1-\sigma)/"
    gain += r"(\sqrt{1+3\sigma^2}\,\|v\|) \le \varepsilon'"
    short = r"\|v\|^2 \le 1 - \frac34 a_*^2 + \frac12 a_*\,\varepsilon + \frac14\varepsilon^2"
    logarithm = r"\ln\varepsilon + (0.32\,g - 0.035\,(k - g))/d \le \ln\varepsilon_k"
    each = partial(line, over="phases")
    return (
        each("eq-res-small", small, before, 1 / (16 * np.sqrt(d))),
        each("eq-res-nowhere", r"-\sigma < \min_i w\cdot\hat z_i", -sigma, lowest),
        each("eq-res-scores", r"\varepsilon\,(1 + a_i) \le z_i'\cdot v", least, scores),
        each("eq-res-longer", r"(1-\sigma)/\sqrt{1+3\sigma^2} \le (1+a_i)/\|z_i'\|", loss, ratio),
        each("eq-res-short", short, squared, length2),
        each("eq-res-gain", gain, before * loss / np.sqrt(squared), eps[1:]),
        each("eq-res-logarithm", logarithm, np.log(eps[0]) + grown, np.log(eps[1:])),
    )
