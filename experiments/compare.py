"""Compare two sets of runs of the study, row by row: what a new program changes.

    python experiments/compare.py OLD.json NEW.json

Each is a file like results/mnist.json.  Runs are paired by row, step, scale and seed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from summary import mean_with_interval, misread


def paired(old: dict, new: dict) -> dict[str, tuple[dict, dict]]:
    """Return the runs that are in both, by row and scale, each by seed."""
    found: dict[str, tuple[dict, dict]] = {}
    for name in sorted(old.keys() & new.keys()):
        if name.startswith("runs/"):
            job = new[name]["job"]
            pair = found.setdefault(f"{job['row']}@{job['scale']:g}", ({}, {}))
            for runs, study in zip(pair, (old, new), strict=True):
                runs[job["seed"]] = study[name]
    return found


def main() -> None:
    """Print a line for each row."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    given = parser.parse_args()
    old, new = (json.loads(path.read_text("utf-8")) for path in (given.old, given.new))
    print(f"{'row':24} seeds    old    new  difference [95%]  losses in the last pass, old and new")
    for name, (before, after) in paired(old, new).items():
        seeds = sorted(before)
        wrong = [misread(runs, seeds) for runs in (before, after)]
        errors = [100 * one.mean() for one in wrong]
        text = f"{name:24} {len(seeds):5} {errors[0]:6.3f} {errors[1]:6.3f}"
        if len(seeds) > 1:
            mean, low, high, _ = mean_with_interval(100 * (wrong[1] - wrong[0]))
            text += f"  {mean:+.3f} [{low:+.3f}, {high:+.3f}]"
        last = [np.mean([runs[s]["losses"][-1] for s in seeds]) for runs in (before, after)]
        print(f"{text}  {last[0]:.0f} {last[1]:.0f}")


if __name__ == "__main__":
    main()
