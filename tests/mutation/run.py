"""Mutation testing of the library on demand; README.md tells what the commands are for.

    python tests/mutation/run.py record
    python tests/mutation/run.py control
    python tests/mutation/run.py try --seed 1 --count 600 --minutes 3
    python tests/mutation/run.py try --seed 1 --count 600 --again
    python tests/mutation/run.py score --seed 1
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import concerned
import yaml
from concerned import RECORD, stages
from mutants import Mutant, drawn, library, source
from trees import CACHE, OPTIONS, TESTS, environment, grow
from workers import Task, carry_out

RESULTS = CACHE / "results.jsonl"
EQUIVALENT = Path(__file__).parent / "survivors.yml"
FOUND, LOST = ("killed", "timeout"), ("survived", "uncovered")


def key(mutant: Mutant) -> str:
    """Name a mutant of this very text of its module: results for another text do not count."""
    text = hashlib.sha256(source(mutant.module).encode()).hexdigest()[:10]
    return f"{mutant.module} {text} {mutant.operator} {mutant.occurrence}"


def equivalent() -> set[str]:
    """Return the mutants, or lines with all theirs, that were read and found to change nothing."""
    groups = yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8"))
    return {name for group in groups for name in group.get("mutants", []) + group.get("lines", [])}


def is_among(name: str, excused: set[str]) -> bool:
    return name in excused or name.partition(" -> ")[0] in excused


def results() -> dict[str, dict]:
    """Return the latest result of each mutant, by key."""
    lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.is_file() else []
    return {entry["key"]: entry for entry in map(json.loads, lines)}


def wilson(killed: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a proportion."""
    middle, spread = killed + z * z / 2, z * math.sqrt(killed * (n - killed) / n + z * z / 4)
    return (middle - spread) / (n + z * z), (middle + spread) / (n + z * z)


def record(options) -> None:
    """Find out which test executes which lines; go on where the last recording stopped."""
    tree = grow("record")
    until = time.time() + min(60 * options.minutes, 1e9)
    tests = [*OPTIONS, *options.files] if options.files else TESTS
    command = [sys.executable, "-m", "pytest", "-q", *tests]
    wanted = {"PTRON_RECORD": f"{RECORD} {until}"}
    subprocess.run(command, cwd=tree, env=environment(tree) | wanted)


def sample(options, known) -> list[Mutant]:
    """Return the first mutants of the draw, invalid ones passed over."""
    mutants = drawn(options.seed)
    if options.module:
        mutants = [m for m in mutants if options.module in m.module]
    if options.fresh:
        seen = {k for k, entry in known.items() if entry["seed"] != options.seed}
        mutants = [m for m in mutants if key(m) not in seen]
    valid = [m for m in mutants if known.get(key(m), {}).get("outcome") != "invalid"]
    return valid[: options.count]


def attempt(options) -> None:
    """Try the mutants of the sample that have no result yet; with --again those that survived."""
    known, excused = results(), equivalent()
    wanted = sample(options, known)
    if options.again:
        last = [(known[key(m)], m) for m in wanted if key(m) in known]
        last = [pair for pair in last if pair[0]["outcome"] in LOST]
        last = [pair for pair in last if not is_among(pair[0]["name"], excused)]
        wanted = [mutant for _, mutant in sorted(last, key=lambda pair: pair[0]["when"])]
    else:
        wanted = [m for m in wanted if key(m) not in known]
    for task, result in carry_out(tasks(wanted, options), options.jobs, options.until):
        keep(task.label, task.label.name(task.code), result, options)


def tasks(wanted: list[Mutant], options):
    """Yield what has to be run; what needs no run is settled at once."""
    for mutant in wanted:
        code = mutant.code
        portions = stages(mutant, options.longest) if code else []
        if portions:
            yield Task(mutant, mutant.module, code, portions)
        else:
            outcome = "uncovered" if code else "invalid"
            keep(mutant, code and mutant.name(code), {"outcome": outcome}, options)


def keep(mutant: Mutant, name: str | None, result: dict, options) -> None:
    """Append a result to the file, and show a survivor."""
    entry = {"key": key(mutant), "name": name, "line": mutant.line, "seed": options.seed, **result}
    with RESULTS.open("a", encoding="utf-8") as file:
        print(json.dumps(entry | {"when": int(time.time())}), file=file)
    if result["outcome"] in LOST:
        print(f"{result['outcome']}, line {mutant.line}: {name}", flush=True)


def control(options) -> None:
    """Run all recorded tests on the unchanged library: those that fail here may judge no mutant."""
    module, whole = "ptronlib/__init__.py", concerned.record()
    files = defaultdict(list)
    for test in whole["seconds"]:
        files[test.partition("::")[0]] += concerned.siblings(test)
    queue = [Task(file, module, source(module), [tests]) for file, tests in files.items()]
    for task, result in carry_out(iter(queue), options.jobs, options.until):
        if result["outcome"] != "survived":
            print(f"{task.label}: {result}: left out")
            whole["failed"].append(result["by"])
            RECORD.write_text(json.dumps(whole), encoding="utf-8")


def score(options) -> None:
    """Print the share of the sample that was killed, equivalent mutants left out."""
    known, excused, table = results(), equivalent(), defaultdict(Counter)
    for mutant in sample(options, known):
        if entry := known.get(key(mutant)):
            outcome = entry["outcome"]
            if outcome in LOST and is_among(entry["name"], excused):
                outcome = "equivalent"
            table[mutant.module][outcome] += 1
            if options.survivors and outcome in LOST:
                print(f"{mutant.module}:{mutant.line}\n  {entry['name']}")
    for module in library():
        print(f"{module:40}", dict(table[module]))
    total = sum(table.values(), Counter())
    killed, n = total["killed"] + total["timeout"], total.total() - total["equivalent"]
    low, high = wilson(killed, n)
    print(f"{dict(total)} of {len(drawn(options.seed))} mutants")
    print(f"{killed} of {n} killed: {killed / n:.1%}, 95 % interval {low:.1%} to {high:.1%}")


COMMANDS = {"record": record, "control": control, "try": attempt, "score": score}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--seed", type=int, default=1, help="of the random draw")
    parser.add_argument("--count", type=int, help="mutants in the sample (all)")
    parser.add_argument("--fresh", action="store_true", help="none that another seed has drawn")
    parser.add_argument("--again", action="store_true", help="only those that survived so far")
    parser.add_argument("--module", help="only modules whose path contains this")
    parser.add_argument("--files", nargs="+", help="record only the tests of these files")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants at a time")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin none later")
    parser.add_argument("--longest", type=float, default=30, help="seconds for one mutant's tests")
    parser.add_argument("--survivors", action="store_true", help="print the survivors, too")
    options = parser.parse_args()
    options.until = time.monotonic() + 60 * options.minutes
    CACHE.mkdir(parents=True, exist_ok=True)
    COMMANDS[options.command](options)


if __name__ == "__main__":
    main()
