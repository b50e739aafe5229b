"""Run the library's tests in many settings, one after another, and print a table.

    python tools/everywhere.py                 all settings
    python tools/everywhere.py turkish order   some of them

Each setting changes one thing. What it needs beyond `.venv` (the oldest and the newest versions
that we say we support) it installs into `.cache/everywhere/`, over the packages of `.venv`.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / ".cache" / "everywhere"
QUICK = "not thousand and not kills and not memory and not quick and not absent"
LIBRARY = [
    *(f"tests/test_{name}.py" for name in (
        "bounds", "command", "compression", "cosine", "counting", "data", "games", "margins",
        "mnist", "perceptron", "projection", "separation", "sgd", "trials", "validate",
        "proofs_novikoff", "proofs_thresholds", "estimators", "sources",
    )),
    "ptronlib",
]  # fmt: skip
# pandas and contourpy in .venv ask for a newer numpy than the oldest that the library works with.
OLDEST = (
    "numpy==2.0.0",
    "scipy==1.14.0",
    "matplotlib==3.8.4",
    "pandas==2.2.2",
    "pyparsing==3.1.2",  # a newer one warns of what that matplotlib calls
)
NEWEST = ("numpy", "scipy", "matplotlib")


@dataclass(frozen=True)
class Setting:
    """What differs from `make unit`: variables, options of Python and pytest, versions, folder."""

    why: str
    variables: dict[str, str] = field(default_factory=dict)
    python: Sequence[str] = ()
    pytest: Sequence[str] = ()
    versions: Sequence[str] = ()
    folder: Path = ROOT


SETTINGS = {
    "plain": Setting("as make unit does, two processes", pytest=["-n", "2"]),
    "uncompiled": Setting("numba compiles nothing", {"NUMBA_DISABLE_JIT": "1"}),
    "without": Setting("numba cannot be imported", {"PTRON_WITHOUT": "numba"}),
    "warnings": Setting("every warning an error, from the start", python=["-W", "error"]),
    "order": Setting("tests in another order", {"PTRON_ORDER": str(random.randrange(10**6))}),
    "optimized": Setting("no assertion of the library counts", {"PTRON_OPTIMIZE": "1"}),
    "turkish": Setting("Turkish, whose i has no capital I", {"PTRON_LOCALE": "tr_TR"}),
    "german": Setting("German, with a decimal comma", {"PTRON_LOCALE": "de_DE"}),
    "ascii": Setting("no UTF-8", {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    "kathmandu": Setting("a zone of 5:45", {"TZ": "Asia/Kathmandu"}),
    "elsewhere": Setting("another working directory", folder=Path("/")),
    "oldest": Setting("oldest supported versions", versions=OLDEST),
    "newest": Setting("newest versions there are", versions=NEWEST),
}


def interpreter(name: str, versions: Sequence[str]) -> str:
    """Return a Python with these versions, over the packages of `.venv`."""
    if not versions:
        return sys.executable
    home = PLACE / name
    python = home / "bin" / "python"
    if not (home / ".installed").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", home], check=True)
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "-qq", *versions]
        subprocess.run(pip, check=True)
        site = next((home / "lib").glob("python*/site-packages"))
        lent = next((ROOT / ".venv" / "lib").glob("python*/site-packages"))
        (site / "lent.pth").write_text(f"{lent}\n", encoding="utf-8")
        (home / ".installed").touch()
    return str(python)


def spoken(language: str) -> dict[str, str]:
    """Return the variables that set a language, which is compiled here if the system lacks it."""
    place = PLACE / "locales"
    if not (place / f"{language}.UTF-8").is_dir():
        place.mkdir(parents=True, exist_ok=True)
        compiled = place / f"{language}.UTF-8"
        subprocess.run(["localedef", "-c", "-i", language, "-f", "UTF-8", compiled], check=True)
    return {"LOCPATH": str(place), "LC_ALL": f"{language}.UTF-8"}


def run(name: str, setting: Setting) -> tuple[bool, str]:
    """Run the tests in a setting; return whether they passed, and pytest's last line."""
    parts = [str(ROOT / part) for part in LIBRARY]
    command = [
        interpreter(name, setting.versions), *setting.python, "-m", "pytest", "-q", "-p",
        "tools.changed", "-p", "no:cacheprovider", "--rootdir", str(ROOT), "-c",
        str(ROOT / "pyproject.toml"), "--hypothesis-profile=ci", "--doctest-modules", "-k", QUICK,
        *setting.pytest, *parts,
    ]  # fmt: skip
    variables = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(PLACE / "numba" / name)}
    if "PTRON_LOCALE" in setting.variables:
        variables |= spoken(setting.variables["PTRON_LOCALE"])
    done = subprocess.run(
        command, cwd=setting.folder, capture_output=True, errors="replace",
        env=os.environ | variables | setting.variables,
    )  # fmt: skip
    PLACE.mkdir(parents=True, exist_ok=True)
    (PLACE / f"{name}.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    lines = [line for line in done.stdout.splitlines() if re.search(r"passed|failed|error", line)]
    return done.returncode == 0, lines[-1].strip("= ") if lines else done.stderr.strip()[-80:]


def main(names: Sequence[str]) -> int:
    """Print a row for each setting; the exit status says whether all of them passed."""
    unknown = set(names) - set(SETTINGS)
    if unknown:
        sys.exit(f"everywhere: unknown {sorted(unknown)}; there are {', '.join(SETTINGS)}")
    passed = []
    for name in names or SETTINGS:
        start = time.perf_counter()
        good, line = run(name, SETTINGS[name])
        passed.append(good)
        mark = "passes" if good else "FAILS "
        seconds = time.perf_counter() - start
        print(f"{name:11} {mark} {seconds:5.0f} s  {SETTINGS[name].why}: {line}", flush=True)
    return int(not all(passed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
