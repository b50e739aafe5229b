"""The summary of the recorded runs: means, and which differences are shown for new seeds.

The rule is that of README.md: see `mean_with_interval` and `compare`.
"""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
from jobs import Results
from records import write
from rows import GROWTH, ROWS, SAME
from scipy.stats import t as student
from statsmodels.stats.multitest import multipletests

LEVEL = 0.05
TABLE = ("one", "t40", "t75", "entropy", "decay")
COMPARED = {
    "table": [*combinations(TABLE, 2), ("zero", "one")],
    "decay": [
        (loss + batch, f"{decayed}{batch}")
        for loss, decayed in (("one", "decay"), ("entropy", "entropy-decay"))
        for batch in ("-10", "", "-100")
    ],
    "batch": [(f"{row}-10", row) for row in ("one", "decay")]
    + [(row, f"{row}-100") for row in ("one", "decay")],
    "loss": [("entropy-decay", "decay")],
    "growth": [(f"{shape}@{B:g}", f"decay@{B:g}") for B in SAME for shape in GROWTH[:-1]]
    + list(combinations(GROWTH, 2)),
    "extras": [("t40", "wait"), ("t40", "clock"), ("t40", "fading")],
}


def load(results: Results) -> dict[str, dict[int, dict]]:
    """Return the runs by row and seed; those of a given end under names such as "once@10000"."""
    found: dict[str, dict[int, dict]] = {}
    chosen = results.chosen()
    for path in sorted((results.folder / "runs").glob("*.json")):
        run = json.loads(path.read_text("utf-8"))
        job = run["job"]
        if [job["step"], job["scale"]] == chosen[job["row"]]:
            found.setdefault(job["row"], {})[job["seed"]] = run
        if job["row"] in GROWTH and job["scale"] in SAME and job["seed"] < 5:
            found.setdefault(f"{job['row']}@{job['scale']:g}", {})[job["seed"]] = run
    return found


def misread(runs: dict[int, dict], seeds: list[int]) -> np.ndarray:
    """Return a 1 for each seed and test image that the run misread, shape (seeds, images)."""
    wrong = np.zeros((len(seeds), runs[seeds[0]]["images"][1]))
    for line, seed in zip(wrong, seeds, strict=True):
        line[runs[seed]["wrong"]] = 1.0
    return wrong


def mean_with_interval(values: np.ndarray) -> tuple[float, float, float, float]:
    """Return mean, 95 percent interval and p-value of values of shape (seeds, images).

    The square of the standard error is that over the seeds plus that over the images: a little
    too much, since what belongs to a seed and an image together is in both.
    """
    seeds, images = values.shape
    parts = (values.mean(axis=1), values.mean(axis=0))
    error = np.sqrt(sum(part.var(ddof=1) / len(part) for part in parts))
    mean = float(values.mean())
    low, high = student.interval(1 - LEVEL, seeds - 1, mean, error) if error else (mean, mean)
    p = 2 * float(student.sf(abs(mean) / error, seeds - 1)) if error else float(mean == 0)
    return mean, float(low), float(high), p


def compare(runs: dict[str, dict[int, dict]], pairs: list[tuple[str, str]]) -> list[dict]:
    """Compare rows, paired by seed and image, in percentage points; p-values adjusted by Holm."""
    found = []
    for a, b in pairs:
        seeds = sorted(set(runs[a]) & set(runs[b]))
        difference = misread(runs[a], seeds) - misread(runs[b], seeds)
        found.append((a, b, len(seeds), *mean_with_interval(100 * difference)))
    shown, adjusted, *_ = multipletests([one[-1] for one in found], LEVEL, "holm")
    return [
        {"rows": [a, b], "seeds": n, "mean": mean, "low": low, "high": high,
         "p": float(p), "shown": bool(yes)}
        for (a, b, n, mean, low, high, _), p, yes in zip(found, adjusted, shown, strict=True)
    ]  # fmt: skip


def write_summary(results: Results) -> str:
    """Write summary.json from the runs that there are; return it as a table in text."""
    runs = {name: found for name, found in load(results).items() if len(found) > 1}
    if not runs:
        raise ValueError(f"{results.folder} must hold at least two seeds of a row in runs/.")
    order = {row: place for place, row in enumerate(ROWS)}
    names = sorted(runs, key=lambda name: (order.get(name.split("@")[0], 99), name))
    table, lines = {}, ["row  seeds  step  scale  final threshold  error [95% interval]  printed"]
    for name in names:
        found = runs[name]
        first, seeds = found[min(found)], sorted(found)
        mean, low, high, _ = mean_with_interval(100 * misread(found, seeds))
        row = ROWS.get(first["job"]["row"])
        table[name] = {
            "label": row.label if row else name, "batch": first["batch"], "seeds": seeds,
            "step": first["job"]["step"], "scale": first["job"]["scale"],
            "weight_decay": first["weight_decay"], "beta": first["beta"],
            "errors": [found[seed]["error"] for seed in seeds],
            "mean": mean, "low": low, "high": high, "printed": row and row.printed,
        }  # fmt: skip
        lines.append(
            f"{name:18} {len(seeds):2} {first['job']['step']:7g} {first['job']['scale']:8g} "
            f"{first['beta'] or 0:12.4g} {mean:6.3f} [{low:.3f}, {high:.3f}] "
            f"{row and row.printed or ''}"
        )
    pairs = [pair for group in COMPARED.values() for pair in group if set(pair) <= set(runs)]
    differences = compare(runs, list(dict.fromkeys(pairs))) if pairs else []
    for d in differences:
        a, b = d["rows"]
        lines.append(
            f"{a:>18} - {b:18} {d['mean']:+.3f} [{d['low']:+.3f}, {d['high']:+.3f}] "
            f"p={d['p']:.2g} {'shown' if d['shown'] else 'not shown'}"
        )
    write(
        results.folder / "summary.json",
        json.dumps({"rows": table, "differences": differences}, indent=1),
    )
    return "\n".join(lines)
