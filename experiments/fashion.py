"""Does what is established about thresholds hold for pictures of clothes?

    python experiments/fashion.py run         what is missing, an hour of one core
    python experiments/fashion.py summary

The design is in README.md, the results are in results/fashion.json.
"""

from __future__ import annotations

import base64
import hashlib
import json
import platform
import time
import zlib
from collections.abc import Iterable
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path

import numpy as np
from clothes import PACKAGE, Clothes, load_clothes
from jobs import FORMAT, PACKAGES, Job, Results, processor
from records import main, write
from rows import PASSES, SHORT, plan_of
from study import Search
from summary import compare, mean_with_interval, misread
from threadpoolctl import threadpool_limits
from tqdm import tqdm
from training import trained

from ptronlib.core import power
from ptronlib.mnist import margins

STUDY = "fashion"
SEARCHED = ("zero", "one", "t40", "decay", "once")
B = 100.0  # the best final threshold that grows; the search chose 1, which does not
AT_B = {"decay-100": "decay", "once-100": "once"}
ROWS = (*SEARCHED[:-1], *AT_B)
SEEDS = tuple(range(10))
OTHERS = 100  # what is added to the seeds of the control "nothing against nothing"
MATTERS = 0.1  # points
STATEMENTS = {  # the second row is better
    ("zero", "one"): "a threshold of 1 is better than 0",
    ("one", "t40"): "t^0.4 is better than 1",
    ("one", "decay"): "decay as searched is better than none",
    ("one", "decay-100"): "decay to 100 is better than none",
    ("once-100", "decay-100"): "growing to 100 is better than 100 at once",
}


def packed(wrong: np.ndarray) -> str:
    """Return which images were misread as text, a tenth as long as their numbers."""
    return base64.b64encode(zlib.compress(np.packbits(wrong).tobytes(), 9)).decode()


def unpacked(text: str, images: int) -> np.ndarray:
    """Return the numbers of the images that were misread."""
    bits = np.frombuffer(zlib.decompress(base64.b64decode(text)), np.uint8)
    return np.flatnonzero(np.unpackbits(bits, count=images))


def one(job: Job, known: Clothes) -> dict:
    """Train one network; the search is judged on the images held back, all others on the test."""
    X, y = known.training
    searching = job.stage in ("short", "long")
    X_out, y_out = known.held_back if searching else known.test
    row, _, change = job.row.partition("-")
    passes = SHORT if job.stage == "short" else PASSES
    plan = plan_of(row, job.step, passes, job.scale, len(X))
    if change == "doubled":
        plan = replace(plan, beta=power(0.6, 4.0), gain=2.0)
    if change == "shuffled":
        y = np.random.default_rng(job.seed).permutation(y)
    start = time.perf_counter()
    with threadpool_limits(1), np.errstate(all="ignore"):  # too large a step may overflow
        net, training = trained(plan, X, y, job.seed)
        seconds = time.perf_counter() - start
        wrong = ~(margins(net.scores(X_out), y_out) > 0)
    weights = b"".join(part.tobytes() for part in (net.W1, net.b1, net.W2))
    return {
        "format": FORMAT,
        "job": asdict(job),
        "weight_decay": plan.weight_decay,
        "images": [len(X), len(X_out)],
        "error": 100.0 * float(wrong.mean()),
        "updates": training.updates,
        "beta": training.log[-1]["beta"],
        "passes": len(training.log),
        "losses": [entry["losses"] for entry in training.log],
        "digest": hashlib.sha256(weights).hexdigest(),
        "seconds": round(seconds),
        "versions": {"python": platform.python_version(), **{n: version(n) for n in PACKAGES}},
        "machine": {"system": platform.system(), "processor": processor()},
    } | ({} if searching else {"misread": packed(wrong)})


def check_data(path: Path, known: Clothes) -> None:
    """Write which pictures the runs of a folder see, or refuse to go on with others."""
    parts = (part for of in (known.training, known.held_back, known.test) for part in of)
    digest = hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()
    if not path.exists():
        write(path, json.dumps({"package": PACKAGE, "sha256": digest}))
    if (found := json.loads(path.read_text("utf-8"))["sha256"]) != digest:
        raise ValueError(
            f"{path.parent} must hold runs on the pictures with the digest {digest}; its runs saw "
            f"{found}. Name another folder with --results."
        )


def run(folder: Path, known: Clothes) -> None:
    """Search, then train with the steps and scales that were chosen, then make the controls."""
    results = Results(folder)

    def work(jobs: Iterable[Job]) -> None:
        missing = [job for job in dict.fromkeys(jobs) if not results.has(job)]
        for job in tqdm(missing, unit="run", disable=not missing):
            write(results.path(job), json.dumps(one(job, known)))

    check_data(folder / "data.json", known)
    while jobs := [job for name in SEARCHED for job in Search(results, name).missing()]:
        work(jobs)
    best = {name: replace(Search(results, name).best, stage="runs") for name in SEARCHED}
    best |= {name: replace(best[row], scale=B) for name, row in AT_B.items()}
    chosen = {name: [job.step, job.scale] for name, job in best.items()}
    write(folder / "chosen.json", json.dumps(chosen))
    work(replace(best[name], seed=seed) for seed in SEEDS for name in ROWS)
    work(controls(chosen).values())


def controls(chosen: dict[str, list[float]]) -> dict[str, Job]:
    """Return the runs of the controls by name."""
    none, slow = chosen["one"], chosen["t40"]
    return {
        "again": Job("controls", "one", 0, *none),
        "law": Job("controls", "t40-doubled", 0, *slow),
        "shuffled": Job("controls", "one-shuffled", 0, *none),
    } | {f"other {seed}": Job("controls", "one", OTHERS + seed, *none) for seed in SEEDS}


def runs_of(results: Results) -> dict[str, dict[int, dict]]:
    """Return the runs of each row by seed, for the seeds that all rows have."""
    found: dict[str, dict[int, dict]] = {name: {} for name in ROWS}
    for seed in SEEDS:
        jobs = {
            name: Job("runs", name.partition("-")[0], seed, *results.chosen()[name])
            for name in ROWS
        }
        if all(results.has(job) for job in jobs.values()):
            for name, job in jobs.items():
                found[name][seed] = with_wrong(results.read(job))
    return found


def with_wrong(run: dict) -> dict:
    """Return a run with the numbers of its misread images, as summary.py takes them."""
    return run | {"wrong": unpacked(run["misread"], run["images"][1])}


def verdict(difference: dict) -> str:
    """Say what the rule of the design says of a statement."""
    if difference["shown"] and difference["mean"] > 0:
        return "holds"
    return "refuted" if difference["shown"] or difference["high"] < MATTERS else "open"


def summary(folder: Path) -> str:
    """Compare the rows and look at the controls; write and return what comes out."""
    results = Results(folder)
    runs, chosen = runs_of(results), results.chosen()
    seeds = sorted(runs["one"])
    if len(seeds) < 2:
        raise ValueError(f"{folder} must hold at least two seeds of all rows. Run the study.")
    rows, lines = {}, [f"{'':10} seeds   step      B  error [95% interval]"]
    for name in ROWS:
        mean, low, high, _ = mean_with_interval(100 * misread(runs[name], seeds))
        step, scale = chosen[name]
        rows[name] = {
            "step": step, "scale": scale, "seeds": seeds, "mean": mean, "low": low, "high": high,
            "errors": [runs[name][seed]["error"] for seed in seeds],
            "beta": runs[name][seeds[0]]["beta"],
        }  # fmt: skip
        lines.append(
            f"{name:10} {len(seeds):5} {step:6.3f} {scale:6.0e}  {mean:.3f} [{low:.3f}, {high:.3f}]"
        )
    differences = compare(runs, list(STATEMENTS))
    for d, says in zip(differences, STATEMENTS.values(), strict=True):
        d["verdict"] = verdict(d)
        lines.append(
            f"{says}: by {d['mean']:+.3f} [{d['low']:+.3f}, {d['high']:+.3f}], p={d['p']:.2g}: "
            f"{d['verdict']}"
        )
    found = {"rows": rows, "differences": differences}
    planned = controls(chosen)
    if all(results.has(job) for job in planned.values()):
        made = {name: results.read(job) for name, job in planned.items()}
        others = {seed: with_wrong(made[f"other {seed}"]) for seed in seeds}
        apart = 100 * (misread(runs["one"], seeds) - misread(others, seeds))
        nothing = dict(zip(("mean", "low", "high", "p"), mean_with_interval(apart), strict=True))
        found["controls"] = {
            "nothing": nothing,
            "law": made["law"]["misread"] == runs["t40"][0]["misread"],
            "again": made["again"]["digest"] == runs["one"][0]["digest"],
            "shuffled": made["shuffled"]["error"],
        }
        lines.append(f"controls: {json.dumps(found['controls'])}")
    write(folder / "summary.json", json.dumps(found))
    return "\n".join(lines)


if __name__ == "__main__":
    main(__doc__, STUDY, lambda folder: run(folder, load_clothes()), summary)
