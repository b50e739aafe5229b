"""Train a network, pass by pass, losing at most the pass that was interrupted."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import ArrayLike

from .._validate import check_count
from .checkpoint import configuration, load_state, save_state
from .images import check_digits, check_images, resident
from .loss import signs
from .network import Network, margins
from .passes import State, current_beta, run_pass
from .plan import Plan

QUANTILES = (0.01, 0.1, 0.5, 0.9)


@dataclass(frozen=True, eq=False)
class Training:
    """A finished training.

    Attributes
    ----------
    network : Network
        The last iterate.
    log : tuple of dict
        One entry a pass: "updates" so far, examples with "losses" and "mistakes" when seen,
        "beta" at the end, "norms" of both layers; with images held out also their "error" in
        percent and "margins", quantiles of right score minus best other score.
    updates : int
        Updates made: batches in which some loss was positive.
    clocks : ndarray of int64, shape (hidden,)
        Updates that touched each hidden neuron.
    converged : bool
        Whether a whole pass brought no update.
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
    held_out: tuple[ArrayLike, ArrayLike] | None = None,
    device: str = "cpu",
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> Training:
    """Train a network from scratch, or from its last checkpoint.

    Parameters
    ----------
    plan : Plan
        How.
    X, y : arrays, shapes (n, d) and (n,)
        Images, pixels from 0 to 1, and their digits.
    seed : int, >= 0
        Draws the first weights and the order of each pass.
    held_out : (X, y) or None
        Images that are only looked at, after each pass.
    device : str
        Where to compute.
    checkpoint : path or None
        File to continue from if it is there, written after each pass in one step.
    progress : bool
        Whether to show a bar.

    Returns
    -------
    Training
        The same weights, bit by bit, however often it was interrupted: on one machine, with one
        number of threads.

    Raises
    ------
    ValueError, TypeError
        Bad data, a device that is not there, or a checkpoint of another plan, seed
        or sample, or one that is damaged; the file is left as it is.
    OSError
        The checkpoint cannot be written; the one before is intact.

    Notes
    -----
    Stops early after a pass without an update. Source: statement A-Table1; chapter 10.
    """
    if not isinstance(plan, Plan):
        raise TypeError(f"plan must be a Plan; got {type(plan).__name__}.")
    seed = check_count(seed, "seed", 0)
    X, y, held_out = check_data(X, y, held_out)
    images = resident(X, device)
    targets = signs(torch.from_numpy(y)).to(images.device)
    watched = held_out and (
        resident(held_out[0], device), torch.from_numpy(held_out[1]).to(images.device)
    )  # fmt: skip
    identity = configuration(plan, X, y, seed)
    state = load_state(checkpoint, identity) if checkpoint is not None else None
    state = state or State.start(plan, X.shape[1], seed)
    state.net = Network(*(part.to(images.device) for part in state.net.tensors.values()))
    with _bar(plan.passes, state.passes, progress) as bar:
        while state.passes < plan.passes and not _idle(state):
            before = state.updates
            seen = run_pass(state, plan, images, targets)
            state.log.append(_entry(state, plan, seen, state.updates - before, watched))
            if checkpoint is not None:
                save_state(checkpoint, state, identity)
            bar.set_postfix(error=state.log[-1].get("error"), updates=state.updates)
            bar.update()
    return Training(state.net, tuple(state.log), state.updates, state.clocks, _idle(state))


def check_data(
    X: ArrayLike, y: ArrayLike, held_out: tuple[ArrayLike, ArrayLike] | None
) -> tuple[np.ndarray, np.ndarray, tuple[np.ndarray, np.ndarray] | None]:
    """Return the images and digits checked, and so the held-out ones."""
    X = check_images(X)
    y = check_digits(y, len(X))
    if held_out is None:
        return X, y, None
    if not isinstance(held_out, tuple | list) or len(held_out) != 2:
        raise TypeError(f"held_out must be a pair (X, y) or None; got {type(held_out).__name__}.")
    X_out = check_images(held_out[0], "held_out[0]")
    if X_out.shape[1] != X.shape[1]:
        raise ValueError(
            f"held_out images must have {X.shape[1]} pixels, as X; got {X_out.shape[1]}."
        )
    return X, y, (X_out, check_digits(held_out[1], len(X_out), "held_out[1]"))


def percent_wrong(gaps: torch.Tensor) -> float:
    """Return the percentage of margins that are not positive."""
    return 100.0 * int((gaps <= 0).sum()) / len(gaps)


def _idle(state: State) -> bool:
    return bool(state.log) and state.log[-1]["fresh"] == 0


def _entry(state: State, plan: Plan, seen: dict, fresh: int, watched) -> dict:
    net = state.net
    entry = {"updates": state.updates, "fresh": fresh, **seen}
    if plan.beta is not None:
        entry["beta"] = current_beta(state, plan)
    entry["norms"] = [float(torch.linalg.vector_norm(W)) for W in (net.W1, net.W2)]
    if watched is not None:
        gaps = margins(net.score(watched[0]), watched[1])
        entry["error"] = percent_wrong(gaps)
        levels = torch.tensor(QUANTILES, device=gaps.device)
        entry["margins"] = [float(q) for q in torch.quantile(gaps, levels)]
    return entry


def _bar(total: int, initial: int, progress: bool):
    from tqdm.auto import tqdm

    tqdm.monitor_interval = 0  # no thread that watches the bar: a browser has none
    return tqdm(total=total, initial=initial, unit="pass", disable=not progress)
