"""Is a threshold only a size of the first weights, also where networks are trained as usual?

    python experiments/optimizers.py run         what is missing
    python experiments/optimizers.py summary

The design is in README.md, the results are in results/optimizers.json.
"""

from __future__ import annotations

import json
import platform
from importlib.metadata import version
from pathlib import Path

import numpy as np
import torch
from one_dimension import BATCH, GROUPS, HIDDEN, Data, data
from records import main, write
from scipy.stats import t as student
from torch import nn
from tqdm import tqdm

from ptronlib.torch import BetaLoss, signed_targets, train

STUDY, FORMAT = "optimizers", "ptronlib-optimizers-1"
SEEDS, PASSES, WITHIN = tuple(range(10)), 30, 0.5
SETTINGS = {"start": (1.0, 1.0), "larger": (16.0, 4.0), "smaller": (1 / 16, 0.25),
            "threshold": (16.0, 1.0)}  # fmt: skip
KINDS = ("plain", "momentum", "output biases", "batch normalization", "Adam", "all")


def build(kind: str, gain: float) -> tuple[nn.Sequential, torch.optim.Optimizer]:
    """Return a network whose first weights are multiplied by the gain, and its optimizer."""
    every = kind == "all"
    model = nn.Sequential(
        nn.Linear(40, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 10, bias=every or "biases" in kind)
    )
    if every or kind == "batch normalization":
        model.insert(1, nn.BatchNorm1d(HIDDEN))
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(gain)
    if every or kind == "Adam":
        return model, torch.optim.AdamW(model.parameters(), lr=0.001, weight_decay=0.0)
    momentum = 0.9 if kind == "momentum" else 0.0
    return model, torch.optim.SGD(model.parameters(), lr=0.1 * (1 - momentum), momentum=momentum)


def error(kind: str, setting: str, seed: int, known: Data, passes: int = PASSES) -> float:
    """Train one network; return its error on the test set, in percent."""
    torch.manual_seed(seed)
    beta, gain = SETTINGS[setting]
    model, optimizer = build(kind, gain)
    X, y = known.training[seed]
    loss = BetaLoss(beta, reduction="batchmean")
    rng = np.random.default_rng(seed)
    train(model, X, signed_targets(y, 10), loss, optimizer,
          passes=passes, batch_size=BATCH, rng=rng)  # fmt: skip
    model.eval()
    with torch.no_grad():
        X, y = known.test
        wrong = sum(
            int((model(x).argmax(dim=1) != own).sum())
            for x, own in zip(X.chunk(GROUPS), y.chunk(GROUPS), strict=True)
        )
    return 100 * wrong / len(y)


def run(folder: Path, known: Data, passes: int = PASSES) -> None:
    """Write the files that are missing, one for each network and setting."""
    about = {
        "format": FORMAT, "passes": passes, "batch": BATCH, "seeds": SEEDS, "data": known.digest,
        "versions": {name: version(name) for name in ("mnist1d", "torch")},
        "machine": platform.system(),
    }  # fmt: skip
    places = [(kind, name, folder / f"{kind}-{name}.json") for kind in KINDS for name in SETTINGS]
    for kind, name, path in tqdm(places, unit="setting"):
        if not path.exists():
            errors = [error(kind, name, seed, known, passes) for seed in SEEDS]
            write(path, json.dumps(about | {"kind": kind, "setting": name, "errors": errors}))


def summary(folder: Path) -> str:
    """Compare each setting with the start, paired by seed; write and return it."""
    found, lines = {}, [f"{'':20} {'error':>6}  difference to beta = 1 [95% interval]"]
    for kind in KINDS:
        errors = {
            name: np.array(json.loads((folder / f"{kind}-{name}.json").read_text())["errors"])
            for name in SETTINGS
        }
        found[kind] = {"error": errors["start"].mean()}
        line = f"{kind:20} {found[kind]['error']:6.2f} "
        for name in list(SETTINGS)[1:]:
            difference = errors[name] - errors["start"]
            mean, spread = difference.mean(), difference.std(ddof=1) / len(difference) ** 0.5
            half = student.ppf(0.975, len(difference) - 1) * spread
            survives = bool(max(abs(mean - half), abs(mean + half)) < WITHIN)
            found[kind][name] = {"mean": mean, "half": half, "survives": survives}
            line += f"  {name} {mean:+.2f} [{mean - half:+.2f}, {mean + half:+.2f}]"
        lines.append(line)
    write(folder / "summary.json", json.dumps(found, indent=1))
    return "\n".join(lines)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main(__doc__, STUDY, lambda folder: run(folder, data()), summary)
