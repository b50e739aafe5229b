"""Fuzz every public function and count the outcomes: `python tests/fuzz/count.py [EXAMPLES]`.

Writes the table `counts.md` beside it: how many sets of arguments were answered and refused, good
ones (as they are, or in another dress) and those with one argument spoiled.  Ends with status 1 if
an outcome was not one of those promised.  Not derandomised: each run tries others.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))


def count(examples: int, pattern: str) -> dict[str, dict]:
    """Fuzz the doors whose names match, and return their counts."""
    from fuzz.judge import DOORS, fuzz
    from fuzz.public import missing

    assert not missing(), missing()
    found = {}
    for name in sorted(filter(re.compile(pattern).search, DOORS)):
        door, start = DOORS[name], time.perf_counter()
        fault = None
        try:
            fuzz(door, examples, derandomize=False)
        except Exception as error:  # noted, and the others are tried all the same
            fault = f"{type(error).__name__}: {error}"
            print(f"{name}: {fault}", *getattr(error, "__notes__", ()), sep="\n", file=sys.stderr)
        found[name] = {**_summed(door.counts), "fault": fault}
        print(f"{name:44} {time.perf_counter() - start:7.1f} s", found[name], flush=True)
    return found


def _summed(counts) -> dict[str, int]:
    good = ("good", "dressed")
    return {
        "good": sum(counts[kind] for kind in good),
        "good answered": sum(counts[kind, "answered"] for kind in good),
        "bad": counts["bad"],
        "bad refused": counts["bad", "refused"],
        "bad answered": counts["bad", "answered"],
    }


def table(found: dict[str, dict]) -> str:
    """Return the counts in Markdown, and their sums."""
    keys = [key for key in next(iter(found.values())) if key != "fault"]
    found = found | {"all": {key: sum(row[key] for row in found.values()) for key in keys}}
    lines = [["function", *keys], ["---", *("--:" for _ in keys)]]
    lines += [[name, *(f"{row[key]:,}" for key in keys)] for name, row in found.items()]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main() -> None:
    examples = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    found = count(examples, sys.argv[2] if len(sys.argv) > 2 else "")
    faults = [f"- {name}: {row['fault']}\n" for name, row in found.items() if row["fault"]]
    told = f"`python tests/fuzz/count.py {examples}`, {len(faults)} faults\n"
    text = "# Arguments tried\n\n" + told + "".join(faults) + "\n" + table(found)
    (HERE / "counts.md").write_text(text, "utf-8")
    print(text.splitlines()[-1])
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
