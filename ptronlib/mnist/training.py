"""Train a network, pass by pass, going backward only through the images that have a loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._validate import check_choice, check_count, check_real
from ..core.betas import BetaRule
from ..core.run import keep_so_far
from .load import check_digits
from .network import Network, check_images, pulls, signs


@dataclass(frozen=True)
class Plan:
    """How a network is trained: everything but the data and the seed.

    Attributes
    ----------
    beta : BetaRule or None.  The threshold after t updates; None trains with cross-entropy.
    step : float, > 0.  Step size at the start.
    passes : int, >= 1.  Passes over the training images, at most.
    batch : int, >= 1.  Images a batch; with `wait`, examples with a loss that a batch waits for.
    wait : bool.  The dynamic batch: add up examples with a loss until there are `batch` of them.
    decay : "linear" or "none"
        Whether the step goes down to zero along the passes, in a straight line.
    clock : BetaRule or None
        The shift of each hidden neuron after the t updates that touched it; None for no clocks.
    hidden : int, >= 1.  Hidden neurons.
    gain : float, > 0
        What the first weights are multiplied by; the same as dividing the threshold by its square.
    weight_decay : float, >= 0
        Each update with step eta also takes the share eta * weight_decay of all weights away.

    Raises
    ------
    ValueError, TypeError.  A number outside its range; waiting with cross-entropy.

    Examples
    --------
    >>> from ptronlib.core import constant
    >>> Plan(constant(1.0), step=0.3, passes=50).rate(0.5)
    0.15
    """

    beta: BetaRule | None
    step: float
    passes: int
    batch: int = 100
    wait: bool = False
    decay: str = "linear"
    clock: BetaRule | None = None
    hidden: int = 800
    gain: float = 1.0
    weight_decay: float = 0.0

    def __post_init__(self):
        for name in ("beta", "clock"):
            if not isinstance(getattr(self, name), BetaRule | None):
                raise TypeError(
                    f"{name} must be a BetaRule or None; got {getattr(self, name)!r}. "
                    f"Use betas.constant(1.0) or betas.power(0.6)."
                )
        for name in ("passes", "batch", "hidden"):
            check_count(getattr(self, name), name)
        for name in ("step", "gain"):
            check_real(getattr(self, name), name, 0.0, ends="()")
        check_real(self.weight_decay, "weight_decay", 0.0, 1.0 / self.step, ends="[)")
        check_choice(self.decay, "decay", ("linear", "none"))
        if self.beta is None and self.wait:
            raise ValueError("With beta=None wait must be False: every example has a loss.")

    def rate(self, done: float) -> float:
        """Return the step size after the fraction done of all passes."""
        return self.step * (1.0 - done) if self.decay == "linear" else self.step


@dataclass(frozen=True, eq=False)
class Training:
    """A finished (or interrupted) training.

    Attributes
    ----------
    network : Network.  The last iterate.
    log : tuple of dict
        One entry a pass: "updates" so far and "fresh" ones, how many images had "losses" when
        seen, "beta" at the end; and what a watch adds.
    updates : int.  Updates made: batches in which some loss was positive.
    clocks : ndarray of int64, shape (hidden,).  Updates that touched each hidden neuron.
    converged : bool.  Whether a whole pass brought no update.
    """

    network: Network
    log: tuple[dict, ...]
    updates: int
    clocks: np.ndarray
    converged: bool


def train(
    plan: Plan,
    X: ArrayLike,
    y: ArrayLike,
    *,
    seed: int,
    watch: Callable[[Network], dict] | None = None,
) -> Training:
    """Train a network from scratch.

    Parameters
    ----------
    plan : Plan.  How.
    X, y : arrays, shapes (n, d) and (n,)
        Images, pixels from 0 to 1, and their digits; X may be a CSR matrix.
    seed : int, >= 0.  Draws the first weights and the order of each pass.
    watch : function or None
        Is given the network after each pass; what it returns joins the entry of the log.

    Returns
    -------
    Training.  The same weights, bit by bit, whenever it is repeated on one machine.

    Raises
    ------
    ValueError, TypeError.  Data that are not images with their digits; a negative seed.
    KeyboardInterrupt, MemoryError
        `.run` is the training so far: the log of the whole passes, and the network as it stands,
        which may have made half an update.

    Notes
    -----
    Stops early after a pass without an update. Source: statement A-Table1; chapter 10.
    """
    images, digits = check_pair(X, y, "X", "y")
    run = _Run(plan, images, digits, np.random.default_rng(seed))
    log: list[dict] = []
    converged = False
    try:
        while len(log) < plan.passes and not converged:
            entry = run.one_pass(len(log))
            log.append(entry | (watch(run.net) if watch else {}))
            converged = entry["fresh"] == 0
    except (KeyboardInterrupt, MemoryError) as stop:
        keep_so_far(stop, Training(run.net, tuple(log), run.updates, run.clocks, False))
        raise
    return Training(run.net, tuple(log), run.updates, run.clocks, converged)


def check_pair(X: ArrayLike, y: ArrayLike, X_name: str, y_name: str):
    """Return images as a CSR matrix with their digits."""
    images, digits = check_images(X, X_name), check_digits(y, y_name)
    if len(digits) != images.shape[0]:
        raise ValueError(
            f"{y_name} must have one digit for each of {images.shape[0]} images; got {len(digits)}."
        )
    return images, digits


class _Run:
    """A training under way.

    The weights are never shrunk: with weight decay they are `stretch` times those of a run that
    shrinks them, and the threshold (of cross-entropy, the temperature) is raised instead, by the
    square of it.
    """

    def __init__(self, plan: Plan, images, digits: np.ndarray, rng: np.random.Generator):
        from . import _ink  # whoever only loads images does not wait for numba

        self.plan, self.images, self.targets, self.rng = plan, images, signs(digits), rng
        self.ink = _ink
        self.net = Network.draw(images.shape[1], plan.hidden, rng, plan.gain)
        self.updates, self.stretch = 0, 1.0
        self.clocks = np.zeros(plan.hidden, np.int64)
        longest = plan.passes * -(-len(digits) // plan.batch)  # updates that the plan can make
        self.betas, self.shifts = (_thresholds(rule, longest) for rule in (plan.beta, plan.clock))

    @property
    def beta(self) -> float | None:
        return None if self.betas is None else float(self.betas[self.updates]) * self.stretch**2

    def one_pass(self, done: int) -> dict:
        """Go along a fresh permutation of the images, after `done` passes; return the log entry.

        A batch is full with `batch` images, or waits for as many that have a loss: the weights rest
        meanwhile, and of the images looked at ahead those after the last one needed come again.
        """
        plan, order, before = self.plan, self.rng.permutation(len(self.targets)), self.updates
        held: list[tuple] = []
        p = waiting = losses = 0
        while p < len(order):
            first, chosen = p, order[p : p + plan.batch]
            hidden, pulled = self._look(chosen)
            kept = np.flatnonzero(pulled.any(axis=1))[: plan.batch - waiting]
            full = waiting + len(kept) == plan.batch
            p += int(kept[-1]) + 1 if full else len(chosen)
            if len(kept):
                held.append((chosen[kept], hidden[kept], pulled[kept]))
                waiting, losses = waiting + len(kept), losses + len(kept)
            if held and (full or not plan.wait or p == len(order)):
                rate = plan.rate((done + first / len(order)) / plan.passes)
                self._update(*map(np.concatenate, zip(*held, strict=True)), rate=rate)
                held, waiting = [], 0
        seen = {"updates": self.updates, "fresh": self.updates - before, "losses": losses}
        return seen if plan.beta is None else seen | {"beta": self.beta}

    def _look(self, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the hidden values of the chosen images, and where the loss pulls their scores."""
        net = self.net
        hidden = self.ink.times(self.images, chosen, net.W1, net.b1)
        np.maximum(hidden, 0, out=hidden)
        scores = hidden @ net.W2
        if self.beta is None and self.stretch > 1:
            scores /= self.stretch**2
        return hidden, pulls(scores, self.targets[chosen], self.beta)

    def _update(self, chosen, hidden, pulled, *, rate: float) -> None:
        r"""Step along the sum of the pulls.

        With p the pulls and h the hidden values, the weights move by the rate times
        :math:`\sum h p^\top` and :math:`\sum x q^\top`, where :math:`q = (W_2 p) [h > 0]`.
        """
        W1, b1, W2 = self.net.W1, self.net.b1, self.net.W2
        kept_share = 1.0 - rate * self.plan.weight_decay
        pulled = rate / (self.plan.batch * kept_share) * pulled
        back = (pulled @ W2.T) * (hidden > 0)
        W2 += hidden.T @ pulled
        b1 += back.sum(axis=0)
        self.ink.add_outer(self.images, chosen, back, W1)
        self.updates += 1
        self.stretch /= kept_share
        touched = (back != 0).any(axis=0)
        self.clocks += touched
        if self.shifts is not None:
            b1 -= self.shifts[self.clocks] - self.shifts[self.clocks - touched]


def _thresholds(rule: BetaRule | None, longest: int) -> np.ndarray | None:
    """Tabulate the threshold after 0, 1, ..., longest updates; a rule of norms sees norm 1."""
    if rule is None:
        return None
    return np.array([rule.start, *(rule.next(rule.start, t, 1.0) for t in range(1, longest + 1))])
