"""Run the notebooks and the library's tests as on other machines, and print a table.

    python tools/portable.py               what CI runs
    python tools/portable.py haswell zen   some settings (--list names them all)
    python tools/portable.py --only 02     these notebooks only, and no tests

A setting tells the libraries that compute to use what another processor has: other kernels of
linear algebra, no AVX, code for any x86-64. They are independent of each other, so "old" asks for
all of them at once. The kernels of a processor that this one is not able to run are left out.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

ROOT = Path(__file__).parents[1]
PLACE = ROOT / ".cache" / "portable"
NUMPY = " ".join(name for name in __cpu_dispatch__ if __cpu_features__.get(name))
OLD = {
    "OPENBLAS_CORETYPE": "Prescott",  # SSE3, as every x86-64 of the last twenty years has
    "NPY_DISABLE_CPU_FEATURES": NUMPY,
    "NUMBA_CPU_NAME": "x86-64",
}
SETTINGS = {
    "native": {},
    "prescott": {"OPENBLAS_CORETYPE": "Prescott"},
    "haswell": {"OPENBLAS_CORETYPE": "Haswell"},
    "zen": {"OPENBLAS_CORETYPE": "Zen"},
    "skylakex": {"OPENBLAS_CORETYPE": "SkylakeX"},
    "numpy": {"NPY_DISABLE_CPU_FEATURES": NUMPY},
    "numba": {"NUMBA_CPU_NAME": "x86-64"},
    "old": OLD,
    "interpreted": {"PYTHONPATH": str(PLACE / "absent")},  # where numba cannot be imported
}
NEEDS = {"haswell": "AVX2", "zen": "AVX2", "skylakex": "AVX512_SKX"}
ELSEWHERE = ("--ignore=tests/browser", "--ignore=tests/site")
LIBRARY = ("tests", "ptronlib", "--doctest-modules", *ELSEWHERE)
# Without numba a long run takes hours: these notebooks have none, nor have these tests of the loop.
INTERPRETED = ("01", "02", "06", "07", "09", "errata")
FILES = ("portable", "perceptron", "proofs_novikoff", "separation", "games", "margins", "samples")
LOOP = [f"tests/test_{name}.py" for name in FILES]


def usual() -> list[str]:
    """Return what CI runs: what differs from this processor, whose own kernels have been run."""
    return ["old", *(["haswell"] if able("skylakex") else []), "interpreted"]


def able(name: str) -> bool:
    """Whether this processor can run the kernels of a setting."""
    return name not in NEEDS or __cpu_features__.get(NEEDS[name], False)


def notebooks(name: str, only: list[str]) -> list[str]:
    """Return the notebooks to run."""
    parts = only or (INTERPRETED if name == "interpreted" else [""])
    paths = sorted((ROOT / "book").glob("*.ipynb"))
    return [str(path) for path in paths if any(path.name.startswith(part) for part in parts)]


def run(name: str, what: str, command: list[str]) -> tuple[int, list[str]]:
    """Run pytest in a setting; return how many tests ran, and which did not pass."""
    PLACE.mkdir(parents=True, exist_ok=True)
    report = PLACE / f"{name}-{what}.xml"
    report.unlink(missing_ok=True)
    variables = {"NUMBA_CACHE_DIR": str(PLACE / f"numba-{name}"), **SETTINGS[name]}
    options = ["-q", "-n", "2", "--hypothesis-profile=ci", f"--junitxml={report}"]
    with (PLACE / f"{name}-{what}.log").open("w") as log:
        subprocess.run(
            [sys.executable, "-m", "pytest", *options, *command],
            cwd=ROOT, env=os.environ | variables, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    cases = list(ElementTree.parse(report).getroot().iter("testcase")) if report.exists() else []
    bad = [
        f"{case.get('classname', '').removeprefix('book.')} {case.get('name')}"
        for case in cases
        if any(case.find(kind) is not None for kind in ("failure", "error", "skipped"))
    ]
    return len(cases), bad


def row(name: str, only: list[str]) -> bool:
    """Print the row of a setting; return whether nothing differed and nothing failed."""
    start = time.monotonic()
    nbval = ["--nbval", "--nbval-current-env", "--nbval-sanitize-with", "tests/nbval.cfg"]
    cells, differ = run(name, "cells", [*nbval, "--dist", "loadfile", *notebooks(name, only)])
    chosen = LOOP if name == "interpreted" else LIBRARY
    tests, failed = (0, []) if only else run(name, "tests", [*chosen, "-m", "not thorough"])
    minutes = (time.monotonic() - start) / 60
    print(f"{name:12} {cells:6} {len(differ):7} {tests:7} {len(failed):7} {minutes:9.1f}")
    for bad in differ + failed:
        print(f"    {bad}")
    sys.stdout.flush()
    return bool(cells) and not differ and not failed and (bool(tests) or bool(only))


def main() -> int:
    """Print a row for each setting; the exit status says whether all of them agree."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="SETTING")
    parser.add_argument("--only", action="append", default=[], metavar="NOTEBOOK")
    parser.add_argument("--list", action="store_true", help="name the settings")
    given = parser.parse_args()
    if given.list:
        for name, variables in SETTINGS.items():
            print(f"{name:12} {' '.join(f'{key}={value}' for key, value in variables.items())}")
        return 0
    if unknown := set(given.names) - set(SETTINGS):
        parser.error(f"unknown settings {sorted(unknown)}; there are {', '.join(SETTINGS)}")
    absent = PLACE / "absent"
    absent.mkdir(parents=True, exist_ok=True)
    (absent / "numba.py").write_text('raise ImportError("numba is absent in this setting")\n')
    print("setting       cells  differ   tests  failed   minutes", flush=True)
    good = []
    for name in given.names or usual():
        if able(name):
            good.append(row(name, given.only))
        else:
            print(f"{name:12} not on this processor, which lacks {NEEDS[name]}", flush=True)
    return int(not (good and all(good)))


if __name__ == "__main__":
    sys.exit(main())
