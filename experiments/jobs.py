"""One job is one row with one seed and one result file; many run in processes or on a cluster."""

from __future__ import annotations

import functools
import hashlib
import json
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from rows import ROWS, SEARCH_SEEDS, plan_of
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from ptronlib.mnist import load_mnist, margins, train

FORMAT = "ptronlib-table1-1"
HELD_BACK = 10_000  # the last images of the training set
LEVELS = 101  # quantiles of the margins that are kept
PACKAGES = ("numpy", "scipy", "numba", "ptronlib")


@dataclass(frozen=True)
class Job:
    """A row with a seed, a step, a budget and a gain; stage "search" or "runs"."""

    stage: str
    row: str
    seed: int
    step: float
    passes: int
    gain: float = 1.0

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        if self.stage == "runs":
            return f"{self.row}-{self.seed}"
        return f"{self.row}-step{self.step:g}-passes{self.passes}-gain{self.gain:g}-{self.seed}"


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
        if found != FORMAT:
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
        if result.get("format") != FORMAT or result["job"] != asdict(job):
            raise ValueError(
                f"{self.path(job)} must be the result of {job}; it is of {result.get('job')}."
            )
        return result

    def searched(self, row: str, *choice: float) -> float:
        """Return the mean error on the held-back images over the seeds of the search."""
        jobs = [Job("search", row, seed, *choice) for seed in SEARCH_SEEDS]
        return float(np.mean([self.read(job)["error"] for job in jobs]))


def write(path: Path, text: str) -> None:
    """Write the file in one step: whoever looks sees all of it or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, "utf-8")
    part.replace(path)


def carry_out(
    jobs: list[Job], results: Results, small: int | None,
    *, processes: int = 1, scheduler: str | None = None,
) -> None:  # fmt: skip
    """Run the jobs that are not done: here, in processes, or on the cluster's workers."""
    from joblib import Parallel, delayed, parallel_config

    tasks = [delayed(one)(job, results.folder, small) for job in jobs if not results.has(job)]
    if scheduler:
        from distributed import Client

        with Client(scheduler) as client, parallel_config("dask"):
            client.upload_file(str(Path(__file__).with_name("rows.py")))
            client.upload_file(__file__)
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
    if stage == "search":
        split = len(X) - HELD_BACK
        X, y, X_out, y_out = X[:split], y[:split], X[split:], y[split:]
    else:
        X_out, y_out = mnist.X_test, mnist.y_test
    return X[:small], y[:small], X_out[:small], y_out[:small]


def one(job: Job, folder: Path, small: int | None) -> None:
    """Train, test the last iterate, write the file."""
    X, y, X_out, y_out = data(job.stage, small)
    X, y, X_out, y_out = data(job.stage, small)
    plan = plan_of(job.row, job.step, job.passes, job.gain)
    with threadpool_limits(1):  # the same sums in the same order, however many cores there are
        training = train(plan, X, y, seed=job.seed, held_out=(X_out, y_out))
    net = training.network
    found = margins(net.scores(X_out), y_out)
    wrong = np.flatnonzero(found <= 0)
    rules = {
        name: rule and rule.name for name, rule in (("beta", plan.beta), ("clock", plan.clock))
    }
    result = {
        "format": FORMAT,
        "job": asdict(job),
        "label": ROWS[job.row].label,
        "plan": asdict(plan) | rules,
        "images": [len(X), len(X_out)],
        "error": 100.0 * len(wrong) / len(found),
        "wrong": wrong.tolist(),
        "updates": training.updates,
        "converged": training.converged,
        "margins": np.quantile(found, np.linspace(0.0, 1.0, LEVELS)).round(4).tolist(),
        "clocks": np.quantile(training.clocks, np.linspace(0.0, 1.0, 11)).tolist(),
        "log": training.log,
        "digest": hashlib.sha256(net.W1.tobytes() + net.W2.tobytes()).hexdigest(),
        "versions": {"python": platform.python_version(), **{n: version(n) for n in PACKAGES}},
        "machine": {"system": platform.system(), "processor": platform.machine()},
    }  # fmt: skip
    write(Results(folder).path(job), json.dumps(result))
