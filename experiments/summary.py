"""The summary of the recorded runs: a table, and which differences are real."""

from __future__ import annotations

import json

from jobs import Results
from rows import ROWS

from ptronlib.neural import write_whole
from ptronlib.trials import common_seeds, compare, interval, wrong_shares


def write_summary(results: Results, rows: list[str]) -> str:
    """Write summary.json over the seeds that all these rows have; return the tables as text."""
    runs = {row: seeds for row, seeds in results.runs().items() if row in rows}
    if not runs:
        raise ValueError(f"{results.folder} must hold final runs; there are none. Run them first.")
    common = common_seeds(runs)
    if len(common) < 2:
        raise ValueError(f"Two seeds that all rows have are needed; got {common}.")
    errors = {row: [seeds[s]["error"] for s in common] for row, seeds in runs.items()}
    wrong = {row: wrong_shares(seeds, common) for row, seeds in runs.items()}
    lines = [f"{len(common)} seeds that every row has", "row  printed  mean  [95% interval]  step"]
    table = {}
    for row, values in errors.items():
        found, plan = interval(values), runs[row][common[0]]["plan"]
        table[row] = {"mean": found.mean, "low": found.low, "high": found.high, "errors": values}
        lines.append(
            f"{ROWS[row].label:34s} {ROWS[row].printed or '-':>5} {found.mean:6.3f} "
            f"[{found.low:.3f}, {found.high:.3f}]  {plan['step']:g} x {plan['passes']} passes"
        )
    differences = []
    for d in compare(errors, wrong):
        differences.append(
            {"rows": [d.first, d.second], "mean": d.over_seeds.mean, "p": d.p, "real": d.real,
             "seeds": [d.over_seeds.low, d.over_seeds.high],
             "images": [d.over_images.low, d.over_images.high]}
        )  # fmt: skip
        lines.append(
            f"{d.first:>8} - {d.second:8} {d.over_seeds.mean:+.3f} "
            f"[{d.over_seeds.low:+.3f}, {d.over_seeds.high:+.3f}] "
            f"p={d.p:.2g} {'real' if d.real else 'not shown'}"
        )
    summary = {"seeds": common, "rows": table, "differences": differences}
    write_whole(results.folder / "summary.json", json.dumps(summary, indent=1).encode())
    return "\n".join(lines)
