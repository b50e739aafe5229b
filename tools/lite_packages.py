"""Lay out Pyodide with what the chapters import: its own packages, a few pure wheels, ptronlib as
it stands here, and stand-ins for what cannot run in a browser.

All of them are listed in one lock, so that a plain ``import`` finds them with nothing to install,
and nothing that is not listed is ever asked for.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tools import pyodide
from tools.pages import ROOT

CACHE = ROOT / ".cache" / "lite"
OURS = ROOT / "lite"
# What the chapters import, and what the kernel itself starts with.
FROM_PYODIDE = ("numpy", "scipy", "matplotlib", "scikit-learn")
KERNEL = ("ipython", "jedi", "micropip", "sqlite3", "ssl")


def wheels() -> dict[str, str]:
    """Return name==version and SHA-256 of each pure wheel of ``lite/wheels.txt``."""
    lines = (OURS / "wheels.txt").read_text("utf-8").splitlines()
    return dict(line.split(" --hash=sha256:") for line in lines if not line.startswith("#"))


def fetch_wheels() -> list[Path]:
    """Return the pure wheels, fetched by pip unless they are there with their hashes."""
    folder = CACHE / "wheels"
    wanted = set(wheels().values())
    if wanted - _hashes(folder).keys():
        print(f"lite: fetching {len(wanted)} wheels (once)", flush=True)
        run(
            *(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes"),
            *("--only-binary", ":all:", "--python-version", "3.12", "--platform", "any"),
            *("--implementation", "py", "--abi", "none"),
            *("-d", str(folder), "-r", str(OURS / "wheels.txt")),
        )
    found = _hashes(folder)
    return [found[sha256] for sha256 in sorted(wanted)]


def _hashes(folder: Path) -> dict[str, Path]:
    return {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in folder.glob("*.whl")}


def own_wheel(folder: Path) -> Path:
    """Build the wheel of ptronlib from a copy, since setuptools leaves folders behind."""
    source = folder / "source"
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "ptronlib", source / "ptronlib", ignore=skip)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = f"from setuptools import build_meta; build_meta.build_wheel({str(folder)!r})"
    run(sys.executable, "-c", build, cwd=source)
    (wheel,) = folder.glob("*.whl")
    return wheel


def stand_ins(folder: Path) -> list[Path]:
    """Pack each module of ``lite/stand_ins``, which serves where a package cannot be installed."""
    packed = []
    for module in sorted((OURS / "stand_ins").glob("*.py")):
        path = folder / f"{module.stem}-0.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zipfile.ZipInfo(module.name), module.read_bytes())
        packed.append(path)
    return packed


def entry(path: Path) -> dict:
    """Return what Pyodide's lock says of a package that lies in this file."""
    name, number = path.name.removesuffix(".zip").split("-")[:2]
    return {
        "name": name.replace("_", "-"),
        "version": number,
        "file_name": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "imports": [name],
        "depends": [],
        "unvendored_tests": False,
    }


def add_pyodide(target: Path) -> None:
    """Fill the folder with the runtime, the packages and a lock that lists them and no others."""
    lock = pyodide.read_lock()
    official = lock["packages"]
    with tempfile.TemporaryDirectory() as scratch:
        ours = [*fetch_wheels(), own_wheel(Path(scratch)), *stand_ins(Path(scratch))]
        entries = {made["name"]: made for made in map(entry, ours)}
        widgets = [name for name in entries if name not in ("ptronlib", "myst-nb")]
        entries["ptronlib"]["depends"] = [*FROM_PYODIDE[:2], *widgets]
        names = pyodide.with_needs((*FROM_PYODIDE, *KERNEL), official | entries) - entries.keys()
        served = {name: official[name] for name in sorted(names)}
        hashes = {found["file_name"]: found["sha256"] for found in served.values()}
        folder = pyodide.fetch(hashes, lock["info"]["version"])
        target.mkdir(parents=True)
        runtime = [pyodide.PACKAGE / name for name in pyodide.RUNTIME]
        for path in (*runtime, *(folder / name for name in hashes), *ours):
            shutil.copyfile(path, target / path.name)
    lock["packages"] = served | entries
    (target / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")


def run(*command: str, cwd: Path | None = None) -> None:
    """Run a command quietly; end with all it said when it fails."""
    done = subprocess.run(command, check=False, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        shown = " ".join(command)
        raise SystemExit(
            f"lite: this command failed:\n  {shown}\n{done.stdout}{done.stderr}"
            "Fetching needs a package index, once; offline, set PIP_FIND_LINKS to a folder of "
            "wheels. Then run make lite again."
        )
