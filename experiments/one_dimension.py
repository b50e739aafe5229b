"""The second data set, MNIST-1D: rows, search, runs and summary; the design is in README.md.

    python experiments/one_dimension.py run         the law, then one file a row
    python experiments/one_dimension.py summary     means and paired differences

All runs of a row are trained as one batch of matrices. A row that was interrupted begins anew.
"""

from __future__ import annotations

import hashlib
import json
import platform
import time
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as nnf
from jobs import processor
from mnist1d.data import get_dataset_args, make_dataset
from records import main, write
from scipy.stats import ttest_rel
from statsmodels.stats.multitest import multipletests
from study import beyond

STUDY = "one_dimension"
FORMAT, DATA_SEED = "ptronlib-one-dimension-1", 24
TEST, VALID, TRAIN, GROUPS = 200_000, 20_000, 4000, 40  # examples; groups that show the noise
SEARCH_SEEDS, SEEDS = (1000, 1001, 1002), tuple(range(20))
HIDDEN, CHANNELS, BATCH, PASSES = 100, 16, 25, 60
STEPS, FINAL, EXTENSIONS = (0.025, 0.05, 0.1, 0.2, 0.4), (1e1, 1e2, 1e3, 1e4, 1e5), 4
AROUND = tuple(2 ** (k / 4) for k in (-2, -1, 0, 1, 2))
PACKAGES = ("mnist1d", "numpy", "scipy", "statsmodels", "torch")


@dataclass(frozen=True)
class Row:
    """What a row fixes."""

    label: str
    shape: str = "one"  # of the threshold, a key of BETAS
    decays: bool = False
    depth: int = 2  # layers with weights
    conv: bool = False  # all but the last
    same: str = ""  # the row whose B is taken instead of a search


# The threshold after t updates, or cross-entropy's temperature; one entry a run.
BETAS = {
    "one": lambda t, B: torch.ones_like(t),
    "t40": lambda t, B: t**0.4,
    "t75": lambda t, B: t**0.75,
    "once": lambda t, B: B,
    "entropy": lambda t, B: torch.ones_like(t),
}
ROWS = {
    "one": Row("beta = 1"),
    "t40": Row("beta = t^0.4", "t40"),
    "t75": Row("beta = t^0.75", "t75"),
    "entropy": Row("cross-entropy", "entropy"),
    "decay": Row("beta = 1, weight decay", decays=True),
    "entropy-decay": Row("cross-entropy, weight decay", "entropy", decays=True),
    "once": Row("beta = B at once", "once"),
    "once-same": Row("beta = B at once, the B of decay", "once", same="decay"),
}
ROWS |= {f"{k}-{L}": replace(ROWS[k], depth=L) for L in (1, 3, 4) for k in ("one", "decay")}
CONV = ("one", "decay", "entropy", "entropy-decay")
ROWS |= {f"conv-{k}": replace(ROWS[k], depth=4, conv=True) for k in CONV}
COMPARED = [
    *combinations(("one", "t40", "t75", "entropy", "decay"), 2), ("entropy", "entropy-decay"),
    ("decay", "entropy-decay"), *((f"one-{L}", f"decay-{L}") for L in (1, 3, 4)),
    ("conv-one", "conv-decay"), ("conv-entropy", "conv-entropy-decay"),
    ("conv-decay", "conv-entropy-decay"), ("conv-one", "conv-entropy"),
    ("once", "decay"), ("once-same", "decay"),
]  # fmt: skip


class Data(NamedTuple):
    """Training sets by seed, examples for the search and for the test, and a digest of all."""

    training: dict[int, tuple[torch.Tensor, torch.Tensor]]
    valid: tuple[torch.Tensor, torch.Tensor]
    test: tuple[torch.Tensor, torch.Tensor]
    digest: str


class Run(NamedTuple):
    """A seed with a step and the size B."""

    seed: int
    step: float
    scale: float = 1.0


def data(train: int = TRAIN, valid: int = VALID, test: int = TEST) -> Data:
    """Generate all examples in one call, which takes a minute and a half, and deal them out."""
    seeds, given = (*SEEDS, *SEARCH_SEEDS), get_dataset_args()
    sizes = [test, valid] + [train] * len(seeds)
    given.num_samples, given.train_split, given.seed = sum(sizes), 1.0, DATA_SEED
    made = make_dataset(given)
    x, y = made["x"].astype(np.float32), made["y"]
    digest = hashlib.sha256(x.tobytes() + y.tobytes()).hexdigest()
    outer, inner, *rest = zip(*(torch.from_numpy(a).split(sizes) for a in (x, y)), strict=True)
    return Data(dict(zip(seeds, rest, strict=True)), inner, outer, digest)


def draw(row: Row, seed: int, dtype: torch.dtype) -> list[torch.Tensor]:
    """Return first weights, layer by layer, and then the biases of the first layer."""
    wide, C = [40, *[HIDDEN] * (row.depth - 1), 10], CHANNELS
    shapes, inputs = [*pairwise(wide), (1, wide[1])], [*wide[:-1], 40]
    if row.conv:
        shapes = [(C, 1, 5), (C, C, 3), (C, C, 3), (5 * C, 10), (C,)]
        inputs = [5, 3 * C, 3 * C, 5 * C, 5]
    rng = torch.Generator().manual_seed(seed)
    parts = [torch.rand(shape, generator=rng, dtype=dtype) for shape in shapes]
    return [(2 * part - 1) / n**0.5 for part, n in zip(parts, inputs, strict=True)]


def scores(row: Row, weights: list[torch.Tensor], X: torch.Tensor) -> torch.Tensor:
    """Return the ten scores, shape (runs, n, 10), of examples of shape (runs, n, 40)."""
    *layers, bias = weights
    if not row.conv:
        x = torch.baddbmm(bias, X, layers[0])
        for layer in layers[1:]:
            x = torch.bmm(x.relu(), layer)
        return x
    runs, n, _ = X.shape
    x = X.transpose(0, 1)
    for layer, shift in zip(layers[:-1], (bias.flatten(), None, None), strict=True):
        x = nnf.conv1d(x, layer.flatten(0, 1), shift, 2, 1, groups=runs).relu()
    return torch.bmm(x.reshape(n, runs, -1).transpose(0, 1), layers[-1])


def pulls(row: Row, s: torch.Tensor, right: torch.Tensor, beta: torch.Tensor) -> torch.Tensor:
    """Return the pull on each score; ties pull, which an automatic derivative would not see."""
    if row.shape == "entropy":  # beta is the temperature
        return right - torch.softmax(s / beta[:, None, None], dim=2)
    signs = 2 * right - 1
    return signs * (signs * s <= beta[:, None, None])


def train(row, runs, known, passes, gain=1.0, law=True, dtype=torch.float32):
    """Return the last weights, each tensor with one entry a run in front.

    `gain` multiplies first weights, its power L thresholds and, if `law`, its power 2 - L steps.
    """
    seeds = sorted({run.seed for run in runs})
    at = torch.tensor([seeds.index(run.seed) for run in runs])
    X = torch.stack([known.training[seed][0] for seed in seeds]).to(dtype)
    right = nnf.one_hot(torch.stack([known.training[seed][1] for seed in seeds]), 10).to(dtype)
    drawn = zip(*(draw(row, seed, dtype) for seed in seeds), strict=True)
    weights = [(gain * torch.stack(part)[at]).requires_grad_() for part in drawn]
    orders = [torch.Generator().manual_seed(10**6 + seed) for seed in seeds]
    _, steps, B = torch.tensor(runs, dtype=dtype).T
    steps = steps * gain ** (2 - row.depth if law else 0)
    n, t, rule = X.shape[1], torch.zeros_like(B), BETAS[row.shape]
    share = 2 * B.log() / (row.depth * passes * -(-n // BATCH)) if row.decays else 0 * B
    for done in range(passes):
        order = torch.stack([torch.randperm(n, generator=one) for one in orders])[at]
        for k in range(0, n, BATCH):
            chosen = order[:, k : k + BATCH]
            s = scores(row, weights, X[at[:, None], chosen])
            left = 1 - (done + k / n) / passes
            beta = gain**row.depth * rule(t, B)
            pull = pulls(row, s.detach(), right[at[:, None], chosen], beta)
            moves = torch.autograd.grad(s, weights, (left * steps / BATCH)[:, None, None] * pull)
            updates = pull.flatten(1).any(dim=1).to(dtype)
            t += updates
            with torch.no_grad():
                kept = 1 - updates * left * share
                for part, move in zip(weights, moves, strict=True):
                    part.mul_(kept.view(-1, *[1] * (part.ndim - 1))).add_(move)
    return [part.detach() for part in weights]


def misread(row: Row, weights: list[torch.Tensor], X: torch.Tensor, y: torch.Tensor) -> np.ndarray:
    """Return how many examples of each group each run misreads, shape (runs, GROUPS)."""
    found = []
    for x, labels in zip(X.chunk(GROUPS), y.chunk(GROUPS), strict=True):
        s = scores(row, weights, x.expand(len(weights[0]), -1, -1))
        own = nnf.one_hot(labels, 10).bool()
        others = s.masked_fill(own, -torch.inf).amax(dim=2)
        found.append((~(s[:, own] > others)).sum(dim=1))
    return torch.stack(found, dim=1).numpy()


def search(row: Row, known: Data, passes: int) -> tuple[float, float, list[dict]]:
    """Return the step and the size B that did best on the examples for the search, and all."""
    tried: dict[tuple[float, float], list[float]] = {}

    def best_of(values, choice):
        grid, more = [], list(values)
        while more and len(grid) <= len(values) + EXTENSIONS - 1:
            grid += more
            new = [pair for pair in map(choice, more) if pair not in tried]
            runs = [Run(seed, *pair) for pair in new for seed in SEARCH_SEEDS]
            if runs:
                wrong = misread(row, train(row, runs, known, passes), *known.valid).sum(axis=1)
                errors = (100 * wrong / len(known.valid[1])).reshape(len(new), -1)
                tried.update(zip(new, errors.tolist(), strict=True))
            best = min(grid, key=lambda value: (sum(tried[choice(value)]), value))
            more = [value for value in beyond(grid, best) if choice(value)[1] >= 1]
        return best

    sized = row.decays or row.shape == "once"
    step = best_of(STEPS, lambda value: (value, FINAL[1] if sized else 1.0))
    if sized:
        scale = best_of(FINAL, lambda value: (step, value))
    else:
        step, scale = step * best_of(AROUND, lambda value: (step * value, 1.0)), 1.0
    return step, scale, [{"step": a, "scale": b, "errors": e} for (a, b), e in tried.items()]


def doubling(known: Data, passes: int) -> dict[str, dict]:
    """Return, for each network, by how much doubled first weights miss twice the last, in float64.

    "law": thresholds and steps are as the law says; "steps kept": thresholds only.
    """
    found: dict[str, dict] = {}
    for name in ("one-1", "one", "one-3", "one-4", "conv-one"):
        given = (ROWS[name], [Run(seed, 0.05) for seed in SEARCH_SEEDS], known, passes)
        last = [2 * part for part in train(*given, dtype=torch.float64)]
        for key, law in (("law", True), ("steps kept", False)):
            twice = train(*given, gain=2.0, law=law, dtype=torch.float64)
            off = [(b - a).abs().max() / a.abs().max() for a, b in zip(last, twice, strict=True)]
            found.setdefault(name, {})[key] = float(max(off))
    return found


def carry_out(name: str, folder: Path, known: Data, passes: int) -> dict:
    """Search for a row's step and size, train and test it with all seeds; return its result."""
    row, start = ROWS[name], time.process_time()
    if row.same:
        found = [json.loads((folder / f"{k}.json").read_text()) for k in (row.shape, row.same)]
        step, scale, tried = found[0]["step"], found[1]["scale"], []
    else:
        step, scale, tried = search(row, known, passes)
    weights = train(row, [Run(seed, step, scale) for seed in SEEDS], known, passes)
    wrong = misread(row, weights, *known.test)
    return {
        "row": name, "label": row.label, "depth": row.depth, "conv": row.conv, "step": step,
        "scale": scale, "batch": BATCH, "passes": passes, "seeds": SEEDS, "search": tried,
        "errors": (100 * wrong.sum(axis=1) / len(known.test[1])).tolist(),
        "wrong": wrong.tolist(), "examples": len(known.test[1]), "data": known.digest,
        "core_seconds": round(time.process_time() - start),
    }  # fmt: skip


def run(folder: Path, known: Data, passes: int = PASSES) -> None:
    """Write the files that are missing."""
    about = {"format": FORMAT, "versions": {name: version(name) for name in PACKAGES}}
    about["machine"] = f"{platform.system()}, {processor()}, one thread"
    for name in ("law", *ROWS):
        path = folder / f"{name}.json"
        if not path.exists():
            done = doubling(known, 1) if name == "law" else carry_out(name, folder, known, passes)
            write(path, json.dumps(about | done))
            print(name, done.get("core_seconds", ""), flush=True)


def summary(folder: Path) -> str:
    """Compare the rows that there are by seed, in percentage points; write and return it."""
    paths = {name: folder / f"{name}.json" for name in ROWS}
    rows = {name: json.loads(path.read_text()) for name, path in paths.items() if path.exists()}
    found, lines = [], ["row   step   B   error (standard deviation over seeds)"]
    for name, row in rows.items():
        mean, spread = np.mean(row["errors"]), np.std(row["errors"], ddof=1)
        lines.append(f"{name:18} {row['step']:8.4g} {row['scale']:8g} {mean:7.3f} ({spread:.3f})")
    for a, b in (pair for pair in COMPARED if set(pair) <= set(rows)):
        first, second = (np.array(rows[name]["errors"]) for name in (a, b))
        paired = ttest_rel(first, second)
        low, high = paired.confidence_interval()
        groups = np.subtract(rows[a]["wrong"], rows[b]["wrong"]).mean(axis=0)
        noise = 100 * groups.std(ddof=1) * GROUPS**0.5 / rows[a]["examples"]
        found.append({"rows": [a, b], "mean": (low + high) / 2, "low": low, "high": high})
        found[-1] |= {"noise": noise, "better": int((first > second).sum()), "p": paired.pvalue}
    adjusted = multipletests(np.nan_to_num([one["p"] for one in found], nan=1.0), 0.05, "holm")
    for one, shown, p in zip(found, *adjusted[:2], strict=True):
        one |= {"p": float(p), "shown": bool(shown)}
        text = "{rows[0]:>13} - {rows[1]:18} {mean:.3f} [{low:.3f}, {high:.3f}] noise {noise:.2f}"
        lines.append((text + " better for {better} seeds, p={p:.2g} {shown}").format(**one))
    write(folder / "summary.json", json.dumps(found, indent=1))
    return "\n".join(lines)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main(__doc__, STUDY, lambda folder: run(folder, data()), summary)
