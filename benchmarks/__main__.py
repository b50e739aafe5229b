"""Run the benchmarks: python -m benchmarks [KEY ...]; each renews its record of the results."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from experiments.records import opened, write

from . import machine, table
from .measure import compare

STUDY = "speed"


def main() -> None:
    """Measure the rows that were named, all of them by default, and print each as it comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("keys", nargs="*", help="rows to measure; all if none is named")
    parser.add_argument("--results", type=Path, help="another folder; nothing is kept then")
    given = parser.parse_args()
    rows = {row.key: row for row in table.rows()}
    strange = [key for key in given.keys if key not in rows]
    if strange:
        parser.error(f"there is no row {strange[0]!r}; choose from {', '.join(rows)}")
    with opened(STUDY, given.results) as folder:
        measure([rows[key] for key in given.keys or rows], folder)


def measure(rows: list, folder: Path) -> None:
    """Measure rows, write each to the folder and print it as it comes."""
    limits, here = machine.limits(), machine.description()
    print(f"one core reads {limits['read'] / 1e9:.1f} GB/s; ", end="")
    print(f"{limits['flops'] / 1e9:.0f} Gflop/s, all {limits['flops_all'] / 1e9:.0f}")
    for row in rows:
        found = compare(row, limits) | {"machine": here, "limits": limits}
        write(folder / f"{row.key}.json", json.dumps(found, indent=1, sort_keys=True))
        print(table.line(found), flush=True)


if __name__ == "__main__":
    main()
