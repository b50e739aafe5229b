r"""Compare rows of an experiment that was repeated with several seeds, the same ones for each row.

.. math:: \bar e \pm t_{n-1,\,0.975}\, s / \sqrt n
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

from ._validate import LARGEST, check_count, check_domain, check_iterable, check_path

__all__ = [
    "Difference",
    "Interval",
    "common_seeds",
    "compare",
    "holm",
    "interval",
    "load_runs",
    "wrong_shares",
]


@dataclass(frozen=True)
class Interval:
    """A mean with its 95% confidence interval.

    Attributes
    ----------
    mean, low, high : float
        The interval is from low to high.
    n : int
        How many values it was made of.
    """

    mean: float
    low: float
    high: float
    n: int

    @property
    def excludes_zero(self) -> bool:
        """Whether zero lies outside."""
        return not self.low <= 0.0 <= self.high


@dataclass(frozen=True)
class Difference:
    """How much larger the error of one row is than that of another, paired by seed.

    Attributes
    ----------
    first, second : str
        The rows.
    over_seeds : Interval
        Of the difference from seed to seed, on the very test images used.
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
        return self.p < 0.05 and self.over_images.excludes_zero


def interval(values: ArrayLike) -> Interval:
    """Return the mean of independent values with its 95% interval, by Student's t.

    Parameters
    ----------
    values : array, shape (n,)
        At least two.

    Raises
    ------
    ValueError, TypeError
        Fewer than two values, or one that is not a finite number of at most 1e150.

    Examples
    --------
    >>> interval([1.0, 2.0, 3.0])
    Interval(mean=2.0, low=-0.484137..., high=4.484137..., n=3)
    """
    from scipy.special import stdtrit

    values = check_domain(values, "values", -LARGEST, LARGEST)
    n = check_count(values.size, "the number of values", 2)
    half = float(stdtrit(n - 1, 0.975) * values.std(ddof=1) / np.sqrt(n))
    mean = float(values.mean())
    return Interval(mean, mean - half, mean + half, n)


def load_runs(folder: str | os.PathLike[str]) -> dict[str, dict[int, dict]]:
    """Load the recorded runs of an experiment.

    Parameters
    ----------
    folder : path
        Of the results; the runs lie in its subfolder ``runs``.

    Returns
    -------
    dict
        The result of each seed of each row, by row and then by seed, both in order.

    Raises
    ------
    ValueError, TypeError
        No runs there, a file that is not whole, or no path.
    """
    check_path(folder, "folder")
    found: dict[str, dict[int, dict]] = {}
    for path in sorted(Path(folder).joinpath("runs").glob("*.json")):
        try:
            result = json.loads(path.read_text("utf-8"))
            found.setdefault(result["job"]["row"], {})[result["job"]["seed"]] = result
        except (KeyError, ValueError, TypeError) as error:
            raise ValueError(f"{path} must be a whole result; it is not ({error!r}).") from None
    if not found:
        raise ValueError(f"{folder} must hold results in runs/; there are none.")
    return {row: dict(sorted(found[row].items())) for row in sorted(found)}


def common_seeds(runs: Mapping[str, Mapping[int, dict]]) -> list[int]:
    """Return the seeds that every row has, in order.

    Raises
    ------
    ValueError, TypeError
        No rows, or not a mapping of rows to mappings.

    Examples
    --------
    >>> common_seeds({"a": {0: {}, 1: {}}, "b": {1: {}, 2: {}}})
    [1]
    """
    if not isinstance(runs, Mapping) or not all(isinstance(s, Mapping) for s in runs.values()):
        raise TypeError("runs must map each row to its results by seed, as load_runs returns them.")
    if not runs:
        raise ValueError("runs must have at least one row; got none.")
    return sorted(set.intersection(*(set(seeds) for seeds in runs.values())))


def wrong_shares(seeds: Mapping[int, dict], chosen: Sequence[int]) -> np.ndarray:
    """Return the share of the chosen seeds that got each test image wrong.

    Raises
    ------
    ValueError, TypeError
        No seeds chosen, or one that has no result.

    Examples
    --------
    >>> runs = {0: {"wrong": [1], "images": [9, 3]}, 1: {"wrong": [1, 2], "images": [9, 3]}}
    >>> wrong_shares(runs, [0, 1])
    array([0. , 1. , 0.5])
    """
    if not isinstance(seeds, Mapping):
        raise TypeError(f"seeds must map each seed to its result; got {type(seeds).__name__}.")
    chosen = [check_count(seed, "Each of chosen", 0) for seed in check_iterable(chosen, "chosen")]
    missing = [seed for seed in chosen if seed not in seeds]
    if missing or not chosen:
        raise ValueError(
            f"chosen must name at least one seed, and only those in seeds; got {chosen}, and "
            f"results for {list(seeds)}."
        )
    counts = np.zeros(seeds[chosen[0]]["images"][1])
    for seed in chosen:
        counts[seeds[seed]["wrong"]] += 1.0
    return counts / len(chosen)


def compare(
    errors: Mapping[str, Sequence[float]], wrong: Mapping[str, ArrayLike]
) -> tuple[Difference, ...]:
    """Compare every two rows of an experiment.

    Parameters
    ----------
    errors : mapping of row to sequence of float
        The error in percent with each seed, the same seeds in the same order for each row.
    wrong : mapping of row to array, shape (images,)
        The share of the seeds that got each test image wrong.

    Returns
    -------
    tuple of Difference
        One for each pair, in the order of the mapping.

    Raises
    ------
    ValueError, TypeError
        Rows with different numbers of seeds, or fewer than two; other rows in `wrong`; no numbers.

    Notes
    -----
    The two intervals answer two questions. Over the seeds: would other first weights and orders
    give the same sign on these images? Over the images: would other images, to these networks?
    A difference is called real only if both say yes.

    Examples
    --------
    >>> errors = {"a": [1.5, 1.6, 1.7], "b": [1.1, 1.2, 1.4]}
    >>> wrong = {"a": np.repeat([1.0, 0.0], [16, 984]), "b": np.repeat([1.0, 0.0], [12, 988])}
    >>> compare(errors, wrong)[0].real
    True
    """
    for name, rows in (("errors", errors), ("wrong", wrong)):
        if not isinstance(rows, Mapping):
            raise TypeError(f"{name} must map each row to its numbers; got {type(rows).__name__}.")
    errors = {
        r: list(check_domain(v, "errors", -LARGEST, LARGEST).ravel()) for r, v in errors.items()
    }
    wrong = {r: list(check_domain(v, "wrong", 0.0, 1.0).ravel()) for r, v in wrong.items()}
    if set(errors) != set(wrong) or len({len(row) for row in errors.values()}) != 1:
        raise ValueError(
            "errors and wrong must have the same rows, each with the same number of seeds; got "
            f"{ {row: len(values) for row, values in errors.items()} } and {list(wrong)}."
        )
    pairs = list(combinations(errors, 2))
    apart = [np.subtract(errors[a], errors[b]) for a, b in pairs]
    adjusted = holm([_paired_p(d) for d in apart])
    return tuple(
        Difference(
            a, b, interval(d), interval(100.0 * (np.asarray(wrong[a]) - np.asarray(wrong[b]))), p
        )
        for (a, b), d, p in zip(pairs, apart, adjusted, strict=True)
    )


def _paired_p(differences: np.ndarray) -> float:
    """Return the two-sided p-value of Student's test that the mean is zero."""
    from scipy.special import stdtr

    n = len(differences)
    spread = differences.std(ddof=1)
    if spread == 0.0:
        return float(differences.mean() == 0.0)
    return float(2.0 * stdtr(n - 1, -abs(differences.mean()) / (spread / np.sqrt(n))))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values so that the chance of any false alarm among them is kept (Holm, 1979).

    Parameters
    ----------
    p_values : sequence of float in [0, 1]
        One for each hypothesis.

    Returns
    -------
    list of float
        In the same order.

    Raises
    ------
    ValueError, TypeError
        Not a list of numbers from 0 to 1.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    p = check_domain(p_values, "p_values", 0.0, 1.0, largest=np.inf)
    if p.ndim != 1:
        raise ValueError(f"p_values must be a list of numbers; got shape {p.shape}.")
    order = np.argsort(p, kind="stable")
    scaled = np.minimum(1.0, p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty(len(p))
    adjusted[order] = np.maximum.accumulate(scaled)
    return adjusted.tolist()
