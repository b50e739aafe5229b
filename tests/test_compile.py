"""Compiled loops are kept for the next session, wherever some folder can be written."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ptronlib

pytestmark = pytest.mark.thorough
SESSION = """
from ptronlib import _compile, _kernels, perceptron
run = perceptron([[2.0, 1.0], [0.0, 1.0], [-1.0, 2.0]], [1, -1, -1])
assert run.mistakes.tolist() == [0, 1, 1]
stats = _kernels.scan.stats
print(_compile.COMPILED, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the package in which no compiled code can be kept."""
    copy = tmp_path / "here" / "ptronlib"
    shutil.copytree(
        Path(ptronlib.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__")
    )
    (copy / "__pycache__").write_text("a file, so that no folder of this name can be made")
    return copy.parent


def session(package, home):
    """Return what a session prints whose cache folder is at home."""
    given = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    given |= {"PYTHONPATH": str(package), "XDG_CACHE_HOME": str(home), "HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", SESSION], env=given, cwd=package, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_second_session_compiles_nothing_though_the_package_cannot_be_written(package, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    assert session(package, home) == ["True", "0", "1"]
    assert session(package, home) == ["True", "1", "0"]


def test_without_any_folder_each_session_compiles_anew(package, tmp_path):
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    for _ in range(2):
        assert session(package, nowhere) == ["True", "0", "1"]
