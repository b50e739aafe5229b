"""The summary of the recorded runs: a table, and which differences are real."""

from __future__ import annotations

import json

from jobs import Results, write
from rows import ROWS

from ptronlib.mnist.paired import compare, interval, load_runs


def write_summary(results: Results, rows: list[str]) -> str:
    """Write summary.json over the seeds that all these rows have; return the tables as text."""
    found = load_runs(results.folder)
    runs = {row: found[row] for row in rows if row in found}
    common = sorted(set.intersection(*map(set, runs.values())))
    if len(common) < 2:
        raise ValueError(f"Two seeds that all rows have are needed; got {common}.")
    lines = [f"{len(common)} seeds that every row has", "row  printed  mean  [95% interval]  step"]
    table, differences = {}, []
    for row, seeds in runs.items():
        errors, plan = [seeds[s]["error"] for s in common], seeds[common[0]]["plan"]
        mean = interval(errors)
        table[row] = {"mean": mean.mean, "low": mean.low, "high": mean.high, "errors": errors}
        lines.append(
            f"{ROWS[row].label:34s} {ROWS[row].printed or '-':>5} {mean.mean:6.3f} "
            f"[{mean.low:.3f}, {mean.high:.3f}]  {plan['step']:g} x {plan['passes']} passes"
        )
    for d in compare(runs):
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
    write(results.folder / "summary.json", json.dumps(summary, indent=1))
    return "\n".join(lines)
