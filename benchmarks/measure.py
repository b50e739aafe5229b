r"""Time two works in turn, and say how much faster one is than the other.

.. math:: \text{ratio} = \frac{\text{median of the peer's times}}{\text{median of ours}}

They alternate within one process, so that whatever else the machine does slows both. The spread is
that of the ratios of neighbours: their quartiles.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

Work = Callable[[], object]


@dataclass(frozen=True)
class Pair:
    """The same task done twice, ready to be timed.

    Attributes
    ----------
    ours, peer : functions without arguments
        What is timed. No peer: only our own time is of interest.
    units, peer_units : float
        How many passes, updates, programmes one call stands for; times are divided by them.
    read : float
        Bytes that one unit must read from memory at least.
    flops : float
        Multiplications and additions that one unit needs.
    facts : dict
        What else the reader should know, with numbers.
    """

    ours: Work
    peer: Work | None = None
    units: float = 1.0
    peer_units: float = 1.0
    read: float = 0.0
    flops: float = 0.0
    facts: dict | None = None


@dataclass(frozen=True)
class Row:
    """One row of the table.

    Attributes
    ----------
    key : str
        Name of its file of results.
    work, peer : str
        What was done, and by whom else.
    least : float
        The ratio that is promised; of a row without peer, the units a second.
    prepare : function without arguments
        Returns the Pair; its time does not count.
    repeats : int
        How often each of the two is timed.
    """

    key: str
    work: str
    peer: str
    least: float
    prepare: Callable[[], Pair]
    repeats: int = 7


def seconds(work: Work) -> float:
    """Return how long the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def alternate(works: Iterable[Work], repeats: int) -> np.ndarray:
    """Return the times of the works, (repeats, number of works), each round in turn.

    A round before the first one, for compilers and caches, does not count.
    """
    works = list(works)
    for work in works:
        work()
    return np.array([[seconds(work) for work in works] for _ in range(repeats)])


def summary(times: np.ndarray) -> dict[str, float]:
    """Return median and quartiles."""
    low, middle, high = np.quantile(times, [0.25, 0.5, 0.75])
    return {"median": float(middle), "low": float(low), "high": float(high)}


def compare(row: Row, limits: dict[str, float]) -> dict:
    """Measure one row; `limits` are the machine's, as `machine.limits` returns them."""
    pair = row.prepare()
    works = [pair.ours] if pair.peer is None else [pair.ours, pair.peer]
    times = alternate(works, row.repeats)
    ours = times[:, 0] / pair.units
    found = {
        "key": row.key,
        "work": row.work,
        "peer": row.peer,
        "least": row.least,
        "repeats": row.repeats,
        "ours": summary(ours),
        "facts": pair.facts or {},
    }
    if pair.peer is None:
        found["value"] = summary(1.0 / ours)
    else:
        peer = times[:, 1] / pair.peer_units
        spread = summary(peer / ours)
        found |= {"theirs": summary(peer)}
        found["value"] = spread | {"median": float(np.median(peer) / np.median(ours))}
    middle = found["ours"]["median"]
    if pair.read:
        found["of_reading"] = pair.read / middle / limits["read"]
    if pair.flops:
        found["of_arithmetic"] = pair.flops / middle / limits["flops"]
    return found
