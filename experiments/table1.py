"""Redo the paper's table: rows x seeds, one JSON file each, then the summary.

    python experiments/table1.py search              choose steps, gains, budgets
    python experiments/table1.py run --seeds 0-9     train on all 60,000 images, look at the test
    python experiments/table1.py summary             means, intervals, paired differences

What is there is not computed again: an interrupted command is simply given again, and loses the run
that it was in, a minute. Seeds come in turn, each for all rows, so that what is there is balanced.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from jobs import Job, Results, carry_out
from rows import GAINS, PASSES, ROWS, SEARCH_SEEDS, STEPS
from summary import write_summary

RESULTS = Path(__file__).parent / "results"


def search(results: Results, rows: list[str], work) -> None:
    """Compare the steps at the short budget, then gains and budgets at the best step."""
    work([Job("search", row, seed, step, PASSES[0])
          for row in rows for step in STEPS for seed in SEARCH_SEEDS])  # fmt: skip
    work([Job("search", row, seed, best_step(results, row), PASSES[-1], gain)
          for row in rows for gain in GAINS for seed in SEARCH_SEEDS])  # fmt: skip


def best_step(results: Results, row: str) -> float:
    """Return the step of smallest error on the images held back, the smallest among equals."""
    return min(STEPS, key=lambda step: (results.searched(row, step, PASSES[0], GAINS[0]), step))


def best(results: Results, row: str) -> tuple[float, int, float]:
    """Return the step, the budget and the gain that did best on the images held back."""
    step = best_step(results, row)
    choices = [(step, PASSES[0], GAINS[0]), *((step, PASSES[-1], gain) for gain in GAINS)]
    return min(choices, key=lambda choice: (results.searched(row, *choice), choice))


def run(results: Results, rows: list[str], seeds: list[int], work) -> None:
    """Train each row with each seed, as the search has chosen."""
    chosen = {row: best(results, row) for row in rows}
    work([Job("runs", row, seed, *chosen[row]) for seed in seeds for row in rows])


def number_range(text: str) -> list[int]:
    """Read "0-9" or "4" as a list of seeds."""
    first, _, last = text.partition("-")
    try:
        seeds = list(range(int(first), int(last or first) + 1))
    except ValueError:
        seeds = []
    if not seeds or min(seeds) < 0 or set(seeds) & set(SEARCH_SEEDS):
        raise argparse.ArgumentTypeError(
            f"seeds must be like 0-9, without the search's {SEARCH_SEEDS}; got {text!r}."
        )
    return seeds


def options(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("command", choices=("search", "run", "summary"))
    parser.add_argument("--rows", nargs="+", choices=tuple(ROWS), default=list(ROWS))
    parser.add_argument("--seeds", type=number_range, default=list(range(10)))
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--jobs", type=int, default=1, help="processes on this machine")
    parser.add_argument("--scheduler", help="address of a Dask cluster that sees the folders")
    parser.add_argument("--small", type=int, help="train on so many images only (for a trial)")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    """Carry out a command."""
    given = options(arguments)
    try:
        results = Results(given.results)
        if given.command == "summary":
            print(write_summary(results, given.rows))
            return

        def work(jobs: list[Job]) -> None:
            carry_out(jobs, results, given.small, processes=given.jobs, scheduler=given.scheduler)

        if given.command == "search":
            search(results, given.rows, work)
        else:
            run(results, given.rows, given.seeds, work)
    except (OSError, ValueError, KeyError) as error:
        print(f"table1: {error}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    main()
