"""A kernel whose cache fails is compiled anew; an answer that cannot be written is told."""

import os
import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("ending", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize("size", [0, 10, 100])
def test_a_torn_cache_of_a_kernel_is_compiled_anew(tmp_path, ending, size, monkeypatch):
    from numba import config

    from ptronlib import _compile

    def double(x):
        return 2 * x

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    assert _compile.njit(cache=True)(double)(1) == 2
    (victim,) = tmp_path.rglob(ending)
    whole = victim.stat().st_size
    os.truncate(victim, size)
    assert _compile.njit(cache=True)(double)(1) == 2
    (victim,) = tmp_path.rglob(ending)
    assert victim.stat().st_size == whole
    again = _compile.njit(cache=True)(double)
    assert again(1) == 2 and sum(again.stats.cache_hits.values()) == 1


def test_a_kernel_needs_no_cache(monkeypatch):
    from ptronlib import _compile

    def nowhere(_function):
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(_compile, "_Cache", nowhere)
    assert _compile.njit(cache=True)(lambda x: x + 1)(1) == 2


def test_code_that_another_process_left_under_other_types_is_not_run(tmp_path, monkeypatch):
    """Two processes that save at once may agree on a file's name and not on what is in it."""
    from numba import config

    from ptronlib import _compile

    def double(x):
        return 2 * x

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    for value in (1, 1.5):
        _compile.njit(cache=True)(double)(value)
    first, second = sorted(tmp_path.rglob("*.nbc"))
    shutil.copyfile(second, first)
    for value in (1, 1.5):
        assert _compile.njit(cache=True)(double)(value) == 2 * value


def test_an_answer_that_cannot_be_written_has_its_own_status(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("a,label\n1,x\n2,y\n")
    reading, writing = os.pipe()
    os.close(reading)  # nobody reads: as on a full disk, the write fails
    done = subprocess.run(
        [sys.executable, "-m", "ptronlib", "separable", table, "--label", "label"],
        stdout=writing, stderr=subprocess.PIPE, text=True, env=os.environ,
    )  # fmt: skip
    os.close(writing)
    assert done.returncode == 2 and "the answer could not be written" in done.stderr
    assert "Traceback" not in done.stderr
