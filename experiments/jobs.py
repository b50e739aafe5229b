"""One job is one row with one seed and one result file; many run in processes or on a cluster."""

from __future__ import annotations

import functools
import hashlib
import json
import platform
import time
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from records import write
from rows import PASSES, SHORT, plan_of
from threadpoolctl import threadpool_limits
from tqdm import tqdm
from training import trained

from ptronlib.mnist import Network, load_mnist, margins

FORMAT = "ptronlib-study-3"
FIRST = "ptronlib-study-2"  # of what was made with the numpy program
HELD_BACK = 10_000  # the last images of the training set
SHARES = (0.0, 0.001, 0.01, 0.1, 0.5)  # quantiles of the training margins that are kept
KERNEL = 500  # images on which kernels are compared
WATCHED = 10_000  # training images whose margins are taken after each pass
PACKAGES = ("numpy", "torch", "ptronlib")


@dataclass(frozen=True)
class Job:
    """A row with a seed, a step and a scale.

    The stages are "short" and "long", of the search, "runs", and "along": a run measured after
    each pass, without a look at the test images' digits.
    """

    stage: str
    row: str
    seed: int
    step: float
    scale: float = 1.0

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return f"{self.row}-step{self.step:g}-scale{self.scale:g}-{self.seed}"


class Results:
    """A folder of result files, all of one format."""

    def __init__(self, folder: Path):
        self.folder = Path(folder)
        mark = self.folder / "format.json"
        if not mark.exists():
            if self.folder.exists() and any(self.folder.glob("*/*.json")):
                raise ValueError(f"{folder} must say its format in format.json; there is none.")
            write(mark, json.dumps({"format": FORMAT}))
        found = json.loads(mark.read_text()).get("format")
        if found not in (FORMAT, FIRST):
            raise ValueError(
                f"{folder} must hold results of the format {FORMAT}; it says {found!r}. "
                f"Name another folder with --results."
            )

    def path(self, job: Job) -> Path:
        """Return where the result of the job is kept."""
        return self.folder / job.stage / f"{job.name}.json"

    def has(self, job: Job) -> bool:
        """Whether the job is done; a file that is not whole is no result."""
        try:
            return bool(self.read(job))
        except (FileNotFoundError, json.JSONDecodeError):
            return False

    def read(self, job: Job) -> dict:
        """Return a result, checked to be that of the job."""
        result = json.loads(self.path(job).read_text())
        if result.get("format") not in (FORMAT, FIRST) or result["job"] != asdict(job):
            raise ValueError(
                f"{self.path(job)} must be the result of {job}; it is of {result.get('job')}."
            )
        return result

    def chosen(self) -> dict[str, list[float]]:
        """Return the step and the scale of each row that has been run."""
        path = self.folder / "chosen.json"
        return json.loads(path.read_text()) if path.exists() else {}


def carry_out(
    jobs: list[Job], results: Results, small: int | None,
    *, processes: int = 1, scheduler: str | None = None, device: str = "cpu",
) -> None:  # fmt: skip
    """Run the jobs that are not done: here, in processes, or on the cluster's workers."""
    from joblib import Parallel, delayed, parallel_config

    tasks = [
        delayed(one)(job, results.folder, small, device) for job in jobs if not results.has(job)
    ]
    if scheduler:
        from distributed import Client

        with Client(scheduler) as client, parallel_config("dask"):
            for name in ("records.py", "rows.py", "training.py", "jobs.py"):
                client.upload_file(str(Path(__file__).with_name(name)))
            Parallel()(tasks)
        return
    finished = Parallel(n_jobs=processes, return_as="generator_unordered")(tasks)
    for _ in tqdm(finished, total=len(tasks), unit="run", disable=not tasks):
        pass


@functools.cache
def data(stage: str, small: int | None):
    """Return (X, y, X_out, y_out): the search never sees the test set."""
    mnist = load_mnist()
    X, y = mnist.X_train, mnist.y_train
    if stage in ("short", "long"):
        split = len(X) - HELD_BACK
        X, y, X_out, y_out = X[:split], y[:split], X[split:], y[split:]
    else:
        X_out, y_out = mnist.X_test, mnist.y_test
    return X[:small], y[:small], X_out[:small], y_out[:small]


def one(job: Job, folder: Path, small: int | None, device: str = "cpu") -> None:
    """Train, test the last iterate, write the file."""
    X, y, X_out, y_out = data(job.stage, small)
    passes, along = SHORT if job.stage == "short" else PASSES, job.stage == "along"
    plan = plan_of(job.row, job.step, passes, job.scale, len(X))

    def watch(net: Network) -> dict:
        return measures(net, job.seed, X[:WATCHED], y[:WATCHED], X_out)

    start = time.perf_counter()
    with threadpool_limits(1), np.errstate(all="ignore"):  # too large a step may overflow
        net, training = trained(plan, X, y, job.seed, device=device, watch=watch if along else None)
        seconds = time.perf_counter() - start
        found = margins(net.scores(X_out), y_out)
        wrong = np.flatnonzero(~(found > 0))
        extra = {}
        if along:
            extra = {"along": training.log}
        elif job.stage == "runs":
            extra = {"wrong": wrong.tolist()} | measures(net, job.seed, X, y, X_out)
    result = {
        "format": FORMAT,
        "job": asdict(job),
        "batch": plan.batch,
        "weight_decay": plan.weight_decay,
        "images": [len(X), len(X_out)],
        "error": 100.0 * len(wrong) / len(found),
        "updates": training.updates,
        "beta": training.log[-1].get("beta"),
        "passes": len(training.log),
        "losses": [entry["losses"] for entry in training.log],
        "seconds": round(seconds),
        "versions": {"python": platform.python_version(), **{n: version(n) for n in PACKAGES}},
        "machine": {"system": platform.system(), "processor": processor(), "device": device},
    } | extra
    write(Results(folder).path(job), json.dumps(result))


def processor() -> str:
    """Return the name of the processor, where the system says it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(": ")[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def measures(net: Network, seed: int, X, y, X_out) -> dict:
    """Return what may go along with the test error; none depends on the length of the weights."""
    start = Network.draw(X.shape[1], len(net.b1), np.random.default_rng(seed))
    before, after = (np.concatenate([w.W1.ravel(), w.b1, w.W2.ravel()]) for w in (start, net))
    length = float(np.linalg.norm(after.astype(float)))
    scaled = margins(net.scores(X), y) / length**2
    hidden = [np.maximum(X_out[:KERNEL] @ w.W1 + w.b1, 0) for w in (start, net)]
    centred = [h - h.mean(axis=0) for h in hidden]
    kernels = [h @ h.T for h in centred]
    first, last = (float(np.linalg.norm(k)) for k in kernels)
    return {
        "digest": hashlib.sha256(net.W1.tobytes() + net.W2.tobytes()).hexdigest(),
        "length": length,
        "cosine": float(before.astype(float) @ after / np.linalg.norm(before) / length),
        "margins": np.quantile(scaled, SHARES).tolist(),
        "active": float((hidden[1] > 0).mean()),
        "kernel": float((kernels[0] * kernels[1]).sum() / (first * last)),
    }
