"""Ask for known weaknesses of the pinned packages; where nobody answers, list pins and dates.

`npm audit` and, if it is installed, `pip-audit` need servers that not every network reaches: a
mirror of a registry often has the packages and not the advisories.  The exit status is 1 only if
a weakness was found.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def asked(command: list[str]) -> tuple[int, str, str]:
    """Run a program in the repository; return its status and what it said."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def weaknesses_of_scripts() -> int | None:
    """Return the number of weaknesses that npm knows of, None if it cannot say."""
    _, out, _ = asked(["npm", "audit", "--json", "--audit=true"])
    try:
        return int(json.loads(out)["metadata"]["vulnerabilities"]["total"])
    except (KeyError, ValueError):
        return None


def weaknesses_of_packages() -> int | None:
    """Return the number of Python packages with a known weakness, None if nobody can say."""
    program = shutil.which("pip-audit")
    if program is None:
        return None
    options = ["--no-deps", "--disable-pip", "-f", "json", "-r", "requirements.txt"]
    _, out, _ = asked([program, *options])
    try:
        told = json.loads(out)["dependencies"]
    except (KeyError, ValueError):
        return None
    if any("vulns" not in each for each in told):  # passed over: a mirror without the advisories
        return None
    return sum(bool(each["vulns"]) for each in told)


def scripts() -> list[tuple[str, str, str]]:
    """Return name, version and day of publication of the site's own dependencies."""
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    rows = []
    for name, version in (package["dependencies"] | package["devDependencies"]).items():
        _, out, _ = asked(["npm", "view", f"{name}@{version}", "time", "--json"])
        try:
            day = json.loads(out)[version][:10]
        except (KeyError, ValueError, TypeError):
            day = "not told"
        rows.append((name, version, day))
    return rows


def packages() -> list[tuple[str, str]]:
    """Return name and version of the Python packages that are pinned."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("==")) for line in lines if "==" in line and not line.startswith("#")]


def main() -> int:
    """Print what is known; the exit status says whether a weakness is."""
    found = {"npm audit": weaknesses_of_scripts(), "pip-audit": weaknesses_of_packages()}
    for name, count in found.items():
        print(f"{name}: {'no answer' if count is None else f'{count} weaknesses known'}")
    if found["npm audit"] is None:
        for name, version, day in scripts():
            print(f"  {day:10}  {name} {version}")
    if found["pip-audit"] is None:
        print(f"  {len(packages())} Python packages, each with its version, in requirements.txt")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main())
