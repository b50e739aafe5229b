"""Checkpoints: one safetensors file whose header holds the rest as JSON, replaced in one step."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import numpy as np
import torch

from .._files import write_whole
from .network import Network
from .passes import State
from .plan import Plan

FORMAT = "ptronlib-training-1"


def configuration(plan: Plan, X: np.ndarray, y: np.ndarray, seed: int) -> dict[str, object]:
    """Return what must agree for a training to be continued: plan, seed and the data's digest."""
    digest = hashlib.sha256(X.data)
    digest.update(y.data)
    return {
        "format": FORMAT,
        "plan": plan.describe(),
        "seed": seed,
        "shape": list(X.shape),
        "data": digest.hexdigest(),
    }


def save_state(path: str | os.PathLike[str], state: State, identity: dict) -> None:
    """Write the state beside the path and move it there: the file is the old one or the new one."""
    from safetensors.torch import save  # a browser has no safetensors, and writes no checkpoints

    tensors = {name: part.cpu().contiguous() for name, part in state.net.tensors.items()}
    tensors["clocks"] = torch.from_numpy(state.clocks)
    rest = {
        "identity": identity,
        "rng": state.rng.bit_generator.state,
        "updates": state.updates,
        "passes": state.passes,
        "stretch": state.stretch,
        "share": state.share,
        "log": state.log,
        "digest": _digest(tensors),
    }
    write_whole(path, save(tensors, {"training": json.dumps(rest)}))


def load_state(path: str | os.PathLike[str], identity: dict) -> State | None:
    """Return the state in the file, None if there is no file; refuse one that is not ours."""
    path = Path(path)
    if not path.exists():
        return None
    tensors, rest = _read(path)
    for key, value in identity.items():
        if rest["identity"].get(key) != value:
            raise ValueError(
                f"The checkpoint must belong to this training; {path} differs in {key}: "
                f"{rest['identity'].get(key)} instead of {value}. Use another file for each."
            )
    rng = np.random.default_rng()
    rng.bit_generator.state = rest["rng"]
    clocks = tensors.pop("clocks").numpy().copy()
    counters = {name: rest[name] for name in ("updates", "passes", "stretch", "share", "log")}
    return State(Network(**tensors), rng, clocks, **counters)


def _read(path: Path) -> tuple[dict[str, torch.Tensor], dict]:
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, "pt") as file:
            rest = json.loads((file.metadata() or {})["training"])
            tensors = {name: file.get_tensor(name).clone() for name in file.keys()}  # noqa: SIM118
        if rest["digest"] != _digest(tensors):
            raise ValueError("its contents do not match their digest")
    except (SafetensorError, KeyError, ValueError, TypeError) as error:
        raise ValueError(
            f"The checkpoint must be a whole file written by a training; {path} is not "
            f"({error}). Remove it to start afresh."
        ) from None
    return tensors, rest


def _digest(tensors: dict[str, torch.Tensor]) -> str:
    digest = hashlib.sha256()
    for name in sorted(tensors):
        digest.update(name.encode() + tensors[name].numpy().tobytes())
    return digest.hexdigest()
