"""Copies of the working tree in which a mutant may live, and the environment of its tests.

A mutant is a file on disk, so that a test that starts a process of its own meets it too.  Only the
library and its tests are copied; the rest of the tree is linked, and what a broken library could
spoil (the cached data) is a copy as well.
"""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "mutation"
COPIED = ("ptronlib", "tests")
TIMES = count(10**9)  # no two mutants have the same time, by which Python finds compiled files
# Tests of the book, its pages and its tools; the last would weaken a mutant once more.
ELSEWHERE = (
    *("book", "bookmap", "classroom", "launch", "layers", "lean", "lite", "packaging", "results"),
    *("slides", "sources", "statements", "table1", "tools", "uses", "widgets*", "mutations"),
    "mutation_survivors",
)
OPTIONS = ["-p", "_hypothesis_pytestplugin", "-p", "recording", "-p", "no:cacheprovider"]
OPTIONS += ["--doctest-modules", "--hypothesis-profile=mutation"]
TESTS = [
    *("tests", "ptronlib", *OPTIONS),
    *("--ignore=tests/browser", "--ignore=tests/site"),
    *("--ignore=ptronlib/widgets", "--ignore=ptronlib/plots.py"),
    *(f"--ignore-glob=tests/test_{name}.py" for name in ELSEWHERE),
]


def grow(name: str) -> Path:
    """Make a fresh copy of the working tree."""
    tree = CACHE / name
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for entry in ROOT.iterdir():
        if entry.name in COPIED:
            needs_no_page = shutil.ignore_patterns("browser", "site")
            shutil.copytree(entry, tree / entry.name, ignore=needs_no_page)
        elif entry.name not in (".git", ".cache", ".hypothesis", "_build"):
            (tree / entry.name).symlink_to(entry.resolve())
    data = Path(os.environ.get("PTRONLIB_DATA") or Path.home() / ".cache" / "ptronlib")
    if data.is_dir():
        shutil.copytree(data, tree / ".cache" / "ptronlib")
    return tree


def environment(tree: Path) -> dict[str, str]:
    """Variables for a test process in `tree`: interpreted kernels, one thread, its own cache.

    Compiled kernels would be faster, but numba finds them by the time of their file alone: a
    kernel that uses a mutated constant of another module would be the old one.
    """
    kept = {k: v for k, v in os.environ.items() if k not in ("PTRONLIB_DATA", "PTRONLIB_CACHE")}
    return {
        **kept,
        "NUMBA_DISABLE_JIT": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join([str(tree), str(Path(__file__).parent)]),
        "XDG_CACHE_HOME": str(tree / ".cache"),
        "TMPDIR": str(tree / ".cache"),
    }


@contextmanager
def mutated(tree: Path, module: str, code: str):
    """Let `module` of `tree` have other code, and put the old file back with its old time."""
    path = tree / module
    before, times, now = path.read_bytes(), path.stat(), next(TIMES)
    try:
        path.write_text(code, encoding="utf-8")
        os.utime(path, (now, now))
        yield path
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
