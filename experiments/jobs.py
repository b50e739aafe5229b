"""One job is one row with one seed and one result file; many run in processes or on a cluster."""

from __future__ import annotations

import functools
import hashlib
import json
import platform
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from rows import ROWS, SEARCH_SEEDS, plan_of
from tqdm import tqdm

from ptronlib import __version__, load_mnist
from ptronlib.neural import margins, train, write_whole

FORMAT = "ptronlib-table1-1"
HELD_BACK = 10_000  # the last images of the training set
LEVELS = 101  # quantiles of the margins that are kept


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
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(mark, json.dumps({"format": FORMAT}).encode())
        found = json.loads(mark.read_text()).get("format")
        if found != FORMAT:
            raise ValueError(
                f"{folder} must hold results of the format {FORMAT}; it says {found!r}. "
                f"Name another folder with --results."
            )

    def path(self, job: Job) -> Path:
        return self.folder / job.stage / f"{job.name}.json"

    def read(self, job: Job) -> dict:
        """Return a result, checked to be that of the job."""
        path = self.path(job)
        try:
            result = json.loads(path.read_text())
        except FileNotFoundError:
            raise ValueError(f"{path} is missing. Run the search first, then the runs.") from None
        except ValueError as error:
            raise ValueError(f"{path} is not whole ({error}). Remove it.") from None
        if result.get("format") != FORMAT or result["job"] != asdict(job):
            raise ValueError(f"{path} must be the result of {job}; it is of {result.get('job')}.")
        return result

    def searched(self, row: str, *choice: float) -> float:
        """Return the mean error on the held-back images over the seeds of the search."""
        jobs = [Job("search", row, seed, *choice) for seed in SEARCH_SEEDS]
        return float(np.mean([self.read(job)["error"] for job in jobs]))

    def runs(self) -> dict[str, dict[int, dict]]:
        """Return the final results that are there, by row and seed."""
        found: dict[str, dict[int, dict]] = {row: {} for row in ROWS}
        for path in sorted((self.folder / "runs").glob("*.json")):
            job = Job(**json.loads(path.read_text())["job"])
            found[job.row][job.seed] = self.read(job)
        return {row: dict(sorted(seeds.items())) for row, seeds in found.items() if seeds}


def carry_out(
    jobs: list[Job], results: Results, checkpoints: Path, small: int | None,
    *, processes: int = 1, scheduler: str | None = None,
) -> None:  # fmt: skip
    """Run the jobs whose files are missing: here, in processes, or on the cluster's workers."""
    missing = []
    for job in jobs:
        results.path(job).parent.mkdir(exist_ok=True)
        if results.path(job).exists():
            results.read(job)  # refuses what belongs to another plan
            forget(job, checkpoints)  # if it was killed right after it had written the result
        else:
            missing.append(job)
    from joblib import Parallel, delayed, parallel_config

    tasks = [delayed(one)(job, results.folder, checkpoints, small) for job in missing]
    if scheduler:
        from distributed import Client

        with Client(scheduler) as client, parallel_config("dask"):
            client.upload_file(str(Path(__file__).with_name("rows.py")))
            client.upload_file(__file__)
            Parallel()(tasks)
        return
    finished = Parallel(n_jobs=processes, return_as="generator_unordered")(tasks)
    for _ in tqdm(finished, total=len(missing), unit="run", disable=not missing):
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


def one(job: Job, folder: Path, checkpoints: Path, small: int | None) -> None:
    """Train, test the last iterate, write the file in one step."""
    torch.set_num_threads(1)
    X, y, X_out, y_out = data(job.stage, small)
    plan = plan_of(job.row, job.step, job.passes, job.gain)
    checkpoint = checkpoint_of(job, checkpoints)
    training = train(plan, X, y, seed=job.seed, held_out=(X_out, y_out), checkpoint=checkpoint)
    net = training.network
    gaps = margins(torch.from_numpy(net.scores(X_out)), torch.from_numpy(y_out)).numpy()
    wrong = np.flatnonzero(gaps <= 0)
    result = {
        "format": FORMAT,
        "job": asdict(job),
        "label": ROWS[job.row].label,
        "plan": plan.describe(),
        "images": [len(X), len(X_out)],
        "error": 100.0 * len(wrong) / len(gaps),
        "wrong": wrong.tolist(),
        "updates": training.updates,
        "converged": training.converged,
        "margins": np.quantile(gaps, np.linspace(0.0, 1.0, LEVELS)).round(4).tolist(),
        "clocks": np.quantile(training.clocks, np.linspace(0.0, 1.0, 11)).tolist(),
        "log": training.log,
        "digest": hashlib.sha256(net.W1.numpy().tobytes() + net.W2.numpy().tobytes()).hexdigest(),
        "versions": {"python": platform.python_version(), "numpy": np.__version__,
                     "torch": torch.__version__, "ptronlib": __version__},
        "machine": {"system": platform.system(), "processor": platform.machine(), "threads": 1},
    }  # fmt: skip
    write_whole(Results(folder).path(job), json.dumps(result).encode())
    forget(job, checkpoints)


def checkpoint_of(job: Job, checkpoints: Path) -> Path:
    return Path(checkpoints) / f"{job.stage}-{job.name}.safetensors"


def forget(job: Job, checkpoints: Path) -> None:
    """Remove the checkpoint of a job that has its result; `pocket.py` reads those of seed 0."""
    if job.stage == "search" or job.seed > 0:
        checkpoint_of(job, checkpoints).unlink(missing_ok=True)
