"""Run the benchmarks: python -m benchmarks [KEY ...]; each writes its row to a file of its own."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from . import machine, table
from .measure import compare

RESULTS = Path(__file__).parents[1] / "experiments" / "results" / "speed"


def main() -> None:
    """Measure the rows that were named, all of them by default, and print each as it comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("keys", nargs="*", help="rows to measure; all if none is named")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder to write to")
    given = parser.parse_args()
    rows = {row.key: row for row in table.rows()}
    strange = [key for key in given.keys if key not in rows]
    if strange:
        parser.error(f"there is no row {strange[0]!r}; choose from {', '.join(rows)}")
    given.results.mkdir(exist_ok=True, parents=True)
    limits, here = machine.limits(), machine.description()
    print(f"one core reads {limits['read'] / 1e9:.1f} GB/s; ", end="")
    print(f"{limits['flops'] / 1e9:.0f} Gflop/s, all {limits['flops_all'] / 1e9:.0f}")
    for key in given.keys or rows:
        found = compare(rows[key], limits) | {"machine": here, "limits": limits}
        text = json.dumps(found, indent=1, sort_keys=True)
        (given.results / f"{key}.json").write_text(text + "\n", encoding="utf-8")
        print(table.line(found), flush=True)


if __name__ == "__main__":
    main()
