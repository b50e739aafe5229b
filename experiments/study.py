"""What a growing threshold does to a network: the search, the runs, then the summary.

    python experiments/study.py search              choose steps and scales
    python experiments/study.py run                 train on all 60,000 images, look at the test
    python experiments/study.py summary             means, intervals, paired differences

What is there is not computed again: an interrupted command is simply given again, and loses the
runs that it was in. The design is in README.md, the file that is kept is results/mnist.json.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import records
from jobs import Job, Results, carry_out
from records import write
from rows import ALONG, AROUND, FINAL, GROWTH, ROWS, SAME, SEARCH_SEEDS

STUDY = "mnist"
EXTENSIONS = 4  # of a grid whose best value is at its edge


def beyond(grid: list[float], best: float) -> list[float]:
    """Return the next value outside the grid if the best is at its edge, else nothing."""
    grid = sorted(grid)
    if best not in (grid[0], grid[-1]):
        return []
    edge, inner = grid[:2] if best == grid[0] else grid[:-3:-1]
    return [float(f"{edge * edge / inner:.6g}")]


class Search:
    """The search of one row: short runs for the step, long ones for the scale or a finer step."""

    def __init__(self, results: Results, name: str):
        self.results, self.name, self.scales = results, name, ROWS[name].scales
        self.steps = [size * ROWS[name].start for size in (0.5, 1.0, 2.0)]
        self.finer = list(self.scales or AROUND)
        self.room = {id(grid): len(grid) + EXTENSIONS for grid in (self.steps, self.finer)}

    def missing(self) -> list[Job]:
        """Return the jobs that the next decision waits for; none if all is decided."""
        for grid, jobs in ((self.steps, self.short), (self.finer, self.long)):
            while True:
                if missing := [job for job in jobs() if not self.results.has(job)]:
                    return missing
                size = {job: value for value in grid for job in jobs([value])}[self._best(jobs())]
                more = [new for new in beyond(grid, size) if new >= 1 or not self._decays(grid)]
                if not more or len(grid) == self.room[id(grid)]:
                    break
                grid += more
        return []

    def _decays(self, grid: list[float]) -> bool:
        return grid is self.finer and self.scales == FINAL

    def short(self, steps: list[float] | None = None) -> list[Job]:
        """Return the short runs of the steps, all of them if none are named."""
        scale = self.scales[1] if self.scales else 1.0
        return self._jobs("short", [(step, scale) for step in steps or self.steps])

    def long(self, finer: list[float] | None = None) -> list[Job]:
        """Return the long runs of the scales, or of the steps around the best one."""
        step = self._best(self.short()).step
        return self._jobs("long", [
            (step, value) if self.scales else (step * value, 1.0) for value in finer or self.finer
        ])  # fmt: skip

    def _jobs(self, stage: str, choices: list[tuple[float, float]]) -> list[Job]:
        return [Job(stage, self.name, seed, *one) for one in choices for seed in SEARCH_SEEDS]

    def _best(self, jobs: list[Job]) -> Job:
        """Return a job of the choice with the smallest mean error."""
        errors: dict[Job, list[float]] = {}
        for job in jobs:
            first = replace(job, seed=SEARCH_SEEDS[0])
            errors.setdefault(first, []).append(self.results.read(job)["error"])
        return min(errors, key=lambda job: (sum(errors[job]), job.step, job.scale))

    @property
    def best(self) -> Job:
        """The job of the step and the scale that did best on the images held back."""
        if missing := self.missing():
            raise ValueError(f"The search of {self.name} is not done: {len(missing)} runs. Run it.")
        return self._best(self.long())


def search(results: Results, rows: list[str], work) -> None:
    """Search for the steps and scales of all rows, side by side."""
    searched = [name for name in rows if not ROWS[name].step_of]
    while jobs := [job for name in searched for job in Search(results, name).missing()]:
        work(jobs)


def run(results: Results, rows: list[str], work) -> None:
    """Train each row with its seeds, as the search has chosen; the shapes also with equal ends.

    One run of some rows is made once more, and measured after each pass.
    """
    best = {
        name: replace(Search(results, ROWS[name].step_of or name).best, row=name) for name in rows
    }
    chosen = {name: [job.step, job.scale] for name, job in best.items()}
    write(results.folder / "chosen.json", json.dumps(results.chosen() | chosen, indent=1))
    jobs = [
        replace(best[name], stage="runs", seed=seed)
        for seed in range(10) for name in rows if seed < ROWS[name].seeds
    ] + [
        replace(best[name], stage="runs", seed=seed, scale=size)
        for seed in range(5) for name in rows if name in GROWTH for size in SAME
    ] + [
        replace(best[name], stage="along", seed=0) for name in rows if name in ALONG
    ]  # fmt: skip
    work(list(dict.fromkeys(jobs)))


def options(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("command", choices=("search", "run", "summary"))
    parser.add_argument("--rows", nargs="+", choices=tuple(ROWS), default=list(ROWS))
    parser.add_argument("--name", default=STUDY, help="of the kept file, such as mnist_torch")
    parser.add_argument("--results", type=Path, help="another folder; nothing is kept then")
    parser.add_argument("--jobs", type=int, default=1, help="processes on this machine")
    parser.add_argument("--scheduler", help="address of a Dask cluster that sees the folders")
    parser.add_argument("--device", default="cpu", help="as torch names it, such as cuda")
    parser.add_argument("--small", type=int, help="train on so many images only (for a trial)")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    """Carry out a command."""
    given = options(arguments)
    try:
        with records.opened(given.name, given.results) as folder:
            command(given, Results(folder))
    except (OSError, ValueError, KeyError) as error:
        print(f"study: {error}", file=sys.stderr)
        sys.exit(1)


def command(given: argparse.Namespace, results: Results) -> None:
    """Do what the command line says, with these results."""

    def work(jobs: list[Job]) -> None:
        how = {"processes": given.jobs, "scheduler": given.scheduler, "device": given.device}
        carry_out(jobs, results, given.small, **how)

    if given.command == "summary":
        from summary import write_summary

        print(write_summary(results))
    elif given.command == "search":
        search(results, given.rows, work)
    else:
        run(results, given.rows, work)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    main()
