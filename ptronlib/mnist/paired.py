"""Compare rows of an experiment that was repeated with several seeds, the same ones for each row.

Student's paired test over the seeds, adjusted by Holm's rule for all pairs compared.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["Difference", "Interval", "compare", "holm", "interval", "load_runs"]


@dataclass(frozen=True)
class Interval:
    """A mean with its 95% confidence interval, from low to high."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Difference:
    """How much larger the error of one row is than that of another, paired by seed.

    Attributes
    ----------
    first, second : str
        The rows.
    over_seeds : Interval
        Of the difference from seed to seed, in percentage points, on the very test images used.
    over_images : Interval
        Of the difference from test image to test image, for the very seeds used.
    p : float
        Of the paired t-test over the seeds, adjusted by Holm for all pairs compared.
    """

    first: str
    second: str
    over_seeds: Interval
    over_images: Interval
    p: float

    @property
    def real(self) -> bool:
        """Whether neither new seeds nor new images are likely to turn it round, at the 5% level."""
        return self.p < 0.05 and not self.over_images.low <= 0.0 <= self.over_images.high


def load_runs(folder: str | os.PathLike[str]) -> dict[str, dict[int, dict]]:
    """Load the recorded runs of an experiment: the result of each seed of each row, in order.

    Raises
    ------
    ValueError
        There are no runs in the subfolder ``runs``, or one of them is not JSON.
    """
    found: dict[str, dict[int, dict]] = {}
    for path in sorted(Path(folder, "runs").glob("*.json")):
        result = json.loads(path.read_text("utf-8"))
        found.setdefault(result["job"]["row"], {})[result["job"]["seed"]] = result
    if not found:
        raise ValueError(f"{folder} must hold results in runs/; there are none.")
    return {row: dict(sorted(found[row].items())) for row in sorted(found)}


def interval(values: ArrayLike) -> Interval:
    """Return the mean of independent values with its 95% interval, by Student's t.

    Examples
    --------
    >>> interval([1.0, 2.0, 3.0])
    Interval(mean=2.0, low=-0.484137..., high=4.484137...)
    """
    from scipy.stats import ttest_1samp

    found = ttest_1samp(values, 0.0).confidence_interval(0.95)
    return Interval(float(np.asarray(values).mean()), float(found.low), float(found.high))


def compare(runs: Mapping[str, Mapping[int, dict]]) -> tuple[Difference, ...]:
    """Compare every two rows of an experiment over the seeds that all of them have.

    Parameters
    ----------
    runs : mapping of row to mapping of seed to result
        As `load_runs` returns them. Of a result count "error", in percent, "images", how many were
        trained on and how many tested, and "wrong", the indices of the test images misread.

    Returns
    -------
    tuple of Difference
        One for each pair, in the order of the mapping.

    Notes
    -----
    The two intervals answer two questions. Over the seeds: would other first weights and orders
    give the same sign on these images? Over the images: would other images, to these networks?
    A difference is called real only if both say yes.

    Examples
    --------
    >>> def result(*wrong):
    ...     return {"error": 25.0 * len(wrong), "wrong": wrong, "images": (9, 4)}
    >>> runs = {"a": [result(1, 2, 3), result(1, 2)], "b": [result(1, 2), result()]}
    >>> compare({row: dict(enumerate(results)) for row, results in runs.items()})[0].over_seeds.mean
    37.5
    """
    from scipy.stats import ttest_rel

    seeds = sorted(set.intersection(*map(set, runs.values())))
    common = {row: [runs[row][seed] for seed in seeds] for row in runs}
    errors = {row: np.array([r["error"] for r in results]) for row, results in common.items()}
    wrong = {row: _percent_wrong(results) for row, results in common.items()}
    pairs = list(combinations(runs, 2))
    adjusted = holm([ttest_rel(errors[a], errors[b]).pvalue for a, b in pairs])
    return tuple(
        Difference(a, b, interval(errors[a] - errors[b]), interval(wrong[a] - wrong[b]), p)
        for (a, b), p in zip(pairs, adjusted, strict=True)
    )


def _percent_wrong(results: Sequence[dict]) -> np.ndarray:
    """Return of each test image in how many percent of the runs it was misread."""
    wrong = np.concatenate([result["wrong"] for result in results]).astype(int)
    return 100.0 * np.bincount(wrong, minlength=results[0]["images"][1]) / len(results)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values so that the chance of any false alarm among them is kept (Holm, 1979).

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    p, order = np.asarray(p_values), np.argsort(p_values)
    adjusted = np.maximum.accumulate(np.minimum(1.0, p[order] * np.arange(len(p), 0, -1)))
    return adjusted[np.argsort(order)].tolist()
