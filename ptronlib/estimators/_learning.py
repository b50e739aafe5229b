"""One task of two classes: run a rule on it, and keep what the run was."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .. import betas
from .._validate import Array
from ._examples import Gram, Ints, Rows

NONE = np.empty(0, dtype=np.intp)


@dataclass(eq=False)
class Trace:
    """What a machine did with one batch: which examples it used, and when.

    Attributes
    ----------
    mistakes : (T,) ints
        The row of the batch of each update, in order.
    times : (T,) ints
        At which examination of the machine's life, counted from 1.
    """

    mistakes: Ints = field(default_factory=NONE.copy)
    times: Ints = field(default_factory=NONE.copy)


@dataclass(eq=False)
class Machine:
    """One perceptron between batches.

    Attributes
    ----------
    w, late : (d,) floats or None
        The weights, and the sum of the examples added times the examination each was added at;
        None where there are only inner products.
    beta, R : float
        Threshold in force, and the largest norm of an example so far.
    n_updates, seen : int
        Updates, and examinations.
    converged : bool
        Whether the last run ended because nothing violated the threshold.
    """

    w: Array | None = None
    late: Array | None = None
    beta: float = 0.0
    R: float = 0.0
    n_updates: int = 0
    seen: int = 0
    converged: bool = False


def beta_rule(options, R: float) -> betas.BetaRule:
    """Return the rule for examples of a norm up to R."""
    if options.rule == "r_independent":
        return betas.r_independent(options.factor)
    if options.rule == "infinity":
        return betas.growing(options.alpha, R)
    return betas.constant(options.beta * R**2 if options.rule == "aggressive" else 0.0)


def learn(
    examples: Rows | Gram,
    machine: Machine,
    rule: betas.BetaRule,
    *,
    order: str,
    rng: np.random.RandomState | None,
    max_updates: int,
    passes: float = np.inf,
) -> Trace:
    """Run the loop until nothing violates the threshold, or the budget or the passes are over.

    An example of length 0 is a mistake for ever and changes nothing: it is left out.
    """
    kept = np.flatnonzero(examples.norms2 > 0)
    search = _worst if order == "worst" else _in_turn
    trace, before = Trace(), machine.seen
    machine.beta = max(machine.beta, rule.start)  # a stream may have brought a longer example
    done = search(examples, machine, rule, kept, trace, rng, max_updates, passes)
    if not done and trace.mistakes.size >= max_updates:  # the last update may have been enough
        done = bool((examples.scores()[kept] > machine.beta).all())
    machine.converged = done and kept.size == len(examples.norms2)
    trace.times += before
    return trace


def _in_turn(examples, machine, rule, kept, trace, rng, max_updates, passes) -> bool:
    """Go through the examples, reshuffled each pass if there is rng; return whether all is well."""
    n, clean, seen, left = len(kept), 0, 0, max_updates
    rank = np.empty(len(examples.norms2), dtype=np.intp)
    mistakes, times = [NONE], [NONE]
    while clean < n and left > 0 and passes > 0:
        sequence = kept if rng is None else rng.permutation(kept)
        clean = clean if rng is None else 0  # a stretch over two permutations need not cover all
        found, machine.beta, clean, examined = examples.sweep(
            sequence, clean, rule, machine.beta, (machine.n_updates, machine.seen + seen), left
        )
        rank[sequence] = np.arange(n)
        mistakes.append(found)
        times.append(seen + rank[found] + 1)
        seen, left, passes = seen + examined, left - len(found), passes - 1
        machine.n_updates += len(found)
    trace.mistakes, trace.times = np.concatenate(mistakes), np.concatenate(times)
    machine.seen += seen
    return clean >= n


def _worst(examples, machine, rule, kept, trace, _rng, max_updates, _passes) -> bool:
    """Take the smallest score each time, the first among equals; it takes n examinations."""
    mistakes: list[int] = []
    done = False
    while kept.size and len(mistakes) < max_updates:
        scores = examples.scores()[kept]
        i = int(kept[np.argmin(scores)])
        if done := bool(scores.min() > machine.beta):
            break
        examples.add(i)
        mistakes.append(i)
        machine.n_updates += 1
        machine.beta = rule.next(machine.beta, machine.n_updates, float(examples.norms2[i]))
    trace.mistakes = np.array(mistakes, dtype=np.intp)
    trace.times = len(kept) * (np.arange(len(mistakes)) + 1)
    machine.seen += len(kept) * (len(mistakes) + done)
    return done or not kept.size
